// What one way of signing in does for one connection, and the renewing of tokens and cookies that most of them share.
import type { SignInState } from '../../preload/contract/sign-in.ts';
import type { Failure } from '../../preload/result.ts';
import { orAborted } from '../cancel.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import { failureOf, Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';
import { cancelled } from '../problems.ts';

/** What one call carries beside the API key. Compared by identity: a renewed one is another one. */
export interface AuthHeaders {
  /** `Authorization` or `Cookie`, never both; none for a certificate. */
  readonly headers: Readonly<Record<string, Secret>>;
  /** Whether the organisation's certificate goes along, with its flag in the query. */
  readonly certificate: boolean;
}

/** How an answer showed that what was sent was not taken: by 401, or by the way to a page to sign in at. */
export type AuthRejection = 'token-not-taken' | 'signed-out';

export type SessionFacts = Omit<SignInState, 'connection' | 'way'>;
export type Revoked = 'yes' | 'no' | 'not-offered';
export type BeginStep = 'discovering' | 'browser-opened' | 'answer-came' | 'verifying';

export interface Session {
  present(signal?: AbortSignal): Promise<AuthHeaders>;
  /** After an answer that did not take `stale`: a fresh one, or undefined when there is none to be had unasked. */
  renew(
    stale: AuthHeaders,
    because: AuthRejection,
    signal?: AbortSignal,
  ): Promise<AuthHeaders | undefined>;
  /** Told that `stale` was not taken where nothing is repeated: it is not shown again. */
  lapsed(stale: AuthHeaders): void;
  heard(authHeaders: AuthHeaders, cookies: readonly string[]): void;
  facts(): SessionFacts;
  /** A person asks to sign in now. */
  begin(report: (step: BeginStep) => void, signal?: AbortSignal): Promise<void>;
  /** Out of memory; what is on its way is not used any more. */
  drop(): void;
  signOut(): Promise<Revoked>;
}

export interface Clock {
  readonly now: () => Date;
  /** Milliseconds that no change of the computer's clock moves (AUT-10). */
  readonly monotonic: () => number;
}

/** A token or cookie that is sent with each call until it ends. */
export interface Held {
  readonly authHeaders: AuthHeaders;
  /** From its receipt; undefined where nobody tells. */
  readonly seconds: number | undefined;
}

export interface KeeperNeeds<H extends Held> {
  /** Gets a fresh one. Its signal ends with `clear`, not with a caller: others may wait for the same. */
  readonly get: (signal: AbortSignal) => Promise<H>;
  readonly clock: Clock;
  readonly changed: () => void;
}

/** Renewed this long before the end, or a fifth of its life before where that is less. */
const EARLY_MS = 60_000;
const EARLY_PART = 0.2;

interface Kept<H> {
  readonly held: H;
  readonly since: Date;
  /** By the computer's clock, for people; null when nobody tells. */
  readonly until: Date | null;
  /** By the monotonic clock. */
  readonly ends: number;
  readonly renewFrom: number;
}

/** Holds one token or cookie, and gets a fresh one when it is needed: all who wait share one getting. */
export class TokenCache<H extends Held> {
  readonly #needs: KeeperNeeds<H>;
  #kept: Kept<H> | undefined;
  #failure: Failure | undefined;
  #running: { readonly work: Promise<H>; readonly stop: AbortController } | undefined;

  constructor(needs: KeeperNeeds<H>) {
    this.#needs = needs;
  }

