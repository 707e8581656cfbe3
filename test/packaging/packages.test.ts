// Packages made here against a stand-in for Electron's runtime: contents, settings, and that their program works.
import { getRawHeader } from '@electron/asar';
import { FuseVersion, getCurrentFuseWire } from '@electron/fuses';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { NtExecutable, NtExecutableResource, Resource } from 'resedit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveFiles, makePackages, type MadePackage } from '../../build/dist.mjs';
import { FUSES } from '../../build/packaging/hooks.mjs';
import type { Tried } from '../../build/packaging/try-package.mjs';
import type { SelfTestReport } from '../../main/self-test.ts';
import { root } from '../support/imports.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { closureOf, dependsOf, linkedByChromium, rpmWishes } from './dependencies.ts';
import { inACopy, liveThrough, makeLinuxPackages, type PackageKind } from './life-cycle.ts';
import { differences } from './packed-files.ts';
import { type PackedProgram, unpackProgram } from './packed-program.ts';
import { makeStubRuntime, runtimeName } from './stub-runtime.ts';

const SYSTEMS = ['linux', 'win'] as const;
const PROCESSORS = ['x64', 'arm64'] as const;
const KINDS = SYSTEMS.flatMap((system) =>
  PROCESSORS.map((processor) => ({ system, processor, name: `${system} ${processor}` })),
);
type Kind = (typeof KINDS)[number];
/** The package whose program can be started on this computer, in Node. */
const OWN = KINDS.find(
  ({ system, processor }) =>
    runtimeName(system, processor) === `${process.platform}-${process.arch}`,
);

const temp = makeTempFolder('packages');
let made: readonly MadePackage[] = [];
let program: PackedProgram;

beforeAll(async () => {
  const runtimes = path.join(temp.path, 'runtimes');
  for (const { system, processor } of KINDS) {
    await makeStubRuntime(path.join(runtimes, runtimeName(system, processor)), system, processor);
  }
  const choices = { help: false, dir: true, release: false, systems: SYSTEMS };
  made = await makePackages(
    { ...choices, processors: PROCESSORS, out: path.join(temp.path, 'out') },
    { STEWARD_ELECTRON_DIST: runtimes },
  );
  if (OWN) program = await unpackProgram(archiveOf(OWN), path.join(temp.path, 'taken-out'));
}, 300_000);
afterAll(() => {
  temp.remove();
});

function folderOf({ system, processor }: Kind): string {
  const name = processor === 'x64' ? `${system}-unpacked` : `${system}-${processor}-unpacked`;
  return path.join(temp.path, 'out', name);
}
const inside = (kind: Kind, name: string) => path.join(folderOf(kind), name);
const archiveOf = (kind: Kind) => inside(kind, 'resources/app.asar');
const programOf = (kind: Kind) => inside(kind, kind.system === 'win' ? 'Steward.exe' : 'steward');
const packedJson = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(program.folder, name), 'utf8'));

