// Notifications through the whole program: told without a call, remembered over a restart, and erased with the rest.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createMemoryKeychain } from '../../main/secrets/keychain.ts';
import type { Notice, Notifications } from '../../main/shell/shell.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { eventually } from '../support/eventually.ts';
import { lockable } from '../support/fake-keychain.ts';
import { connectTo, startSteward, type StartOptions, valueOf } from '../support/steward.ts';
import { tempFolder } from '../support/temp-folder.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 2 });
});
afterAll(() => platform.stop());
beforeEach(() => {
  // Timers go on by themselves, and a test can have an hour pass.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => {
  vi.useRealTimers();
});

const clock = { ahead: 0 };

/** A host that shows them to the test. */
function desk() {
  const shown: Notice[] = [];
  const state = { watched: false, click: (): void => undefined };
  const notifications: Notifications = {
    isWatched: () => state.watched,
    show(notice, opened) {
      shown.push(notice);
      state.click = opened;
    },
  };
  return { shown, state, notifications };
}

async function start(notifications: Notifications, more: StartOptions = {}) {
  clock.ahead = 0;
  const steward = await startSteward({
    ...more,
    shell: { notifications },
    replacements: { now: () => new Date(Date.now() + clock.ahead), ...more.replacements },
  });
  onTestFinished(() => steward.stop());
  const anHour = async () => {
    clock.ahead += HOUR;
    await vi.advanceTimersByTimeAsync(HOUR);
  };
  /** The next look is an hour after the last one has ended, which takes a while of its own. */
  const hoursUntil = (check: () => void) =>
    eventually(async () => {
      await anHour();
      check();
    });
  return { steward, client: steward.client, anHour, hoursUntil };
}

it('NOT-01 a secret that nobody stored is told of after an hour, without a call, and a click leads to Today', async () => {
  const { shown, state, notifications } = desk();
  const { steward, client, hoursUntil } = await start(notifications);
  expect((await valueOf(client.app.start({}))).can.notify).toBe(true);
  const opened: object[] = [];
  steward.on('noticeOpened', (value) => opened.push(value));
  const { connection } = await connectTo(steward, platform);
  const [userName = ''] = platform.control.users;
  await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
  const calls = platform.control.requests.length;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(shown).toEqual([]);
  await hoursUntil(() => {
    expect(shown).toHaveLength(1);
  });
  expect(shown[0]?.title).toBe('A new secret has not been stored');
  expect(JSON.stringify(shown)).not.toContain(userName);
  expect(platform.control.requests).toHaveLength(calls);
  expect(opened).toEqual([]);
  state.click();
  await eventually(() => {
    expect(opened).toEqual([{}]);
  });
  // It is written after it was shown.
  const file = await eventually(() => {
    const text = readFileSync(path.join(steward.dataFolder, 'notices.json'), 'utf8');
    expect(text).toContain('secret/');
    return text;
  });
  expect(file).not.toContain(userName);
});

it('NOT-02 NOT-03 after a restart nothing is repeated; who is at Today is not told, and none are shown while they are off', async () => {
  const dataFolder = tempFolder('steward-notices');
  // It outlives the program.
  const keychain = Object.assign(createMemoryKeychain(), { kind: 'system' as const });
  const again = { dataFolder, replacements: { keychain } };
  const first = desk();
  {
    const { steward, client, hoursUntil } = await start(first.notifications, again);
    const { connection } = await connectTo(steward, platform);
    const [userName = ''] = platform.control.users;
    const kept = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
    await valueOf(client.oneTimeSecrets.confirmStored({ secret: kept.secret }));
    clock.ahead = 181 * DAY;
    await hoursUntil(() => {
      expect(first.shown.map(({ title }) => title)).toEqual(['A secret is overdue']);
    });
    await steward.stop();
  }
  const second = desk();
  const { client, anHour, hoursUntil } = await start(second.notifications, again);
  const told = () => readFileSync(path.join(dataFolder, 'notices.json'), 'utf8');
  await valueOf(client.settings.change({ notifications: false }));
  // The certificate has a month left.
  clock.ahead = 680 * DAY;
  await anHour();
  await valueOf(client.settings.change({ notifications: true }));
  expect(told()).not.toContain('certificate/');
  await valueOf(client.today.noteShown({ shown: true }));
  second.state.watched = true;
  await hoursUntil(() => {
    expect(told()).toContain('certificate/');
  });
  await valueOf(client.today.noteShown({ shown: false }));
  await anHour();
  clock.ahead = 1000 * DAY;
  await hoursUntil(() => {
    expect(second.shown.map(({ title }) => title)).toEqual(['A certificate has expired']);
  });
});

it('NOT-03 put away, it opens no copy of a list and no draft: what needs one is told once it was opened again', async () => {
  const { shown, notifications } = desk();
  const { steward, client, hoursUntil } = await start(notifications);
  const { connection } = await connectTo(steward, platform);
  const [userName = '', other = ''] = platform.control.users;
  const kept = await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName }));
  await valueOf(client.oneTimeSecrets.confirmStored({ secret: kept.secret }));
  clock.ahead = 181 * DAY;
  await valueOf(client.enterpriseUsers.rotateSecret({ connection, userName: other }));
  await valueOf(client.app.lock({}));
  await hoursUntil(() => {
    expect(shown.map(({ title }) => title)).toEqual(['A new secret has not been stored']);
  });
  await valueOf(client.app.openAgain({}));
  await hoursUntil(() => {
    expect(shown.map(({ title }) => title).slice(1)).toEqual(['A secret is overdue']);
  });
});

it('NOT-01 an erasing that the keychain refuses leaves them as they were', async () => {
  const { shown, notifications } = desk();
  const keychain = lockable(Object.assign(createMemoryKeychain(), { kind: 'system' as const }));
  const { steward, client, hoursUntil } = await start(notifications, {
    replacements: { keychain },
  });
  await connectTo(steward, platform);
  keychain.locked = true;
  expect(await client.app.erase({ what: 'everything', anyway: true })).toMatchObject({
    failure: { kind: 'keychain', problem: 'locked' },
  });
  keychain.locked = false;
  clock.ahead = 680 * DAY;
  await hoursUntil(() => {
    expect(shown).toHaveLength(1);
  });
});

it('NOT-02 what was told goes with everything else, and is not written again', async () => {
  const { shown, notifications } = desk();
  const { steward, client, anHour, hoursUntil } = await start(notifications);
  await connectTo(steward, platform);
  clock.ahead = 680 * DAY;
  const file = path.join(steward.dataFolder, 'notices.json');
  await hoursUntil(() => {
    expect([shown.length, existsSync(file)]).toEqual([1, true]);
  });
  expect(await valueOf(client.app.erase({ what: 'everything', anyway: true }))).toMatchObject({
    left: [],
  });
  clock.ahead = 800 * DAY;
  await anHour();
  expect([shown.length, existsSync(file)]).toEqual([1, false]);
});

it('NOT-03 a host without notifications has none, and is not said to', async () => {
  const steward = await startSteward();
  onTestFinished(() => steward.stop());
  expect((await valueOf(steward.client.app.start({}))).can.notify).toBeUndefined();
  await vi.advanceTimersByTimeAsync(HOUR);
  expect(existsSync(path.join(steward.dataFolder, 'notices.json'))).toBe(false);
});
