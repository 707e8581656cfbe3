// A certificate authority of its own: root, intermediate, server and client certificates, and PKCS#12 files.
import { generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import forge from 'node-forge';

const newKeyPair = promisify(generateKeyPair);
const day = 86_400_000;

export interface Issued {
  readonly keyPem: string;
  readonly certificatePem: string;
  /** Leaf first, then every certificate up to, not including, the root. */
  readonly chainPem: string;
}

export interface Order {
  readonly name: string;
  /** Organisation number for the subject, as Norwegian enterprise certificates carry it. */
  readonly organisationNumber?: string;
  /** Host names and IPv4 addresses of a server certificate; without them a client certificate is made. */
  readonly hosts?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  /** Where the certificate says that its issuer's can be fetched. */
  readonly issuerAt?: string;
}

export interface Authority {
  readonly certificatePem: string;
  issue(order: Order): Promise<Issued>;
  issueAuthority(name: string): Promise<Authority>;
}

interface Signer {
  readonly keyPem: string;
  readonly certificate: forge.pki.Certificate;
  readonly chainPem: string;
}

/** A new self-signed root. */
export async function createAuthority(name: string): Promise<Authority> {
  const keys = await rsaKeys();
  const subject = [{ name: 'commonName', value: name }];
  const certificate = draft(keys.publicPem, subject, subject, {});
  certificate.setExtensions(authorityExtensions(null));
  sign(certificate, keys.keyPem);
  return authority({ keyPem: keys.keyPem, certificate, chainPem: '' });
}

/** Of a key that signs nothing but tokens: the certificate as DER. */
export function selfSigned(privateKey: KeyObject, publicKey: KeyObject, name: string): Buffer {
  const { privatePem, publicPem } = {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
  const subject = [{ name: 'commonName', value: name }];
  const certificate = draft(publicPem, subject, subject, {});
  sign(certificate, privatePem);
  const der = forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes();
  return Buffer.from(der, 'latin1');
}

function authority(signer: Signer): Authority {
  const issuer = signer.certificate.subject.attributes;
  return {
    certificatePem: pem(signer.certificate),
    async issue(order) {
      const keys = await rsaKeys();
      const certificate = draft(keys.publicPem, leafSubject(order), issuer, order);
      certificate.setExtensions(leafExtensions(order));
      sign(certificate, signer.keyPem);
      const certificatePem = pem(certificate);
      return { keyPem: keys.keyPem, certificatePem, chainPem: certificatePem + signer.chainPem };
    },
    async issueAuthority(name) {
      const keys = await rsaKeys();
      const subject = [{ name: 'commonName', value: name }];
      const certificate = draft(keys.publicPem, subject, issuer, {});
      certificate.setExtensions(authorityExtensions(0));
      sign(certificate, signer.keyPem);
      return authority({
        keyPem: keys.keyPem,
        certificate,
        chainPem: pem(certificate) + signer.chainPem,
      });
    },
  };
}

async function rsaKeys(): Promise<{ keyPem: string; publicPem: string }> {
  const { privateKey, publicKey } = await newKeyPair('rsa', { modulusLength: 2048 });
  return {
    keyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

const pem = (certificate: forge.pki.Certificate): string =>
  forge.pki.certificateToPem(certificate).replaceAll('\r\n', '\n');

function draft(
  publicPem: string,
  subject: forge.pki.CertificateField[],
  issuer: forge.pki.CertificateField[],
  validity: Pick<Order, 'notBefore' | 'notAfter'>,
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(publicPem);
  certificate.serialNumber = `4${forge.util.bytesToHex(forge.random.getBytesSync(9))}`;
  certificate.validity.notBefore = validity.notBefore ?? new Date(Date.now() - day);
  certificate.validity.notAfter = validity.notAfter ?? new Date(Date.now() + 700 * day);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer);
  return certificate;
}

function sign(certificate: forge.pki.Certificate, keyPem: string): void {
  certificate.sign(forge.pki.privateKeyFromPem(keyPem), forge.md.sha256.create());
}

/** Both fields that carry the number in practice: serialNumber, and organizationIdentifier as NTRNO-number. */
function leafSubject(order: Order): forge.pki.CertificateField[] {
  const number = order.organisationNumber;
  const organisation = number
    ? [
        { name: 'organizationName', value: order.name },
        { type: '2.5.4.5', value: number },
        { type: '2.5.4.97', value: `NTRNO-${number}` },
      ]
    : [];
  return [
    { name: 'countryName', value: 'NO' },
    ...organisation,
    { name: 'commonName', value: order.name },
  ];
}

const authorityExtensions = (pathLength: number | null): object[] => [
  {
    name: 'basicConstraints',
    cA: true,
    critical: true,
    ...(pathLength === null ? {} : { pathLenConstraint: pathLength }),
  },
  { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  { name: 'subjectKeyIdentifier' },
];

function leafExtensions(order: Order): object[] {
  const isAddress = (host: string): boolean => /^[\d.]+$/.test(host);
  const altNames = (order.hosts ?? []).map((host) =>
    isAddress(host) ? { type: 7, ip: host } : { type: 2, value: host },
  );
  return [
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    { name: 'extKeyUsage', ...(order.hosts ? { serverAuth: true } : { clientAuth: true }) },
    ...(altNames.length > 0 ? [{ name: 'subjectAltName', altNames }] : []),
    ...(order.issuerAt === undefined ? [] : [issuerAddress(order.issuerAt)]),
  ];
}

/** Authority information access, which the library does not write itself. */
function issuerAddress(address: string): object {
  const { asn1 } = forge;
  const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
  const caIssuers = asn1.oidToDer('1.3.6.1.5.5.7.48.2').getBytes();
  const list = (...parts: forge.asn1.Asn1[]) =>
    asn1.create(UNIVERSAL, asn1.Type.SEQUENCE, true, parts);
  const access = list(
    asn1.create(UNIVERSAL, asn1.Type.OID, false, caIssuers),
    asn1.create(CONTEXT_SPECIFIC, 6, false, address),
  );
  return { id: '1.3.6.1.5.5.7.1.1', value: asn1.toDer(list(access)).getBytes() };
}

/** A PKCS#12 file with key, leaf and chain: AES-256 (today) or triple DES (older issuers). */
export function toP12(issued: Issued, passphrase: string, protection: 'aes256' | '3des'): Buffer {
  const chain = issued.chainPem.match(/-----BEGIN[^-]+-----[^-]+-----END[^-]+-----\n?/g) ?? [];
  const file = forge.pkcs12.toPkcs12Asn1(
    forge.pki.privateKeyFromPem(issued.keyPem),
    chain.map((part) => forge.pki.certificateFromPem(part)),
    passphrase,
    { algorithm: protection, friendlyName: 'steward' },
  );
  return Buffer.from(forge.asn1.toDer(file).getBytes(), 'latin1');
}

export interface PlatformPki {
  readonly root: Authority;
  readonly intermediate: Authority;
  readonly server: Issued;
  readonly client: Issued;
}

const made = new Map<string, Promise<PlatformPki>>();

/** The authority of one platform, made once per process, seed and organisation: keys take a second. */
export function platformPki(
  seed: number,
  organisation: { readonly name: string; readonly number: string },
): Promise<PlatformPki> {
  const key = `${seed} ${organisation.number}`;
  const known = made.get(key);
  if (known) return known;
  const fresh = makePki(organisation);
  made.set(key, fresh);
  return fresh;
}

async function makePki(organisation: { name: string; number: string }): Promise<PlatformPki> {
  const root = await createAuthority('Local platform root');
  const intermediate = await root.issueAuthority('Local platform issuing');
  const [server, client] = await Promise.all([
    intermediate.issue({ name: 'localhost', hosts: ['localhost', '127.0.0.1'] }),
    intermediate.issue({ name: organisation.name, organisationNumber: organisation.number }),
  ]);
  return { root, intermediate, server, client };
}
