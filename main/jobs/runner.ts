// Runs jobs of every kind, one of a kind at a time: starts, pauses, resumes, stops, and finds them after a kill.
import { obstacleOf } from '../../preload/failures.ts';
import type { Failure } from '../../preload/result.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import type { Log } from '../diagnostics/log.ts';
import { failureOf } from '../problem.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import {
  type Because,
  type Change,
  hasEnded,
  type JobKind,
  type JobRecord,
  type JobRecords,
  wrongState,
} from './records.ts';
import { conflict } from '../problems.ts';

/** What the runner tells the work of one run. */
export interface RunControl {
  /** Why no further row may begin; undefined when one may. */
  haltReason(): 'asked' | 'connection-changed' | undefined;
  /** A person stops the job: rows that have not begun are skipped. */
  isStopped(): boolean;
  /** Fires when a person asks for a pause or an end, and when the program closes. */
  readonly haltRequested: AbortSignal;
  /** Ends calls that are under way: at once when a person stops the job, `PAUSE_GRACE_MS` after any other request. */
  readonly callSignal: AbortSignal;
}

/** How long a call or a write that is under way may go on after a pause was requested. */
const PAUSE_GRACE_MS = 2_000;

/** How a job ended, with what its kind counted. */
export type JobEnd = Change & { readonly state: 'finished' | 'stopped' };

/** The work of one kind of job. A Problem ends the run, and so does any other error, which is a defect of this program. */
export interface KindHandler {
  /** Before a resume: a Problem when the job could not go on. */
  checkReady(id: string): Promise<void>;
  /** Works until the job has ended or `control` halts it; then the answer is the reason for the pause. */
  run(id: string, control: RunControl): Promise<Because | JobEnd>;
  /** Ends a job that is not running. */
  stop(id: string): Promise<JobEnd>;
  /** At start: what a kill left behind. */
  recover(job: JobRecord): void;
  /** Removes what the kind stores beside the record. */
  forget(job: JobRecord): Promise<void>;
}

export interface JobRunner {
  /** `createRecord` stores the record of this id, which says that it runs; meanwhile no other job of this kind can begin. */
  begin(kind: JobKind, id: string, createRecord: () => Promise<void>): Promise<void>;
  /** Of a job that is paused. With `prepare`, which makes rows wait again, also of one that has ended. */
  resume(id: string, prepare?: () => Promise<void>): Promise<void>;
  pause(id: string): Promise<void>;
  stop(id: string): Promise<void>;
  forget(id: string): Promise<void>;
  isRunning(id: string): boolean;
  recover(): Promise<void>;
  /** Resolves when no job runs. */
  whenIdle(): Promise<void>;
  close(): Promise<void>;
}

export interface JobRunnerNeeds {
  readonly records: JobRecords;
  readonly connections: Pick<ConnectionStore, 'all'>;
  readonly kinds: Readonly<Record<JobKind, KindHandler>>;
  /** Of what is a defect of this program: the page asks a person to report it. */
  readonly log: Pick<Log, 'error'>;
  /** Called at the beginning of a run; its answer is called at the pause or end. */
  readonly busy?: (() => () => Promise<void>) | undefined;
}

/** A run of one job, with what a person has asked of it meanwhile. */
interface Run {
  readonly id: string;
  /** The work has ended; its end is being written. */
  isOver: boolean;
  request: 'none' | 'pause' | 'stop' | 'close';
  readonly haltController: AbortController;
  readonly callController: AbortController;
  /** Until `callController` aborts. */
  graceTimer: NodeJS.Timeout | undefined;
  finished: Promise<void>;
}

interface Context extends JobRunnerNeeds {
  readonly runs: Map<JobKind, Run>;
  /** Jobs without a run that are just being stopped: none of them may begin again meanwhile. */
  readonly stopping: Set<string>;
}

