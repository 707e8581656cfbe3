// The checked lines of a file of changes: the effect of each, and which of them a person has chosen to apply.
import type { PlannedEntry } from '../../../preload/contract/contact-information.ts';

export type Which = 'both' | 'add' | 'remove';
export type Verdict = PlannedEntry['verdict'];
export type LinesShown = 'all' | 'changes' | 'refused';

export type Change = { readonly action: 'add' | 'remove' } & (
  | { readonly email: string }
  | { readonly mobileNumber: string }
);

export function verdicts(rows: readonly PlannedEntry[]): Readonly<Record<Verdict, number>> {
  const counts = { add: 0, remove: 0, 'there-already': 0, 'not-there': 0, twice: 0, refused: 0 };
  for (const { verdict } of rows) counts[verdict] += 1;
  return counts;
}

const isChange = ({ verdict }: PlannedEntry) => verdict === 'add' || verdict === 'remove';

/** One line of a file may ask for several changes: each has its own number. */
export interface Line extends PlannedEntry {
  readonly at: number;
}

export const linesOf = (rows: readonly PlannedEntry[], shown: LinesShown): readonly Line[] =>
  rows
    .map((row, at) => ({ ...row, at }))
    .filter((row) => {
      if (shown === 'all') return true;
      return shown === 'changes' ? isChange(row) : row.verdict === 'refused';
    });

/** In the order of the file; lines with nothing to do and refused ones are never sent. */
export function changesOf(rows: readonly PlannedEntry[], which: Which): readonly Change[] {
  return rows.flatMap(({ verdict, email, mobileNumber }): readonly Change[] => {
    if (verdict !== 'add' && verdict !== 'remove') return [];
    if (which !== 'both' && which !== verdict) return [];
    if (email !== null) return [{ action: verdict, email }];
    return mobileNumber === null ? [] : [{ action: verdict, mobileNumber }];
  });
}

export const removalsIn = (changes: readonly Change[]): number =>
  changes.filter(({ action }) => action === 'remove').length;

/** What is ticked at first: what the file asks for. */
export function firstChoice(rows: readonly PlannedEntry[]): Which {
  const { add, remove } = verdicts(rows);
  if (remove === 0) return 'add';
  return add === 0 ? 'remove' : 'both';
}
