// The bill of materials and the notices of the real build, and what stops a build that would omit some.
import { Ajv } from 'ajv';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { libraryFolder, notedLibraries } from '../../build/libraries.mjs';
import { CONCLUSIONS, HOLDERS, INSIDE } from '../../build/licences.mjs';
import { billOfMaterials, inventory, type Lock, sourceTime } from '../../build/materials.mjs';
import { createSbom } from '../../main/diagnostics/sbom.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';

const readJson = (file: string): unknown => JSON.parse(readFileSync(path.join(root, file), 'utf8'));
const packageJson = readJson('package.json') as Record<string, Record<string, string>>;
const SCHEMAS = 'node_modules/@cyclonedx/cyclonedx-library/res/schema';
/** Where the schemas look for each other; nothing is fetched. */
const SCHEMA_HOME = 'http://cyclonedx.org/schema';

interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly timestamp?: string; readonly component: { 'bom-ref': string } };
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly name: string;
    readonly group?: string;
    readonly version?: string;
    readonly purl?: string;
    readonly hashes?: readonly { alg: string; content: string }[];
  }[];
  readonly dependencies: readonly { ref: string; dependsOn?: readonly string[] }[];
}

beforeAll(() => ensureBuilt({ logLevel: 'silent' }), 120_000);

