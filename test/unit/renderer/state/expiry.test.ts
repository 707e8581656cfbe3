// Which certificate expires first, how urgent that is, and whose it is.
import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../../preload/contract/connections.ts';
import {
  expiryTone,
  mismatch,
  soonestExpiry,
  type CertificateCredential,
} from '../../../../renderer/state/expiry.ts';

const certificate = (
  id: string,
  daysLeft: number,
  organisationNumber: string | null = '910514318',
): CertificateCredential => ({
  kind: 'certificate',
  id,
  name: id,
  added: '2026-01-01T00:00:00Z',
  expiry: 'ok',
  memoryOnly: false,
  usedBy: [],
  facts: {
    subject: '',
    commonName: '',
    organisationNumber,
    issuer: '',
    serialNumber: '',
    fingerprintSha256: '',
    validFrom: '',
    validTo: '',
    daysLeft,
    keyType: '',
    chain: [],
  },
});
const connection = (used: string) =>
  ({ signIn: { way: 'certificate', certificate: used } }) as Connection;

describe('soonestExpiry', () => {
  it('counts only certificates a connection uses, when any is used', () => {
    const all = [certificate('old', -3), certificate('used', 40), certificate('later', 90)];
    expect(soonestExpiry(all, [connection('used'), connection('later')])?.id).toBe('used');
    expect(soonestExpiry(all, [])?.id).toBe('old');
    expect(soonestExpiry([], [connection('gone')])).toBeUndefined();
  });
});

describe('expiryTone', () => {
  it('rises at 60, 30 and 7 days', () => {
    expect(
      (
        [
          'ok',
          'within-60-days',
          'within-30-days',
          'within-7-days',
          'expired',
          'not-yet-valid',
        ] as const
      ).map(expiryTone),
    ).toEqual(['ok', 'info', 'warning', 'danger', 'danger', 'warning']);
  });
});

describe('mismatch', () => {
  it('is said only when both numbers are known and differ', () => {
    const here = { organisationNumber: '910514318' };
    expect(mismatch(here, certificate('a', 1))).toBe(false);
    expect(mismatch(here, certificate('a', 1, '810514442'))).toBe(true);
    expect(mismatch(here, certificate('a', 1, null))).toBe(false);
    expect(mismatch(here, undefined)).toBe(false);
  });
});
