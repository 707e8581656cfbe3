// One HTTPS exchange on node:https: two-way TLS, proxy, limits, abort. Knows no API and follows no redirect.
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { type Clocks, countInformation, startClocks } from './clocks.ts';
import { unsafeIn } from './gate.ts';
import { BadPacking, unpack } from './gunzip.ts';
import { createLines, type LentLine, type Lines } from './lines.ts';
import type { Proxy } from './proxy.ts';
import { readReason } from './reason.ts';
import { newReference } from './reference.ts';
import type { ProbeReport } from './secure-connection.ts';
import { pumpIn, pumpOut, type UploadSource } from './streams.ts';
import { certificateFailure, failureFrom, isConnectionFault } from './tls-problems.ts';

/** Who we are towards exactly one origin. Key and chain are PEM, never a pfx (checks.md TLS-01). */
export interface Identity {
  /** Scheme, host and port, as URL.origin gives them; the identity is offered nowhere else. */
  readonly origin: string;
  readonly key: Secret;
  readonly certificateChainPem: string;
}

/** How to reach an origin. One pool of connections per distinct value and identity (TLS-05). */
export interface Route {
  readonly origin: string;
  readonly identity?: Identity | undefined;
  readonly extraCaPem?: string | undefined;
  readonly highestTls: 'TLSv1.2' | 'TLSv1.3';
  readonly proxy?: Proxy | undefined;
}

export interface ExchangeRequest {
  readonly route: Route;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** On route.origin; anything else is refused before a socket is opened. */
  readonly address: URL;
  /** Plain headers. Credential headers are refused here (LNK-05). */
  readonly headers: Readonly<Record<string, string>>;
  /** Headers that carry credentials, set only after the origin check. */
  readonly credentials?: Readonly<Record<string, Secret>> | undefined;
  /** All of it, or a source that is read as the socket drains. */
  readonly body?: Buffer | UploadSource | undefined;
  /** Told the bytes of a source that have left. */
  readonly sent?: ((bytes: number) => void) | undefined;
  /**
   * Asked once the head of a successful answer has come: where its body goes, or undefined to collect it as always. A
   * received body is not unpacked, not limited in size and not in `body`.
   */
  readonly receive?: ((head: ResponseHead) => Receiver | undefined) | undefined;
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Once a byte was written the signal no longer counts; only the limits do (OTS-13). */
  readonly uninterruptible?: boolean | undefined;
  /** For the log of traffic: which call of which connection this exchange belongs to. */
  readonly trace?: { readonly call: string; readonly connection: string } | undefined;
}

export interface ResponseHead {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
}
export type Receiver = (chunk: Buffer) => Promise<void>;

export interface Limits {
  /** Name, connection, proxy and TLS, each attempt. */
  readonly connectMs: number;
  /** Between two bytes. */
  readonly idleMs: number;
  /** From the last byte of a streamed body to the first of its answer. */
  readonly answerMs: number;
  /** The whole exchange (CAN-03). */
  readonly totalMs: number;
  readonly compressedBytes: number;
  readonly inflatedBytes: number;
}

export interface ExchangeResponse {
  readonly status: number;
  /** Latin-1 kept, UTF-8 recovered, control characters removed, at most 500 characters. */
  readonly reason: string;
  /** Names in lower case; repeated ones joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
  /** Body bytes as they came, before gunzip; what escrow seals. */
  readonly raw: Buffer;
  /** Each `Set-Cookie` by itself: joined they could not be told apart. */
  readonly cookies: readonly string[];
  /** Bytes of the body, also where they went to a receiver. */
  readonly bytes: number;
  /** Whether the body went to the request's receiver. */
  readonly received: boolean;
  readonly tls: { readonly protocol: string; readonly reused: boolean };
  /** The answer broke off: `body` and `raw` are the bytes that came before. */
  readonly cut?: boolean | undefined;
}

/** How far an exchange came when it broke: only `nothing` proves that the server cannot have acted (RTY-04). */
export interface BrokenExchange {
  readonly sent: 'nothing' | 'maybe';
  /** The line failed, not what was said on it: a read may be tried again. */
  readonly connectionFault?: boolean | undefined;
  /** The answer as far as it came, if a status line came. `cut` is missing when all came but it could not be unpacked. */
  readonly partial?: ExchangeResponse | undefined;
}

/** The only way an exchange fails once it is allowed: what to show, and how far it came. */
export class ExchangeProblem extends Problem {
  readonly broken: BrokenExchange;

  constructor(problem: Problem, how: BrokenExchange) {
    super(problem.failure, problem.cause);
    this.broken = how;
  }
}

export interface Transport {
  /** Rejects with an ExchangeProblem; its failure is `cancelled` when the signal was the reason. */
  exchange(request: ExchangeRequest): Promise<ExchangeResponse>;
  /** Looks at the server without our certificate, step by step, for the connection test. Throws Problem. */
  probe(route: Route, report: ProbeReport, signal?: AbortSignal): Promise<void>;
  /** Closes every connection to an origin, or all: after a change of credentials, on lock, at the end. */
  close(origin?: string): void;
}

