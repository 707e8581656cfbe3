// Many enterprise users through the whole program: deleted by a job after one question, and no other of the same name.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Job } from '../../preload/contract/jobs.ts';
import { createMemoryKeychain, type Keychain } from '../../main/secrets/keychain.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { eventually } from '../support/eventually.ts';
import { connectTo, startSteward, type Steward, valueOf } from '../support/steward.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

const reset = { kind: 'reset' } as const;
const folder = makeTempFolder('steward-user-jobs');
const keychain: Keychain = Object.assign(createMemoryKeychain(), { kind: 'system' });
let platform: Platform;
let steward: Steward;
let connection: string;
const start = () =>
  startSteward({
    dataFolder: path.join(folder.path, 'data'),
    keychain: 'system',
    replacements: { keychain },
  });

beforeAll(async () => {
  platform = await startPlatform({ users: 40, messages: 2, services: 6 });
  steward = await start();
  connection = (await connectTo(steward, platform)).connection;
});
beforeEach(() => {
  steward.shell.answer = () => true;
  steward.shell.asked.length = 0;
});
afterAll(async () => {
  await steward.stop();
  await platform.stop();
  folder.remove();
});

let taken = 0;
/** Users as a person is shown them, not used by another test. */
async function shown(count: number) {
  const { users } = await valueOf(steward.client.enterpriseUsers.list({ connection }));
  const names = platform.control.users.slice(taken, taken + count);
  taken += count;
  return names.map((userName) => ({
    userName,
    created: users.find((one) => one.userName === userName)?.created ?? null,
  }));
}
const begin = (users: readonly { userName: string; created?: string | null }[]) =>
  steward.client.jobs.startUserDeletion({ connection, users: [...users] });
const rests = (id: string, state = 'finished'): Promise<Job> =>
  eventually(async () => {
    const found = (await valueOf(steward.client.jobs.list({}))).find((job) => job.id === id);
    expect(found).toMatchObject({ state });
    return found as Job;
  }, 100);
const rowsOf = async (job: string) =>
  (await valueOf(steward.client.jobs.rows({ job, from: 0, count: 500 }))).rows;
const sent = () => platform.control.executed('enterpriseUsers.remove');
const there = ({ userName }: { readonly userName: string }) =>
  platform.control.users.includes(userName);

it('ATK-03 a person is asked once for all, by their names; the journal and the report have each', async () => {
  const users = await shown(3);
  const before = platform.control.users.length;
  const { shell, client, app } = steward;
  shell.answer = () => false;
  expect(await begin(users)).toMatchObject({ failure: { kind: 'cancelled' } });
  expect(platform.control.users).toHaveLength(before);
  shell.answer = () => true;
  const { id } = await valueOf(begin([...users, { userName: 'svc-never-there' }]));
  shell.answer = () => false;
  expect((await rests(id)).tally).toMatchObject({ done: 3, notFound: 1 });
  expect(users.filter(there)).toEqual([]);
  expect(platform.control.users).toHaveLength(before - 3);
  const [question] = shell.asked;
  expect(shell.asked).toHaveLength(2);
  expect(question).toMatchObject({ why: 'erase', targets: [platform.organisationNumber] });
  expect(question?.message).toContain('3 enterprise users');
  expect(question?.detail).toContain(users[0]?.userName);
  const { lines } = await valueOf(client.activity.list({ filter: {}, limit: 30 }));
  const removed = lines.filter(({ operation }) => operation === 'enterpriseUsers.remove');
  expect(removed.map(({ object }) => object)).toEqual(
    expect.arrayContaining(users.map(({ userName }) => userName)),
  );
  const report = path.join(folder.path, 'report.csv');
  await valueOf(client.jobs.saveReport({ job: id, target: app.targetFor(report) }));
  const text = readFileSync(report, 'utf8');
  for (const { userName } of users) expect(text).toContain(userName);
  expect(text).toContain('not-found');
});

it('RTY-09 a lost answer is settled by looking: a user that is gone is deleted, one that is there waits for a person', async () => {
  const users = await shown(3);
  const { control } = platform;
  const before = sent();
  control.fault({ operation: 'enterpriseUsers.remove', acts: true, effect: reset });
  control.fault({ operation: 'enterpriseUsers.remove', acts: false, effect: reset });
  const { id } = await valueOf(begin(users));
  expect(await rests(id, 'paused')).toMatchObject({
    because: 'unknown-outcome',
    tally: { done: 1, unknown: 1, waiting: 1 },
  });
  await valueOf(steward.client.jobs.resume({ job: id }));
  expect((await rests(id)).tally).toMatchObject({ done: 2, unknown: 1 });
  await valueOf(steward.client.jobs.retry({ job: id }));
  expect((await rests(id)).tally).toMatchObject({ done: 3 });
  expect(users.filter(there)).toEqual([]);
  expect(sent() - before).toBe(3);
});

it('CCH-03 another user of the same name is not deleted, in whatever program it is found', async () => {
  const [old, next] = await shown(2);
  if (!old || !next) throw new Error('There are no users.');
  const other = { ...old, created: '2001-01-01T00:00:00.000Z' };
  const { id } = await valueOf(begin([other, next]));
  expect((await rests(id)).tally).toMatchObject({ done: 1, refused: 1 });
  const [refused] = await rowsOf(id);
  expect(refused).toMatchObject({ state: 'refused', failure: { kind: 'conflict' } });
  expect([there(old), there(next)]).toEqual([true, false]);
});

it('RTY-09 CCH-03 after a restart a row that was sent is looked for; one made anew since then is not taken for it', async () => {
  const users = await shown(3);
  const [first] = users;
  const { control } = platform;
  await valueOf(
    steward.client.enterpriseUsers.changeNote({
      ...{ connection, userName: first?.userName ?? '', note: 'Runs at night' },
    }),
  );
  const before = sent();
  const held = control.hold('enterpriseUsers.remove', true);
  const { id } = await valueOf(begin(users));
  await held.reached;
  const stopping = steward.stop();
  held.release();
  await stopping;
  steward = await start();
  steward.shell.answer = () => false;
  expect(await rests(id, 'paused')).toMatchObject({ because: 'restarted' });
  await valueOf(steward.client.jobs.resume({ job: id }));
  expect((await rests(id)).tally).toMatchObject({ done: 3, unknown: 0, refused: 0 });
  expect(sent() - before).toBe(3);
  expect(steward.shell.asked).toEqual([]);
  const userName = first?.userName ?? '';
  const made = await valueOf(steward.client.enterpriseUsers.create({ connection, userName }));
  expect(made.user.local.note).toBe('');
});
