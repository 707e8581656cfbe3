// The door to tables that a person brings: rows of text from a CSV file or a workbook, whichever it is.
import { fileTrouble } from '../storage/disk.ts';
import type { FileHandles } from '../storage/files.ts';
import { askThread, isOutOfMemory, startBuiltThread, type StartThread } from '../threads.ts';
import type { FromTableWorker, ToTableWorker } from './table-worker.ts';
import { unfitFile } from './text-files.ts';
import type { TableLimits, TableRow } from './xlsx-reading.ts';

export type { TableRow };

export const TABLE_LIMITS = { rows: 2_001, columns: 200 } as const;
const MOST_BYTES = 10 * 1024 * 1024;
const LIMIT_MS = 30_000;

export interface Table {
  readonly name: string;
  /** Of the whole file, so that another one is noticed. */
  readonly bytes: Uint8Array;
  /** With anything in them, each by its line; the first one has the headings. */
  readonly rows: readonly TableRow[];
}

export type ReadTable = (file: string, signal: AbortSignal, limits?: TableLimits) => Promise<Table>;

/** Problem file{too-large, ...}, invalid-input{file: wrong-type, too-many} for what is no table within the limits (2 000 rows, 200 columns). */
export function createTableReader({
  handles,
  startThread = startBuiltThread,
  limitMs = LIMIT_MS,
}: {
  readonly handles: Pick<FileHandles, 'read' | 'name'>;
  readonly startThread?: StartThread | undefined;
  readonly limitMs?: number;
}): ReadTable {
  return async (file, signal, limits = TABLE_LIMITS) => {
    const bytes = await handles.read(file, MOST_BYTES);
    const answer = await askThread<ToTableWorker, FromTableWorker>(
      await startThread('table-worker'),
      {
        question: { bytes, limits },
        signals: [signal],
        limit: { ms: limitMs, late: () => fileTrouble('too-large') },
        died: (error) =>
          isOutOfMemory(error) ? fileTrouble('too-large', error) : (error ?? fileTrouble('other')),
      },
    );
    if ('problem' in answer) throw problemOf(answer.problem, limits);
    return { name: handles.name(file), bytes, rows: answer.rows };
  };
}

function problemOf(
  problem: Extract<FromTableWorker, { problem: unknown }>['problem'],
  { rows, columns }: TableLimits,
) {
  switch (problem) {
    case 'too-large':
      return fileTrouble('too-large');
    case 'too-many':
      return unfitFile(
        'too-many',
        `The table has more than ${rows - 1} rows or ${columns} columns.`,
      );
    case 'wrong-type':
      return unfitFile('wrong-type', 'The file is neither CSV nor a workbook.');
  }
}
