// The local platform: api.md re-enacted over real two-way TLS, with state, for tests, the demo and benchmarks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { authenticationRoutes } from './authentication.ts';
import { createControlRoom, type Control } from './control.ts';
import { enterpriseUserRoutes } from './enterprise-users.ts';
import { createLinks } from './links.ts';
import { partyRoutes } from './parties.ts';
import { platformPki, toP12, type PlatformPki } from './pki.ts';
import { listen, type ServerTls } from './server.ts';
import { createState, type Organisation } from './state.ts';

export interface PlatformOptions {
  readonly port?: number;
  /** Enterprise users of the organisation; 18 when left out. */
  readonly users?: number;
  readonly seed?: number;
  readonly organisation?: Organisation;
  readonly highestTls?: ServerTls['highestTls'];
  readonly clientCertificates?: ServerTls['clientCertificates'];
  /** Where the certificate files go; a folder of its own below the system's temporary folder when left out. */
  readonly folder?: string;
  readonly now?: () => Date;
}

export interface Platform {
  /** Base address without a slash at the end. */
  readonly address: string;
  readonly caFile: string;
  readonly caPem: string;
  /** PKCS#12 under AES-256. */
  readonly certificateFile: string;
  /** The same under triple DES, as older issuers write it. */
  readonly legacyCertificateFile: string;
  readonly passphrase: string;
  readonly clientKeyPem: string;
  /** Leaf and intermediate. */
  readonly clientCertificatePem: string;
  readonly apiKey: string;
  readonly organisationNumber: string;
  readonly organisation: Organisation;
  readonly pki: PlatformPki;
  readonly control: Control;
  /** Closes all connections and removes the certificate files. */
  stop(): Promise<void>;
}

const fjordtrafikk: Organisation = { name: 'Fjordtrafikk AS', number: '910514318' };
/** ASCII only: the PKCS#12 writer would encode other signs in a way of its own. */
const passphrase = 'steinsprang-fjord-42';

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const seed = options.seed ?? 1;
  const organisation = options.organisation ?? fjordtrafikk;
  const pki = await platformPki(seed, organisation);
  const state = createState({
    seed,
    users: options.users ?? 18,
    organisation,
    now: options.now ?? (() => new Date()),
  });
  const room = createControlRoom(state);
  let address = '';
  const links = createLinks(() => address);
  const routes = [
    ...authenticationRoutes(state),
    ...enterpriseUserRoutes(state, links, room.control.shape),
    ...partyRoutes(),
  ];
  const server = await listen(
    { state, room, routes, links, address: () => address },
    {
      server: pki.server,
      clientAuthorityPem: pki.root.certificatePem,
      clientCertificates: options.clientCertificates ?? 'requested',
      ...(options.highestTls ? { highestTls: options.highestTls } : {}),
    },
    options.port ?? 0,
  );
  address = `https://localhost:${server.port}`;
  const files = writeFiles(pki, options.folder);
  return {
    address,
    ...files.paths,
    caPem: pki.root.certificatePem,
    passphrase,
    clientKeyPem: pki.client.keyPem,
    clientCertificatePem: pki.client.chainPem,
    apiKey: room.control.addApiKey(),
    organisationNumber: organisation.number,
    organisation,
    pki,
    control: room.control,
    async stop() {
      await server.stop();
      files.remove();
    },
  };
}

function writeFiles(pki: PlatformPki, wanted: string | undefined) {
  const folder = wanted ?? mkdtempSync(path.join(tmpdir(), 'steward-platform-'));
  const write = (name: string, content: string | Buffer): string => {
    const file = path.join(folder, name);
    writeFileSync(file, content, { mode: 0o600 });
    return file;
  };
  const paths = {
    caFile: write('platform-ca.pem', pki.root.certificatePem),
    certificateFile: write('organisation.p12', toP12(pki.client, passphrase, 'aes256')),
    legacyCertificateFile: write('organisation-legacy.p12', toP12(pki.client, passphrase, '3des')),
  };
  return {
    paths,
    remove() {
      if (wanted === undefined) rmSync(folder, { recursive: true, force: true });
      else for (const file of Object.values(paths)) rmSync(file, { force: true });
    },
  };
}
