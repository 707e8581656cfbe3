// Reads one table that a person brought, CSV or XLSX, in a thread that can be ended when the file is made to harm.
import { parentPort } from 'node:worker_threads';
import { isPartRow } from '../storage/csv.ts';
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
    if (isZip) return { rows: fromHeadings(readXlsx(bytes, limits)) };
    const other = otherKind(bytes);
    if (other !== undefined) throw new UnfitTable(other);
    return { rows: fromHeadings(csvRows(bytes, limits)) };
  } catch (error) {
    if (error instanceof UnfitTable) return { problem: error.problem };
    throw error;
  }
}

/** Without what a file of ours says first of all, where it was made of a cut list. */
const fromHeadings = ([first, ...rows]: readonly TableRow[]): readonly TableRow[] =>
  first === undefined || isPartRow(first.cells) ? rows : [first, ...rows];

/** What programs save under names of workbooks, and no one reads as a table of text, by its first signs. */
function otherKind(bytes: Uint8Array): 'web-page' | 'other-workbook' | undefined {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES));
  if (head.subarray(0, COMPOUND.length).equals(COMPOUND)) return 'other-workbook';
  // Marks alone are looked for, which are the same in every charset.
  const text = head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:\u00ef\u00bb\u00bf|\u00ff\u00fe|\u00fe\u00ff)/, '');
  if (XML_WORKBOOK.test(text)) return 'other-workbook';
  return WEB_PAGE.test(text) ? 'web-page' : undefined;
}

const HEAD_BYTES = 2048;
/** Workbooks of Excel 97 to 2003, and those of today that are locked with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const XML_WORKBOOK = /^\s*(?:<\?[^>]*>\s*)+<(?:\w+:)?Workbook\b/;
const WEB_PAGE =
  /^\s*(?:MIME-Version:|(?:<\?[^>]*>\s*|<!--[^]*?-->\s*)*<(?:!doctype\s+html|html|head|meta|title|style|script|body|table|center|div|span|font)\b)/i;

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
