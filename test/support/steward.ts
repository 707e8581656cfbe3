// The whole program in the test's own process: the real createApp, a page's client, and a shell that the test plays.
import path from 'node:path';
import { createApp } from '../../main/app.ts';
import type { Replacements } from '../../main/infrastructure.ts';
import { Problem } from '../../main/problem.ts';
import type { App, Shell } from '../../main/shell/shell.ts';
import type { ConnectionInput } from '../../preload/contract/connections.ts';
import type { Client } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/result.ts';
import type { ToPage } from '../../preload/wire.ts';
import { connect, type Connected } from '../../renderer/client.ts';
import { createPorts } from './ports.ts';
import { makeTempFolder } from './temp-folder.ts';
import { startThread } from './threads.ts';
import { createTestShell, type TestShell } from './test-shell.ts';

export interface Steward {
  readonly client: Client;
  readonly on: Connected['on'];
  readonly app: App;
  readonly shell: TestShell;
  readonly dataFolder: string;
  /** Everything that main sent to the page, in order. */
  readonly sent: readonly ToPage[];
  /** Another window on the same program. */
  readonly openWindow: () => Connected & {
    readonly sent: readonly ToPage[];
    readonly closeWindow: () => void;
  };
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Kept when the test gives one, so that it can start again on it; else a new one, removed by `stop`. */
  readonly dataFolder?: string;
  readonly keychain?: 'memory' | 'system';
  readonly shell?: Partial<Shell>;
  readonly replacements?: Replacements;
}

export async function startSteward(options: StartOptions = {}): Promise<Steward> {
  const own = options.dataFolder === undefined ? makeTempFolder('steward-data') : undefined;
  const dataFolder = options.dataFolder ?? path.join(own?.path ?? '', 'data');
  const keychain = options.keychain ?? 'memory';
  const shell = Object.assign(createTestShell(dataFolder, keychain), options.shell);
  const app = await createApp(shell, { startThread, ...options.replacements });
  const openWindow = () => {
    const ports = createPorts();
    const serving = app.serve(ports.main);
    const connected = connect(ports.page);
    const closeWindow = () => {
      serving.close();
      connected.close();
    };
    return { ...connected, sent: ports.sent, closeWindow };
  };
  const { client, on, sent, closeWindow } = openWindow();
  return {
    client,
    on,
    sent,
    app,
    shell,
    dataFolder,
    openWindow,
    async stop() {
      closeWindow();
      await app.stop();
      own?.remove();
    },
  };
}

/** The value of a result, or the failure thrown so that a test shows it. */
export async function valueOf<T>(result: Promise<Result<T>> | Result<T>): Promise<T> {
  const given = await result;
  if (given.ok) return given.value;
  throw new Problem(given.failure);
}

/** The facts of the local platform that a connection needs. */
export interface PlatformFacts {
  readonly address: string;
  readonly caFile: string;
  readonly certificateFile: string;
  readonly passphrase: string;
  readonly apiKey: string;
  readonly organisationNumber: string;
}

/** Imports the platform's credentials, makes a connection to it by the ordinary operations and chooses it. */
export async function connectTo(
  { client, app }: Pick<Steward, 'client' | 'app'>,
  platform: PlatformFacts,
  changes: Partial<ConnectionInput> = {},
) {
  const certificate = await valueOf(
    client.credentials.importCertificate({
      name: 'Organisation certificate',
      file: app.handleFor(platform.certificateFile),
      passphrase: platform.passphrase,
    }),
  );
  const apiKey = await valueOf(
    client.credentials.addApiKey({ name: 'Platform key', key: platform.apiKey }),
  );
  const connection = await valueOf(
    client.connections.create({
      name: 'Local platform',
      environment: 'test',
      baseAddress: platform.address,
      organisationName: 'Fjordtrafikk AS',
      organisationNumber: platform.organisationNumber,
      signIn: { way: 'certificate', certificate: certificate.id },
      apiKey: apiKey.id,
      highestTls: 'TLSv1.2',
      language: 1033,
      mediaType: 'application/hal+json',
      proxy: { use: 'none' },
      formerHosts: [],
      extraCaFile: app.handleFor(platform.caFile),
      ...changes,
    }),
  );
  await valueOf(client.connections.choose({ connection: connection.id }));
  return { connection: connection.id, certificate: certificate.id, apiKey: apiKey.id };
}
