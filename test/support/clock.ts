// A clock that stands still until a test moves it.

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
