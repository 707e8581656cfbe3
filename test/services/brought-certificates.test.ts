// Files of certificates, keys and authorities as people bring them, through the doors a person uses.
import { createCipheriv, createHash, X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetUpInput } from '../../preload/contract/connections.ts';
import { type Authority, createAuthority, type Issued } from '../platform/pki.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import {
  createWorkshop,
  type IssueOptions,
  joined,
  namedInKind,
  type StringKind,
  stringKinds,
  type Workshop,
} from '../support/certificate-files.ts';
import type { Question } from '../../main/shell/shell.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const ORGANISATION = '910514318';
const AUTHORITY = 'basicConstraints=critical,CA:TRUE';
const folder = makeTempFolder('brought-certificates');
let platform: Platform;
/** What a person was asked. */
const asked: Question[] = [];
let steward: Steward;
let shop: Workshop;

beforeAll(async () => {
  platform = await startPlatform({ users: 1 });
  const ask = async (question: Question) => {
    asked.push(question);
    return true;
  };
  steward = await startSteward({ shell: { ask } });
  shop = createWorkshop(folder.path);
  shop.issue('root', { extensions: AUTHORITY });
  shop.issue('middle', { issuer: 'root', extensions: AUTHORITY });
  shop.issue('own', { issuer: 'middle', subject: `/serialNumber=${ORGANISATION}/CN=Own` });
  shop.issue('registered', { key: 'rsa' });
  shop.write('platform.crt', platform.caPem);
});
afterAll(async () => {
  await steward.stop();
  await platform.stop();
  folder.remove();
});

let picked = 0;
function pick(content: Buffer | string): string {
  const file = path.join(folder.path, `picked-${String(++picked)}`);
  writeFileSync(file, content);
  return steward.app.handleFor(file);
}

