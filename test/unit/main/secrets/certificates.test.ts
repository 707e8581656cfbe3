// Certificate files of every kind people receive, and of malicious kinds.
import { X509Certificate, createPrivateKey } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Certificates,
  createCertificates,
  expiryOf,
  factsAt,
  organisationNumberIn,
  refuseOutsideValidity,
} from '../../../../main/secrets/certificates.ts';
import { failureOf } from '../../../../main/problem.ts';
import { Secret } from '../../../../main/secret.ts';
import {
  createWorkshop,
  withIterations,
  type Workshop,
} from '../../../support/certificate-files.ts';
import { startThread } from '../../../support/threads.ts';
import { sources } from '../../../support/imports.ts';
import { makeTempFolder } from '../../../support/temp-folder.ts';

const ORGANISATION = '910514318';
const SUBJECT = `/C=NO/O=Østre Testkommune/organizationIdentifier=NTRNO-${ORGANISATION}/CN=Østre Testkommune`;
const AUTHORITY = 'basicConstraints=critical,CA:TRUE';
const folder = makeTempFolder('certificates');
let shop: Workshop;
let certificates: Certificates;

beforeAll(async () => {
  // The time limit has its test below. Here it would make a slow machine, or one that derives forever, look like a refusal.
  certificates = createCertificates({ startThread, effortLimitMs: 2 ** 31 - 1 });
  shop = createWorkshop(folder.path);
  shop.issue('root', { extensions: AUTHORITY });
  shop.issue('middle', { issuer: 'root', extensions: AUTHORITY });
  shop.issue('rsa', { issuer: 'middle', key: 'rsa', subject: SUBJECT });
  shop.issue('ec', { issuer: 'middle', subject: SUBJECT });
  shop.issue('ed', { issuer: 'middle', key: 'ed25519', subject: SUBJECT });
});
afterAll(() => {
  folder.remove();
});

const read = (file: Buffer | string, passphrase?: string, keyFile?: Buffer | string) =>
  certificates.read({
    file: Buffer.from(file),
    keyFile: keyFile === undefined ? undefined : Buffer.from(keyFile),
    passphrase: passphrase === undefined ? undefined : new Secret(passphrase),
  });
const problemOf = async (work: Promise<unknown>) => {
  const failure = failureOf(await work.catch((error: unknown) => error));
  return failure?.kind === 'certificate' ? failure.problem : failure;
};
const pems = (chain: string) => chain.match(/-----BEGIN[^]*?END CERTIFICATE-----\n/g) ?? [];

async function expectWhole(work: ReturnType<typeof read>, name: string) {
  const { key, certificateChainPem, facts } = await work;
  const [leaf = ''] = pems(certificateChainPem);
  const certificate = new X509Certificate(leaf);
  expect(certificate.fingerprint256).toBe(
    new X509Certificate(shop.bytes(`${name}.crt`)).fingerprint256,
  );
  expect(certificate.checkPrivateKey(createPrivateKey(key.expose()))).toBe(true);
  expect(facts.organisationNumber).toBe(ORGANISATION);
}

const TRIPLE = ['-certpbe', 'PBE-SHA1-3DES', '-keypbe', 'PBE-SHA1-3DES', '-macalg', 'sha1'];
const bothPbe = (name: string) => ['-certpbe', name, '-keypbe', name];
const corpus: readonly [string, 'rsa' | 'ec' | 'ed', string, readonly string[]][] = [
  ['AES-256, as programs write it today', 'rsa', 'passphrase', []],
  ['AES-256 with a passphrase beyond ASCII', 'rsa', 'blåbærsyltetøy €', []],
  ['RC2-40 and 3DES, as Windows wrote it', 'rsa', 'passphrase', ['-legacy']],
  ['RC2-40 with a passphrase beyond ASCII', 'rsa', 'blåbærsyltetøy €', ['-legacy']],
  ['3DES only', 'rsa', 'passphrase', TRIPLE],
  ['3DES with two keys', 'ec', 'passphrase', [...bothPbe('PBE-SHA1-2DES'), '-legacy']],
  ['RC2-128', 'ec', 'passphrase', [...bothPbe('PBE-SHA1-RC2-128'), '-legacy']],
  ['an elliptic curve key', 'ec', 'passphrase', []],
  ['an elliptic curve key, legacy', 'ec', 'passphrase', ['-legacy']],
  ['an Ed25519 key', 'ed', 'passphrase', []],
  ['an empty passphrase', 'rsa', '', []],
  ['an empty passphrase, legacy', 'rsa', '', ['-legacy']],
  ['no MAC', 'rsa', 'passphrase', ['-nomac']],
  ['no MAC, legacy', 'rsa', 'passphrase', ['-legacy', '-nomac']],
  ['no MAC, passphrase beyond ASCII', 'rsa', 'blåbær', ['-nomac']],
  ['AES-128', 'ec', 'passphrase', bothPbe('AES-128-CBC')],
  ['AES-192', 'ec', 'passphrase', bothPbe('AES-192-CBC')],
  ['3DES under PBES2', 'ec', 'passphrase', bothPbe('DES-EDE3-CBC')],
  ['certificates not encrypted', 'ec', 'passphrase', ['-certpbe', 'NONE']],
  ['key not encrypted', 'ec', 'passphrase', ['-keypbe', 'NONE']],
  ['nothing encrypted', 'rsa', 'passphrase', bothPbe('NONE')],
  ['a SHA-512 MAC', 'ec', 'passphrase', ['-macalg', 'sha512']],
  ['one iteration', 'ec', 'passphrase', ['-noiter', '-nomaciter']],
  ['100 000 iterations', 'ec', 'passphrase', ['-iter', '100000']],
];

