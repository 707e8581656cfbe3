// The places of the delegations in the address: the list, a holder, giving, one's own rights, a file of changes, a job.
import { batchAt } from '../../state/job-place.ts';

export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'holder'; readonly holder: string }
  | { readonly kind: 'own' | 'file' }
  | { readonly kind: 'job'; readonly job: string }
  /** Whom or what is chosen already. */
  | { readonly kind: 'give'; readonly user?: string; readonly role?: number };

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeOf(id: string | null): Place {
  const job = batchAt(id);
  if (job !== undefined) return { kind: 'job', job };
  if (id === '+own') return { kind: 'own' };
  if (id === '+file') return { kind: 'file' };
  if (id === '+give') return { kind: 'give' };
  const [, user] = /^\+give\+user\+(.+)$/.exec(id ?? '') ?? [];
  if (user !== undefined) return { kind: 'give', user };
  const [, role] = /^\+give\+role\+(\d{1,15})$/.exec(id ?? '') ?? [];
  if (role !== undefined) return { kind: 'give', role: Number(role) };
  const [, holder] = /^([a-z]\d{1,18})$/i.exec(id ?? '') ?? [];
  return holder === undefined ? { kind: 'list' } : { kind: 'holder', holder };
}
