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
  stop(): Promise<void>;
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
  state: State,
  room: ControlRoom,
  pki: PlatformPki,
  firstPort: number,
): Promise<SignInSites> {
  const { identity } = state;
  const { certificate, signingKey } = await materialOf(pki);
  const origins = { issuer: '', other: '', machine: '' };
  const parts = { identity, room, certificate, clientAuthorityPem: pki.root.certificatePem };
  const audience = (): string => `${origins.machine}/`;
  const provider = createIdentityProvider({
    identity,
    now: () => state.now(),
    issuer: () => origins.issuer,
    otherOrigin: () => origins.other,
    signingKey,
  });
  const machine = machineSite(
    createTokenEndpoint({
      identity,
      now: () => state.now(),
      audience,
      rootPem: pki.root.certificatePem,
      intermediatePems: [pki.intermediate.certificatePem],
      signingKey,
    }),
  );
  const port = (at: number): number => (firstPort === 0 ? 0 : firstPort + at);
  const servers = await Promise.all([
    listenForSignIn(parts, provider, port(0)),
    listenForSignIn(parts, provider, port(1)),
    listenForSignIn(parts, machine, port(2)),
    listenForSignIn(parts, exchangeSite(state), port(3)),
  ]);
  origins.issuer = `https://localhost:${servers[0].port}`;
  origins.other = `https://127.0.0.1:${servers[1].port}`;
  origins.machine = `https://localhost:${servers[2].port}`;
  const publicKey = new X509Certificate(pki.client.certificatePem).publicKey;
  const publicPem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return {
    facts: {
      exchangeEndpoint: `https://localhost:${servers[3].port}/authentication/api/v1/exchange/maskinporten`,
      ...factsOf(origins, audience()),
      machineKeyId: identity.control.registerKey(publicPem),
    },
    async stop() {
      await Promise.all(servers.map((server) => server.stop()));
    },
  };
}

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

function factsOf(
  origins: { readonly issuer: string; readonly other: string; readonly machine: string },
  audience: string,
): Omit<SignInFacts, 'machineKeyId' | 'exchangeEndpoint'> {
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
    audience,
    machineClientId: defaultMachineClient,
  };
}
