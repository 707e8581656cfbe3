// One connection's conversation with the platform: entry points, credentials, errors as Problems.
import type { Failure } from '../preload/result.ts';
import type { CredentialBook } from './credentials/credential-book.ts';
import { createConversation, createReading } from './conversation.ts';
import { readBody as readJsonBody } from './http/answers.ts';
import { proxyFromPac } from './http/proxy.ts';
import type { ProbeReport } from './http/secure-connection.ts';
import type { ExchangeResponse, Identity, Route, Transport } from './http/transport.ts';
import type { Log } from './log.ts';
import type { Secret } from './secret.ts';
import type { ConnectionBook, SavedConnection } from './storage/connection-book.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiCall {
  /** Path below the base address beginning with `api/`, parts already encoded, only documented entry points. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  /** Adds the `ForceEIAuthentication` flag (without value) on certificate connections. */
  readonly organisation: boolean;
  /** Adds the connection's `language`, where api.md defines it. */
  readonly language?: boolean | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
}

export interface Conversation {
  /** Reads and parses; retried as retries.ts says. Problem on every bad answer of api.md's error table and wire.md. */
  read(call: ApiCall): Promise<unknown>;
  /** Sends exactly once (RTY-01); the parsed body, or undefined for 204. */
  send(method: Exclude<Method, 'GET'>, call: ApiCall): Promise<unknown>;
  /**
   * Sends exactly once and hands over the bytes before anything looks at them, also those of a successful answer that
   * was cut off (`cut`). Bad statuses become Problems. Once sent, the signal no longer counts (OTS-13).
   */
  sendRaw(
    method: Exclude<Method, 'GET'>,
    call: ApiCall,
    arrived: (answer: ExchangeResponse) => Promise<void>,
  ): Promise<ExchangeResponse>;
  /** One harmless GET on the same connection, so that the certificate is known before a write. */
  warmUp(signal?: AbortSignal): Promise<void>;
}

export interface Api {
  /** Throws Problem not-found when there is no such connection, sign-in or keychain problems as they are. */
  conversation(connection: string): Promise<Conversation>;
  /** Drops sockets and cached keys of one connection, or all. */
  drop(connection?: string): void;
}

/** A conversation that can also follow what the server linked to. */
export interface LinkingConversation extends Conversation {
  /** Reads a link of an answer: rebased or refused as links.ts decides; Problem unexpected-answer when refused (LNK-01). */
  follow(href: string, call: Omit<ApiCall, 'path' | 'query' | 'body'>): Promise<unknown>;
}

/** What one harmless organisation call came to. */
export interface Verdict {
  readonly status: number;
  readonly reason: string;
  /** TLS version of the connection. */
  readonly protocol: string;
  /** Null when the answer is the list that was asked for. */
  readonly failure: Failure | null;
}

/** What the connection test asks for, one question at a time, nothing repeated and nothing remembered. */
export interface Examination {
  /** The server without our certificate: address, TCP, TLS. Throws Problem. */
  probe(report: ProbeReport, signal: AbortSignal): Promise<void>;
  /** One harmless organisation call. Throws Problem when no answer came or a credential cannot be had. */
  ask(signal: AbortSignal, highestTls?: SavedConnection['highestTls']): Promise<Verdict>;
}

export interface PlatformApi extends Api {
  conversation(connection: string): Promise<LinkingConversation>;
  /** Throws Problem not-found; credentials are fetched when they are needed. */
  examination(connection: string): Examination;
}

