// The codes of a list as a table: searched in all columns or one, sorted by one, or in the platform's order.
import type { Code } from '../../../preload/contract/metadata.ts';
import { folded } from '../../state/palette.ts';

export const columns = ['code', 'value1', 'value2', 'value3'] as const;
export type Column = (typeof columns)[number];

/** How a column is called where sorting is remembered, which has letters only; `given`: as the platform gave them. */
export const SORTINGS = {
  code: 'code',
  value1: 'value-one',
  value2: 'value-two',
  value3: 'value-three',
} as const satisfies Record<Column, string>;

export interface CodeRow extends Code {
  /** Where the platform gave it, from 0: a code may stand there twice. */
  readonly at: number;
}

export interface CodeView {
  readonly filter: string;
  /** Where it is looked for. */
  readonly within: Column | 'all';
  /** Undefined: as the platform gave them. */
  readonly sort: Column | undefined;
  readonly rising: boolean;
  readonly compare: (a: string, b: string) => number;
}

/** Every word typed must be found somewhere in the columns that are looked in. */
export function codeRows(codes: readonly Code[], view: CodeView): readonly CodeRow[] {
  const words = folded(view.filter).split(/\s+/).filter(Boolean);
  const looked = view.within === 'all' ? columns : [view.within];
  const found = codes
    .map((code, at) => ({ ...code, at }))
    .filter((row) => {
      const key = words.length === 0 ? '' : folded(looked.map((column) => row[column]).join('\n'));
      return words.every((word) => key.includes(word));
    });
  const { sort, rising, compare } = view;
  if (sort === undefined) return found;
  const way = rising ? 1 : -1;
  // What has no value stands last whichever way it is sorted.
  return found.sort(
    (a, b) =>
      Number(a[sort] === '') - Number(b[sort] === '') ||
      way * compare(a[sort], b[sort]) ||
      a.at - b.at,
  );
}

/** What a press on a heading leads to: rising, falling, as given. */
export function nextSorting(
  now: { readonly sort: Column | undefined; readonly rising: boolean },
  pressed: Column,
): { readonly sort: Column | undefined; readonly rising: boolean } {
  if (now.sort !== pressed) return { sort: pressed, rising: true };
  return now.rising ? { sort: pressed, rising: false } : { sort: undefined, rising: true };
}

/** Columns in which at least one code has a value. */
export const usedColumns = (codes: readonly Code[]): ReadonlySet<Column> =>
  new Set(columns.filter((column) => codes.some((code) => code[column] !== '')));

/** For a spreadsheet: the columns between tabs, without anything that would begin another cell or line. */
export const rowText = (row: Code): string =>
  columns.map((column) => row[column].replaceAll(/[\t\r\n]+/g, ' ')).join('\t');
