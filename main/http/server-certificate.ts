// Checks of a certificate beyond the TLS library: its strength, and of a server's its revocation and issuer.
import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';

const LEAST_RSA_BITS = 2048;
const WEAK_CURVES =
  /^(secp112|secp128|secp160|secp192|prime192|brainpoolP1|sect1|wap-wsg-idm-ecid-wtls[13-9])/;
/** Object identifiers, DER, of signatures made with MD2, MD5 or SHA-1. */
const WEAK_SIGNATURES = new Set([
  '2a864886f70d010102',
  '2a864886f70d010104',
  '2a864886f70d010105',
  '2a8648ce3d0401',
  '2a8648ce380403',
  '2b0e03021d',
]);
const LONGEST_CHAIN = 8;

interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** The elements inside a DER value; stops at the first that does not fit. */
function elements(der: Buffer): Element[] {
  const found: Element[] = [];
  for (let offset = 0; offset + 2 <= der.length;) {
    const short = der.readUInt8(offset + 1);
    const extra = short > 0x80 ? short - 0x80 : 0;
    if (short === 0x80 || extra > 4 || offset + 2 + extra > der.length) break;
    const length = extra === 0 ? short : der.readUIntBE(offset + 2, extra);
    const start = offset + 2 + extra;
    if (start + length > der.length) break;
    found.push({ tag: der.readUInt8(offset), content: der.subarray(start, start + length) });
    offset = start + length;
  }
  return found;
}

const inside = (element: Element | undefined) =>
  element === undefined ? [] : elements(element.content);

function signatureIdentifier(certificate: X509Certificate): string {
  const [, algorithm] = inside(elements(certificate.raw)[0]);
  return inside(algorithm)[0]?.content.toString('hex') ?? '';
}

/** Those of a file of PEM, in its order. Throws for what cannot be read. */
export const certificatesIn = (pem: string): X509Certificate[] =>
  (pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []).map(
    (one) => new X509Certificate(one),
  );

const isSelfIssued = (c: X509Certificate) => c.subject === c.issuer;

/** Why a chain is too weak to trust, in words for a person, or undefined. The root's own signature proves nothing and is not judged. */
export function weaknessOf(chain: readonly X509Certificate[]): string | undefined {
  for (const certificate of chain) {
    const key = certificate.publicKey;
    const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
    const isRsa = key.asymmetricKeyType?.startsWith('rsa') === true;
    if (isRsa && modulusLength < LEAST_RSA_BITS)
      return `RSA key of ${modulusLength} bits: ${subjectOf(certificate)}`;
    if (WEAK_CURVES.test(namedCurve)) return `curve ${namedCurve}: ${subjectOf(certificate)}`;
    if (!isSelfIssued(certificate) && WEAK_SIGNATURES.has(signatureIdentifier(certificate)))
      return `signed with SHA-1 or older: ${subjectOf(certificate)}`;
  }
  return undefined;
}

/** Common name or the whole subject on one line. */
export function subjectOf(certificate: X509Certificate): string {
  return oneLine(certificate.subject);
}

export function issuerOf(certificate: X509Certificate): string {
  return oneLine(certificate.issuer);
}

function oneLine(name: string): string {
  const common = /^CN=(.*)$/m.exec(name)?.[1];
  return unescaped(common ?? name.replaceAll('\n', ', ')).slice(0, 200);
}

/** Node writes names as RFC 2253 does: a backslash before signs that mean something there, numbers for control characters. */
function unescaped(name: string): string {
  return name.replaceAll(/\\(?:([01][0-9A-F]|7F)|(.))/g, (_all, _control, sign = '') =>
    String(sign),
  );
}

/**
 * Whether a stapled OCSP answer says that the certificate is revoked. Its signature is not checked: a forged
 * "revoked" only refuses a connection, which whoever forged it could do anyway.
 */
export function isRevoked(stapled: Buffer | null): boolean {
  if (stapled === null) return false;
  const [, bytes] = inside(elements(stapled)[0]);
  const [, basic] = inside(inside(bytes)[0]);
  const [data] = inside(basic === undefined ? undefined : elements(basic.content)[0]);
  const lists = inside(data).filter((element) => element.tag === 0x30);
  return inside(lists[0]).some((single) => inside(single)[1]?.tag === 0xa1);
}

