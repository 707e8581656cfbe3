// One connection's conversation with the platform: entry points, credentials, errors as Problems.
import type { Failure } from '../preload/result.ts';
import type { CredentialBook } from './credentials/credential-book.ts';
import { certificateOnly, type Presenting } from './credentials/sign-ins.ts';
import { createConversation, createReading } from './conversation.ts';
import { createExchanges, type Reach } from './exchanges.ts';
import { readBody as readJsonBody } from './http/answers.ts';
import type { ProbeReport } from './http/secure-connection.ts';
import type { Sink, UploadSource } from './http/streams.ts';
import type { ExchangeResponse, Identity, Transport } from './http/transport.ts';
import type { Log } from './log.ts';
import type { Managed } from './managed.ts';
import { createRoutes } from './routes.ts';
import type { Secret } from './secret.ts';
import type { ConnectionBook, SavedConnection } from './storage/connection-book.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

export interface ApiCall {
  /** Path below the base address beginning with `api/`, parts already encoded, only documented entry points. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | undefined>> | undefined;
  /** Adds the connection's `language`, where api.md defines it. */
  readonly language?: boolean | undefined;
  /** Relations are needed: asks for the HAL form of the connection's media type, which alone has them. */
  readonly links?: boolean | undefined;
  /** Another media type than the connection's, exactly this one: a person chose it for this call. */
  readonly accept?: SavedConnection['mediaType'] | undefined;
  /** A plain value, written in the connection's media type. */
  readonly body?: unknown;
  /** Name of the body's element, where the media type is XML. */
  readonly bodyName?: string | undefined;
  /** An answer that may be large: all services of the platform. */
  readonly large?: boolean | undefined;
  /**
   * The body as it came is wanted, such as a form's XML, whatever its type: `value` is undefined where it is none of the
   * four media types. With `links`, one of these is asked for first.
   */
  readonly raw?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}
export type LinkCall = Pick<ApiCall, 'language' | 'links' | 'accept' | 'large' | 'raw' | 'signal'>;

/** A good answer, read. */
export interface Answered {
  /** The value of the body in the JSON form, whatever the media type; undefined when there was none. */
  readonly value: unknown;
  readonly status: number;
  /** The platform's words, which are there on success too. */
  readonly reason: string;
  readonly headers: Readonly<Record<string, string>>;
  /** `Location` as it came. */
  readonly location: string | undefined;
  /** The media type it came in. */
  readonly type: string;
  /** The body as it came, unpacked. */
  readonly body: Buffer;
  readonly ms: number;
}

export interface Downloaded {
  readonly bytes: number;
  /** Content type in lower case without parameters; empty when none was said. */
  readonly type: string;
  /** The name in `Content-Disposition`, as the server wrote it: never to be used as a path. */
  readonly fileName: string | undefined;
}

export type LinkOrPath = { readonly href: string } | Pick<ApiCall, 'path' | 'query' | 'language'>;
export type ByteReport = (step: { bytes: number; total: number | null }) => void;

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  readonly report?: ByteReport;
  /** The link said that a page comes: it is taken as a file, not as the word that nobody is signed in. */
  readonly page?: boolean;
}

/** What can be read without, or with, being signed in. */
export interface Reading {
  /** GET; retried as retries.ts says. Problem on every bad answer of api.md's error table and wire.md. */
  ask(call: ApiCall): Promise<Answered>;
  /** The value of `ask`; Problem unexpected-answer when there is none. */
  read(call: ApiCall): Promise<unknown>;
  /** GET of a link of an answer: rebased or refused as links.ts decides; Problem unexpected-answer when refused (LNK-01). */
  follow(href: string, call?: LinkCall): Promise<Answered>;
  /**
   * GET into a sink, in constant memory; the sink is committed when all has come and abandoned when not. Asks for any
   * type. Problem sign-in-needed for a page, file{...} from the sink.
   */
  download(from: LinkOrPath, sink: Sink, options?: DownloadOptions): Promise<Downloaded>;
}

export interface Conversation extends Reading {
  /** Sends exactly once (RTY-01). */
  send(method: Exclude<Method, 'GET'>, call: ApiCall): Promise<Answered>;
  /** The same to a link of an answer. */
  sendTo(
    method: Exclude<Method, 'GET'>,
    href: string,
    call?: Pick<ApiCall, 'body' | 'bodyName' | 'signal'>,
  ): Promise<Answered>;
  /**
   * Sends exactly once and hands over the bytes before anything looks at them, also those of a successful answer that
   * was cut off (`cut`). Bad statuses become Problems. Once sent, the signal no longer counts (OTS-13).
   */
  sendRaw(
    method: Exclude<Method, 'GET'>,
    call: ApiCall,
    arrived: (answer: ExchangeResponse) => Promise<void>,
  ): Promise<ExchangeResponse>;
  /**
   * POSTs a file as `application/octet-stream`, exactly once, in constant memory (api.md, Limits: Streamed upload). The
   * source is closed in any case. A cut after the first byte is outcome-unknown.
   */
  upload(call: Omit<ApiCall, 'body'>, source: UploadSource, report?: ByteReport): Promise<Answered>;
  /** So that the server knows us before a write: one harmless GET with a certificate, a fresh token otherwise. */
  warmUp(signal?: AbortSignal): Promise<void>;
}

