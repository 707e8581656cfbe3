// Server certificates that no client may accept: weak, expired, revoked. Made with node-forge and openssl.
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import forge from 'node-forge';
import type { Issued } from '../platform/pki.ts';

export interface Weakness {
  readonly bits?: number;
  readonly digest?: 'sha1' | 'sha256';
  /** Signs itself instead of with the weak root. */
  readonly selfSigned?: boolean;
}

const day = 86_400_000;

/** A certificate for localhost with the weakness, and the root that signed it. */
export function weakServer({ bits = 2048, digest = 'sha256', selfSigned = false }: Weakness): {
  server: Issued;
  rootPem: string;
} {
  const root = newCertificate('Weak root', 2048);
  seal(root.certificate, root.certificate, root.keyPem, 'sha256', [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  const leaf = newCertificate('localhost', bits);
  const signer = selfSigned ? leaf : root;
  seal(leaf.certificate, signer.certificate, signer.keyPem, digest, [
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  const certificatePem = forge.pki.certificateToPem(leaf.certificate);
  return {
    server: { keyPem: leaf.keyPem, certificatePem, chainPem: certificatePem },
    rootPem: forge.pki.certificateToPem(root.certificate),
  };
}

/** A certificate for localhost by its common name alone; `mail`: with an alternative name that is none of a server. */
export function namelessServer(mail?: string): { server: Issued; rootPem: string } {
  const root = newCertificate('Root of the nameless', 2048);
  seal(root.certificate, root.certificate, root.keyPem, 'sha256', [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ]);
  const leaf = newCertificate('localhost', 2048);
  const names = mail === undefined ? [] : [{ type: 1, value: mail }];
  seal(leaf.certificate, root.certificate, root.keyPem, 'sha256', [
    { name: 'extKeyUsage', serverAuth: true },
    ...(names.length === 0 ? [] : [{ name: 'subjectAltName', altNames: names }]),
  ]);
  const certificatePem = forge.pki.certificateToPem(leaf.certificate);
  return {
    server: { keyPem: leaf.keyPem, certificatePem, chainPem: certificatePem },
    rootPem: forge.pki.certificateToPem(root.certificate),
  };
}

function newCertificate(name: string, bits: number) {
  const keys = generateKeyPairSync('rsa', { modulusLength: bits });
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = forge.pki.publicKeyFromPem(
    keys.publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  );
  certificate.serialNumber = `5${forge.util.bytesToHex(forge.random.getBytesSync(8))}`;
  certificate.validity.notBefore = new Date(Date.now() - day);
  certificate.validity.notAfter = new Date(Date.now() + 90 * day);
  certificate.setSubject([{ name: 'commonName', value: name }]);
  const keyPem = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  return { certificate, keyPem };
}

function seal(
  certificate: forge.pki.Certificate,
  issuer: forge.pki.Certificate,
  keyPem: string,
  digest: 'sha1' | 'sha256',
  extensions: object[],
): void {
  certificate.setIssuer(issuer.subject.attributes);
  certificate.setExtensions(extensions);
  certificate.sign(forge.pki.privateKeyFromPem(keyPem), forge.md[digest].create());
}

/** A stapled OCSP answer about a server certificate of its own root, as openssl writes it. */
export function stapledServer(state: 'good' | 'revoked'): {
  server: Issued;
  rootPem: string;
  staple: Buffer;
} {
  const { server, rootPem, rootKeyPem } = ocspPki();
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-ocsp-'));
  try {
    const file = (name: string) => path.join(folder, name);
    writeFileSync(file('root.pem'), rootPem);
    writeFileSync(file('root.key'), rootKeyPem, { mode: 0o600 });
    writeFileSync(file('server.pem'), server.certificatePem);
    const leaf = forge.pki.certificateFromPem(server.certificatePem);
    const serial = leaf.serialNumber.toUpperCase().padStart(18, '0');
    const flag = state === 'good' ? 'V' : 'R';
    const revoked = state === 'good' ? '' : '250101000000Z';
    writeFileSync(
      file('index'),
      `${flag}\t350101000000Z\t${revoked}\t${serial}\tunknown\t/CN=localhost\n`,
    );
    const issuer = ['-issuer', file('root.pem'), '-cert', file('server.pem')];
    execFileSync('openssl', ['ocsp', ...issuer, '-no_nonce', '-reqout', file('request')], {
      stdio: 'ignore',
    });
    execFileSync(
      'openssl',
      [
        'ocsp',
        '-index',
        file('index'),
        '-CA',
        file('root.pem'),
        '-rsigner',
        file('root.pem'),
      ].concat(
        ['-rkey', file('root.key'), '-reqin', file('request'), '-respout', file('answer')],
        ['-ndays', '7'],
      ),
      { stdio: 'ignore' },
    );
    return { server, rootPem, staple: readFileSync(file('answer')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function ocspPki() {
  const root = newCertificate('OCSP root', 2048);
  seal(root.certificate, root.certificate, root.keyPem, 'sha256', [
    { name: 'basicConstraints', cA: true, critical: true },
  ]);
  const leaf = newCertificate('localhost', 2048);
  seal(leaf.certificate, root.certificate, root.keyPem, 'sha256', [
    { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
  ]);
  const certificatePem = forge.pki.certificateToPem(leaf.certificate);
  return {
    server: { keyPem: leaf.keyPem, certificatePem, chainPem: certificatePem },
    rootPem: forge.pki.certificateToPem(root.certificate),
    rootKeyPem: root.keyPem,
  };
}
