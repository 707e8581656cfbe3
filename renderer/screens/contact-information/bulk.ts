// The checked lines of a file of changes: the effect of each, and which of them a person has chosen to apply.
import type { PlannedEntry } from '../../../preload/contract/contact-information.ts';
import { verdictsOf } from '../../components/planned-lines.ts';

export type Which = 'both' | 'add' | 'remove';

export type Change = { readonly action: 'add' | 'remove' } & (
  | { readonly email: string }
  | { readonly mobileNumber: string }
);

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
  const { add, remove } = verdictsOf(rows);
  if (remove === 0) return 'add';
  return add === 0 ? 'remove' : 'both';
}
