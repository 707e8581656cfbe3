// Long work in slices: a slice ends after its time, others have a turn, and work that nobody wants any more ends there.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSlices,
  eachInSlices,
  isLong,
  mapInSlices,
  pauses,
  sortedInSlices,
} from '../../../main/pauses.ts';
import { turnsOf } from '../../support/turns.ts';

const cancelled = { failure: { kind: 'cancelled' } };
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

describe('a slice', () => {
  let now = 0;
  beforeEach(() => {
    now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
  });

  it('is over after 8 ms, and the next begins when others have had their turn', async () => {
    const slices = createSlices();
    now = 8;
    expect(slices.isDue()).toBe(false);
    now = 9;
    expect(slices.isDue()).toBe(true);
    let others = 0;
    setImmediate(() => {
      others += 1;
      now = 100;
    });
    await slices.pause();
    expect([others, slices.isDue()]).toEqual([1, false]);
    now = 109;
    expect(slices.isDue()).toBe(true);
  });

  it('leaves the loop to others only when it is over', async () => {
    const pause = pauses();
    let others = 0;
    setImmediate(() => (others += 1));
    await pause();
    expect(others).toBe(0);
    now = 9;
    await pause();
    expect(others).toBe(1);
  });

  it('ends cancelled work at once, over or not', async () => {
    const stop = new AbortController();
    const pause = pauses(stop.signal);
    await pause();
    stop.abort();
    await expect(pause()).rejects.toMatchObject(cancelled);
    await expect(createSlices(stop.signal).pause()).rejects.toMatchObject(cancelled);
  });
});

describe('a list', () => {
  it('has a look at the clock before each 64 items, and a turn for others where a slice is over', async () => {
    for (const [count, turns] of [
      [1, 1],
      [64, 1],
      [65, 2],
      [640, 10],
    ] as const) {
      const visited: [number, number][] = [];
      const visits = await turnsOf(() =>
        eachInSlices(numbers(count), (item, index) => void visited.push([item, index])),
      );
      expect(visits.turns).toBe(turns);
      expect(visited).toEqual(numbers(count).map((at) => [at, at]));
      const made = await turnsOf(() => mapInSlices(numbers(count), (item) => item * 2));
      expect(made).toEqual({ value: numbers(count).map((at) => at * 2), turns });
    }
  });

  it('that is cancelled is not gone through further', async () => {
    const stop = new AbortController();
    let visited = 0;
    const visit = () => {
      visited += 1;
      if (visited === 70) stop.abort();
    };
    const working = turnsOf(() => mapInSlices(numbers(1000), visit, stop.signal));
    await expect(working).rejects.toMatchObject(cancelled);
    expect(visited).toBe(128);
  });

  it('is sorted stably, in runs of 128 and in merges that look at the clock every 64 items', async () => {
    const items = numbers(1000).map((at) => ({ key: (at * 7919) % 10, at }));
    const { value, turns } = await turnsOf(() =>
      sortedInSlices(items, (one, other) => one.key - other.key, createSlices()),
    );
    expect(value).toEqual(items.toSorted((one, other) => one.key - other.key || one.at - other.at));
    // 8 runs, and three rounds of merges with 16 looks at most in each; less where one side ends early.
    expect(turns).toBeGreaterThan(8 + 3 * 10);
    expect(turns).toBeLessThanOrEqual(8 + 3 * 16);
  });

  it('is long from 500 items on', () => {
    expect([isLong(numbers(499)), isLong(numbers(500)), isLong('x'.repeat(500))]).toEqual([
      false,
      true,
      false,
    ]);
  });
});
