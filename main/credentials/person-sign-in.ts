// A person at an identity provider: the system browser, one answer, an ID token that is verified, and one-time refresh tokens.
import type { SignIn } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/result.ts';
import { ExchangeProblem } from '../http/transport.ts';
import { failureOf, Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import type { SavedConnection } from '../storage/connection-book.ts';
import { type Claims, verifyIdToken } from './jwt.ts';
import { listenForBrowser } from './loopback.ts';
import { bearer, type HeldToken } from './machine-token.ts';
import { type Attempt, beginAttempt } from './oidc.ts';
import { type Endpoints, endpointsOf } from './provider-endpoints.ts';
import type { KeptRefresh, RefreshShelf } from './refresh-shelf.ts';
import {
  type BeginStep,
  cancelled,
  type Clock,
  createKeeper,
  NO_FACTS,
  type Revoked,
  type Session,
  type SessionFacts,
  signInNeeded,
} from './session.ts';
import {
  askProvider,
  errorOf,
  plain,
  type ProviderReach,
  readObject,
  readTokens,
  refusalOf,
  type TokenAnswer,
  unexpected,
} from './token-endpoint.ts';

export interface PersonNeeds extends ProviderReach, Clock {
  readonly shelf: RefreshShelf;
  readonly openExternal: (address: URL) => Promise<void>;
}

type PersonSignIn = Extract<SignIn, { way: 'person' }>;

/** Who a token stands for, as an ID token said it. */
type Person = Omit<KeptRefresh, 'token'>;

interface PersonToken extends HeldToken, Person {
  readonly accessToken: Secret;
}

/** The parts that all steps of one person's sign-in share. */
interface Desk {
  readonly connection: () => SavedConnection;
  readonly signIn: PersonSignIn;
  readonly needs: PersonNeeds;
}

export function createPersonSession(
  connection: () => SavedConnection,
  signIn: PersonSignIn,
  needs: PersonNeeds,
  changed: () => void,
): Session {
  const { shelf } = needs;
  const desk: Desk = { connection, signIn, needs };
  const refreshing = createRefreshing(desk);
  const keeper = createKeeper<PersonToken>({ clock: needs, changed, get: refreshing.get });
  let attempt: AbortController | undefined;
  let failed: Failure | undefined;

  const begin = async (report: (step: BeginStep) => void, signal?: AbortSignal) => {
    attempt?.abort();
    const mine = (attempt = new AbortController());
    failed = undefined;
    changed();
    try {
      const both = signal === undefined ? mine.signal : AbortSignal.any([signal, mine.signal]);
      const token = await refreshing.settle(await signInByBrowser(desk, report, both));
      if (mine.signal.aborted) throw cancelled('The sign-in was ended.');
      keeper.clear();
      keeper.hold(token);
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind !== 'cancelled') failed = failure;
      throw error;
    } finally {
      if (attempt === mine) attempt = undefined;
      changed();
    }
  };
  const drop = () => {
    attempt?.abort();
    failed = undefined;
    keeper.clear();
  };
  return {
    ...{ present: keeper.present, begin, drop },
    renew: (stale, _because, signal) => keeper.renew(stale, signal),
    lapsed(stale) {
      if (keeper.held()?.presented === stale) keeper.clear();
    },
    heard: () => undefined,
    async signOut() {
      const access = keeper.held()?.accessToken;
      drop();
      return endSession(desk, refreshing, access);
    },
    facts() {
      const held = keeper.held();
      const failure = failed ?? keeper.failure() ?? null;
      const times = keeper.times();
      const person = held ?? refreshing.person();
      return {
        ...NO_FACTS,
        ...times,
        state: stateOf(attempt !== undefined, times, shelf.has(connection().id), failure),
        who: person?.who ?? null,
        scopes: [...(person?.scopes ?? signIn.scopes)],
        securityLevel: person?.securityLevel ?? null,
        renews: shelf.has(connection().id),
        failure,
      };
    },
  };
}

function stateOf(
  underWay: boolean,
  { since, secondsLeft }: Pick<SessionFacts, 'since' | 'secondsLeft'>,
  canRefresh: boolean,
  failure: Failure | null,
): SessionFacts['state'] {
  if (underWay) return 'under-way';
  if (since !== null && (secondsLeft === null || secondsLeft > 0)) return 'signed-in';
  if (failure?.kind === 'sign-in-needed') return 'ended';
  if (canRefresh) return 'ready';
  return since === null ? 'needed' : 'ended';
}