/** When the first of a chain that is not in force at `now` is; undefined where all are. */
export function datesOf(
  chain: readonly X509Certificate[],
  now: Date,
): { readonly now: string; readonly from: string; readonly until: string } | undefined {
  const windows = chain.map(
    ({ validFrom, validTo }) => [new Date(validFrom), new Date(validTo)] as const,
  );
  const out = windows.find(([from, until]) => now < from || now > until);
  if (out === undefined) return undefined;
  const [from, until] = out;
  return { now: now.toISOString(), from: from.toISOString(), until: until.toISOString() };
}

type ServerProblem =
  | 'server-wrong-host'
  | 'server-without-names'
  | 'server-weak'
  | 'server-expired'
  | 'server-not-yet-valid'
  | 'server-self-signed'
  | 'server-unknown-issuer';

/**
 * What is wrong with the chain a server showed in a handshake it then broke off, or undefined: names, strength, dates
 * and signatures up to an anchor. Used only to decide whether our certificate may be shown (TLS-10); the connection
 * itself is always verified by the TLS library before a byte of a request is written.
 */
export function judgeChain(
  chain: readonly X509Certificate[],
  host: string,
  anchors: readonly string[],
  now: Date,
): ServerProblem | undefined {
  const [leaf] = chain;
  if (leaf !== undefined && !hasNames(leaf)) return 'server-without-names';
  if (leaf === undefined || !names(leaf, host)) return 'server-wrong-host';
  if (weaknessOf(chain) !== undefined) return 'server-weak';
  let child = leaf;
  for (let step = 0; step < LONGEST_CHAIN; step++) {
    if (now > new Date(child.validTo)) return 'server-expired';
    if (now < new Date(child.validFrom)) return 'server-not-yet-valid';
    const top = child;
    if (anchors.some((pem) => isAnchorOf(pem, top, now))) return undefined;
    const parent = chain.slice(1).find((c) => c !== top && c.ca && signed(c, top));
    if (parent === undefined) break;
    child = parent;
  }
  return isSelfIssued(leaf) ? 'server-self-signed' : 'server-unknown-issuer';
}

export interface Stranger {
  readonly problem: 'server-unknown-issuer' | 'server-missing-intermediate';
  /** Name of the issuer that is not known. */
  readonly issuer: string;
}

/**
 * Who issued the last certificate of a chain that leads to no anchor. Servers send all certificates but the root: one that sends its own alone has left
 * out the one between, where the person has named a root, or where the certificate says from where its issuer's is fetched. Otherwise the
 * issuer may be the root itself.
 */
export function strangerOf(chain: readonly X509Certificate[], rootGiven: boolean): Stranger {
  const top = topOf(chain);
  const leaf = chain[0];
  const isBelow = rootGiven || leaf?.infoAccess?.includes('CA Issuers') === true;
  return {
    problem: top === leaf && isBelow ? 'server-missing-intermediate' : 'server-unknown-issuer',
    issuer: top === undefined ? '' : issuerOf(top),
  };
}

/** The last certificate of those that issued each other. */
function topOf([leaf, ...above]: readonly X509Certificate[]): X509Certificate | undefined {
  let top = leaf;
  for (let left = [...above]; top !== undefined;) {
    const child = top;
    const parent = left.find((one) => one.ca && signed(one, child));
    if (parent === undefined) break;
    top = parent;
    left = left.filter((one) => one !== parent);
  }
  return top;
}

function names(leaf: X509Certificate, host: string): boolean {
  // A common name counts for nothing (RFC 9525, section 2).
  const found = isIP(host) === 0 ? leaf.checkHost(host, { subject: 'never' }) : leaf.checkIP(host);
  return found !== undefined;
}

/** Whether it says for which hosts it is (ATK-14); what stands between quotes is a name of another kind. */
export function hasNames({ subjectAltName = '' }: X509Certificate): boolean {
  const plain = subjectAltName.replaceAll(/"(?:[^"\\]|\\.)*"/g, '');
  return /(?:^|, )(?:DNS|IP Address):/.test(plain);
}

const signed = (parent: X509Certificate, child: X509Certificate) =>
  child.checkIssued(parent) && child.verify(parent.publicKey);

function isAnchorOf(pem: string, child: X509Certificate, now: Date): boolean {
  const anchor = new X509Certificate(pem);
  if (anchor.fingerprint256 === child.fingerprint256) return true;
  const inForce = new Date(anchor.validFrom) <= now && now <= new Date(anchor.validTo);
  return anchor.ca && inForce && signed(anchor, child);
}
