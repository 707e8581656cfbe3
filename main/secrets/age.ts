// The only use of age-encryption and its ciphers: files that the standard age tool opens with a passphrase.
import type { Identity, Recipient } from 'age-encryption';
import { randomBytes, scrypt } from 'node:crypto';
import { fileTrouble } from '../storage/disk.ts';

/** 2^17 rounds take 0.3 s and 128 MB on two cores; a file from elsewhere may ask for up to 2^20. */
const WORK_FACTOR = 17;
const MOST_WORK = 20;
const LABEL = Buffer.from('age-encryption.org/v1/scrypt', 'latin1');
const NONCE = new Uint8Array(12);
const TAG = 16;
const SALT = 16;
const FILE_KEY = 16;

/** A hundred modules, loaded when the first secret is saved to a file or read from one. */
const loadAge = () => import('age-encryption');
const loadCipher = async () => (await import('@noble/ciphers/chacha.js')).chacha20poly1305;

export interface AgeOptions {
  /** Rounds as a power of two. */
  readonly workFactor?: number;
}

/** An age v1 file, binary. */
export async function encryptWithPassphrase(
  text: string,
  passphrase: string,
  { workFactor = WORK_FACTOR }: AgeOptions = {},
): Promise<Buffer> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, workFactor));
  return Buffer.from(await encrypter.encrypt(text));
}

/** The same of what comes in pieces, and goes out in pieces: never in memory as a whole. */
export async function* encryptPieces(
  pieces: AsyncIterable<Uint8Array>,
  passphrase: string,
  { workFactor = WORK_FACTOR }: AgeOptions = {},
): AsyncGenerator<Uint8Array> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, workFactor));
  const source = pieces[Symbol.asyncIterator]();
  const clear = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await source.next();
      if (next.done === true) controller.close();
      else controller.enqueue(next.value);
    },
  });
  const reader = (await encrypter.encrypt(clear)).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

/** Problem file{damaged} for a wrong passphrase or changed bytes. */
export async function decryptWithPassphrase(file: Buffer, passphrase: string): Promise<string> {
  const opened = await openWithPassphrase(file, passphrase);
  if ('text' in opened) return opened.text;
  throw fileTrouble('damaged', opened.cause);
}

/** The same, telling a passphrase that opens nothing from a file whose bytes were changed behind what the passphrase opened. */
export async function openWithPassphrase(
  file: Buffer,
  passphrase: string,
): Promise<
  | { readonly text: string }
  | { readonly problem: 'wrong-passphrase' | 'damaged'; readonly cause: unknown }
> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  let problem: 'wrong-passphrase' | 'damaged' = 'damaged';
  decrypter.addIdentity(
    passphraseIdentity(passphrase, (isRight) => {
      problem = isRight ? 'damaged' : 'wrong-passphrase';
    }),
  );
  try {
    return { text: await decrypter.decrypt(file, 'text') };
  } catch (cause) {
    return { problem, cause };
  }
}

/** What an age file begins with, as no text does that anybody writes. */
export const isAgeFile = (file: Buffer): boolean =>
  file.subarray(0, 22).toString('latin1') === 'age-encryption.org/v1\n';

/**
 * What such a file holds, in pieces. Problem file{wrong-passphrase} for another passphrase than it was made with, {damaged} for changed or
 * missing bytes: what came before them was whole, and only the last piece says that nothing is missing.
 */
export async function* decryptPieces(
  pieces: AsyncIterable<Uint8Array>,
  passphrase: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  const found = { isOpened: true };
  const identity = passphraseIdentity(passphrase, (isRight) => {
    found.isOpened = isRight;
  });
  decrypter.addIdentity(identity);
  const failed: { reading?: unknown } = {};
  const source = pieces[Symbol.asyncIterator]();
  const sealed = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const next = await source.next();
        if (next.done === true) controller.close();
        else controller.enqueue(next.value);
      } catch (error) {
        failed.reading = error;
        throw error;
      }
    },
  });
  try {
    const reader = (await decrypter.decrypt(sealed)).getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
  } catch (error) {
    if (failed.reading instanceof Error) throw failed.reading;
    throw fileTrouble(found.isOpened ? 'damaged' : 'wrong-passphrase', error);
  }
}

/**
 * The scrypt recipient of the age format, its slow part in the thread pool: the library's own holds the event loop for 0.6 s. Its cipher is
 * the library's, as BoringSSL has it under no name that Node.js knows.
 */
function passphraseRecipient(passphrase: string, workFactor: number): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(SALT);
      const key = await derive(passphrase, salt, workFactor);
      const [{ Stanza }, chacha20poly1305] = await Promise.all([loadAge(), loadCipher()]);
      const body = chacha20poly1305(key, NONCE).encrypt(fileKey);
      return [new Stanza(['scrypt', base64(salt), String(workFactor)], body)];
    },
  };
}

function passphraseIdentity(passphrase: string, tried: (isRight: boolean) => void): Identity {
  return {
    async unwrapFileKey(stanzas) {
      const [stanza] = stanzas;
      const [kind, salt = '', work = ''] = stanza?.args ?? [];
      if (!stanza || stanzas.length !== 1 || kind !== 'scrypt') return null;
      const workFactor = /^[1-9]\d?$/.test(work) ? Number(work) : Infinity;
      const bytes = Buffer.from(salt, 'base64');
      if (workFactor > MOST_WORK || bytes.length !== SALT) return null;
      if (stanza.body.length !== FILE_KEY + TAG) return null;
      const fileKey = await unwrap(stanza.body, await derive(passphrase, bytes, workFactor));
      tried(fileKey !== null);
      return fileKey;
    },
  };
}

async function unwrap(body: Uint8Array, key: Buffer): Promise<Uint8Array | null> {
  const chacha20poly1305 = await loadCipher();
  try {
    return chacha20poly1305(key, NONCE).decrypt(body);
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
