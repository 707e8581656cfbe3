// Files of certificates, keys and authorities as people bring them, through the doors a person uses.
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SetUpInput } from '../../preload/contract/connections.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import {
  createWorkshop,
  namedInKind,
  type StringKind,
  stringKinds,
  type Workshop,
} from '../support/certificate-files.ts';
import { startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const ORGANISATION = '910514318';
const AUTHORITY = 'basicConstraints=critical,CA:TRUE';
const folder = makeTempFolder('brought-certificates');
let platform: Platform;
let steward: Steward;
let shop: Workshop;

beforeAll(async () => {
  platform = await startPlatform({ users: 1 });
  steward = await startSteward();
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
      name,
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: platform.organisationNumber,
      certificate: {
        file: steward.app.handleFor(platform.certificateFile),
        passphrase: platform.passphrase,
      },
      apiKey: { key: platform.apiKey },
      highestTls: 'TLSv1.3',
      language: 1033,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile,
    } satisfies SetUpInput);

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
