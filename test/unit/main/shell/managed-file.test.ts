// The file of managed settings: accepted whole, not obeyed, or refused with a sentence that says what is wrong.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { failureOf } from '../../../../main/problem.ts';
import {
  heldBy,
  readManagedFile,
  readManagedSettings,
  usualFiles,
} from '../../../../main/shell/managed-file.ts';
import { managedFeature, managedSettings } from '../../../../preload/contract/managed.ts';
import { root } from '../../../support/imports.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

let temp: ReturnType<typeof makeTempFolder>;
let file: string;
beforeEach(() => {
  temp = makeTempFolder('steward-managed');
  file = path.join(temp.path, 'steward', 'managed.json');
  mkdirSync(path.dirname(file), { mode: 0o755 });
});
afterEach(() => {
  temp.remove();
});

/** Whoever runs the tests is an administrator here, beside root, whom the folders above belong to. */
const isOwn = (uid: number) => uid === 0 || uid === process.getuid?.();
const own = heldBy(isOwn);
const write = (content: unknown) => {
  const text =
    typeof content === 'string' || content instanceof Uint8Array
      ? content
      : JSON.stringify(content);
  writeFileSync(file, text);
  chmodSync(file, 0o644);
};
/** What the start would say. */
async function refusalOf(content: unknown): Promise<string> {
  write(content);
  return failureTold();
}
async function failureTold(): Promise<string> {
  const failure = await readManagedFile(file, own).then(() => undefined, failureOf);
  if (failure === undefined) return 'taken';
  expect(failure.kind).toBe('file');
  return failure.message;
}

const untrustedOf = async (owners = isOwn) =>
  (await readManagedFile(file, heldBy(owners))).untrusted;

const least = { version: 1, managedBy: 'IT' };
const place = { name: 'A', environment: 'test', baseAddress: 'https://a.example' };
const person = { kind: 'person', name: 'P', issuer: 'https://id.example' };

describe('a good file', () => {
  it('is taken with what it leaves out filled in', async () => {
    write({
      ...least,
      organisationNumber: '974760673',
      places: [{ ...place, formerHosts: ['old.example'] }],
      providers: [
        person,
        { kind: 'machine-token', name: 'M', tokenEndpoint: 'https://m.example/token' },
      ],
      proxy: { use: 'manual', host: 'proxy.example', port: 3128 },
      updateAddress: null,
      off: ['explorer'],
      limits: { idleLockMinutes: 5 },
    });
    expect((await readManagedFile(file, own)).settings).toMatchObject({
      places: [{ highestTls: 'TLSv1.3', formerHosts: ['old.example'] }],
      updateAddress: null,
      off: ['explorer'],
    });
  });

  it('may begin with a byte order mark', async () => {
    write(`\ufeff${JSON.stringify(least)}`);
    expect((await readManagedFile(file, own)).settings).toEqual(least);
  });

  it('may have the same field in two objects, and names with quotes in them', async () => {
    write({
      ...least,
      managedBy: 'a ":" {b}',
      places: [place, { ...place, name: 'B', baseAddress: 'https://b.example' }],
    });
    expect((await readManagedFile(file, own)).settings?.managedBy).toBe('a ":" {b}');
  });

  it('is the one of the page for operators', async () => {
    const page = readFileSync(path.join(root, 'build/guide/managed-settings.md'), 'utf8');
    write(/```json\n(.*?)```/s.exec(page)?.[1] ?? '');
    const { settings: found } = await readManagedFile(file, own);
    // Every field there is stands in the example.
    expect(Object.keys(found ?? {}).toSorted()).toEqual(
      Object.keys(managedSettings.shape).toSorted(),
    );
    for (const feature of managedFeature.options) expect(page).toContain(`| \`${feature}\``);
  });

  it('is not needed: without it nothing is settled', async () => {
    const none = { settings: null, untrusted: null };
    expect(await readManagedFile(file, own)).toEqual(none);
    expect(await readManagedFile(path.join(temp.path, 'none', 'managed.json'), own)).toEqual(none);
  });
});

