// A job of many rows that are alike: each is done once, its end put down before the next, and what it came to is counted.
import type { Tally } from '../../preload/contract/jobs.ts';
import { isPage, obstacleOf } from '../../preload/failures.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { failureOf, Problem } from '../problem.ts';
import type { BatchRecord, Because, Change, JobRecords } from './records.ts';
import type { Row, RowBook, Rows, RowState } from './rows.ts';
import { becauseOfKeeping, type Course, type End, type Kind } from './runs.ts';
import { conflict } from '../problems.ts';

/** What is done with rows of one kind. */
export interface Task {
  /** Reads are put down as they end; of a write it is put down before that it may be done. */
  readonly effect: 'read' | 'write';
  readonly atOnce: number;
  readonly gap: () => Promise<void>;
  /** Before a resume: a Problem when it could not go on. */
  ready?(job: BatchRecord): Promise<void>;
  /** Looks at rows that a kill left in the middle, before anything else is done with them. Asks nobody. */
  recover?(job: BatchRecord, rows: Rows): Promise<void>;
  /** For one run. */
  begin(job: BatchRecord, rows: Rows, course: Course): Promise<Hand>;
  /** The run is over, and the job is not: what it counts itself. */
  rested?(job: BatchRecord, rows: Rows): Promise<Change | undefined>;
  /** What was made is where it belongs; otherwise a Problem, and the job does not end. */
  settle?(job: BatchRecord, rows: Rows): Promise<void>;
  /** Before the job has ended, with all its rows: done again when the end could not be put down. */
  finish?(job: BatchRecord, rows: Rows, how: 'finished' | 'stopped'): Promise<Change | undefined>;
  /** Takes away what it keeps beside rows and record. */
  forget?(job: BatchRecord): Promise<void>;
}

/** What became of one row, and why no other may follow if none may; a Problem is what kept it. */
export type Hand = (
  row: Row,
  /** Before each call that changes something. */
  mark: (entry?: number) => Promise<void>,
) => Promise<RowState & { readonly because?: Because }>;

export interface BatchNeeds {
  readonly records: JobRecords;
  readonly book: RowBook;
  readonly task: Task;
}

export interface Batch extends Kind {
  /** The tally of a job that rests as its rows say it. */
  count(id: string): Promise<void>;
  /** Refused and unknown rows wait again. Problem conflict when there is none. */
  again(id: string): Promise<void>;
}

/** Between two words on how far it came. */
const TALLY_MS = 250;
const MOST_REFUSALS_IN_A_ROW = 2;

export function createBatch(needs: BatchNeeds): Batch {
  const { records, book, task } = needs;
  return {
    async ready(id) {
      await book.open(id);
      await task.ready?.(records.batch(id));
    },
    run: (id, course) => run(needs, id, course),
    async stop(id) {
      const rows = await book.open(id).catch(lost);
      return rows ? end(needs, id, rows) : endUnread(needs, id);
    },
    recover: () => undefined,
    async forget({ id }) {
      await task.forget?.(records.batch(id));
      await book.remove(id);
    },
    async count(id) {
      const rows = await book.open(id);
      await task.recover?.(records.batch(id), rows);
      const tally = rows.tally();
      if (JSON.stringify(tally) !== JSON.stringify(records.batch(id).tally))
        records.tell(id, { tally });
    },
    async again(id) {
      const rows = await book.open(id);
      const { refused, unknown } = rows.tally();
      if (refused + unknown === 0) throw nothingOpen();
      await rows.again();
      records.tell(id, { tally: rows.tally() });
    },
  };
}

async function run(needs: BatchNeeds, id: string, course: Course): Promise<Because | End> {
  const { records, book, task } = needs;
  const rows = await book.open(id);
  const resting = async () => {
    rows.rest();
    told(needs, id, rows, await task.rested?.(records.batch(id), rows));
  };
  try {
    await task.recover?.(records.batch(id), rows);
    const hand = await task.begin(records.batch(id), rows, course);
    const word = teller(needs, id, rows);
    const work = { task, hand, rows, course, tell: word.soon };
    const because = await workAll(work).finally(word.over);
    rows.rest();
    if (because === 'none' || course.isStopped()) return await end(needs, id, rows);
    await resting();
    return because;
  } catch (error) {
    // What failed first is what is said; that this fails as well is no news.
    await resting().catch(() => {
      told(needs, id, rows);
    });
    throw error;
  }
}

const told = ({ records }: BatchNeeds, id: string, rows: Rows, more: Change = {}) => {
  records.tell(id, { ...more, tally: rows.tally() });
};

/** The rows themselves are the truth: how far they came is said now and then, and written later. */
function teller(needs: BatchNeeds, id: string, rows: Rows) {
  let last = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  const now = () => {
    timer = undefined;
    last = performance.now();
    told(needs, id, rows);
  };
  return {
    soon: (): void => {
      timer ??= setTimeout(now, Math.max(0, last + TALLY_MS - performance.now()));
    },
    over: (): void => {
      clearTimeout(timer);
    },
  };
}

interface Work {
  readonly task: Task;
  readonly hand: Hand;
  readonly rows: Rows;
  readonly course: Course;
  readonly tell: () => void;
}