  /** What is held if it lives long enough, else a fresh one. */
  async present(signal?: AbortSignal): Promise<AuthHeaders> {
    const kept = this.#kept;
    if (kept && this.#now() < kept.renewFrom) return kept.held.authHeaders;
    try {
      return await this.#fresh(signal);
    } catch (error) {
      // It could not be renewed early, but it lives on for a while.
      const isUsable = kept !== undefined && kept === this.#kept && this.#now() < kept.ends;
      if (isUsable && signal?.aborted !== true) return kept.held.authHeaders;
      throw error;
    }
  }

  /** A fresh one, unless somebody else has already renewed `stale`, which is not shown again in any case. */
  async renew(stale: AuthHeaders, signal?: AbortSignal): Promise<AuthHeaders> {
    if (this.#kept?.held.authHeaders === stale) this.#kept = undefined;
    return this.#kept?.held.authHeaders ?? this.#fresh(signal);
  }

  /** The same sign-in with a newer cookie. */
  replace(newer: AuthHeaders): void {
    if (this.#kept)
      this.#kept = { ...this.#kept, held: { ...this.#kept.held, authHeaders: newer } };
  }

  hold(held: H): void {
    this.#kept = keptOf(held, this.#needs.clock);
    this.#failure = undefined;
    this.#needs.changed();
  }

  held(): H | undefined {
    return this.#kept?.held;
  }

  /** Forgets `stale` if it is still the one that is held. */
  lapse(stale: AuthHeaders): void {
    if (this.#kept?.held.authHeaders !== stale) return;
    this.#kept = undefined;
    this.#needs.changed();
  }

  /** Forgets what is held, and what is on its way. */
  clear(): void {
    this.#running?.stop.abort();
    this.#running = undefined;
    this.#kept = undefined;
    this.#failure = undefined;
  }

  /** Why the last getting failed; null since the last success. */
  failure(): Failure | null {
    return this.#failure ?? null;
  }

  times(): Pick<SessionFacts, 'since' | 'until' | 'secondsLeft'> {
    const kept = this.#kept;
    if (!kept) return { since: null, until: null, secondsLeft: null };
    const left = Math.max(0, kept.ends - this.#now());
    return {
      since: kept.since.toISOString(),
      until: kept.until?.toISOString() ?? null,
      secondsLeft: left === Infinity ? null : Math.floor(left / 1000),
    };
  }

  #now(): number {
    return this.#needs.clock.monotonic();
  }

  async #fresh(signal?: AbortSignal): Promise<AuthHeaders> {
    const running = (this.#running ??= this.#start());
    return (await orAborted(running.work, signal)).authHeaders;
  }

  #start() {
    const stop = new AbortController();
    const work = this.#needs.get(stop.signal).then(
      (held) => {
        if (stop.signal.aborted) throw dropped();
        this.#running = undefined;
        this.hold(held);
        return held;
      },
      (error: unknown) => {
        if (stop.signal.aborted) throw dropped();
        this.#running = undefined;
        this.#failure = failureOf(error);
        this.#needs.changed();
        throw error;
      },
    );
    // Whoever asked may have gone; the others are told by their own wait.
    work.catch(() => undefined);
    return { work, stop };
  }
}

function keptOf<H extends Held>(held: H, { now, monotonic }: Clock): Kept<H> {
  const life = held.seconds === undefined ? Infinity : held.seconds * 1000;
  const ends = monotonic() + life;
  const early = life === Infinity ? 0 : Math.min(EARLY_MS, life * EARLY_PART);
  const since = now();
  const until = life === Infinity ? null : new Date(since.getTime() + life);
  return { held, since, until, ends, renewFrom: ends - early };
}

const dropped = () => cancelled('The sign-in was ended while the call waited for it.');

/** Nobody is signed in, and a person must act; with the server's words where it had some. */
export function signInNeeded(
  message: string,
  words: { readonly status: number; readonly reason: string } = { status: 0, reason: '' },
  cause?: unknown,
): Problem {
  const { status, reason } = words;
  const reference = newErrorId();
  return new Problem({ kind: 'sign-in-needed', message, status, reason, reference }, cause);
}

/** Nothing known, nothing to renew: what facts begin with. */
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

/** For ways that have nothing to renew, to revoke or to hear. */
export const QUIET: Pick<Session, 'renew' | 'lapsed' | 'heard'> = {
  renew: () => Promise.resolve(undefined),
  lapsed: () => undefined,
  heard: () => undefined,
};
