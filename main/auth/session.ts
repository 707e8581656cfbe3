// The sign-in session of one connection: what each sign-in method does, and the token cache that most of them share.
import type { SignInState } from '../../preload/contract/sign-in.ts';
import type { Failure } from '../../preload/result.ts';
import { orAborted } from '../cancel.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { failureOf, Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { cancelled } from '../problems.ts';

/** What one call carries beside the API key. Compared by identity: renewed headers are another object. */
export interface AuthHeaders {
  /** `Authorization` or `Cookie`, never both; none for a certificate. */
  readonly headers: Readonly<Record<string, Secret>>;
  /** Whether the organisation's certificate is sent as well, with its flag in the query. */
  readonly certificate: boolean;
}

/** How an answer rejected what was sent: by 401, or by a page to sign in at. */
export type AuthRejection = 'token-not-taken' | 'signed-out';

export type SessionFacts = Omit<SignInState, 'connection' | 'way'>;
export type Revoked = 'yes' | 'no' | 'not-offered';
export type BeginStep = 'discovering' | 'browser-opened' | 'answer-came' | 'verifying';

export interface Session {
  /** `leastMs`: how long they must hold once they are sent; what ends before is renewed first, where that can be. */
  authHeaders(signal?: AbortSignal, leastMs?: number): Promise<AuthHeaders>;
  /** After an answer that rejected `stale`: fresh ones, or undefined when there are none without a person. */
  renew(
    stale: AuthHeaders,
    because: AuthRejection,
    signal?: AbortSignal,
  ): Promise<AuthHeaders | undefined>;
  /** `stale` was rejected by a page to sign in at, and the call is not repeated: it is not sent again. */
  discard(stale: AuthHeaders): void;
  receiveCookies(authHeaders: AuthHeaders, cookies: readonly string[]): void;
  facts(): SessionFacts;
  /** A person asks to sign in now. */
  begin(report: (step: BeginStep) => void, signal?: AbortSignal): Promise<void>;
  /** Removes everything from memory; what is being loaded is not used any more. */
  drop(): void;
  signOut(): Promise<Revoked>;
}

export interface Clock {
  readonly now: () => Date;
  /** Milliseconds that no change of the computer's clock moves (AUT-10). */
  readonly monotonic: () => number;
}

/** A token or cookie that is sent with each call until it ends. */
export interface CachedToken {
  readonly authHeaders: AuthHeaders;
  /** Its life from receipt; undefined when the server does not say. */
  readonly seconds: number | undefined;
}

export interface TokenCacheNeeds<T extends CachedToken> {
  /** Loads a fresh token. `clear` aborts its signal, and no caller does: others may wait for the same token. */
  readonly load: (signal: AbortSignal) => Promise<T>;
  readonly clock: Clock;
  readonly changed: () => void;
}

/** Renewed this long before the end, or a fifth of its life before where that is less. */
const EARLY_MS = 60_000;
const EARLY_PART = 0.2;

interface Entry<T> {
  readonly token: T;
  readonly since: Date;
  /** By the computer's clock, for people; null when the end is unknown. */
  readonly until: Date | null;
  /** By the monotonic clock. */
  readonly ends: number;
  readonly renewFrom: number;
}

/** Holds one token or cookie, and loads a fresh one when it is needed: all who wait share one load. */
export class TokenCache<T extends CachedToken> {
  readonly #needs: TokenCacheNeeds<T>;
  #entry: Entry<T> | undefined;
  #failure: Failure | undefined;
  #loading: { readonly work: Promise<T>; readonly controller: AbortController } | undefined;

  constructor(needs: TokenCacheNeeds<T>) {
    this.#needs = needs;
  }

