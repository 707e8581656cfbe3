// The content of a picked certificate file: one key, its certificate and the chain above it, in any file format.
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { CertificateFacts } from '../../preload/contract/credentials.ts';
import { charsetOf } from '../charset.ts';
import { weaknessOf } from '../http/server-certificate.ts';
import { CertificateFault } from './certificate-fault.ts';
import { type Attribute, commonName, namesOf, nameText } from './certificate-names.ts';
import {
  decrypt,
  decryptOld,
  type Der,
  type Library,
  part,
  type Passphrase,
  passphrasesFor,
  unreadable,
} from './password-encryption.ts';
import { isPkcs12, readPkcs12 } from './pkcs12.ts';

export interface CertificateFile {
  readonly file: Buffer;
  /** Where the private key has a file of its own. */
  readonly keyFile?: Buffer | undefined;
  readonly passphrase?: string | undefined;
}

/** The worker's answer; the main thread compares the dates with its clock. */
export interface CertificateContent {
  /** PKCS#8 PEM, not encrypted: to be put into the keychain. */
  readonly key: string;
  /** Leaf first, then its issuers, without the root: a server that trusts the root has it already. */
  readonly certificateChainPem: string;
  readonly facts: Omit<CertificateFacts, 'daysLeft' | 'organisationNumber'>;
  readonly subject: readonly Attribute[];
}

interface Material {
  readonly keys: readonly KeyObject[];
  readonly certificates: readonly X509Certificate[];
}

