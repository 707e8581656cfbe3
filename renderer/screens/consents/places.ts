// The places of consents in the address: the list, one request, a new one, a file of requests, a job.
import { batchAt } from '../../state/job-place.ts';

export type Place =
  | { readonly kind: 'list' | 'new' | 'file' }
  | { readonly kind: 'request'; readonly code: string }
  | { readonly kind: 'job'; readonly job: string };

export const NEW_PLACE = '+new';
export const FILE_PLACE = '+file';

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeOf(id: string | null): Place {
  const job = batchAt(id);
  if (job !== undefined) return { kind: 'job', job };
  if (id === NEW_PLACE) return { kind: 'new' };
  if (id === FILE_PLACE) return { kind: 'file' };
  return id !== null && /^[0-9A-Za-z-]{1,64}$/.test(id)
    ? { kind: 'request', code: id }
    : { kind: 'list' };
}
