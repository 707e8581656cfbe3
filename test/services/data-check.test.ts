// The check of everything on a real keyring, with files damaged while the program runs: found, repaired, left.
import { everythingOn } from '../platform/shape.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { accountIn } from '../../main/secrets/vault-format.ts';
import type { CheckedStore, CheckReport, Finding } from '../../preload/contract/check.ts';
import type { OneTimeSecret } from '../../preload/contract/one-time-secrets.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { root } from '../support/imports.ts';
import {
  type Entries,
  idOf,
  type KeyringEntries,
  openEntries,
} from '../support/keyring-entries.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { serviceOf } from '../support/message-desk.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

let platform: Platform;
let keyring: Keyring;
let entries: KeyringEntries;
const temp = makeTempFolder('steward-check');
const data = path.join(temp.path, 'data');
const saved = path.join(temp.path, 'saved');

/** A folder with something of everything, and the keyring beside it. */
let held: Entries;
let connection = '';
let user = '';

beforeAll(async () => {
  platform = await startPlatform({
    users: 2,
    services: 4,
    messages: 2,
    years: 1,
    switches: everythingOn,
  });
  keyring = await startKeyring();
  entries = await openEntries(keyring);
  const program = await startProgram(keyring, data);
  const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
  const connected = await program.order({
    do: 'connect',
    platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
  });
  connection = connected?.connection ?? '';
  const [first = '', second = ''] = platform.control.users;
  user = first;
  await program.order({ do: 'rotate', connection, userName: first });
  await program.order({ do: 'job', connection, userNames: [second] });
  await program.order({ do: 'copy', connection, scope: { what: 'everything' } });
  const at = { connection, who: 'my' };
  const service = serviceOf(platform.control.messages.serviceWith({ subForm: true }));
  const sent = { ...at, ...service, then: 'fill-in' };
  const { id: message } = await call<{ id: string }>(program, 'messages.create', sent);
  const shown = await call<{ forms: { id: string }[] }>(program, 'messages.get', {
    ...at,
    message,
    markAsRead: false,
  });
  await call(program, 'formDrafts.begin', { ...at, message, form: shown.forms[0]?.id });
  await program.end();
  // What a kill has left is finished by a start.
  const next = await startProgram(keyring, data);
  await next.order({ do: 'look' });
  await next.end();
  held = await entries.read();
  copyFolder(data, saved);
}, 90_000);

afterAll(async () => {
  await entries.end();
  await keyring.stop();
  await platform.stop();
  temp.remove();
});

/** Folder and keyring as they were left. */
async function start(): Promise<Program> {
  rmSync(data, { recursive: true });
  copyFolder(saved, data);
  await entries.layOut(held);
  const program = await startProgram(keyring, data);
  onTestFinished(() => program.end());
  return program;
}

async function call<T>(program: Program, operation: string, input: object = {}): Promise<T> {
  const told = await program.order({ do: 'call', operation, input });
  if (told?.failed !== undefined) throw new Error(told.failed);
  return told?.value as T;
}

const check = (program: Program) => call<CheckReport>(program, 'app.check');
const findings = ({ stores }: CheckReport) =>
  stores.flatMap(({ store, findings: found }) => found.map((one) => ({ store, ...one })));
const problems = (report: CheckReport) =>
  findings(report).filter(({ kind }) => kind !== 'set-aside');

/** The first file in this folder with such a name. */
function fileIn(folder: string, name: RegExp): string {
  const all = readdirSync(path.join(data, folder), { recursive: true, encoding: 'utf8' });
  const found = all.sort().find((one) => name.test(path.basename(one)));
  if (found === undefined) throw new Error(`No ${String(name)} in ${folder}.`);
  return path.join(data, folder, found);
}

const flip = (file: string, place = 0.6) => {
  const bytes = readFileSync(file);
  const at = Math.floor(bytes.length * place);
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file, bytes);
};

