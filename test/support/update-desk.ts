// A publisher of updates with keys and a server, and an installed program with a real package kind and installer.
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { nameKey, signList } from '../../build/sign-lists.mjs';
import { createTransport, type Transport } from '../../main/http/transport.ts';
import {
  createElectronInstaller,
  type InstallerHost,
} from '../../main/shell/electron-installer.ts';
import type { Shell } from '../../main/shell/shell.ts';
import { type RawRequest, type RawServer, startRawServer, testPki } from './raw-server.ts';
import { type Steward, startSteward } from './steward.ts';
import { tempFolder } from './temp-folder.ts';

export const RUNNING = '1.4.0';

/** A pair as PEM. */
export function keyPair() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privateKey,
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

export const sha512Of = (bytes: Uint8Array) => createHash('sha512').update(bytes).digest('base64');

export interface Published {
  readonly version: string;
  /** What lies on the server; the list has the hash of `promised`. */
  readonly content?: Buffer;
  readonly promised?: Buffer;
  readonly file?: string;
  readonly bytes?: number;
  readonly notes?: string;
  /** More lines of the list. */
  readonly more?: string;
}

/** A list as electron-builder writes it. */
export function listOf({ version, notes = 'Better.', more = '', ...given }: Published): string {
  const { file = `Steward-${version}.deb`, content = Buffer.from('package') } = given;
  const { promised = content, bytes = promised.length } = given;
  const sha512 = sha512Of(promised);
  return [
    `version: ${version}`,
    'files:',
    `  - url: ${file}`,
    `    sha512: ${sha512}`,
    `    size: ${bytes}`,
    `path: ${file}`,
    `sha512: ${sha512}`,
    `releaseNotes: ${JSON.stringify(notes)}`,
    `releaseDate: '2030-02-28T09:00:00.000Z'`,
    more,
  ].join('\n');
}

export type Act = (request: RawRequest, usual: () => void) => void;

export interface UpdateDesk {
  readonly server: RawServer;
  readonly address: string;
  readonly transport: Transport;
  readonly files: Map<string, Buffer>;
  /** Replaces how the server answers. */
  answers: Act;
  readonly host: InstallerHost;
  /** What the key that signs lists writes about this one, with anything of it replaced. */
  readonly signed: (list: Buffer, other?: Partial<Parameters<typeof signList>[0]>) => Buffer;
  /** What a root, this program's when left out, says of the key that signs lists, or of another. */
  readonly named: (other?: Partial<Parameters<typeof nameKey>[0]>) => string;
  /** Puts list, signature and file on the server. */
  publish(published: Published): void;
  /** Signs a list as it is. */
  publishList(list: string): void;
  /** The program, with the address configured unless `shell` or `address` say otherwise. */
  start(options?: {
    readonly address?: string | null;
    readonly shell?: Partial<Shell>;
    readonly dataFolder?: string;
    readonly now?: () => Date;
    readonly transport?: Transport;
  }): Promise<Steward & { readonly ends: (() => void)[] }>;
}

const LIST = 'latest-linux.yml';
/** So that a test that sets a clock of its own is not about terms. */
const LASTING = { now: new Date('2020-01-01T00:00:00.000Z'), days: 36_500 };

export async function openUpdateDesk(): Promise<UpdateDesk> {
  const pki = await testPki();
  const root = keyPair();
  const publisher = keyPair();
  const files = new Map<string, Buffer>();
  const server = await startRawServer({
    server: pki.server,
    act: (request) => {
      desk.answers(request, () => {
        const found = files.get(decodeURIComponent(request.path.replace('/steward/', '')));
        if (found === undefined) request.answer(404, 'Not Found');
        else request.answer(200, 'OK', {}, found);
      });
    },
  });
  onTestFinished(() => server.stop());
  const usual = createTransport();
  const { certificatePem: extraCaPem } = pki.root;
  const transport: Transport = {
    ...usual,
    exchange: (request) => usual.exchange({ ...request, route: { ...request.route, extraCaPem } }),
  };
  onTestFinished(() => {
    usual.close();
  });
  const host = installedHost(root.publicPem);
  const desk: UpdateDesk = {
    server,
    transport,
    files,
    signed: (list, other) =>
      Buffer.from(
        signList({
          ...LASTING,
          name: LIST,
          list,
          privateKey: publisher.privateKey,
          named: desk.named(),
          ...other,
        }),
      ),
    named: (other) =>
      nameKey({ ...LASTING, root: root.privateKey, publicKey: publisher.publicPem, ...other }),
    host,
    address: `${server.origin}/steward`,
    answers: (_request, usually) => {
      usually();
    },
    publish(published) {
      const { version, content = Buffer.from('package') } = published;
      files.set(published.file ?? `Steward-${version}.deb`, content);
      desk.publishList(listOf(published));
    },
    publishList(list) {
      files.set(LIST, Buffer.from(list));
      files.set(`${LIST}.sig`, desk.signed(Buffer.from(list)));
    },
    start: (options = {}) => startInstalled(desk, options),
  };
  return desk;
}

/** What electron-builder leaves beside an installed deb package. */
export function installedHost(publicPem: string): InstallerHost {
  const resources = tempFolder('steward-resources');
  writeFileSync(path.join(resources, 'package-type'), 'deb');
  writeFileSync(path.join(resources, 'publisher-key.pem'), publicPem);
  return {
    version: RUNNING,
    name: 'Steward',
    platform: 'linux',
    arch: 'x64',
    env: {},
    resources,
    program: path.join(resources, 'steward'),
    folder: path.join(resources, 'updates'),
    relaunch: () => undefined,
    exit: () => undefined,
  };
}

async function startInstalled(
  desk: UpdateDesk,
  {
    address = desk.address,
    shell,
    dataFolder,
    now,
    transport = desk.transport,
  }: NonNullable<Parameters<UpdateDesk['start']>[0]>,
) {
  const folder = dataFolder ?? path.join(tempFolder('steward-data'), 'data');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const ends: (() => void)[] = [];
  const installer = createElectronInstaller({ ...desk.host, folder: path.join(folder, 'updates') });
  const steward = await startSteward({
    dataFolder: folder,
    shell: {
      version: RUNNING,
      installed: true,
      installer,
      quit: (then) => {
        if (then) ends.push(then);
      },
      ...shell,
    },
    replacements: { transport, ...(now && { now }) },
  });
  onTestFinished(() => steward.stop());
  if (address !== null) await steward.client.settings.change({ updateAddress: address });
  return { ...steward, ends };
}

export const randomPackage = (bytes = 300_000) => randomBytes(bytes);
