// Jobs on the built command line: every kind followed until it rests, paused by SIGINT, resumed, and its exit code.
import { everythingOn } from '../platform/shape.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import type { Job } from '../../preload/contract/jobs.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { root } from '../support/imports.ts';
import { type Keyring, startKeyring } from '../support/keyring.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { AS_IN_ELECTRON } from '../support/as-in-electron.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { eventually } from '../support/eventually.ts';

let platform: Platform;
let keyring: Keyring;
let connection = '';
const place = makeTempFolder('steward-terminal-jobs');
const folder = place.path;
const data = path.join(folder, 'data');

beforeAll(async () => {
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  platform = await startPlatform({
    users: 4,
    messages: 12,
    services: 6,
    seed: 7,
    switches: everythingOn,
  });
  keyring = await startKeyring();
  const certificate = { name: 'C', file: `@${platform.certificateFile}` };
  const { lines } = await steward(
    'call',
    ...['credentials.importCertificate'],
    JSON.stringify({ ...certificate, passphrase: platform.passphrase }),
    ...['then', 'credentials.addApiKey', JSON.stringify({ name: 'K', key: platform.apiKey })],
    ...['then', 'connections.create', JSON.stringify(connectionInput())],
    ...['--to', new URL(platform.address).host],
  );
  connection = String((lines.at(-1)?.value as { id?: string } | undefined)?.id);
});
afterEach(() => {
  platform.control.clearFaults();
});
afterAll(async () => {
  await platform.stop();
  await keyring.stop();
  place.remove();
});

const connectionInput = () => ({
  name: 'Here',
  environment: 'test',
  baseAddress: platform.address,
  formerHosts: [],
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: platform.organisationNumber,
  signIn: { way: 'certificate', certificate: '$1.id' },
  apiKey: '$2.id',
  highestTls: 'TLSv1.3',
  language: 1033,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  extraCaFile: `@${platform.caFile}`,
});

interface Line {
  readonly ok: boolean;
  readonly value: Pick<Job, 'id' | 'state' | 'because' | 'tally'> & {
    /** Of a rotation. */
    readonly rows?: readonly { readonly subject: string; readonly state: string }[];
  };
}

interface Ended {
  readonly code: number;
  readonly lines: readonly Line[];
  readonly err: string;
}

const steward = (...args: readonly string[]) => begin(...args).ended;

/** The process, which can be interrupted, and what it has said when it is at its end. */
function begin(...args: readonly string[]) {
  const terminal = path.join(root, 'dist/main/terminal.js');
  const limits = path.join(root, 'test/support/standing-limits.ts');
  const given = [...AS_IN_ELECTRON, '--import', limits, terminal, ...args, '--data', data];
  const child = endsWithUs(
    spawn(process.execPath, given, {
      env: keyring.env,
      cwd: folder,
    }),
  );
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
  child.stdin.end();
  const ended = once(child, 'close').then(([code]: readonly unknown[]): Ended => {
    const lines = out.split('\n').filter(Boolean);
    return { code: Number(code), lines: lines.map((line) => JSON.parse(line) as Line), err };
  });
  return {
    ended,
    interrupt: () => child.kill('SIGINT'),
    /** When standard error has said so. */
    said: (text: string) => eventually(() => expect(err).toContain(text)),
  };
}

const newMessages = () =>
  Array.from({ length: 4 }, () => {
    const party = platform.organisationNumber;
    return { message: platform.control.messages.make({ party, state: 'unread' }).id };
  });

/** Rotations go into a file here, and exports hold what messages say. */
const revealing = () => ['--reveal', 'my', '--reveal', platform.organisationNumber];