describe.each(KINDS)('the package for $name', (kind) => {
  it('UPD-05 holds the files of the program, code and data of its libraries, and nothing else', () => {
    const found = archiveFiles(archiveOf(kind));
    expect(differences(found)).toEqual([]);
    const taken = ['dist/main/xsd-worker.js', 'dist/renderer/index.html'];
    const feature = /^dist\/renderer\/assets\/messages-[\w-]{8}\.js$/;
    const without = found.filter((name) => !taken.includes(name) && !feature.test(name));
    const more = [
      'dist/main/notes.txt',
      'node_modules/vitest/index.js',
      'node_modules/jose/LICENSE.md',
    ];
    expect(differences([...without, ...more])).toHaveLength(6);
  });

  it('UPD-05 holds no source, map, type, test, variables, other shell or tool', () => {
    const never =
      /\.(ts|mts|cts|map|svelte|md|html\.gz|tsbuildinfo|gyp|h|cc)$|(^|\/)(tests?|__tests__|spec|examples?)\/|\.env|(^|\/)(chromium|terminal)\.js$/;
    const names = archiveFiles(archiveOf(kind));
    expect(names.filter((name) => never.test(name))).toEqual([]);
    const own = names.filter((name) => !name.startsWith('node_modules/'));
    expect(
      own.filter(
        (name) =>
          !/^(dist\/(main|preload|renderer|materials)\/|package\.json$|LICENSE$)/.test(name),
      ),
    ).toEqual([]);
    const loose = readdirSync(inside(kind, 'resources'), { recursive: true }).map(String);
    expect(loose.filter((name) => name.includes('default_app'))).toEqual([]);
  });

  it('brings the keychain library of this system and processor, unpacked, and no other', () => {
    const natives = archiveFiles(archiveOf(kind)).filter((name) => name.endsWith('.node'));
    const wanted = `node_modules/keytar/prebuilds/${runtimeName(kind.system, kind.processor)}/keytar.node`;
    expect(natives).toEqual([wanted]);
    const bytes = readFileSync(`${archiveOf(kind)}.unpacked/${wanted}`);
    expect(machineOf(bytes)).toBe(`${kind.system} ${kind.processor}`);
  });

  it('ISO-08 has nine fuses set, read back from the program', async () => {
    const { version, ...read } = await getCurrentFuseWire(programOf(kind));
    expect(version).toBe(FuseVersion.V1);
    const states = Object.fromEntries(
      Object.entries(read).map(([fuse, state]) => [fuse, String.fromCharCode(Number(state))]),
    );
    // ISO-08: run as Node, cookie encryption, NODE_OPTIONS, --inspect, archive integrity, archive only, snapshot, file, traps.
    expect(Object.values(states).join('')).toBe('010011001');
    expect(Object.keys(states)).toEqual(Object.keys(FUSES));
  });

  it('ISO-08 has an archive whose every file is hashed in its header', () => {
    const archive = readFileSync(archiveOf(kind));
    const { header, headerSize } = getRawHeader(archiveOf(kind));
    const packed = entries(header.files as unknown as Entries);
    expect(packed.length).toBeGreaterThan(100);
    for (const { name, entry } of packed) {
      const begin = 8 + headerSize + Number(entry.offset);
      const bytes = entry.unpacked
        ? readFileSync(`${archiveOf(kind)}.unpacked/${name}`)
        : archive.subarray(begin, begin + entry.size);
      expect(entry.integrity?.hash, name).toBe(sha256(bytes));
    }
  });

  it('keeps the languages of the program and Chromium’s licences', () => {
    expect(readdirSync(inside(kind, 'locales')).sort()).toEqual([
      'en-GB.pak',
      'en-US.pak',
      'nb.pak',
    ]);
    expect(existsSync(inside(kind, 'LICENSES.chromium.html'))).toBe(true);
  });
});

