// Files about secrets, damaged in every way beside a real keyring that has all: nothing looks lost or is deleted.
import { everythingOn } from '../platform/shape.ts';
import { spawn } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { escrowRecords } from '../../main/secrets/escrow-log.ts';
import { accountIn } from '../../main/secrets/vault-format.ts';
import { openAppendFile, openLog } from '../../main/storage/log-file.ts';
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
import { makeTempFolder } from '../support/temp-folder.ts';

/** Users of which the keychain has a secret; one more is rotated by tests. */
const SAVED = 3;
let platform: Platform;
let keyring: Keyring;
let entries: KeyringEntries;
const temp = makeTempFolder('steward-list');
const data = path.join(temp.path, 'data');
const saved = path.join(temp.path, 'saved');
const list = path.join(data, 'vault.log');
const escrowLog = path.join(data, 'escrow.log');

/** As three rotations left the folder and the keyring, and the list as it was before the last two. */
let held: Entries;
let olderList: Buffer;
let connection = '';

beforeAll(async () => {
  platform = await startPlatform({ users: SAVED + 1, switches: everythingOn });
  keyring = await startKeyring();
  entries = await openEntries(keyring);
  const program = await startProgram(keyring, data);
  const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
  const connected = await program.order({
    do: 'connect',
    platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
  });
  connection = connected?.connection ?? '';
  for (const userName of platform.control.users.slice(0, SAVED)) {
    await program.order({ do: 'rotate', connection, userName });
    olderList ??= readFileSync(list);
  }
  const [kept] = await secretsOf(program);
  await call(program, 'oneTimeSecrets.keep', { secret: kept?.id });
  await program.end();
  held = await entries.read();
  copyFolder(data, saved);
}, 60_000);

afterAll(async () => {
  await entries.end();
  await keyring.stop();
  await platform.stop();
  temp.remove();
});

/** The folder and the keyring as they were left, with the list as the damage makes it. */
async function startWith(damage: () => void | Promise<void>): Promise<Program> {
  rmSync(data, { recursive: true });
  copyFolder(saved, data);
  await entries.layOut(held);
  await damage();
  const program = await startProgram(keyring, data);
  onTestFinished(() => program.end());
  return program;
}

async function call<T>(program: Program, operation: string, input: object = {}): Promise<T> {
  const told = await program.order({ do: 'call', operation, input });
  if (told?.failed !== undefined) throw new Error(told.failed);
  return told?.value as T;
}

const secretsOf = (program: Program) => call<OneTimeSecret[]>(program, 'oneTimeSecrets.list');

const flipped = (bytes: Buffer, place: number) => {
  const changed = Buffer.from(bytes);
  changed[place] = (changed[place] ?? 0) ^ 1;
  return changed;
};
const bytes = () => readFileSync(path.join(saved, 'vault.log'));
const at = (text: string) => bytes().indexOf(text);
const damages: readonly [string, () => void][] = [
  ['with a bit flipped in its mark', () => writeFileSync(list, flipped(bytes(), 0))],
  [
    'with a bit flipped in the name of a secret',
    () => writeFileSync(list, flipped(bytes(), at('secrets/') + 3)),
  ],
  ['cut in its middle', () => writeFileSync(list, bytes().subarray(0, at('secrets/') + 5))],
  ['empty', () => writeFileSync(list, '')],
  ['of zeros', () => writeFileSync(list, Buffer.alloc(bytes().length))],
  ['gone', () => rmSync(list)],
  ['older than the last two secrets', () => writeFileSync(list, olderList)],
];

