// ID tokens that must be rejected, and assertions that a strict provider accepts.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, jwtVerify, SignJWT, type JWTPayload } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { saidBy, signAssertion, verifyIdToken } from '../../../../main/auth/jwt.ts';
import { Secret } from '../../../../main/secret.ts';

const now = new Date('2026-03-01T12:00:00Z');
const seconds = now.getTime() / 1000;
const issuer = 'https://provider.example.test';
const audience = 'client-1';
const good = {
  iss: issuer,
  aud: audience,
  sub: 'person-1',
  nonce: 'nonce-1',
  iat: seconds,
  exp: seconds + 600,
};

const pair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const { privateKey, publicKey } = pair();
const stranger = pair();
let keys: { keys: object[] };
beforeAll(async () => {
  keys = { keys: [{ ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }] };
});

const signed = (
  claims: Readonly<Record<string, unknown>> = {},
  header: object = {},
  key: KeyObject | Uint8Array = privateKey,
) => {
  const all = Object.entries({ ...good, ...claims }).filter(([, value]) => value !== undefined);
  const payload = Object.fromEntries(all) as JWTPayload;
  return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'k1', ...header }).sign(key);
};
const verify = (token: string, more: object = {}) =>
  verifyIdToken(token, { keys, issuer, audience, nonce: 'nonce-1', now, ...more });
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const swapped = async (at: number, text: string) => {
  const parts = (await signed()).split('.');
  parts[at] = text;
  return parts.join('.');
};

describe('AUT-04 an ID token', () => {
  it('AUT-04 of the issuer, for us, of this attempt and of now is believed', async () => {
    expect(await verify(await signed())).toMatchObject({ sub: 'person-1' });
    const both = await signed({ aud: [audience, 'other'], azp: audience });
    expect(await verify(both)).toMatchObject({ sub: 'person-1' });
    expect(await verify(await signed({ nonce: undefined }), { nonce: undefined })).toBeDefined();
  });

  it('AUT-04 signed with a key of elliptic curves is believed too', async () => {
    const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const token = await signed({}, { alg: 'ES256', kid: 'k2' }, curve.privateKey);
    const jwk = { ...(await exportJWK(curve.publicKey)), kid: 'k2' };
    expect(await verify(token, { keys: { keys: [jwk] } })).toBeDefined();
  });

  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const secret = Buffer.from(publicPem);
  const oct = { kty: 'oct', k: secret.toString('base64url'), kid: 'k1', alg: 'HS256' };
  const bad: [string, () => Promise<string> | string, object?][] = [
    ['another nonce', () => signed({ nonce: 'nonce-2' })],
    ['no nonce', () => signed({ nonce: undefined })],
    ['another issuer', () => signed({ iss: 'https://evil.example.test' })],
    ['an issuer with a slash more', () => signed({ iss: `${issuer}/` })],
    ['no issuer', () => signed({ iss: undefined })],
    ['another audience', () => signed({ aud: 'client-2' })],
    ['no audience', () => signed({ aud: undefined })],
    ['several audiences and no party', () => signed({ aud: [audience, 'other'] })],
    ['another party', () => signed({ azp: 'client-2' })],
    ['its time over', () => signed({ exp: seconds - 61 })],
    ['no end', () => signed({ exp: undefined })],
    ['made in the future', () => signed({ iat: seconds + 120, exp: seconds + 600 })],
    ['made long ago', () => signed({ iat: seconds - 3600 })],
    ['no time of making', () => signed({ iat: undefined })],
    ['not valid yet', () => signed({ nbf: seconds + 120 })],
    ['no subject', () => signed({ sub: undefined })],
    ['the signature of a stranger', () => signed({}, {}, stranger.privateKey)],
    ['a key nobody knows', () => signed({}, { kid: 'k9' })],
    ['no keys at all', () => signed(), { keys: {} }],
    ['keys that are no object', () => signed(), { keys: null }],
    ['another payload', () => swapped(1, part({ ...good, sub: 'evil' }))],
    ['no signature', () => swapped(2, '')],
    ['alg none', async () => `${part({ alg: 'none' })}.${part(good)}.`],
    ['HS256 with the public key', () => signed({}, { alg: 'HS256' }, secret)],
    [
      'HS256 with a symmetric key among the keys',
      () => signed({}, { alg: 'HS256' }, secret),
      { keys: { keys: [oct] } },
    ],
    ['no JWT', () => 'eyJ.x'],
    ['nothing', () => ''],
  ];
  it.each(bad)('AUT-04 with %s is not', async (_what, token, more = {}) => {
    await expect(verify(await token(), more)).rejects.toBeInstanceOf(Error);
  });
});

describe('AUT-09 an assertion', () => {
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

  it('AUT-09 is signed with RS256 and names its key in one way only', async () => {
    const claims = { iss: 'c', aud: 'a', iat: seconds, exp: seconds + 120, jti: 'j' };
    for (const hint of [{ kid: 'k1' }, { x5c: ['AAAA', 'BBBB'] }]) {
      const token = await signAssertion(new Secret(pem), hint, claims);
      const { payload, protectedHeader } = await jwtVerify(token, publicKey, { currentDate: now });
      expect(payload).toEqual(claims);
      expect(protectedHeader).toEqual({ alg: 'RS256', typ: 'JWT', ...hint });
    }
  });

  it('what a token says of itself is read without belief, and of no token nothing', async () => {
    expect(saidBy(new Secret(await signed()))).toMatchObject({ sub: 'person-1' });
    expect(saidBy(new Secret('opaque-token'))).toBeUndefined();
  });
});