export interface ApiNeeds {
  readonly transport: Transport;
  readonly connections: Pick<ConnectionBook, 'find' | 'all'>;
  readonly credentials: Pick<CredentialBook, 'certificate' | 'apiKey' | 'proxyPassword'>;
  readonly systemProxy: (address: URL) => Promise<string>;
  readonly log: Pick<Log, 'warn'>;
  readonly now?: () => Date;
  /** For tests: no waiting between tries, no chance in them. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

/** The secrets of one connection, as long as nothing about it changes. */
interface Keys {
  readonly identity: Identity;
  readonly apiKey: Secret;
}

/** All that a conversation needs to reach its platform. */
export interface Reach {
  readonly connection: SavedConnection;
  /** With our certificate, for paths that may see it. */
  readonly known: Route;
  /** Without, for all others: its sockets never carry our name (TLS-06). */
  readonly unknown: Route;
  readonly apiKey: Secret;
}

export function createApi(needs: ApiNeeds): PlatformApi {
  const { connections, transport } = needs;
  const closeOrigin = ({ baseAddress }: SavedConnection) => {
    transport.close(new URL(baseAddress).origin);
  };
  const ring = createKeyRing(needs.credentials, closeOrigin);
  const serverOf = async (connection: SavedConnection) =>
    routeWith(connection, await proxyOf(connection, needs));
  const reachOf = async (connection: SavedConnection): Promise<Reach> => {
    const { identity, apiKey } = await ring.keysOf(connection);
    const unknown = await serverOf(connection);
    return { connection, known: { ...unknown, identity }, unknown, apiKey };
  };

  return {
    conversation: async (id) => createConversation(await reachOf(connections.find(id)), needs),
    examination(id) {
      const connection = connections.find(id);
      return {
        probe: async (report, signal) =>
          transport.probe(await serverOf(connection), report, signal),
        ask: async (signal, highestTls) =>
          createReading(await reachOf(connection), needs).examine(signal, highestTls),
      };
    },
    drop(id) {
      ring.forget(id);
      if (id === undefined) transport.close();
      else
        connections
          .all()
          .filter((one) => one.id === id)
          .forEach(closeOrigin);
    },
  };
}

function routeWith(connection: SavedConnection, proxy: Route['proxy']): Route {
  const { baseAddress, extraCaPem, highestTls } = connection;
  return {
    origin: new URL(baseAddress).origin,
    extraCaPem: extraCaPem ?? undefined,
    highestTls,
    proxy,
  };
}

/** Fetches keys once per connection; `changed` is told when keys at hand turn out to be the wrong ones. */
function createKeyRing(
  credentials: ApiNeeds['credentials'],
  changed: (connection: SavedConnection) => void,
) {
  const kept = new Map<string, { readonly stamp: string; readonly keys: Promise<Keys> }>();
  return {
    keysOf(connection: SavedConnection): Promise<Keys> {
      const stamp = stampOf(connection);
      const known = kept.get(connection.id);
      if (known?.stamp === stamp) return known.keys;
      if (known !== undefined) changed(connection);
      const keys = fetchKeys(connection, credentials);
      kept.set(connection.id, { stamp, keys });
      // A locked keychain may be unlocked the next time.
      keys.catch(() => {
        if (kept.get(connection.id)?.keys === keys) kept.delete(connection.id);
      });
      return keys;
    },
    forget(id: string | undefined): void {
      if (id === undefined) kept.clear();
      else kept.delete(id);
    },
  };
}

/** Everything a change of which makes the keys at hand the wrong ones. */
function stampOf({ signIn, apiKey, baseAddress }: SavedConnection): string {
  return JSON.stringify([signIn, apiKey, baseAddress]);
}

async function fetchKeys(
  { signIn, apiKey, baseAddress }: SavedConnection,
  credentials: ApiNeeds['credentials'],
): Promise<Keys> {
  const certificate = await credentials.certificate(signIn.certificate);
  const { origin } = new URL(baseAddress);
  return { identity: { origin, ...certificate }, apiKey: await credentials.apiKey(apiKey) };
}

async function proxyOf(
  { proxy, baseAddress }: SavedConnection,
  { credentials, systemProxy }: Pick<ApiNeeds, 'credentials' | 'systemProxy'>,
): Promise<Route['proxy']> {
  if (proxy.use === 'none') return undefined;
  if (proxy.use === 'system') return proxyFromPac(await systemProxy(new URL(baseAddress)));
  const { host, port, userName, password } = proxy;
  const secret = password === undefined ? undefined : await credentials.proxyPassword(password);
  return { host, port, userName, password: secret };
}

/** JSON of a body that was handed over raw; Problem unexpected-answer that carries none of it. */
export function readBody(body: Buffer, status = 200): unknown {
  return readJsonBody(body, undefined, status);
}
