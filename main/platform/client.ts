// The platform client of one connection: reads, links, writes sent once, files as streams.
import { fileNameIn } from '../http/file-name.ts';
import {
  type ApiCall,
  createRequests,
  type LinkCall,
  newCall,
  type PlatformRequest,
  type RequestContext,
  type RequestNeeds,
  type Requests,
  revealed,
} from './requests.ts';
import { type Endpoint, endpointFor, type Method } from '../../preload/contract/endpoints.ts';
import { withMissingPermissions } from './missing-permissions.ts';
import { addressOf, withQuery } from '../http/addresses.ts';
import {
  checkContentType,
  readAnswer,
  readAnswerInSlices,
  refusalOf,
  wordsOf,
} from '../http/answers.ts';
import { decideLink } from '../http/links.ts';
import { acceptFor, contentTypeOf, writeBody } from '../http/media-types.ts';
import type { Sink, UploadSource } from '../http/streams.ts';
import {
  ExchangeProblem,
  type ExchangeResponse,
  type Limits,
  maySucceed,
  type ResponseHead,
} from '../http/exchange.ts';
import { Problem } from '../problem.ts';
import { outcomeUnknown, unexpectedAnswer } from '../problems.ts';

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

export interface UploadCall extends Omit<ApiCall, 'body'> {
  readonly type?: 'application/zip';
}

export interface DownloadOptions {
  readonly signal?: AbortSignal;
  readonly report?: ByteReport;
  /** The link said that a page comes: it is taken as a file, not as the word that nobody is signed in. */
  readonly page?: boolean;
}

/** What can be read without, or with, being signed in. */
export interface ReadClient {
  /** GET; retried as retries.ts says. Problem on every bad answer (platform.md, Errors). */
  load(call: ApiCall): Promise<Answered>;
  /** The value of `load`; Problem unexpected-answer when there is none. */
  read(call: ApiCall): Promise<unknown>;
  /** GET of a link of an answer: rebased or refused as links.ts decides; Problem unexpected-answer when refused (LNK-01). */
  follow(href: string, call?: LinkCall): Promise<Answered>;
  /**
   * GET into a sink, in constant memory; the sink is committed when all has come and abandoned when not. Asks for any
   * type. Problem sign-in-needed for a page, file{...} from the sink.
   */
  download(from: LinkOrPath, sink: Sink, options?: DownloadOptions): Promise<Downloaded>;
}

