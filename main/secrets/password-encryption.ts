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
  /** With a key of 8 octets; triple with one of 24. */
  des(key: Buffer, iv: Buffer, data: Buffer): Buffer | undefined;
}

/** A passphrase as a program encoded it: for PEM and PKCS#5, and for the older schemes of PKCS#12. */
export interface Passphrase {
  readonly bytes: Buffer;
  /** UTF-16BE with two zero octets; some programs encode the empty passphrase as no octets. */
  readonly bmp: Buffer;
}

/**
 * As programs have encoded it, the usual way first: composed and decomposed; in PKCS#12 with each byte of UTF-8 widened to 16 bits
 * (OpenSSL before 1.1, LibreSSL); in the charset that Windows had. A passphrase in ASCII is the same in all of them.
 */
export function passphrasesFor(text: string): Passphrase[] {
  const all: Passphrase[] = [];
  const forms = [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
  for (const form of forms)
    all.push({ bytes: Buffer.from(form), bmp: Buffer.from(`${form}\0`, 'utf16le').swap16() });
  for (const bytes of [...forms.map((form) => Buffer.from(form)), ...forms.flatMap(inWindows1252)])
    all.push({ bytes, bmp: widened(bytes) });
  if (text === '') all.push({ bytes: Buffer.alloc(0), bmp: Buffer.alloc(0) });
  const name = ({ bytes, bmp }: Passphrase) => `${bytes.toString('hex')} ${bmp.toString('hex')}`;
  return [...new Map(all.map((one) => [name(one), one])).values()];
}

const widened = (bytes: Buffer) => Buffer.from(`${bytes.toString('latin1')}\0`, 'utf16le').swap16();

/** None where it has no such signs. */
function inWindows1252(text: string): Buffer[] {
  const every = new TextDecoder('windows-1252').decode(
    Uint8Array.from({ length: 256 }, (_, i) => i),
  );
  const bytes = [...text].map((sign) => every.indexOf(sign));
  return bytes.includes(-1) ? [] : [Buffer.from(bytes)];
}

const MOST_ITERATIONS = 1_000_000;

export const unreadable = (detail: string) => new CertificateFault('unreadable', detail);

/** What the file is encrypted with, by its name or else its number. */
const unknownEncryption = (name: string) =>
  new CertificateFault('unknown-encryption', NAMES[name] ?? name);

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
interface Cipher {
  readonly kind: 'aes' | 'des';
  readonly keyLength: 8 | 16 | 24 | 32;
}
const CIPHERS: Readonly<Record<string, Cipher>> = {
  '1.3.14.3.2.7': { kind: 'des', keyLength: 8 },
  '1.2.840.113549.3.7': { kind: 'des', keyLength: 24 },
  '2.16.840.1.101.3.4.1.2': { kind: 'aes', keyLength: 16 },
  '2.16.840.1.101.3.4.1.22': { kind: 'aes', keyLength: 24 },
  '2.16.840.1.101.3.4.1.42': { kind: 'aes', keyLength: 32 },
};
/** As the header of a PEM file names them. */
const HEADER_CIPHERS: Readonly<Record<string, Cipher>> = {
  'DES-CBC': { kind: 'des', keyLength: 8 },
  'DES-EDE3-CBC': { kind: 'des', keyLength: 24 },
  'AES-128-CBC': { kind: 'aes', keyLength: 16 },
  'AES-192-CBC': { kind: 'aes', keyLength: 24 },
  'AES-256-CBC': { kind: 'aes', keyLength: 32 },
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

/** PKCS#5's first schemes with DES: the digest of the key derivation. */
const PBES1: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.5.3': 'md5',
  '1.2.840.113549.1.5.10': 'sha1',
};
/** What people may have and Steward does not read. */
const NAMES: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.5.1': 'MD2 and DES',
  '1.2.840.113549.1.5.4': 'MD2 and RC2',
  '1.2.840.113549.1.5.6': 'MD5 and RC2',
  '1.2.840.113549.1.5.11': 'SHA-1 and RC2',
  '1.2.840.113549.1.12.1.1': 'RC4-128',
  '1.2.840.113549.1.12.1.2': 'RC4-40',
  '1.2.840.113549.3.2': 'RC2-CBC',
  '1.2.392.200011.61.1.1.1.2': 'Camellia-128-CBC',
  '1.2.392.200011.61.1.1.1.3': 'Camellia-192-CBC',
  '1.2.392.200011.61.1.1.1.4': 'Camellia-256-CBC',
  '1.3.6.1.4.1.11591.4.11': 'scrypt',
  '2.16.840.1.101.3.4.1.6': 'AES-128-GCM',
  '2.16.840.1.101.3.4.1.46': 'AES-256-GCM',
};

