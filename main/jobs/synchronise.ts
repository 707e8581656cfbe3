// Synchronisation as a job: the run of a copy begun, gone on with after a kill, its counts put down now and then.
import type { Api } from '../platform/api.ts';
import { readRetryAfter } from '../http/retries.ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import type { Copies, Copy } from '../reference/copies.ts';
import type { Spent } from '../reference/finish.ts';
import { createPace, type Mood, type Pace } from '../reference/pace.ts';
import { type Progress, synchronise } from '../reference/synchronise.ts';
import type { CopyRun } from '../storage/offline-copy/run.ts';
import type { Because, JobRecords, SynchroniseRecord } from './records.ts';
import type { Course, End, Kind } from './runs.ts';

export interface SynchronisationNeeds {
  readonly records: JobRecords;
  readonly copies: Pick<Copies, 'open'>;
  readonly api: Pick<Api, 'open'>;
  readonly now: () => Date;
  /** For tests: no chance in how long it rests. */
  readonly random?: (() => number) | undefined;
}

/** Between two words on the counts: the run itself is the truth, and they are counted from it. */
const COUNTS_MS = 250;

export const NOTHING_COPIED: Pick<
  SynchroniseRecord,
  'documents' | 'bytes' | 'secondsLeft' | 'skippedAreas' | 'cutAreas'
> = {
  documents: { all: 0, fetched: 0, unchanged: 0, failed: 0, skipped: 0 },
  ...{ bytes: 0, secondsLeft: null, skippedAreas: [], cutAreas: [] },
};

export function createSynchronisation(needs: SynchronisationNeeds): Kind {
  const { records, copies } = needs;
  return {
    async ready(id) {
      await openCopy(needs, id);
    },
    run: (id, course) => run(needs, id, course),
    async stop(id) {
      // A run that cannot be reached any more, as of a connection that is gone, is dropped by the next one.
      const { store } = (await openCopy(needs, id).catch(() => undefined)) ?? {};
      if (store !== undefined && isOf(store.left, id)) await (await store.resume()).abandon();
      return STOPPED;
    },
    recover({ id, ...job }) {
      if (job.kind === 'synchronise' && job.secondsLeft !== null)
        records.tell(id, { secondsLeft: null });
    },
    forget: async () => undefined,
  };

  function openCopy({ records: all }: SynchronisationNeeds, id: string): Promise<Copy> {
    const { connection, language } = all.synchronisation(id);
    return copies.open(connection, language);
  }
}

const STOPPED: End = { state: 'stopped', because: 'asked' };

async function run(
  needs: SynchronisationNeeds,
  id: string,
  course: Course,
): Promise<Because | End> {
  const { records, copies } = needs;
  const halted = course.halt();
  if (halted !== undefined) return halted;
  const job = records.synchronisation(id);
  const copy = await copies.open(job.connection, job.language);
  const release = copy.hold();
  try {
    // Killed between the new copy and the record of its job: all is done.
    const isDone = copy.store.left === undefined && copy.head()?.job === id;
    const because = isDone ? 'none' : await work(needs, job, copy, course);
    if (because === 'none') return { state: 'finished', because: 'none' };
    return course.isStopped() ? STOPPED : because;
  } finally {
    release();
  }
}

async function work(
  needs: SynchronisationNeeds,
  job: SynchroniseRecord,
  copy: Copy,
  course: Course,
): Promise<Because> {
  const { api, now, random = Math.random } = needs;
  const clock = () => performance.now();
  const pace = createPace({ clock, random });
  const ears = createEars(pace, now);
  const checkpoint = createCheckpoint(needs.records, job, ears.spent);
  try {
    const begun = await beginOrResume(copy, job, course.callSignal);
    if (begun === undefined) return course.halt() ?? 'asked';
    const reading = await api.open(job.connection, { once: true, turn: ears.turn });
    const because = await synchronise({
      ...{ id: job.id, copy, run: begun, scope: job.scope, pace, now, clock },
      asking: { reading, language: job.language, signal: course.callSignal },
      ...{ report: checkpoint.tell, spent: ears.spent },
      ...{ halt: () => haltOf(course), asked: course.asked },
    }).catch(async (error: unknown) => {
      await begun.rest().catch(() => undefined);
      throw error;
    });
    if (because !== 'none') await (course.isStopped() ? begun.abandon() : begun.rest());
    return because;
  } finally {
    checkpoint.rest();
  }
}

/** A course knows reasons of other kinds too; these two are all it has for this one. */
const haltOf = (course: Course) => {
  const because = course.halt();
  return because === 'asked' || because === 'connection-changed' ? because : undefined;
};

/** Undefined when it was ended before it could begin. */
async function beginOrResume(
  { store }: Copy,
  { id }: SynchroniseRecord,
  signal: AbortSignal,
): Promise<CopyRun | undefined> {
  if (isOf(store.left, id)) return store.resume();
  // What is damaged must not be taken for the same as what comes.
  await store.verify(signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return signal.aborted ? undefined : store.begin({ job: id });
}

const isOf = (left: unknown, id: string): boolean =>
  typeof left === 'object' && left !== null && 'job' in left && left.job === id;

/** The platform is overloaded, or what is behind it (retries.ts). */
const BUSY = [429, 502, 503, 504];

/** Hears every answer: how much came, and for how long the platform wants to be left alone. */
function createEars(pace: Pace, now: () => Date) {
  const started = performance.now();
  let [calls, bytes] = [0, 0];
  const heard = (answer: ExchangeResponse): Mood => {
    calls += 1;
    bytes += answer.bytes;
    if (!BUSY.includes(answer.status)) return 'answered';
    const seconds = readRetryAfter(answer.headers['retry-after'], now());
    if (seconds !== undefined) pace.leaveAlone(seconds);
    return 'troubled';
  };
  return {
    turn: async (signal?: AbortSignal) => {
      const over = await pace.turn(signal);
      return (answer?: ExchangeResponse): void => {
        if (answer === undefined) over(signal?.aborted === true ? 'dropped' : 'troubled');
        else over(heard(answer));
      };
    },
    spent: (): Spent => ({ calls, bytes, seconds: (performance.now() - started) / 1000 }),
  };
}

/** Says the counts beside the work, which is what they are counted from. */
function createCheckpoint(records: JobRecords, job: SynchroniseRecord, spent: () => Spent) {
  let last = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let latest: Progress | undefined;
  const tell = (secondsLeft: number | null) => {
    const { documents, skippedAreas, cutAreas } = latest ?? job;
    const bytes = job.bytes + spent().bytes;
    records.tell(job.id, { documents, skippedAreas, cutAreas, bytes, secondsLeft });
  };
  const now = () => {
    timer = undefined;
    last = performance.now();
    tell(latest?.secondsLeft ?? null);
  };
  return {
    tell: (progress: Progress): void => {
      latest = progress;
      timer ??= setTimeout(now, Math.max(0, last + COUNTS_MS - performance.now()));
    },
    rest(): void {
      clearTimeout(timer);
      tell(null);
    },
  };
}