describe.each(KINDS.filter(({ system }) => system === 'win'))('for $name', (kind) => {
  it('ISO-08 the program carries the hash of the archive it may load', () => {
    const integrity = resourcesOf(kind).entries.find(({ type }) => type === 'INTEGRITY');
    const { headerString } = getRawHeader(archiveOf(kind));
    expect(
      JSON.parse(Buffer.from(new Uint8Array(integrity?.bin ?? new ArrayBuffer(0))).toString()),
    ).toEqual([
      { file: 'resources\\app.asar', alg: 'SHA256', value: sha256(Buffer.from(headerString)) },
    ]);
  });

  it('UPD-04 app-update.yml names the publisher whose signature an update must bear', () => {
    const text = readFileSync(inside(kind, 'resources/app-update.yml'), 'utf8');
    expect(text).toMatch(/^publisherName:\n {2}- "?Steward"?$/m);
    expect(text).toMatch(/^url: https:\/\//m);
  });

  it('is called Steward, with its icon in every size', () => {
    const resources = resourcesOf(kind);
    const [version] = Resource.VersionInfo.fromEntries(resources.entries);
    const [language] = version?.getAllLanguagesForStringValues() ?? [];
    const values = language && version?.getStringValues(language);
    expect(values).toMatchObject({ ProductName: 'Steward', CompanyName: 'The Steward project' });
    const icons = Resource.IconGroupEntry.fromEntries(resources.entries);
    expect(icons.at(0)?.icons.map(({ width }) => width || 256)).toContain(256);
  });

  it('is started by a command file in a folder of its own, which hands on arguments and exit code', () => {
    const text = readFileSync(inside(kind, 'bin/steward.cmd'), 'latin1');
    expect(text).toContain('"%~dp0..\\Steward.exe" %*\r\nexit /b %ERRORLEVEL%\r\n');
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    // Beside Steward.exe the word `steward` would mean that: .EXE comes before .CMD.
    expect(existsSync(inside(kind, 'steward.cmd'))).toBe(false);
  });
});

describe.each(KINDS.filter(({ system }) => system === 'linux'))('for $name', (kind) => {
  const modes = process.platform !== 'win32';
  if (modes)
    it('the program is called steward and may be run by everybody', () => {
      expect(statSync(programOf(kind)).mode & 0o777).toBe(0o755);
    });
});

if (OWN)
  describe('the program in the package', () => {
    it('is what package.json names, without scripts and tools', () => {
      const packed = packedJson('package.json') as Record<string, unknown> & { main: string };
      const own = JSON.parse(
        readFileSync(path.join(root, 'package.json'), 'utf8'),
      ) as typeof packed;
      expect(packed).toMatchObject({ name: 'steward', main: own.main, version: own['version'] });
      expect(packed).not.toHaveProperty('scripts');
      expect(packed).not.toHaveProperty('devDependencies');
      expect(existsSync(path.join(program.folder, packed.main))).toBe(true);
    });

    it('has no library that the bill of materials does not name', () => {
      const { components } = packedJson('dist/materials/bill-of-materials.cdx.json') as Bill;
      const named = components.map(({ group, name, version }) =>
        [group === undefined ? name : `${group}/${name}`, version].join('@'),
      );
      expect(packagesIn(program.folder).filter((one) => !named.includes(one))).toEqual([]);
    });

    it('finds every library that its files import, with nothing of this project near it', async () => {
      const wanted = librariesImported(path.join(program.folder, 'dist/main'));
      expect(wanted).toEqual(expect.arrayContaining(['jose', 'keytar', 'node-forge']));
      const { code, err } = await program.run(
        `${wanted.map((name) => `await import(${JSON.stringify(name)});`).join('\n')}`,
      );
      expect(err).toBe('');
      expect(code).toBe(0);
    });

    it('ELC-16 has of the libraries of age only files that its own reach, and all of these', () => {
      const files = readdirSync(path.join(program.folder, 'node_modules'), { recursive: true })
        .map((name) => String(name).replaceAll(path.sep, '/'))
        .filter((name) => /@noble\/[^/]+\/(?:abstract\/)?[^/]+\.js$/.test(name));
      const reached = filesReached(
        program.folder,
        librariesImported(path.join(program.folder, 'dist/main')),
      );
      // One library may lie twice, and each of the two be reached in other files.
      const named = (file: string) => file.slice(file.lastIndexOf('@noble/'));
      const wanted = new Set(reached.map(named));
      expect(wanted.size).toBeGreaterThan(20);
      expect(files.filter((file) => !wanted.has(named(file)))).toEqual([]);
      expect(reached.filter((file) => !existsSync(file))).toEqual([]);
    });

    it('loads the keychain library of the package', async () => {
      const { out, err } = await program.run(
        `import keytar from 'keytar';
       const path = process.report.getReport().sharedObjects.find((one) => one.endsWith('keytar.node'));
       console.log(JSON.stringify({ type: typeof keytar.setPassword, path }));`,
      );
      expect(err).toBe('');
      const loaded = JSON.parse(out) as { type: string; path: string };
      expect(loaded.type).toBe('function');
      expect(loaded.path.startsWith(program.folder)).toBe(true);
    });

    it('opens its window and serves the page over its bridge', async () => {
      const data = path.join(temp.path, 'data');
      mkdirSync(data, { mode: 0o700 });
      const { code, out, err } = await program.play(
        ['--data', data, '--keychain', 'memory'],
        [
          ['app.start', {}],
          ['settings.change', { scheme: 'dark' }],
          ['app.components', {}],
          ['settings.change', { scheme: 'purple' }],
        ],
      );
      expect(err).toBe('');
      const answers = out
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as Answer);
      expect(answers.map(({ result }) => result.ok)).toEqual([true, true, true, false]);
      expect(answers[0]?.result.value).toMatchObject({ shell: 'electron' });
      expect(answers[1]?.result.value).toMatchObject({ scheme: 'dark' });
      expect((answers[2]?.result.value as { all: unknown[] }).all.length).toBeGreaterThan(20);
      expect(answers[3]?.result.failure).toMatchObject({ kind: 'invalid-input' });
      expect(code).toBe(0);
    });

    it('answers commands of the terminal without a window', async () => {
      const { version } = packedJson('package.json') as { version: string };
      const told = await program.play(['--version']);
      expect(told).toMatchObject({ code: 0, err: '' });
      expect(told.out).toContain(version);
      const listed = await program.play(['operations']);
      expect(listed).toMatchObject({ code: 0, err: '' });
      expect(listed.out).toContain('enterpriseUsers.list');
      expect((await program.play(['call', 'no.such'])).code).not.toBe(0);
    });

    it('INS-15 passes its own test, with threads and WebAssembly of the package', async () => {
      const { code, out, err } = await program.play(['--self-test', '--keychain', 'memory']);
      const { ok, parts } = JSON.parse(out) as SelfTestReport;
      expect([code, err, ok]).toEqual([0, '', true]);
      expect(parts.map(({ part }) => part)).toEqual(
        expect.arrayContaining(['certificate', 'tls', 'xsd', 'workbook', 'terminal']),
      );
    });

    it('is of a size that somebody has thought about', () => {
      const sizes = KINDS.map((kind) => statSync(archiveOf(kind)).size);
      const table = made.map(({ name, bytes, files }) => `${name}: ${bytes} bytes, ${files} files`);
      process.stdout.write(`${table.join('\n')}\n`);
      // 9 MiB when this was written. A library that brings its tests, a second build or another system would be above.
      expect(Math.max(...sizes)).toBeLessThan(12 * 1024 ** 2);
      expect(Math.min(...sizes)).toBeGreaterThan(4 * 1024 ** 2);
    });
  });

