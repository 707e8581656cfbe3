// The local platform: platform.md re-enacted over real two-way TLS, with state, for tests, the demo and benchmarks.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createAreas, type AreaControl } from './areas.ts';
import { authenticationActs } from './authentication.ts';
import { createControlRoom, type Control, type Watch } from './control.ts';
import { enterpriseUserActs } from './enterprise-users.ts';
import { routesOf, type Acts } from './door.ts';
import { createLinks } from './links.ts';
import { createMessageArea } from './message-area.ts';
import type { MessageControl } from './message-control.ts';
import { createParties } from './parties.ts';
import { fromParties } from './party-of.ts';
import { platformPki, toP12, type PlatformPki } from './pki.ts';
import { listen, type ServerTls } from './server.ts';
import { startSignInSites, type SignInFacts, type SignInSites } from './sign-in-sites.ts';
import type { Shape } from './shape.ts';
import { createState } from './state.ts';
import type { Organisation } from './persons.ts';

/** What the platform has when it was just started, or reset. */
export interface Population {
  /** Enterprise users of the organisation; 18 when left out. */
  readonly users?: number;
  readonly seed?: number;
  /** Services of the open metadata; 60 when left out. */
  readonly services?: number;
  /** Whether the organisation is a service owner; it is when left out. */
  readonly serviceOwner?: boolean;
  /** Messages in the box of the organisation, bin not counted; 40 when left out. Other boxes have fewer. */
  readonly messages?: number;
  /** Over how many years they are spread; 10 when left out. */
  readonly years?: number;
  /** How many parties the first person may act for; 14 when left out. */
  readonly parties?: number;
  /** Switches that differ from the usual (`shape.ts`); `control.shape` changes them at any time. */
  readonly switches?: Partial<Shape>;
}

export interface PlatformOptions extends Population {
  readonly port?: number;
  readonly organisation?: Organisation;
  readonly highestTls?: ServerTls['highestTls'];
  readonly clientCertificates?: ServerTls['clientCertificates'];
  /** Where the certificate files go; a folder of its own below the system's temporary folder when left out. */
  readonly folder?: string;
  readonly now?: () => Date;
  /** Starts the identity provider and the endpoint for machine tokens too, on any ports or on three in a row. */
  readonly identity?: boolean | { readonly firstPort: number };
  /** Sees every exchange. */
  readonly watch?: Watch;
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
  /** Where to sign in; throws when it was not started. */
  readonly identity: SignInFacts;
  /** Another one after `reset`: what was told to the one before reaches nobody. */
  readonly control: PlatformControl;
  /** As when it was just started with these; certificates, the API key and addresses stay, connections end. */
  reset(population?: Population): void;
  /** Until it is reset each connection is cut, and each new one as it comes. */
  cutOff(): void;
  /** Closes all connections and removes the certificate files. */
  stop(): Promise<void>;
}

export type PlatformControl = Control & AreaControl & { readonly messages: MessageControl };

const fjordtrafikk: Organisation = { name: 'Fjordtrafikk AS', number: '910514318' };
/** ASCII only: the PKCS#12 writer would encode other signs in a way of its own. */
const passphrase = 'steinsprang-fjord-42';

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const organisation = options.organisation ?? fjordtrafikk;
  const pki = await platformPki(options.seed ?? 1, organisation);
  let address = '';
  const fixed = { organisation, now: options.now ?? (() => new Date()), address: () => address };
  let world = createWorld(options, fixed, options.watch);
  const apiKey = world.room.control.addApiKey();
  const server = await listen(
    () => ({ ...world, address: fixed.address }),
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
  const { firstPort = 0 } = typeof options.identity === 'object' ? options.identity : {};
  const sites = options.identity ? await startSignInSites(world, pki, firstPort) : undefined;
  const platform = {
    address,
    ...files.paths,
    caPem: pki.root.certificatePem,
    passphrase,
    clientKeyPem: pki.client.keyPem,
    clientCertificatePem: pki.client.chainPem,
    apiKey,
    organisationNumber: organisation.number,
    organisation,
    pki,
    get control() {
      return world.control;
    },
    reset(population: Population = options) {
      world.clear();
      world = createWorld(population, fixed, options.watch);
      // As when it was started, one is drawn; the one that connections have counts in its place.
      world.room.control.revokeApiKey(world.room.control.addApiKey());
      world.state.apiKeys.set(apiKey, { key: apiKey, owner: organisation.number });
      server.reset();
      sites?.reset(world);
    },
    cutOff: () => server.cutOff(),
    async stop() {
      await Promise.all([server.stop(), sites?.stop()]);
      world.clear();
      files.remove();
    },
  };
  return withSignIn(platform, sites);
}

/** What stays when the rest is made anew. */
interface Fixed {
  readonly organisation: Organisation;
  readonly now: () => Date;
  readonly address: () => string;
}

/** Everything that the platform has in memory. */
function createWorld(
  options: Population,
  { organisation, now, address }: Fixed,
  watch: Watch | undefined,
) {
  const seed = options.seed ?? 1;
  const state = createState({ seed, users: options.users ?? 18, organisation, now });
  const room = createControlRoom(state, options.switches, watch);
  const links = createLinks(address, () => room.control.shape.linkPaths === 'documented');
  const parties = createParties({
    seed,
    organisation,
    other: state.other,
    represented: options.parties ?? 14,
    ownerOf: (user) => state.users.get(user.toLowerCase())?.owner,
  });
  const areas = createAreas(state, {
    seed,
    services: options.services ?? 60,
    serviceOwner: options.serviceOwner ?? true,
    parties,
    partyOf: fromParties(parties),
    fault: (fault) => room.control.fault(fault),
  });
  const messages = createMessageArea(parties, areas.control.metadata, areas.control.named, {
    seed,
    messages: options.messages ?? 40,
    years: options.years ?? 10,
    organisationNumber: organisation.number,
    now,
  });
  const acts: Acts = {
    ...authenticationActs(state),
    ...enterpriseUserActs(state),
    ...areas.acts,
    ...messages.acts,
  };
  const routes = routesOf(acts, areas.keeper);
  return {
    state,
    room,
    links,
    routes,
    control: withAreas(withAreas(room.control, areas.control), messages.control),
    /** Removes the files of what is large. */
    clear() {
      messages.clear();
      areas.clear();
    },
  };
}

/** Not enumerable, so that copies of a platform without it can be made. */
function withSignIn(platform: Omit<Platform, 'identity'>, sites: SignInSites | undefined) {
  return Object.defineProperty(platform, 'identity', {
    get() {
      if (sites) return sites.facts;
      throw new Error('Start the platform with { identity: true }.');
    },
  }) as Platform;
}

/** One object for tests; both parts stay live. */
function withAreas<A extends Control, B extends object>(control: A, areas: B): A & B {
  return Object.defineProperties(control, Object.getOwnPropertyDescriptors(areas)) as A & B;
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
