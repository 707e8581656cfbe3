// What the frame says of the certificate that ends first, where that is within 60 days.
import { expiryTone, soonestExpiry, type Tone } from '../state/expiry.ts';
import { session } from '../state/session.svelte.ts';
import { language } from '../texts/language.svelte.ts';

export interface EndingSoon {
  readonly id: string;
  readonly text: string;
  readonly tone: Tone;
}

export function endingSoon(): EndingSoon | undefined {
  const soonest = soonestExpiry(session.credentials, session.connections);
  if (soonest === undefined || soonest.expiry === 'ok') return undefined;
  const t = language.t.frame;
  const text = {
    expired: t.certificateExpired,
    'not-yet-valid': t.certificateNotYet,
  } as const;
  const { id, expiry } = soonest;
  return {
    id,
    text:
      expiry === 'expired' || expiry === 'not-yet-valid'
        ? text[expiry]
        : t.certificateExpires(soonest.facts.daysLeft),
    tone: expiryTone(expiry),
  };
}
