// Two data folders of one person in two programs on one real keyring: both change, one is copied, one is erased.
import { everythingOn } from '../platform/shape.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';

import { startPlatform } from '../platform/platform.ts';
import { root } from '../support/imports.ts';
import {
  type Entries,
  idOf,
  type KeyringEntries,
  openEntries,
} from '../support/keyring-entries.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { copyFolder } from '../support/copy-folder.ts';
import { type Program, startProgram } from '../support/killed-program.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
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
    spawn(process.execPath, [...AS_IN_ELECTRON, terminal, ...args, '--data', folder], {
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
      ([account]) => account.startsWith(`v1.${id}.`) && !account.endsWith('.canary'),
    ),
  );

const whole = { state: 'whole', firstBadLine: null };
const aKey = (name: string) => ({ name, key: `${name.toLowerCase()}-key-0123456789` });

/** A folder whose program has rotated the secret of a user, which nobody has seen. */
async function withSecret(folder: string) {
  const platform = await startPlatform({ users: 1, switches: everythingOn });
  onTestFinished(() => platform.stop());
  const program = await start(folder);
  const facts = { ...platform, control: undefined, pki: undefined, organisation: undefined };
  const connected = await program.order({
    do: 'connect',
    platform: JSON.parse(JSON.stringify(facts)) as Record<string, string>,
  });
  const [userName = ''] = platform.control.users;
  await program.order({ do: 'rotate', connection: connected?.connection ?? '', userName });
  const secrets = await secretsOf(program);
  expect(Object.values(secrets)).toEqual([platform.control.secretOf(userName)]);
  return { program, secrets };
}

describe('two programs at once on one keyring', () => {
  it('ATK-01 what each changes leaves both journals whole, then and at the next start', async () => {
    const both = [freshFolder(), freshFolder()];
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
  });

  it('ATK-01 SAR-09 erasing one beside the other: the only copy of a one-time secret can still be revealed', async () => {
    const [first, second] = [freshFolder(), freshFolder()];
    const { program, secrets } = await withSecret(first);
    await steward(second, 'call', 'credentials.addApiKey', JSON.stringify(aKey('Second')));
    const before = await entries.read();
    expect(Object.keys(ofFolder(before, idOf(second))).length).toBeGreaterThan(0);
    const [erased] = await steward(second, 'erase', '--everything', '--yes');
    expect(erased).toMatchObject({ ok: true, value: { left: [] } });
    const left = await entries.read();
    expect(ofFolder(left, idOf(first))).toEqual(ofFolder(before, idOf(first)));
    expect(Object.keys(left).filter((account) => !account.includes(idOf(first)))).toEqual([]);
    expect(await secretsOf(program)).toEqual(secrets);
    await program.end();
    expect(await secretsOf(await start(first))).toEqual(secrets);
  });

  it('ATK-01 SAR-09 a copy has the secrets under names of its own, and erasing it takes those only', async () => {
    const [first, copy] = [freshFolder(), freshFolder()];
    const { program, secrets } = await withSecret(first);
    await program.end();
    copyFolder(first, copy);
    const before = await entries.read();
    const second = await start(copy);
    expect(await call(second, 'app.start')).toMatchObject({
      copiedFolder: 'beside',
      setAside: [],
      journal: whole,
    });
    expect(await secretsOf(second)).toEqual(secrets);
    await second.end();
    expect(Object.keys(ofFolder(await entries.read(), idOf(copy))).length).toBeGreaterThan(3);
    const [erased] = await steward(copy, 'erase', '--yes');
    expect(erased).toMatchObject({ ok: true, value: { left: [] } });
    expect(await entries.read()).toEqual(before);
    expect(await secretsOf(await start(first))).toEqual(secrets);
  });
});