/** Everything between the wish to sign in and tokens; nothing is kept yet. */
async function signInByBrowser(
  desk: Desk,
  report: (step: BeginStep) => void,
  signal: AbortSignal,
): Promise<Fresh> {
  const { signIn, needs } = desk;
  report('discovering');
  const endpoints = await find(desk, signal);
  const loopback = await listenForBrowser({ path: signIn.callbackPath });
  try {
    const attempt = await beginAttempt({
      ...{ endpoints, clientId: signIn.clientId, scopes: signIn.scopes },
      ...{ acrValues: signIn.acrValues, redirectAddress: loopback.address },
      post: (form) => ask(desk, endpoints.token, { form, signal }),
    });
    const coming = loopback.answer(attempt.isAnswer, signal);
    // It may fail before anybody waits for it: the browser could not be opened.
    coming.catch(() => undefined);
    await needs.openExternal(attempt.address);
    report('browser-opened');
    const answer = await coming;
    report('answer-came');
    refuseOtherIssuer(answer, endpoints);
    refuseRefused(answer);
    const tokens = readTokens(await attempt.redeem(answer));
    report('verifying');
    const person = await verifiedPerson(desk, endpoints, tokens, attempt, signal);
    return { tokens, person };
  } finally {
    loopback.close();
  }
}

interface Fresh {
  readonly tokens: TokenAnswer;
  readonly person: Person;
}

const find = (desk: Desk, signal?: AbortSignal) =>
  endpointsOf(desk.signIn.provider, (address) => ask(desk, address, { signal }));

const ask = (
  { needs, connection }: Desk,
  address: URL,
  { form, signal }: { readonly form?: URLSearchParams; readonly signal?: AbortSignal | undefined },
) => askProvider(needs, { connection: connection(), address, form, signal });

/** Another provider's answer must not be redeemed at this one (RFC 9207, mix-up). */
function refuseOtherIssuer(answer: URL, { issuer, answersNameIssuer }: Endpoints): void {
  const named = answer.searchParams.get('iss');
  if (named === issuer || (named === null && !answersNameIssuer)) return;
  throw unexpected(
    'The answer is not from the identity provider that was asked.',
    NO_STATUS,
    'iss',
  );
}

const NO_STATUS = { status: 0 };

function refuseRefused({ searchParams }: URL): void {
  const error = searchParams.get('error');
  if (error === null) return;
  const description = searchParams.get('error_description');
  const reason = plain(description === null ? error : `${error}: ${description}`);
  throw signInNeeded('The identity provider did not sign you in.', { status: 0, reason });
}

