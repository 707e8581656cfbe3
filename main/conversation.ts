// How a call becomes exchanges: least credentials, tries as the table says, and what a cut or bad answer means.
import type { Failure } from '../preload/result.ts';
import type { ApiCall, ApiNeeds, LinkingConversation, Method, Reach, Verdict } from './api.ts';
import { addressOf, shownTo } from './http/addresses.ts';
import { checkContentType, readAnswer, refusalOf, wordsOf } from './http/answers.ts';
import { decideLink } from './http/links.ts';
import { newReference } from './http/reference.ts';
import {
  type CallKind,
  type Outcome,
  readRetryAfter,
  triesFor,
  waitBefore,
  waitFor,
} from './http/retries.ts';
import {
  ExchangeProblem,
  type ExchangeRequest,
  type ExchangeResponse,
  type Limits,
} from './http/transport.ts';
import { failureOf, Problem } from './problem.ts';
import { Secret } from './secret.ts';

type Needs = Pick<ApiNeeds, 'transport' | 'log' | 'now' | 'wait' | 'random'>;

/** Where an exchange goes and how; one call may take several. */
interface Exchange {
  readonly method: Method;
  readonly address: URL;
  readonly organisation: boolean;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly oneTimeSecret?: boolean;
}

/** The harmless call that makes the server see the certificate: one user, of a list every key for them may read. */
const WARM_UP = { path: 'api/enterpriseusers', query: { $top: '1' } };
const FLAG = 'ForceEIAuthentication';
/** An answer with a secret is waited for to the last (OTS-13). */
const PATIENT: Partial<Limits> = { totalMs: 120_000, idleMs: 120_000 };
/** 408 and 5xx do not say that nothing was done. */
const mayHaveActed = (status: number) => status === 408 || status >= 500 || status < 200;

/** Single exchanges and their repetition, for conversations and for the connection test. */
export function createReading(reach: Reach, needs: Needs) {
  const { transport } = needs;
  const now = needs.now ?? (() => new Date());
  const wait = needs.wait ?? waitFor;
  const random = needs.random ?? Math.random;

  const once = (exchange: Exchange, highestTls?: Reach['known']['highestTls']) =>
    transport.exchange(requestFor(reach, exchange, highestTls));

  const askOnce = (signal?: AbortSignal, highestTls?: Reach['known']['highestTls']) =>
    once(
      { method: 'GET', address: entry(reach, WARM_UP, true), organisation: true, signal },
      highestTls,
    );

  /** Repeats as retries.ts allows. The last answer, or the last ExchangeProblem. */
  const run = async (kind: CallKind, exchange: Exchange): Promise<ExchangeResponse> => {
    for (let tried = 1; ; tried++) {
      const got = await settled(once(exchange));
      const outcome = outcomeOf(got, now());
      const again = tried < triesFor(kind, outcome, exchange.organisation);
      if (!again || exchange.signal?.aborted === true) return unsettled(got);
      // 401 says that nothing was done; whatever becomes of the warm-up, the call itself is tried.
      if (outcome.kind === 'status' && outcome.status === 401)
        await settled(askOnce(exchange.signal));
      else await wait(waitBefore(tried, outcome, random), exchange.signal);
    }
  };
  /** For the connection test: one call, judged but not thrown. */
  const examine = async (
    signal: AbortSignal,
    highestTls?: Reach['known']['highestTls'],
  ): Promise<Verdict> => {
    const answer = await askOnce(signal, highestTls);
    const { status, reason, tls } = answer;
    return { status, reason, protocol: tls.protocol, failure: failureIn(answer) };
  };
  return { askOnce, examine, run };
}

