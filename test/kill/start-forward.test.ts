// The built command line migrating a folder of form 2 on a real keyring: killed at its first start and started again.
// Nothing is lost.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { accountIn } from '../../main/secrets/vault-format.ts';
import type { Start } from '../../preload/contract/app.ts';
import type { Result } from '../../preload/result.ts';
import {
  expectForward,
  folderOfForm2,
  keychainOfForm2,
  namesOfForm2,
  secondFolderOfForm2,
  valuesIn,
} from '../support/form-2.ts';
import { root } from '../support/imports.ts';
import { type Entries, type KeyringEntries, openEntries } from '../support/keyring-entries.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { bundleMain } from '../support/run-main.ts';
import type { KillMoment } from './kill-at-step.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

const MOMENTS: readonly KillMoment[] = ['before', 'during', 'after'];
/** Each takes its share of the steps, with a keyring of its own: most of the time is spent waiting for the keyring. */
const LANES = 3;
/** All of them take eight minutes on two cores, and a campaign has six: STEWARD_EVERY_STEP=1 tries each. */
const EVERY = process.env['STEWARD_EVERY_STEP'] === '1' ? 1 : 4;
/** A second folder of the account is opened after every so many kills. */
const SECOND_FOLDER = 5;

interface Lane {
  readonly keyring: Keyring;
  readonly entries: KeyringEntries;
}
let lanes: readonly Lane[] = [];
let killer = '';
beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  killer = await bundleMain('test/kill/kill-at-step.ts');
  const begin = async () => {
    const keyring = await startKeyring();
    return { keyring, entries: await openEntries(keyring) };
  };
  lanes = await Promise.all(Array.from({ length: LANES }, begin));
});
afterAll(async () => {
  for (const { keyring, entries } of lanes) {
    await entries.end();
    await keyring.stop();
  }
});

/** A folder made by this version, which no other folder's start may touch. */
const ANOTHER = 'f'.repeat(32);
const anothers: Entries = Object.fromEntries(
  namesOfForm2.map((name, at) => [accountIn(ANOTHER, name), `of another folder ${String(at)}`]),
);
const withoutAnothers = (entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).filter(([account]) => !Object.hasOwn(anothers, account)),
  );
const anothersIn = (entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).filter(([account]) => Object.hasOwn(anothers, account)),
  );

interface Kill {
  readonly step: number;
  readonly when: KillMoment;
}

interface Ended {
  readonly signal: string | null;
  readonly answers: readonly Result<unknown>[];
}

