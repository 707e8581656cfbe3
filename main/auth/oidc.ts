// One authorization request with PKCE and the redeeming of its code (OpenID Connect); the one door to oidc-client-ts.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { OidcClient, type OidcMetadata, type StateStore } from 'oidc-client-ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import { Problem } from '../problem.ts';
import type { Endpoints } from './provider-endpoints.ts';
import { unexpected } from './token-endpoint.ts';

export interface AttemptNeeds {
  readonly endpoints: Endpoints;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly acrValues?: string | undefined;
  readonly redirectAddress: string;
  /** Posts a form to the token endpoint. */
  readonly post: (form: URLSearchParams) => Promise<ExchangeResponse>;
}

export interface Attempt {
  /** What the system browser opens. */
  readonly address: URL;
  readonly nonce: string;
  /** Whether an answer belongs to this attempt; compared in constant time. */
  isAnswer(address: URL): boolean;
  /** Once: the code of an answer for tokens, as the provider answered. Problem of `post`, or unexpected-answer. */
  redeem(answer: URL): Promise<ExchangeResponse>;
}

/**
 * oidc-client-ts speaks through the global fetch only, which knows neither our proxy nor the connection's CA nor our limits.
 * So while it redeems a code, and only there, fetch is our transport; everywhere else in this process it refuses, since
 * nothing of ours may use another way out than the transport.
 */
interface Redeeming {
  readonly token: string;
  readonly post: AttemptNeeds['post'];
  answer: ExchangeResponse | undefined;
  error: unknown;
}

const redeeming = new AsyncLocalStorage<Redeeming>();

async function guardedFetch(input: unknown, init: RequestInit = {}): Promise<Response> {
  const inside = redeeming.getStore();
  const isToken = inside !== undefined && String(input) === inside.token && init.method === 'POST';
  if (!isToken || !(init.body instanceof URLSearchParams))
    throw new TypeError('Only a sign-in that redeems its code may use fetch.');
  try {
    inside.answer = await inside.post(init.body);
  } catch (error) {
    inside.error = error;
    throw error;
  }
  const { status, headers, body } = inside.answer;
  const type = headers['content-type'];
  return new Response(body.length === 0 ? null : body.toString('utf8'), {
    status: status >= 200 && status < 600 ? status : 500,
    headers: type === undefined ? {} : { 'Content-Type': type },
  });
}

function installFetch(): void {
  if (globalThis.fetch !== guardedFetch) globalThis.fetch = guardedFetch;
}

/** Verifier, state and nonce are new for each attempt and live in memory only (AUT-02). */
export async function beginAttempt(needs: AttemptNeeds): Promise<Attempt> {
  installFetch();
  const { endpoints, clientId, scopes, acrValues } = needs;
  const nonce = randomBytes(32).toString('base64url');
  const client = new OidcClient({
    authority: endpoints.issuer,
    metadata: metadataOf(endpoints),
    client_id: clientId,
    redirect_uri: needs.redirectAddress,
    response_type: 'code',
    scope: scopes.join(' '),
    ...(acrValues !== undefined && acrValues !== '' && { acr_values: acrValues }),
    stateStore: memoryStore(),
    loadUserInfo: false,
  });
  const request = await client.createSigninRequest({ nonce });
  return {
    address: new URL(request.url),
    nonce,
    isAnswer: (answer) => sameText(answer.searchParams.get('state') ?? '', request.state.id),
    redeem: (answer) => redeem(client, answer, needs),
  };
}

async function redeem(
  client: OidcClient,
  answer: URL,
  { endpoints, post }: AttemptNeeds,
): Promise<ExchangeResponse> {
  const inside: Redeeming = {
    ...{ token: endpoints.token.href, post },
    ...{ answer: undefined, error: undefined },
  };
  try {
    await redeeming.run(inside, () => client.processSigninResponse(answer.href));
  } catch (error) {
    if (inside.error instanceof Problem) throw inside.error;
    const { answer: said } = inside;
    // A refusal is read by the caller; the library's own words may quote the answer.
    if (said !== undefined && (said.status < 200 || said.status >= 300)) return said;
    throw unexpected(
      'The identity provider answered what cannot be used.',
      said ?? NO_ANSWER,
      'token',
      error,
    );
  }
  if (inside.answer === undefined) throw unexpected('There was no code.', NO_ANSWER, 'code');
  return inside.answer;
}

const NO_ANSWER = { status: 0 };

/** Without more than these the library has nothing to look up: endpoints are ours to find and to check (AUT-07). */
function metadataOf({ issuer, authorize, token, keys }: Endpoints): Partial<OidcMetadata> {
  return {
    issuer,
    authorization_endpoint: authorize.href,
    token_endpoint: token.href,
    jwks_uri: keys.href,
  };
}

function memoryStore(): StateStore {
  const kept = new Map<string, string>();
  return {
    set: (key, value) => Promise.resolve(void kept.set(key, value)),
    get: (key) => Promise.resolve(kept.get(key) ?? null),
    remove: (key) => {
      const found = kept.get(key) ?? null;
      kept.delete(key);
      return Promise.resolve(found);
    },
    getAllKeys: () => Promise.resolve([...kept.keys()]),
  };
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
