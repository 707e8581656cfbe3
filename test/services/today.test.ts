// What waits, through the whole program: it is known without a call, and follows what is done.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { connectTo, startSteward, valueOf } from '../support/steward.ts';

const DAY = 86_400_000;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 3 });
});
afterAll(() => platform.stop());

it('a new secret, overdue ones and a certificate are told until they are dealt with, without a call', async () => {
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const steward = await startSteward({ replacements: { now } });
  onTestFinished(() => steward.stop());
  const { client } = steward;
  const { connection } = await connectTo(steward, platform);
  const waiting = async () => (await valueOf(client.today.list({}))).items;
  expect(await waiting()).toEqual([]);

  const [first = '', second = '', third = ''] = platform.control.users;
  for (const userName of [first, second, third]) {
    const kept = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
    expect(await waiting()).toMatchObject([{ kind: 'secret', userName, state: 'waiting' }]);
    await valueOf(client.oneTimeSecrets.confirmStored({ secret: kept.secret }));
  }
  expect(await waiting()).toEqual([]);

  // Half a year later, when one of them was removed by somebody else.
  clock.ahead = 181 * DAY;
  const other = await startSteward();
  onTestFinished(() => other.stop());
  const elsewhere = (await connectTo(other, platform)).connection;
  await valueOf(other.client.enterpriseUsers.remove({ connection: elsewhere, userName: third }));
  await valueOf(client.enterpriseUsers.list({ connection }));
  expect(await waiting()).toMatchObject([{ kind: 'overdue', count: 2, userName: first }]);
  // Two years later the certificate has a month left.
  clock.ahead = 680 * DAY;
  const calls = platform.control.requests.length;
  expect(await waiting()).toMatchObject([
    { kind: 'certificate', expiry: 'within-30-days' },
    { kind: 'overdue', count: 2 },
  ]);
  expect(platform.control.requests).toHaveLength(calls);
});

it('LIM-02 a user who is missing in a list of which the platform held back a part is told of all the same', async () => {
  const clock = { ahead: 0 };
  const now = () => new Date(Date.now() + clock.ahead);
  const away = await startPlatform({ users: 1 });
  onTestFinished(() => away.stop());
  const steward = await startSteward({ replacements: { now } });
  onTestFinished(() => steward.stop());
  const { client } = steward;
  const { connection } = await connectTo(steward, away);
  const [userName = ''] = away.control.users;
  const kept = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
  await valueOf(client.oneTimeSecrets.confirmStored({ secret: kept.secret }));
  clock.ahead = 181 * DAY;
  away.control.fault({
    operation: 'enterpriseUsers.list',
    acts: true,
    effect: { kind: 'alter', headers: { 'X-Warning-LimitReached': 'true' }, body: '[]' },
  });
  expect((await valueOf(client.enterpriseUsers.list({ connection }))).users).toEqual([]);
  expect((await valueOf(client.today.list({}))).items).toMatchObject([
    { kind: 'overdue', count: 1, userName },
  ]);
});

describe('FLD-26 messages of a box that was read', () => {
  const world = openReading({ messages: 0 });

  it('are told until they are dealt with here, or are gone when it is read whole; a lock forgets them', async () => {
    const { client, at, make, control } = messageDesk(world());
    const waiting = async () => {
      const { items } = await valueOf(client.today.list({}));
      return items.flatMap((one) =>
        one.kind === 'unread' || one.kind === 'to-sign' ? [[one.kind, one.who, one.count]] : [],
      );
    };
    const letters = [1, 2, 3].map(() => make({ state: 'unread' }));
    const form = make({ kind: 'FormTask', state: 'signing' });
    expect(await waiting()).toEqual([]);
    await valueOf(client.messages.list({ ...at, all: true, asTheyCome: true }));
    const calls = control.requests.length;
    expect(await waiting()).toEqual([
      ['to-sign', 'my', 1],
      ['unread', 'my', 3],
    ]);
    expect(control.requests).toHaveLength(calls);

    const [first, second, third] = letters;
    await valueOf(client.messages.get({ ...at, message: first?.id ?? '' }));
    expect(await waiting()).toContainEqual(['unread', 'my', 3]);
    await valueOf(client.messages.get({ ...at, message: first?.id ?? '', markAsRead: true }));
    await valueOf(client.messages.remove({ ...at, message: second?.id ?? '' }));
    await valueOf(client.messages.remove(form.at));
    expect(await waiting()).toEqual([['unread', 'my', 1]]);

    const elsewhere = await startSteward();
    onTestFinished(() => elsewhere.stop());
    const { connection } = await connectTo(elsewhere, world().platform);
    const gone = { connection, who: 'my', message: third?.id ?? '' };
    await valueOf(elsewhere.client.messages.remove(gone));
    // A part of the box says nothing of the rest of it.
    await valueOf(client.messages.list({ ...at, all: true, from: '2040-01-01T00:00:00Z' }));
    expect(await waiting()).toEqual([['unread', 'my', 1]]);
    await valueOf(client.messages.list({ ...at, all: true }));
    expect(await waiting()).toEqual([]);

    make({ state: 'unread' });
    await valueOf(client.messages.list({ ...at, all: true }));
    expect(await waiting()).toEqual([['unread', 'my', 1]]);
    await valueOf(client.app.lock({}));
    expect(await waiting()).toEqual([]);
  });
});
