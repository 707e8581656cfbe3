// The journal in a hand-over: its lines until it began, as a table; a long one is never in memory as a whole.
import { JOURNAL_COLUMNS, journalRows } from '../file-formats/journal-table.ts';
import type { Sink } from '../http/streams.ts';
import { BYTE_ORDER_MARK, csvRows } from '../storage/csv.ts';
import type { Journal } from '../storage/journal.ts';
import { beginXlsx } from '../storage/xlsx.ts';
import { failureOf } from '../problem.ts';
import type { StartThread } from '../threads.ts';
import { type HandOverFolder, listItem } from './folder.ts';

export const JOURNAL = 'journal';

export interface JournalNeeds {
  readonly folder: HandOverFolder;
  readonly journal: Pick<Journal, 'newest'>;
  /** Later lines are of the hand-over itself, and would be others each time. */
  readonly until: string;
  readonly signal: AbortSignal;
  readonly startThread?: StartThread | undefined;
}

/** Rows in one piece. */
const BATCH = 500;

/** As CSV, and as a workbook where one takes so many lines. How many there are. */
export async function writeJournalList({
  folder,
  journal,
  until,
  signal,
  startThread,
}: JournalNeeds): Promise<number> {
  const item = listItem(JOURNAL);
  await folder.drop(item);
  const file = { item, changed: null, into: [JOURNAL], source: '' };
  const draft = await beginXlsx(startThread);
  let [count, fits] = [0, true];
  const toWorkbook = async (rows: readonly (readonly string[])[]) => {
    if (fits) fits = (await draft.add(rows).then(() => true, whenTooLarge)) ?? false;
  };
  try {
    await folder.add({ ...file, part: 'csv', name: 'journal.csv' }, async (sink: Sink) => {
      const write = (rows: readonly (readonly string[])[], before = '') =>
        sink.write(Buffer.from(`${before}${csvRows(rows)}`));
      try {
        await write([JOURNAL_COLUMNS.map(({ heading }) => heading)], BYTE_ORDER_MARK);
        for await (const rows of inBatches(journalRows(journal, { to: until }, signal))) {
          count += rows.length;
          await write(rows);
          await toWorkbook(rows);
        }
      } catch (error) {
        await sink.abandon();
        throw error;
      }
      await sink.commit();
    });
    const bytes = fits ? await draft.finish(JOURNAL_COLUMNS).catch(whenTooLarge) : undefined;
    if (bytes !== undefined)
      await folder.put({ ...file, part: 'xlsx', name: 'journal.xlsx' }, Buffer.from(bytes));
  } finally {
    await draft.close();
  }
  const data = Buffer.from(`${JSON.stringify({ complete: true, count })}\n`);
  await folder.put({ ...file, part: 'data', name: 'journal.json' }, data);
  return count;
}

/** The CSV has them all. */
function whenTooLarge(error: unknown): undefined {
  const failure = failureOf(error);
  if (failure?.kind === 'file' && failure.problem === 'too-large') return undefined;
  throw error;
}

async function* inBatches<T>(all: AsyncIterable<T>): AsyncGenerator<readonly T[]> {
  let some: T[] = [];
  for await (const one of all) {
    some.push(one);
    if (some.length < BATCH) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
