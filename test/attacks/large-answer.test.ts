// The largest legal answers, in JSON and in XML: how long they hold main, and whether the wait can be cancelled.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { tell } from './report.ts';

const COUNT = 20_000;
/** A list in XML may have 10 MB. */
const COUNT_IN_XML = 6500;
let platform: Platform;
let steward: Steward;
let connection: string;
let answers: Readonly<Record<'JSON' | 'XML', string>>;

beforeAll(async () => {
  platform = await startPlatform({ users: 1, messages: 4, services: 4 });
  steward = await startSteward();
  ({ connection } = await connectTo(steward, platform));
  const messages = Array.from({ length: COUNT }, (_, n) => ({
    MessageId: `a${String(n)}`,
    // It packs well, as the answer may have 4 MB on its way, and not as well as a bomb.
    Subject: `${String(n * 7919)} ${'The quick brown fox. '.repeat(62)}${String(n * 104_729)}`,
    Status: 'Unread',
    LastChangedDateTime: '2024-01-01T12:00:00',
    MessageSender: 'Etaten',
  }));
  const fields = (one: object) =>
    Object.entries(one)
      .map(([name, value]) => `<${name}>${String(value)}</${name}>`)
      .join('');
  const items = messages
    .slice(0, COUNT_IN_XML)
    .map((one) => `<resource rel="messages">${fields(one)}</resource>`);
  answers = {
    JSON: answerOf('json', JSON.stringify({ _links: {}, _embedded: { messages } })),
    XML: answerOf('xml', `<resource>${items.join('')}</resource>`),
  };
});

function answerOf(syntax: 'json' | 'xml', body: string): string {
  const packed = gzipSync(body);
  return (
    `HTTP/1.1 200 OK\r\nContent-Type: application/hal+${syntax}; charset=utf-8\r\nContent-Encoding: gzip\r\n` +
    `Content-Length: ${String(packed.length)}\r\n\r\n${packed.toString('latin1')}`
  );
}

afterAll(async () => {
  await steward.stop();
  await platform.stop();
});

const large = (form: 'JSON' | 'XML') => {
  const effect = { kind: 'raw', bytes: answers[form] } as const;
  platform.control.fault({ operation: 'messages.list', acts: false, effect });
};
const list = (signal?: AbortSignal) =>
  steward.client.messages.list({ connection, who: 'my', skip: 0, top: 50 }, { signal });

/** The longest time that the loop was held while this ran; and how long it took. */
async function held<T>(act: () => Promise<T>) {
  const histogram = monitorEventLoopDelay({ resolution: 5 });
  histogram.enable();
  const begun = performance.now();
  const value = await act();
  const took = performance.now() - begun;
  await delay(20);
  histogram.disable();
  return { value, took, held: histogram.max / 1e6 };
}

it.each([
  ['JSON', COUNT],
  ['XML', COUNT_IN_XML],
] as const)(
  'ATK-17 a legal answer in %s of the largest size does not hold main while it is read, and the wait for it can be cancelled',
  async (form, count) => {
    const idle = await held(() => delay(1500));
    large(form);
    const read = await held(() => list());
    const { messages } = await valueOf(Promise.resolve(read.value));
    expect(messages).toHaveLength(count);
    const more = Math.round(read.held - idle.held);
    tell(
      'ATK-17',
      `a list of ${String(count)} messages in ${form}, ${String(Math.round(read.took))} ms in all`,
      `main held ${String(more)} ms at most, beside ${String(Math.round(idle.held))} ms when idle`,
    );

    large(form);
    const controller = new AbortController();
    const cancelled = list(controller.signal);
    await delay(300);
    controller.abort();
    expect(await cancelled).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
    expect(more).toBeLessThan(1500);
  },
);
