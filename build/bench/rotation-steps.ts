// Measures a bulk rotation of many users in the whole program, with a real keyring and real files.
// The platform runs in a process of its own.
import { createSystemKeychain, type NativeKeychain } from '../../main/secrets/keychain.ts';
import type { Client } from '../../preload/contract/contract.ts';
import type { JobRow } from '../../preload/contract/jobs.ts';
import { valueOf } from '../../test/support/steward.ts';
import { openBareClient, type SeenCall } from './bare-client.ts';
import { type Measured, startConnected } from './measured-program.ts';
import { watchLoop } from './own-process.ts';

export { startKeyring } from '../../test/support/keyring.ts';

export interface RotationWanted {
  readonly rows: number;
  readonly destination: 'keychain' | 'file';
}

export interface RotationMeasured {
  /** All of them rotated, and the job at its end. */
  readonly whole: boolean;
  readonly rows: number;
  /** Of one row, without the pause before it; those of the first hundred and of the last. */
  readonly msPerRowFirst100: number;
  readonly msPerRowLast100: number;
  /** The part of it that the native library and the keyring behind it took: not Steward's own. */
  readonly keychainMsPerRowFirst100: number;
  readonly keychainMsPerRowLast100: number;
  /** Over the bridge: events, and what a page that shows the job reads because of them. */
  readonly bytesPerRow: number;
  readonly eventBytesPerRow: number;
  /** Of the native library. */
  readonly keychainCallsPerRow: number;
  readonly longestStallMs: number;
  readonly seconds: number;
}

/** What the program rests between two rows (`main/jobs/jobs.ts`). */
const PAUSE_MS = 250;
const PAGE = 500;

export async function rotate(
  measured: Measured,
  { rows: wanted, destination: kind }: RotationWanted,
): Promise<RotationMeasured> {
  const calls: KeychainCalls = { count: 0, spans: [] };
  const bytes = { all: 0, events: 0 };
  const { app, client, on, connection } = await startConnected(measured, {
    windows: 1,
    keychain: 'system',
    replacements: {
      keychain: createSystemKeychain({ service: 'Steward', load: () => counted(calls) }),
    },
    heard(message) {
      const { length } = JSON.stringify(message);
      bytes.all += length;
      if (message.kind === 'event') bytes.events += length;
    },
  });
  const { users } = await valueOf(client.enterpriseUsers.list({ connection }));
  const userNames = users.slice(0, wanted).map(({ userName }) => userName);
  const target = app.targetFor(`${measured.dataFolder}-secrets.age`);
  const destination =
    kind === 'keychain'
      ? ({ kind: 'keychain' } as const)
      : ({ kind: 'file', target, passphrase: 'nineteen ninety-four' } as const);
  const started = await valueOf(client.jobs.startRotation({ connection, userNames, destination }));
  const job = started.id;
  const first = await valueOf(client.jobs.rows({ job, from: 0, count: PAGE }));
  let { revision } = first;
  // Measured is the run itself: the start sends every row once.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const delays = watchLoop();
  [bytes.all, bytes.events, calls.count, calls.spans] = [0, 0, 0, []];
  const begun = performance.now();
  let reading = Promise.resolve();
  const read = async () => {
    const changes = await valueOf(
      client.jobs.rows({ job, from: 0, count: PAGE, changedSince: revision }),
    );
    ({ revision } = changes);
  };
  await new Promise<void>((resolve) => {
    on('jobsChanged', ({ changed }) => {
      reading = reading.then(read).catch(() => undefined);
      if (changed.some(({ state }) => state !== 'running')) resolve();
    });
  });
  const seconds = (performance.now() - begun) / 1000;
  const { longestMs: longestStallMs } = await delays();
  await reading;
  const [sent, ofKeychain] = [{ ...bytes }, calls.count];
  const rows = await allRows(client, job);
  const all = await valueOf(client.jobs.list({}));
  const whole =
    all.find(({ id }) => id === job)?.state === 'finished' &&
    rows.length === wanted &&
    rows.every(({ state }) => state === 'done');
  const ends = rows.map(({ at }) => Date.parse(at ?? '')).sort((one, other) => one - other);
  const perRow = ends.slice(1).map((at, n) => at - (ends[n] ?? at) - PAUSE_MS);
  const keychainMs = (from: number, to: number) =>
    calls.spans
      .filter(({ at }) => at > (ends[from] ?? 0) && at <= (ends[to] ?? Infinity))
      .reduce((sum, { ms }) => sum + ms, 0) /
    (to - from);
  const last = ends.length - 1;
  await app.stop();
  return {
    whole,
    rows: rows.length,
    longestStallMs,
    seconds,
    msPerRowFirst100: mean(perRow.slice(0, 100)),
    msPerRowLast100: mean(perRow.slice(-100)),
    keychainMsPerRowFirst100: keychainMs(0, Math.min(100, last)),
    keychainMsPerRowLast100: keychainMs(Math.max(0, last - 100), last),
    bytesPerRow: sent.all / rows.length,
    eventBytesPerRow: sent.events / rows.length,
    keychainCallsPerRow: ofKeychain / rows.length,
  };
}

/**
 * The anchor: Node's own client makes the calls that the platform saw for these rows, in the same order, on one connection, and keeps
 * nothing. Milliseconds of one row.
 */
export async function measureBare(
  { platform }: Measured,
  { calls, rows }: { readonly calls: readonly SeenCall[]; readonly rows: number },
): Promise<number> {
  const client = openBareClient(platform);
  // The program is connected before its first row.
  await client.ask({ path: '/api/enterpriseusers' });
  const begun = performance.now();
  for (const call of calls) await client.ask(call);
  const took = performance.now() - begun;
  client.close();
  return took / rows;
}

const mean = (all: readonly number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;

interface KeychainCalls {
  count: number;
  /** When each ended, and how long it took. */
  spans: { readonly at: number; readonly ms: number }[];
}

async function counted(calls: KeychainCalls): Promise<NativeKeychain> {
  const { default: native } = await import('keytar');
  const timed = async <T>(call: Promise<T>): Promise<T> => {
    calls.count += 1;
    const begun = performance.now();
    return call.finally(() => {
      calls.spans.push({ at: Date.now(), ms: performance.now() - begun });
    });
  };
  return {
    getPassword: (...given) => timed(native.getPassword(...given)),
    setPassword: (...given) => timed(native.setPassword(...given)),
    deletePassword: (...given) => timed(native.deletePassword(...given)),
  };
}

async function allRows(client: Client, job: string): Promise<JobRow[]> {
  const rows: JobRow[] = [];
  for (;;) {
    const page = await valueOf(client.jobs.rows({ job, from: rows.length, count: PAGE }));
    rows.push(...page.rows);
    if (rows.length >= page.total) return rows;
  }
}
