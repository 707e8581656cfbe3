// The journal in a hand-over: its lines until it began, as a table; a long one is never in memory as a whole.
import { JOURNAL_COLUMNS, journalRows } from '../file-formats/journal-table.ts';
import type { Sink } from '../http/streams.ts';
import { BYTE_ORDER_MARK, csvRows } from '../storage/csv.ts';
import type { Journal } from '../storage/journal.ts';
import { type HandOverFolder, listItem } from './folder.ts';

export const JOURNAL = 'journal';

export interface JournalNeeds {
  readonly folder: HandOverFolder;
  readonly journal: Pick<Journal, 'newest'>;
  /** Later lines are of the hand-over itself, and would be others each time. */
  readonly until: string;
  readonly signal: AbortSignal;
}

/** Rows in one piece. */
const BATCH = 500;

/** How many lines there are. */
export async function writeJournalList({
  folder,
  journal,
  until,
  signal,
}: JournalNeeds): Promise<number> {
  const item = listItem(JOURNAL);
  await folder.drop(item);
  let count = 0;
  const file = { item, changed: null, into: [JOURNAL], source: '' };
  await folder.add({ ...file, part: 'csv', name: 'journal.csv' }, async (sink: Sink) => {
    const write = (text: string) => sink.write(Buffer.from(text));
    try {
      await write(`${BYTE_ORDER_MARK}${csvRows([JOURNAL_COLUMNS.map(({ heading }) => heading)])}`);
      let rows: (readonly string[])[] = [];
      for await (const row of journalRows(journal, { to: until }, signal)) {
        count += rows.push(row) > 0 ? 1 : 0;
        if (rows.length < BATCH) continue;
        await write(csvRows(rows));
        rows = [];
      }
      if (rows.length > 0) await write(csvRows(rows));
    } catch (error) {
      await sink.abandon();
      throw error;
    }
    await sink.commit();
  });
  const data = Buffer.from(`${JSON.stringify({ complete: true, count })}\n`);
  await folder.put({ ...file, part: 'data', name: 'journal.json' }, data);
  return count;
}
