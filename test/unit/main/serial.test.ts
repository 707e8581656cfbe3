// Serial execution: order of requests, failures that stop nobody else, and keys that do not wait for each other.
import { describe, expect, it } from 'vitest';
import { serial, serialByKey } from '../../../main/serial.ts';

/** Work that ends when the test says so. */
function held() {
  let end: (error?: Error) => void = () => undefined;
  const over = new Promise<void>((resolve, reject) => {
    end = (error) => {
      if (error) reject(error);
      else resolve();
    };
  });
  return { work: () => over, end };
}

describe('one thing at a time', () => {
  it('begins the next when the one before is over, also when that failed, and gives each its own end', async () => {
    const run = serial();
    const first = held();
    const begun: string[] = [];
    const one = run(first.work);
    const two = run(async () => void begun.push('two'));
    await Promise.resolve();
    expect(begun).toEqual([]);
    const failed = expect(one).rejects.toThrow('No.');
    first.end(new Error('No.'));
    await failed;
    await two;
    expect(begun).toEqual(['two']);
    expect(await run(async () => 3)).toBe(3);
  });

  it('is idle when all that was asked for is over, however it ended', async () => {
    const run = serial();
    const [first, second] = [held(), held()];
    const ends = Promise.allSettled([run(first.work), run(second.work)]);
    let isIdle = false;
    const idle = run.idle().then(() => (isIdle = true));
    first.end();
    await Promise.resolve();
    expect(isIdle).toBe(false);
    second.end(new Error('No.'));
    await idle;
    expect((await ends).map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('waits within a key and not between keys', async () => {
    const run = serialByKey();
    const first = held();
    const order: string[] = [];
    const one = run('a', first.work).then(() => order.push('a1'));
    const two = run('a', async () => void order.push('a2'));
    await run('b', async () => void order.push('b'));
    expect(order).toEqual(['b']);
    first.end();
    await Promise.all([one, two]);
    expect(order[0]).toBe('b');
    expect(order).toContain('a2');
  });
});
