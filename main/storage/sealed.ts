// AES-256-GCM over bytes, bound to their purpose: they open only with the same key and purpose.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const IV = 12;
const TAG = 16;

/** IV, tag, sealed bytes. */
export function seal(key: Buffer, purpose: string, bytes: Buffer): Buffer {
  const iv = randomBytes(IV);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG });
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
}

/** Undefined for all bytes that `seal` did not return for this key and purpose. */
export function unseal(key: Buffer, purpose: string, sealed: Buffer): Buffer | undefined {
  if (sealed.length < IV + TAG) return undefined;
  const cipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV), {
    authTagLength: TAG,
  });
  cipher.setAAD(Buffer.from(purpose, 'utf8'));
  cipher.setAuthTag(sealed.subarray(IV, IV + TAG));
  try {
    return Buffer.concat([cipher.update(sealed.subarray(IV + TAG)), cipher.final()]);
  } catch {
    return undefined;
  }
}