const bad: readonly (readonly [name: string, content: unknown, words: string])[] = [
  ['empty', '', 'is empty'],
  ['blank', ' \n', 'is empty'],
  ['no JSON', '{ version: 1 }', 'must be JSON'],
  ['cut off', '{"version":1,"managedBy":"IT"', 'must be JSON'],
  ['with a comment', '{"version":1,"managedBy":"IT"} // ours', 'must be JSON'],
  ['UTF-16', Buffer.from(JSON.stringify(least), 'utf16le'), 'must be'],
  ['latin-1', Buffer.from('{"version":1,"managedBy":"Økonomi"}', 'latin1'), 'must be UTF-8'],
  ['a list', [], 'the file must be an object'],
  ['null', 'null', 'the file must be an object'],
  ['no version', { managedBy: 'IT' }, 'version is missing'],
  ['a later version', { ...least, version: 2 }, 'version must be 1'],
  ['nobody', { version: 1 }, 'managedBy is missing'],
  ['an empty name', { ...least, managedBy: '' }, 'managedBy must be filled in'],
  ['a name that is a number', { ...least, managedBy: 7 }, 'managedBy must be text in quotes'],
  [
    'a name with a control character',
    { ...least, managedBy: 'I\u0007T' },
    'without control characters',
  ],
  ['an unknown field', { ...least, ofF: [] }, 'ofF is a field that this version does not know'],
  [
    'an unknown field of a place',
    { ...least, places: [{ ...place, tls: 1 }] },
    'places[0].tls is a field that this version does not know',
  ],
  [
    'an unknown feature',
    { ...least, off: ['explorer', 'mesages'] },
    'off[1] must be one of enterprise-users,',
  ],
  ['off as text', { ...least, off: 'explorer' }, 'off must be a list in brackets'],
  ['off twice', '{"version":1,"managedBy":"IT","off":["explorer"],"off":[]}', 'field off twice'],
  [
    'off twice, once in disguise',
    '{"version":1,"managedBy":"IT","off":["explorer"],"\\u006fff":[]}',
    'field off twice',
  ],
  ['no place', { ...least, places: [] }, 'places must be filled in'],
  [
    'plain http',
    { ...least, places: [{ ...place, baseAddress: 'http://a.example' }] },
    'places[0].baseAddress must be an https address',
  ],
  [
    'a name and password in the address',
    { ...least, places: [{ ...place, baseAddress: 'https://u:p@a.example' }] },
    'places[0].baseAddress must be an https address',
  ],
  [
    'an unknown environment',
    { ...least, places: [{ ...place, environment: 'prod' }] },
    'places[0].environment must be one of production, test',
  ],
  [
    'one address twice',
    { ...least, places: [place, { ...place, name: 'B', baseAddress: 'https://A.example:443/' }] },
    'same baseAddress in places[0] and places[1]',
  ],
  [
    'one name twice',
    { ...least, places: [place, { ...place, name: 'a', baseAddress: 'https://b.example' }] },
    'same name in places[0] and places[1]',
  ],
  [
    'a former host with a port',
    { ...least, places: [{ ...place, formerHosts: ['old.example:443'] }] },
    'places[0].formerHosts[0] must be the name of a host',
  ],
  [
    'a provider of no kind',
    { ...least, providers: [{ name: 'P', issuer: 'https://id.example' }] },
    'providers[0]',
  ],
  [
    'an issuer with a query',
    { ...least, providers: [{ ...person, issuer: 'https://id.example?x=1' }] },
    'providers[0].issuer must be an https address',
  ],
  ['a proxy of no kind', { ...least, proxy: { use: 'pac' } }, 'proxy'],
  [
    'a proxy as an address',
    { ...least, proxy: { use: 'manual', host: 'http://p.example', port: 80 } },
    'proxy.host must be the name of a host',
  ],
  [
    'a port out of range',
    { ...least, proxy: { use: 'manual', host: 'p.example', port: 70_000 } },
    'proxy.port must be within its limits',
  ],
  [
    'a port as text',
    { ...least, proxy: { use: 'manual', host: 'p.example', port: '80' } },
    'proxy.port must be a number',
  ],
  ['updates as a word', { ...least, updateAddress: 'off' }, 'updateAddress must be an https'],
  [
    'a limit out of range',
    { ...least, limits: { clipboardSeconds: 0 } },
    'limits.clipboardSeconds must be within its limits',
  ],
  ['a bad number', { ...least, organisationNumber: '974760674' }, 'organisation number of nine'],
  ['too large', { ...least, managedBy: 'x'.repeat(256 * 1024) }, 'larger than 256 KiB'],
];