const utf16 = {
  le: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le'),
  be: (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
};
/** Certificates without a key, as `.p7b`. */
function p7b(form: 'DER' | 'PEM', ...names: readonly string[]): Buffer {
  const given = names.flatMap((name) => ['-certfile', `${name}.crt`]);
  shop.openssl('crl2pkcs7', '-nocrl', ...given, '-outform', form, '-out', 'bundle.p7b');
  return shop.bytes('bundle.p7b');
}

const connectionTo = (baseAddress: string, name = baseAddress) =>
  ({
    name,
    environment: 'test',
    baseAddress,
    organisationName: 'Fjordtrafikk AS',
    organisationNumber: platform.organisationNumber,
    highestTls: 'TLSv1.3',
    language: 1033,
    mediaType: 'application/hal+json',
    proxy: { use: 'none' },
    formerHosts: [],
  }) satisfies Partial<SetUpInput>;

describe('how the bytes of a file are written', () => {
  const own = (): string => shop.text('own.key') + shop.text('own.crt');
  const forms: readonly [string, () => { file: Buffer | string; keyFile?: Buffer | string }][] = [
    ['PEM in UTF-16, little end first', () => ({ file: utf16.le(own()) })],
    ['PEM in UTF-16, big end first', () => ({ file: utf16.be(own()) })],
    [
      'PEM in UTF-16 with line ends of Windows',
      () => ({ file: utf16.le(own().replaceAll('\n', '\r\n')) }),
    ],
    ['PEM with the mark of UTF-8', () => ({ file: `\ufeff${own()}` })],
    [
      'certificate and key in files of their own, both in UTF-16',
      () => ({ file: utf16.le(shop.text('own.crt')), keyFile: utf16.be(shop.text('own.key')) }),
    ],
    [
      'a .p7b with the chain beside the key, DER',
      () => ({ file: p7b('DER', 'own', 'middle'), keyFile: shop.bytes('own.key') }),
    ],
    [
      'a .p7b with the chain beside the key, PEM',
      () => ({ file: p7b('PEM', 'own', 'middle'), keyFile: shop.bytes('own.key') }),
    ],
    [
      'a .p7b in PEM in UTF-16',
      () => ({ file: utf16.le(p7b('PEM', 'own').toString()), keyFile: shop.bytes('own.key') }),
    ],
  ];
  it.each(forms)('FLD-10 a certificate is opened: %s', async (_what, make) => {
    const { file, keyFile } = make();
    const facts = await valueOf(
      steward.client.credentials.inspectCertificate({
        file: pick(file),
        ...(keyFile !== undefined && { keyFile: pick(keyFile) }),
      }),
    );
    expect(facts).toMatchObject({ commonName: 'Own', organisationNumber: ORGANISATION });
    const whole = new X509Certificate(shop.bytes('own.crt')).fingerprint256;
    expect(facts.fingerprintSha256).toBe(whole);
  });

  it.each([
    ['little end first', utf16.le],
    ['big end first', utf16.be],
  ])('FLD-10 a registered private key is opened from UTF-16, %s', async (what, encode) => {
    const file = pick(encode(shop.text('registered.key')));
    const kept = await valueOf(steward.client.credentials.importPrivateKey({ name: what, file }));
    expect(kept).toMatchObject({ kind: 'private-key', keyType: 'RSA 2048' });
  });

  const setUp = (name: string, extraCaFile: string) =>
    steward.client.connections.setUp({
      ...connectionTo(platform.address, name),
      certificate: {
        file: steward.app.handleFor(platform.certificateFile),
        passphrase: platform.passphrase,
      },
      apiKey: { key: platform.apiKey },
      extraCaFile,
    });

  const authorities: readonly [string, () => Buffer | string][] = [
    ['PEM in UTF-16, little end first', () => utf16.le(platform.caPem)],
    ['PEM in UTF-16, big end first', () => utf16.be(platform.caPem)],
    ['PEM of a program that writes TRUSTED', () => trusted()],
    ['.p7b, DER', () => p7b('DER', 'platform')],
    ['.p7b, PEM', () => p7b('PEM', 'platform')],
    ['.p7b with more than one', () => p7b('DER', 'root', 'platform')],
    ['.p7b in PEM in UTF-16', () => utf16.le(p7b('PEM', 'platform').toString())],
  ];
  function trusted(): Buffer {
    shop.openssl('x509', '-in', 'platform.crt', '-trustout', '-out', 'trusted.crt');
    return shop.bytes('trusted.crt');
  }
  it.each(authorities)('FLD-10 the server is believed by its CA file: %s', async (what, make) => {
    const { id: connection } = await valueOf(setUp(what, pick(make())));
    const { passed } = await valueOf(steward.client.connections.test({ connection }));
    expect(passed).toBe(true);
  });

  it.each([
    ['UTF-16 of something else', () => utf16.le('hello')],
    ['a .p7b without a certificate', () => emptyP7b()],
    ['a .p7b that is cut', () => p7b('DER', 'platform').subarray(0, 200)],
    ['a key in UTF-16', () => utf16.be(shop.text('own.key'))],
  ])('FLD-10 a CA file is refused on its field: %s', async (what, make) => {
    expect(await setUp(`Refused: ${what}`, pick(make()))).toMatchObject({
      ok: false,
      failure: { fields: { extraCaFile: 'no-certificate' } },
    });
  });
  function emptyP7b(): Buffer {
    shop.openssl('crl2pkcs7', '-nocrl', '-outform', 'DER', '-out', 'empty.p7b');
    return shop.bytes('empty.p7b');
  }
});

describe('how names in a certificate are written', () => {
  const [ORGANISATION_NAME, UNIT, COMMON_NAME, ORGANISATION_IDENTIFIER] = [
    '2.5.4.10',
    '2.5.4.11',
    '2.5.4.3',
    '2.5.4.97',
  ];
  const LABELS: Readonly<Record<string, string>> = {
    [ORGANISATION_NAME]: 'O',
    [UNIT]: 'OU',
    [COMMON_NAME]: 'CN',
    [ORGANISATION_IDENTIFIER]: 'organizationIdentifier',
  };
  const names: readonly [StringKind, string, string][] = [
    ['BMPString', COMMON_NAME, 'Blåbær, Øl & Sønn Ærlig AS (910514318)'],
    ['BMPString', UNIT, '910514318'],
    ['BMPString', ORGANISATION_IDENTIFIER, 'NTRNO-910514318'],
    ['BMPString', ORGANISATION_NAME, '東京 910514318'],
    ['UniversalString', COMMON_NAME, 'Blåbær AS 910514318'],
    ['UniversalString', ORGANISATION_IDENTIFIER, 'NTRNO-910514318'],
    ['UniversalString', UNIT, '𝄞 910514318'],
    ['T61String', COMMON_NAME, 'Blåbær AS 910514318'],
    ['T61String', ORGANISATION_IDENTIFIER, 'NTRNO-910514318'],
    ['UTF8String', COMMON_NAME, 'Blåbær AS 910514318'],
    ['UTF8String', UNIT, '東京 910514318'],
    ['PrintableString', COMMON_NAME, 'Blaabaer AS 910514318'],
    ['IA5String', UNIT, '910514318'],
    ['NumericString', UNIT, '910514318'],
    // Bytes that the kind does not allow, as programs write them.
    ['PrintableString', COMMON_NAME, 'Blåbær AS 910514318'],
    ['IA5String', COMMON_NAME, 'Blåbær AS 910514318'],
  ];
  it.each(names)('(FLD-05) %s in %s: %s', async (kind, oid, text) => {
    const file = pick(namedInKind(kind, oid, stringKinds[kind][1](text)));
    const facts = await valueOf(steward.client.credentials.inspectCertificate({ file }));
    const whole = `${LABELS[oid] ?? ''}=${text}`;
    expect(facts).toMatchObject({ subject: whole, issuer: whole });
    // The name of an organisation says nothing of its number.
    expect(facts.organisationNumber).toBe(oid === ORGANISATION_NAME ? null : ORGANISATION);
  });

  it('(FLD-05) UTF-8 in a PrintableString is read as what it is', async () => {
    const file = pick(namedInKind('PrintableString', COMMON_NAME, Buffer.from('Blåbær')));
    const facts = await valueOf(steward.client.credentials.inspectCertificate({ file }));
    expect(facts.subject).toBe('CN=Blåbær');
  });
});

describe('how a passphrase was encoded', () => {
  const TYPED = 'blåbærgrøt';
  const OLD = ['-provider', 'legacy', '-provider', 'default'];
  /** What a program that widens the bytes of UTF-8 makes of a passphrase. */
  const widened = (text: string) => Buffer.from(text).toString('latin1');
  const p12 = (passphrase: string, ...args: readonly string[]) =>
    shop.pkcs12({ of: 'own', passphrase, args });
  const inspect = (file: Buffer | string, passphrase: string) =>
    steward.client.credentials.inspectCertificate({ file: pick(file), passphrase });
  /** With the certificate: what `openssl` writes of the key, its passphrase in the bytes given. */
  function encryptedPem(bytes: Buffer | string, ...args: readonly string[]): string {
    shop.write('passphrase', Buffer.concat([Buffer.from(bytes), Buffer.from('\n')]));
    shop.openssl(...args, '-passout', 'file:passphrase', '-out', 'encrypted.key');
    return shop.text('encrypted.key') + shop.text(args.includes('rsa') ? 'rsa.crt' : 'own.crt');
  }
  const traditional = (cipher: string, passphrase: Buffer | string = TYPED) =>
    encryptedPem(passphrase, 'rsa', '-in', 'rsa.key', `-${cipher}`, '-traditional', ...OLD);
  const traditionalEc = (cipher: string) =>
    encryptedPem(TYPED, 'ec', '-in', 'own.key', `-${cipher}`, ...OLD);
  const pkcs8 = (args: readonly string[], passphrase: Buffer | string = TYPED) =>
    encryptedPem(passphrase, 'pkcs8', '-topk8', '-in', 'own.key', ...args);

  beforeAll(() => {
    shop.issue('rsa', { issuer: 'middle', key: 'rsa', subject: `/serialNumber=${ORGANISATION}` });
  });

  const CIPHERS = ['des-cbc', 'des3', 'aes128', 'aes192', 'aes256'];
  const nfd = TYPED.normalize('NFD');
  const files: readonly (readonly [string, () => Buffer | string, string])[] = [
    ...CIPHERS.map(
      (cipher) => [`DEK-Info, RSA, ${cipher}`, () => traditional(cipher), TYPED] as const,
    ),
    ...CIPHERS.map(
      (cipher) => [`DEK-Info, EC, ${cipher}`, () => traditionalEc(cipher), TYPED] as const,
    ),
    ['DEK-Info, line ends of Windows', () => traditional('des3').replaceAll('\n', '\r\n'), TYPED],
    ['DEK-Info in UTF-16', () => utf16.le(traditional('aes256')), TYPED],
    ['DEK-Info, NFD in the file', () => traditional('aes256', nfd), TYPED],
    ['DEK-Info, NFD typed', () => traditional('aes256'), nfd],
    ['DEK-Info, Windows-1252', () => traditional('aes256', Buffer.from(TYPED, 'latin1')), TYPED],
    ['PKCS#8, NFD in the file', () => pkcs8(['-v2', 'aes256'], nfd), TYPED],
    ['PKCS#8, NFD typed', () => pkcs8(['-v2', 'aes256']), nfd],
    ['PKCS#8, Windows-1252', () => pkcs8(['-v2', 'aes256'], Buffer.from(TYPED, 'latin1')), TYPED],
    [
      'PKCS#8, the euro of Windows-1252',
      () => pkcs8(['-v2', 'aes256'], Buffer.from([0x80, 0x31, 0x30, 0x30])),
      '€100',
    ],
    [
      'PKCS#8 with MD5 and DES, as OpenSSL 1.0 wrote it',
      () => pkcs8(['-v1', 'PBE-MD5-DES', ...OLD]),
      TYPED,
    ],
    ['PKCS#8 with SHA-1 and DES', () => pkcs8(['-v1', 'PBE-SHA1-DES', ...OLD]), TYPED],
    ['PKCS#12, UTF-8 widened, RC2 and 3DES', () => p12(widened(TYPED), '-legacy'), TYPED],
    ['PKCS#12, UTF-8 widened, typed in NFD', () => p12(widened(TYPED), '-legacy'), nfd],
    ['PKCS#12, UTF-8 in NFD widened', () => p12(widened(nfd), '-legacy'), TYPED],
    ['PKCS#12, UTF-8 widened, no MAC', () => p12(widened(TYPED), '-legacy', '-nomac'), TYPED],
    [
      'PKCS#12, UTF-8 widened, beyond the first plane',
      () => p12(widened('nøkkel 🔑'), '-legacy'),
      'nøkkel 🔑',
    ],
    ['PKCS#12, NFD in the file', () => p12(nfd), TYPED],
    ['PKCS#12, NFD typed', () => p12(TYPED), nfd],
    ['PKCS#12, NFD in the file, legacy', () => p12(nfd, '-legacy'), TYPED],
    ['PKCS#12, as OpenSSL writes it today', () => p12(TYPED), TYPED],
  ];
  it.each(files)('(FLD-04) a right passphrase opens it: %s', async (_what, make, typed) => {
    const file = make();
    expect(await inspect(file, typed)).toMatchObject({
      ok: true,
      value: { organisationNumber: ORGANISATION },
    });
    expect(await inspect(file, `${typed}!`)).toMatchObject({
      failure: { kind: 'certificate', problem: 'wrong-passphrase' },
    });
  });

  /** A key in the old form whose header names a cipher; made by hand where no program writes it any more. */
  const withHeader = (header: string) => () =>
    traditional('aes256').replace(/DEK-Info: [^\n]*/, `DEK-Info: ${header}`);
  const foreign: readonly [string, string, () => Buffer | string][] = [
    ['IDEA-CBC', 'IDEA-CBC', withHeader('IDEA-CBC,0123456789ABCDEF')],
    ['RC2-CBC', 'RC2-CBC', withHeader('RC2-CBC,0123456789ABCDEF')],
    ['CAMELLIA-256-CBC', 'CAMELLIA-256-CBC', () => traditional('camellia256')],
    ['ARIA-256-CBC', 'ARIA-256-CBC', () => traditional('aria256')],
    ['scrypt', 'scrypt', () => pkcs8(['-scrypt'])],
    ['PKCS#8 with Camellia', 'Camellia-256-CBC', () => pkcs8(['-v2', 'camellia256'])],
    ['PKCS#8 with ARIA', '1.2.410.200046.1.1.12', () => pkcs8(['-v2', 'aria-256-cbc'])],
    ['PKCS#12 with RC4', 'RC4-128', () => p12(TYPED, '-legacy', '-keypbe', 'PBE-SHA1-RC4-128')],
    ['PKCS#12 with Camellia', 'Camellia-256-CBC', () => p12(TYPED, '-keypbe', 'CAMELLIA-256-CBC')],
  ];
  it.each(foreign)(
    '(FLD-04) what cannot be read says so by its name: %s',
    async (_what, name, make) => {
      expect(await inspect(make(), TYPED)).toMatchObject({
        failure: { kind: 'certificate', problem: 'unknown-encryption', detail: name },
      });
    },
  );

  it('(FLD-04) a key of an unknown kind behind a right passphrase is no wrong passphrase', async () => {
    // A key of an algorithm that nobody has, encrypted as OpenSSL does.
    const key = Buffer.from('3013020100300b06092a864886f70d01637f0401' + '00', 'hex');
    const salt = Buffer.from('0102030405060708090a0b0c0d0e0f10', 'hex');
    const first = createHash('md5').update(TYPED).update(salt.subarray(0, 8)).digest();
    const cipher = createCipheriv('aes-128-cbc', first, salt);
    const body = Buffer.concat([cipher.update(key), cipher.final()]).toString('base64');
    const header = `Proc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${salt.toString('hex').toUpperCase()}`;
    const pem = `-----BEGIN PRIVATE KEY-----\n${header}\n\n${body}\n-----END PRIVATE KEY-----\n`;
    expect(await inspect(pem + shop.text('own.crt'), TYPED)).toMatchObject({
      failure: { problem: 'unreadable', detail: expect.stringContaining('kind') as unknown },
    });
    expect(await inspect(pem + shop.text('own.crt'), 'another')).toMatchObject({
      failure: { problem: 'wrong-passphrase' },
    });
  });
});

describe('ELC-10 of a kind that Electron’s cryptography does not read', () => {
  const kinds = [
    ['brainpoolP256r1', 'brainpoolP256r1'],
    ['brainpoolP384t1', 'brainpoolP384t1'],
    ['secp256k1', 'secp256k1'],
    ['rsa-pss', 'RSA-PSS'],
    ['ed448', 'Ed448'],
  ] as const;
  it.each(kinds)(
    'ELC-10 a key of the kind %s is told by its name, never as damaged: PKCS#12, PEM, encrypted, beside its certificate, and imported',
    async (key, detail) => {
      shop.issue(key, { key, issuer: 'middle' });
      const { credentials } = steward.client;
      const failure = { kind: 'certificate', problem: 'unknown-key', detail };
      const passphrase = 'passphrase';
      shop.openssl(
        ...[
          'pkcs8',
          '-topk8',
          '-in',
          `${key}.key`,
          '-passout',
          `pass:${passphrase}`,
          '-out',
          'closed.key',
        ],
      );
      const certificate = shop.text(`${key}.crt`);
      const told = [
        await credentials.inspectCertificate({ file: pick(shop.pkcs12({ of: key })), passphrase }),
        await credentials.inspectCertificate({ file: pick(shop.text(`${key}.key`) + certificate) }),
        await credentials.inspectCertificate({
          file: pick(shop.text('closed.key') + certificate),
          passphrase,
        }),
        await credentials.inspectCertificate({
          file: pick(certificate),
          keyFile: pick(shop.text(`${key}.key`)),
        }),
        await credentials.importCertificate({
          name: key,
          file: pick(shop.pkcs12({ of: key })),
          passphrase,
        }),
      ];
      for (const answer of told) expect(answer).toMatchObject({ failure });
    },
  );

  it('ELC-10 a curve in the old form is told too, and another key of the file that can be used is taken', async () => {
    shop.issue('brainpoolP256r1', { key: 'brainpoolP256r1', issuer: 'middle' });
    shop.openssl('ec', '-in', 'brainpoolP256r1.key', '-out', 'old.key');
    const old = shop.text('old.key') + shop.text('brainpoolP256r1.crt');
    expect(shop.text('old.key')).toContain('BEGIN EC PRIVATE KEY');
    const inspect = (file: string) =>
      steward.client.credentials.inspectCertificate({ file: pick(file) });
    expect(await inspect(old)).toMatchObject({ failure: { problem: 'unknown-key' } });
    const both = await inspect(old + shop.text('own.key') + shop.text('own.crt'));
    expect(both).toMatchObject({ ok: true, value: { commonName: 'Own' } });
  });
});

describe('how strong it is', () => {
  const clientUse = 'extendedKeyUsage=clientAuth';
  const weak: readonly [string, string, () => string][] = [
    ['an RSA key of 1024 bits', 'RSA key of 1024 bits: small', () => small('rsa of 1024 bits')],
    ['a curve of 192 bits', 'curve prime192v1: small', () => small('ec of 192 bits')],
    ['signed with SHA-1', 'signed with SHA-1 or older: old', () => old()],
    ['issued by one that is signed with SHA-1', 'SHA-1 or older: old issuer', () => above()],
  ];
  function small(key: NonNullable<IssueOptions['key']>): string {
    shop.issue('small', { issuer: 'middle', key, extensions: clientUse });
    return shop.text('small.key') + shop.text('small.crt');
  }
  function old(): string {
    shop.issue('old', { issuer: 'middle', digest: 'sha1', extensions: clientUse });
    return shop.text('old.key') + shop.text('old.crt');
  }
  function above(): string {
    shop.issue('old issuer', { issuer: 'root', digest: 'sha1', extensions: AUTHORITY });
    shop.issue('new', { issuer: 'old issuer', extensions: clientUse });
    return shop.text('new.key') + shop.text('new.crt') + shop.text('old issuer.crt');
  }
  it.each(weak)(
    '(FLD-07) a weak certificate of ours is told at import, and whose it is: %s',
    async (_what, detail, make) => {
      const file = pick(make());
      const { credentials } = steward.client;
      for (const answer of [
        await credentials.inspectCertificate({ file }),
        await credentials.importCertificate({ name: 'Weak', file }),
      ])
        expect(answer).toMatchObject({
          failure: {
            kind: 'certificate',
            problem: 'weak',
            detail: expect.stringContaining(detail) as unknown,
          },
        });
    },
  );
});

const DAY_MS = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS);
const pemOf = ({ keyPem, certificatePem }: Issued): string => keyPem + certificatePem;

