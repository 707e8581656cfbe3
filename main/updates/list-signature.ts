// Reads the publisher's signature of an update list: a root key names the signing key, and both end some day (ATK-11).
import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { UpdateRefusal } from '../../preload/contract/updates.ts';

export interface SignedList {
  /** Bound into the signature, so that no list can pass for another. */
  readonly name: string;
  readonly list: Uint8Array;
}

/** From when until when a list may be offered; ISO 8601. */
export interface Term {
  readonly issued: string;
  readonly expires: string;
}

/** The bytes that a root key signs: which key signs lists, and until when. */
export const namedBytes = (key: string, expires: string): Buffer =>
  Buffer.from(`Steward signing key ${key} until ${expires}\n`);

/** The bytes that the named key signs: a line with the list's name, two with its term, then the list as it is, byte for byte. */
export const signedBytes = ({ name, list }: SignedList, { issued, expires }: Term): Buffer =>
  Buffer.concat([
    Buffer.from(`Steward list ${name}\nissued ${issued}\nexpires ${expires}\n`),
    list,
  ]);

const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
const SIGNATURE = '[A-Za-z0-9+/]{86}==';
const FORM = new RegExp(
  [
    '^Steward signature 2',
    `issued (?<issued>${TIME})`,
    `expires (?<expires>${TIME})`,
    'key (?<key>[A-Za-z0-9+/]{43}=)',
    `key-expires (?<keyExpires>${TIME})`,
    `root (?<root>${SIGNATURE})`,
    `list (?<signature>${SIGNATURE})\n$`,
  ].join('\n'),
);

export type ReadSignature =
  | { readonly term: Term; readonly key: SigningKey; readonly why?: undefined }
  | { readonly why: Extract<UpdateRefusal, 'signature' | 'expired' | 'key-expired' | 'future'> };

/** The key that signed, and until when its root has named it. */
export interface SigningKey {
  /** Base64. */
  readonly key: string;
  readonly until: string;
}

/** Clocks differ, but not by more. */
const TOLERANCE_MS = 24 * 3600_000;

/**
 * The term of a list that is signed by a key which one of these root keys (PEM, one after another) has named, and that has not
 * ended. Anything that is no signature at all does not fit either.
 */
export function readSignature(
  list: SignedList,
  text: string,
  rootKeys: string,
  now: Date,
): ReadSignature {
  const found = FORM.exec(text)?.groups;
  if (!found) return { why: 'signature' };
  const { issued = '', expires = '', key = '', keyExpires = '' } = found;
  const named = namedBytes(key, keyExpires);
  if (!rootKeysIn(rootKeys).some((root) => fits(root, named, found['root'])))
    return { why: 'signature' };
  const term = { issued, expires };
  if (!fits(rawKey(key), signedBytes(list, term), found['signature'])) return { why: 'signature' };
  // Whoever signed it has said when it ends: after that, one who holds back newer lists is not believed any more.
  if (!isBefore(now, keyExpires)) return { why: 'key-expired' };
  // A date that is never reached would make every later list an earlier one (ATK-38).
  if (!isReached(issued, now)) return { why: 'future' };
  return isBefore(now, expires) ? { term, key: { key, until: keyExpires } } : { why: 'expired' };
}

/** All of them; none where one is of another kind, for that would be another promise. */
export function rootKeysIn(pem: string): readonly KeyObject[] {
  const blocks = pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [];
  try {
    const keys = blocks.map((block) => createPublicKey(block));
    return keys.every(({ asymmetricKeyType }) => asymmetricKeyType === 'ed25519') ? keys : [];
  } catch {
    return [];
  }
}

/** An Ed25519 key by its 32 bytes, in base64. */
function rawKey(base64: string): KeyObject {
  const x = Buffer.from(base64, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

const fits = (key: KeyObject, bytes: Buffer, signature = ''): boolean =>
  verify(null, bytes, key, Buffer.from(signature, 'base64'));

const isReached = (issued: string, now: Date): boolean =>
  Date.parse(issued) <= now.getTime() + TOLERANCE_MS;

/** False for what is no time. */
const isBefore = (now: Date, until: string): boolean => now.getTime() < Date.parse(until);