export interface TransportOptions {
  readonly now?: () => Date;
  readonly limits?: Partial<Limits>;
}

const LIMITS: Limits = {
  connectMs: 15_000,
  idleMs: 30_000,
  answerMs: 20 * 60_000,
  totalMs: 60_000,
  compressedBytes: 4 * 1024 * 1024,
  inflatedBytes: 32 * 1024 * 1024,
};
const MOST_HEADER_BYTES = 32 * 1024;

export function createTransport(options: TransportOptions = {}): Transport {
  const lines = createLines(options.now ?? (() => new Date()));
  const usual = { ...LIMITS, ...options.limits };

  return {
    async exchange(request) {
      const wrong = unsafeIn(request);
      if (wrong !== undefined) throw new ExchangeProblem(internal(wrong), { sent: 'nothing' });
      const limits = { ...usual, ...request.limits };
      const ends = performance.now() + limits.totalMs;
      const lent = await takeLine(lines, request, limits);
      // A connection that was waiting is lent at once, without a look at the signal.
      if (request.signal?.aborted === true && request.uninterruptible !== true) {
        lent.line.release();
        throw new ExchangeProblem(cancelled(), { sent: 'nothing' });
      }
      const talk = { ...lent, request, limits, leftMs: Math.max(1, ends - performance.now()) };
      const heard = await converse(talk);
      lent.accepted();
      return unpacked(talk, heard);
    },
    probe: (route, report, signal) => lines.probe(route, report, usual.connectMs, signal),
    close: (origin) => {
      lines.close(origin);
    },
  };
}

async function takeLine(lines: Lines, request: ExchangeRequest, limits: Limits): Promise<LentLine> {
  try {
    const ms = Math.min(limits.connectMs, limits.totalMs);
    return await lines.take(request.route, ms, request.signal);
  } catch (error) {
    const problem = error instanceof Problem ? error : internal('The connection failed.', error);
    const connectionFault = isConnectionFault(problem);
    throw new ExchangeProblem(problem, { sent: 'nothing', connectionFault });
  }
}

interface Talk extends LentLine {
  readonly request: ExchangeRequest;
  readonly limits: Limits;
  readonly leftMs: number;
}

/** What came so far. */
interface Heard {
  answer: IncomingMessage | undefined;
  readonly chunks: Buffer[];
  bytes: number;
  received: boolean;
}

/** Writes the request and listens until the answer is whole. From the first line on, a failure is `maybe`. */
function converse(talk: Talk): Promise<Heard> {
  const { line } = talk;
  const heard: Heard = { answer: undefined, chunks: [], bytes: 0, received: false };
  const outgoing = httpsRequest(optionsOf(talk));
  const over = listenTo(talk, heard, outgoing);
  outgoing.on('close', () => {
    const free = () => {
      if (heard.answer?.complete === true && !line.socket.destroyed) line.release();
    };
    // A receiver may still be taking the last of it.
    over.then(free, () => undefined);
  });
  return over;
}

function listenTo(talk: Talk, heard: Heard, outgoing: ClientRequest): Promise<Heard> {
  const { line, request } = talk;
  return new Promise((resolve, reject) => {
    const finish = once((error?: unknown) => {
      clocks.stop();
      request.signal?.removeEventListener('abort', cancel);
      // Answered before all was sent: what is left of the body must not become the next request.
      if (error !== undefined || !outgoing.writableEnded) line.socket.destroy();
      if (error === undefined) {
        resolve(heard);
        return;
      }
      outgoing.destroy();
      reject(interrupted(talk, heard, error));
    });
    const cancel = () => {
      finish(cancelled());
    };
    const clocks = startClocks(talk.limits, talk.leftMs, finish);
    outgoing.on('error', finish);
    outgoing.on('information', countInformation(finish));
    outgoing.on('response', (incoming) => {
      listen(incoming, heard, talk, clocks.beat, finish);
    });
    outgoing.on('close', () => {
      if (heard.answer?.complete === true) return;
      finish(Object.assign(new Error('Cut off.'), { code: 'ECONNRESET' }));
    });
    if (request.uninterruptible !== true) {
      request.signal?.addEventListener('abort', cancel, { once: true });
    }
    say(outgoing, request, clocks, finish);
  });
}

const cancelled = () => new Problem({ kind: 'cancelled', message: 'The call was cancelled.' });

/** Only the first word counts. */
function once(act: (error?: unknown) => void): (error?: unknown) => void {
  let done = false;
  return (error) => {
    if (done) return;
    done = true;
    act(error);
  };
}

/** Writes the body. A server that has already answered ends it: then its answer counts. */
function say(
  outgoing: ClientRequest,
  { body, sent }: ExchangeRequest,
  clocks: Clocks,
  finish: (error: unknown) => void,
): void {
  if (body === undefined || Buffer.isBuffer(body)) {
    outgoing.end(body);
    return;
  }
  outgoing.flushHeaders();
  const beat = (bytes: number) => {
    clocks.beat();
    sent?.(bytes);
  };
  pumpOut(outgoing, body, beat).then(clocks.awaitAnswer, finish);
}

