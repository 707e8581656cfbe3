// Splits long work in main into slices, so that windows and calls are served in between.
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Milliseconds of one slice: too short to be noticed. */
const SLICE_MS = 8;

export interface Slices {
  /** Cheap. When it is true, `await pause()`. */
  isDue(): boolean;
  pause(): Promise<void>;
}

export function createSlices(): Slices {
  let began = performance.now();
  return {
    isDue: () => performance.now() - began > SLICE_MS,
    async pause() {
      await nextTurn();
      began = performance.now();
    },
  };
}

/** Items between two looks at the clock. */
const STRIDE = 64;

export async function eachInSlices<T>(
  items: readonly T[],
  visit: (item: T, index: number) => void,
  slices: Slices,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index % STRIDE === 0 && slices.isDue()) await slices.pause();
    visit(item, index);
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
