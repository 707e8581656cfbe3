// Lists cached in memory: read once for all callers, kept when the first caller cancels, read anew on request.
import { describe, expect, it } from 'vitest';
import { createHeld } from '../../../../main/reference/held.ts';

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

describe('lists held in memory', () => {
  it('are read once, whoever asks and how often', async () => {
    const { calls, read } = platform();
    const held = createHeld<string>();
    const both = [held.get('a', read, { signal: never }), held.get('a', read, { signal: never })];
    calls[0]?.answer('list');
    expect(await Promise.all(both)).toEqual(['list', 'list']);
    expect(await held.get('a', read, { signal: never })).toBe('list');
    expect(calls).toHaveLength(1);
    void held.get('b', read, { signal: never });
    expect(calls).toHaveLength(2);
  });

  it('who types on does not begin the reading again: it goes on for the next one', async () => {
    const { calls, read } = platform();
    const held = createHeld<string>();
    const typing = new AbortController();
    const first = held.get('a', read, { signal: typing.signal });
    typing.abort();
    await expect(first).rejects.toMatchObject({ failure: { kind: 'cancelled' } });
    const second = held.get('a', read, { signal: never });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.signal.aborted).toBe(false);
    calls[0]?.answer('list');
    expect(await second).toBe('list');
  });

  it('a refusal is not held, and does not take away what is held', async () => {
    const { calls, read } = platform();
    const held = createHeld<string>();
    const first = held.get('a', read, { signal: never });
    calls[0]?.refuse();
    await expect(first).rejects.toThrow('refused');
    const second = held.get('a', read, { signal: never });
    calls[1]?.answer('list');
    expect(await second).toBe('list');

    const fresh = held.get('a', read, { signal: never, fresh: true });
    calls[2]?.refuse();
    await expect(fresh).rejects.toThrow('refused');
    expect(await held.get('a', read, { signal: never })).toBe('list');

    const newer = held.get('a', read, { signal: never, fresh: true });
    calls[3]?.answer('newer');
    expect(await newer).toBe('newer');
    expect(await held.get('a', read, { signal: never })).toBe('newer');
  });

  it('what was under way when all was dropped is given to who waits, and not held', async () => {
    const { calls, read } = platform();
    const held = createHeld<string>();
    const first = held.get('a', read, { signal: never });
    held.drop();
    const second = held.get('a', read, { signal: never });
    expect(calls).toHaveLength(2);
    calls[1]?.answer('new');
    expect(await second).toBe('new');
    calls[0]?.answer('old');
    expect(await first).toBe('old');
    expect(await held.get('a', read, { signal: never })).toBe('new');
  });

  it('the end of the program ends what is under way', () => {
    const { calls, read } = platform();
    const held = createHeld<string>();
    void held.get('a', read, { signal: never });
    held.close();
    expect(calls[0]?.signal.aborted).toBe(true);
  });
});