describe('PKCS#12', () => {
  it.each(corpus)('TLS-12 opens %s', async (_what, of, passphrase, args) => {
    const file = shop.pkcs12({ of, passphrase, args });
    await expectWhole(read(file, passphrase), of);
  });

  const guarded = [
    [],
    ['-legacy'],
    TRIPLE,
    ['-nomac'],
    ['-legacy', '-nomac'],
    ['-certpbe', 'NONE', '-nomac'],
  ];
  it.each(guarded)('TLS-12 tells a wrong passphrase apart: %s %s %s', async (...args) => {
    const file = shop.pkcs12({ of: 'rsa', args: args.filter((arg) => arg !== undefined) });
    expect(await problemOf(read(file, 'another'))).toBe('wrong-passphrase');
    expect(await problemOf(read(file))).toBe('wrong-passphrase');
  });

  it.each(['mac', 'encryption'] as const)(
    'TLS-12 iterations of the %s: 10^9 and more are refused at once, zero and less are refused',
    async (where) => {
      const file = shop.pkcs12({ of: 'ec' });
      for (const count of [1_000_001, 8_388_607, 1_000_000_000, 2_147_483_647]) {
        expect(await problemOf(read(withIterations(file, where, count), 'passphrase'))).toBe(
          'too-costly',
        );
      }
      for (const count of [0, -1, -2_147_483_648]) {
        expect(await problemOf(read(withIterations(file, where, count), 'passphrase'))).toBe(
          'unreadable',
        );
      }
    },
  );

  it('a file without a key, and one whose key is another one’s', async () => {
    const file = shop.pkcs12({ of: 'rsa', args: ['-nokeys'] });
    expect(await problemOf(read(file, 'passphrase'))).toBe('no-private-key');
    const foreign = read(shop.text('rsa.crt'), undefined, shop.text('ec.key'));
    expect(await problemOf(foreign)).toBe('no-private-key');
  });

  it('TLS-12 cut anywhere, or with any byte changed, it is refused, never a crash', async () => {
    const file = shop.pkcs12({ of: 'ec' });
    const known = [
      'unreadable',
      'wrong-passphrase',
      'two-passphrases',
      'no-private-key',
      'too-costly',
    ];
    const harmed = [0, 1, 2, 30, 200, file.length >> 1, file.length - 1].flatMap((at) => {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      return [file.subarray(0, at), changed];
    });
    const problems = await Promise.all(harmed.map((bytes) => problemOf(read(bytes, 'passphrase'))));
    for (const problem of problems) expect(known).toContain(problem);
  });
});

