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

/** Of the workbook that is being made; the next one begins without any. */
let data: Row[] = [];

async function workbook({
  columns,
  above,
}: Extract<ToWorker, { kind: 'end' }>): Promise<Uint8Array> {
  const said = above.map((row) => row.map(cell));
  const sheet: SheetData = [...said, columns.map(heading), ...data];
  data = [];
  const file = writeExcelFile(sheet, {
    columns: columns.map(({ width }) => ({ width })),
    stickyRowsCount: said.length + 1,
  });
  const bytes = Uint8Array.from(await file.toBuffer());
  withoutTimes(bytes);
  return bytes;
}

const [TABLE_END, TABLE_ENTRY, FIRST_DAY] = [0x06054b50, 0x02014b50, 0x00210000];

/** A workbook of the same rows is the same bytes, whenever it is made: of each file in its zip the day is the first that there is. */
function withoutTimes(zip: Uint8Array): void {
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  if (view.getUint32(end, true) !== TABLE_END) return;
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  for (let entry = 0; entry < count && view.getUint32(at, true) === TABLE_ENTRY; entry += 1) {
    view.setUint32(at + 12, FIRST_DAY, true);
    view.setUint32(view.getUint32(at + 42, true) + 10, FIRST_DAY, true);
    const texts = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    at += 46 + texts.reduce((sum, length) => sum + length, 0);
  }
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
