// Reads keys and certificates from a PKCS#12 file: with or without MAC, old and new encryption, nested bags.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { CertificateFault } from './certificate-fault.ts';
import {
  decrypt,
  type Der,
  iterations,
  type Library,
  part,
  type Passphrase,
  passphrasesFor,
  pkcs12Key,
  refuseCost,
  unreadable,
} from './password-encryption.ts';

export interface Pkcs12 {
  /** PKCS#8, not encrypted; or why one cannot be read. */
  readonly keys: readonly (Buffer | CertificateFault)[];
  /** X.509, in the order of the file. */
  readonly certificates: readonly Buffer[];
  /** Of these, those that stood encrypted: no other passphrase shows them. */
  readonly sealed: readonly Buffer[];
  /** Whether there are bags, most often of certificates, that the passphrase does not open. */
  readonly hasClosedBags: boolean;
  /** Whether the passphrase is that of the whole or of something in it. */
  readonly isOpened: boolean;
}

const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const BAG = '1.2.840.113549.1.12.10.1.';
const X509 = '1.2.840.113549.1.9.22.1';
const MAC_DIGESTS: Readonly<Record<string, string>> = {
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
};
const [INTEGER, OBJECT_IDENTIFIER, SEQUENCE] = [2, 6, 16];
const MOST_BAGS = 64;
const DEEPEST = 4;

const closed = () =>
  new CertificateFault('wrong-passphrase', 'The file does not open with this passphrase.');

/** A version and a content that is tagged; a PKCS#8 key has a version and an algorithm there. */
export function isPkcs12(file: Der): boolean {
  const [version, content] = file.children;
  return version?.type === 2 && content?.children[1]?.universal === false;
}

/** Throws CertificateFault. */
export function readPkcs12(library: Library, file: Der, passphrase: string): Pkcs12 {
  const content = part(file, 1);
  if (part(content, 0).oid() !== DATA)
    throw unreadable('The file is signed, not protected by a passphrase.');
  const safe = part(part(content, 1), 0).octets;
  refuseCosts(library, safe);
  const all = passphrasesFor(passphrase);
  const fitting = fittingPassphrases(file.children[2], safe, all);
  // A key may have another passphrase than the whole; that it opens and fits its certificate proves as much as a MAC.
  const others = all.filter((one) => fitting?.includes(one) !== true);
  const found = readSafe(library, safe, [...(fitting ?? []), ...others]);
  const isOfWhole = fitting !== undefined && fitting.length > 0;
  // Where the certificates open as well it is that of the whole, and the file is not what it was.
  if (fitting !== undefined && !isOfWhole && found.sealed.length > 0) throw closed();
  return { ...found, isOpened: found.isOpened || isOfWhole };
}

/**
 * Called before any key is derived, the MAC's too; bags inside encrypted bags are checked when they are opened. A key that is encrypted in a
 * way that is not known is no trouble where another is meant.
 */
function refuseCosts(library: Library, safe: Buffer): void {
  for (const content of library.readDer(safe).children) {
    const value = part(part(content, 1), 0);
    if (part(content, 0).oid() === ENCRYPTED_DATA) refuseCost(part(part(value, 1), 1));
    if (part(content, 0).oid() !== DATA) continue;
    for (const bag of library.readDer(value.octets).children) {
      if (part(bag, 0).oid() === `${BAG}2`)
        unlessUnknown(() => {
          refuseCost(part(part(part(bag, 1), 0), 0));
        });
    }
  }
}

function unlessUnknown<T>(act: () => T): T | CertificateFault {
  try {
    return act();
  } catch (error) {
    if (error instanceof CertificateFault && error.problem === 'unknown-encryption') return error;
    throw error;
  }
}

/** The passphrases that the MAC accepts; undefined when the file has no MAC, or one of an unknown kind. */
function fittingPassphrases(mac: Der | undefined, safe: Buffer, all: Passphrase[]) {
  if (!mac) return undefined;
  const info = part(mac, 0);
  const digest = MAC_DIGESTS[part(part(info, 0), 0).oid()];
  const expected = part(info, 1).octets;
  const salt = part(mac, 1).octets;
  const counted = mac.children[2];
  const count = counted ? iterations(counted) : 1;
  if (!digest) return undefined;
  const fits = (bmp: Buffer): boolean => {
    const key = pkcs12Key(digest, bmp, salt, 3, count, expected.length);
    const found = createHmac(digest, key).update(safe).digest();
    return found.length === expected.length && timingSafeEqual(found, expected);
  };
  const fitting = all.find(({ bmp }) => fits(bmp));
  return fitting === undefined ? [] : all.filter(({ bmp }) => bmp.equals(fitting.bmp));
}

/** Without a MAC, a wrong passphrase is told by what comes out: its padding is valid once in 256 times. */
function opening(library: Library, plain: Buffer): Der | undefined {
  try {
    return library.readDer(plain);
  } catch {
    return undefined;
  }
}
const isKey = ({ children: [version] }: Der) => version?.type === INTEGER;
const areBags = ({ children, octets }: Der) =>
  children.every(({ children: [kind] }) => kind?.type === OBJECT_IDENTIFIER) &&
  (children.length > 0 || octets.length === 0);

function readSafe(library: Library, safe: Buffer, passphrases: readonly Passphrase[]): Pkcs12 {
  const keys: (Buffer | CertificateFault)[] = [];
  const certificates: Buffer[] = [];
  const sealed: Buffer[] = [];
  let [isOpened, hasClosedBags] = [false, false];
  const open = (algorithm: Der, data: Buffer, isIt: (opened: Der) => boolean) => {
    for (const one of passphrases) {
      const plain = decrypt(library, algorithm, data, one);
      const opened = plain && opening(library, plain);
      if (opened?.type !== SEQUENCE || !isIt(opened)) continue;
      isOpened = true;
      return opened;
    }
    return undefined;
  };
  const readBags = (bags: Der, depth: number, isSealed: boolean): void => {
    if (depth > DEEPEST || bags.children.length > MOST_BAGS)
      throw unreadable('The file is too deep.');
    for (const bag of bags.children) readBag(bag, depth, isSealed);
  };
  const readBag = (bag: Der, depth: number, isSealed: boolean): void => {
    const kind = part(bag, 0).oid();
    const value = part(part(bag, 1), 0);
    if (kind === `${BAG}1`) keys.push(value.encoded());
    if (kind === `${BAG}2`)
      keys.push(
        unlessUnknown(
          () => open(part(value, 0), part(value, 1).octets, isKey)?.encoded() ?? closed(),
        ),
      );
    if (kind === `${BAG}3` && part(value, 0).oid() === X509) {
      const certificate = part(part(value, 1), 0).octets;
      certificates.push(certificate);
      if (isSealed) sealed.push(certificate);
    }
    if (kind === `${BAG}6`) readBags(value, depth + 1, isSealed);
  };
  for (const content of library.readDer(safe).children.slice(0, MOST_BAGS)) {
    const kind = part(content, 0).oid();
    const value = part(part(content, 1), 0);
    if (kind === DATA) readBags(library.readDer(value.octets), 0, false);
    if (kind !== ENCRYPTED_DATA) continue;
    const encrypted = part(value, 1);
    const bags = open(part(encrypted, 1), part(encrypted, 2).octets, areBags);
    if (bags === undefined) hasClosedBags = true;
    else readBags(bags, 0, true);
  }
  return { keys, certificates, sealed, hasClosedBags, isOpened };
}
