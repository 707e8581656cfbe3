// Starts the servers for signing in: the identity provider on two hosts, and the endpoint for machine tokens.
import { generateKeyPair, X509Certificate, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { ControlRoom } from './control.ts';
import { exchangeSite } from './exchange.ts';
import { defaultMachineClient } from './identity.ts';
import { createIdentityProvider, personClient } from './identity-provider.ts';
import { listenForSignIn, textOf, type SignInSite } from './identity-server.ts';
import type { Issued, PlatformPki } from './pki.ts';
import type { State } from './state.ts';
import { createTokenEndpoint } from './token-endpoint.ts';

/** Where to sign in, and as whom: what a connection is set up with. */
export interface SignInFacts {
  readonly issuer: string;
  readonly authorizeEndpoint: string;
  readonly tokenEndpoint: string;
  /** The same on another host and port. */
  readonly otherTokenEndpoint: string;
  readonly jwksAddress: string;
  readonly revocationEndpoint: string;
  readonly endSessionEndpoint: string;
  /** The public client for persons. */
  readonly clientId: string;
  readonly machineTokenEndpoint: string;
  readonly audience: string;
  /** The client of the organisation, with every scope. */
  readonly machineClientId: string;
  /** `kid` of a registered key of that client: the key of the organisation's certificate (`clientKeyPem`). */
  readonly machineKeyId: string;
  /** Exchanges a machine token for that of an enterprise user, on a host of its own. */
  readonly exchangeEndpoint: string;
}

export interface SignInSites {
  readonly facts: SignInFacts;
  /** From now on they know what this platform knows; addresses and keys stay. */
  reset(world: SignInWorld): void;
  stop(): Promise<void>;
}

export interface SignInWorld {
  readonly state: State;
  readonly room: ControlRoom;
}

const newKeyPair = promisify(generateKeyPair);

interface Material {
  readonly certificate: Issued;
  readonly signingKey: KeyObject;
}
const made = new WeakMap<PlatformPki, Promise<Material>>();

/** Keys take a second: once per process and authority. */
function materialOf(pki: PlatformPki): Promise<Material> {
  const known = made.get(pki);
  if (known) return known;
  const fresh = (async () => {
    const [certificate, { privateKey }] = await Promise.all([
      pki.intermediate.issue({ name: 'Local sign-in', hosts: ['localhost', '127.0.0.1'] }),
      newKeyPair('rsa', { modulusLength: 2048 }),
    ]);
    return { certificate, signingKey: privateKey };
  })();
  made.set(pki, fresh);
  return fresh;
}

export async function startSignInSites(
  first: SignInWorld,
  pki: PlatformPki,
  firstPort: number,
): Promise<SignInSites> {
  const material = await materialOf(pki);
  const tls = { certificate: material.certificate, clientAuthorityPem: pki.root.certificatePem };
  const origins = { issuer: '', other: '', machine: '' };
  const publicKey = new X509Certificate(pki.client.certificatePem).publicKey;
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const enter = (world: SignInWorld) => ({
    ...world,
    ...sitesOf(world.state, origins, material, pki),
    machineKeyId: world.state.identity.control.registerKey(publicPem),
  });
  let now = enter(first);
  const on = (which: 'provider' | 'machine' | 'exchange', at: number) => {
    const parts = () => ({ identity: now.state.identity, room: now.room, site: now[which] });
    return listenForSignIn(tls, parts, firstPort === 0 ? 0 : firstPort + at);
  };
  const servers = await Promise.all([
    on('provider', 0),
    on('provider', 1),
    on('machine', 2),
    on('exchange', 3),
  ]);
  origins.issuer = `https://localhost:${servers[0].port}`;
  origins.other = `https://127.0.0.1:${servers[1].port}`;
  origins.machine = `https://localhost:${servers[2].port}`;
  const addresses = {
    exchangeEndpoint: `https://localhost:${servers[3].port}/authentication/api/v1/exchange/maskinporten`,
    ...factsOf(origins),
  };
  return {
    get facts() {
      return { ...addresses, machineKeyId: now.machineKeyId };
    },
    reset(world) {
      now = enter(world);
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

/** The addresses are known once all listen. */
interface Origins {
  readonly issuer: string;
  readonly other: string;
  readonly machine: string;
}
const audienceOf = ({ machine }: Origins): string => `${machine}/`;

const sitesOf = (
  state: State,
  origins: Origins,
  { signingKey }: Material,
  pki: PlatformPki,
): Record<'provider' | 'machine' | 'exchange', SignInSite> => ({
  provider: createIdentityProvider({
    identity: state.identity,
    now: () => state.now(),
    issuer: () => origins.issuer,
    otherOrigin: () => origins.other,
    signingKey,
  }),
  machine: machineSite(
    createTokenEndpoint({
      identity: state.identity,
      now: () => state.now(),
      audience: () => audienceOf(origins),
      rootPem: pki.root.certificatePem,
      intermediatePems: [pki.intermediate.certificatePem],
      signingKey,
    }),
  ),
  exchange: exchangeSite(state),
});

function machineSite(endpoint: ReturnType<typeof createTokenEndpoint>): SignInSite {
  const isToken = (url: string | undefined): boolean => (url ?? '').split('?')[0] === '/token';
  return {
    operationOf: ({ url }) => (isToken(url) ? 'identity.machineToken' : 'identity.unknown'),
    async answer(request) {
      if (!isToken(request.url)) return { status: 404, reason: 'Not Found' };
      return endpoint({
        method: request.method ?? 'GET',
        contentType: request.headers['content-type'] ?? '',
        body: await textOf(request),
      });
    },
  };
}

function factsOf(origins: Origins): Omit<SignInFacts, 'machineKeyId' | 'exchangeEndpoint'> {
  return {
    issuer: origins.issuer,
    authorizeEndpoint: `${origins.issuer}/authorize`,
    tokenEndpoint: `${origins.issuer}/token`,
    otherTokenEndpoint: `${origins.other}/token`,
    jwksAddress: `${origins.issuer}/jwks`,
    revocationEndpoint: `${origins.issuer}/revoke`,
    endSessionEndpoint: `${origins.issuer}/logout`,
    clientId: personClient,
    machineTokenEndpoint: `${origins.machine}/token`,
    audience: audienceOf(origins),
    machineClientId: defaultMachineClient,
  };
}
