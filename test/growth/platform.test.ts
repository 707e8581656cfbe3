// A large box costs the local platform by its number of messages alone.
import { expect, it } from 'vitest';
import { startPlatform } from '../platform/platform.ts';
import { callerOf } from '../support/platform-caller.ts';
import { growth, MOST_GROWTH, visitsOf } from './visits.ts';

const now = () => new Date('2026-11-20T12:00:00Z');
const start = (messages: number) => startPlatform({ seed: 2, messages, users: 1, now });

/** Eighteen platforms with their keys, which a counting V8 makes slowly: an end for what hangs. */
const PATIENCE_MS = 600_000;

it(
  'of many messages is made',
  async () => {
    const made = async (messages: number) => (await start(messages)).stop();
    expect(await growth(made, 800)).toBeLessThan(MOST_GROWTH);
  },
  PATIENCE_MS,
);

it('gives twenty pages for eight times what it costs with an eighth of them', async () => {
  const pagesOf = async (messages: number) => {
    const platform = await start(messages);
    const caller = callerOf(platform);
    const read = async () => {
      for (let skip = 0; skip < 1000; skip += 50)
        expect((await caller.ask('GET', `my/messages?$skip=${String(skip)}`)).status).toBe(200);
    };
    await read();
    const visits = await visitsOf(read);
    caller.close();
    await platform.stop();
    return visits;
  };
  // With the square of them it would be 64 times.
  const [few, many] = [await pagesOf(1_000), await pagesOf(8_000)];
  expect(many / few).toBeLessThan(8 * MOST_GROWTH);
});
