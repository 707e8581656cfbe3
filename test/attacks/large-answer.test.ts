// The largest legal answers, in JSON and XML: they leave main to others, and the wait can be cancelled.
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { turnsOf } from '../support/turns.ts';
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

/** Four times it comes past all messages: it is read, understood, checked and sent on. Each time others have a turn at least every 64. */
const turnsFor = (count: number) => (4 * count) / 64;

it.each([
  ['JSON', COUNT],
  ['XML', COUNT_IN_XML],
] as const)(
  'ATK-17 a legal answer in %s of the largest size is worked on in slices, from its bytes to the window, and the wait for it can be cancelled in each',
  async (form, count) => {
    large(form);
    const { value, turns } = await turnsOf(() => list());
    const { messages } = await valueOf(value);
    expect(messages).toHaveLength(count);
    tell(
      'ATK-17',
      `a list of ${String(count)} messages in ${form}`,
      `others had ${String(turns)} turns meanwhile (for how long main is held: npm run bench -- large)`,
    );
    expect(turns).toBeGreaterThanOrEqual(turnsFor(count));

    // While it is read, understood and checked.
    for (const part of [1 / 8, 3 / 8, 5 / 8]) {
      large(form);
      const controller = new AbortController();
      const stop = Math.floor(turns * part);
      const cancelled = await turnsOf(
        () => list(controller.signal),
        (turn) => {
          if (turn === stop) controller.abort();
        },
      );
      expect(cancelled.value).toMatchObject({ ok: false, failure: { kind: 'cancelled' } });
      // Main and the window tell each other so in a turn each.
      expect(cancelled.turns).toBeLessThan(stop + 5);
    }
  },
);
