// How long a certificate still holds, in a few words.
import type { CertificateCredential } from '../../state/expiry.ts';
import type { Texts } from '../../texts/en.ts';

export function expiryWords(
  { expiry, facts }: CertificateCredential,
  t: Texts['credentials'],
): string {
  if (expiry === 'expired') return t.expired;
  if (expiry === 'not-yet-valid') return t.notYetValid;
  return facts.daysLeft === 0 ? t.expiresToday : t.daysLeft(facts.daysLeft);
}
