// Writes CSV that spreadsheet programs open safely: BOM, semicolons, and no cell that runs as a formula.

/**
 * Signs a spreadsheet program takes for the start of a formula (PAR-18), also after blanks it strips. Quotes before them
 * count too, so that whoever takes our guard away again (csv-reading.ts) finds what was written and nothing else.
 */
const FORMULA = /^'*\s*[=+\-@\t\r]/u;

/** A spreadsheet cell cannot hold NUL, and some programs end the file there. */
const NUL = /\0/gu;

function cell(value: string): string {
  const plain = value.replace(NUL, '');
  const guarded = FORMULA.test(plain) ? `'${plain}` : plain;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** The text that `cell` made its guard for; any other text as it is. */
export function withoutGuard(value: string): string {
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
}

/** What stands before the first row. */
export const BYTE_ORDER_MARK = '\ufeff';

/** `;` between cells, CRLF after each row, every cell quoted. */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}

/** A whole file: UTF-8 text with a byte order mark. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${csvRows(rows)}`;
}
