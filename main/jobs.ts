// Runs bulk rotations: one user at a time, a checkpoint per row, never a write repeated blindly (ux.md, Bulk rotation; RTY-09).
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { keptSecret } from '../preload/contract/enterprise-users.ts';
import type { RotationJob } from '../preload/contract/jobs.ts';
import type { LookUpResult } from '../preload/contract/service-owner.ts';
import type { Failure, Result } from '../preload/result.ts';
import type { Escrow } from './credentials/escrow.ts';
import type { Destination, Destinations, Where } from './job-destination.ts';
import { hasWaiting, type JobRecord, type JobRecords, type Row, shownJob } from './job-record.ts';
import { failureOf, Problem } from './problem.ts';
import type { SavedConnection } from './storage/connection-book.ts';

type Because = RotationJob['because'];
/** How far a row came, and why the job must not go on if it must not. */
type RowEnd = { readonly row: Partial<Row>; readonly because: Because };

export interface Jobs {
  list(): readonly RotationJob[];
  test(where: Where): Promise<void>;
  start(saved: SavedConnection, userNames: readonly string[], where: Where): Promise<RotationJob>;
  pause(id: string): Promise<RotationJob>;
  resume(id: string): Promise<RotationJob>;
  stop(id: string): Promise<RotationJob>;
  resolveRow(
    id: string,
    userName: string,
    how: 'rotate-again' | 'old-one-works',
  ): Promise<RotationJob>;
  forget(id: string): Promise<void>;
  /** At start, after the escrow's recovery: what ran is paused, what was asked is looked up. */
  recover(): Promise<void>;
  running(): number;
  /** Resolves when none runs. */
  rest(): Promise<void>;
  /** Ends after the present row; the next start finds the job as `restarted`. */
  close(): Promise<void>;
}

/** What jobs of look-ups found, read from their sealed rows: never more of a national identity number than its mask. */
export interface LookUps {
  /** In the order of rows, those that found something. Problem not-found when there is no such job. */
  results(job: string, from: number, count: number): Promise<LookUpPage>;
  /** All of them, one after the other, without holding them all. */
  all(job: string): AsyncIterable<LookUpResult>;
  filters(job: string): Promise<LookUpFilters>;
}

export interface LookUpPage {
  readonly results: LookUpResult[];
  readonly total: number;
}

/** What was asked, and through which connection. */
export interface LookUpFilters {
  readonly connection: string;
  readonly officialContacts: boolean;
  readonly personalContacts: boolean;
  readonly roleDefinitionCode?: string | undefined;
  readonly service?: { readonly code: string; readonly edition: number } | undefined;
}

