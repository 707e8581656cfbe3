// Writes CSV that spreadsheet programs open safely: BOM, semicolons, and no cell that runs as a formula.

/**
 * Characters that begin a formula in a spreadsheet program (PAR-18), also after blanks, which it strips. Quotes before them
 * count too, so that csv-reading.ts can remove exactly the guard that was added.
 */
const FORMULA = /^'*\s*[=+\-@\t\r]/u;

/** A spreadsheet cell cannot hold NUL, and some programs end the file there. */
const NUL = /\0/gu;

function cell(value: string): string {
  const plain = value.replace(NUL, '');
  const guarded = FORMULA.test(plain) ? `'${plain}` : plain;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** Removes the guard that `cell` added; any other text stays as it is. */
export function withoutGuard(value: string): string {
  return value.startsWith("'") && FORMULA.test(value.slice(1)) ? value.slice(1) : value;
}

/** Written before the first row. */
export const BYTE_ORDER_MARK = '\ufeff';

/** `;` between cells, CRLF after each row, every cell quoted. */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}

/** A whole file: UTF-8 text with a byte order mark. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${csvRows(rows)}`;
}