export function createJobRunner(needs: JobRunnerNeeds): JobRunner {
  const context: Context = { ...needs, runs: new Map(), stopping: new Set() };
  const { records, runs } = context;
  return {
    async begin(kind, id, createRecord) {
      await whenEndIsWritten(runs.get(kind));
      const before = records.all().find((job) => job.kind === kind && isHeldByDisk(context, job));
      if (before) throw heldByDisk();
      await begin(context, kind, id, createRecord);
    },
    resume: (id, prepare) => resume(context, id, prepare),
    async pause(id) {
      const run = runOf(context, id);
      if (run?.request !== 'none' || run.isOver) return;
      requestHalt(run, 'pause');
      records.report(id, { state: 'pausing', because: 'asked' });
    },
    stop: (id) => stop(context, id),
    async forget(id) {
      await whenEndIsWritten(runOf(context, id));
      const job = records.find(id);
      if (!hasEnded(job) || runOf(context, id)) throw wrongState();
      await context.kinds[job.kind].forget(job);
      await records.forget(id);
    },
    isRunning: (id) => runOf(context, id) !== undefined,
    recover: () => recover(context),
    whenIdle: () => whenIdle(context),
    async close() {
      for (const run of runs.values()) requestHalt(run, 'close');
      await whenIdle(context);
      await records.close();
    },
  };
}

const DISK: readonly Because[] = ['disk-full', 'disk-read-only', 'disk-failed'];

/** The disk stopped the job or has not taken its end yet: no other of its kind begins. */
const isHeldByDisk = ({ records }: Context, { id, state, because }: JobRecord): boolean =>
  records.isUnwritten(id) || (state === 'paused' && DISK.includes(because));

/** A job without a run is not running, whatever its record says. */
const isInterrupted = (context: Context, { id, state }: JobRecord): boolean =>
  !runOf(context, id) && (state === 'paused' || state === 'running' || state === 'pausing');

function requestHalt(run: Run, request: Exclude<Run['request'], 'none'>): void {
  run.request = request;
  run.haltController.abort();
  const abortCalls = () => {
    run.callController.abort();
  };
  if (request === 'stop') abortCalls();
  else run.graceTimer ??= setTimeout(abortCalls, PAUSE_GRACE_MS).unref();
}

async function whenIdle({ runs }: Context): Promise<void> {
  await Promise.all([...runs.values()].map(({ finished }) => finished));
}

/** The end of a run is announced before the run is gone: whoever acts on the announcement waits here and is not refused. */
async function whenEndIsWritten(run: Run | undefined): Promise<void> {
  if (run?.isOver === true) await run.finished;
}

const runOf = ({ runs }: Context, id: string): Run | undefined =>
  [...runs.values()].find((run) => run.id === id);

async function resume(context: Context, id: string, prepare?: () => Promise<void>): Promise<void> {
  const { records, kinds, stopping } = context;
  await whenEndIsWritten(context.runs.get(records.find(id).kind));
  const job = records.find(id);
  const mayBegin = isInterrupted(context, job) || (prepare !== undefined && hasEnded(job));
  if (!mayBegin || stopping.has(id)) throw wrongState();
  if (!hasSameConnection(context, job)) throw connectionChanged();
  await begin(context, job.kind, id, async () => {
    await kinds[job.kind].checkReady(id);
    await prepare?.();
    await records.change(id, { state: 'running', because: 'none' });
  });
}

async function begin(
  context: Context,
  kind: JobKind,
  id: string,
  createRecord: () => Promise<void>,
): Promise<void> {
  const { runs } = context;
  if (runs.has(kind)) throw otherJobRuns();
  const run: Run = {
    id,
    isOver: false,
    request: 'none',
    haltController: new AbortController(),
    callController: new AbortController(),
    graceTimer: undefined,
    finished: Promise.resolve(),
  };
  runs.set(kind, run);
  const removeRun = () => {
    clearTimeout(run.graceTimer);
    runs.delete(kind);
  };
  const created = createRecord().catch((error: unknown) => {
    removeRun();
    throw error;
  });
  run.finished = created
    .then(() => execute(context, kind, run))
    .catch((error: unknown) => {
      context.log.error(newErrorId(), 'job-end-not-written', error);
    })
    .finally(removeRun);
  await created;
}

