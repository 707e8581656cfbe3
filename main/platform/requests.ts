// The requests of one connection and their retries: least credentials, fresh tokens, tries as the retry table says.
import { randomUUID } from 'node:crypto';
import type { SignIn } from '../../preload/contract/connections.ts';
import type { Method } from '../../preload/contract/endpoints.ts';
import type { Failure } from '../../preload/result.ts';
import type { AuthHeaders, Authenticator, AuthRejection } from '../auth/sign-ins.ts';
import { pause } from '../cancel.ts';
import { addressOf, encoded, type Query, shownTo, withQuery } from '../http/addresses.ts';
import { readAnswer, refusalOf } from '../http/answers.ts';
import { acceptFor } from '../http/media-types.ts';
import {
  type CallKind,
  type Outcome,
  type Proof,
  readRetryAfter,
  triesFor,
  waitBefore,
  whenOf,
} from '../http/retries.ts';
import {
  ExchangeProblem,
  type ExchangeRequest,
  type ExchangeResponse,
  type Limits,
  type Route,
} from '../http/exchange.ts';
import { failureOf } from '../problem.ts';
import { outcomeUnknown } from '../problems.ts';
import { Secret } from '../secret.ts';
import type { Log } from '../diagnostics/log.ts';
import type { ReadLongXml } from '../http/long-xml.ts';
import type { Transport } from '../http/transport.ts';
import type { SavedConnection } from '../storage/connection-store.ts';

