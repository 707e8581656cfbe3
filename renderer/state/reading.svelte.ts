// One read of a screen: value, age, failure and cancellation. The old value stays while a new one is read.
import type { Failure, Result } from '../../preload/result.ts';
import { language } from '../texts/language.svelte.ts';
import type { DataAge } from './data-age.svelte.ts';

export interface ListStep {
  readonly items: number;
  readonly calls: number;
}
interface Asking {
  readonly signal: AbortSignal;
  readonly onProgress: (step: ListStep) => void;
}

/** Make it with the screen, `load()` in an effect, and let the effect end with `leave()`: nothing runs on after the screen. */
export class Reading<T> {
  value = $state.raw<T>();
  failure = $state.raw<Failure>();
  busy = $state(false);
  /** When `value` came; null before that. */
  fetched = $state<string | null>(null);
  /** Of a long list, while it is read. */
  progress = $state.raw<ListStep>();

  readonly #ask: (asking: Asking) => Promise<Result<T>>;
  #asking: AbortController | undefined;

  constructor(ask: (asking: Asking) => Promise<Result<T>>) {
    this.#ask = ask;
  }

  // Getters: what is derived stops with the component that made it, and a reading may outlive that.
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

  /** For `showDataAge(() => reading.age)`. */
  get age(): DataAge {
    return {
      fetched: this.fetched,
      state: this.state,
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
  }
}

const now = () => new Date().toISOString();

export function stateOf(failure: Failure | undefined): Exclude<DataAge['state'], 'copy'> {
  if (failure === undefined) return 'live';
  if (isSignedOut(failure)) return 'signed-out';
  return failure.kind === 'offline' || failure.kind === 'unreachable' ? 'offline' : 'live';
}

/** See `Reading.refused`. */
export const refusedRefresh = (
  value: unknown,
  failure: Failure | undefined,
): Failure | undefined =>
  value !== undefined && stateOf(failure) === 'live' ? failure : undefined;

const isSignedOut = (failure: Failure): boolean =>
  failure.kind === 'sign-in-needed' ||
  (failure.kind === 'refused' && failure.cause === 'organisation-not-authenticated');
