// The content of a certificate file, in any format: the key to sign in with, its certificate and the chain above it.
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  X509Certificate,
} from 'node:crypto';
import type { CertificateFacts, InspectedCertificate } from '../../preload/contract/credentials.ts';
import type { CertificateChoice } from '../../preload/result.ts';
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
  /** Which of several, from 1. */
  readonly keyNumber?: number | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The worker's answer; the main thread compares the dates with its clock. */
export interface CertificateContent {
  /** PKCS#8 PEM, not encrypted: to be put into the keychain. */
  readonly key: string;
  /** Leaf first, then its issuers, without the root: a server that trusts the root has it already. */
  readonly certificateChainPem: string;
  readonly facts: Omit<CertificateFacts, 'daysLeft' | 'organisationNumber'>;
  readonly subject: readonly Attribute[];
  readonly leftOut: InspectedCertificate['leftOut'];
}

interface Material {
  /** A key that cannot be read is no trouble where another is meant. */
  readonly keys: readonly (KeyObject | CertificateFault)[];
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
  const { keys, faults } = readable(read.flatMap((one) => one.keys));
  const certificates = unique(read.flatMap((one) => one.certificates));
  const { all, taken } = orElse(faults[0], () => {
    const judge = (own: Own) => judged(library, own, certificates, given.now);
    const all = owned(keys, certificates).map(judge);
    return { all, taken: chosenOf(library, all, given.keyNumber) };
  });
  const { key, leaf, chain } = taken;
  return {
    key: key.export({ format: 'pem', type: 'pkcs8' }).toString(),
    certificateChainPem: [leaf, ...chain].map(String).join(''),
    facts: factsOf(library, leaf, chain),
    subject: namesOf(library.readDer(leaf.raw)).subject,
    leftOut: all
      .filter((one) => one !== taken)
      .map((one) => ({ name: nameOf(library, one), why: whyNot(one) })),
  };
}

function readable(all: Material['keys']) {
  const keys = all.flatMap((one) => (one instanceof CertificateFault ? [] : [one]));
  const faults = all.flatMap((one) => (one instanceof CertificateFault ? [one] : []));
  return { keys, faults };
}

/** What was left unread may be what was meant, unless there are several to choose from. */
function orElse<T>(fault: CertificateFault | undefined, find: () => T): T {
  try {
    return find();
  } catch (error) {
    const isChoice = error instanceof CertificateFault && error.problem === 'several-keys';
    throw isChoice ? error : (fault ?? error);
  }
}

/** The key, or why it is none that Steward can read; a passphrase that does not fit is thrown. */
function keyOr(open: () => KeyObject): KeyObject | CertificateFault {
  try {
    return open();
  } catch (error) {
    const isPassed =
      error instanceof CertificateFault &&
      ['unreadable', 'unknown-encryption', 'unknown-key'].includes(error.problem);
    if (isPassed) return error;
    throw error;
  }
}

/** The worker's answer for a key without a certificate. */
export interface KeyContent {
  /** PKCS#8 PEM, not encrypted. */
  readonly key: string;
  readonly keyType: string;
}

const LEAST_BITS = 2048;

/** The RSA key that is strong enough for RS256 (RFC 7518 3.3), or the one of several whose number was given; certificates beside it are left out. Throws CertificateFault. */
export function readKeyFile(library: Library, given: CertificateFile): KeyContent {
  if (given.file.length > LARGEST_FILE) throw unreadable('The file is too large.');
  const { keys: all, faults } = readable(readOne(library, given.file, given.passphrase).keys);
  const keys = distinct(all);
  const fit = keys.filter(isStrongRsa);
  const { keyNumber } = given;
  const only = fit.length === 1 ? fit[0] : undefined;
  const key = keyNumber === undefined ? only : keys[keyNumber - 1];
  if (key === undefined && fit.length > (keyNumber === undefined ? 1 : 0)) {
    const choices = fit.map((one): CertificateChoice => {
      const number = keys.indexOf(one) + 1;
      return { number, name: fingerprint(one), keyType: keyTypeOf(one) };
    });
    throw new CertificateFault('several-keys', listOf(choices), choices);
  }
  const [first] = key === undefined ? keys : [key];
  if (first === undefined)
    throw faults[0] ?? new CertificateFault('no-private-key', 'The file holds no private key.');
  const keyType = keyTypeOf(first);
  if (!isStrongRsa(first))
    throw unreadable(`An RSA key of ${LEAST_BITS} bits or more is needed; this is ${keyType}.`);
  return { key: first.export({ format: 'pem', type: 'pkcs8' }).toString(), keyType };
}

