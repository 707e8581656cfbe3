// Decryption with a passphrase for PKCS#12 and PKCS#8 files, with limits on costs an attacker could choose (TLS-12).
import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import { CertificateFault } from './certificate-fault.ts';

/** One parsed ASN.1 value. */
export interface Der {
  /** Number of the universal type, or of the tag inside its class. */
  readonly type: number;
  readonly universal: boolean;
  readonly children: readonly Der[];
  /** The content octets; for a constructed string those of its parts, joined. */
  readonly octets: Buffer;
  /** Dotted notation, for an object identifier. */
  oid(): string;
  /** The whole value, encoded as DER. */
  encoded(): Buffer;
}

/** The functions of the worker's library that are used. */
export interface Library {
  /** Throws when the bytes are not ASN.1. */
  readDer(bytes: Buffer): Der;
  /** CBC with PKCS#7 padding; undefined when the padding does not fit. */
  rc2(key: Buffer, iv: Buffer, bits: number, data: Buffer): Buffer | undefined;
  tripleDes(key: Buffer, iv: Buffer, data: Buffer): Buffer | undefined;
}

/** The two encodings of a passphrase that programs use. */
export interface Passphrase {
  readonly utf8: Buffer;
  /** UTF-16BE with two zero octets (PKCS#12); some programs encode the empty passphrase as no octets. */
  readonly bmp: Buffer;
}

export function passphrasesFor(text: string): Passphrase[] {
  const utf8 = Buffer.from(text, 'utf8');
  const bmp = Buffer.from(`${text}\0`, 'utf16le').swap16();
  return text === ''
    ? [
        { utf8, bmp },
        { utf8, bmp: Buffer.alloc(0) },
      ]
    : [{ utf8, bmp }];
}

const MOST_ITERATIONS = 1_000_000;

export const unreadable = (detail: string) => new CertificateFault('unreadable', detail);

/** The n-th part; CertificateFault when there is none. */
export function part(der: Der | undefined, index: number): Der {
  const found = der?.children[index];
  if (!found) throw unreadable('A part of the file is missing.');
  return found;
}

/** 1 to a million; checked before any key is derived. */
export function iterations(der: Der): number {
  const { octets } = der;
  const count = octets.length > 0 && octets.length <= 4 ? octets.readIntBE(0, octets.length) : -1;
  if (count > MOST_ITERATIONS || octets.length > 4) {
    throw new CertificateFault('too-costly', 'The file asks for too many iterations.');
  }
  if (der.type !== 2 || count < 1) throw unreadable('The file has no valid iteration count.');
  return count;
}

const PBES2 = '1.2.840.113549.1.5.13';
const PBKDF2 = '1.2.840.113549.1.5.12';
const DES_EDE3_CBC = '1.2.840.113549.3.7';
const AES: Readonly<Record<string, 16 | 24 | 32>> = {
  '2.16.840.1.101.3.4.1.2': 16,
  '2.16.840.1.101.3.4.1.22': 24,
  '2.16.840.1.101.3.4.1.42': 32,
};
const PRF: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.7': 'sha1',
  '1.2.840.113549.2.8': 'sha224',
  '1.2.840.113549.2.9': 'sha256',
  '1.2.840.113549.2.10': 'sha384',
  '1.2.840.113549.2.11': 'sha512',
};
/** PKCS#12's own schemes: cipher and key octets. */
const PKCS12_PBE: Readonly<Record<string, readonly ['3des' | 'rc2', 24 | 16 | 5]>> = {
  '1.2.840.113549.1.12.1.3': ['3des', 24],
  '1.2.840.113549.1.12.1.4': ['3des', 16],
  '1.2.840.113549.1.12.1.5': ['rc2', 16],
  '1.2.840.113549.1.12.1.6': ['rc2', 5],
};

/** Refuses an AlgorithmIdentifier with too high costs before anything is derived. */
export function refuseCost(algorithm: Der): void {
  const parameters = part(algorithm, 1);
  const counts = part(algorithm, 0).oid() === PBES2 ? part(part(parameters, 0), 1) : parameters;
  iterations(part(counts, 1));
}

