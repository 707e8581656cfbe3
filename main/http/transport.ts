// One HTTPS exchange on node:https: two-way TLS, proxy, limits, abort. Knows no API and follows no redirect.
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { Problem } from '../problem.ts';
import {
  type BrokenExchange,
  ExchangeProblem,
  type ExchangeRequest,
  type ExchangeResponse,
  type Limits,
  type Route,
} from './exchange.ts';
import { BadPacking, unpack } from './gunzip.ts';
import { type Connections, createConnections, type LentConnection } from './connections.ts';
import { readReason } from './reason.ts';
import type { ProbeReport } from './secure-connection.ts';
import { pumpIn, pumpOut } from './streams.ts';
import { keepLine, type Line } from './line.ts';
import { certificateFailure, failureFrom, isConnectionFault, OWN } from './tls-problems.ts';
import { cancelled, internalProblem, unexpectedAnswer } from '../problems.ts';
import { isAcceptableHost } from './host-names.ts';

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
  /** Milliseconds that no change of the computer's clock moves. */
  readonly monotonic?: () => number;
  readonly limits?: Partial<Limits>;
}

const LIMITS: Limits = {
  connectMs: 15_000,
  idleMs: 30_000,
  answerMs: 20 * 60_000,
  totalMs: 60_000,
  minuteBytes: 32 * 1024,
  compressedBytes: 4 * 1024 * 1024,
  inflatedBytes: 32 * 1024 * 1024,
};
const MOST_HEADER_BYTES = 32 * 1024;

export function createTransport(options: TransportOptions = {}): Transport {
  const connections = createConnections(options.now ?? (() => new Date()));
  const usual = { ...LIMITS, ...options.limits };
  const { monotonic = () => performance.now() } = options;

  return {
    async exchange(request) {
      const wrong = unsafeIn(request);
      if (wrong !== undefined)
        throw new ExchangeProblem(internalProblem(wrong), { sent: 'nothing' });
      const limits = { ...usual, ...request.limits };
      const ends = performance.now() + limits.totalMs;
      const lent = await takeConnection(connections, request, limits);
      // A connection that was waiting is lent at once, without a look at the signal.
      if (request.signal?.aborted === true && request.uninterruptible !== true) {
        lent.connection.release();
        throw new ExchangeProblem(cancelled(), { sent: 'nothing' });
      }
      const leftMs = Math.max(1, ends - performance.now());
      const exchange = { ...lent, request, limits, monotonic, leftMs };
      const state = await converse(exchange);
      lent.accepted();
      return unpacked(exchange, state);
    },
    probe: (route, report, signal) => connections.probe(route, report, usual.connectMs, signal),
    close: (origin) => {
      connections.close(origin);
    },
  };
}

async function takeConnection(
  connections: Connections,
  request: ExchangeRequest,
  limits: Limits,
): Promise<LentConnection> {
  try {
    const ms = Math.min(limits.connectMs, limits.totalMs);
    return await connections.acquire(request.route, ms, request.signal);
  } catch (error) {
    const problem =
      error instanceof Problem ? error : internalProblem('The connection failed.', error);
    const connectionFault = isConnectionFault(problem);
    throw new ExchangeProblem(problem, { sent: 'nothing', connectionFault });
  }
}

interface Exchange extends LentConnection {
  readonly request: ExchangeRequest;
  readonly limits: Limits;
  readonly monotonic: () => number;
  readonly leftMs: number;
}

/** What came so far. */
interface ResponseState {
  answer: IncomingMessage | undefined;
  readonly chunks: Buffer[];
  bytes: number;
  received: boolean;
  /** What came on the line of a write. */
  line: Line | undefined;
}