describe('a file with more than one key or certificate', () => {
  let authority: Authority;
  const issued = (name: string, from = -1, to = 90) =>
    authority.issue({
      name,
      organisationNumber: ORGANISATION,
      notBefore: inDays(from),
      notAfter: inDays(to),
    });
  /** With its key; made by a program, for uses of all kinds. */
  function used(name: string, extensions: string, more: IssueOptions = {}): string {
    shop.issue(name, { issuer: 'middle', extensions, subject: `/CN=${name}`, ...more });
    return shop.text(`${name}.key`) + shop.text(`${name}.crt`);
  }
  const signing = () => used('Signing', 'keyUsage=critical,nonRepudiation');
  const encryption = () => used('Encryption', 'keyUsage=critical,keyEncipherment');
  const mail = () => used('Mail', 'extendedKeyUsage=emailProtection');
  const client = () => used('Client', 'keyUsage=digitalSignature\nextendedKeyUsage=clientAuth');
  const plain = () => used('Plain', 'basicConstraints=CA:FALSE');
  const small = () => used('Small', 'extendedKeyUsage=clientAuth', { key: 'rsa of 1024 bits' });
  const unknownKey = () => {
    const der = Buffer.from('3013020100300b06092a864886f70d01637f0401' + '00', 'hex');
    return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`;
  };

  beforeAll(async () => {
    authority = await createAuthority('Fjord root');
  });
  const inspect = (file: Buffer | string, more: { keyNumber?: number; passphrase?: string } = {}) =>
    steward.client.credentials.inspectCertificate({ file: pick(file), ...more });

  type Left = readonly [name: string, why: string];
  const taken: readonly [string, () => Promise<string> | string, string, readonly Left[]][] = [
    ['signing and client', () => signing() + client(), 'Client', [['Signing', 'other-use']]],
    [
      'client, signing, encryption and mail',
      () => client() + signing() + encryption() + mail(),
      'Client',
      [
        ['Signing', 'other-use'],
        ['Encryption', 'other-use'],
        ['Mail', 'other-use'],
      ],
    ],
    ['mail and one without uses', () => mail() + plain(), 'Plain', [['Mail', 'other-use']]],
    ['a small key beside it', () => small() + client(), 'Client', [['Small', 'weak']]],
    [
      'expired and renewed',
      async () => pemOf(await issued('Old', -400, -10)) + pemOf(await issued('New')),
      'New',
      [['Old', 'expired']],
    ],
    [
      'in force, and the one for later',
      async () => pemOf(await issued('Later', 10, 400)) + pemOf(await issued('Now')),
      'Now',
      [['Later', 'not-yet-valid']],
    ],
    [
      'renewed with the same key',
      async () => {
        const old = await issued('Old', -400, -10);
        shop.write('renewed.key', old.keyPem);
        const subject = `/serialNumber=${ORGANISATION}/CN=Renewed`;
        shop.issue('renewed again', { issuer: 'middle', keyOf: 'renewed', subject });
        return pemOf(old) + shop.text('renewed again.crt');
      },
      'Renewed',
      [['Old', 'expired']],
    ],
    [
      'both expired: the one that was in force last',
      async () => pemOf(await issued('Last', -90, -5)) + pemOf(await issued('First', -400, -90)),
      'Last',
      [['First', 'expired']],
    ],
    [
      'an expired one for signing in beside one for signatures',
      async () => signing() + pemOf(await issued('Old', -400, -10)),
      'Old',
      [['Signing', 'other-use']],
    ],
    ['a key without a certificate beside it', () => shop.text('own.key') + client(), 'Client', []],
    ['a key of an unknown kind beside it', () => unknownKey() + client(), 'Client', []],
    [
      'the same twice',
      () => client() + shop.text('Client.key') + shop.text('Client.crt'),
      'Client',
      [],
    ],
  ];
  it.each(taken)(
    '(FLD-06) the one fit for signing in and in force is taken, and said: %s',
    async (_what, make, name, leftOut) => {
      const found = await valueOf(inspect(await make()));
      expect(found.commonName).toBe(name);
      expect(found.leftOut.map((one) => [one.name, one.why])).toEqual(leftOut);
    },
  );

  it('(FLD-06) PKCS#12 with more than one key', async () => {
    signing();
    client();
    const file = (of: string) => shop.pkcs12({ of, passphrase: 'x', args: ['-nomac'] });
    const found = await inspect(joined(file('Signing'), file('Client')), { passphrase: 'x' });
    expect(found).toMatchObject({
      value: { commonName: 'Client', leftOut: [{ name: 'Signing', why: 'other-use' }] },
    });
    plain();
    const asked = await inspect(joined(file('Plain'), file('Client')), { passphrase: 'x' });
    expect(asked).toMatchObject({
      failure: { problem: 'several-keys', choices: [{ name: 'Plain' }, { name: 'Client' }] },
    });
  });

  it('(FLD-06) where several are fit, a person chooses, and that one is kept', async () => {
    const file = (await issued('Old', -400, -10), signing() + client() + plain());
    const asked = await inspect(file);
    expect(asked).toMatchObject({
      failure: {
        kind: 'certificate',
        problem: 'several-keys',
        detail: expect.stringMatching(/^2: Client, .*; 3: Plain, /) as unknown,
        choices: [
          { number: 2, name: 'Client', issuer: 'CN=middle', keyType: 'EC P-256' },
          { number: 3, name: 'Plain' },
        ],
      },
    });
    for (const [keyNumber, name] of [
      [2, 'Client'],
      [3, 'Plain'],
    ] as const) {
      expect(await inspect(file, { keyNumber })).toMatchObject({ value: { commonName: name } });
      const { id: credential } = await valueOf(
        steward.client.credentials.importCertificate({ name, file: pick(file), keyNumber }),
      );
      const all = await valueOf(steward.client.credentials.list({}));
      const kept = all.find(({ id }) => id === credential);
      expect(kept).toMatchObject({ facts: { commonName: name } });
    }
    // None of those, and one that is no use however it is asked for.
    expect(await inspect(file, { keyNumber: 7 })).toMatchObject({
      failure: { problem: 'several-keys' },
    });
    expect(await inspect(client() + mail(), { keyNumber: 2 })).toMatchObject({
      failure: { problem: 'not-for-client-authentication' },
    });
  });

  it('(FLD-06) a registered key: the one that is strong enough, or the one that is chosen', async () => {
    const { credentials } = steward.client;
    const keys = (...names: readonly string[]) =>
      names.map((name) => shop.text(`${name}.key`)).join('');
    small();
    shop.issue('another', { key: 'rsa' });
    const one = pick(keys('own', 'Small', 'registered'));
    expect(await credentials.importPrivateKey({ name: 'One', file: one })).toMatchObject({
      value: { keyType: 'RSA 2048' },
    });
    const two = () => pick(keys('own', 'registered', 'another'));
    expect(await credentials.importPrivateKey({ name: 'Two', file: two() })).toMatchObject({
      failure: { problem: 'several-keys', choices: [{ number: 2 }, { number: 3 }] },
    });
    const chosen = { name: 'Two', file: two(), keyNumber: 3 };
    expect(await credentials.importPrivateKey(chosen)).toMatchObject({ ok: true });
    const none = { name: 'None', file: one, keyNumber: 9 };
    expect(await credentials.importPrivateKey(none)).toMatchObject({
      failure: { problem: 'several-keys', choices: [{ number: 3 }] },
    });
  });
});

describe('when it is in force', () => {
  let authority: Authority;
  beforeAll(async () => {
    authority = await createAuthority('Fjord root');
  });
  const outside = [
    ['expired', 'expired', -400, -10],
    ['expired a moment ago', 'expired', -400, -0.001],
    ['not valid yet', 'not-yet-valid', 10, 400],
  ] as const;
  it.each(outside)(
    '(FLD-08) %s: told at opening, and refused before anybody is asked',
    async (_what, problem, from, to) => {
      const [notBefore, notAfter] = [inDays(from), inDays(to)];
      const own = await authority.issue({
        name: 'Own',
        organisationNumber: ORGANISATION,
        notBefore,
        notAfter,
      });
      const file = pick(pemOf(own));
      const { credentials, connections } = steward.client;
      expect(await credentials.inspectCertificate({ file })).toMatchObject({
        value: { expiry: problem },
      });
      asked.length = 0;
      const refused = {
        failure: {
          kind: 'certificate',
          problem,
          detail: 'Own',
          dates: { from: expect.any(String) as unknown, until: expect.any(String) as unknown },
        },
      };
      expect(await credentials.importCertificate({ name: 'Own', file })).toMatchObject(refused);
      const elsewhere = `https://${problem}.example`;
      expect(
        await connections.setUp({
          ...connectionTo(elsewhere),
          certificate: { file },
          apiKey: { key: platform.apiKey },
        }),
      ).toMatchObject(refused);
      expect(asked).toEqual([]);
    },
  );

  it('(FLD-08) one in place of another is refused before anybody is asked', async () => {
    const { credentials, connections } = steward.client;
    const file = pick(shop.text('own.key') + shop.text('own.crt'));
    await valueOf(
      connections.setUp({
        ...connectionTo('https://replaced.example'),
        certificate: { file },
        apiKey: { key: platform.apiKey },
      }),
    );
    const kept = (await valueOf(credentials.list({}))).find(
      (one) =>
        one.kind === 'certificate' && one.usedBy.length === 1 && one.facts.commonName === 'Own',
    );
    const old = await authority.issue({ name: 'Own', notBefore: inDays(-9), notAfter: inDays(-1) });
    asked.length = 0;
    expect(
      await credentials.replace({
        credential: kept?.id ?? '',
        name: 'Replaced',
        file: pick(pemOf(old)),
      }),
    ).toMatchObject({ failure: { kind: 'certificate', problem: 'expired' } });
    expect(asked).toEqual([]);
  });
});
