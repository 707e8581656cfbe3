// What a package's dependencies bring, by apt's own solution on an empty system, against the libraries that Chromium and the keychain link.
import { execFileSync } from 'node:child_process';
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

const run = (program: string, args: readonly string[], input?: string) =>
  execFileSync(program, args, {
    encoding: 'utf8',
    maxBuffer: 32 * 1024 ** 2,
    env: { ...process.env, LC_ALL: 'C' },
    ...(input === undefined ? {} : { input }),
  });

/** Names of libraries (`libgbm.so.1`) that Chromium and these native libraries are linked with. */
export function linkedLibraries(natives: readonly string[]): readonly string[] {
  if (CHROMIUM === undefined) throw new Error('There is no Chromium to look at.');
  // Brought by the package rpm: what a file needs, as `libgbm.so.1()(64bit)`.
  const told = run('/usr/lib/rpm/elfdeps', ['--requires'], [CHROMIUM, ...natives].join('\n'));
  const names = told.split('\n').flatMap((line) => /^([^(]+\.so[^(]*)\(/.exec(line)?.[1] ?? []);
  return [...new Set(names)].filter((name) => !IN_THE_RUNTIME.test(name)).sort();
}

/** The libraries that none of these packages brings. */
export function notBrought(libraries: readonly string[], packages: ReadonlySet<string>): string[] {
  const told = run('dpkg-query', ['--search', ...libraries.map((name) => `*/${name}`)]);
  const owned = told.split('\n').map((line) => {
    const [owners = '', file = ''] = line.split(': ');
    return { owners: owners.split(', ').map((one) => one.replace(/:.*$/, '')), file };
  });
  return libraries.filter(
    (name) =>
      !owned.some(
        ({ owners, file }) =>
          path.basename(file) === name && owners.some((owner) => packages.has(owner)),
      ),
  );
}

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
  const options = [`Dir::State::status=${nothing}`, 'APT::Install-Recommends=false'];
  const told = run('apt-get', [
    ...options.flatMap((option) => ['-o', option]),
    ...['--simulate', 'install', deb],
  ]);
  return new Set(told.split('\n').flatMap((line) => /^Inst (\S+) /.exec(line)?.[1] ?? []));
}

/** A package that installs nothing and depends on what the given one does, but for one name. */
export function without(deb: string, name: string, into: string): string {
  const depends = run('dpkg-deb', ['--field', deb, 'Depends']).trim().split(', ');
  const left = depends.filter((one) => !one.split(' | ').includes(name));
  if (left.length === depends.length) throw new Error(`It does not depend on ${name}.`);
  const control = path.join(into, name, 'DEBIAN');
  mkdirSync(control, { recursive: true });
  const lines = [
    'Package: steward',
    'Version: 0.1.0',
    `Architecture: ${run('dpkg-deb', ['--field', deb, 'Architecture']).trim()}`,
    'Maintainer: Nobody <nobody@steward.invalid>',
    `Depends: ${left.join(', ')}`,
    `Description: without ${name}`,
  ];
  writeFileSync(path.join(control, 'control'), `${lines.join('\n')}\n`);
  const file = path.join(into, `${name}.deb`);
  run('dpkg-deb', ['--build', path.join(into, name), file]);
  return file;
}

/** What an rpm requires, or recommends, without what rpm itself adds. */
export const namesOf = (rpm: string, what: 'requires' | 'recommends'): readonly string[] =>
  run('rpm', ['--query', '--package', `--${what}`, rpm])
    .split('\n')
    .filter((name) => name !== '' && !/^(rpmlib\(|\/bin\/sh$)/.test(name))
    .sort();
