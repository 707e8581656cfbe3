// What a page sends costs main by its size alone, and the last call of a flood no more than the first.
import { expect, it, vi } from 'vitest';
import { startBridge } from '../support/bridge.ts';
import { growth, MOST_GROWTH, visitsOf } from './visits.ts';

function nested(depth: number): unknown {
  let value: unknown = 'bottom';
  for (let level = 0; level < depth; level++) value = { value };
  return value;
}

it.each<[string, (size: number) => unknown]>([
  ['deep', (size) => ({ deep: nested(size) })],
  ['wide', (size) => ({ wide: Array.from({ length: size }, () => 0) })],
  [
    'of many fields',
    (size) => Object.fromEntries(Array.from({ length: size }, (_, at) => [`f${String(at)}`, at])),
  ],
  ['long', (size) => ({ text: 'x'.repeat(size * 100) })],
])('IPC-06 an input that is %s is refused at a cost by its size alone', async (_name, of) => {
  const { call } = startBridge(() => async () => ({}), { raw: true });
  // Each call is in a second of its own.
  const refuse = async (size: number) =>
    expect(await call('app.start', of(size))).toMatchObject({ ok: false });
  expect(await growth(refuse, 16_000)).toBeLessThan(MOST_GROWTH);
});

it('IPC-08 in a flood the last hundred calls cost main no more than the first hundred', async () => {
  const { ports } = startBridge(() => async () => ({}), { raw: true });
  let id = 1000;
  const flood = async (calls: number) => {
    const before = ports.sent.length;
    for (let n = 0; n < calls; n++)
      ports.page.post({ kind: 'call', id: (id += 1), name: 'app.lock', input: {} });
    await vi.waitUntil(() => ports.sent.length === before + calls);
  };
  const first = await visitsOf(() => flood(100));
  await flood(5000);
  expect(await visitsOf(() => flood(100))).toBeLessThan(1.2 * first);
});
