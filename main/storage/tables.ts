// Saves a table row by row as CSV or as a workbook where a person chose: complete or not at all.
import type { SaveTarget } from '../../preload/contract/schema.ts';
import { Readable } from 'node:stream';
import { BYTE_ORDER_MARK, csvRows, type Extent, partRows } from './csv.ts';
import type { FileHandles } from './files.ts';
import type { FileSink } from './file-streams.ts';
import type { StartThread } from '../threads.ts';
import { beginXlsx } from './xlsx.ts';
import type { XlsxColumn } from './xlsx-worker.ts';

export interface Table {
  readonly columns: readonly XlsxColumn[];
  /** Read once, from its beginning to its end; closed early when saving fails. */
  readonly rows: AsyncIterable<readonly string[]>;
  /** Of the list that the rows are of: the file of a cut one says so first of all (LIM-02). */
  readonly completeness: Extent;
}

/** Of rows that are all here already. */
export const tableOf = (
  columns: readonly XlsxColumn[],
  rows: readonly (readonly string[])[],
  completeness: Extent,
): Table => ({ columns, rows: Readable.from(rows), completeness });

export interface TableTarget {
  readonly handle: SaveTarget;
  /** The input field that the handle came in. */
  readonly field: string;
  readonly format: 'csv' | 'xlsx';
}

export interface Tables {
  /** Never over a file (Problem file{already-exists}). Aborted or failed, it leaves nothing. */
  save(
    target: TableTarget,
    table: Table,
    signal: AbortSignal,
  ): Promise<{ readonly name: string; readonly bytes: number; readonly rows: number }>;
}

export interface TablesNeeds {
  readonly handles: Pick<FileHandles, 'sink'>;
  readonly startThread?: StartThread | undefined;
}

/** Rows written before the event loop runs again: a few milliseconds of work. */
const BATCH = 500;

export function createTables({ handles, startThread }: TablesNeeds): Tables {
  return {
    async save({ handle, field, format }, table, signal) {
      const sink = await handles.sink(handle, field);
      try {
        const rows =
          format === 'csv'
            ? await writeCsv(sink, table, signal)
            : await writeXlsx(sink, table, signal, startThread);
        signal.throwIfAborted();
        await sink.commit();
        return { ...sink.result(), rows };
      } catch (error) {
        await sink.abandon();
        throw error;
      }
    },
  };
}

async function writeCsv(
  sink: FileSink,
  { columns, rows, completeness }: Table,
  signal: AbortSignal,
) {
  const write = (text: string) => sink.write(Buffer.from(text));
  const headings = columns.map(({ heading }) => heading);
  await write(`${BYTE_ORDER_MARK}${csvRows([...partRows(completeness), headings])}`);
  return inBatches(rows, signal, (batch) => write(csvRows(batch)));
}

async function writeXlsx(
  sink: FileSink,
  { columns, rows, completeness }: Table,
  signal: AbortSignal,
  startThread: StartThread | undefined,
) {
  const draft = await beginXlsx(startThread);
  const close = () => void draft.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    const count = await inBatches(rows, signal, (batch) => draft.add(batch));
    await sink.write(Buffer.from(await draft.finish(columns, partRows(completeness))));
    return count;
  } catch (error) {
    // After an abort, which ends the thread, the reason counts and not the error of the thread.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', close);
    await draft.close();
  }
}

/** Number of rows that were written. */
async function inBatches(
  rows: Table['rows'],
  signal: AbortSignal,
  write: (batch: readonly (readonly string[])[]) => Promise<void>,
): Promise<number> {
  let batch: (readonly string[])[] = [];
  let count = 0;
  const flush = async () => {
    signal.throwIfAborted();
    await write(batch);
    count += batch.length;
    batch = [];
  };
  for await (const row of rows) {
    batch.push(row);
    if (batch.length === BATCH) await flush();
  }
  await flush();
  return count;
}