describe('the list of the vault', () => {
  it.each(damages)(
    'FLT-03 %s: every secret is shown, can be revealed and cannot be dropped; it is said; erasing leaves nothing',
    async (_, damage) => {
      const program = await startWith(damage);
      const shown = await secretsOf(program);
      expect(shown.map(({ state, kept }) => `${state} ${kept}`).sort()).toEqual([
        'confirmed keychain',
        'waiting keychain',
        'waiting keychain',
      ]);
      for (const { id, userName } of shown) {
        const { secret } = await call<{ secret: string }>(program, 'oneTimeSecrets.reveal', {
          secret: id,
        });
        expect(secret).toBe(platform.control.secretOf(userName));
        const dropped = call(program, 'oneTimeSecrets.resolve', { secret: id, how: 'dropped' });
        await expect(dropped).rejects.toThrow();
      }
      const lasting = (all: Entries) =>
        Object.keys(all).filter((account) => !account.endsWith('.canary'));
      expect(lasting(await entries.read())).toEqual(
        expect.arrayContaining(lasting(held)) as unknown,
      );
      const { setAside } = await call<{ setAside: string[] }>(program, 'app.start');
      expect(setAside.join()).toMatch(/^vault\.log/);
      const users = await call<unknown[]>(program, 'enterpriseUsers.list', { connection });
      expect(users).toBeTruthy();

      await call(program, 'app.erase', { what: 'everything', anyway: true });
      await program.end();
      expect(await keyring.count('Steward')).toBe(0);
    },
    30_000,
  );

  it('FLT-03 gone while the keyring is locked: nothing is called lost, nothing can be dropped, all is there once it is open', async () => {
    const unlocked = async () => {
      await keyring.killDaemon();
      await keyring.startDaemon('unlocked');
    };
    const program = await startWith(async () => {
      rmSync(list);
      await keyring.lock();
      onTestFinished(async () => {
        await unlocked();
        // The library in its process remembers the daemon that it first spoke to.
        await entries.end();
        entries = await openEntries(keyring);
      });
    });
    const shown = await secretsOf(program);
    expect(new Set(shown.map(({ kept }) => kept))).toEqual(new Set(['keychain']));
    for (const { id } of shown) {
      const dropped = call(program, 'oneTimeSecrets.resolve', { secret: id, how: 'dropped' });
      await expect(dropped).rejects.toThrow();
    }
    await program.end();
    await unlocked();
    const next = await startProgram(keyring, data);
    onTestFinished(() => next.end());
    for (const { id, userName } of await secretsOf(next)) {
      const revealed = await call(next, 'oneTimeSecrets.reveal', { secret: id });
      expect(revealed).toEqual({ secret: platform.control.secretOf(userName) });
    }
  });
});

/** As another version would write it: the same records behind a header with this number. */
const ofVersion = (version: number) => {
  const changed = readFileSync(path.join(saved, 'escrow.log'));
  changed.writeUInt16BE(version, 8);
  return changed;
};
const brokenLogs: readonly [string, () => Buffer | string][] = [
  ['of zeros', () => Buffer.alloc(5000)],
  ['of a few zeros', () => Buffer.alloc(4)],
  ['with something else in it', () => 'shopping list: milk'],
  ['with zeros in place of its mark', () => ofVersion(1).fill(0, 0, 10)],
  ['with a lower number', () => ofVersion(0)],
];

describe('the log of the escrow', () => {
  it.each(brokenLogs)(
    'FLT-04 %s is set aside as it was: secrets are adopted from the keychain, and a rotation is done',
    async (_, damage) => {
      const broken = Buffer.from(damage());
      const program = await startWith(() => writeFileSync(escrowLog, broken));
      const shown = await secretsOf(program);
      expect(shown.map(({ kept }) => kept)).toEqual(['keychain', 'keychain', 'keychain']);
      for (const { id, userName } of shown) {
        const revealed = await call(program, 'oneTimeSecrets.reveal', { secret: id });
        expect(revealed).toEqual({ secret: platform.control.secretOf(userName) });
      }
      const { setAside } = await call<{ setAside: string[] }>(program, 'app.start');
      expect(setAside).toEqual([expect.stringMatching(/^escrow\.log\.bad-/) as unknown]);
      expect(readFileSync(path.join(data, setAside[0] ?? '')).equals(broken)).toBe(true);
      const userName = platform.control.users[SAVED] ?? '';
      const rotated = await program.order({ do: 'rotate', connection, userName });
      expect(rotated?.failed).toBeUndefined();
      const [newest] = await secretsOf(program);
      const secret = await call(program, 'oneTimeSecrets.reveal', { secret: newest?.id });
      expect(secret).toEqual({ secret: platform.control.secretOf(userName) });
    },
    30_000,
  );
});

/** The keyring has lost this entry. */
async function lose(name: string): Promise<void> {
  const { [accountIn(idOf(data), name)]: lost, ...others } = await entries.read();
  expect(lost).toBeDefined();
  await entries.layOut(others);
}

/** A rotation whose answer was sealed when the program was killed: nobody opens it without its key. */
async function sealedAnswer(userName: string): Promise<void> {
  const about = { connection, environment: 'test', userName, operation: 'rotateSecret' } as const;
  const facts = { ...about, job: null, vault: 'system', session: randomUUID() } as const;
  const sealed = { key: '0123456789abcdef', data: randomBytes(200).toString('base64') };
  const record = { id: randomUUID(), at: new Date().toISOString(), facts };
  const { log } = await openLog(openAppendFile(escrowLog), escrowRecords, {
    now: () => new Date(),
  });
  await log.append([
    { ...record, step: 'intent' },
    { ...record, step: 'answer', sealed },
  ]);
}