  /** Of the token in the cache if it lives long enough, else of a fresh one. */
  async authHeaders(signal?: AbortSignal, leastMs = 0): Promise<AuthHeaders> {
    const entry = this.#entry;
    if (entry && this.#now() < Math.min(entry.renewFrom, entry.ends - leastMs))
      return entry.token.authHeaders;
    try {
      return await this.#fresh(signal);
    } catch (error) {
      // The early renewal failed, but the token is still valid for a while.
      const isUsable = entry !== undefined && entry === this.#entry && this.#now() < entry.ends;
      if (isUsable && signal?.aborted !== true) return entry.token.authHeaders;
      throw error;
    }
  }

  /** Fresh ones, unless another caller has renewed `stale` already. `stale` is not sent again, whatever becomes of this. */
  async renew(stale: AuthHeaders, signal?: AbortSignal): Promise<AuthHeaders> {
    if (this.#entry?.token.authHeaders === stale) this.#entry = undefined;
    return this.#entry?.token.authHeaders ?? this.#fresh(signal);
  }

  /** The same sign-in with a newer cookie. */
  replace(newer: AuthHeaders): void {
    if (this.#entry)
      this.#entry = { ...this.#entry, token: { ...this.#entry.token, authHeaders: newer } };
  }

  set(token: T): void {
    this.#entry = entryOf(token, this.#needs.clock);
    this.#failure = undefined;
    this.#needs.changed();
  }

  token(): T | undefined {
    return this.#entry?.token;
  }

  /** Forgets `stale` if it is still the one in the cache. */
  discard(stale: AuthHeaders): void {
    if (this.#entry?.token.authHeaders !== stale) return;
    this.#entry = undefined;
    this.#needs.changed();
  }

  /** Forgets the token and the one that is being loaded. */
  clear(): void {
    this.#loading?.controller.abort();
    this.#loading = undefined;
    this.#entry = undefined;
    this.#failure = undefined;
  }

  /** Why the last load that tried something failed; null since the last success. */
  failure(): Failure | null {
    return this.#failure ?? null;
  }

  times(): Pick<SessionFacts, 'since' | 'until' | 'secondsLeft'> {
    const entry = this.#entry;
    if (!entry) return { since: null, until: null, secondsLeft: null };
    const left = Math.max(0, entry.ends - this.#now());
    return {
      since: entry.since.toISOString(),
      until: entry.until?.toISOString() ?? null,
      secondsLeft: left === Infinity ? null : Math.floor(left / 1000),
    };
  }

  #now(): number {
    return this.#needs.clock.monotonic();
  }

  async #fresh(signal?: AbortSignal): Promise<AuthHeaders> {
    const loading = (this.#loading ??= this.#load());
    return (await orAborted(loading.work, signal)).authHeaders;
  }

  #load() {
    const controller = new AbortController();
    const work = this.#needs.load(controller.signal).then(
      (token) => {
        if (controller.signal.aborted) throw dropped();
        this.#loading = undefined;
        this.set(token);
        return token;
      },
      (error: unknown) => {
        if (controller.signal.aborted) throw dropped();
        this.#loading = undefined;
        if (!(error instanceof NobodySignedIn)) this.#failure = failureOf(error);
        this.#needs.changed();
        throw error;
      },
    );
    // Every caller may have given up waiting; a failure must not count as unhandled then.
    work.catch(() => undefined);
    return { work, controller };
  }
}

function entryOf<T extends CachedToken>(token: T, { now, monotonic }: Clock): Entry<T> {
  const life = token.seconds === undefined ? Infinity : token.seconds * 1000;
  const ends = monotonic() + life;
  const early = life === Infinity ? 0 : Math.min(EARLY_MS, life * EARLY_PART);
  const since = now();
  const until = life === Infinity ? null : new Date(since.getTime() + life);
  return { token, since, until, ends, renewFrom: ends - early };
}

const dropped = () => cancelled('The sign-in was ended while the call waited for it.');

/** Nobody is signed in, and a person must act; with the server's words where it gave some. */
export function signInNeeded(
  message: string,
  words: { readonly status: number; readonly reason: string } = { status: 0, reason: '' },
  cause?: unknown,
): Problem {
  const { status, reason } = words;
  const reference = newErrorId();
  return new Problem({ kind: 'sign-in-needed', message, status, reason, reference }, cause);
}

/** Nobody has signed in yet, or not since they signed out: nothing was tried, so that nothing has failed or ended. */
class NobodySignedIn extends Problem {}
export const nobodySignedIn = (message: string): Problem =>
  new NobodySignedIn(signInNeeded(message).failure);

/** The facts of a session that knows nothing and has nothing to renew. */
export const NO_FACTS: Omit<SessionFacts, 'state'> = {
  who: null,
  scopes: null,
  securityLevel: null,
  since: null,
  until: null,
  secondsLeft: null,
  renews: false,
  failure: null,
};

/** A session that sends one token or cookie: the cache does most of it; a sign-in method overrides where it differs. */
export abstract class TokenSession<T extends CachedToken> implements Session {
  protected readonly tokens: TokenCache<T>;

  constructor(clock: Clock, changed: () => void) {
    this.tokens = new TokenCache({ clock, changed, load: (signal) => this.load(signal) });
  }

  protected abstract load(signal: AbortSignal): Promise<T>;
  abstract facts(): SessionFacts;

  authHeaders(signal?: AbortSignal, leastMs?: number): Promise<AuthHeaders> {
    return this.tokens.authHeaders(signal, leastMs);
  }

  renew(
    stale: AuthHeaders,
    _because: AuthRejection,
    signal?: AbortSignal,
  ): Promise<AuthHeaders | undefined> {
    return this.tokens.renew(stale, signal);
  }

  discard(stale: AuthHeaders): void {
    this.tokens.discard(stale);
  }

  receiveCookies(_authHeaders: AuthHeaders, _cookies: readonly string[]): void {
    // Only a password's session is a cookie.
  }

  async begin(_report: (step: BeginStep) => void, signal?: AbortSignal): Promise<void> {
    this.drop();
    await this.tokens.authHeaders(signal);
  }

  drop(): void {
    this.tokens.clear();
  }

  signOut(): Promise<Revoked> {
    this.drop();
    return Promise.resolve('not-offered');
  }
}
