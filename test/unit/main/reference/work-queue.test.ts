// The work queue: which items are retried, which are given up, and what ends the run.
import { describe, expect, it } from 'vitest';
import { createConcurrencyLimiter } from '../../../../main/reference/concurrency-limiter.ts';
import {
  type HaltReason,
  nextStepAfter,
  runWorkQueue,
} from '../../../../main/reference/work-queue.ts';
import { Problem } from '../../../../main/problem.ts';
import type { Failure } from '../../../../preload/result.ts';

const reset: Failure = { kind: 'unreachable', message: '', host: 'h', problem: 'reset' };
const busy: Failure = { kind: 'busy', message: '', retryAfterSeconds: 30 };
const missing: Failure = { kind: 'not-found', message: '' };

/** Answers by item, one try after the other; the last one holds. */
function world(
  items: readonly string[],
  answers: Readonly<Record<string, readonly unknown[]>> = {},
) {
  const waiting = [...items];
  const tries = new Map<string, number>();
  const seen = { loaded: [] as string[], refused: [] as string[], most: 0, open: 0, asked: 0 };
  const { signal } = new AbortController();
  const haltRequested = new AbortController();
  let because: HaltReason | undefined;
  const queue = {
    next: async () => waiting.shift(),
    async load(item: string) {
      const tried = tries.get(item) ?? 0;
      tries.set(item, tried + 1);
      const over = await limiter.acquire(signal);
      seen.asked += 1;
      seen.open += 1;
      seen.most = Math.max(seen.most, seen.open);
      await new Promise((resolve) => setImmediate(resolve));
      seen.open -= 1;
      const given = answers[item] ?? ['yes'];
      const answer = given[Math.min(tried, given.length - 1)];
      const isTrouble = typeof answer === 'object' && nextStepAfter(answer as Failure) === 'retry';
      over(isTrouble ? 'failed' : 'answered');
      if (typeof answer === 'object') throw new Problem(answer as Failure);
      return answer;
    },
    loaded: async (item: string, answer: unknown) => {
      seen.loaded.push(item);
      if (answer === 'more') waiting.push(`${item}+`);
      if (answer === 'stop') halt('asked');
    },
    async refused(item: string) {
      seen.refused.push(item);
    },
  };
  const halt = (why: HaltReason) => {
    because = why;
    haltRequested.abort();
  };
  const limiter = createConcurrencyLimiter({ clock: () => performance.now(), random: () => 0 });
  const run = () =>
    runWorkQueue(queue, {
      limiter,
      haltReason: () => because,
      haltRequested: haltRequested.signal,
    });
  return { run, queue, seen, halt, tries, limiter };
}
const many = (count: number) => Array.from({ length: count }, (_, at) => `d${String(at)}`);

describe('the work queue', () => {
  it('loads all items, six at once, and those that they add', async () => {
    const { run, seen } = world(many(60), { d59: ['more'], 'd59+': ['more'] });
    expect(await run()).toBe('none');
    expect(seen.loaded).toHaveLength(62);
    expect(seen.most).toBe(6);
  });

  it('retries where the connection failed or the platform is busy; four tries are all', async () => {
    const { run, seen, tries } = world(many(40), {
      d3: [reset, 'yes'],
      d7: [busy, reset, busy, 'yes'],
      d9: [reset],
      d11: [missing],
    });
    expect(await run()).toBe('none');
    expect(seen.refused.sort()).toEqual(['d11', 'd9']);
    expect(seen.loaded).toHaveLength(38);
    expect([tries.get('d7'), tries.get('d9'), tries.get('d11')]).toEqual([4, 4, 1]);
  });

  it('gives up no item for a platform that is away: after the back-offs it is halted as unreachable', async () => {
    const { run, seen } = world(many(9), Object.fromEntries(many(9).map((d) => [d, [reset]])));
    expect(await run()).toBe('unreachable');
    expect(seen.refused).toEqual([]);
    // Asked: six at once, then three, then one and one: 6 + 3 + 1 + 1 + 1 + 1.
    expect(seen.asked).toBe(13);
  });

  it('nor for what was answered while it went away; one that fails alone is given up', async () => {
    // d0 was on its way before, all others come too late.
    const away = world(many(3), { d1: [reset], d2: [reset] });
    expect(await away.run()).toBe('unreachable');
    expect([away.seen.loaded, away.seen.refused]).toEqual([['d0'], []]);
    const sick = world(many(2), { d1: [reset] });
    expect(await sick.run()).toBe('none');
    expect([sick.seen.loaded, sick.seen.refused]).toEqual([['d0'], ['d1']]);
  });

  it('ends items under way when it is halted, begins no more, and wakes for it', async () => {
    const { run, seen } = world(many(60), { d10: ['stop'] });
    expect(await run()).toBe('asked');
    expect(seen.loaded.length).toBeLessThan(24);
    expect(seen.open).toBe(0);
  });

  it('wakes from a pause when it is halted', async () => {
    const { run, halt, limiter, seen } = world(['d0']);
    limiter.pauseFor(600);
    const running = run();
    await new Promise((resolve) => setImmediate(resolve));
    halt('asked');
    expect(await running).toBe('asked');
    expect(seen.loaded).toEqual([]);
  });

  it('throws the failure to store an item, once nothing is under way', async () => {
    const { run, queue, seen } = world(many(30));
    const full: Failure = { kind: 'file', problem: 'disk-full', message: 'The disk is full.' };
    const { loaded } = queue;
    queue.loaded = async (item, answer) => {
      if (item === 'd8') throw new Problem(full);
      await loaded(item, answer);
    };
    await expect(run()).rejects.toMatchObject({ failure: full });
    expect(seen.open).toBe(0);
    expect(seen.loaded.length).toBeLessThan(24);
  });

  it('halts at once where every item would fail alike', async () => {
    const expired: Failure = {
      kind: 'certificate',
      message: '',
      problem: 'server-expired',
      detail: '',
    };
    expect(await world(many(30), { d2: [expired] }).run()).toBe('unreachable');
    expect(nextStepAfter({ ...expired, problem: 'expired' })).toBe('sign-in-needed');
    expect(nextStepAfter({ kind: 'keychain', message: '', problem: 'locked' })).toBe('keychain');
    const of = (status: number) => ({
      kind: 'unexpected-answer' as const,
      message: '',
      status,
      reference: '',
    });
    // Nobody signs in for these documents: a sign-in page, and a switched-off feature, concern this one document.
    const page: Failure = { ...of(200), kind: 'sign-in-needed', reason: '' };
    const managed: Failure = { kind: 'managed', message: '', by: 'reference' };
    expect([page, managed].map(nextStepAfter)).toEqual(['refuse', 'refuse']);
    expect([500, 502, 504, 200].map((status) => nextStepAfter(of(status)))).toEqual([
      ...['refuse', 'retry', 'retry', 'refuse'],
    ]);
  });
});
