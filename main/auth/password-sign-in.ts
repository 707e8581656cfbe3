// Name and password for a cookie, of a person or an enterprise user with a certificate (platform.md, Signing in).
import type { SignIn } from '../../preload/contract/connections.ts';
import { addressOf } from '../http/addresses.ts';
import { refusalOf } from '../http/answers.ts';
import { acceptFor, writeBody } from '../http/media-types.ts';
import type { Transport } from '../http/transport.ts';
import type { ExchangeResponse, Identity, Route } from '../http/exchange.ts';
import { type failureOf, Problem } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import { cookieHeader, signInCookieOf } from './cookie.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import {
  type Clock,
  type Held,
  TokenCache,
  NO_FACTS,
  type AuthHeaders,
  type Session,
  type SessionFacts,
  signInNeeded,
  type AuthRejection,
} from './session.ts';
import { unexpected } from './token-endpoint.ts';

export interface PasswordNeeds extends Clock {
  readonly transport: Pick<Transport, 'exchange'>;
  /** To the platform, without a certificate. */
  readonly toPlatform: (connection: SavedConnection) => Promise<Route>;
  readonly credentials: Pick<CredentialStore, 'certificate' | 'apiKey' | 'password'>;
}

type PasswordSignIn = Extract<SignIn, { way: 'password' | 'enterprise-user' }>;

export interface NameAndPassword {
  readonly userName: string;
  readonly password: Secret;
  /** The organisation's certificate: it goes along with an enterprise user. */
  readonly certificate?: string | undefined;
}

const PATH = 'api/authentication/authenticatewithpassword';
const FLAGS = ['ForceEIAuthentication'];
/** A person has signed in with the least there is (platform.md, Signing in). */
const PASSWORD_LEVEL = 1;

export class PasswordSession implements Session {
  readonly #connection: () => SavedConnection;
  readonly #signIn: PasswordSignIn;
  readonly #needs: PasswordNeeds;
  readonly #tokens: TokenCache<Held>;
  /** Cookies of the present sign-in, renewed ones too. */
  #ours = new WeakSet<AuthHeaders>();
  #refusedFor: Problem | undefined;

  constructor(
    connection: () => SavedConnection,
    signIn: PasswordSignIn,
    needs: PasswordNeeds,
    changed: () => void,
  ) {
    this.#connection = connection;
    this.#signIn = signIn;
    this.#needs = needs;
    this.#tokens = new TokenCache({ clock: needs, changed, get: (signal) => this.#get(signal) });
  }

  present(signal?: AbortSignal): Promise<AuthHeaders> {
    return this.#tokens.present(signal);
  }

  renew(stale: AuthHeaders, _because: AuthRejection, signal?: AbortSignal): Promise<AuthHeaders> {
    return this.#tokens.renew(stale, signal);
  }

  lapsed(stale: AuthHeaders): void {
    this.#tokens.lapse(stale);
  }

