// The places of the Contact look-up screen in the address.
// An organisation number may be in it; other search terms never are.
import { isListedNumber } from '../../../preload/contract/rules.ts';
import { batchAt } from '../../state/job-place.ts';

export type Place =
  | { readonly view: 'search'; readonly organisationNumber: string | null }
  | { readonly view: 'bulk' }
  | { readonly view: 'job'; readonly job: string };

export const BULK = '+bulk';

/** Anything unknown opens nothing: an address can be typed by anybody. */
export function placeOf(id: string | null): Place {
  if (id === BULK) return { view: 'bulk' };
  const job = batchAt(id);
  if (job !== undefined) return { view: 'job', job };
  return {
    view: 'search',
    organisationNumber: id !== null && isListedNumber(id) ? id : null,
  };
}
