// What the dependencies of a Linux package bring, as apt closes over them, and what Chromium links.
import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { findChromium } from '../../main/shell/chromium-program.ts';

const run = (program: string, args: readonly string[]): string =>
  execFileSync(program, [...args], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

const linesOf = (text: string): readonly string[] => text.split('\n').map((line) => line.trim());

/** The names of `Depends` of a deb, alternatives too. */
export const dependsOf = (deb: string): readonly string[] =>
  run('dpkg-deb', ['-f', deb, 'Depends'])
    .split(/[,|]/)
    .map((name) => name.replace(/\(.*\)/, '').trim())
    .filter(Boolean);

const WITHOUT = ['recommends', 'suggests', 'conflicts', 'breaks', 'replaces', 'enhances'];

/** All that apt would bring for these, among what this computer has. Names that this system does not have are left out. */
export function closureOf(names: readonly string[]): ReadonlySet<string> {
  const here = names.filter(isInstalled);
  const options = ['--recurse', '--installed', ...WITHOUT.map((one) => `--no-${one}`)];
  const told = run('apt-cache', ['depends', ...options, ...here]);
  return new Set(told.split('\n').filter((line) => /^[a-z0-9]/.test(line)));
}

function isInstalled(name: string): boolean {
  try {
    return run('dpkg-query', ['-W', '-f', '${db:Status-Status}', name]) === 'installed';
  } catch {
    return false;
  }
}

/** Libraries that Electron's runtime does not carry but finds in the system (`ldd electron`). */
const OF_THE_SYSTEM = [
  ...['libasound.so.2', 'libatk-1.0.so.0', 'libatk-bridge-2.0.so.0', 'libatspi.so.0'],
  ...['libcairo.so.2', 'libcups.so.2', 'libdbus-1.so.3', 'libdrm.so.2', 'libexpat.so.1'],
  ...['libgbm.so.1', 'libgio-2.0.so.0', 'libglib-2.0.so.0', 'libgobject-2.0.so.0'],
  ...['libnspr4.so', 'libnss3.so', 'libnssutil3.so', 'libsmime3.so', 'libpango-1.0.so.0'],
  ...['libudev.so.1', 'libX11.so.6', 'libxcb.so.1', 'libXcomposite.so.1', 'libXdamage.so.1'],
  ...['libXext.so.6', 'libXfixes.so.3', 'libXrandr.so.2', 'libxkbcommon.so.0'],
];

/** Of these, what the Chromium of this computer links: soname and the package that has it. */
export function linkedByChromium(): ReadonlyMap<string, string> {
  const program = findChromium({ platform: 'linux', home: '/', env: process.env }) ?? '';
  // Debian starts it by a script that stands elsewhere.
  const binary = [
    '/usr/lib/chromium/chromium',
    '/opt/google/chrome/chrome',
    realpathSync(program),
  ].find((file) => existsSync(file));
  const found = new Map<string, string>();
  for (const line of linesOf(run('ldd', [binary ?? program]))) {
    const [, soname = '', file = ''] = /^(\S+) => (\/\S+)/.exec(line) ?? [];
    if (!OF_THE_SYSTEM.includes(soname)) continue;
    found.set(soname, ownerOf(file));
  }
  return found;
}

/** The package of a file; the database may know it with or without `/usr` in front. */
function ownerOf(file: string): string {
  const spellings = [file, realpathSync(file), file.replace(/^\/usr/, ''), `/usr${file}`];
  for (const spelling of spellings) {
    try {
      return run('dpkg', ['-S', spelling]).split(':')[0] ?? '';
    } catch {
      continue;
    }
  }
  throw new Error(`No package has ${file}.`);
}

/** What an rpm asks for and recommends, without what rpm itself provides. */
export const rpmWishes = (rpm: string) => ({
  requires: linesOf(run('rpm', ['-qp', '--requires', rpm])).filter(
    (line) => line !== '' && !line.startsWith('rpmlib(') && !line.startsWith('/'),
  ),
  recommends: linesOf(run('rpm', ['-qp', '--recommends', rpm])).filter(Boolean),
});
