// Signs in with name and password for a cookie: a person, or an enterprise user with a certificate.
import type { SignIn } from '../../preload/contract/connections.ts';
import { addressOf } from '../http/addresses.ts';
import { refusalOf } from '../http/answers.ts';
import { acceptFor, writeBody } from '../http/media-types.ts';
import type { Transport } from '../http/transport.ts';
import type { ExchangeResponse, Identity, Route } from '../http/exchange.ts';
import { type failureOf, Problem } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import type { CredentialStore } from '../secrets/credential-store.ts';
import { inCalls, toSignIn } from '../secrets/uses.ts';
import { unexpectedAnswer } from '../problems.ts';
import {
  type AuthHeaders,
  type CachedToken,
  type Clock,
  NO_FACTS,
  type SessionFacts,
  signInNeeded,
  TokenSession,
} from './session.ts';

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
  /** The organisation's certificate, which an enterprise user sends as well. */
  readonly certificate?: string | undefined;
}

const PATH = 'api/authentication/authenticatewithpassword';
const FLAGS = ['ForceEIAuthentication'];
/** The lowest level (platform.md, Signing in). */
const PASSWORD_LEVEL = 1;

export class PasswordSession extends TokenSession<CachedToken> {
  readonly #connection: () => SavedConnection;
  readonly #signIn: PasswordSignIn;
  readonly #place: string;
  readonly #needs: PasswordNeeds;
  /** Headers of the present sign-in, those with a renewed cookie as well. */
  #ofThisSignIn = new WeakSet<AuthHeaders>();
  #refusal: Problem | undefined;

  constructor(
    {
      connection,
      signIn,
      place,
      needs,
    }: {
      readonly connection: () => SavedConnection;
      readonly signIn: PasswordSignIn;
      /** The host that the cookie goes back to. */
      readonly place: string;
      readonly needs: PasswordNeeds;
    },
    changed: () => void,
  ) {
    super(needs, changed);
    this.#connection = connection;
    this.#signIn = signIn;
    this.#place = place;
    this.#needs = needs;
  }

