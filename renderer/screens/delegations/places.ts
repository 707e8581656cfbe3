// The places of the delegations in the address: list, holder, two compared, giving, own rights, a file, a job.
import { type ToGive, toGiveAt } from '../../state/give-place.ts';
import { batchAt } from '../../state/job-place.ts';

export type Place =
  | { readonly kind: 'list' }
  | { readonly kind: 'holder'; readonly holder: string }
  | { readonly kind: 'compare'; readonly holders: readonly [string, string] }
  | { readonly kind: 'own' | 'file' }
  | { readonly kind: 'job'; readonly job: string }
  | ({ readonly kind: 'give' } & ToGive);

export const comparePlace = (one: string, other: string): string => `+compare+${one}+${other}`;

/** What is no place of ours is the list: an address may be typed or kept from another version. */
export function placeOf(id: string | null): Place {
  const job = batchAt(id);
  if (job !== undefined) return { kind: 'job', job };
  if (id === '+own') return { kind: 'own' };
  if (id === '+file') return { kind: 'file' };
  const toGive = toGiveAt(id ?? '');
  if (toGive !== undefined) return { kind: 'give', ...toGive };
  const [, one, other] = /^\+compare\+([a-z]\d{1,18})\+([a-z]\d{1,18})$/i.exec(id ?? '') ?? [];
  if (one !== undefined && other !== undefined) return { kind: 'compare', holders: [one, other] };
  const [, holder] = /^([a-z]\d{1,18})$/i.exec(id ?? '') ?? [];
  return holder === undefined ? { kind: 'list' } : { kind: 'holder', holder };
}