/** The claims of a verified ID token; nobody where none was asked for. */
async function verifiedPerson(
  desk: Desk,
  endpoints: Endpoints,
  tokens: TokenAnswer,
  attempt: Pick<Attempt, 'nonce'> | undefined,
  signal: AbortSignal | undefined,
): Promise<Person> {
  const { signIn, needs } = desk;
  const scopes = tokens.scopes ?? signIn.scopes;
  if (tokens.idToken === undefined) {
    if (attempt !== undefined && signIn.scopes.includes('openid'))
      throw unexpected('The identity provider gave no ID token.', NO_STATUS, 'id_token');
    return { subject: null, who: null, securityLevel: null, scopes };
  }
  const keys = readObject(await ask(desk, endpoints.keys, { signal }));
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

type Refreshing = ReturnType<typeof createRefreshing>;

/** Renewing by one-time refresh tokens: the new one is kept before the new access token is used. */
function createRefreshing(desk: Desk) {
  const { shelf } = desk.needs;
  /** Given out, but the keychain did not take it yet. */
  let unsaved: PersonToken | undefined;
  let unsavedRefresh: KeptRefresh | undefined;
  let person: Person | undefined;
  /** Used up, perhaps: its answer was lost. */
  let doubtful: string | undefined;

  const save = async (token: PersonToken, refresh: KeptRefresh): Promise<PersonToken> => {
    unsaved = token;
    unsavedRefresh = refresh;
    await shelf.put(desk.connection(), refresh);
    unsaved = unsavedRefresh = undefined;
    return token;
  };
  const settled = async ({ tokens, person: fresh }: Fresh): Promise<PersonToken> => {
    const { accessToken, seconds, refreshToken } = tokens;
    const token = { presented: bearer(accessToken), seconds, accessToken, ...fresh };
    person = fresh;
    doubtful = undefined;
    return refreshToken === undefined ? token : save(token, { ...fresh, token: refreshToken });
  };
  const refresh = async (): Promise<PersonToken> => {
    if (unsaved && unsavedRefresh) return save(unsaved, unsavedRefresh);
    const kept = await shelf.read(desk.connection());
    if (kept === undefined) throw signInNeeded('Nobody is signed in at this connection.');
    if (kept.token.expose() === doubtful) throw lostAnswer();
    person = kept;
    try {
      return await settled(await askRefresh(desk, kept));
    } catch (error) {
      if (isLost(error)) {
        doubtful = kept.token.expose();
        throw lostAnswer(error);
      }
      if (isUsedUp(error)) await shelf.remove(desk.connection().id);
      throw error;
    }
  };
  return {
    person: () => person,
    get: () => shelf.exclusively(desk.connection().id, refresh),
    /** A new sign-in: without a refresh token, one of an earlier sign-in is not left behind. */
    settle: (fresh: Fresh) =>
      shelf.exclusively(desk.connection().id, async () => {
        unsaved = unsavedRefresh = undefined;
        if (fresh.tokens.refreshToken === undefined) await shelf.remove(desk.connection().id);
        return settled(fresh);
      }),
    /** Takes what is kept away; gives it out once more, to be revoked. */
    end: () =>
      shelf.exclusively(desk.connection().id, async () => {
        const connection = desk.connection();
        const known = unsavedRefresh ?? (await shelf.read(connection));
        await shelf.remove(connection.id);
        person = unsaved = unsavedRefresh = doubtful = undefined;
        return known?.token;
      }),
  };
}

const lostAnswer = (cause?: unknown) =>
  signInNeeded('The answer to the renewal was lost. Sign in again.', undefined, cause);

/** Sent, and nobody knows what became of it: a one-time token must not be shown twice. */
const isLost = (error: unknown) =>
  error instanceof ExchangeProblem && error.broken.sent !== 'nothing';

const isUsedUp = (error: unknown) =>
  error instanceof Problem && error.failure.kind === 'sign-in-needed';

async function askRefresh(desk: Desk, kept: KeptRefresh): Promise<Fresh> {
  const endpoints = await find(desk).catch((error: unknown) => {
    // Nothing of the token has been shown to anybody yet.
    throw error instanceof ExchangeProblem ? new Problem(error.failure, error) : error;
  });
  const form = new URLSearchParams({
    ...{ grant_type: 'refresh_token', refresh_token: kept.token.expose() },
    client_id: desk.signIn.clientId,
  });
  const answer = await ask(desk, endpoints.token, { form });
  if (errorOf(answer) === 'invalid_grant') {
    const refusal = refusalOf(answer);
    const reason = refusal?.kind === 'refused' ? refusal.reason : '';
    const message = 'The identity provider has ended the sign-in.';
    throw signInNeeded(message, { status: answer.status, reason });
  }
  const tokens = readTokens(answer);
  return { tokens, person: await samePerson(desk, endpoints, tokens, kept) };
}

/** A refresh need not bring an ID token; when it does, it is of the same person (OpenID Connect Core 12.2). */
async function samePerson(
  desk: Desk,
  endpoints: Endpoints,
  tokens: TokenAnswer,
  kept: KeptRefresh,
): Promise<Person> {
  const { subject, who, securityLevel } = kept;
  const before = { subject, who, securityLevel, scopes: tokens.scopes ?? kept.scopes };
  if (tokens.idToken === undefined || subject === null) return before;
  // The token was used up already: whatever fails now must not lose the new one, so keys that cannot be had say nothing.
  const now = await verifiedPerson(desk, endpoints, tokens, undefined, undefined).catch(
    () => undefined,
  );
  if (now === undefined) return before;
  if (now.subject !== subject)
    throw signInNeeded('The identity provider answered for another person.');
  return { ...now, who: now.who ?? who, securityLevel: now.securityLevel ?? securityLevel };
}

/** Forgets first, offline too; then asks the provider to do the same. */
async function endSession(
  desk: Desk,
  refreshing: Refreshing,
  access: Secret | undefined,
): Promise<Revoked> {
  const refresh = await refreshing.end();
  const token = refresh ?? access;
  if (token === undefined) return 'not-offered';
  try {
    const { revocation, endSession: page } = await find(desk);
    const revoked =
      revocation === undefined ? 'not-offered' : await revoke(desk, revocation, token);
    if (page !== undefined) await openEndPage(desk, page);
    return revoked;
  } catch {
    return 'no';
  }
}

/** Success is any 2xx, whatever stands in it (RFC 7009 2.2): providers answer with text, JSON or nothing. */
async function revoke(desk: Desk, address: URL, token: Secret): Promise<Revoked> {
  const form = new URLSearchParams({ token: token.expose(), client_id: desk.signIn.clientId });
  const { status } = await ask(desk, address, { form });
  return status >= 200 && status < 300 ? 'yes' : 'no';
}

/**
 * The browser is still signed in at the provider: the next person would come in without a question. The ID token is not
 * sent as a hint, since it would stay in the browser's history.
 */
async function openEndPage({ signIn, needs }: Desk, page: URL): Promise<void> {
  const address = new URL(page);
  address.searchParams.set('client_id', signIn.clientId);
  await needs.openExternal(address).catch(() => undefined);
}