  heard(authHeaders: AuthHeaders, cookies: readonly string[]): void {
    const current = this.#tokens.held()?.authHeaders;
    // An answer to an earlier sign-in says nothing about this one.
    if (current === undefined || !this.#ours.has(authHeaders)) return;
    const host = new URL(this.#connection().baseAddress).hostname;
    const found = signInCookieOf(cookies, host, this.#needs.now());
    if (found === 'ended') this.#tokens.lapse(authHeaders);
    else if (found !== undefined && cookieHeader(found.value) !== textOf(current))
      this.#tokens.replace(this.#remembered(found.value));
  }

  async begin(_report: unknown, signal?: AbortSignal): Promise<void> {
    this.drop();
    await this.#tokens.present(signal);
  }

  drop(): void {
    this.#refusedFor = undefined;
    this.#ours = new WeakSet();
    this.#tokens.clear();
  }

  signOut(): Promise<'not-offered'> {
    this.drop();
    return Promise.resolve('not-offered');
  }

  facts(): SessionFacts {
    const { way, userName } = this.#signIn;
    const isPerson = way === 'password';
    const isRefused = this.#refusedFor !== undefined;
    return {
      ...NO_FACTS,
      ...this.#tokens.times(),
      state: this.#tokens.held() ? 'signed-in' : isRefused ? 'needed' : 'ready',
      who: { kind: isPerson ? 'person' : 'enterprise-user', name: userName },
      securityLevel: isPerson ? PASSWORD_LEVEL : null,
      renews: !isRefused,
      failure: this.#tokens.failure(),
    };
  }

  async #get(signal: AbortSignal): Promise<Held> {
    // Accounts lock after some wrong passwords: only a person may try the same one again.
    if (this.#refusedFor !== undefined) throw this.#refusedFor;
    const { userName, password, ...more } = this.#signIn;
    const certificate = 'certificate' in more ? more.certificate : undefined;
    const given = {
      userName,
      password: await this.#needs.credentials.password(password),
      certificate,
    };
    try {
      const cookie = await signInOnce(this.#connection(), given, this.#needs, signal);
      return { authHeaders: this.#remembered(cookie), seconds: undefined };
    } catch (error) {
      if (isWrong(error)) this.#refusedFor = error;
      throw error;
    }
  }

  #remembered(value: string): AuthHeaders {
    const authHeaders = cookiePresented(value);
    this.#ours.add(authHeaders);
    return authHeaders;
  }
}

/**
 * One sign-in, never repeated. The cookie's value; Problem sign-in-needed with the platform's words when it takes the name,
 * password or certificate for wrong, else what its answer means.
 */
export async function signInOnce(
  connection: SavedConnection,
  given: NameAndPassword,
  needs: PasswordNeeds,
  signal?: AbortSignal,
): Promise<string> {
  const shown = await shownBy(connection, given, needs);
  // The first call with a certificate can give 401 though all is right (platform.md, Signing in): let that not be the password's.
  if (given.certificate !== undefined) await knock(connection, shown, needs, signal);
  const value = { UserName: given.userName, UserPassword: given.password.expose() };
  const { bytes, contentType } = writeBody(value, connection.mediaType, 'resource');
  const answer = await needs.transport.exchange({
    ...{ route: shown.route, method: 'POST', body: bytes, signal },
    address: addressOf(connection.baseAddress, { path: PATH, flags: shown.flags }),
    headers: { Accept: acceptFor(connection.mediaType, false), 'Content-Type': contentType },
    credentials: shown.credentials,
  });
  return cookieOf(answer, connection, needs.now());
}

interface Shown {
  readonly route: Route;
  readonly flags: readonly string[];
  readonly credentials: Readonly<Record<string, Secret>>;
}

async function shownBy(
  connection: SavedConnection,
  { certificate }: NameAndPassword,
  { toPlatform, credentials }: PasswordNeeds,
): Promise<Shown> {
  const { apiKey, baseAddress } = connection;
  const route = await toPlatform(connection);
  const key = apiKey === null ? {} : { ApiKey: await credentials.apiKey(apiKey) };
  if (certificate === undefined) return { route, flags: [], credentials: key };
  const { origin } = new URL(baseAddress);
  const identity: Identity = { origin, ...(await credentials.certificate(certificate)) };
  return { route: { ...route, identity }, flags: FLAGS, credentials: key };
}

/** One harmless call, whatever becomes of it. */
async function knock(
  connection: SavedConnection,
  { route, flags, credentials }: Shown,
  { transport }: PasswordNeeds,
  signal: AbortSignal | undefined,
): Promise<void> {
  await transport.exchange({
    ...{ route, method: 'GET', credentials, signal },
    address: addressOf(connection.baseAddress, {
      ...{ path: 'api/enterpriseusers', query: { $top: '1' }, flags },
    }),
    headers: { Accept: acceptFor(connection.mediaType, false) },
  });
}

function cookieOf(answer: ExchangeResponse, connection: SavedConnection, now: Date): string {
  const { status, cookies } = answer;
  const isGood = status >= 200 && status < 300;
  const found = signInCookieOf(cookies, new URL(connection.baseAddress).hostname, now);
  if (isGood && typeof found === 'object') return found.value;
  const refusal = refusalOf(answer, now);
  if (status === 401 && refusal !== undefined) throw wrong(refusal);
  if (refusal !== undefined) throw new Problem(refusal);
  throw unexpected('The platform signed in without giving a cookie.', answer, '.ASPXAUTH');
}

function wrong(refusal: NonNullable<ReturnType<typeof failureOf>>): Problem {
  const reason = 'reason' in refusal ? (refusal.reason ?? '') : '';
  const message = 'The platform did not take this user name and password.';
  return signInNeeded(message, { status: 401, reason });
}

const isWrong = (error: unknown): error is Problem =>
  error instanceof Problem &&
  error.failure.kind === 'sign-in-needed' &&
  error.failure.status === 401;

const cookiePresented = (value: string): AuthHeaders => ({
  headers: { Cookie: new Secret(cookieHeader(value)) },
  certificate: false,
});

const textOf = ({ headers }: AuthHeaders) => headers['Cookie']?.expose();
