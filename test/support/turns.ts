// How often long work leaves the loop free, as a number that is the same on any machine.
import { vi } from 'vitest';

/** More than any slice has, and less than any limit of time that work under way may come to. */
const PER_LOOK_MS = 10;

export interface Turns<T> {
  readonly value: T;
  /** That others had while the work ran. */
  readonly turns: number;
}

/** `given` is told each turn by its number, from 1, before others have it. */
export async function turnsOf<T>(
  work: () => Promise<T>,
  given: (turn: number) => void = () => undefined,
): Promise<Turns<T>> {
  let now = performance.now();
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += PER_LOOK_MS));
  const { setImmediate: next } = globalThis;
  let turns = 0;
  const counted = vi.spyOn(globalThis, 'setImmediate').mockImplementation((...then) => {
    turns += 1;
    given(turns);
    return next(...then);
  });
  try {
    return { value: await work(), turns };
  } finally {
    clock.mockRestore();
    counted.mockRestore();
  }
}
