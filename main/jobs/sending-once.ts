// Rows that each make one thing at the platform, sent once: what was made is found again, and never made twice.
import { obstacleOf } from '../../preload/failures.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import { outcomeUnknown } from '../problems.ts';
import type { Task } from './batch.ts';
import type { BatchRecord } from './records.ts';
import type { Row, Rows, RowState } from './rows.ts';

/** What is there of a row that was sent and has no answer. */
export type Trace =
  | { readonly kind: 'made'; readonly id: string }
  /** Nothing like it was made since then that no other row has: nothing arrived. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unclear' };

/** Where the rows of one job send to. */
export interface Destination {
  /** The id of what was made; null where the platform did not say. */
  send(row: Row): Promise<string | null>;
  find(row: Row): Promise<Trace>;
}

export interface SendingOnceNeeds {
  readonly open: (job: BatchRecord, rows: Rows) => Destination;
  /** Waits between two rows. */
  readonly gap: () => Promise<void>;
  /** Of a row that cannot be told, in words for a log. */
  readonly unclear: string;
}

export function sendingOnce({ open, gap, unclear }: SendingOnceNeeds): Task {
  return {
    effect: 'write',
    concurrency: 1,
    gap,
    async createHandler(job, rows) {
      const to = open(job, rows);
      await resolveUnknown(to, rows);
      const marked = (row: Row) => rows.all()[row.row] ?? row;
      return (row, markTried) => send({ to, marked, unclear }, row, markTried);
    },
  };
}

const madeAs = (made: string | null): RowState => ({
  state: 'done',
  failure: null,
  ...(made !== null && { made }),
});

/** Rows without an answer are looked for before anything else is done. Those that cannot be told stay unknown. */
async function resolveUnknown(to: Destination, rows: Rows): Promise<void> {
  for (const row of rows.all()) {
    if (row.state !== 'unknown' || !row.tried) continue;
    const trace = await to.find(row).catch(ignoreProblem);
    if (trace?.kind === 'made') await rows.change(row.row, madeAs(trace.id));
  }
}

interface Sending {
  readonly to: Destination;
  /** The row as it is now: with the time of its mark. */
  readonly marked: (row: Row) => Row;
  readonly unclear: string;
}

async function send(
  { to, marked, unclear }: Sending,
  row: Row,
  markTried: () => Promise<void>,
): Promise<RowState & { readonly because?: 'unknown-outcome' }> {
  if (row.tried) {
    const trace = await to.find(row);
    if (trace.kind === 'made') return madeAs(trace.id);
    // Nothing of it can be found: only a person may say that it is to be sent again.
    if (trace.kind !== 'nothing' || !row.again)
      return {
        state: 'unknown',
        failure: row.failure ?? outcomeUnknown(unclear).failure,
        tried: true,
      };
  }
  await markTried();
  try {
    return madeAs(await to.send(row));
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || obstacleOf(failure) !== 'unclear') throw error;
    // Of an answer that was lost, what was made may be there already.
    const trace = await to.find(marked(row)).catch(ignoreProblem);
    if (trace?.kind === 'made') return madeAs(trace.id);
    return { state: 'unknown', failure, tried: true, because: 'unknown-outcome' };
  }
}
