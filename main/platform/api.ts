// Opens clients of the platform for connections: entry points, credentials, errors as Problems.
import type { CredentialStore } from '../secrets/credential-store.ts';
import { keychainTrouble } from '../secrets/keychain.ts';
import { inCalls, toSignIn } from '../secrets/uses.ts';
import { certificateOnly, type Authenticator } from '../auth/sign-ins.ts';
import {
  type PlatformClient,
  createPlatformClient,
  createReadClient,
  type ReadClient,
} from './client.ts';
import {
  createRequests,
  type RequestNeeds,
  type RequestContext,
  type AcquireCall,
  type Verdict,
} from './requests.ts';
import { readBody as readJsonBody } from '../http/answers.ts';
import type { ProbeReport } from '../http/secure-connection.ts';
import type { Identity } from '../http/exchange.ts';
import type { Policy } from '../policy/policy.ts';
import { createRoutes, type RoutesNeeds } from './routes.ts';
import type { Secret } from '../secret.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';

export interface OpenHow {
  /** Nothing is repeated: the caller has rules of its own for many calls at once. */
  readonly once?: boolean;
  /** Awaited before each exchange; the function it returns is called with the answer before anybody reads it, or without one. */
  readonly acquire?: AcquireCall;
}

export interface Api {
  /** Throws Problem not-found when there is no such connection, managed, sign-in or keychain problems as they are. */
  client(connection: string): Promise<PlatformClient>;
  /** For open endpoints: no credential is fetched or sent, whatever the connection has. Problem not-found, managed. */
  open(connection: string, how?: OpenHow): Promise<ReadClient>;
  /** Drops sockets and cached keys of one connection, or all. */
  drop(connection?: string): void;
}

/** What the connection test asks for, one question at a time, nothing repeated and nothing remembered. */
export interface Examination {
  /** The server without our certificate: address, TCP, TLS. Throws Problem. */
  probe(report: ProbeReport, signal: AbortSignal): Promise<void>;
  /** Gets a token or cookie, as the first call would. Throws what that ends in. */
  signIn(signal: AbortSignal): Promise<void>;
  /** One harmless call. Throws Problem when no answer came or a credential cannot be had. */
  send(signal: AbortSignal, highestTls?: SavedConnection['highestTls']): Promise<Verdict>;
}

export interface PlatformApi extends Api {
  /** Throws Problem not-found, managed; credentials are fetched when they are needed. */
  examination(connection: string): Examination;
}

export interface ApiNeeds extends RequestNeeds {
  readonly connections: Pick<ConnectionStore, 'find' | 'all'>;
  readonly credentials: Pick<CredentialStore, 'certificate' | 'apiKey' | 'proxyPassword'>;
  /** Tokens and cookies; certificates alone when left out. */
  readonly signIns?: Authenticator;
  readonly systemProxy: RoutesNeeds['systemProxy'];
  /** Decides for every question, whoever asks, whether this connection may be used, and how. */
  readonly policy: Pick<Policy, 'inForce'>;
}

/** The secrets of one connection, as long as nothing about it changes. */
interface Keys {
  readonly identity: Identity | undefined;
  readonly apiKey: Secret | undefined;
}

export function createApi(needs: ApiNeeds): PlatformApi {
  const { connections, transport, signIns = certificateOnly, policy } = needs;
  const routes = createRoutes(needs);
  const find = (id: string) => policy.inForce(connections.find(id));
  const closeOrigin = ({ baseAddress }: SavedConnection) => {
    transport.close(new URL(baseAddress).origin);
  };
  const ring = createKeyRing(needs.credentials, closeOrigin);
  const openContext = async (connection: SavedConnection): Promise<RequestContext> => {
    const unknown = await routes.toPlatform(connection);
    return { connection, known: unknown, unknown, apiKey: undefined, authenticator: undefined };
  };
  const contextOf = async (connection: SavedConnection): Promise<RequestContext> => {
    const { identity, apiKey } = await ring.keysOf(connection);
    const { unknown } = await openContext(connection);
    return { connection, known: { ...unknown, identity }, unknown, apiKey, authenticator: signIns };
  };

  return {
    client: async (id) => createPlatformClient(await contextOf(find(id)), needs),
    open: async (id, how = {}) =>
      createReadClient({ ...(await openContext(find(id))), ...how }, needs),
    examination(id) {
      const connection = find(id);
      return {
        probe: async (report, signal) =>
          transport.probe(await routes.toPlatform(connection), report, signal),
        signIn: async (signal) => void (await signIns.authHeaders(connection, signal)),
        send: async (signal, highestTls) =>
          createRequests(await contextOf(connection), needs).examine(signal, highestTls),
      };
    },
    drop(id) {
      // Where it was, too: what was asked while it was being changed went to its old address.
      ring.forget(id);
      signIns.drop(id);
      if (id === undefined) transport.close();
      else for (const one of connections.all()) if (one.id === id) closeOrigin(one);
    },
  };
}

interface KeptKeys {
  readonly connection: SavedConnection;
  readonly keys: Promise<Keys>;
}

/** Fetches keys once per connection; `left` is told of the connection as it was when its keys are given up. */
function createKeyRing(
  credentials: ApiNeeds['credentials'],
  left: (connection: SavedConnection) => void,
) {
  const kept = new Map<string, KeptKeys>();
  const giveUp = (id: string) => {
    const known = kept.get(id);
    kept.delete(id);
    if (known !== undefined) left(known.connection);
  };
  return {
    keysOf(connection: SavedConnection): Promise<Keys> {
      const known = kept.get(connection.id);
      if (known !== undefined && stampOf(known.connection) === stampOf(connection))
        return known.keys;
      giveUp(connection.id);
      const keys = fetchKeys(connection, credentials);
      kept.set(connection.id, { connection, keys });
      // A locked keychain may be unlocked the next time.
      keys.catch(() => {
        if (kept.get(connection.id)?.keys === keys) kept.delete(connection.id);
      });
      return keys;
    },
    forget(id: string | undefined): void {
      for (const one of id === undefined ? [...kept.keys()] : [id]) giveUp(one);
    },
  };
}

/** Everything a change of which makes the keys at hand the wrong ones. */
function stampOf({ signIn, apiKey, baseAddress, environment }: SavedConnection): string {
  return JSON.stringify([signIn, apiKey, baseAddress, environment]);
}

/** The certificate itself only where it is shown to the platform with each call; other ways use theirs by themselves. */
async function fetchKeys(
  connection: SavedConnection,
  credentials: ApiNeeds['credentials'],
): Promise<Keys> {
  const { signIn, apiKey, baseAddress } = connection;
  const { origin } = new URL(baseAddress);
  // A person's token and a pasted one belong to no credential: the key says where a person has allowed calls with them (ATK-28).
  if (apiKey === null && signIn.way !== 'none') throw keychainTrouble('other-place');
  const certificate =
    signIn.way === 'certificate'
      ? await credentials.certificate(signIn.certificate, toSignIn(connection))
      : undefined;
  return {
    identity: certificate && { origin, ...certificate },
    apiKey: apiKey === null ? undefined : await credentials.apiKey(apiKey, inCalls(connection)),
  };
}

/** The value of a body that was handed over raw; Problem unexpected-answer that carries none of it. */
export function readBody(body: Buffer, status = 200): unknown {
  return readJsonBody(body, undefined, status);
}