export function createConversation(reach: Reach, needs: Needs): LinkingConversation {
  const reading = createReading(reach, needs);
  const writing = createWriting(reach, needs, reading);
  const { run } = reading;
  return {
    ...writing,
    read: (call) =>
      noted(needs, reach, call.path, async () =>
        readAnswer(await run('read', exchangeFor(reach, 'GET', call)), false),
      ),
    follow: (href, call) =>
      noted(needs, reach, 'link', async () => {
        const address = linked(reach, href);
        return readAnswer(await run('read', { ...call, method: 'GET', address }), false);
      }),
    warmUp: (signal) =>
      noted(needs, reach, WARM_UP.path, async () => {
        const address = entry(reach, WARM_UP, true);
        const answer = await run('read', { method: 'GET', address, organisation: true, signal });
        // A refusal is for the call itself to meet; a sick platform is not sent a write (nothing is lost by waiting).
        const isSick = answer.status === 429 || answer.status >= 500;
        const refusal = isSick ? refusalOf(answer) : undefined;
        if (refusal !== undefined) throw new Problem(refusal);
      }),
  };
}

function createWriting(
  reach: Reach,
  needs: Needs,
  { run }: ReturnType<typeof createReading>,
): Pick<LinkingConversation, 'send' | 'sendRaw'> {
  const now = needs.now ?? (() => new Date());

  /** Sends once; what was cut off after sending is unknown, unless the answer had already refused it. */
  const write = (exchange: Exchange) =>
    run('write', exchange).catch((error: unknown) => {
      throw afterSending(error, now());
    });

  return {
    send: (method, call) =>
      noted(needs, reach, call.path, async () => {
        const answer = await write(exchangeFor(reach, method, call));
        refuseBad(answer, now());
        return readAnswer(answer, true);
      }),
    sendRaw: (method, call, arrived) =>
      noted(needs, reach, call.path, async () => {
        const exchange = { ...exchangeFor(reach, method, call), oneTimeSecret: true };
        const answer = await write(exchange).catch(async (error: unknown) => {
          await handOverPart(error, arrived);
          throw error;
        });
        await arrived(answer);
        refuseBad(answer, now());
        if (answer.body.length > 0) checkContentType(answer);
        return answer;
      }),
  };
}

function exchangeFor(reach: Reach, method: Method, call: ApiCall): Exchange {
  const address = entry(reach, withLanguage(reach, call), call.organisation);
  return { ...call, method, address };
}

function entry(
  reach: Reach,
  { path, query }: Pick<ApiCall, 'path' | 'query'>,
  organisation: boolean,
): URL {
  const shown = shownTo(path, organisation);
  const flags = shown === 'api-key-and-certificate' ? [FLAG] : [];
  return addressOf(reach.connection.baseAddress, { path, query, flags });
}

function withLanguage({ connection }: Reach, call: ApiCall): Pick<ApiCall, 'path' | 'query'> {
  if (call.language !== true) return call;
  return { path: call.path, query: { ...call.query, language: String(connection.language) } };
}

/** A link of an answer as an address on our origin, or Problem: nothing foreign is ever asked (LNK-01, LNK-02). */
function linked({ connection }: Reach, href: string): URL {
  const decision = decideLink(href, new URL(connection.baseAddress), connection.formerHosts);
  if (decision.use) return decision.address;
  throw new Problem({
    kind: 'unexpected-answer',
    message: `The platform linked to an address that is not its own: ${decision.because}.`,
    status: 200,
    reference: newReference(),
    field: '_links',
  });
}

function requestFor(
  reach: Reach,
  exchange: Exchange,
  highestTls = reach.connection.highestTls,
): ExchangeRequest {
  const { method, address, organisation, body, signal, oneTimeSecret } = exchange;
  const base = new URL(reach.connection.baseAddress).pathname.replace(/\/+$/, '');
  const shown = shownTo(address.pathname.slice(base.length + 1), organisation);
  const route = shown === 'api-key-and-certificate' ? reach.known : reach.unknown;
  return {
    route: { ...route, highestTls },
    method,
    address,
    headers: headersOf(reach, exchange),
    credentials: shown === 'nothing' ? undefined : { ApiKey: reach.apiKey },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(revealed(body))),
    signal,
    limits: oneTimeSecret === true ? PATIENT : undefined,
    uninterruptible: oneTimeSecret,
  };
}

