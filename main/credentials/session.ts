// What one way of signing in does for one connection, and the renewing of tokens and cookies that most of them share.
import type { SignInState } from '../../preload/contract/sign-in.ts';
import type { Failure } from '../../preload/result.ts';
import { newReference } from '../http/reference.ts';
import { failureOf, Problem } from '../problem.ts';
import type { Secret } from '../secret.ts';

/** What one call carries beside the API key. Compared by identity: a renewed one is another one. */
export interface Presented {
  /** `Authorization` or `Cookie`, never both; none for a certificate. */
  readonly headers: Readonly<Record<string, Secret>>;
  /** Whether the organisation's certificate goes along, with its flag in the query. */
  readonly certificate: boolean;
}

/** How an answer showed that what was presented was not taken: by 401, or by the way to a page to sign in at. */
export type Untaken = 'token-not-taken' | 'signed-out';

export type SessionFacts = Omit<SignInState, 'connection' | 'way'>;
export type Revoked = 'yes' | 'no' | 'not-offered';
export type BeginStep = 'discovering' | 'browser-opened' | 'answer-came' | 'verifying';

export interface Session {
  present(signal?: AbortSignal): Promise<Presented>;
  /** After an answer that did not take `stale`: a fresh one, or undefined when there is none to be had unasked. */
  renew(stale: Presented, because: Untaken, signal?: AbortSignal): Promise<Presented | undefined>;
  /** Told that `stale` was not taken where nothing is repeated: it is not shown again. */
  lapsed(stale: Presented): void;
  heard(presented: Presented, cookies: readonly string[]): void;
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

/** A token or cookie that is to be presented until it ends. */
export interface Held {
  readonly presented: Presented;
  /** From its receipt; undefined where nobody tells. */
  readonly seconds: number | undefined;
}

export interface Keeper<H extends Held> {
  /** What is held if it lives long enough, else a fresh one. All who wait share one getting. */
  present(signal?: AbortSignal): Promise<Presented>;
  /** A fresh one, unless somebody else has already renewed `stale`. */
  renew(stale: Presented, signal?: AbortSignal): Promise<Presented>;
  /** The same sign-in with a newer cookie. */
  replace(newer: Presented): void;
  hold(held: H): void;
  held(): H | undefined;
  /** Forgets what is held, and what is on its way. */
  clear(): void;
  /** Why the last getting failed; undefined since the last success. */
  failure(): Failure | undefined;
  times(): Pick<SessionFacts, 'since' | 'until' | 'secondsLeft'>;
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

export function createKeeper<H extends Held>({ get, clock, changed }: KeeperNeeds<H>): Keeper<H> {
  let kept: Kept<H> | undefined;
  let failure: Failure | undefined;
  let running: { readonly work: Promise<H>; readonly stop: AbortController } | undefined;

  const hold = (held: H) => {
    kept = keptOf(held, clock);
    failure = undefined;
    changed();
  };
  const fresh = (): Promise<H> => {
    if (running) return running.work;
    const stop = new AbortController();
    const work = get(stop.signal).then(
      (held) => {
        if (stop.signal.aborted) throw dropped();
        running = undefined;
        hold(held);
        return held;
      },
      (error: unknown) => {
        if (stop.signal.aborted) throw dropped();
        running = undefined;
        failure = failureOf(error);
        changed();
        throw error;
      },
    );
    running = { work, stop };
    return work;
  };
  const presentFresh = async (signal?: AbortSignal) => (await orAborted(fresh(), signal)).presented;

  return {
    async present(signal) {
      const now = clock.monotonic();
      if (kept && now < kept.renewFrom) return kept.held.presented;
      try {
        return await presentFresh(signal);
      } catch (error) {
        // It could not be renewed early, but it lives on for a while.
        if (kept && clock.monotonic() < kept.ends && signal?.aborted !== true)
          return kept.held.presented;
        throw error;
      }
    },
    renew: (stale, signal) =>
      kept && kept.held.presented !== stale
        ? Promise.resolve(kept.held.presented)
        : presentFresh(signal),
    replace(newer) {
      if (kept) kept = { ...kept, held: { ...kept.held, presented: newer } };
    },
    hold,
    held: () => kept?.held,
    clear() {
      running?.stop.abort();
      running = undefined;
      kept = undefined;
      failure = undefined;
    },
    failure: () => failure,
    times: () => timesOf(kept, clock),
  };
}

function keptOf<H extends Held>(held: H, { now, monotonic }: Clock): Kept<H> {
  const life = held.seconds === undefined ? Infinity : held.seconds * 1000;
  const ends = monotonic() + life;
  const early = life === Infinity ? 0 : Math.min(EARLY_MS, life * EARLY_PART);
  const since = now();
  const until = life === Infinity ? null : new Date(since.getTime() + life);
  return { held, since, until, ends, renewFrom: ends - early };
}

function timesOf<H>(kept: Kept<H> | undefined, { monotonic }: Clock) {
  if (!kept) return { since: null, until: null, secondsLeft: null };
  const left = Math.max(0, kept.ends - monotonic());
  return {
    since: kept.since.toISOString(),
    until: kept.until?.toISOString() ?? null,
    secondsLeft: left === Infinity ? null : Math.floor(left / 1000),
  };
}

/** The work goes on for the others who wait for it. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise<T>((resolve, reject) => {
    const stop = () => {
      reject(cancelled('The call was cancelled.'));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

export const cancelled = (message: string) => new Problem({ kind: 'cancelled', message });

const dropped = () => cancelled('The sign-in was ended while the call waited for it.');

/** Nobody is signed in, and a person must act; with the server's words where it had some. */
export function signInNeeded(
  message: string,
  words: { readonly status: number; readonly reason: string } = { status: 0, reason: '' },
  cause?: unknown,
): Problem {
  const { status, reason } = words;
  const reference = newReference();
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