describe('PEM', () => {
  it('opens key and certificate in one file, in two files, and a DER certificate beside its key', async () => {
    const [key, certificate] = [shop.text('ec.key'), shop.text('ec.crt')];
    await expectWhole(read(key + certificate), 'ec');
    await expectWhole(
      read(`Bag Attributes\r\n${certificate}\r\n${key}`.replaceAll('\n', '\r\n')),
      'ec',
    );
    await expectWhole(read(certificate, undefined, key), 'ec');
    shop.openssl('x509', '-in', 'ec.crt', '-outform', 'DER', '-out', 'ec.cer');
    await expectWhole(read(shop.bytes('ec.cer'), undefined, key), 'ec');
    shop.openssl(
      'pkcs8',
      '-topk8',
      '-nocrypt',
      '-in',
      'ec.key',
      '-outform',
      'DER',
      '-out',
      'ec.p8',
    );
    await expectWhole(read(certificate, undefined, shop.bytes('ec.p8')), 'ec');
  });

  const forms: readonly [string, 'rsa' | 'ec', readonly string[]][] = [
    ['PKCS#8 with AES', 'rsa', ['pkcs8', '-topk8', '-v2', 'aes-256-cbc']],
    ['PKCS#8 with 3DES of PKCS#12', 'rsa', ['pkcs8', '-topk8', '-v1', 'PBE-SHA1-3DES']],
    ['PKCS#8 in DER', 'ec', ['pkcs8', '-topk8', '-outform', 'DER']],
    ['the old RSA form', 'rsa', ['rsa', '-aes256', '-traditional']],
    ['the old EC form', 'ec', ['ec', '-aes128']],
  ];
  it.each(forms)('opens an encrypted key: %s', async (_what, of, args) => {
    const passphrase = 'blåbær';
    shop.openssl(
      ...args,
      '-in',
      `${of}.key`,
      '-passout',
      `pass:${passphrase}`,
      '-out',
      'sealed.key',
    );
    const key = shop.bytes('sealed.key');
    await expectWhole(read(shop.text(`${of}.crt`), passphrase, key), of);
    expect(await problemOf(read(shop.text(`${of}.crt`), 'another', key))).toBe('wrong-passphrase');
    expect(await problemOf(read(shop.text(`${of}.crt`), undefined, key))).toBe('wrong-passphrase');
  });

  it('TLS-12 an encrypted key that asks for more than a million iterations is refused', async () => {
    const to = ['-iter', '1000001', '-passout', 'pass:x', '-out', 'costly.key'];
    shop.openssl('pkcs8', '-topk8', '-in', 'ec.key', ...to);
    expect(await problemOf(read(shop.text('ec.crt') + shop.text('costly.key'), 'x'))).toBe(
      'too-costly',
    );
  });

  it('TLS-12 a key and one certificate for it; which of several is said by a person', async () => {
    const two = shop.text('ec.key') + shop.text('rsa.key') + shop.text('ec.crt');
    await expectWhole(read(two), 'ec');
    shop.issue('again', { issuer: 'middle', keyOf: 'ec' });
    const renewed = shop.text('ec.key') + shop.text('ec.crt') + shop.text('again.crt');
    expect(await problemOf(read(renewed))).toBe('several-keys');
    await expectWhole(read(shop.text('ec.key') + shop.text('ec.crt').repeat(2)), 'ec');
    expect(await problemOf(read(shop.text('ec.crt')))).toBe('no-private-key');
  });

  it('what is neither is unreadable, and what is larger than 64 KB is not opened', async () => {
    for (const text of [
      '',
      'hello',
      '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n',
    ]) {
      expect(await problemOf(read(text))).toBe('unreadable');
    }
    const padded = shop.text('ec.key') + shop.text('ec.crt') + '\n'.repeat(65_536);
    expect(await problemOf(read(padded))).toBe('unreadable');
    expect(await problemOf(read(Buffer.alloc(60_000, 0x30)))).toBe('unreadable');
  });
});

