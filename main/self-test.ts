// What `steward --self-test` tries: whatever a package or a computer may lack, by the piece that needs it.
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { within } from './cancel.ts';
import { createTransport } from './http/transport.ts';
import { failureOf } from './problem.ts';
import { decryptWithPassphrase, encryptWithPassphrase } from './secrets/age.ts';
import { createCertificates, type ImportedCertificate } from './secrets/certificates.ts';
import { createMemoryKeychain, createSystemKeychain } from './secrets/keychain.ts';
import { SELF_TEST_P12, SELF_TEST_PASSPHRASE } from './self-test-certificate.ts';
import { Secret } from './secret.ts';
import { seal, unseal } from './storage/sealed.ts';
import { beginXlsx } from './storage/xlsx.ts';
import { createXsd } from './xsd/xsd.ts';

export interface SelfTestReport {
  readonly program: 'Steward';
  readonly version: string;
  readonly shell: string;
  /** Of the system and its processor, as Node.js names them. */
  readonly system: string;
  readonly versions: Readonly<Record<string, string>>;
  /** Which keychain was tried. */
  readonly keychain: 'system' | 'memory';
  readonly ok: boolean;
  readonly parts: readonly PartReport[];
}

export interface PartReport {
  readonly part: string;
  readonly ok: boolean;
  readonly ms: number;
  /** What is wrong, in English, without a secret, a path or anything that a person gave. */
  readonly why?: string;
}

/** Tries one thing; what it throws is what is wrong. */
export type Part = () => Promise<unknown>;

export interface SelfTestGiven {
  readonly version: string;
  readonly shell: string;
  readonly keychain: 'system' | 'memory';
  /** What only this shell has: its page, or its terminal. Tried last. */
  readonly own: Readonly<Record<string, Part>>;
}

/** What is tried is not what the program should do; that is told by its text. */
class Wrong extends Error {
  override readonly name = 'Wrong';
}

const PART_MS = 60_000;
const late = () => new Wrong('It did not finish within a minute.');

/** Tries every part, one after the other, also after one that failed. */
export async function selfTest(given: SelfTestGiven): Promise<SelfTestReport> {
  const parts: PartReport[] = [];
  const all = { ...commonParts(given.keychain), ...given.own };
  for (const [part, attempt] of Object.entries(all)) {
    const begun = performance.now();
    const ended = () => Math.round(performance.now() - begun);
    try {
      await within(PART_MS, late, attempt());
      parts.push({ part, ok: true, ms: ended() });
    } catch (error) {
      parts.push({ part, ok: false, ms: ended(), why: whyOf(error) });
    }
  }
  const { version, shell, keychain } = given;
  return {
    program: 'Steward',
    version,
    shell,
    system: `${process.platform} ${process.arch}`,
    versions: versionsOf(process.versions),
    keychain,
    ok: parts.every(({ ok }) => ok),
    parts,
  };
}

const versionsOf = (all: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    ['electron', 'chrome', 'node', 'openssl'].flatMap((name) => {
      const version = all[name];
      return version === undefined ? [] : [[name, version]];
    }),
  );

/** Of a foreign error the name and code alone: its message may hold a path. */
function whyOf(error: unknown): string {
  const failure = failureOf(error);
  if (failure !== undefined) {
    const kind = 'problem' in failure ? `${failure.kind}, ${failure.problem}` : failure.kind;
    return `${failure.message} (${kind})`;
  }
  if (error instanceof Wrong) return error.message;
  const { name = 'Error', code } = (error ?? {}) as { name?: string; code?: unknown };
  return typeof code === 'string' ? `${name} ${code}` : name;
}

function commonParts(keychain: 'system' | 'memory'): Readonly<Record<string, Part>> {
  return { cryptography, keychain: () => tryKeychain(keychain), certificate, tls, xsd, workbook };
}

function expectThat(holds: boolean, otherwise: string): void {
  if (!holds) throw new Wrong(otherwise);
}

