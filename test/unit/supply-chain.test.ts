// External libraries: how they are locked, which versions and licences are allowed, and which files may import them.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { doors } from '../../build/doors.mjs';
import {
  BELOW,
  compareVersions,
  ELECTRON_LINES,
  FLOORS,
  GIVEN_UP,
  isAbove,
  tableAge,
} from '../../build/floors.mjs';
import { COPIED, INSIDE, isAllowed, TOOLS } from '../../build/licences.mjs';
import type { Lock } from '../../build/materials.mjs';
import { library, root, sources } from '../support/imports.ts';

const text = (name: string) => readFileSync(path.join(root, name), 'utf8');
const lock = JSON.parse(text('package-lock.json')) as Lock;
const packageJson = JSON.parse(text('package.json')) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  overrides: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const copies = Object.entries(lock.packages)
  .filter(([location]) => location !== '')
  .map(([location, locked]) => ({
    ...locked,
    location,
    name: locked.name ?? location.slice(location.lastIndexOf('node_modules/') + 13),
    version: locked.version ?? '',
  }));
const where = (found: readonly (typeof copies)[number][]) =>
  found.map(({ location, version, license }) => `${location} ${version} ${license}`);

describe('the lock file', () => {
  it('UPD-02 has every copy from one registry, with a digest that fits no other', () => {
    expect(copies.length).toBeGreaterThan(400);
    const loose = copies.filter(
      ({ integrity, link }) =>
        link === true || !/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? ''),
    );
    expect(where(loose)).toEqual([]);
    // No address at all is the registry that npm is set up with; one that is named must be of https, and the same everywhere.
    const origins = copies.flatMap(({ resolved }) => (resolved ? [new URL(resolved).origin] : []));
    expect(new Set(origins).size).toBeLessThan(2);
    expect(origins.filter((origin) => !origin.startsWith('https://'))).toEqual([]);
  });

  it('UPD-02 has everything that its packages name, or a clean installation is refused', () => {
    const names = new Set(copies.map(({ location }) => location.replace(/^.*node_modules\//, '')));
    const missing = copies.flatMap(({ location, dependencies, optionalDependencies }) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !names.has(name))
        .map((name) => `${location} names ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('UPD-02 asks for nothing by git, by an address or from a folder', () => {
    const isForeign = (range: string) => /^(?!npm:)[a-z+]+:|^[\w.-]+\/|^[./~]*\//i.test(range);
    const foreign = [
      ...['git+https://example.invalid/a.git', 'git+ssh://git@example.invalid/a', 'github:a/b'],
      ...[
        'a/b',
        'https://example.invalid/a.tgz',
        'file:../a',
        '../a',
        './a',
        '/a',
        '~/a',
        'link:a',
      ],
    ];
    expect(foreign.filter((range) => !isForeign(range))).toEqual([]);
    const own = Object.entries({ ...packageJson.dependencies, ...packageJson.devDependencies });
    const asked = copies.flatMap(({ location, dependencies, optionalDependencies }) =>
      Object.entries({ ...dependencies, ...optionalDependencies }).map(
        ([name, range]) => [location, name, range] as const,
      ),
    );
    expect(own.length).toBeGreaterThan(40);
    expect(asked.length).toBeGreaterThan(400);
    const all = [...asked, ...own.map(([name, range]) => ['', name, range] as const)];
    expect(all.filter(([, , range]) => isForeign(range))).toEqual([]);
  });

  it('UPD-02 is installed without scripts, and those that have one are known and denied', () => {
    const scripts = copies.filter((one) => one.hasInstallScript).map(({ name }) => name);
    expect([...new Set(scripts)].sort()).toEqual(Object.keys(packageJson.allowScripts).sort());
    expect(Object.values(packageJson.allowScripts)).toEqual(scripts.map(() => false));
    expect(text('build/setup.mjs')).toMatch(/\['ci', '--ignore-scripts', /);
  });

  it('UPD-01 has exactly the versions that package.json names', () => {
    const named = { ...packageJson.dependencies, ...packageJson.devDependencies };
    const others = Object.entries(named).filter(
      ([name, version]) =>
        lock.packages[`node_modules/${name}`]?.version !== version.replace(/^npm:.*@/, ''),
    );
    expect(others).toEqual([]);
  });
});

describe('versions', () => {
  it.each(Object.entries(FLOORS))('%s stands above what is known to be unsafe', (name, floor) => {
    const found = copies.filter((one) => one.name === name);
    expect(found.length, 'a floor for what nobody uses any more').toBeGreaterThan(0);
    const low = found.filter(({ version }) => !isAbove(version, floor.from));
    expect(where(low.filter(({ location }) => !(location in BELOW)))).toEqual([]);
  });

  it('what may stand below is still there, still below, and still never run', () => {
    for (const location of Object.keys(BELOW)) {
      const copy = copies.find((one) => one.location === location);
      expect(copy?.dev, location).toBe(true);
      expect(isAbove(copy?.version ?? '', FLOORS[copy?.name ?? '']?.from ?? [])).toBe(false);
    }
    expect(text('electron-builder.yml')).toMatch(/^npmRebuild: false$/m);
  });

  it('nothing that was given up comes in by another way', () => {
    expect(where(copies.filter(({ name }) => name in GIVEN_UP))).toEqual([]);
    expect(copies.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.values(GIVEN_UP)));
  });

  it('the libraries that others bring are held above their floors by overrides', () => {
    for (const name of ['tar', 'http-cache-semantics']) {
      expect(isAbove(packageJson.overrides[name] ?? '', FLOORS[name]?.from ?? [])).toBe(true);
    }
  });

  it('UPD-01 Electron is the newest of a line that gets fixes', () => {
    const pinned = packageJson.devDependencies['electron'] ?? '';
    const lines = Object.keys(ELECTRON_LINES.newest).map(Number);
    expect(Math.max(...lines) - Math.min(...lines)).toBe(2);
    expect(lines).toHaveLength(3);
    expect(pinned).toBe(ELECTRON_LINES.newest[pinned.split('.')[0] ?? '']);
    expect(tableAge(new Date(`${ELECTRON_LINES.written}T12:00:00Z`))).toBe(0);
    expect(tableAge(new Date('2027-01-01T00:00:00Z'))).toBeGreaterThan(14);
  });

  it.each([
    ['1.4.1', '1.4.0', 1],
    ['1.10.0', '1.9.9', 1],
    ['7.0.0', '7.0.0', 0],
    ['7.5.2', '7.5.19', -1],
    ['6.3.0-alpha.6', '6.3.0', -1],
  ] as const)('%s compared with %s is %d', (one, other, expected) => {
    expect(compareVersions(one, other)).toBe(expected);
  });

  it('a floor counts for its own line, and the highest for all that have none', () => {
    const floors = ['6.4.5', '7.3.2', '8.0.16'];
    expect(['6.4.5', '7.3.2', '8.0.16', '9.0.0'].filter((v) => !isAbove(v, floors))).toEqual([]);
    expect(['5.9.9', '6.4.4', '7.3.1', '8.0.15'].filter((v) => isAbove(v, floors))).toEqual([]);
  });
});

describe('licences', () => {
  it('of tools are such that their use binds nobody', () => {
    const tools = copies.filter(({ dev }) => dev === true);
    expect(where(tools.filter(({ license = '' }) => !isAllowed(license, TOOLS)))).toEqual([]);
  });

  it('that ask for the source of what they are in are not allowed, nor is what nobody can read', () => {
    const refused = ['GPL-3.0-only', 'AGPL-3.0', 'LGPL-2.1', 'MPL-2.0', 'SSPL-1.0', 'UNLICENSED'];
    const unclear = ['', 'SEE LICENSE IN LICENSE', 'MIT AND GPL-2.0', '(MIT OR ISC) AND GPL-2.0'];
    const all = [...refused, ...unclear, 'GPL-2.0 WITH Classpath-exception-2.0'];
    expect(all.filter((licence) => isAllowed(licence, INSIDE))).toEqual([]);
    const fine = ['MIT', '(MIT OR GPL-3.0)', 'MIT AND ISC', 'OFL-1.1'];
    expect(fine.filter((licence) => !isAllowed(licence, INSIDE))).toEqual([]);
  });
});

/** Library of the page -> why it has no door: what every file of the page is made with, or no code. */
const WITHOUT_DOOR: Readonly<Record<string, string>> = {
  svelte: 'the language of the page',
  '@digdir/designsystemet-css': 'styles',
  '@fontsource-variable/inter': 'a font',
  '@fontsource-variable/jetbrains-mono': 'a font',
};

describe('doors of the page', () => {
  const styles = readdirSync(path.join(root, 'renderer/styles')).map((name) =>
    text(`renderer/styles/${name}`),
  );
  const named = [
    ...sources(['renderer', 'preload']).flatMap((file) => file.imports),
    ...styles.flatMap((style) =>
      [...style.matchAll(/(?:url\(|@import )'([^']+)'/g)].map((m) => m[1] ?? ''),
    ),
  ];
  const libraries = new Set(
    named.filter((name) => !/^(main|preload|renderer|data:|\.)/.test(name)).map(library),
  );

  it('ARC-02 every library that is built into the page has a door, or a reason to have none', () => {
    expect(libraries.size).toBeGreaterThan(10);
    const bare = [...libraries].filter((name) => !(name in doors) && !(name in WITHOUT_DOOR));
    expect(bare).toEqual([]);
    expect(Object.keys(WITHOUT_DOOR).filter((name) => !libraries.has(name))).toEqual([]);
  });

  it('of the design system every part that is used has its styles, and no other part does', () => {
    const imported = [
      ...text('renderer/styles/design-system.css').matchAll(/css\/([\w-]+\.css)' layer/g),
    ].map((found) => found[1] ?? '');
    const folder = path.join(root, 'node_modules/@digdir/designsystemet-css/dist/src');
    const styleOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
    const files = readdirSync(path.join(root, 'renderer'), { recursive: true, encoding: 'utf8' });
    const page = files
      .filter((name) => /\.(svelte|ts)$/.test(name))
      .map((n) => text(`renderer/${n}`));
    const used = new Set(page.flatMap((one) => one.match(/(?<![\w-])ds-[a-z-]+(?!-)\b/g) ?? []));
    const classes = [...used].filter((name) => styleOf('index.css').includes(`.${name}{`));
    expect(classes).toContain('ds-input');
    const styled = (name: string) => imported.filter((one) => styleOf(one).includes(`.${name}{`));
    expect(classes.filter((name) => styled(name).length === 0)).toEqual([]);
    const needed = ['base.css', 'data-size-workaround.css', ...classes.flatMap(styled)];
    expect(imported.filter((name) => !needed.includes(name))).toEqual([]);
  });

  it('the library that writes the bill of materials has one door too', () => {
    const scripts = readdirSync(path.join(root, 'build')).filter((name) => name.endsWith('.mjs'));
    const users = scripts.filter((name) => text(`build/${name}`).includes("from '@cyclonedx/"));
    expect(users).toEqual(['materials.mjs']);
  });

  it('what was copied out of a library is still there', () => {
    for (const [name, file] of Object.entries(COPIED)) {
      expect(text(file), name).toContain(name);
    }
  });
});