/** The end of a run takes effect even when the disk fails: a job must not look as if it ran when nothing runs. */
async function execute(context: Context, kind: JobKind, run: Run): Promise<void> {
  const { records, kinds } = context;
  const { id } = run;
  const control: RunControl = {
    haltReason() {
      if (run.request !== 'none') return 'asked';
      return hasSameConnection(context, records.find(id)) ? undefined : 'connection-changed';
    },
    isStopped: () => run.request === 'stop',
    haltRequested: run.haltController.signal,
    callSignal: run.callController.signal,
  };
  const idle = context.busy?.();
  const end = await kinds[kind].run(id, control).catch((error: unknown) => {
    const failure = failureOf(error);
    if (failure) return becauseOf(failure);
    context.log.error(newErrorId(), `job ${kind}`, error);
    return 'program-error' as const;
  });
  await idle?.().catch(() => undefined);
  run.isOver = true;
  if (typeof end === 'object') await records.conclude(id, end);
  // After a closing the record still says that it runs, so that the next start finds it.
  else if (run.request !== 'close') await records.conclude(id, { state: 'paused', because: end });
}

/** Why a job pauses after a failure that its next row would meet as well: named by whose it is (ATK-36). */
export function becauseOf(failure: Failure): Because {
  switch (obstacleOf(failure)) {
    case 'away':
    case 'untrusted':
    case 'cancelled':
      return 'unreachable';
    case 'sign-in':
      return 'sign-in-needed';
    case 'computer':
    case 'unclear':
    case 'question':
  }
  if (failure.kind === 'keychain' || failure.kind === 'managed') return failure.kind;
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

async function stop(context: Context, id: string): Promise<void> {
  const { records, kinds, stopping } = context;
  const run = runOf(context, id);
  if (run && !run.isOver) {
    requestHalt(run, 'stop');
    records.report(id, { state: 'pausing', because: 'asked' });
    return;
  }
  await whenEndIsWritten(run);
  const job = records.find(id);
  if (!isInterrupted(context, job) || stopping.has(id)) throw wrongState();
  stopping.add(id);
  try {
    await records.conclude(id, await kinds[job.kind].stop(id));
  } finally {
    stopping.delete(id);
  }
}

async function recover({ records, kinds }: Context): Promise<void> {
  for (const { id, kind, state } of records.all()) {
    kinds[kind].recover(records.find(id));
    if (state === 'running' || state === 'pausing')
      await records.conclude(id, { state: 'paused', because: 'restarted' });
  }
}

/** A job never goes on with another server than it was begun with, above all not in another environment. */
function hasSameConnection({ connections }: Context, job: JobRecord): boolean {
  const found = connections.all().find(({ id }) => id === job.connection);
  if (found?.environment !== job.environment) return false;
  return job.baseAddress === found.baseAddress;
}

/** Between two reports on how far a job has come. */
const REPORT_MS = 250;

/** Reports progress at most every `REPORT_MS`: what is reported is counted anew each time, and written later. */
export function createProgressReporter(report: () => void) {
  let last = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const reportNow = () => {
    timer = undefined;
    last = performance.now();
    report();
  };
  return {
    changed: (): void => {
      timer ??= setTimeout(reportNow, Math.max(0, last + REPORT_MS - performance.now()));
    },
    dispose: (): void => {
      clearTimeout(timer);
    },
  };
}

const otherJobRuns = () => conflict('Another job of this kind runs. They run one after the other.');

const heldByDisk = () =>
  conflict(
    'The disk stopped another job of this kind. Make room, then resume that job or stop it.',
  );

const connectionChanged = () =>
  conflict('The connection of this job was removed or leads elsewhere now.');