const LARGEST_FILE = 64 * 1024;
const LONGEST_CHAIN = 8;
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const ANY_USE = '2.5.29.37.0';
const PEM = /-----BEGIN ([A-Z0-9# ]+)-----([\s\S]*?)-----END \1-----/g;
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const INTEGER = 2;
const OCTETS = 4;

/** Throws CertificateFault. */
export function readCertificateFile(library: Library, given: CertificateFile): CertificateContent {
  const files = [given.file, ...(given.keyFile ? [given.keyFile] : [])];
  if (files.some((bytes) => bytes.length > LARGEST_FILE))
    throw unreadable('The file is too large.');
  const read = files.map((bytes) => readOne(library, bytes, given.passphrase));
  const keys = read.flatMap((one) => one.keys);
  const certificates = unique(read.flatMap((one) => one.certificates));
  const { key, leaf } = matching(keys, certificates);
  refuseOtherUse(leaf);
  const chain = chainOf(leaf, certificates);
  const weakness = weaknessOf([leaf, ...chain]);
  if (weakness !== undefined) throw new CertificateFault('weak', weakness);
  return {
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificateChainPem: [leaf, ...chain].map(String).join(''),
    facts: factsOf(library, leaf, chain),
    subject: namesOf(library.readDer(leaf.raw)).subject,
  };
}

/** The worker's answer for a key without a certificate. */
export interface KeyContent {
  /** PKCS#8 PEM, not encrypted. */
  readonly key: string;
  readonly keyType: string;
}

const LEAST_BITS = 2048;

/** Exactly one RSA key, strong enough for RS256 (RFC 7518 3.3); certificates beside it are left out. Throws CertificateFault. */
export function readKeyFile(library: Library, given: CertificateFile): KeyContent {
  if (given.file.length > LARGEST_FILE) throw unreadable('The file is too large.');
  const { keys } = readOne(library, given.file, given.passphrase);
  const [key, ...more] = keys;
  if (!key) throw new CertificateFault('no-private-key', 'The file holds no private key.');
  if (more.length > 0)
    throw new CertificateFault('several-keys', 'The file holds several private keys.');
  const keyType = keyTypeOf(key);
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== 'rsa' || bits < LEAST_BITS)
    throw unreadable(`An RSA key of ${LEAST_BITS} bits or more is needed; this is ${keyType}.`);
  return { key: key.export({ format: 'pem', type: 'pkcs8' }).toString(), keyType };
}

/** The certificates of a file of authorities, as PEM; whatever else is in it is not looked at. Throws CertificateFault. */
export function readAuthorityFile(library: Library, { file }: CertificateFile): string {
  const blocks = blocksOf(file);
  const certificates =
    blocks === undefined
      ? certificatesOf(library, file)
      : blocks.flatMap((block) => certificatesIn(library, block));
  if (certificates.length === 0) throw unreadable('The file holds no certificate.');
  return certificates.map(String).join('');
}

interface Block {
  readonly label: string;
  /** With its first and last line. */
  readonly whole: string;
  readonly body: string;
}

/** The blocks of a PEM file, which some programs write in UTF-16; undefined for a file that is none. */
function blocksOf(bytes: Buffer): Block[] | undefined {
  const charset = charsetOf(bytes);
  const text =
    charset?.startsWith('utf-16') === true
      ? new TextDecoder(charset).decode(bytes)
      : bytes.toString('latin1');
  if (!text.includes('-----BEGIN ')) return undefined;
  return [...text.matchAll(PEM)].map(([whole, label = '', body = '']) => ({ label, whole, body }));
}

function readOne(library: Library, bytes: Buffer, passphrase: string | undefined): Material {
  const blocks = blocksOf(bytes);
  if (blocks !== undefined) {
    return {
      keys: blocks.flatMap((block) => keysIn(library, block, passphrase)),
      certificates: blocks.flatMap((block) => certificatesIn(library, block)),
    };
  }
  const der = parse(library, bytes);
  const [first, second] = der.children;
  if (isPkcs12(der)) {
    const { keys, certificates } = readPkcs12(library, der, passphrase ?? '');
    return { keys: keys.map(plainKey), certificates: certificates.map(certificateOf) };
  }
  if (second?.type === OCTETS && first?.type !== INTEGER) {
    return { keys: [encryptedKey(library, der, passphrase)], certificates: [] };
  }
  if (first?.type === INTEGER) return { keys: [plainKey(bytes)], certificates: [] };
  return { keys: [], certificates: certificatesOf(library, bytes) };
}

function keysIn(library: Library, block: Block, passphrase: string | undefined): KeyObject[] {
  const { label, body } = block;
  if (label === 'ENCRYPTED PRIVATE KEY')
    return [encryptedKey(library, parse(library, Buffer.from(body, 'base64')), passphrase)];
  return label.endsWith('PRIVATE KEY') ? [traditionalKey(library, block, passphrase)] : [];
}

function certificatesIn(library: Library, { label, whole, body }: Block): X509Certificate[] {
  // What OpenSSL trusts for some uses has more behind the certificate, which only the label tells.
  if (label === 'TRUSTED CERTIFICATE') return [certificateOf(whole)];
  const isOne = /^(X509 )?CERTIFICATE$|^PKCS ?#?7( SIGNED DATA)?$|^CMS$/.test(label);
  return isOne ? certificatesOf(library, Buffer.from(body, 'base64')) : [];
}

/** One certificate, or those of a PKCS#7 file (.p7b), which some programs label as one. */
function certificatesOf(library: Library, bytes: Buffer): X509Certificate[] {
  try {
    return [new X509Certificate(bytes)];
  } catch {
    const der = parse(library, bytes);
    const [kind, content] = der.children;
    if (content?.universal !== false || kind?.oid() !== SIGNED_DATA) throw damaged();
    const isList = (one: Der) => !one.universal && one.type === 0;
    const listed = part(content, 0).children.find(isList)?.children ?? [];
    return listed.map((one) => certificateOf(one.encoded()));
  }
}

function parse(library: Library, bytes: Buffer): Der {
  try {
    return library.readDer(bytes);
  } catch {
    throw unreadable('The file is neither PKCS#12 nor PKCS#7 nor PEM.');
  }
}

function certificateOf(given: Buffer | string): X509Certificate {
  try {
    return new X509Certificate(given);
  } catch {
    throw damaged();
  }
}

const damaged = () => unreadable('A certificate in the file is damaged.');

function plainKey(der: Buffer): KeyObject {
  for (const type of ['pkcs8', 'pkcs1', 'sec1'] as const) {
    try {
      return createPrivateKey({ key: der, format: 'der', type });
    } catch {
      // The next form is tried.
    }
  }
  throw unreadable('The private key in the file is of a kind Steward does not know.');
}

function encryptedKey(library: Library, der: Der, passphrase: string | undefined): KeyObject {
  const [algorithm, data] = [part(der, 0), part(der, 1).octets];
  return openedKey(library, passphrase, (one) => decrypt(library, algorithm, data, one));
}

/** The encodings of a passphrase that exist are tried in turn. */
function openedKey(
  library: Library,
  passphrase: string | undefined,
  open: (passphrase: Passphrase) => Buffer | undefined,
): KeyObject {
  if (passphrase === undefined)
    throw new CertificateFault('wrong-passphrase', 'The private key needs a passphrase.');
  for (const one of passphrasesFor(passphrase)) {
    const plain = open(one);
    // A wrong passphrase gives a valid padding once in 256 times, and then no key.
    if (plain && isKey(library, plain)) return plainKey(plain);
  }
  throw new CertificateFault(
    'wrong-passphrase',
    'The private key does not open with this passphrase.',
  );
}

/** Whether the bytes are a key of any kind, known or not: a list that begins with a version, and nothing behind it. */
function isKey(library: Library, bytes: Buffer): boolean {
  try {
    const der = library.readDer(bytes);
    return part(der, 0).type === INTEGER && der.encoded().length === bytes.length;
  } catch {
    return false;
  }
}

/** PKCS#1, SEC 1 or PKCS#8 in PEM; encrypted with OpenSSL's old header or not at all. */
function traditionalKey(
  library: Library,
  { label, whole, body }: Block,
  passphrase: string | undefined,
): KeyObject {
  const header = /^DEK-Info:(.*)$/m.exec(body)?.[1];
  if (header !== undefined) {
    const data = Buffer.from(body.slice(body.indexOf(header) + header.length), 'base64');
    return openedKey(library, passphrase, (one) => decryptOld(library, header, data, one));
  }
  try {
    return createPrivateKey({ key: whole, format: 'pem' });
  } catch {
    throw unreadable(`The private key is damaged, or of a kind Steward does not know: ${label}.`);
  }
}

function unique(all: readonly X509Certificate[]): X509Certificate[] {
  return [...new Map(all.map((one) => [one.fingerprint256, one])).values()];
}

/** Exactly one key, and exactly one certificate it belongs to. */
function matching(keys: readonly KeyObject[], certificates: readonly X509Certificate[]) {
  const [key, ...more] = keys;
  if (!key && certificates.length === 0)
    throw unreadable('The file holds no certificate and no key.');
  if (!key) throw new CertificateFault('no-private-key', 'The file holds a certificate only.');
  if (more.length > 0)
    throw new CertificateFault('several-keys', 'The file holds several private keys.');
  const [leaf, ...others] = certificates.filter((one) => one.checkPrivateKey(key));
  if (!leaf) {
    throw new CertificateFault('no-private-key', 'The private key belongs to another certificate.');
  }
  if (others.length > 0) {
    throw new CertificateFault('several-keys', 'The file holds several certificates for one key.');
  }
  return { key, leaf };
}

function refuseOtherUse(leaf: X509Certificate): void {
  // Undefined for a certificate without the extension, although Node's types do not say so.
  const uses = leaf.keyUsage as readonly string[] | undefined;
  if (!uses || uses.includes(CLIENT_AUTHENTICATION) || uses.includes(ANY_USE)) return;
  throw new CertificateFault(
    'not-for-client-authentication',
    'Its extended key usage does not include client authentication.',
  );
}

function chainOf(leaf: X509Certificate, all: readonly X509Certificate[]): X509Certificate[] {
  const chain: X509Certificate[] = [];
  for (let last = leaf; chain.length < LONGEST_CHAIN;) {
    const above = all.find((one) => one !== last && issued(one, last));
    if (!above || chain.includes(above) || issued(above, above)) break;
    chain.push(above);
    last = above;
  }
  return chain;
}

function issued(issuer: X509Certificate, subject: X509Certificate): boolean {
  try {
    return subject.checkIssued(issuer) && subject.verify(issuer.publicKey);
  } catch {
    return false;
  }
}

function factsOf(library: Library, leaf: X509Certificate, chain: readonly X509Certificate[]) {
  const { subject, issuer } = namesOf(library.readDer(leaf.raw));
  return {
    subject: nameText(subject),
    commonName: commonName(subject),
    issuer: nameText(issuer),
    serialNumber: leaf.serialNumber,
    fingerprintSha256: leaf.fingerprint256,
    validFrom: new Date(leaf.validFrom).toISOString(),
    validTo: new Date(leaf.validTo).toISOString(),
    keyType: keyTypeOf(leaf.publicKey),
    chain: chain.map((one) => nameText(namesOf(library.readDer(one.raw)).subject)),
  };
}

const CURVES: Readonly<Record<string, string>> = {
  prime256v1: 'P-256',
  secp384r1: 'P-384',
  secp521r1: 'P-521',
};

function keyTypeOf(key: KeyObject): string {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return `RSA ${modulusLength}`;
  if (namedCurve !== undefined) return `EC ${CURVES[namedCurve] ?? namedCurve}`;
  return (key.asymmetricKeyType ?? 'unknown').replace(/^ed/, 'Ed');
}
