// The files people get certificates in, made by the openssl program as they are needed.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import forge from 'node-forge';

export interface IssueOptions {
  readonly subject?: string;
  /** Name of the one that signs; itself when left out. */
  readonly issuer?: string;
  readonly key?: keyof typeof KEY_ARGUMENTS;
  /** The key of another name instead of a new one. */
  readonly keyOf?: string;
  readonly extensions?: string;
  readonly digest?: 'sha1';
}

export interface Pkcs12Options {
  /** Whose key and certificate. */
  readonly of: string;
  readonly chain?: readonly string[];
  readonly passphrase?: string;
  readonly args?: readonly string[];
}

const KEY_ARGUMENTS = {
  rsa: ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  ec: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'rsa of 1024 bits': ['-algorithm', 'RSA', '-pkeyopt', 'rsa_keygen_bits:1024'],
  'ec of 192 bits': ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:prime192v1'],
  ed25519: ['-algorithm', 'ED25519'],
  ed448: ['-algorithm', 'ED448'],
  'rsa-pss': ['-algorithm', 'RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  brainpoolP256r1: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP256r1'],
  brainpoolP384t1: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:brainpoolP384t1'],
  secp256k1: ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
};

/** Makes everything in one folder; names stand for `<name>.key` and `<name>.crt`. */
export function createWorkshop(folder: string) {
  const at = (name: string) => path.join(folder, name);
  const bytes = (name: string) => readFileSync(at(name));
  const write = (name: string, content: string | Buffer) => {
    writeFileSync(at(name), content);
    return name;
  };
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', args, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  let made = 0;

  return {
    bytes,
    write,
    openssl,
    text: (name: string) => bytes(name).toString(),
    issue(name: string, options: IssueOptions = {}) {
      const {
        issuer = name,
        key = 'ec',
        extensions = 'basicConstraints=critical,CA:FALSE',
      } = options;
      if (options.keyOf !== undefined) write(`${name}.key`, bytes(`${options.keyOf}.key`));
      else openssl('genpkey', ...KEY_ARGUMENTS[key], '-out', `${name}.key`);
      const subject = options.subject ?? `/CN=${name}`;
      openssl(
        'req',
        '-new',
        '-utf8',
        '-key',
        `${name}.key`,
        '-out',
        `${name}.csr`,
        '-subj',
        subject,
      );
      write(`${name}.ext`, extensions);
      const signer =
        issuer === name
          ? ['-signkey', `${name}.key`]
          : [
              '-CA',
              `${issuer}.crt`,
              '-CAkey',
              `${issuer}.key`,
              '-set_serial',
              String(1000 + ++made),
            ];
      const digest = options.digest === undefined ? [] : [`-${options.digest}`];
      const request = ['x509', '-req', '-in', `${name}.csr`, '-out', `${name}.crt`, '-days', '100'];
      openssl(...request, '-extfile', `${name}.ext`, ...digest, ...signer);
    },
    pkcs12({ of, chain = [], passphrase = 'passphrase', args = [] }: Pkcs12Options): Buffer {
      const file = `${++made}.p12`;
      const above = chain.map((one) => bytes(`${one}.crt`).toString()).join('');
      const more = chain.length > 0 ? ['-certfile', write(`${made}.chain`, above)] : [];
      const own = ['-in', `${of}.crt`, '-inkey', `${of}.key`, '-passout', `pass:${passphrase}`];
      openssl('pkcs12', '-export', ...own, '-out', file, ...more, ...args);
      return bytes(file);
    },
  };
}
export type Workshop = ReturnType<typeof createWorkshop>;

/** The same PKCS#12 file asking for another number of iterations, which no program would wait for to make it. */
export function withIterations(file: Buffer, where: 'mac' | 'encryption', count: number): Buffer {
  const pfx = forge.asn1.fromDer(file.toString('binary'));
  if (where === 'mac') setInteger(at(pfx, 2, 2), count);
  else {
    const octets = at(pfx, 1, 1, 0);
    const safe = forge.asn1.fromDer(octets.value as string);
    setInteger(at(safe, 0, 1, 0, 1, 1, 1, 0, 1, 1), count);
    octets.value = forge.asn1.toDer(safe).getBytes();
  }
  return Buffer.from(forge.asn1.toDer(pfx).getBytes(), 'binary');
}

/** One PKCS#12 file of what two hold; both without a MAC. No program makes one with two keys. */
export function joined(...files: readonly Buffer[]): Buffer {
  const [first, ...more] = files.map((file) => forge.asn1.fromDer(file.toString('binary')));
  const octets = (pfx: forge.asn1.Asn1) => at(pfx, 1, 1, 0);
  const contents = (pfx: forge.asn1.Asn1) => forge.asn1.fromDer(octets(pfx).value as string);
  if (first === undefined) throw new Error('There is no file.');
  const all = contents(first);
  for (const pfx of more)
    (all.value as forge.asn1.Asn1[]).push(...(contents(pfx).value as forge.asn1.Asn1[]));
  octets(first).value = forge.asn1.toDer(all).getBytes();
  return Buffer.from(forge.asn1.toDer(first).getBytes(), 'binary');
}

function at(node: forge.asn1.Asn1, ...way: readonly number[]): forge.asn1.Asn1 {
  return way.reduce((now, index) => {
    const next = (now.value as forge.asn1.Asn1[])[index];
    if (!next) throw new Error('The file is built in another way than expected.');
    return next;
  }, node);
}

function setInteger(node: forge.asn1.Asn1, value: number): void {
  node.value = forge.asn1.integerToDer(value).getBytes();
}

/** The kinds of text that a name may be written in: their tags, and the bytes of a text. */
export const stringKinds = {
  UTF8String: [12, (text: string) => Buffer.from(text)],
  NumericString: [18, (text: string) => Buffer.from(text, 'latin1')],
  PrintableString: [19, (text: string) => Buffer.from(text, 'latin1')],
  T61String: [20, (text: string) => Buffer.from(text, 'latin1')],
  IA5String: [22, (text: string) => Buffer.from(text, 'latin1')],
  UniversalString: [28, utf32],
  BMPString: [30, (text: string) => Buffer.from(text, 'utf16le').swap16()],
} satisfies Record<string, readonly [number, (text: string) => Buffer]>;
export type StringKind = keyof typeof stringKinds;

function utf32(text: string): Buffer {
  const points = [...text].map((sign) => sign.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(4 * points.length);
  points.forEach((point, index) => bytes.writeUInt32BE(point, 4 * index));
  return bytes;
}

/** Key and certificate, signed by itself, whose subject and issuer have this value of that field, in bytes of that kind. */
export function namedInKind(kind: StringKind, oid: string, bytes: Buffer): string {
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  const [tag] = stringKinds[kind];
  // The library encodes these two itself.
  const wide = kind === 'BMPString' ? Buffer.from(bytes).swap16().toString('utf16le') : undefined;
  const value = wide ?? bytes.toString(kind === 'UTF8String' ? 'utf8' : 'latin1');
  const name = [{ type: oid, value, valueTagClass: tag as unknown as forge.asn1.Class }];
  certificate.setSubject(name);
  certificate.setIssuer(name);
  certificate.serialNumber = '51';
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + 86_400_000);
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  certificate.sign(forge.pki.privateKeyFromPem(key), forge.md.sha256.create());
  return key + forge.pki.certificateToPem(certificate);
}