/** All files of the folder but those that a running program changes by itself. */
function contents(): Record<string, string> {
  const all = readdirSync(data, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    all
      .filter((one) => one.isFile())
      .map((one) => path.join(one.parentPath, one.name))
      .filter((file) => !/\/logs\//.test(file))
      .map((file) => [path.relative(data, file), readFileSync(file, 'base64')]),
  );
}

describe('a check of everything', () => {
  it('SAR-03 finds nothing in a whole folder, has read every store, and changes no file', async () => {
    const program = await start();
    const before = contents();
    const report = await check(program);
    expect(findings(report)).toEqual([]);
    expect(report).toMatchObject({ repaired: 0, left: 0, readOnly: false });
    const read = Object.fromEntries(report.stores.map((one) => [one.store, one.read]));
    for (const store of ['documents', 'journal', 'vault', 'escrow', 'jobs', 'drafts', 'copy'])
      expect(read[store], store).toBeGreaterThan(0);
    expect(report.stores.map(({ failure }) => failure)).toEqual(report.stores.map(() => null));
    expect(contents()).toEqual(before);
  });

  interface Damage {
    readonly store: CheckedStore;
    readonly file: () => string;
    readonly kind?: Finding['kind'];
    /** Flipped when left out. */
    readonly damage?: (file: string) => void;
  }
  const inData = (name: string) => () => path.join(data, name);
  const zeros = (file: string) => {
    writeFileSync(file, Buffer.alloc(readFileSync(file).length));
  };
  const damages: readonly (readonly [string, Damage])[] = [
    ['a document', { store: 'documents', file: inData('connections.json') }],
    [
      'a document that is gone',
      {
        store: 'documents',
        file: inData('credentials.json'),
        kind: 'missing',
        damage: (file) => {
          rmSync(file);
        },
      },
    ],
    ['the journal (AUD-05)', { store: 'journal', file: inData('journal.jsonl') }],
    ['the list of the vault (FLT-03)', { store: 'vault', file: inData('vault.log') }],
    [
      'the log of the escrow, of zeros (FLT-04)',
      {
        store: 'escrow',
        file: inData('escrow.log'),
        damage: zeros,
      },
    ],
    [
      'rows of a job',
      {
        store: 'jobs',
        file: () => fileIn('jobs', /\.rows$/),
        damage: (file) => {
          flip(file, 0.98);
        },
      },
    ],
    [
      'a draft (FLT-06)',
      {
        store: 'drafts',
        file: () => fileIn('drafts', /\.draft$/),
        damage: (file) => {
          writeFileSync(file, Buffer.concat([readFileSync(file), Buffer.from('not a line\n')]));
        },
      },
    ],
  ];
  it.each(damages)(
    'SAR-03 repairs %s, keeps what stood there, and all is there at the next start',
    async (_, { store, file: find, kind = 'damaged', damage = flip }) => {
      const program = await start();
      const file = find();
      const secrets = await call<OneTimeSecret[]>(program, 'oneTimeSecrets.list');
      damage(file);
      const damaged = existsSync(file) ? readFileSync(file) : undefined;
      const report = await check(program);
      const [found, ...more] = problems(report);
      expect(more).toEqual([]);
      expect(found).toMatchObject({ store, kind, outcome: 'repaired' });
      expect(path.basename(found?.what ?? '')).toBe(path.basename(file));
      if (damaged === undefined) expect(found?.kept).toBeNull();
      else
        expect(readFileSync(path.join(path.dirname(file), found?.kept ?? '')).equals(damaged)).toBe(
          true,
        );
      expect(problems(await check(program))).toEqual([]);
      await program.end();

      const next = await startProgram(keyring, data);
      onTestFinished(() => next.end());
      expect(problems(await check(next))).toEqual([]);
      expect(await call(next, 'oneTimeSecrets.list')).toEqual(secrets);
      const { connections } = await call<{ connections: { id: string }[] }>(next, 'app.start');
      expect(connections.map(({ id }) => id)).toEqual([connection]);
    },
    30_000,
  );

  it('AUD-01 a repair makes one line in the journal, and a check that repairs nothing makes none', async () => {
    const program = await start();
    const lines = async () => {
      const all = await call<{ lines: { operation: string; outcome: string; detail: string }[] }>(
        program,
        'activity.list',
        { filter: {}, limit: 100 },
      );
      return all.lines.filter(({ operation }) => operation === 'app.check');
    };
    await check(program);
    expect(await lines()).toEqual([]);
    flip(path.join(data, 'connections.json'));
    await check(program);
    expect(await lines()).toMatchObject([{ outcome: 'done', detail: '1 repaired' }]);
  });

  it('reads every document of the offline copy: a damaged file is replaced by what of it is whole, and lost documents are named', async () => {
    const program = await start();
    flip(fileIn('reference', /^documents-\d+\.ndjson$/), 0.5);
    const report = await check(program);
    const found = problems(report);
    expect(new Set(found.map(({ store }) => store))).toEqual(new Set(['copy']));
    expect(found.filter(({ outcome }) => outcome === 'repaired')).toHaveLength(1);
    const lost = found.filter(({ outcome }) => outcome === 'left');
    expect(lost.length).toBeGreaterThan(0);
    expect(report.left).toBe(lost.length);
  });

  it('FLT-03 a secret that the keychain has lost is left to a person, with its user; its record stays', async () => {
    const program = await start();
    const [secret] = await call<OneTimeSecret[]>(program, 'oneTimeSecrets.list').then((all) =>
      all.filter(({ userName }) => userName === user),
    );
    const name = `secrets/${connection}/${secret?.id ?? ''}`;
    const { [accountIn(idOf(data), name)]: gone, ...others } = await entries.read();
    expect(gone).toBeDefined();
    await entries.layOut(others);
    const log = readFileSync(path.join(data, 'escrow.log'));
    const report = await check(program);
    expect(problems(report)).toEqual([
      {
        store: 'vault',
        kind: 'missing',
        what: name,
        concerns: user,
        outcome: 'left',
        kept: null,
      },
    ]);
    expect(readFileSync(path.join(data, 'escrow.log')).equals(log)).toBe(true);
  });

  it('SAR-03 files that belong to nothing are named and stay: rows of no job, drafts of no connection', async () => {
    const program = await start();
    const rows = path.join(data, 'jobs', '00000000-0000-4000-8000-000000000000.rows');
    cpSync(fileIn('jobs', /\.rows$/), rows);
    const stray = path.join(data, 'drafts', '0'.repeat(32));
    cpSync(path.dirname(fileIn('drafts', /\.draft$/)), stray, { recursive: true });
    const found = problems(await check(program));
    expect(found.map(({ store, kind, outcome }) => `${store} ${kind} ${outcome}`)).toEqual([
      'jobs orphaned left',
      'drafts orphaned left',
    ]);
    expect(existsSync(rows)).toBe(true);
    expect(readdirSync(stray)).toHaveLength(1);
  });
});

describe('two damages at once', () => {
  it('FLT-09 a secret that the list and what used it have both lost is named, stays, and goes when all is erased', async () => {
    await (await start()).end();
    // The list was set aside once, and goes to zeros now; what names credentials and one-time secrets is gone.
    const list = path.join(data, 'vault.log');
    const bytes = readFileSync(list);
    const half = Math.floor(bytes.length / 2);
    writeFileSync(list, Buffer.concat([Buffer.alloc(16), bytes.subarray(16)]));
    writeFileSync(list, Buffer.concat([readFileSync(list).subarray(0, half), Buffer.alloc(half)]));
    rmSync(path.join(data, 'credentials.json'));
    rmSync(path.join(data, 'escrow.log'));
    cpSync(
      path.join(saved, 'vault.log'),
      path.join(data, 'vault.log.bad-2026-01-01T00-00-00-000Z'),
    );
    const before = await entries.read();
    const program = await startProgram(keyring, data);
    onTestFinished(() => program.end());
    const orphans = problems(await check(program)).filter(({ kind }) => kind === 'orphaned');
    expect(orphans.length).toBeGreaterThanOrEqual(2);
    for (const one of orphans)
      expect(one).toMatchObject({
        store: 'vault',
        outcome: 'left',
        what: expect.stringMatching(/^(credential|secrets)\//) as unknown,
      });
    const after = Object.keys(await entries.read());
    expect(after).toEqual(expect.arrayContaining(Object.keys(before)));
    expect(orphans.filter(({ what }) => what.startsWith('secrets/'))).toHaveLength(2);
    // Named again by the next check, as it is still there.
    const again = problems(await check(program)).filter(({ kind }) => kind === 'orphaned');
    expect(again).toEqual(orphans);
    await call(program, 'app.erase', { what: 'everything', anyway: true });
    await program.end();
    expect(Object.keys(await entries.read())).toEqual([]);
  });
});

/** The command line, in a process of its own. */
async function steward(...args: readonly string[]) {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  const terminal = path.join(root, 'dist/main/terminal.js');
  const child = endsWithUs(
    spawn(process.execPath, [...AS_IN_ELECTRON, terminal, ...args, '--data', data], {
      env: keyring.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

describe('steward check', () => {
  it('ends with 0 when all is well, and with 1 and what to do when something is left', async () => {
    await (await start()).end();
    const well = await steward('check');
    expect([well.code, well.out]).toEqual([
      0,
      expect.stringMatching(/^Settings and documents: \d+ read, nothing found\n/),
    ]);
    expect(well.out).toMatch(/\n0 repaired, 0 left to you\.\n$/);
    expect(well.err).toContain('7 of 7: Offline copy');

    flip(path.join(data, 'connections.json'));
    const left = await steward('check');
    expect(left.code).toBe(1);
    expect(left.out).toMatch(/connections\.json\.bad-\S+: set aside earlier\. Take from it/);
    const json = await steward('check', '--json');
    expect(json.code).toBe(1);
    const { value } = JSON.parse(json.out) as { value: CheckReport };
    expect(value.stores.map(({ store }) => store)).toHaveLength(7);
    expect(value.left).toBeGreaterThan(0);
  }, 60_000);
});