function optionsOf({ line, request }: Talk): RequestOptions {
  const { address, method, body } = request;
  const secrets = Object.entries(request.credentials ?? {}).map(
    ([name, secret]): [string, string] => [name, secret.expose()],
  );
  const none = method === 'GET' || method === 'DELETE' ? undefined : 0;
  const length = Buffer.isBuffer(body) ? body.length : (body?.bytes ?? none);
  return {
    createConnection: () => line.socket,
    method,
    host: address.hostname,
    port: address.port,
    path: address.pathname + address.search,
    maxHeaderSize: MOST_HEADER_BYTES,
    headers: {
      'Accept-Encoding': 'gzip',
      ...request.headers,
      ...Object.fromEntries<string>(secrets),
      Host: address.host,
      Connection: 'keep-alive',
      ...(length !== undefined && { 'Content-Length': length }),
    },
  };
}

function listen(
  incoming: IncomingMessage,
  heard: Heard,
  { limits, request }: Talk,
  beat: () => void,
  finish: (error?: unknown) => void,
): void {
  heard.answer = incoming;
  beat();
  const status = incoming.statusCode ?? 0;
  const isGood = status >= 200 && status < 300;
  const receiver = isGood ? request.receive?.({ status, headers: headersOf(incoming) }) : undefined;
  if (receiver !== undefined) {
    heard.received = true;
    const write = (chunk: Buffer) => {
      beat();
      heard.bytes += chunk.length;
      return receiver(chunk);
    };
    const { taken } = pumpIn(incoming, write, finish);
    incoming.on('error', finish);
    incoming.on('end', () => {
      if (incoming.complete) taken().then(() => finish(), finish);
    });
    return;
  }
  incoming.on('data', (chunk: Buffer) => {
    beat();
    heard.bytes += chunk.length;
    if (heard.bytes <= limits.compressedBytes) heard.chunks.push(chunk);
    else finish(unexpected('The answer is too large.', incoming.statusCode ?? 0));
  });
  incoming.on('error', finish);
  incoming.on('end', () => {
    if (incoming.complete) finish();
  });
}

/** Turns an interruption into what to show and how far it came. */
function interrupted(talk: Talk, heard: Heard, error: unknown): ExchangeProblem {
  const { request, newcomer } = talk;
  const how: BrokenExchange = {
    sent: 'maybe',
    connectionFault: isConnectionFault(error),
    partial: heard.answer && { ...responseOf(talk, heard), cut: true },
  };
  const mayBeRefusal = newcomer && heard.answer === undefined;
  // TLS 1.3 has no word for it before the first answer: a server that does not take our certificate just closes (TLS-08).
  if (mayBeRefusal && how.connectionFault === true)
    return new ExchangeProblem(
      new Problem(certificateFailure('refused-by-server', 'closed without an answer')),
      how,
    );
  if (isGarbled(error)) {
    const status = heard.answer?.statusCode ?? 0;
    return new ExchangeProblem(unexpected('The answer is not valid HTTP.', status), how);
  }
  const where = { host: request.address.hostname, identity: request.route.identity !== undefined };
  return new ExchangeProblem(new Problem(failureFrom(error, where)), how);
}

/** The parser's errors carry the bytes they stumbled over: they are replaced, not passed on. */
function isGarbled(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && code.startsWith('HPE_');
}

function headersOf(answer: IncomingMessage | undefined): Record<string, string> {
  const headers = Object.entries(answer?.headers ?? {}).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return Object.fromEntries(headers);
}

function responseOf({ line }: Talk, { answer, chunks, bytes, received }: Heard): ExchangeResponse {
  const raw = Buffer.concat(chunks);
  return {
    status: answer?.statusCode ?? 0,
    reason: readReason(answer?.statusMessage),
    headers: headersOf(answer),
    cookies: answer?.headers['set-cookie'] ?? [],
    ...{ body: raw, raw, bytes, received },
    tls: { protocol: line.protocol, reused: line.reused },
  };
}

async function unpacked(talk: Talk, heard: Heard): Promise<ExchangeResponse> {
  const response = responseOf(talk, heard);
  if (heard.received) return response;
  try {
    const encoding = response.headers['content-encoding'];
    return { ...response, body: await unpack(response.raw, encoding, talk.limits.inflatedBytes) };
  } catch (error) {
    const fault = error instanceof BadPacking ? error.fault : 'damaged';
    const problem = unexpected(`The answer cannot be unpacked: ${fault}.`, response.status);
    throw new ExchangeProblem(problem, { sent: 'maybe', partial: response });
  }
}

function unexpected(message: string, status: number): Problem {
  return new Problem({ kind: 'unexpected-answer', message, status, reference: newReference() });
}

function internal(message: string, cause?: unknown): Problem {
  return new Problem({ kind: 'internal', message, reference: newReference() }, cause);
}
