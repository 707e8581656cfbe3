// One way of writing CSV that spreadsheet programs open safely: BOM, semicolons, and no cell that runs as a formula.

/** Signs a spreadsheet program takes for the start of a formula (PAR-18), also after blanks it strips. */
const FORMULA = /^[\s\0]*[=+\-@\t\r\0]/u;

/** A spreadsheet cell cannot hold NUL, and some programs end the file there. */
const NUL = /\0/gu;

function cell(value: string): string {
  const guarded = FORMULA.test(value) ? `'${value}` : value;
  return `"${guarded.replace(NUL, '').replaceAll('"', '""')}"`;
}

/** UTF-8 text with a byte order mark, `;` between cells, CRLF after each row, every cell quoted. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('')}`;
}
