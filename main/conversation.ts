// What one connection says to the platform and hears: reads, links, writes sent once, files as streams.
import type {
  Answered,
  ApiCall,
  Conversation,
  Downloaded,
  LinkCall,
  LinkOrPath,
  Method,
  Reading,
} from './api.ts';
import {
  createExchanges,
  type Exchange,
  type ExchangeNeeds,
  type Exchanges,
  newCall,
  type Reach,
  revealed,
} from './exchanges.ts';
import { explained } from './explained.ts';
import { addressOf, withQuery } from './http/addresses.ts';
import { checkContentType, readAnswer, refusalOf } from './http/answers.ts';
import { decideLink } from './http/links.ts';
import { acceptFor, contentTypeOf, writeBody } from './http/media-types.ts';
import { newReference } from './http/reference.ts';
import type { Sink } from './http/streams.ts';
import type { ExchangeResponse, Limits, ResponseHead } from './http/transport.ts';
import { Problem } from './problem.ts';
import { createWriter } from './sending.ts';

/** Between two bytes, and in all: a file may take hours, but never stand still (wire.md, Messages). */
const STREAMING: Partial<Limits> = { idleMs: 120_000, totalMs: 24 * 3_600_000 };

export function createReading(reach: Reach, needs: ExchangeNeeds): Reading {
  const exchanges = createExchanges(reach, needs);
  const ask = (call: ApiCall) =>
    noted(needs, reach, { method: 'GET', route: call.path }, async (id) => {
      const exchange = exchangeFor(reach, 'GET', call, id);
      return answered(exchanges, exchange, call);
    });
  return {
    ask,
    read: async (call) => {
      const { value } = await ask(call);
      if (value === undefined) throw emptyAnswer();
      return value;
    },
    follow: (href, call = {}) =>
      noted(needs, reach, { method: 'GET', route: 'link' }, async (id) => {
        const exchange = linkExchange(reach, 'GET', href, call, id);
        return answered(exchanges, exchange, call);
      }),
    download: (from, sink, options = {}) =>
      noted(needs, reach, { method: 'GET', route: 'path' in from ? from.path : 'link' }, (id) =>
        downloadInto(reach, exchanges, { from, sink, id, ...options }),
      ),
  };
}

export function createConversation(reach: Reach, needs: ExchangeNeeds): Conversation {
  const exchanges = createExchanges(reach, needs);
  const write = createWriter(exchanges, needs);
  const noteWrite = <T>(method: Method, route: string, work: (id: string) => Promise<T>) =>
    noted(needs, reach, { method, route }, work);
  const warmUp = createWarmUp(reach, needs, exchanges);
  return {
    ...createReading(reach, needs),
    send: (method, call) =>
      noteWrite(method, call.path, (id) => sent(write, exchangeFor(reach, method, call, id))),
    sendTo: (method, href, call = {}) =>
      noteWrite(method, 'link', (id) =>
        sent(write, { ...linkExchange(reach, method, href, call, id), ...bodyOf(reach, call) }),
      ),
    sendRaw: (method, call, arrived) =>
      noteWrite(method, call.path, async (id) => {
        // An answer with a secret is a JSON array at every platform (api.md, Enterprise user): one reader must know it.
        const accept = acceptFor('application/hal+json', false);
        const exchange = { ...exchangeFor(reach, method, call, id), accept, oneTimeSecret: true };
        const answer = await write(exchange, arrived);
        if (answer.body.length > 0) checkContentType(answer);
        return answer;
      }),
    async upload(call, source, report) {
      try {
        return await noteWrite('POST', call.path, async (id) => {
          // A late certificate cannot be asked for over a body that is already on its way (stack.md 6).
          await warmUp(call.signal);
          const sentBytes = (bytes: number) => report?.({ bytes, total: source.bytes });
          return sent(write, {
            ...exchangeFor(reach, 'POST', call, id),
            ...{ body: source, contentType: 'application/octet-stream', sent: sentBytes },
            limits: STREAMING,
            // Half a file read is not read again by itself.
            started: () => true,
          });
        });
      } finally {
        await source.close();
      }
    },
    warmUp,
  };
}

function createWarmUp(reach: Reach, needs: ExchangeNeeds, { present, run, harmless }: Exchanges) {
  return (signal?: AbortSignal) =>
    noted(needs, reach, { method: 'GET', route: 'warm-up' }, async () => {
      const { certificate } = await present(signal);
      if (!certificate) return;
      const answer = await run('read', harmless(signal));
      // A refusal is for the call itself to meet; a sick platform is not sent a write (nothing is lost by waiting).
      const isSick = answer.status === 429 || answer.status >= 500;
      const refusal = isSick ? refusalOf(answer) : undefined;
      if (refusal !== undefined) throw new Problem(refusal);
    });
}

async function answered({ run }: Exchanges, exchange: Exchange, call: LinkCall): Promise<Answered> {
  const started = performance.now();
  const limited = call.large === true ? { ...exchange, limits: LARGE } : exchange;
  return toAnswered(await run('read', limited), started, call);
}

