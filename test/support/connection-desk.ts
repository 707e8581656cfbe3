// The connections service with a real store, transport and API, and credentials that a test provides.
import type { GivenTo } from '../../preload/contract/contract.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Credential } from '../../preload/contract/credentials.ts';
import type { TestStep } from '../../preload/contract/connections.ts';
import { createApi } from '../../main/platform/api.ts';
import { testConnection } from '../../main/platform/connection-test.ts';
import { askOffers } from '../../main/platform/offers.ts';
import { maskIdentityNumbers } from '../../main/diagnostics/redaction.ts';
import { createLongXmlReader } from '../../main/http/long-xml.ts';
import { createTransport } from '../../main/http/transport.ts';
import { startThread } from './threads.ts';
import { createCertificates } from '../../main/secrets/certificates.ts';
import { createCredentialReader } from '../../main/secrets/credential-reader.ts';
import { createPolicy } from '../../main/policy/policy.ts';
import { Problem } from '../../main/problem.ts';
import { Secret } from '../../main/secret.ts';
import type { Use } from '../../main/secrets/uses.ts';
import type { Shell } from '../../main/shell/shell.ts';
import { connectionsService } from '../../main/services/connections.ts';
import { openConnectionStore } from '../../main/storage/connection-store.ts';
import { openDocuments } from '../../main/storage/documents.ts';
import { createFileHandles } from '../../main/storage/files.ts';

/** The desk's credentials are given, and none comes along with a connection. */
const notHere = {
  addCertificate: unheld,
  addApiKey: unheld,
  remove: unheld,
  certificate: unheld,
  apiKey: unheld,
};
function unheld(): never {
  throw new Error('The desk keeps no credentials.');
}

export interface HeldCertificate {
  readonly keyPem: string;
  readonly chainPem: string;
}

/** Ids of certificates, API keys and proxy passwords, with their secrets. */
export interface Held {
  readonly certificates?: Readonly<Record<string, HeldCertificate | Problem>>;
  readonly apiKeys?: Readonly<Record<string, string>>;
  readonly proxyPasswords?: Readonly<Record<string, string>>;
  readonly passwords?: Readonly<Record<string, string>>;
  readonly privateKeys?: Readonly<Record<string, string>>;
}

export async function openConnectionDesk(
  held: Held,
  openSecrets: readonly string[] = [],
  systemProxy: Shell['systemProxy'] = async () => undefined,
) {
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-connections-'));
  const documents = await openDocuments({ folder });
  const book = await openConnectionStore({ documents });
  const transport = createTransport({ limits: { connectMs: 5000 } });
  const handles = createFileHandles();
  const reader = createCredentialReader({
    certificates: createCertificates({ startThread }),
    handles,
    now: () => new Date(),
  });
  const events: unknown[] = [];
  const forgotten: string[] = [];
  const dropped: string[] = [];
  const policy = createPolicy(null);
  const api = createApi({
    policy,
    transport,
    connections: book,
    credentials: credentialsOf(held),
    systemProxy,
    log: { warn: () => undefined },
    readLongXml: createLongXmlReader(startThread),
  });
  const service = connectionsService({
    policy,
    store: book,
    credentials: {
      list: () => listOf(held),
      notAllowed: async () => [],
      allow: async () => undefined,
      ...notHere,
    },
    reader: { ...notHere, authorities: (handle) => reader.authorities(handle) },
    api,
    signIns: {
      forget: (connection) => {
        forgotten.push(connection);
        return Promise.resolve();
      },
    },
    test: (connection, signal, report) =>
      testConnection(connection, api.examination(connection.id), signal, report),
    ask: (connection, signal, report) =>
      askOffers(
        connection,
        {
          api,
          signIn: (until) => api.examination(connection.id).signIn(until),
          clean: maskIdentityNumbers,
        },
        signal,
        report,
      ),
    now: () => new Date(),
    handles,
    notify: (name, value) => {
      events.push([name, value]);
    },
    drafts: {
      forget: (connection) => {
        dropped.push(connection);
        return Promise.resolve();
      },
    },
    openSecretsOf: (connection) => openSecrets.includes(connection),
  });
  const call = { signal: new AbortController().signal, report: () => undefined };
  return {
    book,
    service,
    handles,
    events,
    forgotten,
    dropped,
    api,
    folder,
    call,
    test: async (connection: string) => {
      const seen: TestStep[][] = [];
      const result = await service.test(
        { connection },
        { signal: call.signal, report: (step) => seen.push(step.steps) },
      );
      return { ...result, seen };
    },
    stop() {
      transport.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function credentialsOf({ certificates = {}, apiKeys = {}, proxyPasswords = {} }: Held) {
  const gone = () => new Problem({ kind: 'not-found', message: 'There is no such credential.' });
  const text =
    (from: Readonly<Record<string, string>>) =>
    (id: string, { to }: Use) => {
      const found = from[id];
      return found === undefined ? Promise.reject(gone()) : Promise.resolve(new Secret(found, to));
    };
  return {
    certificate(id: string) {
      const found = certificates[id];
      if (found === undefined) return Promise.reject(gone());
      if (found instanceof Problem) return Promise.reject(found);
      return Promise.resolve({
        key: new Secret(found.keyPem),
        certificateChainPem: found.chainPem,
      });
    },
    apiKey: text(apiKeys),
    proxyPassword: text(proxyPasswords),
  };
}

function listOf(held: Held): Credential[] {
  const { certificates = {}, apiKeys = {}, proxyPasswords = {} } = held;
  const { passwords = {}, privateKeys = {} } = held;
  const common = { added: '2026-01-01T00:00:00.000Z', memoryOnly: true, usedBy: [] };
  const facts = {
    subject: 's',
    commonName: 'c',
    organisationNumber: null,
    issuer: 'i',
    serialNumber: '1',
    fingerprintSha256: 'f',
    validFrom: '',
    validTo: '',
    daysLeft: 99,
    keyType: 'RSA',
    chain: [],
  };
  return [
    ...Object.keys(certificates).map((id) => ({
      ...common,
      kind: 'certificate' as const,
      id,
      name: id,
      facts,
      expiry: 'ok' as const,
    })),
    ...Object.keys(apiKeys).map((id) => ({
      ...common,
      kind: 'api-key' as const,
      id,
      name: id,
      lastFour: '',
    })),
    ...Object.keys(proxyPasswords).map((id) => ({
      ...common,
      kind: 'proxy-password' as const,
      id,
      name: id,
    })),
    ...Object.keys(passwords).map((id) => ({
      ...common,
      kind: 'password' as const,
      id,
      name: id,
    })),
    ...Object.keys(privateKeys).map((id) => ({
      ...common,
      kind: 'private-key' as const,
      id,
      name: id,
      keyType: 'RSA 2048',
    })),
  ];
}

type GivenConnection = Omit<GivenTo<'connections', 'create'>, 'copyOf'>;

/** A test connection to an address with the credentials `certificate` and `key`. */
export function connectionTo(
  baseAddress: string,
  change: Partial<GivenConnection> = {},
): GivenConnection {
  return {
    name: 'Local',
    environment: 'test',
    baseAddress,
    organisationName: 'Fjordtrafikk AS',
    organisationNumber: '910514318',
    signIn: { way: 'certificate', certificate: 'certificate' },
    apiKey: 'key',
    highestTls: 'TLSv1.3',
    language: 1033,
    mediaType: 'application/hal+json',
    proxy: { use: 'none' },
    formerHosts: [],
    ...change,
  };
}
