// Long work on the main thread in slices: between two of them everybody else has a turn.
import { cancelled } from './problems.ts';

/** Milliseconds of one slice: too short to be noticed. */
const SLICE_MS = 8;

/** Everybody else has a turn. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export interface Slices {
  /** Cheap. When it is true, `await pause()`. */
  isDue(): boolean;
  /** Problem cancelled once the signal is aborted. */
  pause(): Promise<void>;
}

export function createSlices(signal?: AbortSignal): Slices {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > SLICE_MS,
    async pause() {
      if (signal?.aborted === true) throw cancelled();
      await nextTurn();
      since = performance.now();
    },
  };
}

/** To be awaited between the steps of long work: now and then it leaves the loop free. Problem cancelled once the signal is aborted. */
export function pauses(signal?: AbortSignal): () => Promise<void> {
  const slices = createSlices(signal);
  return async () => {
    if (slices.isDue() || signal?.aborted === true) await slices.pause();
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
  const made: U[] = [];
  await eachInSlices(list, (item) => void made.push(to(item)), createSlices(signal));
  return made;
}

/** Items between two looks at the clock. */
const STRIDE = 64;

export async function eachInSlices<T>(
  items: Iterable<T>,
  visit: (item: T, index: number) => void,
  slices = createSlices(),
): Promise<void> {
  let index = 0;
  for (const item of items) {
    if (index % STRIDE === 0 && slices.isDue()) await slices.pause();
    visit(item, index);
    index += 1;
  }
}

const RUN = 128;

/** A new, stably sorted array. For slow comparisons, such as a collator's. */
export async function sortedInSlices<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  slices: Slices,
): Promise<readonly T[]> {
  let runs: T[][] = [];
  for (let index = 0; index < items.length; index += RUN) {
    if (slices.isDue()) await slices.pause();
    runs.push(items.slice(index, index + RUN).sort(compare));
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(await mergedInSlices(runs[index] ?? [], runs[index + 1] ?? [], compare, slices));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergedInSlices<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  slices: Slices,
): Promise<T[]> {
  const merged: T[] = [];
  let l = 0;
  let r = 0;
  while (l < left.length && r < right.length) {
    if (merged.length % STRIDE === 0 && slices.isDue()) await slices.pause();
    const one = left[l] as T;
    const other = right[r] as T;
    if (compare(one, other) <= 0) {
      merged.push(one);
      l += 1;
    } else {
      merged.push(other);
      r += 1;
    }
  }
  return [...merged, ...left.slice(l), ...right.slice(r)];
}