export type Turn = (signal?: AbortSignal) => Promise<(answer?: ExchangeResponse) => void>;

export interface OpenHow {
  /** Nothing is repeated: the caller has rules of its own for many calls at once. */
  readonly once?: boolean;
  /** Each exchange waits for its turn, and tells when its answer has come, before anybody reads it; or that none came. */
  readonly turn?: Turn;
}

export interface Api {
  /** Throws Problem not-found when there is no such connection, managed, sign-in or keychain problems as they are. */
  conversation(connection: string): Promise<Conversation>;
  /** For open endpoints: no credential is fetched or sent, whatever the connection has. Problem not-found, managed. */
  open(connection: string, how?: OpenHow): Promise<Reading>;
  /** Drops sockets and cached keys of one connection, or all. */
  drop(connection?: string): void;
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
  /** Gets a token or cookie, as the first call would. Throws what that ends in. */
  signIn(signal: AbortSignal): Promise<void>;
  /** One harmless call. Throws Problem when no answer came or a credential cannot be had. */
  ask(signal: AbortSignal, highestTls?: SavedConnection['highestTls']): Promise<Verdict>;
}

export interface PlatformApi extends Api {
  /** Throws Problem not-found, managed; credentials are fetched when they are needed. */
  examination(connection: string): Examination;
}

export interface ApiNeeds {
  readonly transport: Transport;
  readonly connections: Pick<ConnectionBook, 'find' | 'all'>;
  readonly credentials: Pick<CredentialBook, 'certificate' | 'apiKey' | 'proxyPassword'>;
  /** Tokens and cookies; certificates alone when left out. */
  readonly signIns?: Presenting;
  readonly systemProxy: (address: URL) => Promise<string>;
  /** Decides for every question, whoever asks, whether this connection may be used, and how. */
  readonly managed: Pick<Managed, 'inForce'>;
  readonly log: Pick<Log, 'warn'>;
  /** Told which call a shown reference belongs to. */
  readonly traffic?: { refer(call: string, reference: string, failure: Failure): void };
  readonly now?: () => Date;
  /** For tests: no waiting between tries, no chance in them. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

/** The secrets of one connection, as long as nothing about it changes. */
interface Keys {
  readonly identity: Identity | undefined;
  readonly apiKey: Secret | undefined;
}

export function createApi(needs: ApiNeeds): PlatformApi {
  const { connections, transport, signIns = certificateOnly, managed } = needs;
  const routes = createRoutes(needs);
  const find = (id: string) => managed.inForce(connections.find(id));
  const closeOrigin = ({ baseAddress }: SavedConnection) => {
    transport.close(new URL(baseAddress).origin);
  };
  const ring = createKeyRing(needs.credentials, closeOrigin);
  const openReach = async (connection: SavedConnection): Promise<Reach> => {
    const unknown = await routes.toPlatform(connection);
    return { connection, known: unknown, unknown, apiKey: undefined, presenting: undefined };
  };
  const reachOf = async (connection: SavedConnection): Promise<Reach> => {
    const { identity, apiKey } = await ring.keysOf(connection);
    const { unknown } = await openReach(connection);
    return { connection, known: { ...unknown, identity }, unknown, apiKey, presenting: signIns };
  };

  return {
    conversation: async (id) => createConversation(await reachOf(find(id)), needs),
    open: async (id, how = {}) => createReading({ ...(await openReach(find(id))), ...how }, needs),
    examination(id) {
      const connection = find(id);
      return {
        probe: async (report, signal) =>
          transport.probe(await routes.toPlatform(connection), report, signal),
        signIn: async (signal) => void (await signIns.present(connection, signal)),
        ask: async (signal, highestTls) =>
          createExchanges(await reachOf(connection), needs).examine(signal, highestTls),
      };
    },
    drop(id) {
      ring.forget(id);
      signIns.drop(id);
      if (id === undefined) transport.close();
      else for (const one of connections.all()) if (one.id === id) closeOrigin(one);
    },
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

/** The certificate itself only where it is shown to the platform with each call; other ways use theirs by themselves. */
async function fetchKeys(
  { signIn, apiKey, baseAddress }: SavedConnection,
  credentials: ApiNeeds['credentials'],
): Promise<Keys> {
  const { origin } = new URL(baseAddress);
  const certificate =
    signIn.way === 'certificate' ? await credentials.certificate(signIn.certificate) : undefined;
  return {
    identity: certificate && { origin, ...certificate },
    apiKey: apiKey === null ? undefined : await credentials.apiKey(apiKey),
  };
}

/** The value of a body that was handed over raw; Problem unexpected-answer that carries none of it. */
export function readBody(body: Buffer, status = 200): unknown {
  return readJsonBody(body, undefined, status);
}