describe('a file that cannot be relied on', () => {
  it.each(bad)('%s is refused in words', async (_name, content, words) => {
    const told = await refusalOf(content);
    expect(told).toContain(words);
    expect(told).toContain(file);
    expect(told).toContain('ask whoever manages this computer');
    // One line, as the error box and the terminal show it.
    expect(told).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it('names every fault at once, and not the whole file', async () => {
    const told = await refusalOf({ a: 1, b: 2, c: 3, d: 4, e: 5, f: 6 });
    expect(told).toMatch(/version is missing; .*; and \d more/);
  });

  const posix = it.skipIf(process.platform === 'win32');
  posix.each([0o664, 0o646, 0o666])('FIL-08 mode %o lets others write', async (mode) => {
    write(least);
    chmodSync(file, mode);
    expect(await untrustedOf()).toEqual({ place: file, why: 'writable' });
  });
  posix.each([0o777, 0o1777])('FIL-08 its folder of mode %o lets others write', async (mode) => {
    write(least);
    chmodSync(path.dirname(file), mode);
    expect(await untrustedOf()).toEqual({ place: path.dirname(file), why: 'writable' });
  });
  posix('FIL-08 another owner than root is not trusted, at no step', async () => {
    write(least);
    expect(await untrustedOf(() => false)).toEqual({ place: '/', why: 'owner' });
    expect(
      (
        await readManagedFile(
          file,
          heldBy(() => false),
        )
      ).settings,
    ).toBeNull();
  });
  posix('a symbolic link is not followed, nor one in the place of the folder', async () => {
    const real = path.join(temp.path, 'real.json');
    writeFileSync(real, JSON.stringify(least));
    symlinkSync(real, file);
    expect(await untrustedOf()).toEqual({ place: file, why: 'link' });
    const link = path.join(temp.path, 'linked');
    symlinkSync(path.dirname(file), link);
    file = path.join(link, 'managed.json');
    expect(await untrustedOf()).toEqual({ place: link, why: 'link' });
  });
  posix('a folder, a pipe, and a file in the place of the folder are no files', async () => {
    mkdirSync(file);
    expect(await failureTold()).toContain('must be a file');
    const base = file;
    file = path.join(temp.path, 'steward', 'pipe');
    execFileSync('mkfifo', [file]);
    expect(await failureTold()).toContain('must be a file');
    file = path.join(temp.path, 'plain', 'managed.json');
    writeFileSync(path.dirname(file), '');
    expect(await failureTold()).toContain('must be a folder');
    file = base;
  });
});

describe('where it is looked for', () => {
  const at = (platform: NodeJS.Platform, env = {}) =>
    usualFiles({ platform, home: '/home/x', env });
  it('one place on each system, that no home folder is in', () => {
    expect(at('linux')).toEqual(['/etc/steward/managed.json']);
    expect(at('darwin')).toEqual(['/Library/Application Support/Steward/managed.json']);
    expect(at('win32')).toEqual(['C:\\ProgramData\\Steward\\managed.json']);
  });
  it('a variable on Windows adds a place behind the usual one and takes none away', () => {
    expect(at('win32', { ProgramData: 'D:\\Data' })).toEqual([
      'C:\\ProgramData\\Steward\\managed.json',
      'D:\\Data\\Steward\\managed.json',
    ]);
    expect(at('win32', { ProgramData: 'relative' })).toHaveLength(1);
    expect(at('win32', { ProgramData: 'C:\\ProgramData' })).toHaveLength(1);
  });
});

describe('a trial of a file', () => {
  const surroundings = (env: Record<string, string>) => ({
    platform: process.platform,
    home: '/',
    env,
  });
  it('counts with both variables, and never in the installed program', async () => {
    write({ ...least, managedBy: 'Trial' });
    const read = (env: Record<string, string>, installed = false) =>
      readManagedSettings(surroundings(env), { installed });
    const both = { STEWARD_MANAGED: file, STEWARD_E2E: '1' };
    expect((await read(both)).settings?.managedBy).toBe('Trial');
    for (const found of [await read(both, true), await read({ STEWARD_MANAGED: file })])
      expect(found.settings?.managedBy).not.toBe('Trial');
  });
});
