// Jobs of many rows: each row is done once, and its end is stored before the next one begins.
import type { Tally } from '../../preload/contract/jobs.ts';
import { isPage, obstacleOf } from '../../preload/failures.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { failureOf, ignoreProblem, Problem } from '../problem.ts';
import type { BatchRecord, Because, Change, JobRecords } from './records.ts';
import type { Row, Rows, RowState, RowStore } from './rows.ts';
import {
  becauseOf,
  createProgressReporter,
  type JobEnd,
  type KindHandler,
  type RunControl,
} from './runner.ts';
import { conflict } from '../problems.ts';

/** What is done with rows of one kind. */
export interface Task {
  /** A read is stored when it ends; before a write it is stored that the platform may have done it. */
  readonly effect: 'read' | 'write';
  readonly concurrency: number;
  /** Waits between two rows. */
  readonly gap: () => Promise<void>;
  /** Before a resume: a Problem when the job could not go on. */
  checkReady?(job: BatchRecord): Promise<void>;
  /** Looks at rows that a kill interrupted, before anything else is done with them. Sends nothing. */
  recover?(job: BatchRecord, rows: Rows): Promise<void>;
  /** Called once for each run. */
  createHandler(job: BatchRecord, rows: Rows, control: RunControl): Promise<RowHandler>;
  /** After a run that did not end the job. The answer is added to the record. */
  onPause?(job: BatchRecord, rows: Rows): Promise<Change | undefined>;
  /** Brings results to their destination before the job ends; a Problem when it cannot, and then the job does not end. */
  deliverAll?(job: BatchRecord, rows: Rows): Promise<void>;
  /** Just before the job ends. Called again when that end could not be written. */
  finish?(job: BatchRecord, rows: Rows, how: 'finished' | 'stopped'): Promise<Change | undefined>;
  /** Removes what is stored beside rows and record. */
  forget?(job: BatchRecord): Promise<void>;
}

/** Does one row: its new state, and `because` when no other may begin. Throws a Problem when it could not be done. */
export type RowHandler = (
  row: Row,
  /** To be called before each call that changes something. */
  markTried: (entry?: number) => Promise<void>,
) => Promise<RowState & { readonly because?: Because }>;

export interface BatchNeeds {
  readonly records: JobRecords;
  readonly rowStore: RowStore;
  readonly task: Task;
}

export interface Batch extends KindHandler {
  /** Counts the rows of a paused job anew. */
  count(id: string): Promise<void>;
  /** Refused and unknown rows wait again. Problem conflict when there are none. */
  retry(id: string): Promise<void>;
}

const MOST_REFUSALS_IN_A_ROW = 2;

export function createBatch(needs: BatchNeeds): Batch {
  const { records, rowStore, task } = needs;
  return {
    async checkReady(id) {
      await rowStore.open(id);
      await task.checkReady?.(records.batch(id));
    },
    run: (id, control) => run(needs, id, control),
    async stop(id) {
      const rows = await rowStore.open(id).catch(ignoreProblem);
      return rows ? end(needs, id, rows) : endWithoutRows(needs, id);
    },
    recover: () => undefined,
    async forget({ id }) {
      await task.forget?.(records.batch(id));
      await rowStore.remove(id);
    },
    async count(id) {
      const rows = await rowStore.open(id);
      await task.recover?.(records.batch(id), rows);
      const tally = rows.tally();
      if (JSON.stringify(tally) !== JSON.stringify(records.batch(id).tally))
        records.report(id, { tally });
    },
    async retry(id) {
      const rows = await rowStore.open(id);
      const { refused, unknown } = rows.tally();
      if (refused + unknown === 0) throw nothingToRetry();
      await rows.retry();
      records.report(id, { tally: rows.tally() });
    },
  };
}

