// The retry table row by row, Retry-After in its forms, and the waiting.
import { describe, expect, it } from 'vitest';
import {
  type CallKind,
  type Outcome,
  type Proof,
  readRetryAfter,
  RETRY_TABLE,
  triesFor,
  waitBefore,
} from '../../../../main/http/retries.ts';

const status = (code: number, retryAfterSeconds?: number): Outcome => ({
  kind: 'status',
  status: code,
  retryAfterSeconds,
});
const fault: Outcome = { kind: 'connection-fault' };
const REFUSALS = [400, 403, 404, 405, 408, 409, 410, 500, 501];
type Row = [CallKind, string, Outcome, Proof, number];

const signedOut = (code: number): Outcome => ({ kind: 'status', status: code, signedOut: true });

describe('RTY-03 the table', () => {
  it.each<Row>([
    ['read', 'a connection fault', fault, 'none', 3],
    ['read', '429', status(429), 'none', 3],
    ['read', '502', status(502), 'certificate', 3],
    ['read', '503', status(503), 'token', 3],
    ['read', '504', status(504), 'none', 3],
    ['read', '503 with a short Retry-After', status(503, 2), 'none', 3],
    ['read', '503 with a long Retry-After', status(503, 60), 'none', 1],
    ['read', '401 with a certificate', status(401), 'certificate', 2],
    ['read', '401 with a token or cookie', status(401), 'token', 2],
    ['read', '401 without', status(401), 'none', 1],
    ['read', 'a page to sign in at, with a cookie', signedOut(302), 'token', 2],
    ['read', 'a page in place of the answer, with a cookie', signedOut(200), 'token', 2],
    ['read', 'a page to sign in at, with a certificate', signedOut(302), 'certificate', 1],
    ['read', 'a page to sign in at, without', signedOut(302), 'none', 1],
    ['read', '406', status(406), 'none', 2],
    ['read', 'success', { kind: 'done' }, 'certificate', 1],
    ...REFUSALS.map((code): Row => ['read', String(code), status(code), 'certificate', 1]),
    ['write', 'a connection fault', fault, 'certificate', 1],
    ...[...REFUSALS, 406, 429, 502, 503, 504].map((code): Row => [
      'write',
      String(code),
      status(code),
      'certificate',
      1,
    ]),
    ['write', '401 with a certificate', status(401), 'certificate', 2],
    ['write', '401 with a token or cookie', status(401), 'token', 2],
    ['write', '401 without', status(401), 'none', 1],
    ['write', 'a page to sign in at, with a cookie', signedOut(302), 'token', 1],
    ['write', 'a page in place of the answer, with a cookie', signedOut(200), 'token', 1],
  ])('RTY-03 %s, %s', (kind, _what, outcome, proof, tries) => {
    expect(triesFor(kind, outcome, proof)).toBe(tries);
  });

  it('RTY-01 RTY-05 only two rows speak of writes, and both are about 401', () => {
    expect(RETRY_TABLE.filter((row) => row.kind === 'write').map((row) => row.when)).toEqual([
      'certificate-not-seen',
      'token-not-taken',
    ]);
  });
});

describe('RAT-02 Retry-After', () => {
  const now = new Date('2026-03-01T12:00:00Z');
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['7', 7],
    [' 7 ', 7],
    ['0', 0],
    ['3600', 600],
    ['-5', undefined],
    ['100000000000000', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['Sun, 01 Mar 2026 12:00:30 GMT', 30],
    ['Sun, 01 Mar 2026 13:00:00 GMT', 600],
    ['Sun, 01 Mar 2026 11:00:00 GMT', undefined],
    ['Sun, 01 Mar 9999 12:00:00 GMT', undefined],
    ['2026-03-01T12:00:30Z', undefined],
  ])('RAT-02 %j means %j seconds', (header, seconds) => {
    expect(readRetryAfter(header, now)).toBe(seconds);
  });
});

describe('RAT-03 waiting', () => {
  it('RAT-03 is fully jittered below a doubling bound, and never shorter than asked', () => {
    expect(waitBefore(1, fault, () => 0)).toBe(0);
    expect(waitBefore(1, fault, () => 1)).toBe(250);
    expect(waitBefore(2, fault, () => 1)).toBe(500);
    expect(waitBefore(20, fault, () => 1)).toBe(5000);
    expect(waitBefore(1, status(503, 3), () => 0.5)).toBe(3125);
  });
});
