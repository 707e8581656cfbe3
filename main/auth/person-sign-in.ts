// A person at an identity provider: the system browser, one answer that is checked, and the end of the session.
import type { Failure } from '../../preload/result.ts';
import { until } from '../cancel.ts';
import { failureOf } from '../problem.ts';
import { cancelled } from '../problems.ts';
import type { Secret } from '../secret.ts';
import { listenForBrowser } from './loopback.ts';
import { beginAttempt } from './oidc.ts';
import { Refreshing } from './person-refresh.ts';
import {
  ask,
  type Context,
  findEndpoints,
  type Fresh,
  NO_STATUS,
  type PersonToken,
  verifiedPerson,
} from './person-tokens.ts';
import type { Endpoints } from './provider-endpoints.ts';
import {
  type BeginStep,
  TokenCache,
  NO_FACTS,
  type AuthHeaders,
  QUIET,
  type Revoked,
  type Session,
  type SessionFacts,
  signInNeeded,
  type AuthRejection,
} from './session.ts';
import { plain, readTokens, unexpected } from './token-endpoint.ts';

export class PersonSession implements Session {
  readonly #context: Context;
  readonly #changed: () => void;
  readonly #refreshing: Refreshing;
  readonly #tokens: TokenCache<PersonToken>;
  #attempt: AbortController | undefined;
  #failed: Failure | undefined;
  readonly heard = QUIET.heard;

  constructor(context: Context, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
    const refreshing = (this.#refreshing = new Refreshing(context));
    this.#tokens = new TokenCache({ clock: context.needs, changed, get: () => refreshing.get() });
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

  /** A new attempt ends the one before: its page in the browser is lost from sight. */
  async begin(report: (step: BeginStep) => void, signal?: AbortSignal): Promise<void> {
    this.#attempt?.abort();
    const mine = (this.#attempt = new AbortController());
    this.#failed = undefined;
    this.#changed();
    try {
      const fresh = await until({ signals: [signal, mine.signal] }, async (both) => {
        const found = await signInByBrowser(this.#context, report, both);
        if (both.aborted) throw cancelled('The sign-in was ended.');
        return found;
      });
      const token = await this.#refreshing.settle(fresh);
      this.#tokens.clear();
      if (!mine.signal.aborted) this.#tokens.hold(token);
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind !== 'cancelled') this.#failed = failure;
      throw error;
    } finally {
      if (this.#attempt === mine) this.#attempt = undefined;
      this.#changed();
    }
  }

  drop(): void {
    this.#attempt?.abort();
    this.#failed = undefined;
    this.#tokens.clear();
  }

  signOut(): Promise<Revoked> {
    const access = this.#tokens.held()?.accessToken;
    this.drop();
    return endSession(this.#context, this.#refreshing, access);
  }

  facts(): SessionFacts {
    const { connection, needs, signIn } = this.#context;
    const canRefresh = needs.refreshTokens.has(connection().id);
    const person = this.#tokens.held() ?? this.#refreshing.person();
    const times = this.#tokens.times();
    const failure = this.#failed ?? this.#tokens.failure();
    const isUnderWay = this.#attempt !== undefined;
    return {
      ...NO_FACTS,
      ...times,
      state: isUnderWay ? 'under-way' : stateOf(times, canRefresh, failure),
      who: person?.who ?? null,
      scopes: [...(person?.scopes ?? signIn.scopes)],
      securityLevel: person?.securityLevel ?? null,
      renews: canRefresh,
      failure,
    };
  }
}

function stateOf(
  { since, secondsLeft }: Pick<SessionFacts, 'since' | 'secondsLeft'>,
  canRefresh: boolean,
  failure: Failure | null,
): SessionFacts['state'] {
  if (since !== null && (secondsLeft === null || secondsLeft > 0)) return 'signed-in';
  if (failure?.kind === 'sign-in-needed') return 'ended';
  if (canRefresh) return 'ready';
  return since === null ? 'needed' : 'ended';
}

/** Everything between the wish to sign in and tokens; nothing is kept yet. */
async function signInByBrowser(
  context: Context,
  report: (step: BeginStep) => void,
  signal: AbortSignal,
): Promise<Fresh> {
  const { signIn, needs } = context;
  report('discovering');
  const endpoints = await findEndpoints(context, signal);
  const loopback = await listenForBrowser({ path: signIn.callbackPath });
  try {
    const attempt = await beginAttempt({
      ...{ endpoints, clientId: signIn.clientId, scopes: signIn.scopes },
      ...{ acrValues: signIn.acrValues, redirectAddress: loopback.address },
      post: (form) => ask(context, endpoints.token, { form, signal }),
    });
    const coming = loopback.answer((address) => attempt.isAnswer(address), signal);
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
  throw unexpected(
    'The answer is not from the identity provider that was asked.',
    NO_STATUS,
    'iss',
  );
}

function refuseRefused({ searchParams }: URL): void {
  const error = searchParams.get('error');
  if (error === null) return;
  const description = searchParams.get('error_description');
  const reason = plain(description === null ? error : `${error}: ${description}`);
  throw signInNeeded('The identity provider did not sign you in.', { status: 0, reason });
}

/** Forgets first, offline too; then asks the provider to do the same. */
async function endSession(
  context: Context,
  refreshing: Refreshing,
  access: Secret | undefined,
): Promise<Revoked> {
  const refresh = await refreshing.end();
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

/** Success is any 2xx, whatever stands in it (RFC 7009 2.2): providers answer with text, JSON or nothing. */
async function revoke(context: Context, address: URL, token: Secret): Promise<Revoked> {
  const form = new URLSearchParams({ token: token.expose(), client_id: context.signIn.clientId });
  const { status } = await ask(context, address, { form });
  return status >= 200 && status < 300 ? 'yes' : 'no';
}

/**
 * The browser is still signed in at the provider: the next person would come in without a question. The ID token is not
 * sent as a hint, since it would stay in the browser's history.
 */
async function openEndPage({ signIn, needs }: Context, page: URL): Promise<void> {
  const address = new URL(page);
  address.searchParams.set('client_id', signIn.clientId);
  await needs.openExternal(address).catch(() => undefined);
}