async function run(
  { records, rowStore, task }: BatchNeeds,
  id: string,
  control: RunControl,
): Promise<Because | JobEnd> {
  const rows = await rowStore.open(id);
  const report = (more: Change = {}) => {
    records.report(id, { ...more, tally: rows.tally() });
  };
  const pause = async () => {
    rows.releaseClaimed();
    report(await task.onPause?.(records.batch(id), rows));
  };
  try {
    await task.recover?.(records.batch(id), rows);
    const handler = await task.createHandler(records.batch(id), rows, control);
    const progress = createProgressReporter(report);
    const because = await handleAll({
      task,
      handler,
      rows,
      control,
      reportProgress: progress.changed,
    }).finally(progress.dispose);
    rows.releaseClaimed();
    if (because === 'none' || control.isStopped())
      return await end({ records, rowStore, task }, id, rows);
    await pause();
    return because;
  } catch (error) {
    // The first error is the reason for the pause; a failure of the pause itself is not reported.
    await pause().catch(() => {
      report();
    });
    throw error;
  }
}

interface Context {
  readonly task: Task;
  readonly handler: RowHandler;
  readonly rows: Rows;
  readonly control: RunControl;
  readonly reportProgress: () => void;
}

/** Shared by the workers of one run. */
interface RunState {
  /** The reason why no other row may begin. */
  because: Because;
  refusalsInARow: number;
  /** Rows that are being done: each of them may add others. */
  active: number;
  /** Workers without a row, until one of these ends. */
  readonly resting: (() => void)[];
}

async function handleAll(context: Context): Promise<Because> {
  const state: RunState = { because: 'none', refusalsInARow: 0, active: 0, resting: [] };
  const workers = Array.from({ length: context.task.concurrency }, () => runWorker(context, state));
  const ends = await Promise.allSettled(workers);
  const failed = ends.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return state.because;
}

async function runWorker(context: Context, state: RunState): Promise<void> {
  const { rows, control, reportProgress, task } = context;
  try {
    while (state.because === 'none') {
      if (!rows.hasWaiting()) {
        if (state.active === 0) return;
        await new Promise<void>((resolve) => state.resting.push(resolve));
        continue;
      }
      state.because = control.haltReason() ?? 'none';
      const row = state.because === 'none' ? rows.claim() : undefined;
      if (!row) return;
      reportProgress();
      await doRow(context, state, row);
      reportProgress();
      if (state.because === 'none' && rows.hasWaiting()) await task.gap();
    }
  } catch (error) {
    // The other workers end their rows and begin no more.
    state.because = 'destination';
    throw error;
  }
}

/** Whoever rests looks again when a row has ended: it may have added some, or be the last. */
async function doRow(context: Context, state: RunState, row: Row): Promise<void> {
  state.active += 1;
  try {
    const { to, because, isRepeatable } = await handleRow(context, row);
    await context.rows.change(row.row, to);
    state.refusalsInARow = isRepeatable ? state.refusalsInARow + 1 : 0;
    if (state.refusalsInARow >= MOST_REFUSALS_IN_A_ROW) state.because = 'two-refusals';
    if (because !== 'none') state.because = because;
  } finally {
    state.active -= 1;
    for (const wake of state.resting.splice(0)) wake();
  }
}

interface RowOutcome {
  readonly to: RowState;
  readonly because: Because;
  /** A refusal that the next row would meet as well. */
  readonly isRepeatable: boolean;
}

async function handleRow({ task, handler, rows, control }: Context, row: Row): Promise<RowOutcome> {
  let isSent = false;
  const markTried = (entry?: number) => {
    isSent = true;
    return rows.change(row.row, { state: 'running', failure: null, tried: true, entry });
  };
  // Before anything is sent again, an earlier run's attempt is still to be looked for.
  const stillTried = (to: RowState): RowState =>
    row.tried && !isSent ? { ...to, tried: true } : to;
  try {
    const { because = 'none', ...to } = await handler(row, markTried);
    return { to, because, isRepeatable: false };
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    const outcome = outcomeOf(failure, task.effect);
    // The call was cancelled because a person asked for a pause: the row itself has no failure.
    const asked = failure.kind === 'cancelled' ? control.haltReason() : undefined;
    const { to, ...end } =
      asked === undefined ? outcome : { ...outcome, to: WAITING, because: asked };
    return { ...end, to: stillTried(to) };
  }
}

