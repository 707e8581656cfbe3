// The certificate that expires first, and how urgent that is: at 60, 30 and 7 days.
import type { Connection } from '../../preload/contract/connections.ts';
import type { Credential } from '../../preload/contract/credentials.ts';
import { certificateOf } from '../../preload/contract/used-credentials.ts';

export type CertificateCredential = Extract<Credential, { kind: 'certificate' }>;
export type Tone = 'ok' | 'info' | 'warning' | 'danger';

export const certificatesOf = (all: readonly Credential[]): readonly CertificateCredential[] =>
  all.filter((one) => one.kind === 'certificate');

/** Only certificates a connection uses can surprise anyone; without connections, all count. */
export function soonestExpiry(
  credentials: readonly Credential[],
  connections: readonly Connection[],
): CertificateCredential | undefined {
  const used = new Set(connections.map((one) => certificateOf(one.signIn)));
  const all = certificatesOf(credentials);
  const counted = all.some((one) => used.has(one.id)) ? all.filter((one) => used.has(one.id)) : all;
  return [...counted].sort((a, b) => a.facts.daysLeft - b.facts.daysLeft)[0];
}

export function expiryTone(expiry: CertificateCredential['expiry']): Tone {
  switch (expiry) {
    case 'ok':
      return 'ok';
    case 'within-60-days':
      return 'info';
    case 'within-30-days':
    case 'not-yet-valid':
      return 'warning';
    case 'within-7-days':
    case 'expired':
      return 'danger';
  }
}

/** The certificate and the connection speak of different organisations: the platform will not let it in. */
export function mismatch(
  connection: Pick<Connection, 'organisationNumber'>,
  certificate: CertificateCredential | undefined,
): boolean {
  const number = certificate?.facts.organisationNumber ?? null;
  return number !== null && number !== connection.organisationNumber;
}
