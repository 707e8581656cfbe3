// The only use of age-encryption: writes and reads files that the standard age tool opens with a passphrase.
import { Decrypter, Encrypter, type Identity, type Recipient, Stanza } from 'age-encryption';
import { createCipheriv, createDecipheriv, getCiphers, randomBytes, scrypt } from 'node:crypto';
import { fileTrouble } from '../storage/disk.ts';

/** 2^17 rounds take 0.3 s and 128 MB on two cores; a file from elsewhere may ask for up to 2^20. */
const WORK_FACTOR = 17;
const MOST_WORK = 20;
const LABEL = Buffer.from('age-encryption.org/v1/scrypt', 'latin1');
const CIPHER = 'chacha20-poly1305';
const NONCE = Buffer.alloc(12);
const TAG = 16;
const SALT = 16;
const FILE_KEY = 16;

/** Whether the runtime can derive the key outside the event loop; with BoringSSL it may not. */
const besideTheLoop = getCiphers().includes(CIPHER);

export interface AgeOptions {
  /** Rounds as a power of two. */
  readonly workFactor?: number;
  /** False: the library's own derivation, which holds the event loop for 0.6 s. */
  readonly native?: boolean;
}

/** An age v1 file, binary. */
export async function encryptWithPassphrase(
  text: string,
  passphrase: string,
  { workFactor = WORK_FACTOR, native = besideTheLoop }: AgeOptions = {},
): Promise<Buffer> {
  const encrypter = new Encrypter();
  if (native) {
    encrypter.addRecipient(passphraseRecipient(passphrase, workFactor));
  } else {
    encrypter.setScryptWorkFactor(workFactor);
    encrypter.setPassphrase(passphrase);
  }
  return Buffer.from(await encrypter.encrypt(text));
}

/** Problem file{damaged} for a wrong passphrase or changed bytes, which cannot be told apart. */
export async function decryptWithPassphrase(
  file: Buffer,
  passphrase: string,
  { native = besideTheLoop }: AgeOptions = {},
): Promise<string> {
  const decrypter = new Decrypter();
  if (native) decrypter.addIdentity(passphraseIdentity(passphrase));
  else decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(file, 'text');
  } catch (error) {
    throw fileTrouble('damaged', error);
  }
}

/** The scrypt recipient of the age format, its slow part in the thread pool. */
function passphraseRecipient(passphrase: string, workFactor: number): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(SALT);
      const cipher = createCipheriv(CIPHER, await derive(passphrase, salt, workFactor), NONCE, {
        authTagLength: TAG,
      });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [new Stanza(['scrypt', base64(salt), String(workFactor)], body)];
    },
  };
}

function passphraseIdentity(passphrase: string): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza] = stanzas;
      const [kind, salt = '', work = ''] = stanza?.args ?? [];
      if (!stanza || stanzas.length !== 1 || kind !== 'scrypt') return null;
      const workFactor = /^[1-9]\d?$/.test(work) ? Number(work) : Infinity;
      const bytes = Buffer.from(salt, 'base64');
      if (workFactor > MOST_WORK || bytes.length !== SALT) return null;
      if (stanza.body.length !== FILE_KEY + TAG) return null;
      return unwrap(stanza.body, await derive(passphrase, bytes, workFactor));
    },
  };
}

function unwrap(body: Uint8Array, key: Buffer): Uint8Array | null {
  const cipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG });
  cipher.setAuthTag(body.subarray(FILE_KEY));
  try {
    return Buffer.concat([cipher.update(body.subarray(0, FILE_KEY)), cipher.final()]);
  } catch {
    return null;
  }
}

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '');

function derive(passphrase: string, salt: Buffer, workFactor: number): Promise<Buffer> {
  const rounds = 2 ** workFactor;
  const cost = { N: rounds, r: 8, p: 1, maxmem: 130 * 8 * rounds + 1024 * 1024 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase, Buffer.concat([LABEL, salt]), 32, cost, (error, key) => {
      if (error) reject(error);
      else resolve(key);
    });
  });
}
