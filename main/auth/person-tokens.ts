// The person behind a token: what an identity provider's ID token says once it is verified, and how the provider is asked.
import type { SignIn } from '../../preload/contract/connections.ts';
import type { ExchangeResponse } from '../http/exchange.ts';
import type { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import { type Claims, verifyIdToken } from './jwt.ts';
import type { HeldToken } from './machine-token.ts';
import type { Attempt } from './oidc.ts';
import { type Endpoints, endpointsOf } from './provider-endpoints.ts';
import type { KeptRefresh, RefreshTokenStore } from './refresh-token-store.ts';
import type { Clock } from './session.ts';
import {
  askProvider,
  plain,
  type ProviderReach,
  readObject,
  type TokenAnswer,
  unexpected,
} from './token-endpoint.ts';

export interface PersonNeeds extends ProviderReach, Clock {
  readonly refreshTokens: RefreshTokenStore;
  readonly openExternal: (address: URL) => Promise<void>;
}

export type PersonSignIn = Extract<SignIn, { way: 'person' }>;

/** Who a token stands for, as an ID token said it. */
export type Person = Omit<KeptRefresh, 'token'>;

export interface PersonToken extends HeldToken, Person {
  readonly accessToken: Secret;
}

/** Tokens as they came, nothing kept yet. */
export interface Fresh {
  readonly tokens: TokenAnswer;
  readonly person: Person;
}

/** What all steps of one connection's person share. */
export interface Context {
  readonly connection: () => SavedConnection;
  readonly signIn: PersonSignIn;
  readonly needs: PersonNeeds;
}

export const NO_STATUS = { status: 0 };

export const findEndpoints = (context: Context, signal?: AbortSignal) =>
  endpointsOf(context.signIn.provider, (address) => ask(context, address, { signal }));

export const ask = (
  { needs, connection }: Context,
  address: URL,
  { form, signal }: { readonly form?: URLSearchParams; readonly signal?: AbortSignal | undefined },
): Promise<ExchangeResponse> =>
  askProvider(needs, { connection: connection(), address, form, signal });

/** The claims of a verified ID token; nobody where none was asked for. */
export async function verifiedPerson(
  context: Context,
  endpoints: Endpoints,
  tokens: TokenAnswer,
  attempt: Pick<Attempt, 'nonce'> | undefined,
  signal: AbortSignal | undefined,
): Promise<Person> {
  const { signIn, needs } = context;
  const scopes = tokens.scopes ?? signIn.scopes;
  if (tokens.idToken === undefined) {
    if (attempt !== undefined && signIn.scopes.includes('openid'))
      throw unexpected('The identity provider gave no ID token.', NO_STATUS, 'id_token');
    return { subject: null, who: null, securityLevel: null, scopes };
  }
  const keys = readObject(await ask(context, endpoints.keys, { signal }));
  const expected = { keys, issuer: endpoints.issuer, audience: signIn.clientId, now: needs.now() };
  try {
    const claims = await verifyIdToken(tokens.idToken, { ...expected, nonce: attempt?.nonce });
    return { ...personIn(claims), scopes };
  } catch (error) {
    throw unexpected('The ID token is not one to be trusted.', NO_STATUS, 'id_token', error);
  }
}

function personIn(claims: Claims): Omit<Person, 'scopes'> {
  const text = (name: string) => {
    const found = claims[name];
    return typeof found === 'string' && found.trim() !== '' ? plain(found) : undefined;
  };
  const subject = text('sub') ?? null;
  const name = text('name') ?? text('preferred_username') ?? subject;
  return {
    subject,
    who: name === null ? null : { kind: 'person', name },
    securityLevel: levelOf(text('acr')),
  };
}

/** `Level3` is 3; other names of levels say no number. */
function levelOf(acr: string | undefined): number | null {
  const digits = /^level-?(\d)$/i.exec(acr ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}
