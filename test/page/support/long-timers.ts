// Timers under the test's control: long waits (ten seconds, or as it says) are advanced by the test, others are real.
import { onTestFinished } from 'vitest';

const LONG = 10_000;
/** Above what the browser itself gives. */
const FIRST_ID = 2 ** 40;

export interface LongTimers {
  /** Lets so many milliseconds pass, in order, as far as long waiting goes. */
  readonly pass: (ms: number) => void;
  /** How many wait. */
  readonly waiting: () => number;
}

export function holdLongTimers(least = LONG): LongTimers {
  const begin = window.setTimeout.bind(window);
  const end = window.clearTimeout.bind(window);
  const held = new Map<number, { readonly due: number; readonly run: () => void }>();
  let now = 0;
  let last = FIRST_ID;
  const own = (run: () => void, delay = 0): number => {
    if (delay < least) return begin(run, delay);
    held.set((last += 1), { due: now + delay, run });
    return last;
  };
  const clear = (id?: number) => {
    if (id !== undefined && !held.delete(id)) end(id);
  };
  Object.assign(window, { setTimeout: own, clearTimeout: clear });
  onTestFinished(() => {
    Object.assign(window, { setTimeout: begin, clearTimeout: end });
  });
  return {
    waiting: () => held.size,
    pass(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = [...held].sort(([, a], [, b]) => a.due - b.due);
        if (next === undefined || next[1].due > until) break;
        held.delete(next[0]);
        now = next[1].due;
        next[1].run();
      }
      now = until;
    },
  };
}
