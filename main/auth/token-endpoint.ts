// Requests to identity providers over our transport: forms out, JSON in, refusals with the provider's own words.
import type { Failure } from '../../preload/result.ts';
import { wordsOf } from '../http/answers.ts';
import type { ServerTimes } from './server-times.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { readRetryAfter } from '../http/retries.ts';
import type { Transport } from '../http/transport.ts';
import type { ExchangeResponse, Limits, Route } from '../http/exchange.ts';
import { Problem } from '../problem.ts';
import { unexpectedAnswer } from '../problems.ts';
import { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';

/** How a provider is reached: without API key and client certificate, over the connection's proxy and extra CA (AUT-07). */
export interface ProviderConnection {
  readonly transport: Pick<Transport, 'exchange'>;
  readonly routeTo: (connection: SavedConnection, address: URL) => Promise<Route>;
  readonly serverTimes: ServerTimes;
}

/** A provider's answers are short, and a person waits for the token. */
const LIMITS: Partial<Limits> = {
  idleMs: 20_000,
  totalMs: 30_000,
  compressedBytes: 256 * 1024,
  inflatedBytes: 1024 * 1024,
};
const LONGEST_WORDS = 500;

export interface ProviderRequest {
  readonly connection: SavedConnection;
  readonly address: URL;
  readonly form?: URLSearchParams | undefined;
  /** What is shown to the provider beside the form. */
  readonly credentials?: Readonly<Record<string, Secret>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** One exchange, never repeated. ExchangeProblem when no answer came. The time that the answer tells is taken. */
export async function requestFromProvider(
  { transport, routeTo, serverTimes }: ProviderConnection,
  { connection, address, form, credentials, signal }: ProviderRequest,
): Promise<ExchangeResponse> {
  const answer = await transport.exchange({
    route: await routeTo(connection, address),
    method: form === undefined ? 'GET' : 'POST',
    address,
    headers: {
      Accept: 'application/json',
      ...(form !== undefined && { 'Content-Type': 'application/x-www-form-urlencoded' }),
    },
    ...(form !== undefined && { body: Buffer.from(form.toString()) }),
    ...(credentials !== undefined && { credentials }),
    limits: LIMITS,
    signal,
  });
  serverTimes.hear(address, answer);
  return answer;
}

export interface TokenAnswer {
  readonly accessToken: Secret;
  /** The token's life; undefined when the provider does not say. */
  readonly seconds: number | undefined;
  /** Granted scopes; undefined means those that were asked for (RFC 6749 5.1). */
  readonly scopes: readonly string[] | undefined;
  readonly refreshToken: Secret | undefined;
  readonly idToken: string | undefined;
}

/** Problem refused{...} with the provider's words, busy, or unexpected-answer, which holds nothing of a token. */
export function readTokens(answer: ExchangeResponse): TokenAnswer {
  const { status } = answer;
  const value = readObject(answer);
  const text = (name: string) => {
    const found = value[name];
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const accessToken = text('access_token');
  if (accessToken === undefined || !/^[\x21-\x7e]+$/.test(accessToken))
    throw unexpectedAnswer('The provider answered without a token.', {
      status,
      field: 'access_token',
    });
  if ((text('token_type') ?? 'bearer').toLowerCase() !== 'bearer')
    throw unexpectedAnswer('The provider gave a token that is no bearer token.', {
      status,
      field: 'token_type',
    });
  const refreshToken = text('refresh_token');
  return {
    accessToken: new Secret(accessToken),
    seconds: secondsOf(value['expires_in']),
    scopes: text('scope')?.split(' ').filter(Boolean),
    refreshToken: refreshToken === undefined ? undefined : new Secret(refreshToken),
    idToken: text('id_token'),
  };
}

/** The JSON object of a good answer; otherwise the Problems of `readTokens`. */
export function readObject(answer: ExchangeResponse): Readonly<Record<string, unknown>> {
  const refusal = refusalOf(answer);
  if (refusal !== undefined) throw new Problem(refusal);
  const value = objectIn(answer);
  if (value === undefined)
    throw unexpectedAnswer('The provider did not answer in JSON.', { status: answer.status });
  return value;
}

/** A provider's refusal, `{error, error_description}` (RFC 6749 5.2); undefined when it did not refuse. */
export function refusalOf(answer: ExchangeResponse, now = new Date()): Failure | undefined {
  const { status, headers } = answer;
  if (status >= 200 && status < 300) return undefined;
  const reference = newErrorId();
  const reason = reasonOf(answer);
  if (status === 429 || status === 503) {
    const retryAfterSeconds = readRetryAfter(headers['retry-after'], now) ?? 30;
    const message = 'The provider has too much to do.';
    return { kind: 'busy', message, retryAfterSeconds, status, reason };
  }
  if (status < 400 || status >= 500) {
    const message = `The provider failed with ${status}.`;
    return { kind: 'unexpected-answer', message, status, reference, reason };
  }
  const cause = errorOf(answer) === 'invalid_scope' ? 'missing-scope' : 'other';
  const message = 'The provider gave no token.';
  return { kind: 'refused', message, status, reason, reference, cause };
}

/** `error` of RFC 6749, such as `invalid_grant`. */
export function errorOf(answer: ExchangeResponse): string | undefined {
  const error = objectIn(answer)?.['error'];
  return typeof error === 'string' ? error : undefined;
}

function reasonOf(answer: ExchangeResponse): string {
  const error = errorOf(answer);
  if (error === undefined) return wordsOf(answer).reason;
  const description = objectIn(answer)?.['error_description'];
  const all = typeof description === 'string' ? `${error}: ${description}` : error;
  return plain(all);
}

/** Words of a server, to be shown: without control characters and of limited length. */
export const plain = (words: string) =>
  words
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_WORDS);

function objectIn({ body }: ExchangeResponse): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A number, or one written as text (platform.md, Values). */
function secondsOf(value: unknown): number | undefined {
  const seconds = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof seconds === 'number' && seconds > 0 && seconds < 1e9 ? seconds : undefined;
}