/** Undefined when the passphrase is wrong. `algorithm` is an AlgorithmIdentifier. */
export function decrypt(
  library: Library,
  algorithm: Der,
  data: Buffer,
  passphrase: Passphrase,
): Buffer | undefined {
  const name = part(algorithm, 0).oid();
  const parameters = part(algorithm, 1);
  if (name === PBES2) return decryptPbes2(library, parameters, data, passphrase.utf8);
  const scheme = PKCS12_PBE[name];
  if (!scheme) throw unreadable('The file is encrypted in a way Steward does not know.');
  const [cipher, keyLength] = scheme;
  const salt = part(parameters, 0).octets;
  const count = iterations(part(parameters, 1));
  const derived = (purpose: 1 | 2, length: number) =>
    pkcs12Key('sha1', passphrase.bmp, salt, purpose, count, length);
  const key = derived(1, keyLength);
  const iv = derived(2, 8);
  if (cipher === 'rc2') return library.rc2(key, iv, keyLength * 8, data);
  const whole = keyLength === 24 ? key : Buffer.concat([key, key.subarray(0, 8)]);
  return library.tripleDes(whole, iv, data);
}

function decryptPbes2(library: Library, parameters: Der, data: Buffer, passphrase: Buffer) {
  const kdf = part(parameters, 0);
  const scheme = part(parameters, 1);
  if (part(kdf, 0).oid() !== PBKDF2) throw unreadable('The file uses an unknown key derivation.');
  const [salt, count, ...rest] = part(kdf, 1).children;
  if (!salt || !count) throw unreadable('A part of the file is missing.');
  const prf = rest.find((one) => one.children.length > 0);
  const digest = prf ? PRF[part(prf, 0).oid()] : 'sha1';
  const iv = part(scheme, 1).octets;
  const cipher = part(scheme, 0).oid();
  const keyLength = cipher === DES_EDE3_CBC ? 24 : AES[cipher];
  if (!digest || !keyLength) throw unreadable('The file is encrypted in an unknown way.');
  if (iv.length !== (cipher === DES_EDE3_CBC ? 8 : 16)) throw unreadable('The file is damaged.');
  const key = pbkdf2Sync(passphrase, salt.octets, iterations(count), keyLength, digest);
  if (cipher === DES_EDE3_CBC) return library.tripleDes(key, iv, data);
  return decryptAes(key, iv, data);
}

function decryptAes(key: Buffer, iv: Buffer, data: Buffer): Buffer | undefined {
  const decipher = createDecipheriv(`aes-${key.length * 8}-cbc`, key, iv);
  try {
    return Buffer.concat([decipher.update(data), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** Key derivation of PKCS#12 (RFC 7292, B.2). Purpose 1 is a key, 2 an initial vector, 3 a MAC key. */
export function pkcs12Key(
  digest: string,
  passphrase: Buffer,
  salt: Buffer,
  purpose: 1 | 2 | 3,
  count: number,
  length: number,
): Buffer {
  const block = digest === 'sha384' || digest === 'sha512' ? 128 : 64;
  const filled = (source: Buffer) =>
    source.length === 0
      ? Buffer.alloc(0)
      : Buffer.alloc(block * Math.ceil(source.length / block), source);
  const input = Buffer.concat([filled(salt), filled(passphrase)]);
  const out: Buffer[] = [];
  for (let made = 0; made < length;) {
    let hash = Buffer.concat([Buffer.alloc(block, purpose), input]);
    for (let i = 0; i < count; i++) hash = createHash(digest).update(hash).digest();
    out.push(hash);
    made += hash.length;
    const step = Buffer.alloc(block, hash);
    for (let offset = 0; offset < input.length; offset += block)
      addOneMore(input.subarray(offset, offset + block), step);
  }
  return Buffer.concat(out).subarray(0, length);
}

/** target += step + 1, as big-endian numbers of equal length, without the carry out. */
function addOneMore(target: Buffer, step: Buffer): void {
  let carry = 1;
  for (let i = target.length - 1; i >= 0; i--) {
    carry += (target[i] ?? 0) + (step[i] ?? 0);
    target[i] = carry & 0xff;
    carry >>= 8;
  }
}
