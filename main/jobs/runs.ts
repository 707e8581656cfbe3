// What a run of a job is, whatever it does: begun once, paused, resumed, stopped, found again after a kill.
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import {
  type Because,
  type Change,
  hasEnded,
  type JobKind,
  type JobRecord,
  type JobRecords,
  notNow,
} from './records.ts';
import { conflict } from '../problems.ts';

/** What a run may ask before it begins a row. */
export interface Course {
  /** Why no further row may begin; undefined when one may. */
  halt(): Because | undefined;
  /** A person wants no more of it: rows that were not begun are skipped. */
  isStopped(): boolean;
  /** Fires when a person asks for a pause or an end, and when the program closes. */
  readonly asked: AbortSignal;
  /** Ends calls that are under way: at once when a person stops the job, `PATIENCE_MS` after anything else that was asked. */
  readonly callSignal: AbortSignal;
}

/** A file or an answer that is under way when a pause is asked for may come to its end. */
const PATIENCE_MS = 2_000;

/** How a job came to its end, with what its kind counted. */
export type End = Change & { readonly state: 'finished' | 'stopped' };

/** What jobs of one kind do. A Problem ends the run; so does any other error, which is one of ours. */
export interface Kind {
  /** Before a resume: a Problem when it could not go on. */
  ready(id: string): Promise<void>;
  /** Works to the end of the job, or until `course` halts it: why it rests then. */
  run(id: string, course: Course): Promise<Because | End>;
  /** Ends a job that rests. */
  stop(id: string): Promise<End>;
  /** At start: what a kill left behind. */
  recover(job: JobRecord): void;
  /** Takes away what it keeps beside its record. */
  forget(job: JobRecord): Promise<void>;
}

export interface Runs {
  /** `make` puts down the record of this id, which says that it runs; meanwhile no other of this kind can begin. */
  begin(kind: JobKind, id: string, make: () => Promise<void>): Promise<void>;
  /** Of a job that is paused. With `prepare`, which makes rows wait again, also of one that has ended. */
  resume(id: string, prepare?: () => Promise<void>): Promise<void>;
  pause(id: string): Promise<void>;
  stop(id: string): Promise<void>;
  forget(id: string): Promise<void>;
  isRunning(id: string): boolean;
  recover(): Promise<void>;
  rest(): Promise<void>;
  close(): Promise<void>;
}

export interface RunsNeeds {
  readonly records: JobRecords;
  readonly connections: Pick<ConnectionStore, 'all'>;
  readonly kinds: Readonly<Record<JobKind, Kind>>;
  /** Told at the beginning of a run; the answer at its pause and end. What is told line by line waits longer meanwhile. */
  readonly busy?: (() => () => Promise<void>) | undefined;
}

/** A run of one job: what a person asked of it meanwhile, and its end. */
interface Run {
  readonly id: string;
  /** It has come to its end, which is just being written. */
  isOver: boolean;
  asked: 'nothing' | 'pause' | 'stop' | 'close';
  readonly told: AbortController;
  readonly calls: AbortController;
  /** Until `calls` are ended. */
  patience: NodeJS.Timeout | undefined;
  done: Promise<void>;
}

interface Desk extends RunsNeeds {
  /** One of a kind at a time. */
  readonly runs: Map<JobKind, Run>;
  /** Resting jobs that are just being ended: none of them may begin again meanwhile. */
  readonly ending: Set<string>;
}

export function createRuns(needs: RunsNeeds): Runs {
  const desk: Desk = { ...needs, runs: new Map(), ending: new Set() };
  const { records, runs } = desk;
  return {
    async begin(kind, id, make) {
      await written(runs.get(kind));
      const before = records.all().find((job) => job.kind === kind && isHeldByTheDisk(desk, job));
      if (before) throw diskHolds();
      await begin(desk, kind, id, make);
    },
    resume: (id, prepare) => resume(desk, id, prepare),
    async pause(id) {
      const run = runOf(desk, id);
      if (run?.asked !== 'nothing' || run.isOver) return;
      tell(run, 'pause');
      records.tell(id, { state: 'pausing', because: 'asked' });
    },
    stop: (id) => stop(desk, id),
    async forget(id) {
      await written(runOf(desk, id));
      const job = records.find(id);
      if (!hasEnded(job) || runOf(desk, id)) throw notNow();
      await desk.kinds[job.kind].forget(job);
      await records.forget(id);
    },
    isRunning: (id) => runOf(desk, id) !== undefined,
    recover: () => recover(desk),
    rest: () => rest(desk),
    async close() {
      for (const run of runs.values()) tell(run, 'close');
      await rest(desk);
      await records.close();
    },
  };
}

const DISK: readonly Because[] = ['disk-full', 'disk-read-only', 'disk-failed'];

/** The disk stopped it, or has not taken yet how it ended: none begins beside it. */
const isHeldByTheDisk = ({ records }: Desk, { id, state, because }: JobRecord): boolean =>
  records.isUnwritten(id) || (state === 'paused' && DISK.includes(because));

/** Whatever the record says: without a run it rests. */
const rests = (desk: Desk, { id, state }: JobRecord): boolean =>
  !runOf(desk, id) && (state === 'paused' || state === 'running' || state === 'pausing');

