// What a person began, one at a time: busy while it runs, how far it is, and why it did not succeed.
import type { Failure, Result } from '../../preload/result.ts';
import { type Failed, failedNow } from './failed.ts';
import type { Asking } from './query.svelte.ts';

/** Undefined: it is done. `cancelled`: the person took it back, which is no failure. */
export type Outcome = Failure | 'cancelled' | undefined;

export const failureOf = (answer: Result<unknown>): Failure | undefined =>
  answer.ok ? undefined : answer.failure;

/**
 * A write goes on in main when its component is gone. What is to end with the component is told so:
 * `onDestroy(() => checking.cancel())`.
 */
export class Action<P = never> {
  busy = $state(false);
  #failed = $state.raw<Failed>();
  progress = $state.raw<P>();
  #running: AbortController | undefined;

  /** Of the last time; undefined while it is tried again. */
  get failure(): Failure | undefined {
    return this.#failed?.failure;
  }
  /** When that was, for what is looked at later. */
  get failedAt(): Date | undefined {
    return this.#failed?.at;
  }

  /** True when it is done. A second press while it runs begins nothing. */
  async run(act: (asking: Asking<P>) => Promise<Outcome>): Promise<boolean> {
    if (this.busy) return false;
    const running = new AbortController();
    this.#running = running;
    this.busy = true;
    this.forget();
    let outcome: Outcome;
    try {
      outcome = await act({
        signal: running.signal,
        onProgress: (step) => {
          if (this.#running === running) this.progress = step;
        },
      });
    } finally {
      // What throws is a fault of this program: the window says so, and what a person began can be begun again.
      this.#running = undefined;
      this.busy = false;
      this.progress = undefined;
    }
    if (outcome !== undefined && outcome !== 'cancelled' && outcome.kind !== 'cancelled') {
      this.#failed = failedNow(outcome);
    }
    return outcome === undefined;
  }

  /** Asks main to end it. It is busy until main has answered: it may be done all the same. */
  cancel(): void {
    this.#running?.abort();
  }

  /** What failed is not shown any more. */
  forget(): void {
    this.#failed = undefined;
  }
}
