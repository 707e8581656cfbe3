// Cancellation and time limits: the caller's abort is `cancelled`, a limit has its own failure, and nothing leaks.
import { getEventListeners } from 'node:events';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { endsWithin, orAborted, pause, until, within } from '../../../main/cancel.ts';

const never = new Promise<never>(() => undefined);
const late = () => new RangeError('Late.');
const cancelled = { failure: { kind: 'cancelled' } };
/** Of those that keep the process. */
const timers = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;
const listeners = (signal: AbortSignal) => getEventListeners(signal, 'abort').length;

describe('work that may be ended', () => {
  it('CAN-01 by its caller is cancelled, by a limit fails with the error of the limit', async () => {
    const caller = new AbortController();
    const both = { signals: [caller.signal, undefined], limit: { ms: 60_000, late } };
    const ended = until(both, (signal) => orAborted(never, signal));
    caller.abort();
    await expect(ended).rejects.toMatchObject(cancelled);
    await expect(until(both, (signal) => orAborted(never, signal))).rejects.toMatchObject(
      cancelled,
    );
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const limit = { ms: 60_000, late };
    const other = new AbortController();
    const slow = until({ signals: [other.signal], limit }, (signal) => orAborted(never, signal));
    const ending = [slow, within(60_000, late, never)].map((one) =>
      expect(one).rejects.toThrow(RangeError),
    );
    await vi.advanceTimersByTimeAsync(60_000);
    await Promise.all(ending);
    expect([listeners(caller.signal), listeners(other.signal)]).toEqual([0, 0]);
  });

  it('ends with the reason that a signal gives, whichever of them is first', async () => {
    const [one, two] = [new AbortController(), new AbortController()];
    const seen = until({ signals: [one.signal, two.signal] }, async (signal) => {
      two.abort(new TypeError('Closed.'));
      one.abort();
      expect(signal.aborted).toBe(true);
      return orAborted(never, signal);
    });
    await expect(seen).rejects.toThrow(TypeError);
  });

  it('gives what the work gives, and its error, also when nobody waits any more', async () => {
    expect(await until({}, () => Promise.resolve(1))).toBe(1);
    await expect(until({}, () => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
    expect(await orAborted(Promise.resolve(2), undefined)).toBe(2);
    // Nothing unhandled comes of what fails after it was left.
    const gone = new AbortController();
    gone.abort();
    let fail: (error: Error) => void = () => undefined;
    const work = new Promise<never>((_resolve, reject) => (fail = reject));
    await expect(orAborted(work, gone.signal)).rejects.toMatchObject(cancelled);
    fail(new Error('Too late to matter.'));
    await new Promise((resolve) => setImmediate(resolve));
  });

  it('holds the process for as long as it has a limit, and no longer', async () => {
    const before = timers();
    let end: () => void = () => undefined;
    const work = new Promise<void>((resolve) => (end = resolve));
    const waiting = within(60_000, late, work);
    expect(timers()).toBe(before + 1);
    end();
    await waiting;
    expect(timers()).toBe(before);
  });

  it('pauses, and is cancelled in a pause without leaving its timer', async () => {
    const before = timers();
    const caller = new AbortController();
    const resting = pause(60_000, caller.signal);
    expect(timers()).toBe(before + 1);
    caller.abort();
    await expect(resting).rejects.toMatchObject(cancelled);
    await expect(pause(60_000, caller.signal)).rejects.toMatchObject(cancelled);
    expect(timers()).toBe(before);
  });

  it('waits for work no longer than said, and tells which it was', async () => {
    expect(await endsWithin(60_000, Promise.resolve())).toBe(true);
    expect(await endsWithin(60_000, Promise.reject(new Error('x')))).toBe(true);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let answer: boolean | undefined;
    void endsWithin(1000, never).then((ended) => (answer = ended));
    await vi.advanceTimersByTimeAsync(999);
    expect(answer).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(answer).toBe(false);
  });
});

describe('10 000 calls on one signal that lives as long as the program', () => {
  const CALLS = 10_000;

  it('leave no listener, no timer and no entry inside the signal behind', async () => {
    const { signal } = new AbortController();
    const before = timers();
    for (let call = 0; call < CALLS; call += 1) {
      await until({ signals: [signal], limit: { ms: 60_000, late } }, (both) =>
        orAborted(orAborted(Promise.resolve(call), both), signal),
      );
      if (call % 1000 === 0) expect(listeners(signal)).toBeLessThan(3);
    }
    expect([listeners(signal), timers()]).toEqual([0, before]);
    expect(entriesIn(signal)).toBe(0);
  });
});

/** Signals made of this one, which Node keeps in it under a name of its own (nodejs/node#55351). */
function entriesIn(signal: AbortSignal): number {
  const sets = Object.getOwnPropertySymbols(signal).map(
    (name) => Reflect.get(signal, name) as unknown,
  );
  return sets.reduce<number>((sum, one) => sum + (one instanceof Set ? one.size : 0), 0);
}