const lostKeys = async (program: Program) =>
  (await call<{ lost: unknown[] }>(program, 'app.lostKeys')).lost;
const rotate = async (program: Program, userName: string) =>
  (await program.order({ do: 'rotate', connection, userName }))?.failed;

describe('a key that the keychain has lost', () => {
  it('FLT-05 escrow/key, and nothing is sealed with it: a rotation is done with a new one', async () => {
    const program = await startWith(() => lose('escrow/key'));
    expect(await lostKeys(program)).toEqual([{ key: 'one-time-secrets', sealed: 0 }]);
    expect(await rotate(program, platform.control.users[SAVED] ?? '')).toBeUndefined();
    const [newest] = await secretsOf(program);
    expect(newest).toMatchObject({ state: 'waiting', kept: 'keychain' });
    expect(await lostKeys(program)).toEqual([]);
  });

  it('FLT-05 escrow/key, with a sealed answer: said, and after that is given up, an unknown outcome; others are rotated', async () => {
    const [sealedUser = ''] = platform.control.users;
    const other = platform.control.users[SAVED] ?? '';
    const program = await startWith(async () => {
      await sealedAnswer(sealedUser);
      await lose('escrow/key');
    });
    expect(await rotate(program, other)).toMatch(/lost a key.*steward keys/s);
    await program.end();
    const listed = await steward('keys');
    expect(JSON.parse(listed.out)).toMatchObject({
      ok: true,
      value: { lost: [{ key: 'one-time-secrets', sealed: 1 }] },
    });
    const asked = await steward('keys', '--renew', 'one-time-secrets');
    expect([asked.code, asked.out]).toEqual([2, '']);
    expect(asked.err).toContain('--renew one-time-secrets --yes');
    const renewed = await steward('keys', '--renew', 'one-time-secrets', '--yes');
    expect(JSON.parse(renewed.out)).toMatchObject({ ok: true, value: { sealed: 1 } });
    const again = await steward('keys', '--renew', 'one-time-secrets', '--yes');
    expect(JSON.parse(again.out)).toMatchObject({ ok: false, failure: { kind: 'conflict' } });

    const next = await startProgram(keyring, data);
    onTestFinished(() => next.end());
    expect(await rotate(next, other)).toBeUndefined();
    const shown = await secretsOf(next);
    const givenUp = shown.filter(({ state }) => state === 'outcome-unknown');
    expect(givenUp).toMatchObject([{ userName: sealedUser, kept: 'nowhere' }]);
    expect(shown).toHaveLength(SAVED + 2);
  });

  it('FLT-05 job-rows, with the rows of a job: no job begins until they are given up; they are kept, and jobs are done', async () => {
    const userName = platform.control.users[SAVED] ?? '';
    const first = await startWith(() => undefined);
    await first.order({ do: 'job', connection, userNames: [userName] });
    await first.end();
    await lose('job-rows');
    const program = await startProgram(keyring, data);
    onTestFinished(() => program.end());
    const refused = await program.order({ do: 'job', connection, userNames: [userName] });
    expect(refused?.failed).toMatch(/lost a key/);
    expect(await lostKeys(program)).toEqual([{ key: 'jobs', sealed: 1 }]);
    expect(await call(program, 'app.renewKey', { key: 'jobs' })).toEqual({ sealed: 1 });
    expect(readdirSync(path.join(data, 'jobs')).join()).toMatch(/\.rows\.bad-/);
    const { setAside } = await call<{ setAside: string[] }>(program, 'app.start');
    expect(setAside.join()).toMatch(/\.rows\.bad-/);
    const done = await program.order({ do: 'job', connection, userNames: [userName] });
    expect(done?.failed).toBeUndefined();
    expect(done?.jobs?.[0]).toMatchObject({ state: 'finished' });
  });

  it('FLT-05 journal-key: the record is kept and begun anew with a new key, which is said; the next start finds it whole', async () => {
    const program = await startWith(() => lose('journal-key'));
    const { journal } = await call<{ journal: unknown }>(program, 'app.start');
    expect(journal).toMatchObject({ state: 'damaged', firstBadLine: 1 });
    expect(readdirSync(data).join()).toMatch(/journal\.jsonl\.bad-/);
    expect(await rotate(program, platform.control.users[SAVED] ?? '')).toBeUndefined();
    await program.end();
    const next = await startProgram(keyring, data);
    onTestFinished(() => next.end());
    expect(await call(next, 'activity.verify')).toMatchObject({ state: 'whole' });
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
