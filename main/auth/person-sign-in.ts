// Signs a person in at an identity provider: the system browser, verified tokens, one-time refresh tokens, sign-out.
import type { SignIn } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/result.ts';
import { until } from '../cancel.ts';
import { ExchangeProblem, type ExchangeResponse } from '../http/exchange.ts';
import { failureOf, Problem } from '../problem.ts';
import { cancelled, unexpectedAnswer } from '../problems.ts';
import type { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-store.ts';
import { type Claims, verifyIdToken } from './jwt.ts';
import { listenForBrowser } from './loopback.ts';
import { bearer, type BearerToken } from './machine-token.ts';
import { type Attempt, beginAttempt } from './oidc.ts';
import { type Endpoints, endpointsOf } from './provider-endpoints.ts';
import type { RefreshToken, RefreshTokenStore } from './refresh-token-store.ts';
import {
  type BeginStep,
  type Clock,
  NO_FACTS,
  type Revoked,
  type SessionFacts,
  nobodySignedIn,
  signInNeeded,
  TokenSession,
} from './session.ts';
import {
  errorOf,
  plain,
  type ProviderConnection,
  readObject,
  readTokens,
  refusalOf,
  requestFromProvider,
  type TokenAnswer,
} from './token-endpoint.ts';

export interface PersonNeeds extends ProviderConnection, Clock {
  readonly refreshTokens: RefreshTokenStore;
  readonly openExternal: (address: URL) => Promise<void>;
}

type PersonSignIn = Extract<SignIn, { way: 'person' }>;

/** Whom a token stands for, according to an ID token. */
type Person = Omit<RefreshToken, 'token'>;

interface PersonToken extends BearerToken, Person {
  readonly accessToken: Secret;
}

/** Tokens as they came; the refresh token is not stored yet. */
interface FreshTokens {
  readonly tokens: TokenAnswer;
  readonly person: Person;
}

/** What all steps share. */
interface Context {
  readonly connection: () => SavedConnection;
  readonly signIn: PersonSignIn;
  /** The host that the token goes to. */
  readonly place: string;
  readonly needs: PersonNeeds;
}

export class PersonSession extends TokenSession<PersonToken> {
  readonly #context: Context;
  readonly #changed: () => void;
  readonly #renewal: Renewal;
  /** Of the sign-in that a person has begun and not finished. */
  #controller: AbortController | undefined;
  #failure: Failure | undefined;

  constructor(context: Context, changed: () => void) {
    super(context.needs, changed);
    this.#context = context;
    this.#changed = changed;
    this.#renewal = new Renewal(context);
  }

  /** A new sign-in ends the one before, whose page in the browser is not waited for any more. */
  override async begin(report: (step: BeginStep) => void, signal?: AbortSignal): Promise<void> {
    this.#controller?.abort();
    const controller = (this.#controller = new AbortController());
    this.#failure = undefined;
    this.#changed();
    try {
      const fresh = await until({ signals: [signal, controller.signal] }, async (both) => {
        const found = await signInByBrowser(this.#context, report, both);
        if (both.aborted) throw cancelled('The sign-in was ended.');
        return found;
      });
      const token = await this.#renewal.accept(fresh);
      this.tokens.clear();
      if (!controller.signal.aborted) this.tokens.set(token);
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind !== 'cancelled') this.#failure = failure;
      throw error;
    } finally {
      if (this.#controller === controller) this.#controller = undefined;
      this.#changed();
    }
  }

  override drop(): void {
    this.#controller?.abort();
    this.#failure = undefined;
    super.drop();
  }

  override signOut(): Promise<Revoked> {
    const access = this.tokens.token()?.accessToken;
    this.drop();
    return endSession(this.#context, this.#renewal, access);
  }

  override facts(): SessionFacts {
    const { connection, needs, signIn } = this.#context;
    const canRefresh = needs.refreshTokens.has(connection().id);
    const person = this.tokens.token() ?? this.#renewal.person();
    const times = this.tokens.times();
    const renewal = this.tokens.failure();
    const failure = this.#failure ?? renewal;
    // One that was refused, or never finished, has not ended anything.
    const wasIn = this.#renewal.person() !== undefined || times.since !== null;
    const isEnded = renewal?.kind === 'sign-in-needed';
    const isUnderWay = this.#controller !== undefined;
    return {
      ...NO_FACTS,
      ...times,
      state: isUnderWay ? 'under-way' : stateOf(times, { canRefresh, isEnded, wasIn }),
      who: person?.who ?? null,
      scopes: [...(person?.scopes ?? signIn.scopes)],
      securityLevel: person?.securityLevel ?? null,
      renews: canRefresh,
      failure,
    };
  }

  protected override load(): Promise<PersonToken> {
    return this.#renewal.load();
  }
}

function stateOf(
  { since, secondsLeft }: Pick<SessionFacts, 'since' | 'secondsLeft'>,
  known: { readonly canRefresh: boolean; readonly isEnded: boolean; readonly wasIn: boolean },
): SessionFacts['state'] {
  if (since !== null && (secondsLeft === null || secondsLeft > 0)) return 'signed-in';
  if (known.isEnded) return 'ended';
  if (known.canRefresh) return 'ready';
  return known.wasIn ? 'ended' : 'needed';
}

/** From the browser to verified tokens; nothing is stored. */
async function signInByBrowser(
  context: Context,
  report: (step: BeginStep) => void,
  signal: AbortSignal,
): Promise<FreshTokens> {
  const { signIn, needs } = context;
  report('discovering');
  const endpoints = await findEndpoints(context, signal);
  const loopback = await listenForBrowser({ path: signIn.callbackPath });
  try {
    const attempt = await beginAttempt({
      endpoints,
      clientId: signIn.clientId,
      scopes: signIn.scopes,
      acrValues: signIn.acrValues,
      redirectAddress: loopback.address,
      post: (form) => request(context, endpoints.token, { form, signal }),
    });
    const coming = loopback.answer((address) => attempt.isAnswer(address), signal);
    // It may fail before it is awaited, as when the browser cannot be opened.
    coming.catch(() => undefined);
    await needs.openExternal(attempt.address);
    report('browser-opened');
    const answer = await coming;
    report('answer-came');
    refuseOtherIssuer(answer, endpoints);
    refuseRefused(answer);
    const tokens = readTokens(await attempt.redeem(answer));
    report('verifying');
    const person = await verifiedPerson(context, endpoints, tokens, attempt, signal);
    return { tokens, person };
  } finally {
    loopback.close();
  }
}

/** Another provider's answer must not be redeemed at this one (RFC 9207, mix-up). */
function refuseOtherIssuer(answer: URL, { issuer, answersNameIssuer }: Endpoints): void {
  const named = answer.searchParams.get('iss');
  if (named === issuer || (named === null && !answersNameIssuer)) return;
  throw unexpectedAnswer('The answer is not from the identity provider that was asked.', {
    status: 0,
    field: 'iss',
  });
}

function refuseRefused({ searchParams }: URL): void {
  const error = searchParams.get('error');
  if (error === null) return;
  const description = searchParams.get('error_description');
  const reason = plain(description === null ? error : `${error}: ${description}`);
  throw signInNeeded('The identity provider did not sign you in.', { status: 0, reason });
}

const findEndpoints = (context: Context, signal?: AbortSignal) =>
  endpointsOf(context.signIn.provider, (address) => request(context, address, { signal }));

const request = (
  { needs, connection }: Context,
  address: URL,
  { form, signal }: { readonly form?: URLSearchParams; readonly signal?: AbortSignal | undefined },
): Promise<ExchangeResponse> =>
  requestFromProvider(needs, { connection: connection(), address, form, signal });

/** The person of a verified ID token, which comes with each sign-in; a renewed token may come without one. */
async function verifiedPerson(
  context: Context,
  endpoints: Endpoints,
  tokens: TokenAnswer,
  attempt: Pick<Attempt, 'nonce'> | undefined,
  signal: AbortSignal | undefined,
): Promise<Person> {
  const { signIn, needs } = context;
  const scopes = tokens.scopes ?? signIn.scopes;
  if (tokens.idToken === undefined) {
    if (attempt !== undefined)
      throw unexpectedAnswer('The identity provider gave no ID token.', {
        status: 0,
        field: 'id_token',
      });
    return { subject: null, who: null, securityLevel: null, scopes };
  }
  const keys = readObject(await request(context, endpoints.keys, { signal }));
  // By the clock of whoever made it, as told with the keys just now.
  const now = needs.serverTimes.at(endpoints.keys);
  const expected = { keys, issuer: endpoints.issuer, audience: signIn.clientId, now };
  try {
    const claims = await verifyIdToken(tokens.idToken, { ...expected, nonce: attempt?.nonce });
    return { ...personIn(claims), scopes };
  } catch (error) {
    throw unexpectedAnswer(
      'The ID token is not one to be trusted.',
      { status: 0, field: 'id_token' },
      error,
    );
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

/** `Level3` is 3; other names of levels have no number. */
function levelOf(acr: string | undefined): number | null {
  const digits = /^level-?(\d)$/i.exec(acr ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
}

/** A token that may be used once the refresh token beside it is stored. */
interface Unsaved {
  readonly token: PersonToken;
  readonly refresh: RefreshToken;
}

/** Renews tokens by one-time refresh tokens: the new one is stored before the new access token is used (AUT-08). */
class Renewal {
  readonly #context: Context;
  /** The provider gave it, and the keychain has not taken it yet. */
  #unsaved: Unsaved | undefined;
  #person: Person | undefined;
  /** The refresh token whose answer was lost: it may be used up. */
  #doubtful: string | undefined;

  constructor(context: Context) {
    this.#context = context;
  }

  /** Known also after the token has ended. */
  person(): Person | undefined {
    return this.#person;
  }

  /** By the stored refresh token. Problem sign-in-needed, keychain{...}, or why the provider could not be reached. */
  load(): Promise<PersonToken> {
    return this.#exclusively(() => this.#refresh());
  }

  /** The tokens of a new sign-in. When they have no refresh token, that of an earlier sign-in is removed. */
  accept(fresh: FreshTokens): Promise<PersonToken> {
    return this.#exclusively(async () => {
      this.#unsaved = undefined;
      const { connection, needs } = this.#context;
      if (fresh.tokens.refreshToken === undefined)
        await needs.refreshTokens.remove(connection().id);
      return this.#store(fresh);
    });
  }

  /** Removes the stored refresh token and returns it, to be revoked. */
  end(): Promise<Secret | undefined> {
    return this.#exclusively(async () => {
      const { refreshTokens } = this.#context.needs;
      const connection = this.#context.connection();
      const stored = this.#unsaved?.refresh ?? (await refreshTokens.read(connection));
      await refreshTokens.remove(connection.id);
      this.#person = this.#unsaved = this.#doubtful = undefined;
      return stored?.token;
    });
  }

  #exclusively<T>(work: () => Promise<T>): Promise<T> {
    return this.#context.needs.refreshTokens.exclusively(this.#context.connection().id, work);
  }

  async #refresh(): Promise<PersonToken> {
    const { connection, needs } = this.#context;
    if (this.#unsaved) return this.#save(this.#unsaved);
    const stored = await needs.refreshTokens.read(connection());
    if (stored === undefined) throw nobodySignedIn('Nobody is signed in at this connection.');
    if (stored.token.expose() === this.#doubtful) throw lostAnswer();
    this.#person = stored;
    let fresh: FreshTokens;
    try {
      fresh = await requestRefresh(this.#context, stored);
    } catch (error) {
      if (isLost(error)) {
        this.#doubtful = stored.token.expose();
        throw lostAnswer(error);
      }
      if (isUsedUp(error)) await needs.refreshTokens.remove(connection().id);
      throw error;
    }
    return this.#store(fresh);
  }

  async #store({ tokens, person }: FreshTokens): Promise<PersonToken> {
    const { accessToken, seconds, refreshToken } = tokens;
    const authHeaders = bearer(accessToken, this.#context.place);
    const token = { authHeaders, seconds, accessToken, ...person };
    this.#person = person;
    this.#doubtful = undefined;
    if (refreshToken === undefined) return token;
    return this.#save({ token, refresh: { ...person, token: refreshToken } });
  }

  async #save(unsaved: Unsaved): Promise<PersonToken> {
    this.#unsaved = unsaved;
    await this.#context.needs.refreshTokens.put(this.#context.connection(), unsaved.refresh);
    this.#unsaved = undefined;
    return unsaved.token;
  }
}

const lostAnswer = (cause?: unknown) =>
  signInNeeded('The answer to the renewal was lost. Sign in again.', undefined, cause);

/** Sent, with an unknown outcome: a one-time token must not be sent twice. */
const isLost = (error: unknown) =>
  error instanceof ExchangeProblem && error.broken.sent !== 'nothing';

const isUsedUp = (error: unknown) =>
  error instanceof Problem && error.failure.kind === 'sign-in-needed';

async function requestRefresh(context: Context, stored: RefreshToken): Promise<FreshTokens> {
  const endpoints = await findEndpoints(context).catch((error: unknown) => {
    // The token has not been sent to anybody yet.
    throw error instanceof ExchangeProblem ? new Problem(error.failure, error) : error;
  });
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: stored.token.expose(),
    client_id: context.signIn.clientId,
  });
  const answer = await request(context, endpoints.token, { form });
  if (errorOf(answer) === 'invalid_grant') {
    const refusal = refusalOf(answer);
    const reason = refusal?.kind === 'refused' ? refusal.reason : '';
    const message = 'The identity provider has ended the sign-in.';
    throw signInNeeded(message, { status: answer.status, reason });
  }
  const tokens = readTokens(answer);
  return { tokens, person: await samePerson(context, endpoints, tokens, stored) };
}

/** A refresh need not bring an ID token; when it does, it is of the same person (OpenID Connect Core 12.2). */
async function samePerson(
  context: Context,
  endpoints: Endpoints,
  tokens: TokenAnswer,
  stored: RefreshToken,
): Promise<Person> {
  const { subject, who, securityLevel } = stored;
  const before = { subject, who, securityLevel, scopes: tokens.scopes ?? stored.scopes };
  if (tokens.idToken === undefined || subject === null) return before;
  // The old token is used up: no failure may lose the new one now, so keys that cannot be loaded are no objection.
  const now = await verifiedPerson(context, endpoints, tokens, undefined, undefined).catch(
    () => undefined,
  );
  if (now === undefined) return before;
  if (now.subject !== subject)
    throw signInNeeded('The identity provider answered for another person.');
  return { ...now, who: now.who ?? who, securityLevel: now.securityLevel ?? securityLevel };
}

/** Removes what is stored here first, also without a network; then asks the provider to revoke it. */
async function endSession(
  context: Context,
  renewal: Renewal,
  access: Secret | undefined,
): Promise<Revoked> {
  const refresh = await renewal.end();
  const token = refresh ?? access;
  if (token === undefined) return 'not-offered';
  try {
    const { revocation, endSession: page } = await findEndpoints(context);
    const revoked =
      revocation === undefined ? 'not-offered' : await revoke(context, revocation, token);
    if (page !== undefined) await openEndPage(context, page);
    return revoked;
  } catch {
    return 'no';
  }
}

/** Any 2xx is success (RFC 7009 2.2): providers answer with text, JSON or nothing. */
async function revoke(context: Context, address: URL, token: Secret): Promise<Revoked> {
  const form = new URLSearchParams({ token: token.expose(), client_id: context.signIn.clientId });
  const { status } = await request(context, address, { form });
  return status >= 200 && status < 300 ? 'yes' : 'no';
}

/**
 * The browser is still signed in at the provider, and the next person would be let in without a question. The ID token is not
 * sent as a hint, since it would stay in the browser's history.
 */
async function openEndPage({ signIn, needs }: Context, page: URL): Promise<void> {
  const address = new URL(page);
  address.searchParams.set('client_id', signIn.clientId);
  await needs.openExternal(address).catch(() => undefined);
}
