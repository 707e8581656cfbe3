// Writes CSV that spreadsheet programs open safely: BOM, semicolons, and no cell that runs as a formula.

/**
 * Characters that begin a formula in a spreadsheet program (PAR-18), also after blanks, which it strips; full-width ones where
 * Chinese or Japanese is written. Quotes before them count too, so that csv-reading.ts can remove exactly the guard that was added.
 */
const FORMULA = /^'*\s*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/u;

/** Signs that may divide a file, quotes and blanks: a run of them stands before what may begin a cell. */
const RUN = /[,;|'"\s]+/gu;
const SIGN = /[=+\-@\uff1d\uff0b\uff0d\uff20]/u;

/**
 * Changes what stands behind dividing signs before what begins a formula. There a text begins a cell for a program that divides the
 * file at another sign than `;`: it sees neither our quotes nor that a line goes on (ATK-13). A first line that names the separator
 * would not do: programs that know it may forget the byte order mark over it. One pass, as runs can be long.
 */
const behindDividing = (text: string, change: (run: string) => string): string =>
  text.replace(RUN, (run: string, start: number) => {
    if (!SIGN.test(text[start + run.length] ?? '')) return run;
    // What is before the last of these begins another cell.
    const last = Math.max(run.lastIndexOf(','), run.lastIndexOf(';'), run.lastIndexOf('|'), 0);
    return run.slice(0, last) + change(run.slice(last));
  });

const addGuards = (text: string) =>
  behindDividing(text, (run) => run.replace(/[,;\t|\r\n]/gu, "$&'"));
const removeGuards = (text: string) =>
  behindDividing(text, (run) => run.replace(/([,;\t|\r\n])'/gu, '$1'));

/**
 * A spreadsheet cell cannot hold NUL, and some programs end the file there. The others, but tab and line ends, are no text either: a cell
 * cannot hold them, one before `=` hides it from our guard, and whoever shows the file at a terminal would let it be steered.
 */
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\0-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/gu;

function cell(value: string): string {
  const plain = value.replace(CONTROLS, '');
  const guarded = `${FORMULA.test(plain) ? "'" : ''}${addGuards(plain)}`;
  return `"${guarded.replaceAll('"', '""')}"`;
}

/** Removes the guards that `cell` added; any other text stays as it is. */
export function withoutGuard(value: string): string {
  const plain = removeGuards(value);
  return plain.startsWith("'") && FORMULA.test(plain.slice(1)) ? plain.slice(1) : plain;
}

/** Written before the first row. */
export const BYTE_ORDER_MARK = '\ufeff';

/** `;` between cells, CRLF after each row, every cell quoted. */
export function csvRows(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(';')}\r\n`).join('');
}

/** A whole file: UTF-8 text with a byte order mark, and first of all what is missing in it. */
export function toCsv(
  rows: readonly (readonly string[])[],
  completeness: Extent = { complete: true },
): string {
  return `${BYTE_ORDER_MARK}${csvRows([...partRows(completeness), ...rows])}`;
}

/** Whether a list is all there is, as far as a file of it says so. */
export interface Extent {
  readonly complete: boolean;
}

/** Says in a file that it is made of a cut list. Without a sign that divides cells in any program. */
export const PART = 'Incomplete: the platform has more of this list than is in this file.';
const PART_MARK = '# Incomplete:';

/** The first row of a table that is made of a cut list, above its headings; none of a whole one. */
export const partRows = ({ complete }: Extent): readonly (readonly string[])[] =>
  complete ? [] : [[`# ${PART}`]];

/** Whether a row is that one, so that a file which is read again begins with its headings. */
export const isPartRow = ([first = '', ...rest]: readonly string[]): boolean =>
  first.startsWith(PART_MARK) && rest.every((cell) => cell.trim() === '');