/** Why it goes no further, and how many refusals came one after the other; the lanes share it. */
interface Pulse {
  because: Because;
  refusals: number;
}

async function workAll(work: Work): Promise<Because> {
  const pulse: Pulse = { because: 'none', refusals: 0 };
  const lanes = Array.from({ length: work.task.atOnce }, () => workLane(work, pulse));
  const ends = await Promise.allSettled(lanes);
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
  return pulse.because;
}

async function workLane(work: Work, pulse: Pulse): Promise<void> {
  const { rows, course, tell, task } = work;
  try {
    while (pulse.because === 'none' && rows.hasWaiting()) {
      pulse.because = course.halt() ?? 'none';
      const row = pulse.because === 'none' ? rows.take() : undefined;
      if (!row) return;
      tell();
      const { to, because, counts } = await workRow(work, row);
      await rows.change(row.row, to);
      pulse.refusals = counts ? pulse.refusals + 1 : 0;
      if (pulse.refusals >= MOST_REFUSALS_IN_A_ROW) pulse.because = 'two-refusals';
      if (because !== 'none') pulse.because = because;
      tell();
      if (pulse.because === 'none' && rows.hasWaiting()) await task.gap();
    }
  } catch (error) {
    // The other lanes end their rows and begin no more.
    pulse.because = 'destination';
    throw error;
  }
}

interface RowEnd {
  readonly to: RowState;
  readonly because: Because;
  /** A refusal that the next row would meet as well. */
  readonly counts: boolean;
}

async function workRow({ task, hand, rows, course }: Work, row: Row): Promise<RowEnd> {
  const mark = (entry?: number) =>
    rows.change(row.row, { state: 'running', failure: null, tried: true, entry });
  try {
    const { because = 'none', ...to } = await hand(row, mark);
    return { to, because, counts: false };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const end = endOf(failure, task.effect);
    // Given up because a person asked for it: that is why it rests, and nothing to be told of the row.
    const asked = failure.kind === 'cancelled' ? course.halt() : undefined;
    return asked === undefined ? end : { ...end, to: WAITS, because: asked };
  }
}

const WAITS: RowState = { state: 'waiting', failure: null };

/** A row whose call surely did nothing waits again where the next one would fare no better. */
function endOf(failure: Failure, effect: Task['effect']): RowEnd {
  const waits = (because: Because, tried = false): RowEnd => ({
    ...{ to: { state: 'waiting', failure, tried }, because, counts: false },
  });
  switch (obstacleOf(failure)) {
    case 'unclear':
      return effect === 'write' || failure.kind === 'outcome-unknown'
        ? unknown(failure)
        : refused(failure);
    case 'away':
    case 'untrusted':
    case 'cancelled':
      return waits('unreachable');
    case 'sign-in':
      // A page instead of an answer: nobody can say what came before it.
      return waits('sign-in-needed', effect === 'write' && isPage(failure));
    case 'computer':
      return waits(becauseOfKeeping(failure));
    case 'question':
      return refused(failure);
  }
}

const unknown = (failure: Failure): RowEnd => ({
  ...{ to: { state: 'unknown', failure, tried: true }, because: 'unknown-outcome', counts: false },
});

const refused = (failure: Failure): RowEnd => ({
  ...{ to: { state: 'refused', failure }, because: 'none', counts: !isAboutTheRow(failure) },
});

/** Statuses that speak of what was sent, not of who sends it or of the whole area. */
const ABOUT_WHAT_WAS_SENT = [400, 409, 413, 415, 422];

const isAboutTheRow = (failure: Failure) =>
  failure.kind === 'conflict' ||
  failure.kind === 'invalid-input' ||
  (failure.kind === 'refused' && ABOUT_WHAT_WAS_SENT.includes(failure.status));

async function end({ records, task }: BatchNeeds, id: string, rows: Rows): Promise<End> {
  await task.settle?.(records.batch(id), rows);
  const stopped = rows.hasWaiting();
  if (stopped) await rows.skipRest();
  const finished = task.finish?.(records.batch(id), rows, stopped ? 'stopped' : 'finished');
  // What cannot be finished can be stopped all the same.
  const more = await (stopped ? finished?.catch(lost) : finished);
  return { ...more, ...ended(stopped, rows.tally()) };
}

/** Rows that cannot be read any more, as without the key of a session that is over, do not keep a job on the list. */
function endUnread({ records }: BatchNeeds, id: string): End {
  const { tally } = records.batch(id);
  const skipped = tally.skipped + tally.waiting + tally.running;
  return ended(true, { ...tally, waiting: 0, running: 0, skipped });
}

const ended = (stopped: boolean, tally: Tally) => ({
  ...{ state: stopped ? ('stopped' as const) : ('finished' as const), tally },
  because: stopped ? ('asked' as const) : ('none' as const),
});

function lost(error: unknown): undefined {
  if (failureOf(error) === undefined) throw error;
}

/** The value of an operation of the contract, or its failure thrown. */
export function valueOf(result: Result<unknown>): unknown {
  if (result.ok) return result.value;
  throw new Problem(result.failure);
}

const nothingOpen = () => conflict('No row of this job is refused or unknown.');
