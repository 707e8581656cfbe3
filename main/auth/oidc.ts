// One authorization request with PKCE and the exchange of its code (OpenID Connect); the one door to oidc-client-ts.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { OidcClient, OidcMetadata, StateStore } from 'oidc-client-ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import type { Endpoints } from './provider-endpoints.ts';
import { unexpectedAnswer } from '../problems.ts';

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

/** Verifier, state and nonce are new for each attempt and live in memory only (AUT-02). */
export async function beginAttempt(needs: AttemptNeeds): Promise<Attempt> {
  const { endpoints, clientId, scopes, acrValues } = needs;
  const nonce = randomBytes(32).toString('base64url');
  // Loaded when somebody signs in.
  const { OidcClient } = await import('oidc-client-ts');
  const client = new OidcClient({
    authority: endpoints.issuer,
    metadata: metadataOf(endpoints),
    client_id: clientId,
    redirect_uri: needs.redirectAddress,
    response_type: 'code',
    // A nonce asks for an ID token, which comes with this scope alone (OpenID Connect Core 3.1.2.1).
    scope: [...new Set(['openid', ...scopes])].join(' '),
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

/**
 * The library keeps state and verifier and reads the answer. The request is ours, since the library can only use the global
 * fetch, which has neither our proxy nor the connection's CA nor our limits.
 */
async function redeem(
  client: OidcClient,
  answer: URL,
  { clientId, redirectAddress, post }: AttemptNeeds,
): Promise<ExchangeResponse> {
  const { code, verifier } = await codeIn(client, answer);
  // RFC 6749 4.1.3, RFC 7636 4.5
  return post(
    new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectAddress,
      code_verifier: verifier,
      client_id: clientId,
    }),
  );
}

/** Once: the state is gone afterwards. */
async function codeIn(
  client: OidcClient,
  answer: URL,
): Promise<{ readonly code: string; readonly verifier: string }> {
  const { response, state } = await client
    .readSigninResponseState(answer.href, true)
    .catch((error: unknown) => {
      throw unexpectedAnswer(
        'The answer belongs to no sign-in that waits.',
        { status: 0, field: 'state' },
        error,
      );
    });
  // A code beside an error is no code (RFC 6749 4.1.2.1).
  if (response.error !== null || response.code === null || state.code_verifier === undefined)
    throw unexpectedAnswer('There was no code.', { status: 0, field: 'code' });
  return { code: response.code, verifier: state.code_verifier };
}

/** With these the library loads nothing itself: we find and check the endpoints (AUT-07). */
function metadataOf({ issuer, authorize, token, keys }: Endpoints): Partial<OidcMetadata> {
  return {
    issuer,
    authorization_endpoint: authorize.href,
    token_endpoint: token.href,
    jwks_uri: keys.href,
  };
}

function memoryStore(): StateStore {
  const states = new Map<string, string>();
  return {
    set: (key, value) => Promise.resolve(void states.set(key, value)),
    get: (key) => Promise.resolve(states.get(key) ?? null),
    remove: (key) => {
      const found = states.get(key) ?? null;
      states.delete(key);
      return Promise.resolve(found);
    },
    getAllKeys: () => Promise.resolve([...states.keys()]),
  };
}

function sameText(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