interface Entry {
  readonly size: number;
  readonly offset?: string;
  readonly unpacked?: boolean;
  readonly integrity?: { readonly hash: string };
  readonly files?: Entries;
}
type Entries = Readonly<Record<string, Entry>>;
interface Answer {
  readonly result: { readonly ok: boolean; readonly value?: unknown; readonly failure?: unknown };
}
interface Bill {
  readonly components: readonly { group?: string; name: string; version: string }[];
}

function entries(files: Entries, at = ''): { readonly name: string; readonly entry: Entry }[] {
  return Object.entries(files).flatMap(([name, entry]) =>
    entry.files ? entries(entry.files, `${at}${name}/`) : [{ name: `${at}${name}`, entry }],
  );
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const resourcesOf = (kind: Kind) =>
  NtExecutableResource.from(NtExecutable.from(readFileSync(programOf(kind))));

/** What a native library was made for, by its head: ELF or PE. */
function machineOf(bytes: Buffer): string {
  const elf: Readonly<Record<number, string>> = { 62: 'linux x64', 183: 'linux arm64' };
  const pe: Readonly<Record<number, string>> = { 0x8664: 'win x64', 0xaa64: 'win arm64' };
  if (bytes.subarray(0, 4).equals(Buffer.from('\x7fELF', 'latin1'))) {
    return elf[bytes.readUInt16LE(18)] ?? 'unknown';
  }
  return pe[bytes.readUInt16LE(bytes.readUInt32LE(0x3c) + 4)] ?? 'unknown';
}

/** Name and version of each library below node_modules, also nested ones. */
function packagesIn(folder: string): string[] {
  return readdirSync(path.join(folder, 'node_modules'), { recursive: true })
    .map((name) => path.join(folder, 'node_modules', String(name)))
    .filter((file) => /node_modules\/(@[^/]+\/)?[^/]+\/package\.json$/.test(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as { name: string; version: string })
    .map(({ name, version }) => `${name}@${version}`);
}

/** Bare imports of the built files of main, but for what the runtime brings. */
function librariesImported(folder: string): string[] {
  const imports = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\(\s*)["']([^"'./][^"']*)["']/g;
  const found = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    // Comments of libraries that are bundled show how others are imported.
    .map((name) =>
      readFileSync(path.join(folder, name), 'utf8').replaceAll(/^\s*(\*|\/[*/]).*$/gm, ''),
    )
    .flatMap((code) => [...code.matchAll(imports)])
    .map(([, name = '']) => name)
    .filter((name) => /^@?[a-z][\w/.-]*$/.test(name) && !name.startsWith('node:'));
  return [...new Set(found)].filter((name) => name !== 'electron').sort();
}

const IMPORTED = /(?:\bfrom\s*|\bimport\s*\(?\s*)["']([^"']+)["']/g;

/** Files of @noble's libraries, there or not, that the libraries named import, and those in turn. */
function filesReached(folder: string, names: readonly string[]): string[] {
  const seen = new Set<string>();
  const follow = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    if (!existsSync(file)) return;
    const code = readFileSync(file, 'utf8').replaceAll(/^\s*(\*|\/[*/]).*$/gm, '');
    for (const [, name = ''] of code.matchAll(IMPORTED)) {
      if (name.startsWith('.')) follow(path.join(path.dirname(file), name));
      else if (name.startsWith('@noble/')) follow(inLibrary(name, path.dirname(file)));
    }
  };
  for (const name of names.filter((one) => one.startsWith('@noble/')))
    follow(inLibrary(name, folder));
  const age = path.join(folder, 'node_modules/age-encryption/dist');
  for (const name of readdirSync(age)) if (name.endsWith('.js')) follow(path.join(age, name));
  return [...seen].filter((file) => file.includes('@noble'));
}

/** `@noble/hashes/hmac.js` as Node looks for it: in the nearest folder of libraries that has the library. */
function inLibrary(name: string, from: string): string {
  const library = name.split('/').slice(0, 2).join('/');
  for (let at = from; at !== path.dirname(at); at = path.dirname(at))
    if (existsSync(path.join(at, 'node_modules', library)))
      return path.join(at, 'node_modules', name);
  return path.join(from, 'node_modules', name);
}

/** Whoever is not root outside has a system of one user inside. */
const NO_OTHER_USERS = `
      printf '#!/bin/sh\\n' > /usr/local/bin/useradd
      printf '#!/bin/sh\\nshift 3\\nexec "$@"\\n' > /usr/local/bin/runuser
      chmod 755 /usr/local/bin/useradd /usr/local/bin/runuser`;

describe('the life of a package of Linux', () => {
  type Packages = Readonly<Record<PackageKind, string>>;
  let one: Packages;
  let two: Packages;
  beforeAll(async () => {
    const program = folderOf({ system: 'linux', processor: 'x64', name: '' });
    one = await makeLinuxPackages(program, '0.1.0', path.join(temp.path, 'one'));
    two = await makeLinuxPackages(program, '0.1.1', path.join(temp.path, 'two'));
  }, 300_000);

  it('INS-17 the dependencies of the deb bring every library that Chromium links here', () => {
    const linked = linkedByChromium();
    // Not all noise: most of what Electron finds in a system.
    expect(linked.size).toBeGreaterThan(20);
    const brought = closureOf(dependsOf(one.deb));
    expect([...linked].filter(([, owner]) => !brought.has(owner))).toEqual([]);
    // Each of the two that the packager leaves out is needed.
    for (const name of ['libgbm1', 'libasound2'])
      expect(closureOf(dependsOf(one.deb).filter((each) => !each.startsWith(name))).has(name)).toBe(
        false,
      );
  });

  it('INS-17 the rpm asks for the same by the names of Fedora and openSUSE, and recommends a keyring', () => {
    const { requires, recommends } = rpmWishes(one.rpm);
    expect(requires).toEqual(
      expect.arrayContaining([
        '(mesa-libgbm or libgbm1)',
        '(alsa-lib or libasound2)',
        'nss',
        'gtk3',
      ]),
    );
    expect(recommends.join()).toContain('gnome-keyring');
  });

  it('INS-10 the script of a release installs, upgrades and removes the deb on the system itself', () => {
    // Not everything that the package asks for is here; what apt would fetch is not what is looked at.
    const told = inACopy(`
      printf '#!/bin/sh\\ncase "$1" in install) exec dpkg -i --force-depends "$4";; purge) exec dpkg -P steward;; esac\\n' > /usr/local/bin/apt-get
      chmod 755 /usr/local/bin/apt-get
      ${process.getuid?.() === 0 ? '' : NO_OTHER_USERS}
      '${process.execPath}' '${path.join(root, 'build/packaging/try-package.mjs')}' deb '${two.deb}' '${one.deb}'`);
    const report = JSON.parse(told.trimEnd().split('\n').at(-1) ?? '') as Tried;
    expect(report.steps.filter(({ ok }) => !ok)).toEqual([]);
    expect(report.steps).toHaveLength(11);
    expect(report.ok).toBe(true);
  });

  it.each(['deb', 'rpm'] as const)(
    'INS-10 %s: installed, upgraded with its command in place, removed with a word about secrets, and gone',
    (kind) => {
      const { installed, upgraded, removed, purged } = liveThrough(kind, one[kind], two[kind]);
      const whole = [
        '/opt/Steward',
        '/usr/bin/steward',
        '/usr/share/applications/steward.desktop',
        '/usr/share/icons/hicolor/128x128/apps/steward.png',
      ];
      expect(installed).toMatchObject({ says: 'Steward 0.1.0 --version' });
      expect(installed.there).toEqual(expect.arrayContaining(whole));
      expect(upgraded).toMatchObject({ says: 'Steward 0.1.1 --version', there: installed.there });
      expect(upgraded.printed).not.toContain('is being removed');
      expect(removed.printed).toContain('steward erase --yes');
      expect(removed).toMatchObject({ says: '', there: [] });
      expect(purged.there).toEqual([]);
    },
    120_000,
  );
});
