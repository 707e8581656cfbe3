// The only use of write-excel-file: makes the bytes of a workbook from rows, in a thread because it takes seconds.
import { parentPort } from 'node:worker_threads';
import type { Row, SheetData } from 'write-excel-file/node';
import writeExcelFile from 'write-excel-file/node';

export interface XlsxColumn {
  readonly heading: string;
  /** In characters. */
  readonly width: number;
}

export type ToWorker =
  | { readonly kind: 'rows'; readonly rows: readonly (readonly string[])[] }
  | {
      readonly kind: 'end';
      readonly columns: readonly XlsxColumn[];
      readonly above: readonly (readonly string[])[];
    };

/** The limit of a cell; longer text is cut. */
const LONGEST_CELL = 32_767;

/** Always text, never a number or a formula, so that leading zeros and `+` are kept. */
const cell = (value: string) =>
  value === '' ? null : { value: literal(value), type: String, format: '@' };

/** Escapes text such as `_x0041_`, which would be read as a character code. */
const literal = (value: string) =>
  value.slice(0, LONGEST_CELL).replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_');

const heading = ({ heading: value }: XlsxColumn) =>
  ({ value, type: String, format: '@', fontWeight: 'bold' }) as const;

const data: Row[] = [];

async function workbook({
  columns,
  above,
}: Extract<ToWorker, { kind: 'end' }>): Promise<Uint8Array> {
  const said = above.map((row) => row.map(cell));
  const sheet: SheetData = [...said, columns.map(heading), ...data];
  const file = writeExcelFile(sheet, {
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: said.length + 1,
  });
  return Uint8Array.from(await file.toBuffer());
}

parentPort?.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'rows':
      for (const row of message.rows) data.push(row.map(cell));
      break;
    case 'end':
      void workbook(message).then((bytes) => {
        parentPort?.postMessage(bytes, [bytes.buffer as ArrayBuffer]);
      });
      break;
  }
});