let made = 0;
interface Kind {
  readonly name: string;
  readonly start: string;
  readonly input: () => object;
  /** An operation of the platform that a row needs, and what it may answer so that the row does not go. */
  readonly operation: string;
}
const KINDS: readonly Kind[] = [
  {
    name: 'a rotation',
    start: 'jobs.startRotation',
    operation: 'enterpriseUsers.get',
    input: () => ({
      userNames: platform.control.users,
      destination: {
        kind: 'file',
        target: `@${String((made += 1))}.age`,
        passphrase: 'nineteen ninety-four',
      },
    }),
  },
  {
    name: 'contact entries',
    start: 'jobs.startContactEntries',
    operation: 'contactInformation.add',
    input: () => ({
      organisationNumber: platform.organisationNumber,
      organisationName: 'Fjordtrafikk AS',
      changes: Array.from({ length: 4 }, () => ({
        action: 'add',
        email: `a${String((made += 1))}@fjord.example`,
      })),
    }),
  },
  {
    name: 'look-ups',
    start: 'jobs.startLookUp',
    operation: 'serviceOwner.organisation',
    input: () => ({
      organisationNumbers: platform.control.register.map(({ number }) => number).slice(0, 8),
      officialContacts: true,
      personalContacts: false,
    }),
  },
  {
    name: 'an export',
    start: 'jobs.startMessageExport',
    operation: 'messages.get',
    input: () => ({
      who: 'my',
      partyName: 'Fjordtrafikk AS',
      folders: ['inbox', 'archive'],
      from: null,
      to: null,
      forms: true,
      attachments: true,
      print: false,
      folder: `@export-${String((made += 1))}`,
    }),
  },
  {
    name: 'messages marked as read',
    start: 'jobs.startMessageChanges',
    operation: 'messages.get',
    input: () => ({
      ...{ who: 'my', organisationName: 'Fjordtrafikk AS', change: 'mark-as-read' },
      messages: newMessages(),
    }),
  },
  {
    name: 'a copy of the metadata',
    start: 'jobs.startSynchronise',
    operation: 'metadata.get',
    input: () => ({ scope: { what: 'everything' } }),
  },
];
const input = (kind: Kind) => JSON.stringify({ connection, ...kind.input() });