const WAITING: RowState = { state: 'waiting', failure: null };

/** A row whose call certainly did nothing waits again where the next one would fare no better. */
function outcomeOf(failure: Failure, effect: Task['effect']): RowOutcome {
  const waiting = (because: Because, tried = false): RowOutcome => ({
    to: { state: 'waiting', failure, tried },
    because,
    isRepeatable: false,
  });
  switch (obstacleOf(failure)) {
    case 'unclear':
      return effect === 'write' || failure.kind === 'outcome-unknown'
        ? unknown(failure)
        : refused(failure);
    case 'away':
    case 'untrusted':
    case 'cancelled':
    case 'computer':
      return waiting(becauseOf(failure));
    case 'sign-in':
      // After a page in place of an answer it is not known whether the call was done.
      return waiting(becauseOf(failure), effect === 'write' && isPage(failure));
    case 'question':
      return refused(failure);
  }
}

const unknown = (failure: Failure): RowOutcome => ({
  to: { state: 'unknown', failure, tried: true },
  because: 'unknown-outcome',
  isRepeatable: false,
});

const refused = (failure: Failure): RowOutcome => ({
  to: { state: 'refused', failure },
  because: 'none',
  isRepeatable: !isAboutTheRow(failure),
});

/** Statuses that concern what was sent, not the sender or the whole area. */
const ABOUT_WHAT_WAS_SENT = [400, 409, 413, 415, 422];

const isAboutTheRow = (failure: Failure) =>
  failure.kind === 'conflict' ||
  failure.kind === 'invalid-input' ||
  (failure.kind === 'refused' && ABOUT_WHAT_WAS_SENT.includes(failure.status));

async function end({ records, task }: BatchNeeds, id: string, rows: Rows): Promise<JobEnd> {
  await task.deliverAll?.(records.batch(id), rows);
  const isStopped = rows.hasWaiting();
  if (isStopped) await rows.skipWaiting();
  const finished = task.finish?.(records.batch(id), rows, isStopped ? 'stopped' : 'finished');
  // A job that cannot be finished can still be stopped.
  const more = await (isStopped ? finished?.catch(ignoreProblem) : finished);
  return { ...more, ...endWith(isStopped, rows.tally()) };
}

/** A job can be stopped although its rows cannot be read any more, as without the key of a session that has ended. */
function endWithoutRows({ records }: BatchNeeds, id: string): JobEnd {
  const { tally } = records.batch(id);
  const skipped = tally.skipped + tally.waiting + tally.running;
  return endWith(true, { ...tally, waiting: 0, running: 0, skipped });
}

const endWith = (isStopped: boolean, tally: Tally): JobEnd => ({
  state: isStopped ? 'stopped' : 'finished',
  because: isStopped ? 'asked' : 'none',
  tally,
});

/** The value of an operation of the contract, or its failure thrown. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Problem(result.failure);
}

/**
 * Whether a 404 concerns the row. An area that is switched off answers everything with 404 without a message, so such a 404 counts
 * for the row only once the area has answered in this run.
 */
export function createNotFoundCheck() {
  let hasAnswered = false;
  return {
    areaAnswered: (): void => {
      hasAnswered = true;
    },
    isBelieved: (failure: Failure | undefined): failure is NotFound =>
      failure?.kind === 'not-found' && (hasAnswered || !isWordless(failure)),
  };
}

type NotFound = Extract<Failure, { kind: 'not-found' }>;

const isWordless = ({ reason = '' }: NotFound) => /^(|not found)$/i.test(reason.trim());

const nothingToRetry = () => conflict('No row of this job is refused or unknown.');