describe('the bill of materials', () => {
  const made = (time?: Date) => billOfMaterials(inventory(), { packageJson, time });
  const bill = () => JSON.parse(made()) as Bill;

  it('UPD-03 is valid CycloneDX 1.6', () => {
    const ajv = new Ajv({ strict: false, validateFormats: false });
    for (const name of ['spdx', 'jsf-0.82']) {
      const file = `${name}.SNAPSHOT.schema.json`;
      ajv.addSchema(readJson(`${SCHEMAS}/${file}`) as object, `${SCHEMA_HOME}/${file}`);
    }
    const isValid = ajv.compile(readJson(`${SCHEMAS}/bom-1.6.SNAPSHOT.schema.json`) as object);
    expect(isValid(JSON.parse(made(new Date(0)))), JSON.stringify(isValid.errors)).toBe(true);
    expect(isValid({ ...bill(), components: [{ name: 'a' }] })).toBe(false);
  });

  it('UPD-03 names every library of node_modules, of the page and of the bridges, and Electron', () => {
    const found = new Set(bill().components.map(({ purl }) => purl));
    const noted = Object.values(notedLibraries()).flat();
    expect(noted).toEqual(expect.arrayContaining(['node_modules/svelte', 'node_modules/zod']));
    expect(noted).toContain('node_modules/@fontsource-variable/inter');
    expect(noted).toContain('node_modules/@digdir/designsystemet-css');
    const { packages } = readJson('package-lock.json') as Lock;
    const inside = Object.entries(packages).filter(
      ([location, { dev }]) => location !== '' && (dev !== true || noted.includes(location)),
    );
    const purls = inside.map(([location, { name, version }]) => {
      const own = name ?? location.slice(location.lastIndexOf('node_modules/') + 13);
      return `pkg:npm/${own.replace('@', '%40')}@${version}`;
    });
    expect(purls.length).toBeGreaterThan(50);
    expect(purls.filter((purl) => !found.has(purl))).toEqual([]);
    const names = bill().components.map(({ name }) => name);
    const others = ['electron', 'Chromium', 'Node.js', 'libxml2', 'aksel-icons'];
    expect(others.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('UPD-03 has for each library the digest of the lock file, and hangs together', () => {
    const { components, dependencies, metadata } = bill();
    const { packages } = readJson('package-lock.json') as Lock;
    const digests = new Set(
      Object.values(packages).map(({ integrity = '' }) =>
        Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
      ),
    );
    for (const { purl, hashes } of components) {
      if (purl === undefined || purl.startsWith('pkg:npm/electron@')) continue;
      expect(hashes?.[0]?.alg, purl).toBe('SHA-512');
      expect(digests.has(hashes?.[0]?.content ?? ''), purl).toBe(true);
    }
    const refs = [metadata.component['bom-ref'], ...components.map((one) => one['bom-ref'])];
    expect(new Set(refs).size).toBe(refs.length);
    const edges = new Map(dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
    const reached = new Set<string>();
    const walk = (ref: string) => {
      if (reached.has(ref)) return;
      reached.add(ref);
      edges.get(ref)?.forEach(walk);
    };
    walk(metadata.component['bom-ref']);
    expect(refs.filter((ref) => !reached.has(ref))).toEqual([]);
  });

  it('UPD-03 is the same bytes for the same build, and another serial number for another', () => {
    expect(made()).toBe(made());
    const other = billOfMaterials(inventory().slice(1), { packageJson, time: undefined });
    expect((JSON.parse(other) as Bill).serialNumber).not.toBe(bill().serialNumber);
    expect(bill().serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8/);
    const timed = JSON.parse(made(sourceTime({ SOURCE_DATE_EPOCH: '1700000000' }))) as Bill;
    expect(timed.metadata.timestamp).toBe('2023-11-14T22:13:20.000Z');
    expect(() => sourceTime({ SOURCE_DATE_EPOCH: 'today' })).toThrow('number of seconds');
  });
});

describe('the notices', () => {
  it('have for each part one allowed licence and its text, with the holder’s name', () => {
    const all = inventory();
    expect(all.filter(({ licence }) => !INSIDE.includes(licence))).toEqual([]);
    const short = all.filter(({ notice }) => !/copyright|licen[cs]e/i.test(notice));
    expect(short.map(({ name }) => name)).toEqual([]);
    const named = new Set(all.map(({ name }) => name));
    const decided = [...Object.keys(CONCLUSIONS), ...Object.keys(HOLDERS)];
    expect(decided.filter((name) => !named.has(name))).toEqual([]);
  });

  it('of the build are what the program reads', async () => {
    const materials = createSbom({ folder: path.join(root, 'dist/materials') });
    const all = await materials.components();
    expect(all.map(({ name }) => name)).toEqual(inventory().map(({ name }) => name));
    expect(JSON.parse(Buffer.from(await materials.bill()).toString())).toMatchObject({
      specVersion: '1.6',
    });
  });
});

/** A project of one library `a`, with what every build has. */
function project(own: { licence?: string; version?: string; texts?: Record<string, string> }) {
  const folder = tempFolder();
  const { licence = 'MIT', version = '1.0.0', texts = { LICENSE: 'MIT License, by A' } } = own;
  const write = (name: string, files: Record<string, string>) => {
    mkdirSync(path.join(folder, 'node_modules', name), { recursive: true });
    for (const [file, content] of Object.entries(files)) {
      writeFileSync(path.join(folder, 'node_modules', name, file), content);
    }
  };
  const mine = JSON.stringify({ version, license: licence });
  const plain = JSON.stringify({ version: '1.0.0', license: 'MIT' });
  write('a', { 'package.json': mine, ...texts });
  write('@navikt/aksel-icons', { 'package.json': plain });
  write('electron', { 'package.json': plain, LICENSE: 'MIT License', 'checksums.json': '{}' });
  const locked = { version: '1.0.0', integrity: `sha512-${'A'.repeat(86)}==` };
  const lock: Lock = {
    packages: {
      '': {},
      'node_modules/a': { ...locked, license: licence },
      'node_modules/@navikt/aksel-icons': { ...locked, dev: true },
      'node_modules/electron': { ...locked, dev: true },
    },
  };
  const libraries = { renderer: ['node_modules/a'] };
  return inventory({ folder, lock, libraries, runtime: { node: '24.22.1' } });
}

describe('a build stops', () => {
  it('at nothing that is in order', () => {
    const found = project({ texts: { 'LICENSE.md': 'Text\r\n\tmore\u202e', NOTICE: 'Notice' } });
    const own = found.find(({ name }) => name === 'a');
    expect(own).toMatchObject({ licence: 'MIT', parts: ['node_modules', 'renderer'] });
    expect(own?.notice).toBe('Text\n    more\n\nNotice');
    expect(found.find(({ name }) => name === 'Node.js')?.version).toBe('24.22.1');
  });

  it.each([
    ['GPL-3.0-only', 'a is licensed as "GPL-3.0-only"'],
    ['MPL-2.0', 'a is licensed as "MPL-2.0"'],
    ['(MIT OR GPL-2.0)', 'a is licensed as "(MIT OR GPL-2.0)"'],
    ['', 'a is licensed as ""'],
  ])('at the licence %j, with the name of the library', (licence, message) => {
    expect(() => project({ licence })).toThrow(message);
  });

  it('at a licence whose text is missing, unless nothing has to be passed on', () => {
    expect(() => project({ texts: {} })).toThrow('a holds no text of its licence MIT');
    expect(project({ licence: '0BSD', texts: {} })).toHaveLength(5);
  });

  it('at another version than that of the lock file', () => {
    expect(() => project({ version: '1.0.1' })).toThrow(
      'node_modules/a is 1.0.1 where package-lock.json has 1.0.0',
    );
  });
});

it.each([
  ['/x/node_modules/svelte/src/a.js', 'node_modules/svelte'],
  ['/x/node_modules/@a/b/c.css?inline', 'node_modules/@a/b'],
  ['C:\\x\\node_modules\\a\\node_modules\\b\\c.js', 'node_modules/a/node_modules/b'],
  ['/x/renderer/main.ts', undefined],
])('the library of %s is %s', (file, folder) => {
  expect(libraryFolder(file)).toBe(folder);
});