export interface ApiCall {
  /** Path below the base address beginning with `api/`, parts already encoded, only documented entry points. */
  readonly path: string;
  readonly query?: Query | undefined;
  /** The connection's `language` goes along wherever it is defined (platform.md, Language), unless a person has chosen none. */
  readonly language?: false | undefined;
  /** Relations are needed: asks for the HAL form of the connection's media type, which alone has them. */
  readonly links?: boolean | undefined;
  /** Another media type than the connection's, exactly this one: a person chose it for this call. */
  readonly accept?: SavedConnection['mediaType'] | undefined;
  /** A plain value, written as JSON. */
  readonly body?: unknown;
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

export type AcquireCall = (signal?: AbortSignal) => Promise<(answer?: ExchangeResponse) => void>;

/** What one harmless organisation call came to. */
export interface Verdict {
  readonly status: number;
  readonly reason: string;
  /** TLS version of the connection. */
  readonly protocol: string;
  /** Null when the answer is the list that was asked for. */
  readonly failure: Failure | null;
}

/** All that a client needs to reach its platform. */
export interface RequestContext {
  readonly connection: SavedConnection;
  /** With our certificate, for calls that carry its flag. */
  readonly known: Route;
  /** Without, for all others: its sockets never carry our name (TLS-06). */
  readonly unknown: Route;
  readonly apiKey: Secret | undefined;
  /** Undefined where nothing of us is ever shown: open endpoints. */
  readonly authenticator: Authenticator | undefined;
  /** Nothing is repeated, whatever the table says. */
  readonly once?: boolean;
  readonly acquire?: AcquireCall;
}

export interface RequestNeeds {
  readonly transport: Transport;
  readonly log: Pick<Log, 'warn'>;
  readonly readLongXml: ReadLongXml;
  /** Told which call a shown reference belongs to. */
  readonly requestLog?: { refer(call: string, reference: string, failure: Failure): void };
  readonly now?: () => Date;
  /** For tests: no waiting between tries, no chance in them. */
  readonly wait?: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly random?: () => number;
}

/** Where an exchange goes and how; one call may take several. */
export interface PlatformRequest {
  readonly method: Method;
  readonly address: URL;
  readonly accept: string;
  readonly body?: ExchangeRequest['body'];
  readonly contentType?: string | undefined;
  readonly sent?: ExchangeRequest['sent'];
  readonly receive?: ExchangeRequest['receive'];
  readonly limits?: Partial<Limits> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly oneTimeSecret?: boolean;
  /** Whether bytes have already gone to where they are wanted: then nothing is repeated. */
  readonly started?: () => boolean;
  /** Whether a part of the body that was announced has certainly not left: then a refusal is one, as nobody has the whole. */
  readonly unfinished?: () => boolean;
  /** How long what proves who we are must still hold when it is sent. */
  readonly leastMs?: number;
  /** Shared by all tries of one call, so that what is shown can be found in the request log. */
  readonly call: string;
}

export const newCall = () => randomUUID();

const FLAG = 'ForceEIAuthentication';
/** Far below what any server waits before it ends a connection. */
const WARM_MS = 2000;
const NOTHING: AuthHeaders = { headers: {}, certificate: false };
/** An answer with a secret is waited for to the last (OTS-13). */
const PATIENT: Partial<Limits> = { totalMs: 120_000, idleMs: 120_000 };

export type Requests = ReturnType<typeof createRequests>;

/** Single requests and their repetition, for clients and for the connection test. */
export function createRequests(context: RequestContext, needs: RequestNeeds) {
  /** When an answer last showed that the server takes our certificate. */
  let taken = -Infinity;
  const once = async (
    exchange: PlatformRequest,
    authHeaders: AuthHeaders,
    highestTls?: HighestTls,
  ) => {
    const request = requestFor(context, exchange, authHeaders, highestTls);
    const answer = await withLimit(context, exchange, () => needs.transport.exchange(request));
    context.authenticator?.receiveCookies(context.connection, authHeaders, answer.cookies);
    if (authHeaders.certificate && answer.status < 300) taken = performance.now();
    return answer;
  };

  const askOnce = async (signal?: AbortSignal, highestTls?: HighestTls) => {
    const exchange = harmless(context, signal);
    return once(exchange, await authHeadersFor(context, exchange), highestTls);
  };

  const run = (kind: CallKind, exchange: PlatformRequest) =>
    repeat(kind, exchange, { context, needs, once, askOnce, isTaken: () => taken > -Infinity });

  /** For the connection test: one call, judged but not thrown. */
  const examine = async (signal: AbortSignal, highestTls?: HighestTls): Promise<Verdict> => {
    const answer = await askOnce(signal, highestTls);
    const { status, reason, tls } = answer;
    return { status, reason, protocol: tls.protocol, failure: failureIn(answer) };
  };
  const present = (signal?: AbortSignal) => authHeadersFor(context, harmless(context, signal));
  return {
    examine,
    run,
    harmless: (signal?: AbortSignal) => harmless(context, signal),
    present,
    /** Whether the server took our certificate so lately that the connection is still open. */
    isWarm: () => performance.now() - taken < WARM_MS,
  };
}

/** Runs the exchange when `acquire` lets it begin; at once where there is none. */
async function withLimit(
  { acquire }: RequestContext,
  { signal }: PlatformRequest,
  exchange: () => Promise<ExchangeResponse>,
): Promise<ExchangeResponse> {
  if (acquire === undefined) return exchange();
  const over = await acquire(signal);
  let answer: ExchangeResponse | undefined;
  try {
    return (answer = await exchange());
  } finally {
    over(answer);
  }
}

interface Repeating {
  readonly context: RequestContext;
  readonly needs: RequestNeeds;
  readonly once: (exchange: PlatformRequest, authHeaders: AuthHeaders) => Promise<ExchangeResponse>;
  readonly askOnce: (signal?: AbortSignal) => Promise<ExchangeResponse>;
  /** Whether the server has shown this client that it takes our certificate. */
  readonly isTaken: () => boolean;
}

/** Repeats as retries.ts allows. The last answer, or the last ExchangeProblem. */
async function repeat(
  kind: CallKind,
  given: PlatformRequest,
  tools: Repeating,
): Promise<ExchangeResponse> {
  const { context, needs, once } = tools;
  const { now = () => new Date() } = needs;
  let exchange = given;
  for (let tried = 1; ; tried++) {
    const authHeaders = await authHeadersFor(context, exchange);
    const wasTaken = tools.isTaken();
    const got = await resultOf(once(exchange, authHeaders));
    const outcome = outcomeOf(got, now(), context.connection.signIn);
    const proof = proofOf(authHeaders);
    const isFirst = tried === 1 && !wasTaken && 'answer' in got && !got.answer.tls.reused;
    if (kind === 'write' && isNotKnown(outcome, proof) && exchange.unfinished?.() !== true)
      await refuseToGuess(exchange, tools, {
        authHeaders,
        isFirst: isFirst && proof === 'certificate',
      });
    const isOver =
      context.once === true || exchange.signal?.aborted === true || exchange.started?.() === true;
    if (isOver || tried >= triesFor(kind, outcome, proof)) {
      // A write that met a page is not repeated; what it showed must not be shown for ever.
      const isOut = tried === 1 && whenOf(outcome, proof) === 'signed-out';
      if (isOut) context.authenticator?.discard(context.connection, authHeaders);
      return unwrapped(got);
    }
    const next = await prepareAgain(exchange, tools, { kind, tried, authHeaders, outcome, proof });
    if (next === undefined) return unwrapped(got);
    exchange = next;
  }
}

const isNotKnown = (outcome: Outcome, proof: Proof) => {
  const when = whenOf(outcome, proof);
  return when === 'certificate-not-seen' || when === 'token-not-taken';
};

/**
 * Problem outcome-unknown when a 401 to a write may come from behind the operation: from something that did it and answered so
 * (ATK-23). It does not when the same credential is refused for a harmless call too, or when this was the first call with our
 * certificate on its connection, which can give 401 though all is right (platform.md, Signing in).
 */
async function refuseToGuess(
  { signal }: PlatformRequest,
  { context, once }: Repeating,
  { authHeaders, isFirst }: { readonly authHeaders: AuthHeaders; readonly isFirst: boolean },
): Promise<void> {
  const got = await resultOf(once(harmless(context, signal), authHeaders));
  if (isFirst) return;
  const { signIn } = context.connection;
  const refusal = 'answer' in got && got.answer.status === 401 ? refusalOf(got.answer) : undefined;
  const isAtTheDoor =
    refusal !== undefined && !(refusal.kind === 'refused' && isHopeless(refusal.cause, signIn));
  if (!isAtTheDoor)
    throw outcomeUnknown('The platform answered 401, but takes what we sign in with.');
}

interface Tried {
  readonly kind: CallKind;
  readonly tried: number;
  readonly authHeaders: AuthHeaders;
  readonly outcome: Outcome;
  readonly proof: Proof;
}

/** What must happen before the next try, and the exchange to try; undefined when there is no use in it. */
async function prepareAgain(
  exchange: PlatformRequest,
  { context, needs, askOnce }: Repeating,
  { kind, tried, authHeaders, outcome, proof }: Tried,
): Promise<PlatformRequest | undefined> {
  const { wait = pause, random = Math.random } = needs;
  const when = whenOf(outcome, proof);
  switch (when) {
    case 'certificate-not-seen':
      // Whatever becomes of the warm-up, the call itself is tried; before a write it has just been asked.
      if (kind === 'read') await resultOf(askOnce(exchange.signal));
      return exchange;
    case 'token-not-taken':
    case 'signed-out':
      return (await renewed(context, authHeaders, when, exchange.signal)) ? exchange : undefined;
    case 'not-acceptable':
      if (!exchange.accept.includes('xml')) return undefined;
      return { ...exchange, accept: exchange.accept.replace('xml', 'json') };
    default:
      await wait(waitBefore(tried, outcome, random), exchange.signal);
      return exchange;
  }
}

type HighestTls = RequestContext['known']['highestTls'];

/** The call that a sign-in may make, and that changes nothing: one user, one party, or the service owner's own organisation. */
function harmless(context: RequestContext, signal: AbortSignal | undefined): PlatformRequest {
  const { path, query } = harmlessCall(context.connection);
  const address = addressOf(context.connection.baseAddress, { path, query });
  const accept = acceptFor(context.connection.mediaType, false);
  return { method: 'GET', address, accept, signal, call: newCall() };
}

function harmlessCall({
  signIn,
  organisationNumber,
}: SavedConnection): Pick<ApiCall, 'path' | 'query'> {
  switch (signIn.way) {
    case 'certificate':
    case 'pasted-token':
      return ENTERPRISE_USERS;
    case 'machine-token':
      return signIn.scopes.some((one) => /:(enterpriseusers|enduser)/.test(one))
        ? ENTERPRISE_USERS
        : { path: encoded`api/serviceowner/organizations/${organisationNumber}` };
    case 'person':
    case 'password':
    case 'enterprise-user':
    case 'enterprise-user-token':
      return { path: 'api/reportees', query: { $top: '1' } };
    case 'none':
      return { path: 'api/metadata/roledefinitions' };
  }
}

const ENTERPRISE_USERS = { path: 'api/enterpriseusers', query: { $top: '1' } } as const;

function shownAt({ connection, authenticator }: RequestContext, address: URL) {
  if (authenticator === undefined) return 'nothing';
  const base = new URL(connection.baseAddress).pathname.replace(/\/+$/, '');
  return shownTo(address.pathname.slice(base.length + 1));
}

async function authHeadersFor(
  context: RequestContext,
  { address, signal, leastMs }: PlatformRequest,
): Promise<AuthHeaders> {
  const { connection, authenticator } = context;
  if (authenticator === undefined || shownAt(context, address) !== 'all') return NOTHING;
  return authenticator.authHeaders(connection, signal, leastMs);
}

async function renewed(
  { connection, authenticator }: RequestContext,
  stale: AuthHeaders,
  because: AuthRejection,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return (await authenticator?.renew(connection, stale, because, signal)) !== undefined;
}

function proofOf({ certificate, headers }: AuthHeaders): Proof {
  if (certificate) return 'certificate';
  return Object.keys(headers).length > 0 ? 'token' : 'none';
}

function requestFor(
  context: RequestContext,
  exchange: PlatformRequest,
  authHeaders: AuthHeaders,
  highestTls = context.connection.highestTls,
): ExchangeRequest {
  const { method, address, body, signal, oneTimeSecret, limits, sent, receive } = exchange;
  const shown = shownAt(context, address);
  const route = authHeaders.certificate ? context.known : context.unknown;
  const key = shown === 'nothing' ? undefined : context.apiKey;
  return {
    route: { ...route, highestTls },
    method,
    body,
    signal,
    sent,
    receive,
    address: authHeaders.certificate ? withQuery(address, { flags: [FLAG] }) : address,
    headers: headersOf(exchange),
    credentials: { ...(key !== undefined && { ApiKey: key }), ...authHeaders.headers },
    limits: oneTimeSecret === true ? PATIENT : limits,
    uninterruptible: oneTimeSecret,
    trace: { call: exchange.call, connection: context.connection.id },
  };
}

function headersOf({ accept, contentType, oneTimeSecret, receive }: PlatformRequest) {
  return {
    Accept: accept,
    ...(contentType !== undefined && { 'Content-Type': contentType }),
    // A cut answer shows what it holds only when it is not packed; a file is saved as it is.
    ...((oneTimeSecret === true || receive !== undefined) && { 'Accept-Encoding': 'identity' }),
  };
}

/** Secrets in a body are written out here, at the last moment. */
export function revealed(body: unknown): unknown {
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

type RefusedCause = Extract<Failure, { kind: 'refused' }>['cause'];
type ExchangeResult = { readonly answer: ExchangeResponse } | { readonly error: unknown };

const resultOf = (exchange: Promise<ExchangeResponse>): Promise<ExchangeResult> =>
  exchange.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );

function unwrapped(got: ExchangeResult): ExchangeResponse {
  if ('answer' in got) return got.answer;
  throw got.error instanceof Error ? got.error : new Error('The exchange failed.');
}

/** A missing scope is missing the second time too (platform.md, Scopes), and no token of a person is one of an organisation. */
function isHopeless(cause: RefusedCause, { way }: SignIn): boolean {
  if (cause === 'missing-scope') return true;
  const isPerson = way === 'person' || way === 'password' || way === 'enterprise-user';
  return isPerson && cause === 'organisation-not-authenticated';
}

function outcomeOf(got: ExchangeResult, now: Date, signIn: SignIn): Outcome {
  if ('error' in got) {
    const fault = got.error instanceof ExchangeProblem && got.error.broken.connectionFault === true;
    return fault ? { kind: 'connection-fault' } : { kind: 'done' };
  }
  const { status, headers, received } = got.answer;
  if (received) return { kind: 'done' };
  const refusal = refusalOf(got.answer, now);
  if (status === 401 && refusal?.kind === 'refused' && isHopeless(refusal.cause, signIn))
    return { kind: 'done' };
  const signedOut = refusal?.kind === 'sign-in-needed';
  const retryAfterSeconds = readRetryAfter(headers['retry-after'], now);
  return { kind: 'status', status, retryAfterSeconds, signedOut };
}
