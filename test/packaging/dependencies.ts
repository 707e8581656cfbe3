// What a package's dependencies bring by apt's own solution, against the libraries that Chromium and the keychain link.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Debian's, and the one that Google packs, as libraries are linked by the program itself. */
const CHROMIUM = ['/usr/lib/chromium/chromium', '/opt/google/chrome/chrome'].find((file) =>
  existsSync(file),
);

/**
 * Libraries that Debian takes out of Chromium, where Electron's runtime brings its own; it loads libpulse where that is there, and does
 * without otherwise.
 */
const IN_THE_RUNTIME =
  /^lib(FLAC|XNVCtrl|dav1d|double-conversion|harfbuzz-subset|lcms2|minizip|openh264|openjp2|opus|pulse)\.so/;

const ELF_DEPENDENCIES = '/usr/lib/rpm/elfdeps';

const inEnglish = { ...process.env, LC_ALL: 'C' };

const run = (program: string, args: readonly string[]) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 32 * 1024 ** 2,
    env: inEnglish,
  });

/** Names of libraries (`libgbm.so.1`) that Chromium and these native libraries are linked with. */
export function linkedLibraries(natives: readonly string[]): readonly string[] {
  if (CHROMIUM === undefined) throw new Error('There is no Chromium to look at.');
  // Brought by the package rpm: what a file needs, as `libgbm.so.1()(64bit)`.
  const told = [CHROMIUM, ...natives].map((file) => run(ELF_DEPENDENCIES, ['--requires', file]));
  const names = told
    .join('\n')
    .split('\n')
    .flatMap((line) => /^([^(]+\.so[^(]*)\(/.exec(line)?.[1] ?? []);
  return [...new Set(names)].filter((name) => !IN_THE_RUNTIME.test(name)).sort();
}

/** The packages of this system that bring each library; dpkg reads long for it. */
export function ownersOf(libraries: readonly string[]): Owners {
  const told = run('dpkg-query', ['--search', ...libraries.map((name) => `*/${name}`)]);
  const owned = told.split('\n').map((line) => {
    const [owners = '', file = ''] = line.split(': ');
    return { owners: owners.split(', ').map((one) => one.replace(/:.*$/, '')), file };
  });
  const ownersOfOne = (name: string) =>
    owned.flatMap(({ owners, file }) => (path.basename(file) === name ? owners : []));
  return new Map(libraries.map((name) => [name, ownersOfOne(name)]));
}
export type Owners = ReadonlyMap<string, readonly string[]>;

/** The libraries that none of these packages brings. */
export const notBrought = (owners: Owners, packages: ReadonlySet<string>): readonly string[] =>
  [...owners].filter(([, some]) => !some.some((one) => packages.has(one))).map(([name]) => name);

/**
 * All packages that apt would install for this one on a system where nothing is, without what is only recommended. The lists of packages
 * are those of this system; `into` is an empty folder.
 */
export function closureOf(deb: string, into: string): ReadonlySet<string> {
  const lists = '/var/lib/apt/lists';
  if (!readdirSync(lists).some((name) => name.includes('_Packages'))) {
    throw new Error('apt has no lists of packages: run `apt-get update` once.');
  }
  mkdirSync(into, { recursive: true });
  const nothing = path.join(into, 'status');
  writeFileSync(nothing, '');
  const options = [
    `Dir::State::status=${nothing}`,
    'APT::Install-Recommends=false',
    // Nothing of this system is written or held.
    'Debug::NoLocking=true',
    'Dir::Cache::pkgcache=',
    'Dir::Cache::srcpkgcache=',
  ];
  // It is asked whether to go on, and answered no: to play the installation takes apt three times as long.
  const args = [...options.flatMap((option) => ['-o', option]), '--assume-no', 'install', deb];
  const { stdout, stderr } = spawnSync('apt-get', args, { encoding: 'utf8', env: inEnglish });
  const [, names] = /NEW packages will be installed:\n((?: +.*\n)+)/.exec(stdout) ?? [];
  if (names === undefined) throw new Error(`apt has no solution: ${stdout}${stderr}`);
  return new Set(names.trim().split(/\s+/));
}

/** A package that installs nothing and depends on what the given one does, but for these names. */
export function without(deb: string, names: readonly string[], into: string): string {
  const depends = run('dpkg-deb', ['--field', deb, 'Depends']).trim().split(', ');
  const left = depends.filter((one) => !one.split(' | ').some((name) => names.includes(name)));
  if (left.length !== depends.length - names.length) throw new Error('It depends on other names.');
  const control = path.join(into, 'less', 'DEBIAN');
  mkdirSync(control, { recursive: true });
  const lines = [
    'Package: steward',
    'Version: 0.1.0',
    `Architecture: ${run('dpkg-deb', ['--field', deb, 'Architecture']).trim()}`,
    'Maintainer: Nobody <nobody@steward.invalid>',
    `Depends: ${left.join(', ')}`,
    'Description: less',
  ];
  writeFileSync(path.join(control, 'control'), `${lines.join('\n')}\n`);
  const file = path.join(into, 'less.deb');
  run('dpkg-deb', ['--build', path.join(into, 'less'), file]);
  return file;
}

/** What an rpm requires, or recommends, without what rpm itself adds. */
export const namesOf = (rpm: string, what: 'requires' | 'recommends'): readonly string[] =>
  run('rpm', ['--query', '--package', `--${what}`, rpm])
    .split('\n')
    .filter((name) => name !== '' && !/^(rpmlib\(|\/bin\/(ba)?sh$)/.test(name))
    .sort();