function tell(run: Run, asked: Exclude<Run['asked'], 'nothing'>): void {
  run.asked = asked;
  run.told.abort();
  if (asked === 'stop') run.calls.abort();
  else
    run.patience ??= setTimeout(() => {
      run.calls.abort();
    }, PATIENCE_MS).unref();
}

async function rest({ runs }: Desk): Promise<void> {
  await Promise.all([...runs.values()].map(({ done }) => done));
}

/** The end of a run is told before the run is gone: who goes on at once waits for that, and is not refused. */
async function written(run: Run | undefined): Promise<void> {
  if (run?.isOver === true) await run.done;
}

const runOf = ({ runs }: Desk, id: string): Run | undefined =>
  [...runs.values()].find((run) => run.id === id);

async function resume(desk: Desk, id: string, prepare?: () => Promise<void>): Promise<void> {
  const { records, kinds, ending } = desk;
  await written(desk.runs.get(records.find(id).kind));
  const job = records.find(id);
  const mayBegin = rests(desk, job) || (prepare !== undefined && hasEnded(job));
  if (!mayBegin || ending.has(id)) throw notNow();
  if (!leadsThere(desk, job)) throw connectionChanged();
  await begin(desk, job.kind, id, async () => {
    await kinds[job.kind].ready(id);
    await prepare?.();
    await records.change(id, { state: 'running', because: 'none' });
  });
}

async function begin(
  desk: Desk,
  kind: JobKind,
  id: string,
  make: () => Promise<void>,
): Promise<void> {
  const { runs } = desk;
  if (runs.has(kind)) throw otherRuns();
  const run: Run = {
    id,
    isOver: false,
    asked: 'nothing',
    told: new AbortController(),
    calls: new AbortController(),
    patience: undefined,
    done: Promise.resolve(),
  };
  runs.set(kind, run);
  const over = () => {
    clearTimeout(run.patience);
    runs.delete(kind);
  };
  const begun = make().catch((error: unknown) => {
    over();
    throw error;
  });
  run.done = begun
    .then(() => work(desk, kind, run))
    .catch(() => undefined)
    .finally(over);
  await begun;
}

/** The end of a run is known whatever the disk says: a job never looks as if it ran when nothing runs. */
async function work(desk: Desk, kind: JobKind, run: Run): Promise<void> {
  const { records, kinds } = desk;
  const { id } = run;
  const course: Course = {
    halt() {
      if (run.asked !== 'nothing') return 'asked';
      return leadsThere(desk, records.find(id)) ? undefined : 'connection-changed';
    },
    isStopped: () => run.asked === 'stop',
    asked: run.told.signal,
    callSignal: run.calls.signal,
  };
  const rested = desk.busy?.();
  const end = await kinds[kind].run(id, course).catch(becauseOfError);
  await rested?.().catch(() => undefined);
  run.isOver = true;
  if (typeof end === 'object') await records.conclude(id, end);
  // The next start finds it as one that was running.
  else if (run.asked !== 'close') await records.conclude(id, { state: 'paused', because: end });
}

function becauseOfError(error: unknown): Because {
  const failure = failureOf(error);
  return failure ? becauseOfKeeping(failure) : 'program-error';
}

/** Why a job rests when what it needs on this computer fails. */
export function becauseOfKeeping(failure: Failure): Because {
  if (failure.kind !== 'file') return 'destination';
  switch (failure.problem) {
    case 'disk-full':
      return 'disk-full';
    case 'read-only':
      return 'disk-read-only';
    case 'other':
      return 'disk-failed';
    default:
      return 'destination';
  }
}

async function stop(desk: Desk, id: string): Promise<void> {
  const { records, kinds, ending } = desk;
  const run = runOf(desk, id);
  if (run) {
    if (run.isOver) throw notNow();
    tell(run, 'stop');
    records.tell(id, { state: 'pausing', because: 'asked' });
    return;
  }
  const job = records.find(id);
  if (!rests(desk, job) || ending.has(id)) throw notNow();
  ending.add(id);
  const end = await kinds[job.kind].stop(id).finally(() => ending.delete(id));
  await records.conclude(id, end);
}

async function recover({ records, kinds }: Desk): Promise<void> {
  for (const { id, kind, state } of records.all()) {
    kinds[kind].recover(records.find(id));
    if (state === 'running' || state === 'pausing')
      await records.conclude(id, { state: 'paused', because: 'restarted' });
  }
}

/** A job begun at one place never goes on at another, least of all in another environment. */
function leadsThere({ connections }: Desk, job: JobRecord): boolean {
  const found = connections.all().find(({ id }) => id === job.connection);
  if (found?.environment !== job.environment) return false;
  return job.baseAddress === undefined || job.baseAddress === found.baseAddress;
}

const otherRuns = () => conflict('Another job of this kind runs. They run one after the other.');

const diskHolds = () =>
  conflict(
    'The disk stopped another job of this kind. Make room, then resume that job or stop it.',
  );

const connectionChanged = () =>
  conflict('The connection of this job was removed or leads elsewhere now.');
