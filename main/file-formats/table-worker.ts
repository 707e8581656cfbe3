// Reads one table that a person brought, CSV or XLSX, in a thread that can be ended when the file is made to harm.
import { parentPort } from 'node:worker_threads';
import { readCsv } from '../storage/csv-reading.ts';
import { readXlsx, type TableLimits, type TableRow, UnfitTable } from './xlsx-reading.ts';

export interface ToTableWorker {
  readonly bytes: Uint8Array;
  readonly limits: TableLimits;
}
export type FromTableWorker =
  | { readonly rows: readonly TableRow[] }
  | { readonly problem: UnfitTable['problem'] };

function read({ bytes, limits }: ToTableWorker): FromTableWorker {
  try {
    // What begins with the signs of a ZIP file is no text.
    const isZip = bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9;
    return { rows: isZip ? readXlsx(bytes, limits) : csvRows(bytes, limits) };
  } catch (error) {
    if (error instanceof UnfitTable) return { problem: error.problem };
    throw error;
  }
}

function csvRows(bytes: Uint8Array, limits: TableLimits): readonly TableRow[] {
  const rows = readCsv(bytes)?.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  if (rows === undefined) throw new UnfitTable('wrong-type');
  const isTooMany = rows.length > limits.rows || rows.some(({ cells }) => isTooWide(cells, limits));
  if (isTooMany) throw new UnfitTable('too-many');
  return rows;
}

/** Separators behind the last cell are no columns. */
const isTooWide = (cells: readonly string[], { columns }: TableLimits) =>
  cells.slice(columns).some((cell) => cell.trim() !== '');

parentPort?.on('message', (message: ToTableWorker) => {
  parentPort?.postMessage(read(message));
});
