// The pace of calls to a platform: fewer at once under load, pauses for all, and when to give up.
import { describe, expect, it } from 'vitest';
import { createPace, MOST_AT_ONCE } from '../../../../main/reference/pace.ts';
import { createRemaining } from '../../../../main/reference/synchronise.ts';

function paced(random = 0.5) {
  let now = 1000;
  const pace = createPace({ clock: () => now, random: () => random });
  return {
    pace,
    pass: (ms: number) => (now += ms),
    /** Begins as many calls as may begin now. */
    fill: () => {
      const calls: number[] = [];
      while (pace.waitMs() === 0) calls.push(pace.begin());
      return calls;
    },
    /** One call, and that it was in vain. */
    fail: () => {
      now += pace.waitMs();
      pace.troubled(pace.begin());
    },
  };
}

describe('the pace of a synchronisation', () => {
  it('has six calls under way at once, not one more', () => {
    const { pace, fill } = paced();
    expect(MOST_AT_ONCE).toBe(6);
    expect(fill()).toHaveLength(6);
    expect(pace.waitMs()).toBe(Infinity);
    pace.answered();
    expect(fill()).toHaveLength(1);
  });

  it('halves when the platform is in trouble, once for all that were under way, and rests', () => {
    const { pace, pass, fill } = paced();
    const calls = fill();
    for (const call of calls) pace.troubled(call);
    expect(pace.waitMs()).toBe(500);
    pass(499);
    expect(pace.waitMs()).toBe(1);
    pass(1);
    expect(fill()).toHaveLength(3);
  });

  it('grows by one after twenty good answers, never above six', () => {
    const { pace, fail, pass, fill } = paced(0);
    fail();
    expect(fill()).toHaveLength(3);
    const answers = (count: number) => {
      for (let i = 0; i < count; i++) {
        pace.answered();
        pace.begin();
      }
    };
    answers(19);
    expect(pace.waitMs()).toBe(Infinity);
    answers(1);
    expect(fill()).toHaveLength(1);
    answers(400);
    fill();
    for (let i = 0; i < 6; i++) pace.dropped();
    pass(1);
    expect(fill()).toHaveLength(6);
  });

  it('rests longer each time, with jitter below a bound that doubles', () => {
    const { pace, fail } = paced(1);
    const rests = Array.from({ length: 5 }, () => {
      fail();
      return pace.waitMs();
    });
    expect(rests).toEqual([1000, 2000, 4000, 8000, 16_000]);
    const quick = paced(0);
    quick.fail();
    expect(quick.pace.waitMs()).toBe(0);
  });

  it('gives up after five rests without a good answer between them; any answer begins them anew', () => {
    const { pace, fail, pass } = paced();
    for (let i = 0; i < 5; i++) fail();
    expect(pace.isExhausted()).toBe(false);
    pass(pace.waitMs());
    pace.begin();
    pace.answered();
    for (let i = 0; i < 5; i++) fail();
    expect(pace.isExhausted()).toBe(false);
    fail();
    expect(pace.isExhausted()).toBe(true);
  });

  it('RAT-02 leaves the platform alone for as long as it said, and jitters behind that', () => {
    const { pace, fill, pass } = paced();
    const [first = 0, second = 0, ...others] = fill();
    for (let i = 0; i < others.length; i++) pace.dropped();
    pace.leaveAlone(7);
    pace.troubled(first);
    expect(pace.waitMs()).toBe(7500);
    pass(7499);
    pace.leaveAlone(2);
    // It was asked before the rest: it asks for no other one.
    pace.troubled(second);
    expect(pace.waitMs()).toBe(2000);
  });
});

describe('the time that is left', () => {
  it('is not told before enough is known, then follows what documents take lately', () => {
    let now = 0;
    const remaining = createRemaining(() => now);
    const done = (count: number, ms: number) => {
      for (let i = 0; i < count; i++) {
        now += ms;
        remaining.done();
      }
    };
    done(19, 100);
    expect(remaining.seconds(100)).toBeNull();
    done(1, 100);
    expect(remaining.seconds(100)).toBe(10);
    done(400, 10);
    expect(remaining.seconds(100)).toBeLessThanOrEqual(2);
    expect(remaining.seconds(0)).toBe(0);
  });
});