/** Performs operations by the built command line, killed at a step of its own. */
async function steward(
  { keyring }: Lane,
  folder: string,
  calls: readonly string[],
  kill?: Kill,
): Promise<Ended> {
  const terminal = path.join(root, 'dist/main/terminal.js');
  const at = kill && { KILL_AT: String(kill.step), KILL_WHEN: kill.when };
  const args = ['--import', killer, terminal, 'call', ...calls, '--data', folder];
  const child = endsWithUs(
    spawn(process.execPath, args, {
      env: { ...keyring.env, ...at },
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  if (signal === null) expect(code).toBe(0);
  const lines = out.split('\n').filter(Boolean);
  return { signal, answers: lines.map((line) => JSON.parse(line) as Result<unknown>) };
}

const ids = Object.keys(keychainOfForm2.secrets);
/** Whose secrets they are. */
const USERS_OF_FORM_2 = ['arkiv-uttrekk', 'erp-faktura-prod'];
const LOOK_UP = 'd1c175ad-d2bf-4d88-9624-65bbdc5bc558';
/** What needs the folder's keys: its list, its secrets, and the sealed rows of its job. */
const LOOK = [
  'app.start',
  ...ids.flatMap((secret) => ['then', 'oneTimeSecrets.reveal', JSON.stringify({ secret })]),
  ...['then', 'jobs.rows', JSON.stringify({ job: LOOK_UP, from: 0, count: 10, onlyOpen: false })],
  ...USERS_OF_FORM_2.flatMap((userName) => ['--reveal', userName]),
];

/** What does not change by a start; the journal's end in the keychain moves with its lines. */
const lasting = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).filter(([name]) => name !== 'journal-anchor');

/** The next start finds everything, and the keyring holds what it should. */
async function expectEverything(lane: Lane, folder: string, where: string): Promise<void> {
  const { answers } = await steward(lane, folder, LOOK);
  const values = answers.map((answer) => (answer.ok ? answer.value : answer.failure));
  const start = values[0] as Start;
  expect(start, where).toMatchObject({
    setAside: [],
    copiedFolder: null,
    keychain: { state: 'ready' },
    journal: { state: 'whole' },
    connections: [{ name: 'Local platform' }],
    credentials: [
      { kind: 'api-key', lastFour: keychainOfForm2.apiKey.slice(-4), memoryOnly: false },
      { kind: 'certificate', memoryOnly: false },
      { kind: 'api-key', memoryOnly: false },
    ],
    jobs: [{ id: LOOK_UP, state: 'finished' }],
  });
  expect(start.secrets.map(({ id, kept }) => [id, kept]).sort(), where).toEqual(
    ids.map((id) => [id, 'keychain']).sort(),
  );
  const revealed = values.slice(1, 1 + ids.length) as { readonly secret: string }[];
  expect(
    revealed.map(({ secret }) => secret),
    where,
  ).toEqual(Object.values(keychainOfForm2.secrets));
  expect(values.at(-1), where).toMatchObject({ rows: [{ state: 'done' }] });
  const entries = await lane.entries.read();
  expect(anothersIn(entries), where).toEqual(anothers);
  expectForward(withoutAnothers(entries), folder, where, [
    ...namesOfForm2,
    'folder-mark',
    'escrow/vouched',
  ]);
  const kept = lasting(valuesIn(entries, folder));
  const bound = kept.filter(([name]) => isCredential(name)).map(([, text]) => read(text));
  expect(
    kept.map(([name, text]) => [name, isCredential(name) ? read(text).secret : text]),
    where,
  ).toEqual(lasting(valuesIn(keychainOfForm2.entries)));
  // Each is for what used it; one that nothing used is for nothing (ATK-02).
  const to = new URL(start.connections[0]?.baseAddress ?? '').host;
  const uses = [
    [],
    [{ goes: 'sign-in', to, environment: 'test' }],
    [{ goes: 'calls', to, environment: 'test' }],
  ];
  expect(
    bound.map((one) => one.uses),
    where,
  ).toEqual(uses);
}

const isCredential = (name: string) => name.startsWith('credential/');
const read = (text: string) =>
  JSON.parse(text) as { readonly secret: string; readonly uses: unknown };

/** It was in use beside the first one, and was not opened by this version yet. */
async function expectSecondFolder(lane: Lane, where: string): Promise<void> {
  const { answers } = await steward(lane, secondFolderOfForm2(), ['app.start']);
  expect(answers, where).toMatchObject([
    { ok: true, value: { setAside: [], journal: { state: 'whole' }, copiedFolder: null } },
  ]);
}

describe('a start on a folder of form 2', () => {
  it('ATK-01 SIGKILL of the command line at every fourth keychain call or change of the disk: the next start has everything, and no other folder is touched', async () => {
    let next = 1;
    let kills = 0;
    const walk = async (lane: Lane) => {
      for (;;) {
        const step = next;
        next += EVERY;
        const when = MOMENTS[step % 3] ?? 'before';
        const where = `${when} step ${String(step)}`;
        await lane.entries.layOut({ ...keychainOfForm2.entries, ...anothers });
        const folder = folderOfForm2();
        const { signal } = await steward(lane, folder, ['app.start'], { step, when });
        if (signal !== 'SIGKILL') return;
        kills += 1;
        const isSecond = kills % SECOND_FOLDER === 0;
        await expectEverything(lane, folder, where);
        if (isSecond) await expectSecondFolder(lane, where);
      }
    };
    await Promise.all(lanes.map(walk));
    expect(kills).toBeGreaterThan(200 / EVERY);
  }, 600_000);
});