function headersOf({ connection }: Reach, { body, oneTimeSecret }: Exchange) {
  return {
    Accept: connection.mediaType,
    ...(body !== undefined && { 'Content-Type': 'application/hal+json; charset=utf-8' }),
    // A cut answer shows what it holds only when it is not packed.
    ...(oneTimeSecret === true && { 'Accept-Encoding': 'identity' }),
  };
}

/** Secrets in a body are written out here, at the last moment. */
function revealed(body: unknown): unknown {
  if (body instanceof Secret) return body.expose();
  if (Array.isArray(body)) return body.map(revealed);
  if (typeof body !== 'object' || body === null) return body;
  return Object.fromEntries(Object.entries(body).map(([key, value]) => [key, revealed(value)]));
}

function failureIn(answer: ExchangeResponse): Failure | null {
  try {
    readAnswer(answer, false);
    return null;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return failure;
  }
}

type Settled = { readonly answer: ExchangeResponse } | { readonly error: unknown };

const settled = (exchange: Promise<ExchangeResponse>): Promise<Settled> =>
  exchange.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );

function unsettled(got: Settled): ExchangeResponse {
  if ('answer' in got) return got.answer;
  throw got.error instanceof Error ? got.error : new Error('The exchange failed.');
}

function outcomeOf(got: Settled, now: Date): Outcome {
  if ('error' in got) {
    const fault = got.error instanceof ExchangeProblem && got.error.broken.connectionFault === true;
    return fault ? { kind: 'connection-fault' } : { kind: 'done' };
  }
  const { status, headers } = got.answer;
  // A missing scope is missing the second time too (wire.md).
  const hopeless = status === 401 && /\bscope\b/i.test(wordsOf(got.answer).reason);
  if (status < 400 || hopeless) return { kind: 'done' };
  return {
    kind: 'status',
    status,
    retryAfterSeconds: readRetryAfter(headers['retry-after'], now),
  };
}

/** What a broken write means: nothing sent, refused before it broke, answered but unreadable, or unknown. */
function afterSending(error: unknown, now: Date): unknown {
  if (!(error instanceof ExchangeProblem) || error.broken.sent === 'nothing') return error;
  const { partial } = error.broken;
  if (partial !== undefined && partial.status >= 300 && !mayHaveActed(partial.status)) {
    const refusal = refusalOf(partial, now);
    if (refusal !== undefined) return new Problem(refusal);
  }
  const isWhole = partial !== undefined && partial.cut !== true && partial.status < 300;
  return isWhole ? error : outcomeUnknown('Its answer was lost.', error);
}

async function handOverPart(
  error: unknown,
  arrived: (answer: ExchangeResponse) => Promise<void>,
): Promise<void> {
  const broken = error instanceof ExchangeProblem ? error : (error as Problem | undefined)?.cause;
  const partial = broken instanceof ExchangeProblem ? broken.broken.partial : undefined;
  if (partial === undefined || partial.raw.length === 0) return;
  if (partial.status >= 200 && partial.status < 300) await arrived(partial);
}

/** Throws what a whole answer to a write says, when it says no. A failure of the server does not say that nothing was done. */
function refuseBad(answer: ExchangeResponse, now: Date): void {
  const refusal = refusalOf(answer, now);
  if (refusal === undefined) return;
  if (!mayHaveActed(answer.status)) throw new Problem(refusal);
  throw outcomeUnknown(`The platform answered ${answer.status} ${answer.reason}.`.trim());
}

function outcomeUnknown(because: string, cause?: unknown): Problem {
  return new Problem(
    {
      kind: 'outcome-unknown',
      message: `The call was sent and may have been done. ${because}`,
      reference: newReference(),
    },
    cause,
  );
}

/** Logs a failure that carries a reference, so that what the person sees can be found again. */
async function noted<T>(
  { log }: Needs,
  { connection }: Reach,
  route: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.failure.kind !== 'cancelled') {
      const { failure } = error;
      log.warn('api-failure', {
        kind: failure.kind,
        connection: connection.id,
        route,
        reference: 'reference' in failure ? failure.reference : undefined,
        status: 'status' in failure ? failure.status : undefined,
      });
    }
    throw error;
  }
}
