// Long work on the main thread in slices: between two of them everybody else has a turn.
import { cancelled } from './problems.ts';

/** Work on many values leaves the loop free as often as this. */
const LONGEST_STRETCH_MS = 12;

/** To be awaited between the steps of long work: now and then it leaves the loop free. Problem cancelled once the signal is aborted. */
export function pauses(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (signal?.aborted === true) throw cancelled();
    if (performance.now() - since < LONGEST_STRETCH_MS) return;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  };
}

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