/** Writes the request and listens until the answer is whole. From the first line written, a failure is `maybe`. */
function converse(exchange: Exchange): Promise<ResponseState> {
  const { connection } = exchange;
  const state: ResponseState = {
    answer: undefined,
    chunks: [],
    bytes: 0,
    received: false,
    line: undefined,
  };
  const outgoing = httpsRequest(optionsOf(exchange));
  const over = listenTo(exchange, state, outgoing);
  outgoing.on('close', () => {
    const free = () => {
      if (state.answer?.complete === true && !connection.socket.destroyed)
        connection.release(keptMs(state.answer.headers['keep-alive']));
    };
    // A receiver may still be taking the last of it.
    over.then(free, () => undefined);
  });
  return over;
}

/** As long as the server keeps a silent connection, where it says so: `timeout=5, max=100` in seconds (RFC 2068, 19.7.1.1). */
function keptMs(header: string | string[] | undefined): number | undefined {
  const [, seconds] = /(?:^|[\s,])timeout=(\d{1,5})(?![\w.])/i.exec(String(header ?? '')) ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

function listenTo(
  exchange: Exchange,
  state: ResponseState,
  outgoing: ClientRequest,
): Promise<ResponseState> {
  const { connection, request } = exchange;
  return new Promise((resolve, reject) => {
    let notHttp: unknown;
    const finish = once((last?: unknown) => {
      const error = notHttp ?? last;
      timeouts.stop();
      state.line?.letGo();
      request.signal?.removeEventListener('abort', cancel);
      // Answered before all was sent: what is left of the body must not become the next request.
      if (error !== undefined || !outgoing.writableEnded) connection.socket.destroy();
      if (error === undefined) {
        resolve(state);
        return;
      }
      outgoing.destroy();
      reject(interrupted(exchange, state, error));
    });
    const cancel = () => {
      finish(cancelled());
    };
    const timeouts = startTimeouts(exchange.limits, exchange.leftMs, finish);
    // A read can be asked again; what a write brings comes once.
    if (request.method !== 'GET')
      outgoing.once('socket', (socket) => {
        state.line = keepLine(socket, exchange.limits, () => state.received);
      });
    outgoing.on('error', (error) => {
      if (notHttp !== undefined) return;
      if (codeOfParser(error) === undefined || state.line === undefined) {
        finish(error);
        return;
      }
      notHttp = error;
      state.line.whenQuiet(finish);
    });
    outgoing.on('information', countInformation(finish));
    outgoing.on('response', (incoming) => {
      listen(incoming, state, exchange, timeouts.beat, finish);
    });
    outgoing.on('close', () => {
      if (state.answer?.complete === true) return;
      finish(Object.assign(new Error('Cut off.'), { code: 'ECONNRESET' }));
    });
    if (request.uninterruptible !== true) {
      request.signal?.addEventListener('abort', cancel, { once: true });
    }
    say(outgoing, request, timeouts, finish);
  });
}

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
  timeouts: Timeouts,
  finish: (error: unknown) => void,
): void {
  if (body === undefined || Buffer.isBuffer(body)) {
    outgoing.end(body);
    return;
  }
  outgoing.flushHeaders();
  const beat = (bytes: number) => {
    timeouts.beat();
    sent?.(bytes);
  };
  pumpOut(outgoing, body, beat).then(timeouts.awaitAnswer, finish);
}

