// The limit of calls to a platform: fewer at once under load, pauses for all, and when to give up.
import { describe, expect, it } from 'vitest';
import {
  createConcurrencyLimiter,
  MOST_AT_ONCE,
} from '../../../../main/reference/concurrency-limiter.ts';
import { createTimeLeft } from '../../../../main/reference/synchronise.ts';

function limited(random = 0.5) {
  let now = 1000;
  const limiter = createConcurrencyLimiter({ clock: () => now, random: () => random });
  return {
    limiter,
    pass: (ms: number) => (now += ms),
    /** Begins as many calls as may begin now. */
    fill: () => {
      const calls: number[] = [];
      while (limiter.waitMs() === 0) calls.push(limiter.begin());
      return calls;
    },
    /** One call that fails. */
    fail: () => {
      now += limiter.waitMs();
      limiter.failed(limiter.begin());
    },
  };
}

describe('the concurrency limiter', () => {
  it('has six calls under way at once, not one more', () => {
    const { limiter, fill } = limited();
    expect(MOST_AT_ONCE).toBe(6);
    expect(fill()).toHaveLength(6);
    expect(limiter.waitMs()).toBe(Infinity);
    limiter.answered();
    expect(fill()).toHaveLength(1);
  });

  it('halves when a call fails, once for all that were under way, and backs off', () => {
    const { limiter, pass, fill } = limited();
    const calls = fill();
    for (const call of calls) limiter.failed(call);
    expect(limiter.waitMs()).toBe(500);
    pass(499);
    expect(limiter.waitMs()).toBe(1);
    pass(1);
    expect(fill()).toHaveLength(3);
  });

  it('grows by one after twenty good answers, never above six', () => {
    const { limiter, fail, pass, fill } = limited(0);
    fail();
    expect(fill()).toHaveLength(3);
    const answers = (count: number) => {
      for (let i = 0; i < count; i++) {
        limiter.answered();
        limiter.begin();
      }
    };
    answers(19);
    expect(limiter.waitMs()).toBe(Infinity);
    answers(1);
    expect(fill()).toHaveLength(1);
    answers(400);
    fill();
    for (let i = 0; i < 6; i++) limiter.cancelled();
    pass(1);
    expect(fill()).toHaveLength(6);
  });

  it('backs off longer each time, with jitter below a bound that doubles', () => {
    const { limiter, fail } = limited(1);
    const backoffs = Array.from({ length: 5 }, () => {
      fail();
      return limiter.waitMs();
    });
    expect(backoffs).toEqual([1000, 2000, 4000, 8000, 16_000]);
    const quick = limited(0);
    quick.fail();
    expect(quick.limiter.waitMs()).toBe(0);
  });

  it('gives up after five back-offs without an answer between them; any answer begins the count anew', () => {
    const { limiter, fail, pass } = limited();
    for (let i = 0; i < 5; i++) fail();
    expect(limiter.isExhausted()).toBe(false);
    pass(limiter.waitMs());
    limiter.begin();
    limiter.answered();
    for (let i = 0; i < 5; i++) fail();
    expect(limiter.isExhausted()).toBe(false);
    fail();
    expect(limiter.isExhausted()).toBe(true);
  });

  it('RAT-02 pauses for as long as the platform said, and adds jitter to that', () => {
    const { limiter, fill, pass } = limited();
    const [first = 0, second = 0, ...others] = fill();
    for (let i = 0; i < others.length; i++) limiter.cancelled();
    limiter.pauseFor(7);
    limiter.failed(first);
    expect(limiter.waitMs()).toBe(7500);
    pass(7499);
    limiter.pauseFor(2);
    // It began before the back-off: it causes no further one.
    limiter.failed(second);
    expect(limiter.waitMs()).toBe(2000);
  });
});

describe('the time that is left', () => {
  it('is null before enough is known, then follows the time of the latest documents', () => {
    let now = 0;
    const timeLeft = createTimeLeft(() => now);
    const done = (count: number, ms: number) => {
      for (let i = 0; i < count; i++) {
        now += ms;
        timeLeft.done();
      }
    };
    done(19, 100);
    expect(timeLeft.seconds(100)).toBeNull();
    done(1, 100);
    expect(timeLeft.seconds(100)).toBe(10);
    done(400, 10);
    expect(timeLeft.seconds(100)).toBeLessThanOrEqual(2);
    expect(timeLeft.seconds(0)).toBe(0);
  });
});