const isStrongRsa = (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= LEAST_BITS;

/** Of the public half, as providers show it. */
const fingerprint = (key: KeyObject) =>
  `SHA-256 ${createHash('sha256')
    .update(createPublicKey(key).export({ format: 'der', type: 'spki' }))
    .digest('hex')
    .slice(0, 16)}`;

const distinct = (keys: readonly KeyObject[]) => [
  ...new Map(keys.map((one) => [fingerprint(one), one])).values(),
];

/** The certificates of a file of authorities, as PEM; whatever else is in it is not looked at. Throws CertificateFault. */
export function readAuthorityFile(
  library: Library,
  { file }: Pick<CertificateFile, 'file'>,
): string {
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
    return {
      keys: keys.map((one) => keyOr(() => plainKey(library, one))),
      certificates: certificates.map((one) => certificateOf(library, one)),
    };
  }
  if (second?.type === OCTETS && first?.type !== INTEGER) {
    return { keys: [keyOr(() => encryptedKey(library, der, passphrase))], certificates: [] };
  }
  if (first?.type === INTEGER)
    return { keys: [keyOr(() => plainKey(library, bytes))], certificates: [] };
  return { keys: [], certificates: certificatesOf(library, bytes) };
}

function keysIn(library: Library, block: Block, passphrase: string | undefined): Material['keys'] {
  const { label, body } = block;
  if (label === 'ENCRYPTED PRIVATE KEY') {
    const der = parse(library, Buffer.from(body, 'base64'));
    return [keyOr(() => encryptedKey(library, der, passphrase))];
  }
  return label.endsWith('PRIVATE KEY')
    ? [keyOr(() => traditionalKey(library, block, passphrase))]
    : [];
}

function certificatesIn(library: Library, { label, whole, body }: Block): X509Certificate[] {
  // What OpenSSL trusts for some uses has more behind the certificate, which only the label tells.
  if (label === 'TRUSTED CERTIFICATE') return [certificateOf(library, whole)];
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
    return listed.map((one) => certificateOf(library, one.encoded()));
  }
}

function parse(library: Library, bytes: Buffer): Der {
  try {
    return library.readDer(bytes);
  } catch {
    throw unreadable('The file is neither PKCS#12 nor PKCS#7 nor PEM.');
  }
}

function certificateOf(library: Library, given: Buffer | string): X509Certificate {
  try {
    return new X509Certificate(given);
  } catch {
    if (typeof given !== 'string') refuseUnknownKinds(library, given);
    throw damaged();
  }
}

/**
 * Kinds of keys that BoringSSL does not read, by object identifier; OpenSSL, in the terminal of developers, reads them. Refused by name
 * everywhere: what one shell takes and the other calls damaged helps nobody.
 */
const UNKNOWN_KINDS: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.3.101.113': 'Ed448',
  '1.3.132.0.10': 'secp256k1',
};
const BRAINPOOL = '1.3.36.3.3.2.8.1.1.';
const BRAINPOOL_BITS = [160, 192, 224, 256, 320, 384, 512];

function unknownKind(oid: string): string | undefined {
  if (!oid.startsWith(BRAINPOOL)) return UNKNOWN_KINDS[oid];
  // r1 and t1 of each length in turn.
  const place = Number(oid.slice(BRAINPOOL.length)) - 1;
  const bits = BRAINPOOL_BITS[Math.floor(place / 2)];
  return bits === undefined ? 'brainpool' : `brainpoolP${bits}${place % 2 === 0 ? 'r1' : 't1'}`;
}

const IDENTIFIER = 6;
/** Deep enough for the algorithm of a key and of the key of a certificate. */
const DEEPEST = 5;

/** Throws CertificateFault where the DER of a key or certificate names a kind of key that is not known. */
function refuseUnknownKinds(library: Library, der: Buffer): void {
  const named = (one: Der, depth: number): string | undefined => {
    const own = one.universal && one.type === IDENTIFIER ? unknownKind(one.oid()) : undefined;
    if (own !== undefined || depth === DEEPEST) return own;
    for (const child of one.children) {
      const below = named(child, depth + 1);
      if (below !== undefined) return below;
    }
    return undefined;
  };
  let kind: string | undefined;
  try {
    kind = named(library.readDer(der), 0);
  } catch {
    // Whether it is a key at all is said where it is read.
  }
  if (kind !== undefined) throw new CertificateFault('unknown-key', kind);
}

const damaged = () => unreadable('A certificate in the file is damaged.');

function plainKey(library: Library, der: Buffer): KeyObject {
  refuseUnknownKinds(library, der);
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
    if (plain && isKey(library, plain)) return plainKey(library, plain);
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
  refuseUnknownKinds(library, Buffer.from(body, 'base64'));
  try {
    return createPrivateKey({ key: whole, format: 'pem' });
  } catch {
    throw unreadable(`The private key is damaged, or of a kind Steward does not know: ${label}.`);
  }
}

function unique(all: readonly X509Certificate[]): X509Certificate[] {
  return [...new Map(all.map((one) => [one.fingerprint256, one])).values()];
}

interface Own {
  readonly key: KeyObject;
  readonly leaf: X509Certificate;
}

/** The certificates with a key, in the order of the file; at least one. */
function owned(keys: readonly KeyObject[], certificates: readonly X509Certificate[]): Own[] {
  if (keys.length === 0 && certificates.length === 0)
    throw unreadable('The file holds no certificate and no key.');
  if (keys.length === 0)
    throw new CertificateFault('no-private-key', 'The file holds a certificate only.');
  const all = certificates.flatMap((leaf) => {
    const key = keys.find((one) => leaf.checkPrivateKey(one));
    return key === undefined ? [] : [{ key, leaf }];
  });
  if (all.length === 0)
    throw new CertificateFault('no-private-key', 'The private key belongs to another certificate.');
  return all;
}