function optionsOf({ connection, request }: Exchange): RequestOptions {
  const { address, method, body } = request;
  const secrets = Object.entries(request.credentials ?? {}).map(
    ([name, secret]): [string, string] => [name, secret.expose()],
  );
  const none = method === 'GET' || method === 'DELETE' ? undefined : 0;
  const length = Buffer.isBuffer(body) ? body.length : (body?.bytes ?? none);
  return {
    createConnection: () => connection.socket,
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
  state: ResponseState,
  { limits, request, monotonic }: Exchange,
  beat: () => void,
  finish: (error?: unknown) => void,
): void {
  state.answer = incoming;
  beat();
  const status = incoming.statusCode ?? 0;
  const isGood = status >= 200 && status < 300;
  const receiver = isGood ? request.receive?.({ status, headers: headersOf(incoming) }) : undefined;
  if (receiver !== undefined) {
    state.received = true;
    const isSlow = paceOf(limits, monotonic);
    const write = async (chunk: Buffer) => {
      beat();
      if (isSlow(chunk.length)) throw tooSlow();
      state.bytes += chunk.length;
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
    state.bytes += chunk.length;
    if (state.bytes <= limits.compressedBytes) state.chunks.push(chunk);
    else finish(unexpected('The answer is too large.', incoming.statusCode ?? 0));
  });
  incoming.on('error', finish);
  incoming.on('end', () => {
    if (incoming.complete) finish();
  });
}

/** Turns an interruption into what to show and how far it came. */
function interrupted(exchange: Exchange, state: ResponseState, error: unknown): ExchangeProblem {
  const { request, newcomer } = exchange;
  const code = codeOfParser(error);
  const how: BrokenExchange = {
    sent: 'maybe',
    connectionFault: isConnectionFault(error),
    partial:
      asItCame(exchange, state, code) ??
      (state.answer && { ...responseOf(exchange, state), cut: true }),
    notHttp: code,
  };
  const mayBeRefusal = newcomer && state.answer === undefined;
  // TLS 1.3 has no word for it before the first answer: a server that does not take our certificate just closes (TLS-08).
  if (mayBeRefusal && how.connectionFault === true)
    return new ExchangeProblem(
      new Problem(certificateFailure('refused-by-server', 'closed without an answer')),
      how,
    );
  if (code !== undefined) {
    const status = state.answer?.statusCode ?? 0;
    return new ExchangeProblem(unexpected(`The answer is not valid HTTP (${code}).`, status), how);
  }
  const where = { host: request.address.hostname, identity: request.route.identity !== undefined };
  return new ExchangeProblem(new Problem(failureFrom(error, where)), how);
}

/** The parser's errors carry the bytes they stumbled over: they are replaced, and only their code is passed on. */
function codeOfParser(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' && /^HPE_[A-Z_]+$/.test(code) ? code : undefined;
}

/** An answer that is not valid HTTP, with all that came on the line, unless its head was read and says no. */
function asItCame(
  exchange: Exchange,
  state: ResponseState,
  code: string | undefined,
): ExchangeResponse | undefined {
  const raw = code === undefined ? undefined : state.line?.bytes();
  if (raw === undefined || raw.length === 0 || (state.answer?.statusCode ?? 0) >= 300)
    return undefined;
  // Interim answers come before the one that counts.
  const [, read] = /^HTTP\/\d(?:\.\d)?[ \t]+([2-5]\d\d)\b/im.exec(raw.toString('latin1')) ?? [];
  const status = state.answer?.statusCode ?? Number(read ?? 0);
  const facts = { headers: {}, cookies: [], cut: true, garbled: true };
  return {
    ...responseOf(exchange, state),
    ...facts,
    status,
    body: raw,
    raw,
    bytes: raw.length,
  };
}

function headersOf(answer: IncomingMessage | undefined): Record<string, string> {
  const headers = Object.entries(answer?.headers ?? {}).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')] as const,
  );
  return Object.fromEntries(headers);
}

function responseOf(
  { connection }: Exchange,
  { answer, chunks, bytes, received }: ResponseState,
): ExchangeResponse {
  const raw = Buffer.concat(chunks);
  return {
    status: answer?.statusCode ?? 0,
    reason: readReason(answer?.statusMessage),
    headers: headersOf(answer),
    cookies: answer?.headers['set-cookie'] ?? [],
    body: raw,
    raw,
    bytes,
    received,
    tls: { protocol: connection.protocol, reused: connection.reused },
  };
}

async function unpacked(exchange: Exchange, state: ResponseState): Promise<ExchangeResponse> {
  const response = responseOf(exchange, state);
  if (state.received) return response;
  try {
    const encoding = response.headers['content-encoding'];
    return {
      ...response,
      body: await unpack(response.raw, encoding, exchange.limits.inflatedBytes),
    };
  } catch (error) {
    const fault = error instanceof BadPacking ? error.fault : 'damaged';
    const problem = unexpected(`The answer cannot be unpacked: ${fault}.`, response.status);
    throw new ExchangeProblem(problem, { sent: 'maybe', partial: response });
  }
}

