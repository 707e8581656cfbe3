// Finds the headings of a table below what people and programs write above them: a title, a date, an empty line.
import type { CsvRow } from '../storage/csv-reading.ts';

/** So many rows with something in them may stand above the headings. */
const MOST_ABOVE = 10;

/** What tells the headings of a kind of table from its other rows. */
export interface HeadingRule {
  /** How much speaks for it that these cells are the headings; 0 where they are none. */
  readonly named: (cells: readonly string[]) => number;
  /** Whether a row says something of its own under these headings: what stands above them is not read. */
  readonly isLine: (row: CsvRow, head: CsvRow) => boolean;
}

/** Line of the headings where rows stand above it, which are not read; absent where the first row is taken as it always was. */
export interface HeadingPlace {
  readonly headingLine?: number;
}

/**
 * The table from its headings on: of the first rows the one that names most. As it is where the first row names as much as another,
 * where several name most, and where lines stand above: then the reader of the table says what is wrong.
 */
export function fromHeadings<T extends { readonly rows: readonly CsvRow[] }>(
  table: T,
  { named, isLine }: HeadingRule,
): T & HeadingPlace {
  const first = table.rows.slice(0, MOST_ABOVE + 1);
  const names = first.map(({ cells }) => named(cells));
  const most = Math.max(0, ...names);
  const at = names.indexOf(most);
  const head = first[at];
  const isClear = most > 0 && at > 0 && names.lastIndexOf(most) === at;
  if (head === undefined || !isClear || first.slice(0, at).some((row) => isLine(row, head)))
    return table;
  return { ...table, rows: table.rows.slice(at), headingLine: head.line };
}

export const filledCells = (cells: readonly string[]): number =>
  cells.filter((cell) => cell.trim() !== '').length;
