// What is read from main: value, age, failure and cancellation. The old value stays while a new one is read.
import { untrack } from 'svelte';
import type { Failure, Result } from '../../preload/result.ts';
import { language } from '../texts/language.svelte.ts';
import type { DataAge } from './data-age.svelte.ts';

export interface ListStep {
  readonly items: number;
  readonly calls: number;
}
/** What every call to main may be given. */
export interface Asking<P = ListStep> {
  readonly signal: AbortSignal;
  readonly onProgress: (step: P) => void;
}

/** Of a component: made by `query`. Of what outlives components: made here, and `readWhileShown` by who shows it. */
export class Query<T, P = ListStep> {
  value = $state.raw<T>();
  failure = $state.raw<Failure>();
  busy = $state(false);
  /** When `value` came; null before that. */
  fetched = $state<string | null>(null);
  /** Of what takes long, while it is read. */
  progress = $state.raw<P>();

  readonly #ask: (asking: Asking<P>) => Promise<Result<T>>;
  #asking: AbortController | undefined;

  constructor(ask: (asking: Asking<P>) => Promise<Result<T>>) {
    this.#ask = ask;
  }

  // Getters: what is derived stops with the component that made it, and a query may outlive that.
  get state(): Exclude<DataAge['state'], 'copy'> {
    return stateOf(this.failure);
  }
  /** The failure of a refresh: an older value stays shown, and the frame does not say what happened. */
  get refused(): Failure | undefined {
    return refusedRefresh(this.value, this.failure);
  }
  /** Why nothing can be changed now; undefined when it can. Nothing is queued for later (CCH-04). */
  get blocked(): string | undefined {
    return this.state === 'live' ? undefined : language.t.words.needsConnection;
  }

  /** For `showDataAge(() => users.age)`. */
  get age(): DataAge {
    return {
      fetched: this.fetched,
      state: this.state,
      failure: this.failure,
      busy: this.busy,
      refresh: () => void this.load(),
    };
  }

  /** Asks anew; what was asked before is stopped and never shown. True when an answer came that is a value. */
  async load(): Promise<boolean> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.busy = true;
    this.progress = undefined;
    const answer = await this.#ask({
      signal: asking.signal,
      onProgress: (step) => {
        if (this.#asking === asking) this.progress = step;
      },
    });
    if (this.#asking !== asking) return false;
    this.busy = false;
    this.progress = undefined;
    if (!answer.ok) {
      this.failure = answer.failure;
      return false;
    }
    this.take(answer.value);
    return true;
  }

  /** What was read is shown no more. */
  forget(): void {
    this.value = undefined;
    this.failure = undefined;
    this.fetched = null;
  }

  /** A newer value, which a write answered. */
  take(value: T): void {
    this.value = value;
    this.failure = undefined;
    this.fetched = now();
  }

  /** Stops asking. What was shown stays shown. */
  leave(): void {
    this.#asking?.abort();
    this.#asking = undefined;
    this.busy = false;
    this.progress = undefined;
  }
}

/** What is read as a whole: a query, or a model that has some. */
interface Readable {
  load(): unknown;
  /** Stops reading, where it can be stopped. What was shown stays shown. */
  leave?(): void;
}

interface Moments {
  /** It is read again when something that this looks at has changed. */
  readonly key?: () => unknown;
  /** Milliseconds to wait first, so that what changes again meanwhile costs nothing. */
  readonly after?: () => number;
}

/**
 * Call it while a component is made. What `of` names is read now, and again when it is another one or the key has changed;
 * it is stopped where the component ends, or where `of` names nothing any more.
 */
export function readWhileShown(of: () => Readable | undefined, moments: Moments = {}): void {
  readHere(of, moments, (readable) => {
    const ms = moments.after?.();
    const timer = ms === undefined ? undefined : setTimeout(() => void readable.load(), ms);
    if (ms === undefined) void readable.load();
    return () => {
      clearTimeout(timer);
      readable.leave?.();
    };
  });
}

/** The same for what others show as well: it is read where it has not been, and goes on when this component is gone. */
export function readOnce(of: () => Query<unknown> | undefined, moments: Moments = {}): void {
  readHere(of, moments, (shared) => {
    if (shared.value === undefined && !shared.busy) void shared.load();
  });
}

/** A query of the component that is being made, which is `readWhileShown`. The value stays while it is read again. */
export function query<T>(
  ask: (asking: Asking) => Promise<Result<T>>,
  moments: Moments = {},
): Query<T> {
  const made = new Query(ask);
  readWhileShown(() => made, moments);
  return made;
}

/** The one effect that reads. What reading itself looks at is no reason to read again. */
function readHere<R>(
  of: () => R | undefined,
  { key }: Moments,
  begin: (what: R) => (() => void) | void,
): void {
  $effect(() => {
    key?.();
    const what = of();
    return what === undefined ? undefined : untrack(() => begin(what));
  });
}

const now = () => new Date().toISOString();

export function stateOf(failure: Failure | undefined): Exclude<DataAge['state'], 'copy'> {
  if (failure === undefined) return 'live';
  if (isSignedOut(failure)) return 'signed-out';
  return failure.kind === 'offline' || failure.kind === 'unreachable' ? 'offline' : 'live';
}

/** See `Query.refused`. */
export const refusedRefresh = (value: unknown, failure: Failure | undefined): Failure | undefined =>
  value !== undefined && stateOf(failure) === 'live' ? failure : undefined;

const isSignedOut = (failure: Failure): boolean =>
  failure.kind === 'sign-in-needed' ||
  (failure.kind === 'refused' && failure.cause === 'organisation-not-authenticated');