  override receiveCookies(authHeaders: AuthHeaders, cookies: readonly string[]): void {
    const current = this.tokens.token()?.authHeaders;
    // An answer to an earlier sign-in says nothing about this one.
    if (current === undefined || !this.#ofThisSignIn.has(authHeaders)) return;
    const host = new URL(this.#connection().baseAddress).hostname;
    const found = signInCookieOf(cookies, host, this.#needs.now());
    if (found === 'ended') this.tokens.discard(authHeaders);
    else if (found !== undefined && found.pair !== textOf(current))
      this.tokens.replace(this.#headersOf(found.pair));
  }

  override drop(): void {
    this.#refusal = undefined;
    this.#ofThisSignIn = new WeakSet();
    super.drop();
  }

  override facts(): SessionFacts {
    const { way, userName } = this.#signIn;
    const isPerson = way === 'password';
    const isRefused = this.#refusal !== undefined;
    return {
      ...NO_FACTS,
      ...this.tokens.times(),
      state: this.tokens.token() ? 'signed-in' : isRefused ? 'needed' : 'ready',
      who: { kind: isPerson ? 'person' : 'enterprise-user', name: userName },
      securityLevel: isPerson ? PASSWORD_LEVEL : null,
      renews: !isRefused,
      failure: this.tokens.failure(),
    };
  }

  protected override async load(signal: AbortSignal): Promise<CachedToken> {
    // Accounts lock after some wrong passwords: only a person may try the same one again.
    if (this.#refusal !== undefined) throw this.#refusal;
    const connection = this.#connection();
    const { userName, password, ...more } = this.#signIn;
    const certificate = 'certificate' in more ? more.certificate : undefined;
    const credentials = {
      userName,
      password: await this.#needs.credentials.password(password, toSignIn(connection)),
      certificate,
    };
    try {
      const cookie = await signInOnce(connection, credentials, this.#needs, signal);
      return { authHeaders: this.#headersOf(cookie), seconds: undefined };
    } catch (error) {
      if (isWrong(error)) this.#refusal = error;
      throw error;
    }
  }

  #headersOf(cookie: string): AuthHeaders {
    const authHeaders = {
      headers: { Cookie: new Secret(cookie, this.#place) },
      certificate: false,
    };
    this.#ofThisSignIn.add(authHeaders);
    return authHeaders;
  }
}

/**
 * One sign-in, never repeated. The cookie as it goes back, `name=value`; Problem sign-in-needed with the platform's words when
 * the name, password or certificate is wrong, else what its answer means.
 */
export async function signInOnce(
  connection: SavedConnection,
  given: NameAndPassword,
  needs: PasswordNeeds,
  signal?: AbortSignal,
): Promise<string> {
  const access = await accessOf(connection, given, needs);
  // The first call with a certificate can give 401 although all is right (platform.md, Signing in): it must not be the password's.
  if (given.certificate !== undefined) await warmUp(connection, access, needs, signal);
  const value = { UserName: given.userName, UserPassword: given.password.expose() };
  const { bytes, contentType } = writeBody(value, connection.mediaType);
  const answer = await needs.transport.exchange({
    route: access.route,
    method: 'POST',
    body: bytes,
    signal,
    address: addressOf(connection.baseAddress, { path: PATH, flags: access.flags }),
    headers: { Accept: acceptFor(connection.mediaType, false), 'Content-Type': contentType },
    credentials: access.credentials,
  });
  return cookieOf(answer, connection, needs.now());
}

interface Access {
  readonly route: Route;
  readonly flags: readonly string[];
  readonly credentials: Readonly<Record<string, Secret>>;
}

async function accessOf(
  connection: SavedConnection,
  { certificate }: NameAndPassword,
  { toPlatform, credentials }: PasswordNeeds,
): Promise<Access> {
  const { apiKey, baseAddress } = connection;
  const route = await toPlatform(connection);
  const key =
    apiKey === null ? {} : { ApiKey: await credentials.apiKey(apiKey, inCalls(connection)) };
  if (certificate === undefined) return { route, flags: [], credentials: key };
  const { origin } = new URL(baseAddress);
  const use = toSignIn(connection);
  const identity: Identity = { origin, ...(await credentials.certificate(certificate, use)) };
  return { route: { ...route, identity }, flags: FLAGS, credentials: key };
}

/** One harmless call, whatever its answer. */
async function warmUp(
  connection: SavedConnection,
  { route, flags, credentials }: Access,
  { transport }: PasswordNeeds,
  signal: AbortSignal | undefined,
): Promise<void> {
  await transport.exchange({
    route,
    method: 'GET',
    credentials,
    signal,
    address: addressOf(connection.baseAddress, {
      path: 'api/enterpriseusers',
      query: { $top: '1' },
      flags,
    }),
    headers: { Accept: acceptFor(connection.mediaType, false) },
  });
}

function cookieOf(answer: ExchangeResponse, connection: SavedConnection, now: Date): string {
  const { status, cookies } = answer;
  const isGood = status >= 200 && status < 300;
  const found = signInCookieOf(cookies, new URL(connection.baseAddress).hostname, now);
  if (isGood && typeof found === 'object') return found.pair;
  const refusal = refusalOf(answer, now);
  if (status === 401 && refusal !== undefined) throw wrong(refusal);
  if (refusal !== undefined) throw new Problem(refusal);
  throw unexpectedAnswer('The platform signed in without giving a cookie.', {
    status,
    field: 'Set-Cookie',
  });
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

const textOf = ({ headers }: AuthHeaders) => headers['Cookie']?.expose();

/** Production, test, and both before April 2025 (platform.md, Signing in). All others, and what they ask for, are ignored (LNK-10). */
const COOKIES = ['.AspxAuthProd', '.AspxAuthTT02', '.ASPXAUTH'];
const LONGEST_VALUE = 8 * 1024;
/** RFC 6265 4.1.1, without quotes. */
const VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]+$/;

/**
 * `name=value` as it goes back, set last for this host; `ended` when the platform removed the cookie; undefined when none
 * was set. A platform that changed the name may remove the former one beside the new one.
 */
export function signInCookieOf(
  cookies: readonly string[],
  host: string,
  now: Date,
): { readonly pair: string } | 'ended' | undefined {
  const own = cookies.filter((line) => isForHost(line, host)).reverse();
  const newest = COOKIES.map((name) => own.findIndex((line) => line.startsWith(`${name}=`)))
    .filter((at) => at >= 0)
    .sort((one, other) => one - other)
    .map((at) => own[at] ?? '');
  const [last] = newest.filter((line) => !hasEnded(line, now));
  if (last === undefined) return newest.length > 0 ? 'ended' : undefined;
  const value = valueOf(last);
  return value.length <= LONGEST_VALUE && VALUE.test(value)
    ? { pair: `${nameOf(last)}=${value}` }
    : undefined;
}

const nameOf = (line: string) => line.slice(0, line.indexOf('='));
const valueOf = (line: string) =>
  line
    .slice(line.indexOf('=') + 1)
    .split(';', 1)[0]
    ?.trim() ?? '';
const hasEnded = (line: string, now: Date) => valueOf(line) === '' || isPast(line, now);

/** A cookie for another host is ignored (RFC 6265 5.3); one for a whole domain is still sent to this origin only. */
function isForHost(line: string, host: string): boolean {
  const domain = attributeOf(line, 'domain')?.replace(/^\./, '').toLowerCase();
  return domain === undefined || domain === '' || domain === host || host.endsWith(`.${domain}`);
}

function isPast(line: string, now: Date): boolean {
  const age = attributeOf(line, 'max-age');
  if (age !== undefined && /^-?\d+$/.test(age)) return Number(age) <= 0;
  const expires = Date.parse(attributeOf(line, 'expires') ?? '');
  return !Number.isNaN(expires) && expires <= now.getTime();
}

function attributeOf(line: string, name: string): string | undefined {
  const parts = line.split(';').slice(1);
  const found = parts.findLast((part) => part.split('=', 1)[0]?.trim().toLowerCase() === name);
  return found?.split('=').slice(1).join('=').trim();
}
