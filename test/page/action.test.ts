// What a person began: once at a time, its progress and its failure, and what was taken back is no failure.
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Action, Outcome } from '../../renderer/state/action.svelte.ts';
import type { Asking } from '../../renderer/state/query.svelte.ts';
import { openPage } from './support/page.ts';
import { offline } from './support/samples.ts';

type Step = { readonly done: number };
interface Running extends Asking<Step> {
  readonly end: (outcome: Outcome) => void;
}
let action: Action<Step>;
let running: Running[];
const begin = () =>
  action.run(
    (asking) =>
      new Promise((end) => {
        running.push({ ...asking, end });
      }),
  );

beforeEach(async () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T08:00:00Z') });
  await openPage();
  const module = await import('../../renderer/state/action.svelte.ts');
  action = new module.Action<Step>();
  running = [];
});

describe('an action', () => {
  it('is busy until it is done', async () => {
    const done = begin();
    expect(action.busy).toBe(true);
    running[0]?.end(undefined);
    expect(await done).toBe(true);
    expect(action).toMatchObject({ busy: false, failure: undefined, failedAt: undefined });
  });

  it('that throws is over, and can be begun again', async () => {
    await expect(action.run(() => Promise.reject(new Error('a fault')))).rejects.toThrow('a fault');
    expect(action).toMatchObject({ busy: false, progress: undefined });
    void begin();
    expect(running).toHaveLength(1);
  });

  it('is not begun twice', async () => {
    const first = begin();
    expect(await begin()).toBe(false);
    expect(running).toHaveLength(1);
    running[0]?.end(undefined);
    expect(await first).toBe(true);
    void begin();
    expect(running).toHaveLength(2);
  });

  it('says why and when it failed until it is tried again', async () => {
    const done = begin();
    vi.setSystemTime(new Date('2026-03-02T08:00:07Z'));
    running[0]?.end(offline);
    expect(await done).toBe(false);
    expect(action.failure).toBe(offline);
    expect(action.failedAt).toEqual(new Date('2026-03-02T08:00:07Z'));
    void begin();
    expect(action).toMatchObject({ failure: undefined, failedAt: undefined });
  });

  it.each<[string, Outcome]>([
    ['a person', 'cancelled'],
    ['main', { kind: 'cancelled', message: '' }],
  ])('that was taken back, as %s says, is neither done nor failed', async (_, outcome) => {
    const done = begin();
    running[0]?.end(outcome);
    expect(await done).toBe(false);
    expect(action).toMatchObject({ busy: false, failure: undefined });
  });

  it('says how far it is, and nothing once it ended', async () => {
    const done = begin();
    running[0]?.onProgress({ done: 3 });
    expect(action.progress).toEqual({ done: 3 });
    running[0]?.end(undefined);
    await done;
    expect(action.progress).toBeUndefined();
    running[0]?.onProgress({ done: 4 });
    expect(action.progress).toBeUndefined();
  });
});

describe('a cancelled action', () => {
  it('is ended in main, and is busy until main has answered', async () => {
    const done = begin();
    action.cancel();
    expect(running[0]?.signal.aborted).toBe(true);
    expect(action.busy).toBe(true);
    expect(await begin()).toBe(false);
    running[0]?.end({ kind: 'cancelled', message: '' });
    expect(await done).toBe(false);
    expect(action).toMatchObject({ busy: false, failure: undefined });
  });

  it('is done where main did it all the same', async () => {
    const done = begin();
    action.cancel();
    running[0]?.end(undefined);
    expect(await done).toBe(true);
  });

  it('leaves the next one alone', () => {
    action.cancel();
    void begin();
    expect(running[0]?.signal.aborted).toBe(false);
  });
});
