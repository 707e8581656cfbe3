// The program under test: the real createApp with a memory keychain, reached through the contract like a page.
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Client } from '../../preload/contract/contract.ts';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import type { Result } from '../../preload/result.ts';
import { toP12, type PlatformPki } from '../platform/pki.ts';
import { startSteward, type Steward } from '../support/steward.ts';

export interface Subject {
  readonly client: Client;
  readonly dataFolder: string;
  /** The credentials are in; makes a connection to this address and gives its id. */
  connect(name: string, to: Partial<ConnectionInput>): Promise<string>;
  /** Ends the program and starts it again on the same folder. */
  stop(): Promise<void>;
}

export interface SubjectOptions {
  readonly dataFolder: string;
  readonly pki: PlatformPki;
  readonly apiKey: string;
  readonly organisation: { readonly name: string; readonly number: string };
}

export const passphrase = 'fault-campaign-passphrase';

export function valueOf<T>(result: Result<T>, what: string): T {
  if (result.ok) return result.value;
  throw new Error(`${what}: ${JSON.stringify(result.failure)}`);
}

export async function startSubject(options: SubjectOptions): Promise<Subject> {
  const steward: Steward = await startSteward({
    dataFolder: options.dataFolder,
    keychain: 'memory',
  });
  const { client, app } = steward;
  const outside = path.dirname(options.dataFolder);
  const p12 = path.join(outside, 'subject.p12');
  const ca = path.join(outside, 'subject-ca.pem');
  writeFileSync(p12, toP12(options.pki.client, passphrase, 'aes256'), { mode: 0o600 });
  writeFileSync(ca, options.pki.root.certificatePem, { mode: 0o600 });
  const certificate = valueOf(
    await client.credentials.importCertificate({
      name: 'Campaign',
      file: app.handleFor(p12),
      passphrase,
    }),
    'import',
  );
  rmSync(p12);
  const key = valueOf(
    await client.credentials.addApiKey({ name: 'Campaign key', key: options.apiKey }),
    'API key',
  );
  return {
    client,
    dataFolder: options.dataFolder,
    async connect(name, to) {
      const created = await client.connections.create({
        name,
        environment: 'test',
        baseAddress: 'https://localhost',
        organisationName: options.organisation.name,
        organisationNumber: options.organisation.number,
        signIn: { way: 'certificate', certificate: certificate.id },
        apiKey: key.id,
        highestTls: 'TLSv1.3',
        language: 1044,
        mediaType: 'application/hal+json',
        proxy: { use: 'none' },
        formerHosts: [],
        extraCaFile: app.handleFor(ca),
        ...to,
      });
      return valueOf(created, 'connection').id;
    },
    stop: () => steward.stop(),
  };
}