describe('FLT-02 the terminal follows', () => {
  it.each(KINDS)('$name to its end, and exits with 0', async (kind) => {
    // No limit of a connection keeps the process: then it would not end at all.
    const { code, lines, err } = await steward('call', kind.start, input(kind), ...revealing());
    expect(lines).toMatchObject([{ ok: true, value: { state: 'finished' } }]);
    expect(code).toBe(0);
    const said = err.split('\n').filter(Boolean);
    expect(said.length).toBeGreaterThan(0);
    for (const line of said) {
      expect(JSON.parse(line)).toMatchObject({ job: { id: lines[0]?.value.id } });
      expect(line.length).toBeLessThan(2000);
    }
  });

  it.each(KINDS)(
    '$name: SIGINT pauses it and exits with 3; resumed, it ends with 0',
    async (kind) => {
      const held = platform.control.hold(kind.operation, false, { from: 1 });
      const running = begin('call', kind.start, input(kind), ...revealing());
      await held.reached;
      running.interrupt();
      await running.said('"state":"pausing"');
      held.release();
      const paused = await running.ended;
      expect(paused.lines).toMatchObject([
        { ok: true, value: { state: 'paused', because: 'asked' } },
      ]);
      const id = paused.lines[0]?.value.id ?? '';
      expect(paused.err).toContain(`The job is paused: as you asked.`);
      expect(paused.err).toContain(`steward call jobs.resume '{"job":"${id}"}'`);
      expect(paused.code).toBe(3);
      const resumed = await steward('call', 'jobs.resume', JSON.stringify({ job: id }));
      expect(resumed.lines).toMatchObject([{ value: { id, state: 'finished' } }]);
      expect(resumed.code).toBe(0);
    },
  );

  it.each(KINDS)('$name: rows that do not go make it exit with 1', async (kind) => {
    const effect = { kind: 'alter', status: 400, reason: 'Not this one.' } as const;
    platform.control.fault({ operation: kind.operation, acts: false, times: 1, effect });
    const { code, lines, err } = await steward('call', kind.start, input(kind), ...revealing());
    expect(lines).toMatchObject([{ ok: true, value: { state: 'finished' } }]);
    expect(err).toContain('Rows that need attention');
    expect(code).toBe(1);
  });

  it.each(KINDS)(
    '$name: with --detach it says the id, is paused and exits with 0',
    async (kind) => {
      const held = platform.control.hold(kind.operation, false, { from: 1 });
      const running = begin('call', kind.start, input(kind), ...revealing(), '--detach');
      await running.said('"state":"pausing"');
      held.release();
      const { code, lines } = await running.ended;
      expect(lines).toMatchObject([{ ok: true, value: { state: 'paused' } }]);
      expect(code).toBe(0);
      const job = JSON.stringify({ job: lines[0]?.value.id });
      expect((await steward('call', 'jobs.resume', job)).code).toBe(0);
    },
  );

  it('a retry to its end, and the report that comes after it in one command', async () => {
    const [, contacts] = KINDS;
    if (!contacts) throw new Error('No such kind.');
    const effect = { kind: 'alter', status: 400, reason: 'Not this one.' } as const;
    platform.control.fault({ operation: contacts.operation, acts: false, times: 1, effect });
    const { code, lines } = await steward(
      ...['call', contacts.start, input(contacts), 'then', 'jobs.retry', '{"job":"$1.id"}'],
      ...['then', 'jobs.saveReport', '{"job":"$1.id","target":"@report.csv"}'],
    );
    expect(lines.map(({ ok }) => ok)).toEqual([true, true, true]);
    // How the job was left last is what counts.
    expect(lines[1]).toMatchObject({
      value: { state: 'finished', tally: { done: 4, refused: 0 } },
    });
    expect(code).toBe(0);
    expect(existsSync(path.join(folder, 'report.csv'))).toBe(true);
  });

  it('a row that a person settles leaves the job paused, exit 3, until it is resumed', async () => {
    const [rotation] = KINDS;
    if (!rotation) throw new Error('No such kind.');
    const effect = { kind: 'reset' } as const;
    platform.control.fault({ operation: 'enterpriseUsers.rotateSecret', acts: true, effect });
    const { code, lines } = await steward('call', rotation.start, input(rotation), ...revealing());
    const [first] = lines;
    expect([code, first?.value]).toMatchObject([3, { because: 'unknown-outcome' }]);
    const job = first?.value.id ?? '';
    const listed = await steward('call', 'jobs.rows', JSON.stringify({ job, from: 0, count: 10 }));
    const rows = listed.lines[0]?.value.rows ?? [];
    const userName = rows.find(({ state }) => state === 'unknown')?.subject ?? '';
    const settle = JSON.stringify({ job, userName, how: 'rotate-again' });
    expect((await steward('call', 'jobs.resolveRow', settle)).code).toBe(3);
    const resumed = await steward('call', 'jobs.resume', JSON.stringify({ job }));
    expect(resumed.lines).toMatchObject([{ value: { tally: { done: 4 } } }]);
    expect(resumed.code).toBe(0);
  });

  it.each([
    [
      'jobs.startMessageChanges',
      () => ({
        ...{ who: platform.organisationNumber, organisationName: 'Fjordtrafikk AS' },
        ...{ change: 'delete', messages: newMessages().map((one) => ({ ...one, forGood: true })) },
      }),
      { done: 4 },
    ],
    ['jobs.startUserDeletion', () => ({ users: [{ userName: 'svc-gone' }] }), { notFound: 1 }],
  ])(
    'ATK-03 %s begins only where the command line names whose it deletes',
    async (name, of, tally) => {
      const json = JSON.stringify({ connection, ...of() });
      const before = platform.control.executed('messages.remove');
      const refused = await steward('call', name, json);
      expect(refused.lines).toMatchObject([{ ok: false }]);
      expect(refused.err).toContain(`--erase "${platform.organisationNumber}"`);
      expect([refused.code, platform.control.executed('messages.remove')]).toEqual([1, before]);
      const { lines, code } = await steward(
        ...['call', name, json, '--erase', platform.organisationNumber],
      );
      expect(lines).toMatchObject([{ ok: true, value: { state: 'finished', tally } }]);
      expect(code).toBe('done' in tally ? 0 : 1);
    },
  );

  it('a command line that is wrong exits with 2', async () => {
    const [rotation] = KINDS;
    if (!rotation) throw new Error('No such kind.');
    const { code, err } = await steward(
      ...[
        'call',
        rotation.start,
        input(rotation),
        ...revealing(),
        '--detach',
        '--keychain',
        'memory',
      ],
    );
    expect(code).toBe(2);
    expect(err).toContain('--detach');
  });
});
