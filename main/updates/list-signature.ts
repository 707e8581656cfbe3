// Verifies the publisher's signature of an update list: bound to its name, so that no list can pass for another.
import { createPublicKey, verify } from 'node:crypto';

/** The bytes under an Ed25519 signature: a line with the list's name, then the list as it is, byte for byte. */
export function signedBytes(name: string, list: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`Steward list ${name}\n`), list]);
}

/** Whether `signature` (base64, one line) is the key's. Anything that is none at all does not fit. */
export function signatureFits(
  { name, list }: { readonly name: string; readonly list: Uint8Array },
  signature: string,
  publisherKey: string,
): boolean {
  if (!/^[A-Za-z0-9+/]{86}==\r?\n?$/.test(signature)) return false;
  const key = createPublicKey(publisherKey);
  // verify() without a digest takes any key: another kind would be another promise.
  if (key.asymmetricKeyType !== 'ed25519') return false;
  return verify(null, signedBytes(name, list), key, Buffer.from(signature.trim(), 'base64'));
}