describe('what it is for and what goes along', () => {
  it('TLS-12 a certificate with an extended key usage must allow client authentication', async () => {
    const uses: readonly [string, string | undefined][] = [
      ['clientAuth', undefined],
      ['clientAuth,emailProtection', undefined],
      ['anyExtendedKeyUsage', undefined],
      ['serverAuth', 'not-for-client-authentication'],
    ];
    for (const [use, problem] of uses) {
      shop.issue('used', { issuer: 'middle', extensions: `extendedKeyUsage=${use}` });
      expect(await problemOf(read(shop.text('used.key') + shop.text('used.crt')))).toBe(problem);
    }
  });

  it('TLS-01 the chain is sent along without its root, and authorities that do not belong are left out', async () => {
    shop.issue('stranger', { extensions: AUTHORITY });
    const file = shop.pkcs12({ of: 'rsa', chain: ['stranger', 'root', 'middle'] });
    const { certificateChainPem, facts } = await read(file, 'passphrase');
    const subjects = pems(certificateChainPem).map((pem) => new X509Certificate(pem).subject);
    expect(subjects.length).toBe(2);
    expect(subjects[1]).toBe('CN=middle');
    expect(facts.chain).toEqual(['CN=middle']);
  });

  it('TLS-01 nothing but PEM leaves this folder: no product file hands a PKCS#12 file to TLS', () => {
    const handing = sources(['main']).filter((file) => /\bpfx\b\s*[:,}]/.test(file.text));
    expect(handing.map((file) => file.path)).toEqual([]);
  });

  it('says who, from whom, how long and with what key', async () => {
    const { facts } = await read(shop.pkcs12({ of: 'rsa', chain: ['middle'] }), 'passphrase');
    const known = new X509Certificate(shop.bytes('rsa.crt'));
    expect(facts).toEqual({
      subject: `CN=Østre Testkommune, organizationIdentifier=NTRNO-${ORGANISATION}, O=Østre Testkommune, C=NO`,
      commonName: 'Østre Testkommune',
      organisationNumber: ORGANISATION,
      issuer: 'CN=middle',
      serialNumber: known.serialNumber,
      fingerprintSha256: known.fingerprint256,
      validFrom: new Date(known.validFrom).toISOString(),
      validTo: new Date(known.validTo).toISOString(),
      keyType: 'RSA 2048',
      chain: ['CN=middle'],
    });
    expect((await read(shop.pkcs12({ of: 'ec' }), 'passphrase')).facts.keyType).toBe('EC P-256');
    expect((await read(shop.pkcs12({ of: 'ed' }), 'passphrase')).facts.keyType).toBe('Ed25519');
  });

  it('finds the organisation number where issuers put it, and only with a valid check digit', () => {
    const found = (...given: [string, string][]) =>
      organisationNumberIn(given.map(([oid, value]) => ({ oid, value })));
    expect(found(['2.5.4.97', 'NTRNO-910514318'])).toBe('910514318');
    expect(found(['2.5.4.5', '910514318'])).toBe('910514318');
    expect(found(['2.5.4.11', 'Avdeling 974760673'])).toBe('974760673');
    expect(found(['2.5.4.3', 'Testkommune (910514318)'])).toBe('910514318');
    expect(found(['2.5.4.3', '910514318'], ['2.5.4.97', 'NTRNO-974760673'])).toBe('974760673');
    expect(found(['2.5.4.5', '910514319'], ['2.5.4.3', '9105143180'])).toBeNull();
    expect(found(['2.5.4.3', 'Testkommune'])).toBeNull();
  });
});

describe('time', () => {
  it('TLS-12 a worker that takes longer than its limit is ended; one that dies is a file that cannot be read', async () => {
    const of = (code: string) => () => new Worker(code, { eval: true });
    const file = Buffer.from('x');
    const slow = createCertificates({ startThread: of('for (;;);'), effortLimitMs: 200 });
    expect(await problemOf(slow.read({ file }))).toBe('too-costly');
    // By the clock it may take much longer, but not for ever.
    const asleep = createCertificates({
      startThread: of("require('node:worker_threads').parentPort.on('message', () => undefined)"),
      effortLimitMs: 20,
    });
    expect(await problemOf(asleep.read({ file }))).toBe('too-costly');
    const dying = createCertificates({ startThread: of('process.exit(1)') });
    expect(await problemOf(dying.read({ file }))).toBe('unreadable');
  });

  it('TLS-13 warns at 60, 30 and 7 days, and refuses what is outside its time', async () => {
    const { facts } = await read(shop.pkcs12({ of: 'ec' }), 'passphrase');
    const before = (days: number) => new Date(Date.parse(facts.validTo) - days * 86_400_000);
    const expected: readonly [number, string][] = [
      [61, 'ok'],
      [60, 'ok'],
      [59.9, 'within-60-days'],
      [29.9, 'within-30-days'],
      [6.9, 'within-7-days'],
      [0, 'expired'],
      [200, 'not-yet-valid'],
    ];
    for (const [days, expiry] of expected) expect(expiryOf(facts, before(days))).toBe(expiry);
    expect(factsAt(facts, before(10)).daysLeft).toBe(10);
    expect(factsAt(facts, before(-0.5)).daysLeft).toBe(-1);
    const refused = async (days: number) => {
      refuseOutsideValidity(facts, before(days));
    };
    expect(await problemOf(refused(0))).toBe('expired');
    expect(await problemOf(refused(200))).toBe('not-yet-valid');
    expect(await problemOf(refused(5))).toBeUndefined();
  });
});

it('MEM-01 the bytes of what was read are overwritten, whether it could be read or not', async () => {
  const p12 = shop.pkcs12({ of: 'rsa' });
  for (const [bytes, passphrase] of [
    [p12, 'passphrase'],
    [p12, 'another one'],
  ] as const) {
    const file = Buffer.from(bytes);
    const keyFile = Buffer.from('a key');
    await certificates
      .read({ file, keyFile, passphrase: new Secret(passphrase) })
      .catch(() => undefined);
    expect([file, keyFile].every((one) => one.every((byte) => byte === 0))).toBe(true);
  }
});
