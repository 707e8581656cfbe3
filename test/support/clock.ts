// Clocks that stand still until a test moves them.
import { onTestFinished, vi } from 'vitest';

export interface TestClock {
  readonly now: () => Date;
  /** Moves on by so many milliseconds. */
  pass(ms: number): void;
  set(instant: string): void;
}

export function createClock(instant = '2030-03-01T12:00:00.000Z'): TestClock {
  let time = Date.parse(instant);
  return {
    now: () => new Date(time),
    pass(ms) {
      time += ms;
    },
    set(to) {
      time = Date.parse(to);
    },
  };
}

/** `performance.now` of this process stands until the test ends or calls what is returned; timers go on. */
export function holdMonotonicClock(): () => void {
  const start = performance.now();
  vi.useFakeTimers({ toFake: ['performance'] });
  // It never goes back.
  vi.advanceTimersByTime(Math.ceil(start));
  const goOn = () => void vi.useRealTimers();
  onTestFinished(goOn);
  return goOn;
}

/** What the work gives, while fake timers run out one after the other: what it does with files and sockets goes on in between. */
export async function whileTimePasses<T>(work: Promise<T>): Promise<T> {
  let hasEnded = false;
  const end = () => void (hasEnded = true);
  work.then(end, end);
  while (!hasEnded) {
    await vi.advanceTimersToNextTimerAsync();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return work;
}
