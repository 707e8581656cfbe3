// A list of a hand-over that is too long to be held: its rows as CSV, and as a workbook where one takes so many.
import type { Sink } from '../http/streams.ts';
import { BYTE_ORDER_MARK, csvRows } from '../storage/csv.ts';
import { beginXlsx } from '../storage/xlsx.ts';
import { failureOf } from '../problem.ts';
import type { StartThread } from '../threads.ts';
import { type HandOverFolder, listItem } from './folder.ts';

export interface LongList {
  readonly folder: HandOverFolder;
  readonly key: string;
  /** The part, which is its folder as well. */
  readonly part: string;
  readonly columns: readonly { readonly heading: string; readonly width: number }[];
  readonly rows: AsyncIterable<readonly string[]>;
  readonly startThread?: StartThread | undefined;
}

/** Rows in one piece. */
const BATCH = 500;

/** Instead of what is there of it. Its count stands beside it when all is there. */
export async function writeLongList({
  folder,
  key,
  part,
  columns,
  rows: all,
  startThread,
}: LongList): Promise<void> {
  const item = listItem(key);
  await folder.drop(item);
  const file = { item, changed: null, into: [part], source: '' };
  const draft = await beginXlsx(startThread);
  let [count, fits] = [0, true];
  const toWorkbook = async (rows: readonly (readonly string[])[]) => {
    if (fits) fits = (await draft.add(rows).then(() => true, whenTooLarge)) ?? false;
  };
  try {
    await folder.add({ ...file, part: 'csv', name: `${key}.csv` }, async (sink: Sink) => {
      const write = (rows: readonly (readonly string[])[], before = '') =>
        sink.write(Buffer.from(`${before}${csvRows(rows)}`));
      try {
        await write([columns.map(({ heading }) => heading)], BYTE_ORDER_MARK);
        for await (const rows of inBatches(all)) {
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
    const bytes = fits ? await draft.finish([...columns]).catch(whenTooLarge) : undefined;
    if (bytes !== undefined)
      await folder.put({ ...file, part: 'xlsx', name: `${key}.xlsx` }, Buffer.from(bytes));
  } finally {
    await draft.close();
  }
  const data = Buffer.from(`${JSON.stringify({ complete: true, count })}\n`);
  await folder.put({ ...file, part: 'data', name: `${key}.json` }, data);
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