/** Refuses an AlgorithmIdentifier with too high costs before anything is derived, and one that is not known. */
export function refuseCost(algorithm: Der): void {
  const name = part(algorithm, 0).oid();
  const parameters = part(algorithm, 1);
  if (name === PBES2) iterations(readPbes2(parameters).count);
  else if (name in PBES1 || name in PKCS12_PBE) iterations(part(parameters, 1));
  else throw unknownEncryption(name);
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
  if (name === PBES2) return decryptPbes2(library, parameters, data, passphrase.bytes);
  const digestOfFirst = PBES1[name];
  if (digestOfFirst) {
    const derived = pbkdf1(digestOfFirst, passphrase.bytes, parameters);
    return library.des(derived.subarray(0, 8), derived.subarray(8, 16), data);
  }
  const scheme = PKCS12_PBE[name];
  if (!scheme) throw unknownEncryption(name);
  const [cipher, keyLength] = scheme;
  const salt = part(parameters, 0).octets;
  const count = iterations(part(parameters, 1));
  const derived = (purpose: 1 | 2, length: number) =>
    pkcs12Key('sha1', passphrase.bmp, salt, purpose, count, length);
  const key = derived(1, keyLength);
  const iv = derived(2, 8);
  if (cipher === 'rc2') return library.rc2(key, iv, keyLength * 8, data);
  const whole = keyLength === 24 ? key : Buffer.concat([key, key.subarray(0, 8)]);
  return library.des(whole, iv, data);
}

/** Key derivation of PKCS#5's first schemes (RFC 8018, 5.1). */
function pbkdf1(digest: string, passphrase: Buffer, parameters: Der): Buffer {
  const count = iterations(part(parameters, 1));
  let hash = Buffer.concat([passphrase, part(parameters, 0).octets]);
  for (let i = 0; i < count; i++) hash = createHash(digest).update(hash).digest();
  return hash;
}

/**
 * A key in OpenSSL's old form, whose header says how it is encrypted: `DEK-Info: AES-128-CBC,<iv>`. Its key derivation is one round of
 * MD5. Undefined when the passphrase is wrong.
 */
export function decryptOld(
  library: Library,
  header: string,
  data: Buffer,
  passphrase: Passphrase,
): Buffer | undefined {
  const [name = '', hex = ''] = header.trim().split(/\s*,\s*/);
  const cipher = HEADER_CIPHERS[name.toUpperCase()];
  if (!cipher) throw unknownEncryption(name);
  const iv = Buffer.from(hex, 'hex');
  let key = Buffer.alloc(0);
  for (let last = key; key.length < cipher.keyLength; key = Buffer.concat([key, last]))
    last = createHash('md5')
      .update(last)
      .update(passphrase.bytes)
      .update(iv.subarray(0, 8))
      .digest();
  return decryptBlocks(library, cipher, key.subarray(0, cipher.keyLength), iv, data);
}

/** What PBES2 asks for. Throws for what is not known. */
function readPbes2(parameters: Der) {
  const [kdf, scheme] = [part(parameters, 0), part(parameters, 1)];
  const [kdfName, cipherName] = [part(kdf, 0).oid(), part(scheme, 0).oid()];
  if (kdfName !== PBKDF2) throw unknownEncryption(kdfName);
  const cipher = CIPHERS[cipherName];
  if (!cipher) throw unknownEncryption(cipherName);
  const [salt, count, ...rest] = part(kdf, 1).children;
  if (!salt || !count) throw unreadable('A part of the file is missing.');
  const prf = rest.find((one) => one.children.length > 0);
  const digestName = prf ? part(prf, 0).oid() : '';
  const digest = prf ? PRF[digestName] : 'sha1';
  if (!digest) throw unknownEncryption(digestName);
  return { cipher, salt: salt.octets, count, digest, iv: part(scheme, 1).octets };
}

function decryptPbes2(library: Library, parameters: Der, data: Buffer, passphrase: Buffer) {
  const { cipher, salt, count, digest, iv } = readPbes2(parameters);
  const key = pbkdf2Sync(passphrase, salt, iterations(count), cipher.keyLength, digest);
  return decryptBlocks(library, cipher, key, iv, data);
}

function decryptBlocks(
  library: Library,
  { kind }: Cipher,
  key: Buffer,
  iv: Buffer,
  data: Buffer,
): Buffer | undefined {
  if (iv.length !== (kind === 'des' ? 8 : 16)) throw unreadable('The file is damaged.');
  if (kind === 'des') return library.des(key, iv, data);
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
