// Two data folders of one person, open in two programs on one real keyring: both change, and one is erased.
import { everythingOn } from '../platform/shape.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';

import { startPlatform } from '../platform/platform.ts';
import {
  folderOfForm2,
  idOf,
  keychainOfForm2,
  olderEntries,
  secondFolderOfForm2,
  SHARED_NAMES,
} from '../support/form-2.ts';
import { root } from '../support/imports.ts';
import { type Entries, type KeyringEntries, openEntries } from '../support/keyring-entries.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

interface Line {
  readonly ok: boolean;
  readonly value: Readonly<Record<string, unknown>>;
}

let keyring: Keyring;
let entries: KeyringEntries;
beforeAll(() => ensureBuilt({ only: ['main'], logLevel: 'silent' }));
beforeEach(async () => {
  keyring = await startKeyring();
  entries = await openEntries(keyring);
  onTestFinished(async () => {
    await entries.end();
    await keyring.stop();
  });
});

/** The program on the command line, in a process of its own. */
async function steward(folder: string, ...args: readonly string[]): Promise<readonly Line[]> {
  const terminal = path.join(root, 'dist/main/terminal.js');
  const child = endsWithUs(
    spawn(process.execPath, [terminal, ...args, '--data', folder], {
      env: keyring.env,
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  const [code] = (await once(child, 'close')) as [number];
  expect([code, err]).toEqual([0, '']);
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}

/** It stays until the test has ended, or it is told to end. */
async function start(folder: string): Promise<Program> {
  const program = await startProgram(keyring, folder);
  onTestFinished(() => program.end());
  return program;
}

async function call(program: Program, operation: string, input: object = {}): Promise<unknown> {
  const told = await program.order({ do: 'call', operation, input });
  expect(told).toMatchObject({ writes: expect.any(Array) as unknown });
  expect(told?.failed).toBeUndefined();
  return told?.value;
}

async function secretsOf(program: Program): Promise<Record<string, string | null>> {
  const { secrets = [] } = (await program.order({ do: 'look' })) ?? {};
  return Object.fromEntries(secrets.map(({ entry, secret }) => [entry.id, secret]));
}

const freshFolder = () => path.join(tempFolder(), 'data');

/** Entries under the names of this folder, but for the one by which a running program proves now and then that it is open. */
const ofFolder = (all: Entries, id: string): Entries =>
  Object.fromEntries(
    Object.entries(all).filter(
      ([account]) => account.startsWith(`v2.${id}.`) && !account.endsWith('.canary'),
    ),
  );

const whole = { state: 'whole', firstBadLine: null };
const aKey = (name: string) => ({ name, key: `${name.toLowerCase()}-key-0123456789` });

describe('two programs at once on one keyring', () => {
  const kinds = [
    { form: 'of form 2', folders: () => [folderOfForm2(), secondFolderOfForm2()] },
    { form: 'new', folders: () => [freshFolder(), freshFolder()] },
  ] as const;

  it.each(kinds)(
    'ATK-01 folders $form: what each changes leaves both journals whole, then and at the next start',
    async ({ form, folders }) => {
      if (form === 'of form 2') await entries.layOut(keychainOfForm2.entries);
      const both = folders();
      const programs = await Promise.all(both.map(start));
      for (const scheme of ['dark', 'light'])
        for (const program of programs) await call(program, 'settings.change', { scheme });
      await Promise.all(
        programs.flatMap((program) =>
          // One order at a time for a program; the two at once.
          call(program, 'credentials.addApiKey', aKey('Another')),
        ),
      );
      for (const program of programs) {
        expect(await call(program, 'activity.verify')).toMatchObject(whole);
        expect(await call(program, 'app.start')).toMatchObject({ setAside: [], journal: whole });
      }
      for (const program of programs) await program.end();

      const change = ['settings.change', '{"scheme":"dark"}'];
      const next = ['then', 'activity.verify', '{}', 'then', 'app.start', '{}'];
      const told = await Promise.all(both.map((one) => steward(one, 'call', ...change, ...next)));
      for (const [, verified, begun] of told) {
        expect(verified).toMatchObject({ ok: true, value: whole });
        expect(begun).toMatchObject({ ok: true, value: { setAside: [], journal: whole } });
      }
      const left = await entries.read();
      const before = form === 'of form 2' ? Object.keys(keychainOfForm2.entries) : [];
      expect(olderEntries(Object.keys(left))).toEqual({
        shared: expect.arrayContaining(olderEntries(before).shared) as unknown,
        own: [],
      });
    },
  );

  it('ATK-01 SAR-09 erasing the second folder of form 2 takes its own entries only; what was shared goes when it is said', async () => {
    await entries.layOut(keychainOfForm2.entries);
    const [first, second] = [folderOfForm2(), secondFolderOfForm2()];
    const program = await start(first);
    expect(await secretsOf(program)).toEqual(keychainOfForm2.secrets);
    await steward(second, 'call', 'credentials.addApiKey', JSON.stringify(aKey('Second')));
    const before = await entries.read();
    expect(Object.keys(ofFolder(before, idOf(second))).length).toBeGreaterThan(2);

    const [erased] = await steward(second, 'erase', '--yes');
    expect(erased).toMatchObject({ ok: true, value: { shared: SHARED_NAMES.length } });
    const left = await entries.read();
    expect(ofFolder(left, idOf(second))).toEqual({});
    expect(ofFolder(left, idOf(first))).toEqual(ofFolder(before, idOf(first)));
    for (const account of olderEntries(Object.keys(keychainOfForm2.entries)).shared)
      expect(left[account]).toBe(keychainOfForm2.entries[account]);
    expect(await secretsOf(program)).toEqual(keychainOfForm2.secrets);

    const [again] = await steward(second, 'erase', '--shared', '--yes');
    expect(again).toMatchObject({ ok: true, value: { shared: 0 } });
    const rest = await entries.read();
    expect(olderEntries(Object.keys(rest))).toEqual({ shared: [], own: [] });
    expect(ofFolder(rest, idOf(first))).toEqual(ofFolder(before, idOf(first)));
    await program.end();
    const anew = await start(first);
    expect(await secretsOf(anew)).toEqual(keychainOfForm2.secrets);
    expect(await call(anew, 'activity.verify')).toMatchObject(whole);
  });

  it('ATK-01 erasing a new folder beside a new one: the only copy of a one-time secret can still be revealed', async () => {
    const platform = await startPlatform({ users: 1, switches: everythingOn });
    onTestFinished(() => platform.stop());
    const [first, second] = [freshFolder(), freshFolder()];
    const program = await start(first);
    const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
    const connected = await program.order({
      do: 'connect',
      platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
    });
    const [userName = ''] = platform.control.users;
    const connection = connected?.connection ?? '';
    await program.order({ do: 'rotate', connection, userName });
    const secrets = await secretsOf(program);
    expect(Object.values(secrets)).toEqual([platform.control.secretOf(userName)]);

    await steward(second, 'call', 'credentials.addApiKey', JSON.stringify(aKey('Second')));
    const before = await entries.read();
    expect(Object.keys(ofFolder(before, idOf(second))).length).toBeGreaterThan(0);
    const [erased] = await steward(second, 'erase', '--everything', '--shared', '--yes');
    expect(erased).toMatchObject({ ok: true, value: { shared: 0, left: [] } });
    const left = await entries.read();
    expect(ofFolder(left, idOf(first))).toEqual(ofFolder(before, idOf(first)));
    expect(Object.keys(left).filter((account) => !account.includes(idOf(first)))).toEqual([]);
    expect(await secretsOf(program)).toEqual(secrets);
    await program.end();
    expect(await secretsOf(await start(first))).toEqual(secrets);
  });
});