export interface PlatformClient extends ReadClient {
  /** Sends exactly once (RTY-01). */
  send(method: Exclude<Method, 'GET'>, call: ApiCall): Promise<Answered>;
  /** The same to a link of an answer. */
  sendTo(
    method: Exclude<Method, 'GET'>,
    href: string,
    call?: Pick<ApiCall, 'body' | 'signal'>,
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
   * POSTs a file as `application/octet-stream`, or as `type`, exactly once, in constant memory (platform.md, Forms and attachments). The
   * source is closed in any case. A cut after the first byte is outcome-unknown.
   */
  upload(call: UploadCall, source: UploadSource, report?: ByteReport): Promise<Answered>;
  /**
   * So that the server knows us before a write: one harmless GET with a certificate, unless something was read just before;
   * a fresh token otherwise.
   */
  warmUp(signal?: AbortSignal): Promise<void>;
}

/** Between two bytes, and in all: a file may take hours, but never stand still (platform.md, Forms and attachments). */
const STREAMING: Partial<Limits> = { idleMs: 120_000, totalMs: 24 * 3_600_000 };

/** What proves who we are must outlive an upload: it cannot be renewed while the body is on its way (UPL-06). */
const UPLOAD_TOKEN_MS = 10 * 60_000;

export function createReadClient(
  context: RequestContext,
  needs: RequestNeeds,
  requests = createRequests(context, needs),
): ReadClient {
  const load = (call: ApiCall) =>
    noted(needs, context, { method: 'GET', route: call.path }, async (id) => {
      const exchange = requestTo(context, 'GET', call, id);
      return answered(needs, requests, exchange, call);
    });
  return {
    load,
    read: async (call) => {
      const { value } = await load(call);
      if (value === undefined) throw emptyAnswer();
      return value;
    },
    follow: (href, call = {}) =>
      noted(needs, context, { method: 'GET', route: 'link' }, async (id) => {
        const exchange = linkRequest(context, 'GET', href, call, id);
        return answered(needs, requests, exchange, call);
      }),
    download: (from, sink, options = {}) =>
      noted(needs, context, { method: 'GET', route: 'path' in from ? from.path : 'link' }, (id) =>
        downloadInto(context, requests, { from, sink, id, ...options }),
      ),
  };
}

export function createPlatformClient(context: RequestContext, needs: RequestNeeds): PlatformClient {
  const requests = createRequests(context, needs);
  const write = createWriter(requests, needs);
  const noteWrite = <T>(method: Method, route: string, work: (id: string) => Promise<T>) =>
    noted(needs, context, { method, route }, work);
  const warmUp = createWarmUp(context, needs, requests);
  return {
    ...createReadClient(context, needs, requests),
    send: (method, call) =>
      noteWrite(method, call.path, (id) =>
        sent(needs, write, requestTo(context, method, call, id)),
      ),
    sendTo: (method, href, call = {}) =>
      noteWrite(method, 'link', (id) =>
        sent(needs, write, {
          ...linkRequest(context, method, href, call, id),
          ...bodyOf(context, call),
        }),
      ),
    sendRaw: (method, call, arrived) =>
      noteWrite(method, call.path, async (id) => {
        // An answer with a secret is a JSON array at every platform (platform.md, Enterprise users): one reader must know it.
        const accept = acceptFor('application/hal+json', false);
        const exchange = { ...requestTo(context, method, call, id), accept, oneTimeSecret: true };
        const answer = await write(exchange, arrived);
        if (answer.body.length > 0) checkContentType(answer);
        return answer;
      }),
    async upload(call, source, report) {
      try {
        return await noteWrite('POST', call.path, async (id) => {
          // A late certificate cannot be asked for over a body that is already on its way (platform.md, Signing in).
          await warmUp(call.signal);
          const sentBytes = (bytes: number) => report?.({ bytes, total: source.bytes });
          // Counted as it is read: what has not been read has not left, whatever the socket still holds.
          let left = source.bytes;
          const read = async (into: Buffer) => {
            const got = await source.read(into);
            left -= got;
            return got;
          };
          return sent(needs, write, {
            ...requestTo(context, 'POST', call, id),
            body: { ...source, read },
            contentType: call.type ?? 'application/octet-stream',
            sent: sentBytes,
            limits: STREAMING,
            // Half a file read is not read again by itself.
            started: () => true,
            unfinished: () => left > 0,
            leastMs: UPLOAD_TOKEN_MS,
          });
        });
      } finally {
        await source.close();
      }
    },
    warmUp,
  };
}

function createWarmUp(
  context: RequestContext,
  needs: RequestNeeds,
  { present, run, harmless, isWarm }: Requests,
) {
  return async (signal?: AbortSignal): Promise<void> => {
    // What was read just before has done the same.
    if (isWarm()) return;
    await noted(needs, context, { method: 'GET', route: 'warm-up' }, async () => {
      const { certificate } = await present(signal);
      if (!certificate) return;
      const answer = await run('read', harmless(signal));
      // A refusal is for the call itself to meet; a sick platform is not sent a write (nothing is lost by waiting).
      const isSick = answer.status === 429 || answer.status >= 500;
      const refusal = isSick ? refusalOf(answer) : undefined;
      if (refusal !== undefined) throw new Problem(refusal);
    });
  };
}

async function answered(
  needs: RequestNeeds,
  { run }: Requests,
  exchange: PlatformRequest,
  call: LinkCall,
): Promise<Answered> {
  const started = performance.now();
  const limited = call.large === true ? { ...exchange, limits: LARGE } : exchange;
  return toAnswered(needs, await run('read', limited), started, call);
}

async function sent(
  needs: RequestNeeds,
  write: ReturnType<typeof createWriter>,
  exchange: PlatformRequest,
): Promise<Answered> {
  const started = performance.now();
  return toAnswered(needs, await write(exchange), started, {});
}

/** All services of the platform come as one list (platform.md, Lists). */
const LARGE: Partial<Limits> = {
  compressedBytes: 32 * 1024 * 1024,
  inflatedBytes: 128 * 1024 * 1024,
  totalMs: 300_000,
};

/** Reads a whole answer. Throws what it refuses with. */
async function toAnswered(
  { readLongXml }: RequestNeeds,
  answer: ExchangeResponse,
  started: number,
  { large = false, raw = false, signal }: LinkCall,
): Promise<Answered> {
  const { status, reason, headers, body } = answer;
  const rest = {
    status,
    reason,
    headers,
    body,
    location: headers['location'],
    type: contentTypeOf(headers).type,
    ms: Math.round(performance.now() - started),
  };
  if (!raw) {
    const options = { large, signal, readLongXml };
    return { ...rest, value: await readAnswerInSlices(answer, true, options) };
  }
  const refusal = refusalOf(answer);
  if (refusal !== undefined) throw new Problem(refusal);
  const value = once(() => valueIfAny(answer, large));
  return {
    ...rest,
    // Who wants the body as it came seldom wants it read too, and reading a schema takes longer than fetching it.
    get value() {
      return value();
    },
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** The value of a body that is one of the four media types and can be read. */
function valueIfAny(answer: ExchangeResponse, large: boolean): unknown {
  try {
    return readAnswer(answer, true, { large });
  } catch {
    return undefined;
  }
}

interface Download {
  readonly from: LinkOrPath;
  readonly sink: Sink;
  readonly id: string;
  readonly signal?: AbortSignal;
  readonly report?: (step: { bytes: number; total: number | null }) => void;
  readonly page?: boolean;
}

/** A page instead of the file is collected and refused; so is everything that is no success. */
async function downloadInto(
  context: RequestContext,
  { run }: Requests,
  { from, sink, id, signal, report, page = false }: Download,
): Promise<Downloaded> {
  let bytes = 0;
  const receive = (head: ResponseHead) => {
    const total = Number(head.headers['content-length'] ?? NaN);
    if (!isFile(head, page)) return undefined;
    return async (chunk: Buffer) => {
      await sink.write(chunk);
      bytes += chunk.length;
      report?.({ bytes, total: Number.isSafeInteger(total) ? total : null });
    };
  };
  try {
    const base =
      'href' in from
        ? linkRequest(context, 'GET', from.href, {}, id)
        : requestTo(context, 'GET', from, id);
    const streaming = { receive, signal, limits: STREAMING, started: () => bytes > 0 };
    const answer = await run('read', { ...base, accept: '*/*', ...streaming });
    if (!answer.received) throw notAFile(answer);
    await sink.commit();
    return {
      bytes,
      type: contentTypeOf(answer.headers).type,
      fileName: fileNameIn(answer.headers['content-disposition'] ?? ''),
    };
  } catch (error) {
    await sink.abandon();
    throw error;
  }
}

/** A page for a browser says that nobody is signed in, unless it is offered as a file. */
function isFile({ headers }: ResponseHead, page: boolean): boolean {
  if (/gzip|deflate|br|zstd/i.test(headers['content-encoding'] ?? '')) return false;
  const isPage = /^text\/html\b|^application\/xhtml/i.test(headers['content-type'] ?? '');
  return !isPage || page || /^\s*attachment\b/i.test(headers['content-disposition'] ?? '');
}

function notAFile(answer: ExchangeResponse): Problem {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) return new Problem(refusal);
  return unexpected(
    'The answer is not a file that can be saved.',
    answer.status,
    'content-encoding',
  );
}

function requestTo(
  context: RequestContext,
  method: Method,
  call: ApiCall,
  id: string,
): PlatformRequest {
  const { baseAddress } = context.connection;
  const query = queryOf(context, endpointFor(method, call.path), call);
  const address = addressOf(baseAddress, { path: call.path, query });
  return {
    method,
    address,
    call: id,
    signal: call.signal,
    accept: acceptOf(context, call),
    ...bodyOf(context, call),
  };
}

function linkRequest(
  context: RequestContext,
  method: Method,
  href: string,
  call: LinkCall,
  id: string,
): PlatformRequest {
  const address = linked(context, href);
  const base = new URL(context.connection.baseAddress).pathname.replace(/\/+$/, '');
  const endpoint = endpointFor(method, address.pathname.slice(base.length));
  return {
    method,
    call: id,
    signal: call.signal,
    address: withQuery(address, { query: queryOf(context, endpoint, call) }),
    accept: acceptOf(context, call),
  };
}

function acceptOf(
  { connection }: RequestContext,
  { links, raw, accept: chosen }: LinkCall,
): string {
  if (chosen !== undefined) return raw === true ? `${chosen}, */*;q=0.5` : chosen;
  const accept = acceptFor(connection.mediaType, links === true);
  if (raw !== true) return accept;
  return links === true ? `${accept}, */*;q=0.5` : 'application/xml, text/xml, */*;q=0.5';
}

function bodyOf({ connection }: RequestContext, { body }: Pick<ApiCall, 'body'>) {
  if (body === undefined) return {};
  const { bytes, contentType } = writeBody(revealed(body), connection.mediaType);
  return { body: bytes, contentType };
}

function queryOf(
  { connection }: RequestContext,
  endpoint: Endpoint | undefined,
  { query, language }: Pick<ApiCall, 'query' | 'language'>,
) {
  if (language === false || endpoint?.query.includes('language') !== true) return query;
  return { language: String(connection.language), ...query };
}

/** A link of an answer as an address on our origin, or Problem: nothing foreign is ever asked (LNK-01, LNK-02). */
function linked({ connection }: RequestContext, href: string): URL {
  const decision = decideLink(href, new URL(connection.baseAddress), connection.formerHosts);
  if (decision.use) return decision.address;
  const message = `The platform linked to an address that is not its own: ${decision.because}.`;
  if (decision.host === undefined) throw unexpected(message, 200, '_links');
  throw unexpectedAnswer(message, { status: 200, field: '_links', foreignHost: decision.host });
}

function unexpected(message: string, status: number, field: string): Problem {
  return unexpectedAnswer(message, { status, field });
}

const emptyAnswer = () => unexpected('The answer is empty.', 200, 'body');

/** Logs a failure that carries a reference, so that what the person sees can be found again, and says what a 403 needs. */
async function noted<T>(
  { log, requestLog }: RequestNeeds,
  { connection, authenticator }: RequestContext,
  { method, route }: { readonly method: Method; readonly route: string },
  work: (call: string) => Promise<T>,
): Promise<T> {
  const call = newCall();
  try {
    return await work(call);
  } catch (error) {
    if (!(error instanceof Problem) || error.failure.kind === 'cancelled') throw error;
    const { failure } = error;
    const reference = 'reference' in failure ? failure.reference : undefined;
    if (reference !== undefined) requestLog?.refer(call, reference, failure);
    const { kind } = failure;
    const status = 'status' in failure ? failure.status : undefined;
    log.warn('api-failure', { kind, connection: connection.id, route, reference, status });
    const granted = authenticator?.grantedScopes?.(connection) ?? undefined;
    throw withMissingPermissions(error, {
      method,
      path: route,
      signIn: connection.signIn,
      granted,
    });
  }
}

/** 408 and 5xx do not say that nothing was done. */
const mayHaveActed = (status: number) => status === 408 || status >= 500 || status < 200;

type Arrived = (answer: ExchangeResponse) => Promise<void>;

/** Sends once; what was cut off after sending is unknown, unless the answer had already refused it. */
function createWriter({ run }: Requests, needs: RequestNeeds) {
  const now = needs.now ?? (() => new Date());
  /** `arrived` is given the bytes of a good answer, also of one that was cut, before anything looks at them. */
  return async (exchange: PlatformRequest, arrived?: Arrived): Promise<ExchangeResponse> => {
    const answer = await run('write', exchange).catch(async (error: unknown) => {
      const meaning = afterSending(error, exchange, now());
      if (arrived) await handOverPart(meaning, arrived);
      throw meaning;
    });
    await arrived?.(answer);
    refuseBad(answer, now());
    return answer;
  };
}

/** What a broken write means: nothing sent, refused before it broke, answered but unreadable, or unknown. */
function afterSending(error: unknown, { started }: PlatformRequest, now: Date): unknown {
  if (!(error instanceof ExchangeProblem) || error.broken.sent === 'nothing') return error;
  // The file broke off before the promised length: what came of it cannot be taken for the whole.
  if (error.failure.kind === 'file') return new Problem(error.failure, error);
  const { partial } = error.broken;
  // A 401 whose rest is missing is not asked about again; half an upload is nothing that could have been done (ATK-23).
  const isUnclear = partial?.status === 401 && started === undefined;
  if (
    partial !== undefined &&
    partial.garbled !== true &&
    partial.status >= 300 &&
    !mayHaveActed(partial.status) &&
    !isUnclear
  ) {
    const refusal = refusalOf(partial, now);
    if (refusal !== undefined) return new Problem(refusal);
  }
  const isWhole = partial !== undefined && partial.cut !== true && partial.status < 300;
  if (isWhole) return error;
  const { notHttp } = error.broken;
  const because = notHttp === undefined ? 'was lost' : `is not valid HTTP (${notHttp})`;
  return outcomeUnknown(`Its answer ${because}.`, error);
}

async function handOverPart(error: unknown, arrived: Arrived): Promise<void> {
  const broken = error instanceof ExchangeProblem ? error : (error as Problem | undefined)?.cause;
  const partial = broken instanceof ExchangeProblem ? broken.broken.partial : undefined;
  if (partial === undefined || partial.raw.length === 0) return;
  if (maySucceed(partial)) await arrived(partial);
}

/** Throws what a whole answer to a write says, when it says no. A failure of the server does not say that nothing was done. */
function refuseBad(answer: ExchangeResponse, now = new Date()): void {
  const refusal = refusalOf(answer, now);
  if (refusal === undefined) return;
  if (!mayHaveActed(answer.status)) throw new Problem(refusal);
  throw outcomeUnknown(`The platform answered ${answer.status} ${wordsOf(answer).reason}.`.trim());
}