async function sent(write: ReturnType<typeof createWriter>, exchange: Exchange): Promise<Answered> {
  const started = performance.now();
  return toAnswered(await write(exchange), started, {});
}

/** All services of the platform come as one list (wire.md, Lists). */
const LARGE: Partial<Limits> = {
  compressedBytes: 32 * 1024 * 1024,
  inflatedBytes: 128 * 1024 * 1024,
  totalMs: 300_000,
};

/** Reads a whole answer. Throws what it refuses with. */
function toAnswered(
  answer: ExchangeResponse,
  started: number,
  { large = false, raw = false }: LinkCall,
): Answered {
  const { status, reason, headers, body } = answer;
  const rest = {
    ...{ status, reason, headers, body },
    location: headers['location'],
    type: contentTypeOf(headers).type,
    ms: Math.round(performance.now() - started),
  };
  if (!raw) return { ...rest, value: readAnswer(answer, true, { large }) };
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
  reach: Reach,
  { run }: Exchanges,
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
        ? linkExchange(reach, 'GET', from.href, {}, id)
        : exchangeFor(reach, 'GET', from, id);
    const streaming = { receive, signal, limits: STREAMING, started: () => bytes > 0 };
    const answer = await run('read', { ...base, accept: '*/*', ...streaming });
    if (!answer.received) throw notAFile(answer);
    await sink.commit();
    return { bytes, type: contentTypeOf(answer.headers).type, fileName: fileNameIn(answer) };
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

/** `filename*` (RFC 6266) before `filename`. */
function fileNameIn({ headers }: ExchangeResponse): string | undefined {
  const given = headers['content-disposition'] ?? '';
  const extended = /filename\*\s*=\s*(?:utf-8|iso-8859-1)'[^']*'([^;]+)/i.exec(given)?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      return extended.trim();
    }
  }
  const plain = /filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;]+))/i.exec(given);
  return plain?.[1]?.replaceAll(/\\(.)/g, '$1') ?? plain?.[2]?.trim();
}

function exchangeFor(reach: Reach, method: Method, call: ApiCall, id: string): Exchange {
  const { baseAddress } = reach.connection;
  const address = addressOf(baseAddress, { path: call.path, query: queryOf(reach, call) });
  return {
    ...{ method, address, call: id, signal: call.signal },
    accept: acceptOf(reach, call),
    ...bodyOf(reach, call),
  };
}

function linkExchange(
  reach: Reach,
  method: Method,
  href: string,
  call: LinkCall,
  id: string,
): Exchange {
  return {
    ...{ method, call: id, signal: call.signal },
    address: withQuery(linked(reach, href), { query: queryOf(reach, call) }),
    accept: acceptOf(reach, call),
  };
}

function acceptOf({ connection }: Reach, { links, raw, accept: chosen }: LinkCall): string {
  if (chosen !== undefined) return raw === true ? `${chosen}, */*;q=0.5` : chosen;
  const accept = acceptFor(connection.mediaType, links === true);
  if (raw !== true) return accept;
  return links === true ? `${accept}, */*;q=0.5` : 'application/xml, text/xml, */*;q=0.5';
}

function bodyOf({ connection }: Reach, { body, bodyName }: Pick<ApiCall, 'body' | 'bodyName'>) {
  if (body === undefined) return {};
  const { bytes, contentType } = writeBody(
    revealed(body),
    connection.mediaType,
    bodyName ?? 'resource',
  );
  return { body: bytes, contentType };
}

function queryOf({ connection }: Reach, call: Pick<ApiCall, 'query' | 'language'>) {
  if (call.language !== true) return call.query;
  return { ...call.query, language: String(connection.language) };
}

/** A link of an answer as an address on our origin, or Problem: nothing foreign is ever asked (LNK-01, LNK-02). */
function linked({ connection }: Reach, href: string): URL {
  const decision = decideLink(href, new URL(connection.baseAddress), connection.formerHosts);
  if (decision.use) return decision.address;
  throw unexpected(
    `The platform linked to an address that is not its own: ${decision.because}.`,
    200,
    '_links',
  );
}

function unexpected(message: string, status: number, field: string): Problem {
  return new Problem({
    ...{ kind: 'unexpected-answer', message, status, field },
    reference: newReference(),
  });
}

const emptyAnswer = () => unexpected('The answer is empty.', 200, 'body');

/** Logs a failure that carries a reference, so that what the person sees can be found again, and says what a 403 needs. */
async function noted<T>(
  { log, traffic }: ExchangeNeeds,
  { connection, presenting }: Reach,
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
    if (reference !== undefined) traffic?.refer(call, reference, failure);
    const { kind } = failure;
    const status = 'status' in failure ? failure.status : undefined;
    log.warn('api-failure', { kind, connection: connection.id, route, reference, status });
    const granted = presenting?.granted?.(connection) ?? undefined;
    throw explained(error, { method, path: route, signIn: connection.signIn, granted });
  }
}
