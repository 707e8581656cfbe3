// JSON Web Tokens: signs assertions, verifies ID tokens, and reads what a token says of itself; the one door to jose.
import type { JSONWebKeySet, JWTPayload } from 'jose';
import { decodeJwt } from 'jose/jwt/decode';
import type { Secret } from '../secret.ts';

/** Sixty modules, loaded for the first signature that is made or verified. */
const loadJose = () => import('jose');

export type Claims = Readonly<Record<string, unknown>>;

/** The certificate chain as base64 of DER, leaf first; or the name under which a key is registered. */
export type KeyHint = { readonly x5c: readonly string[] } | { readonly kid: string };

/** RS256 with the key (PKCS#8 PEM). Times are in `claims`. */
export async function signAssertion(key: Secret, hint: KeyHint, claims: Claims): Promise<string> {
  const header = 'x5c' in hint ? { x5c: [...hint.x5c] } : { kid: hint.kid };
  const { importPKCS8, SignJWT } = await loadJose();
  const signer = await importPKCS8(key.expose(), 'RS256');
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...header })
    .sign(signer);
}

/** Signed with a private key of the issuer's: never `none`, never a shared secret (AUT-04). */
const ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
];
const SKEW_SECONDS = 60;
/** An ID token is made for the answer that brings it. */
const OLDEST_SECONDS = 600;

export interface Expected {
  /** The issuer's keys (RFC 7517). */
  readonly keys: unknown;
  readonly issuer: string;
  readonly audience: string;
  /** Of the request; undefined after a refresh, where the ID token has none. */
  readonly nonce: string | undefined;
  readonly now: Date;
}

/** The claims. Throws what is wrong (OpenID Connect Core 3.1.3.7) without quoting the token. */
export async function verifyIdToken(token: string, expected: Expected): Promise<Claims> {
  const { issuer, audience, nonce, now } = expected;
  const { jwtVerify } = await loadJose();
  const { payload } = await jwtVerify(token, await keySet(expected.keys), {
    algorithms: ALGORITHMS,
    issuer,
    audience,
    currentDate: now,
    requiredClaims: ['sub', 'exp', 'iat'],
    clockTolerance: SKEW_SECONDS,
    maxTokenAge: OLDEST_SECONDS,
  });
  if (nonce !== undefined && payload['nonce'] !== nonce) throw new Error('another nonce');
  refuseOtherParty(payload, audience);
  return payload;
}

/** A set (RFC 7517), or the bare array that some publish. */
async function keySet(keys: unknown) {
  const { createLocalJWKSet } = await loadJose();
  const set = Array.isArray(keys) ? { keys: keys as JSONWebKeySet['keys'] } : keys;
  const given = set as Partial<JSONWebKeySet> | null;
  return createLocalJWKSet({ keys: Array.isArray(given?.keys) ? given.keys : [] });
}

/** Whether one of the keys has signed it, with a private key: its times and claims are the caller's to judge. */
export async function isSignedBy(token: Secret, keys: unknown): Promise<boolean> {
  const { compactVerify, errors } = await loadJose();
  const set = await keySet(keys);
  const how = { algorithms: ALGORITHMS };
  try {
    await compactVerify(token.expose(), set, how);
    return true;
  } catch (error) {
    // A token that names none of several keys may be signed with any of them.
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) return false;
    for await (const key of error) {
      const isIt = await compactVerify(token.expose(), key, how).catch(() => undefined);
      if (isIt !== undefined) return true;
    }
    return false;
  }
}

function refuseOtherParty({ aud, azp }: JWTPayload, audience: string): void {
  const several = Array.isArray(aud) && aud.length > 1;
  if (several && azp === undefined) throw new Error('several audiences and no party');
  if (azp !== undefined && azp !== audience) throw new Error('made for another party');
}

/** What a token says of itself, unverified: it may be shown and never trusted. Undefined when it is no JWT. */
export function saidBy(token: Secret): Claims | undefined {
  try {
    return decodeJwt(token.expose());
  } catch {
    return undefined;
  }
}
