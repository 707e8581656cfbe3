// Many requests at the platform's pace: which are repeated, which are given up, and what ends the run.
import { describe, expect, it } from 'vitest';
import { createPace } from '../../../../main/reference/pace.ts';
import { type Halt, meaningOf, pump } from '../../../../main/reference/pump.ts';
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
  const seen = { got: [] as string[], refused: [] as string[], most: 0, open: 0, asked: 0 };
  const { signal } = new AbortController();
  const asked = new AbortController();
  let because: Halt | undefined;
  const work = {
    next: async () => waiting.shift(),
    async ask(item: string) {
      const tried = tries.get(item) ?? 0;
      tries.set(item, tried + 1);
      const over = await pace.turn(signal);
      seen.asked += 1;
      seen.open += 1;
      seen.most = Math.max(seen.most, seen.open);
      await new Promise((resolve) => setImmediate(resolve));
      seen.open -= 1;
      const given = answers[item] ?? ['yes'];
      const answer = given[Math.min(tried, given.length - 1)];
      const isTrouble = typeof answer === 'object' && meaningOf(answer as Failure) === 'trouble';
      over(isTrouble ? 'troubled' : 'answered');
      if (typeof answer === 'object') throw new Problem(answer as Failure);
      return answer;
    },
    got: async (item: string, answer: unknown) => {
      seen.got.push(item);
      if (answer === 'more') waiting.push(`${item}+`);
      if (answer === 'stop') halt('asked');
    },
    async refused(item: string) {
      seen.refused.push(item);
    },
  };
  const halt = (why: Halt) => {
    because = why;
    asked.abort();
  };
  const pace = createPace({ clock: () => performance.now(), random: () => 0 });
  const run = () => pump(work, { pace, halt: () => because, asked: asked.signal });
  return { run, work, seen, halt, tries, pace };
}
const many = (count: number) => Array.from({ length: count }, (_, at) => `d${String(at)}`);

describe('asking for many documents', () => {
  it('asks for all of them, six at once, and for what they lead to', async () => {
    const { run, seen } = world(many(60), { d59: ['more'], 'd59+': ['more'] });
    expect(await run()).toBe('none');
    expect(seen.got).toHaveLength(62);
    expect(seen.most).toBe(6);
  });

  it('asks again where the line failed or the platform is busy; four tries are all', async () => {
    const { run, seen, tries } = world(many(40), {
      d3: [reset, 'yes'],
      d7: [busy, reset, busy, 'yes'],
      d9: [reset],
      d11: [missing],
    });
    expect(await run()).toBe('none');
    expect(seen.refused.sort()).toEqual(['d11', 'd9']);
    expect(seen.got).toHaveLength(38);
    expect([tries.get('d7'), tries.get('d9'), tries.get('d11')]).toEqual([4, 4, 1]);
  });

  it('blames no document for a platform that is not there: after the rests it is halted as unreachable', async () => {
    const { run, seen } = world(many(9), Object.fromEntries(many(9).map((d) => [d, [reset]])));
    expect(await run()).toBe('unreachable');
    expect(seen.refused).toEqual([]);
    // Asked: six at once, then three, then one and one: 6 + 3 + 1 + 1 + 1 + 1.
    expect(seen.asked).toBe(13);
  });

  it('ends what is under way when it is halted, begins no more, and wakes for it', async () => {
    const { run, seen } = world(many(60), { d10: ['stop'] });
    expect(await run()).toBe('asked');
    expect(seen.got.length).toBeLessThan(24);
    expect(seen.open).toBe(0);
  });

  it('wakes from a rest when it is halted', async () => {
    const { run, halt, pace, seen } = world(['d0']);
    pace.leaveAlone(600);
    const running = run();
    await new Promise((resolve) => setImmediate(resolve));
    halt('asked');
    expect(await running).toBe('asked');
    expect(seen.got).toEqual([]);
  });

  it('throws what keeps it from putting something down, once nothing is under way', async () => {
    const { run, work, seen } = world(many(30));
    const full: Failure = { kind: 'file', problem: 'disk-full', message: 'The disk is full.' };
    const { got } = work;
    work.got = async (item, answer) => {
      if (item === 'd8') throw new Problem(full);
      await got(item, answer);
    };
    await expect(run()).rejects.toMatchObject({ failure: full });
    expect(seen.open).toBe(0);
    expect(seen.got.length).toBeLessThan(24);
  });

  it('halts at once where nobody would fare better', async () => {
    const expired: Failure = {
      kind: 'certificate',
      message: '',
      problem: 'server-expired',
      detail: '',
    };
    expect(await world(many(30), { d2: [expired] }).run()).toBe('unreachable');
    expect(meaningOf({ ...expired, problem: 'expired' })).toBe('sign-in-needed');
    expect(meaningOf({ kind: 'keychain', message: '', problem: 'locked' })).toBe('destination');
    const of = (status: number) => ({
      kind: 'unexpected-answer' as const,
      message: '',
      status,
      reference: '',
    });
    // Nobody is asked who they are: a page to sign in at, and a switch, speak of this one document.
    const page: Failure = { ...of(200), kind: 'sign-in-needed', reason: '' };
    const managed: Failure = { kind: 'managed', message: '', by: 'reference' };
    expect([page, managed].map(meaningOf)).toEqual(['refused', 'refused']);
    expect([500, 502, 504, 200].map((status) => meaningOf(of(status)))).toEqual([
      ...['refused', 'trouble', 'trouble', 'refused'],
    ]);
  });
});
