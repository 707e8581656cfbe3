// The one door to tables that a person brings, for every place that takes a file: rows of text from CSV or a workbook.
//
// Workbooks are read by our own reader. `read-excel-file` 9.3.17 was tried for it (MIT, kept up, four packages more): it finds parts by their
// usual names alone, so that a workbook with `xl/SharedStrings.xml` or `xl/workbook22.xml` is an error in it, tells nothing of hidden rows,
// and has no limit for what is unpacked.
import type { ReadHandle } from '../../preload/contract/schema.ts';
import type { HiddenRows } from '../../preload/contract/files.ts';
import { fileTrouble } from '../storage/disk.ts';
import type { FileHandles } from '../storage/files.ts';
import { askThread, isOutOfMemory, startBuiltThread, type StartThread } from '../threads.ts';
import type { FromTableWorker, ToTableWorker } from './table-worker.ts';
import { unfitFile } from './text-files.ts';
import type { TableLimits, TableRow } from './xlsx-reading.ts';

export type { TableRow };

export const TABLE_LIMITS = { rows: 2_001, columns: 200 } as const;
/** Of numbers alone, of which more are looked up at once. */
export const LIST_LIMITS = { rows: 10_001, columns: 200 } as const;
const MOST_BYTES = 10 * 1024 * 1024;
const LIMIT_MS = 30_000;

export interface Table {
  readonly name: string;
  /** Of the whole file, so that another one is noticed. */
  readonly bytes: Uint8Array;
  /** With anything in them, each by its line; the first one has the headings. Hidden ones only where somebody wants them. */
  readonly rows: readonly TableRow[];
  /** Absent where no row is hidden. */
  readonly hiddenRows?: HiddenRows;
}

export type ReadTable = (
  file: ReadHandle,
  signal: AbortSignal,
  limits?: TableLimits,
) => Promise<Table>;

/** Problem file{too-large, ...}, invalid-input{file: wrong-type, web-page, other-workbook, too-many} for what is no table within the limits (2 000 rows, 200 columns). */
export function createTableReader({
  handles,
  startThread = startBuiltThread,
  limitMs = LIMIT_MS,
}: {
  readonly handles: Pick<FileHandles, 'read' | 'name' | 'takesHidden'>;
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
    const name = handles.name(file);
    const rows = answer.rows.filter(({ hidden }) => hidden !== true);
    const count = answer.rows.length - rows.length;
    if (count === 0) return { name, bytes, rows };
    const taken = handles.takesHidden(file);
    const hiddenRows = { count, shown: rows.length, taken };
    return { name, bytes, rows: taken ? answer.rows : rows, hiddenRows };
  };
}

/** What a reader of lines with headings makes of a table; nothing where all is hidden, headings too: a person says whether they count. */
export const linesIn = <T>(
  { rows, hiddenRows }: Pick<Table, 'rows' | 'hiddenRows'>,
  read: (rows: Table['rows']) => readonly T[],
): readonly T[] => (rows.length === 0 && hiddenRows !== undefined ? [] : read(rows));

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
    case 'web-page':
      return unfitFile('web-page', 'The file is a web page (HTML), whatever its name says.');
    case 'other-workbook':
      return unfitFile(
        'other-workbook',
        'The file is a workbook of another kind, or has a password.',
      );
    case 'wrong-type':
      return unfitFile('wrong-type', 'The file is neither CSV nor a workbook.');
  }
}
