// The places of contact information in the address: an entry, the file of changes, a job.
import { batchAt } from '../../state/job-place.ts';

export const BULK = '+bulk';

export type Place =
  | { readonly kind: 'list'; readonly entry: string | null }
  | { readonly kind: 'bulk' }
  | { readonly kind: 'job'; readonly job: string };

export function placeAt(id: string | null): Place {
  const job = batchAt(id);
  if (job !== undefined) return { kind: 'job', job };
  return id === BULK ? { kind: 'bulk' } : { kind: 'list', entry: id };
}
