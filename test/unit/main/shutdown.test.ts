// Shutdown: closing a window loses no secret, job or write, and nothing keeps the program running for ever.
import { describe, expect, it } from 'vitest';
import { createDrafts, shutDown, mayQuit } from '../../../main/shutdown.ts';

const idle = { writesRunning: () => 0, writesEnded: async () => undefined };
const needs = (more: object = {}) => {
  const told: unknown[] = [];
  return {
    told,
    secrets: () => [],
    unsaved: () => 0,
    jobs: () => [],
    drafts: () => 0,
    operations: idle,
    notify: (name: string, value: unknown) => told.push([name, value]),
    ...more,
  };
};
const secret = (state: string, job: string | null = null) => ({ id: 's', state, job });

describe('leaving', () => {
  it('is free when nothing runs and nothing waits, and then nobody is told', () => {
    const free = needs({
      secrets: () => [secret('confirmed'), secret('outcome-unknown'), secret('waiting', 'j-1')],
      jobs: () => [{ state: 'paused' }, { state: 'finished' }, { state: 'stopped' }],
    });
    expect(mayQuit(free as never)).toBe(true);
    expect(free.told).toEqual([]);
  });

  it('OTS-12 is held by an unseen secret, a running job and a running write, and says which', () => {
    const held = needs({
      secrets: () => [secret('waiting'), secret('waiting')],
      jobs: () => [{ state: 'running' }, { state: 'pausing' }],
      operations: { ...idle, writesRunning: () => 3 },
    });
    expect(mayQuit(held as never)).toBe(false);
    const counts = { secretsWaiting: 2, jobsRunning: 2, writesRunning: 3, draftsUnsaved: 0 };
    expect(held.told).toEqual([['quitHeld', counts]]);
    expect(mayQuit(needs({ unsaved: () => 1 }) as never)).toBe(false);
  });

  it('is held by drafts that nobody saved, and says how many', () => {
    const held = needs({ drafts: () => 2 });
    expect(mayQuit(held as never)).toBe(false);
    const counts = { secretsWaiting: 0, jobsRunning: 0, writesRunning: 0, draftsUnsaved: 2 };
    expect(held.told).toEqual([['quitHeld', counts]]);
  });

  it('drafts are those of all windows; a window says anew how many it has, and none when it is gone', () => {
    const drafts = createDrafts();
    const [one, other] = [Symbol('one'), Symbol('other')];
    drafts.hold(2, one);
    drafts.hold(1, other);
    drafts.hold(3, one);
    expect(drafts.count()).toBe(4);
    drafts.drop(one);
    drafts.drop(one);
    expect(drafts.count()).toBe(1);
    drafts.hold(0, other);
    expect(drafts.count()).toBe(0);
  });

  it('CAN-04 waits for a write, cuts it off when it takes too long, and closes everything in order', async () => {
    const order: string[] = [];
    let ended = false;
    const never = new Promise<void>(() => undefined);
    const operations = {
      writesRunning: () => 1,
      writesEnded: () => (ended ? Promise.resolve() : never),
    };
    const bridge = {
      abortAll() {
        ended = true;
        order.push('abort');
      },
    };
    const ends = [
      () => void order.push('first'),
      () => Promise.reject(new Error('broken')),
      () => {
        throw new Error('broken too');
      },
      async () => void order.push('last'),
    ];
    await shutDown(
      { operations, bridge, jobs: { close: async () => void order.push('jobs') } },
      ends,
      5,
    );
    expect(order).toEqual(['jobs', 'abort', 'first', 'last']);
  });
});
