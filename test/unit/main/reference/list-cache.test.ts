// Lists cached in memory: read once for all callers, kept when the first caller cancels, read anew on request.
import { describe, expect, it } from 'vitest';
import { createListCache } from '../../../../main/reference/list-cache.ts';

const never = new AbortController().signal;

/** A platform that answers when it is told to. */
function platform() {
  const calls: { answer: (value: string) => void; refuse: () => void; signal: AbortSignal }[] = [];
  const read = (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      const refuse = () => {
        reject(new Error('refused'));
      };
      calls.push({ answer: resolve, refuse, signal });
    });
  return { calls, read };
}

describe('lists cached in memory', () => {
  it('are read once, whoever asks and how often', async () => {
    const { calls, read } = platform();
    const cache = createListCache<string>();
    const both = [cache.get('a', read, { signal: never }), cache.get('a', read, { signal: never })];
    calls[0]?.answer('list');
    expect(await Promise.all(both)).toEqual(['list', 'list']);
    expect(await cache.get('a', read, { signal: never })).toBe('list');
    expect(calls).toHaveLength(1);
    void cache.get('b', read, { signal: never });
    expect(calls).toHaveLength(2);
  });

  it('a cancelled caller does not end the load: it goes on for the next one', async () => {
    const { calls, read } = platform();
    const cache = createListCache<string>();
    const typing = new AbortController();
    const first = cache.get('a', read, { signal: typing.signal });
    typing.abort();
    await expect(first).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    const second = cache.get('a', read, { signal: never });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal.aborted).toBe(false);
    calls[0]?.answer('list');
    expect(await second).toBe('list');
  });

  it('a refusal is not cached, and does not remove what is cached', async () => {
    const { calls, read } = platform();
    const cache = createListCache<string>();
    const first = cache.get('a', read, { signal: never });
    calls[0]?.refuse();
    await expect(first).rejects.toThrow('refused');
    const second = cache.get('a', read, { signal: never });
    calls[1]?.answer('list');
    expect(await second).toBe('list');

    const fresh = cache.get('a', read, { signal: never, fresh: true });
    calls[2]?.refuse();
    await expect(fresh).rejects.toThrow('refused');
    expect(await cache.get('a', read, { signal: never })).toBe('list');

    const newer = cache.get('a', read, { signal: never, fresh: true });
    calls[3]?.answer('newer');
    expect(await newer).toBe('newer');
    expect(await cache.get('a', read, { signal: never })).toBe('newer');
  });

  it('a load under way when all was cleared answers those who wait, and is not cached', async () => {
    const { calls, read } = platform();
    const cache = createListCache<string>();
    const first = cache.get('a', read, { signal: never });
    cache.clear();
    const second = cache.get('a', read, { signal: never });
    expect(calls).toHaveLength(2);
    calls[1]?.answer('new');
    expect(await second).toBe('new');
    calls[0]?.answer('old');
    expect(await first).toBe('old');
    expect(await cache.get('a', read, { signal: never })).toBe('new');
  });

  it('closing ends the loads under way', () => {
    const { calls, read } = platform();
    const cache = createListCache<string>();
    void cache.get('a', read, { signal: never });
    cache.close();
    expect(calls[0]?.signal.aborted).toBe(true);
  });
});