/** What seals drafts and saved secrets, and what judges lists of new versions. */
async function cryptography(): Promise<void> {
  const text = randomBytes(48);
  const key = randomBytes(32);
  const unsealed = unseal(key, 'self-test', seal(key, 'self-test', text));
  expectThat(unsealed?.equals(text) === true, 'Sealed data could not be opened.');
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signature = sign(null, text, privateKey);
  expectThat(
    verify(null, text, publicKey, signature),
    'An Ed25519 signature could not be verified.',
  );
  const saved = await encryptWithPassphrase('kept', 'a passphrase', { workFactor: 12 });
  const opened = await decryptWithPassphrase(saved, 'a passphrase');
  expectThat(opened === 'kept', 'An age file could not be opened.');
}

/** Its own service and account: no entry of the program's is touched, and none is left. */
async function tryKeychain(kind: 'system' | 'memory'): Promise<void> {
  const keychain =
    kind === 'memory'
      ? createMemoryKeychain()
      : createSystemKeychain({ service: 'Steward self-test' });
  const account = `self-test/${randomBytes(8).toString('hex')}`;
  const value = randomBytes(32).toString('hex');
  try {
    await keychain.write(account, value);
    expectThat((await keychain.read(account)) === value, 'It did not return what was stored.');
  } finally {
    await keychain.remove(account);
  }
  expectThat((await keychain.read(account)) === undefined, 'What was removed is still stored.');
}

/** In a thread, with the library that is packed. */
const readCertificate = (): Promise<ImportedCertificate> =>
  createCertificates().read({
    file: Buffer.from(SELF_TEST_P12, 'base64'),
    passphrase: new Secret(SELF_TEST_PASSPHRASE),
  });

async function certificate(): Promise<void> {
  const { facts } = await readCertificate();
  expectThat(facts.subject.includes('Steward self-test'), 'It read the wrong name.');
}

/** Both ways, against a server in this process; and a server that nobody vouches for is refused. */
async function tls(): Promise<void> {
  const identity = await readCertificate();
  const pem = identity.certificateChainPem;
  const seen: string[] = [];
  const server = createServer(
    { key: identity.key.expose(), cert: pem, ca: pem, requestCert: true, rejectUnauthorized: true },
    ({ socket }, response) => {
      seen.push((socket as TLSSocket).getPeerX509Certificate()?.subject ?? 'nobody');
      response.end('"answered"');
    },
  );
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const origin = `https://127.0.0.1:${String(port)}`;
  const transport = createTransport();
  const ask = (extraCaPem?: string) =>
    transport.exchange({
      route: { origin, identity: { ...identity, origin }, extraCaPem, highestTls: 'TLSv1.3' },
      method: 'GET',
      address: new URL(origin),
      headers: {},
    });
  try {
    const { status, body } = await ask(pem);
    expectThat(
      status === 200 && body.toString() === '"answered"',
      'The server’s answer was not read correctly.',
    );
    expectThat(seen[0]?.includes('Steward self-test') === true, 'No client certificate was sent.');
    const refused = await ask().then(
      () => false,
      () => true,
    );
    expectThat(refused, 'A server with an untrusted certificate was accepted.');
  } finally {
    transport.close();
    server.closeAllConnections();
    server.close();
  }
}

const SCHEMA =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a" type="xs:int"/></xs:schema>';

/** WebAssembly in a thread. */
async function xsd(): Promise<void> {
  const checker = createXsd();
  const check = (xml: string) =>
    checker.validate({ schema: SCHEMA, xml: Buffer.from(xml) }, new AbortController().signal);
  try {
    expectThat((await check('<a>1</a>')).valid === true, 'A valid document was rejected.');
    expectThat((await check('<a>one</a>')).valid === false, 'An invalid document was accepted.');
  } finally {
    await checker.close();
  }
}

async function workbook(): Promise<void> {
  const draft = await beginXlsx();
  try {
    await draft.add([['one', 'two']]);
    const bytes = await draft.finish([
      { heading: 'First', width: 10 },
      { heading: 'Second', width: 10 },
    ]);
    expectThat(
      Buffer.from(bytes.subarray(0, 2)).toString('latin1') === 'PK',
      'The result is not a workbook.',
    );
  } finally {
    await draft.close();
  }
}
