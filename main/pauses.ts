// Long work on the main thread in slices: between two of them everybody else has a turn.
import { cancelled } from './problems.ts';

/** Work on many values leaves the loop free as often as this. */
const LONGEST_STRETCH_MS = 12;

/** Everybody else has a turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** To be awaited between the steps of long work: now and then it leaves the loop free. Problem cancelled once the signal is aborted. */
export function pauses(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (signal?.aborted === true) throw cancelled();
    if (performance.now() - since < LONGEST_STRETCH_MS) return;
    await nextTurn();
    since = performance.now();
  };
}

/** From here on what is done with each item of a list is done in slices. */
const LONG_LIST = 500;

export const isLong = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length >= LONG_LIST;

/** `map` in slices. */
export async function mapInSlices<T, U>(
  list: readonly T[],
  to: (item: T) => U,
  signal?: AbortSignal,
): Promise<U[]> {
  const pause = pauses(signal);
  const made: U[] = [];
  for (const item of list) {
    made.push(to(item));
    await pause();
  }
  return made;
}
