// The period in which a service is valid, and whether it is valid now.
import type { ServiceSummary } from '../../../preload/contract/metadata.ts';
import type { Locale } from '../../../preload/contract/locale.ts';
import { createFormats, type Formats } from '../../texts/formats.ts';

/** The platform's times are Norwegian ones: its days are the same days on every computer. */
const ZONE = 'Europe/Oslo';

export const dayIn = (locale: Locale): Formats['date'] => createFormats(locale, ZONE).date;

export interface Validity {
  readonly from: string | null;
  /** An instant, or `for-ever`; null where it is not said. */
  readonly to: string | null;
  readonly state: 'now' | 'ended' | 'future' | 'unknown';
}

export function validityOf(
  { validFrom: from, validTo: to }: Pick<ServiceSummary, 'validFrom' | 'validTo'>,
  now: Date,
): Validity {
  return { from, to, state: stateOf(from, to, now.getTime()) };
}

function stateOf(from: string | null, to: string | null, now: number): Validity['state'] {
  if (from !== null && Date.parse(from) > now) return 'future';
  if (to !== null && to !== 'for-ever' && Date.parse(to) < now) return 'ended';
  return from === null && to === null ? 'unknown' : 'now';
}