function unexpected(message: string, status: number): Problem {
  return unexpectedAnswer(message, { status });
}

/** Set by the transport alone, from `credentials`, after the origin check; the rest would change what is on the line. */
const CREDENTIAL_HEADER =
  /^(api-?key|authorization|proxy-authorization|cookie|x-.*-(authentication|token|key))$/i;
const LINE_HEADER =
  /^(host|connection|transfer-encoding|content-length|upgrade|expect|te|trailer|proxy-.*)$/i;

/** Why a request may not be sent, or undefined. */
function unsafeIn({ route, address, headers, credentials }: ExchangeRequest): string | undefined {
  const bad = Object.keys(headers).find((h) => CREDENTIAL_HEADER.test(h) || LINE_HEADER.test(h));
  if (bad !== undefined) return `The header ${bad} is set by the transport only.`;
  if (address.protocol !== 'https:' || address.origin !== route.origin)
    return 'The address is not on the origin of its connection.';
  if (route.identity !== undefined && route.identity.origin !== route.origin)
    return 'The certificate belongs to another origin.';
  if (address.username !== '' || address.password !== '' || !isAcceptableHost(address.hostname))
    return 'The address cannot be used.';
  const plain = Object.keys(credentials ?? {}).find((name) => !CREDENTIAL_HEADER.test(name));
  if (plain !== undefined) return `The header ${plain} carries no credential.`;
  const strayed = Object.entries(credentials ?? {}).find(([, one]) => !one.isFor(address.host));
  return strayed && `What the header ${strayed[0]} carries belongs to another place.`;
}

interface Timeouts {
  /** A byte has come or gone. */
  readonly beat: () => void;
  /** All has been said: the answer may take longer than a byte. */
  readonly awaitAnswer: () => void;
  readonly stop: () => void;
}

const MINUTE_MS = 60_000;
/** Longer than any silence that is waited for: one silence alone is not slow. */
const JUDGED_MINUTES = 3;

/** Told how much came; says whether it was too little in the last minutes. */
function paceOf({ minuteBytes }: Limits, monotonic: () => number): (came: number) => boolean {
  let since = monotonic();
  let bytes = 0;
  return (came) => {
    bytes += came;
    const minutes = (monotonic() - since) / MINUTE_MS;
    if (minutes < JUDGED_MINUTES) return false;
    const isSlow = bytes < minuteBytes * minutes;
    since += minutes * MINUTE_MS;
    bytes = 0;
    return isSlow;
  };
}

const tooSlow = () => Object.assign(new Error('What came was too slow.'), { code: OWN.timedOut });

/** Idle and total time. Total runs even when bytes keep dripping in (CAN-03). */
function startTimeouts(
  limits: Pick<Limits, 'idleMs' | 'answerMs'>,
  leftMs: number,
  finish: (error: Error) => void,
): Timeouts {
  const late = () => {
    finish(Object.assign(new Error('Timed out.'), { code: OWN.timedOut }));
  };
  const total = setTimeout(late, leftMs);
  let idle = setTimeout(late, limits.idleMs);
  let stopped = false;
  return {
    beat: () => idle.refresh(),
    /** A large form may be worked on for minutes after its last byte (platform.md, Forms and attachments). */
    awaitAnswer: () => {
      if (stopped) return;
      clearTimeout(idle);
      idle = setTimeout(late, limits.answerMs);
    },
    stop: () => {
      stopped = true;
      clearTimeout(total);
      clearTimeout(idle);
    },
  };
}

const MOST_INTERIM_ANSWERS = 20;

/** Interim answers without end are no answer. */
function countInformation(finish: (error: Error) => void): () => void {
  let count = 0;
  return () => {
    count += 1;
    if (count <= MOST_INTERIM_ANSWERS) return;
    const message = 'The server never came to its answer.';
    finish(unexpectedAnswer(message, { status: 0 }));
  };
}