interface Judged extends Own {
  readonly chain: readonly X509Certificate[];
  /** Why it cannot be used to sign in, whenever it is. */
  readonly fault: CertificateFault | undefined;
  /** Where its dates say so. */
  readonly outside: 'expired' | 'not-yet-valid' | undefined;
  /** Whether its key usage, where it has one, is about signing in; some servers do not look at it. */
  readonly mayAuthenticate: boolean;
}

function judged(
  library: Library,
  { key, leaf }: Own,
  certificates: readonly X509Certificate[],
  now: number,
): Judged {
  const chain = chainOf(leaf, certificates);
  const weakness = weaknessOf([leaf, ...chain]);
  const weak = weakness === undefined ? undefined : new CertificateFault('weak', weakness);
  const [from, to] = [Date.parse(leaf.validFrom), Date.parse(leaf.validTo)];
  const outside = now >= to ? 'expired' : now < from ? 'not-yet-valid' : undefined;
  const mayAuthenticate = allowsAuthentication(library.readDer(leaf.raw));
  return { key, leaf, chain, fault: otherUse(leaf) ?? weak, outside, mayAuthenticate };
}

/** The one fit for signing in and in force; where several are, the one whose number was given. Its dates may be others where none is in force. */
function chosenOf(library: Library, all: readonly Judged[], keyNumber: number | undefined): Judged {
  const fit = all.filter(({ fault }) => fault === undefined);
  const meant = fit.filter(({ mayAuthenticate }) => mayAuthenticate);
  const able = meant.length > 0 ? meant : fit;
  const inForce = able.filter(({ outside }) => outside === undefined);
  const asked = keyNumber === undefined ? undefined : all[keyNumber - 1];
  if (keyNumber !== undefined && (asked === undefined || asked.fault !== undefined))
    throw asked?.fault ?? several(library, all, fit);
  if (asked !== undefined) return asked;
  if (inForce.length > 1) throw several(library, all, inForce);
  const [only] = inForce.length > 0 ? inForce : [...able].sort(byEnd);
  if (only !== undefined) return only;
  throw all.find(({ fault }) => fault !== undefined)?.fault ?? unreadable('The file is damaged.');
}

const byEnd = (one: Judged, other: Judged) =>
  Date.parse(other.leaf.validTo) - Date.parse(one.leaf.validTo);

function several(library: Library, all: readonly Judged[], some: readonly Judged[]) {
  const choices = some.map((one): CertificateChoice => {
    const { keyType, issuer, validFrom, validTo } = factsOf(library, one.leaf, []);
    const number = all.indexOf(one) + 1;
    return { number, name: nameOf(library, one), keyType, issuer, validFrom, validTo };
  });
  return new CertificateFault('several-keys', listOf(choices), choices);
}

/** For who reads no page. */
const listOf = (choices: readonly CertificateChoice[]) =>
  choices
    .map(({ number, name, keyType, validTo }) => {
      const until = validTo === undefined ? '' : `, valid to ${validTo.slice(0, 10)}`;
      return `${String(number)}: ${name}, ${keyType}${until}`;
    })
    .join('; ');

const nameOf = (library: Library, { leaf }: Own) => {
  const { subject } = namesOf(library.readDer(leaf.raw));
  return commonName(subject) || nameText(subject);
};

function whyNot({
  fault,
  outside,
  mayAuthenticate,
}: Judged): CertificateContent['leftOut'][number]['why'] {
  if (fault?.problem === 'weak') return 'weak';
  if (fault !== undefined || !mayAuthenticate) return 'other-use';
  return outside ?? 'not-chosen';
}

function otherUse(leaf: X509Certificate): CertificateFault | undefined {
  // Undefined for a certificate without the extension, although Node's types do not say so.
  const uses = leaf.keyUsage as readonly string[] | undefined;
  if (!uses || uses.includes(CLIENT_AUTHENTICATION) || uses.includes(ANY_USE)) return undefined;
  return new CertificateFault(
    'not-for-client-authentication',
    'Its extended key usage does not include client authentication.',
  );
}

const KEY_USAGE = '2.5.29.15';
/** Digital signature and key agreement: the first and the fifth bit. */
const AUTHENTICATES = 0x80 | 0x08;

/** By its key usage; one for signatures that bind (non-repudiation) or for encryption alone does not. */
function allowsAuthentication(certificate: Der): boolean {
  const isExtensions = (one: Der) => !one.universal && one.type === 3;
  const extensions = part(certificate, 0).children.find(isExtensions)?.children[0]?.children ?? [];
  const usage = extensions.find(({ children: [name] }) => name?.oid() === KEY_USAGE);
  // Inside the octets a bit string: its tag, its length, the number of bits that do not count, the bits.
  return usage === undefined || ((usage.children.at(-1)?.octets[3] ?? 0) & AUTHENTICATES) !== 0;
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