export interface JobsNeeds {
  readonly records: JobRecords;
  readonly destinations: Destinations;
  readonly escrow: Escrow;
  /** Performs an operation of the contract with its checks and its journal lines, like a click. */
  readonly run: (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;
  readonly now?: () => Date;
  /** The small gap between two users. */
  readonly gap?: () => Promise<void>;
}

const GAP_MS = 250;
const MOST_REFUSALS_IN_A_ROW = 2;
const restBetweenRows = () => new Promise<void>((resolve) => setTimeout(resolve, GAP_MS));

/** A run of one job: what a person asked of it meanwhile, and its end. */
interface Run {
  asked: 'nothing' | 'pause' | 'stop' | 'close';
  done: Promise<void>;
}

interface Engine extends JobsNeeds {
  readonly runs: Map<string, Run>;
  readonly signal: AbortSignal;
}

export function createJobs(needs: JobsNeeds): Jobs {
  const { records, destinations } = needs;
  const engine: Engine = { ...needs, runs: new Map(), signal: new AbortController().signal };
  const shown = (id: string) => shownJob(records.find(id));
  return {
    list: () => records.all().map(shownJob),
    test: (where) => destinations.test(where),
    start: (saved, userNames, where) => start(engine, saved, userNames, where),
    async pause(id) {
      await pause(engine, id);
      return shown(id);
    },
    async resume(id) {
      if (records.find(id).state !== 'paused') throw notNow();
      await begin(engine, id);
      return shown(id);
    },
    async stop(id) {
      await stop(engine, id);
      return shown(id);
    },
    async resolveRow(id, userName, how) {
      await resolveRow(engine, id, userName, how);
      return shown(id);
    },
    forget: (id) => forget(engine, id),
    recover: () => recover(engine),
    running: () => engine.runs.size,
    rest: () => rest(engine),
    close() {
      for (const run of engine.runs.values()) run.asked = 'close';
      return rest(engine);
    },
  };
}

async function rest({ runs }: Engine): Promise<void> {
  await Promise.all([...runs.values()].map(({ done }) => done));
}

async function start(
  engine: Engine,
  saved: SavedConnection,
  userNames: readonly string[],
  where: Where,
): Promise<RotationJob> {
  if (engine.runs.size > 0) throw otherRuns();
  const at = (engine.now ?? (() => new Date()))().toISOString();
  const row = {
    state: 'waiting',
    at: null,
    failure: null,
    secret: null,
    delivered: false,
  } as const;
  const file = where.kind === 'file' ? where.file : null;
  const job: JobRecord = {
    ...{ id: randomUUID(), kind: 'rotate-secrets', connection: saved.id },
    ...{ connectionName: saved.name, environment: saved.environment },
    ...{ organisationName: saved.organisationName, state: 'running', because: 'none' },
    ...{ started: at, changed: at, file, settled: false },
    destination: file === null ? { kind: 'keychain' } : { kind: 'file', name: path.basename(file) },
    rows: [...new Set(userNames)].map((userName) => ({ userName, ...row })),
  };
  await engine.destinations.prepare(job, where);
  await engine.records.add(job);
  await begin(engine, job.id);
  return shownJob(engine.records.find(job.id));
}

async function begin(engine: Engine, id: string): Promise<void> {
  if (engine.runs.size > 0) throw otherRuns();
  const run: Run = { asked: 'nothing', done: Promise.resolve() };
  engine.runs.set(id, run);
  try {
    await engine.records.change(id, { state: 'running', because: 'none' });
  } catch (error) {
    engine.runs.delete(id);
    throw error;
  }
  // A checkpoint that cannot be written ends the run; the next start finds the row that was being rotated.
  run.done = work(engine, id, run)
    .catch(() => undefined)
    .finally(() => engine.runs.delete(id));
}

async function work(engine: Engine, id: string, run: Run): Promise<void> {
  const because = await rotateAndEnd(engine, id, run).catch((error: unknown): Because => {
    if (failureOf(error) === undefined) throw error;
    return 'destination';
  });
  if (because !== 'none' && run.asked !== 'close')
    await engine.records.change(id, { state: 'paused', because });
}

/** Why the job rests; `none` when it has ended. */
async function rotateAndEnd(engine: Engine, id: string, run: Run): Promise<Because> {
  const { records, destinations } = engine;
  const destination = await destinations.open(records.find(id));
  await deliverRest(engine, id, destination);
  const because = await rotateRows(engine, id, run, destination);
  if (run.asked !== 'stop' && because !== 'none') return because;
  await end(engine, id, destination);
  return 'none';
}

/** One row after the other until something says that it must not go on. */
async function rotateRows(
  engine: Engine,
  id: string,
  run: Run,
  destination: Destination,
): Promise<Because> {
  let refusals = 0;
  for (;;) {
    if (run.asked !== 'nothing') return 'asked';
    const next = engine.records.find(id).rows.find(({ state }) => state === 'waiting');
    if (!next) return 'none';
    const { row, because } = await rotateRow(engine, id, next.userName);
    await engine.records.changeRow(id, next.userName, row);
    if (row.secret) await deliver(engine, id, next.userName, row.secret, destination);
    refusals = row.state === 'refused' ? refusals + 1 : 0;
    if (refusals >= MOST_REFUSALS_IN_A_ROW) return 'two-refusals';
    if (because !== 'none') return because;
    if (hasWaiting(engine.records.find(id))) await (engine.gap ?? restBetweenRows)();
  }
}

async function rotateRow(engine: Engine, id: string, userName: string): Promise<RowEnd> {
  const { connection } = engine.records.find(id);
  await engine.records.changeRow(id, userName, { state: 'rotating', failure: null });
  const input = { connection, userName, job: id };
  const result = await engine.run('enterpriseUsers.rotateSecret', input, engine.signal);
  if (!result.ok) return afterFailure(engine, id, userName, result.failure);
  const { secret } = keptSecret.parse(result.value);
  return { row: { state: 'rotated', secret, failure: null }, because: 'none' };
}

/** What the failure says, unless the escrow knows better: it alone knows what was sent. */
function afterFailure(engine: Engine, id: string, userName: string, failure: Failure): RowEnd {
  const known = fromEscrow(engine.escrow, id, userName);
  if (known) return { row: { ...known, failure }, because: becauseOf(known) };
  switch (failure.kind) {
    case 'outcome-unknown':
    case 'unexpected-answer':
      return { row: { state: 'unknown', failure }, because: 'unknown-outcome' };
    case 'unreachable':
    case 'offline':
    case 'busy':
    case 'cancelled':
      return { row: { state: 'waiting', failure }, because: 'unreachable' };
    case 'keychain':
    case 'file':
    case 'internal':
      return { row: { state: 'waiting', failure }, because: 'destination' };
    case 'invalid-input':
    case 'sign-in-needed':
    case 'refused':
    case 'not-found':
    case 'conflict':
    case 'certificate':
      return { row: { state: 'refused', failure }, because: 'none' };
  }
}

const becauseOf = ({ state }: Partial<Row>): Because =>
  state === 'unknown' ? 'unknown-outcome' : 'none';

/** The newest attempt of this job for this user that left something behind. */
function fromEscrow(escrow: Escrow, job: string, userName: string): Partial<Row> | undefined {
  const entry = escrow.list().find((one) => one.job === job && one.userName === userName);
  if (!entry) return undefined;
  const came = entry.state === 'waiting' || entry.state === 'confirmed';
  return came ? { state: 'rotated', secret: entry.id } : { state: 'unknown', secret: null };
}

async function deliver(
  engine: Engine,
  id: string,
  userName: string,
  secret: string,
  destination: Destination,
): Promise<void> {
  await destination.deliver(userName, secret);
  await engine.records.changeRow(id, userName, { delivered: true });
}

/** Secrets that a kill or a lost destination kept from being handed over. */
async function deliverRest(engine: Engine, id: string, destination: Destination): Promise<void> {
  const held = new Set(engine.escrow.list().map((entry) => entry.id));
  for (const { userName, secret, delivered } of engine.records.find(id).rows) {
    if (secret === null || (delivered && destination.has(userName))) continue;
    if (held.has(secret)) await deliver(engine, id, userName, secret, destination);
  }
}

async function end(engine: Engine, id: string, destination: Destination): Promise<void> {
  const { records } = engine;
  const waiting = records.find(id).rows.filter(({ state }) => state === 'waiting');
  for (const { userName } of waiting) await records.changeRow(id, userName, { state: 'skipped' });
  await destination.settle(records.find(id).rows);
  const state = waiting.length > 0 ? 'stopped' : 'finished';
  await records.change(id, {
    state,
    because: waiting.length > 0 ? 'asked' : 'none',
    settled: true,
  });
}

async function pause({ records, runs }: Engine, id: string): Promise<void> {
  const run = runs.get(id);
  if (run?.asked !== 'nothing') return;
  run.asked = 'pause';
  await records.change(id, { state: 'pausing', because: 'asked' });
}

async function forget({ records, destinations }: Engine, id: string): Promise<void> {
  const job = records.find(id);
  if (job.state !== 'stopped' && job.state !== 'finished') throw notNow();
  await destinations.forget(job);
  await records.forget(id);
}

async function stop(engine: Engine, id: string): Promise<void> {
  const { records, destinations, runs } = engine;
  const run = runs.get(id);
  if (run) {
    run.asked = 'stop';
    await records.change(id, { state: 'pausing', because: 'asked' });
    return;
  }
  if (records.find(id).state !== 'paused') throw notNow();
  const destination = await destinations.open(records.find(id));
  await deliverRest(engine, id, destination);
  await end(engine, id, destination);
}

async function resolveRow(
  engine: Engine,
  id: string,
  userName: string,
  how: 'rotate-again' | 'old-one-works',
): Promise<void> {
  const { records, escrow, runs } = engine;
  const row = records.find(id).rows.find((one) => one.userName === userName);
  if (row?.state !== 'refused' && row?.state !== 'unknown') throw notNow();
  const open = escrow
    .list()
    .find((one) => one.job === id && one.userName === userName && !/waiting|conf/.test(one.state));
  if (open) await escrow.resolve(open.id, how === 'rotate-again' ? 'rotated-again' : how);
  const state = how === 'rotate-again' ? 'waiting' : 'skipped';
  const { state: now } = await records.changeRow(id, userName, { state, failure: null });
  // A job that has ended takes the row up again; one that runs meets it on its way.
  if (state === 'waiting' && !runs.has(id) && now !== 'paused')
    await records.change(id, { state: 'paused', because: 'asked', settled: false });
}

async function recover(engine: Engine): Promise<void> {
  const { records, escrow, destinations } = engine;
  for (const { id, state, rows, settled } of records.all()) {
    for (const { userName, state: before } of rows) {
      if (before !== 'rotating') continue;
      // Nothing in the escrow: nothing was sent, or the server refused.
      const known = fromEscrow(escrow, id, userName) ?? { state: 'waiting' as const };
      await records.changeRow(id, userName, known);
    }
    if (state === 'running' || state === 'pausing')
      await records.change(id, { state: 'paused', because: 'restarted' });
    else if ((state === 'finished' || state === 'stopped') && !settled)
      await destinations
        .open(records.find(id))
        .then((destination) => end(engine, id, destination))
        .catch(() => undefined);
  }
}

const notNow = () =>
  new Problem({
    kind: 'conflict',
    message: 'The job is in another state by now; look at it again.',
    reason: '',
  });

const otherRuns = () =>
  new Problem({
    kind: 'conflict',
    message: 'Another job runs. Users are rotated one at a time, and so are jobs.',
    reason: '',
  });
