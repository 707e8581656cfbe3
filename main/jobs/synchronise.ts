// Synchronises a copy of the open metadata as a job: begins or resumes the copy's run, and reports its counts.
import type { Api } from '../platform/api.ts';
import { readRetryAfter } from '../http/retries.ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import type { Copies, Copy } from '../reference/copies.ts';
import type { Usage } from '../reference/finish.ts';
import {
  type CallOutcome,
  type ConcurrencyLimiter,
  createConcurrencyLimiter,
} from '../reference/concurrency-limiter.ts';
import { type Progress, synchronise } from '../reference/synchronise.ts';
import type { CopyRun } from '../storage/offline-copy/run.ts';
import type { Because, JobRecords, SynchroniseRecord } from './records.ts';
import {
  createProgressReporter,
  type JobEnd,
  type KindHandler,
  type RunControl,
} from './runner.ts';

export interface SynchronisationNeeds {
  readonly records: JobRecords;
  readonly copies: Pick<Copies, 'open'>;
  readonly api: Pick<Api, 'open'>;
  readonly now: () => Date;
  /** For tests: how long it pauses between calls is not left to chance. */
  readonly random?: (() => number) | undefined;
}

export const NOTHING_COPIED: Pick<
  SynchroniseRecord,
  'documents' | 'bytes' | 'secondsLeft' | 'skippedAreas' | 'cutAreas'
> = {
  documents: { all: 0, fetched: 0, unchanged: 0, failed: 0, skipped: 0 },
  bytes: 0,
  secondsLeft: null,
  skippedAreas: [],
  cutAreas: [],
};

export function createSynchronisation(needs: SynchronisationNeeds): KindHandler {
  const { records, copies } = needs;
  const openCopy = async (id: string): Promise<Copy> => {
    const { connection, language } = records.synchronisation(id);
    return copies.open(connection, language);
  };
  return {
    async checkReady(id) {
      await openCopy(id);
    },
    run: (id, control) => run(needs, id, control),
    async stop(id) {
      // A run that cannot be reached, as of a removed connection, is dropped by the next synchronisation.
      const { store } = (await openCopy(id).catch(() => undefined)) ?? {};
      if (store !== undefined && isRunOf(store.unfinished, id))
        await (await store.resume()).abandon();
      return STOPPED;
    },
    recover({ id, ...job }) {
      if (job.kind === 'synchronise' && job.secondsLeft !== null)
        records.report(id, { secondsLeft: null });
    },
    forget: async () => undefined,
  };
}

const STOPPED: JobEnd = { state: 'stopped', because: 'asked' };

async function run(
  needs: SynchronisationNeeds,
  id: string,
  control: RunControl,
): Promise<Because | JobEnd> {
  const { records, copies } = needs;
  const haltReason = control.haltReason();
  if (haltReason !== undefined) return haltReason;
  const job = records.synchronisation(id);
  const copy = await copies.open(job.connection, job.language);
  const release = copy.hold();
  try {
    // A kill between the new copy and the record of its job: the copy is complete.
    const isDone = copy.store.unfinished === undefined && copy.head()?.job === id;
    const because = isDone ? 'none' : await runSynchronisation(needs, job, copy, control);
    if (because === 'none') return { state: 'finished', because: 'none' };
    return control.isStopped() ? STOPPED : because;
  } finally {
    release();
  }
}

async function runSynchronisation(
  needs: SynchronisationNeeds,
  job: SynchroniseRecord,
  copy: Copy,
  control: RunControl,
): Promise<Because> {
  const { api, now, random = Math.random } = needs;
  const clock = () => performance.now();
  const limiter = createConcurrencyLimiter({ clock, random });
  const observed = observeCalls(limiter, now);
  const counts = createCounts(needs.records, job, observed.usage);
  try {
    const copyRun = await beginOrResume(copy, job, control.callSignal);
    if (copyRun === undefined) return control.haltReason() ?? 'asked';
    const client = await api.open(job.connection, { once: true, acquire: observed.acquire });
    const because = await synchronise({
      id: job.id,
      copy,
      run: copyRun,
      scope: job.scope,
      limiter,
      now,
      clock,
      source: { client, language: job.language, signal: control.callSignal },
      report: counts.changed,
      usage: observed.usage,
      haltReason: () => control.haltReason(),
      haltRequested: control.haltRequested,
    }).catch(async (error: unknown) => {
      await copyRun.suspend().catch(() => undefined);
      throw error;
    });
    if (because !== 'none') await (control.isStopped() ? copyRun.abandon() : copyRun.suspend());
    return because;
  } finally {
    counts.dispose();
  }
}

/** Undefined when the signal ended the check before the run could begin. */
async function beginOrResume(
  { store }: Copy,
  { id }: SynchroniseRecord,
  signal: AbortSignal,
): Promise<CopyRun | undefined> {
  if (isRunOf(store.unfinished, id)) return store.resume();
  // Otherwise a damaged document could pass for an unchanged one.
  await store.verify(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return signal.aborted ? undefined : store.begin({ job: id });
}

const isRunOf = (left: unknown, id: string): boolean =>
  typeof left === 'object' && left !== null && 'job' in left && left.job === id;

/** The platform, or something behind it, is overloaded (retries.ts). */
const BUSY = [429, 502, 503, 504];

/** Counts calls and bytes of every answer, and tells the limiter how each call ended and what pause the platform wants. */
function observeCalls(limiter: ConcurrencyLimiter, now: () => Date) {
  const started = performance.now();
  let [calls, bytes] = [0, 0];
  const outcomeOf = (answer: ExchangeResponse): CallOutcome => {
    calls += 1;
    bytes += answer.bytes;
    if (!BUSY.includes(answer.status)) return 'answered';
    const seconds = readRetryAfter(answer.headers['retry-after'], now());
    if (seconds !== undefined) limiter.pauseFor(seconds);
    return 'failed';
  };
  return {
    acquire: async (signal?: AbortSignal) => {
      const ended = await limiter.acquire(signal);
      return (answer?: ExchangeResponse): void => {
        if (answer === undefined) ended(signal?.aborted === true ? 'cancelled' : 'failed');
        else ended(outcomeOf(answer));
      };
    },
    usage: (): Usage => ({ calls, bytes, seconds: (performance.now() - started) / 1000 }),
  };
}

/** Reports the counts of a run. They are counted from the run itself, so that a lost report does no harm. */
function createCounts(records: JobRecords, job: SynchroniseRecord, usage: () => Usage) {
  let latest: Progress | undefined;
  const report = (secondsLeft: number | null) => {
    const { documents, skippedAreas, cutAreas } = latest ?? job;
    const bytes = job.bytes + usage().bytes;
    records.report(job.id, { documents, skippedAreas, cutAreas, bytes, secondsLeft });
  };
  const progress = createProgressReporter(() => {
    report(latest?.secondsLeft ?? null);
  });
  return {
    changed: (to: Progress): void => {
      latest = to;
      progress.changed();
    },
    dispose(): void {
      progress.dispose();
      report(null);
    },
  };
}
