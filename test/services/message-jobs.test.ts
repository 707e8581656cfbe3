// Many messages through the whole program: marked as read and deleted by a job, and a choice of them exported.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../preload/contract/jobs.ts';
import type { MessageWish } from '../platform/message-control.ts';
import { eventually } from '../support/eventually.ts';
import { messageDesk } from '../support/message-desk.ts';
import { openReading } from '../support/open-reading.ts';
import { valueOf } from '../support/steward.ts';

const world = openReading({ messages: 0 });
const reset = { kind: 'reset' } as const;
const NAME = 'Fjordtrafikk AS';

beforeEach(() => {
  world().steward.shell.asked.length = 0;
  world().steward.shell.answer = () => true;
});

type Start = Parameters<
  ReturnType<typeof world>['steward']['client']['jobs']['startMessageChanges']
>[0];

function box() {
  const desk = messageDesk(world());
  const { client } = desk;
  const party = world().platform.organisationNumber;
  const several = (count: number, wish: MessageWish = {}) =>
    Array.from({ length: count }, () => desk.make({ state: 'unread', ...wish }).id);
  const begin = (change: Start['change'], messages: Start['messages'], more: object = {}) =>
    client.jobs.startMessageChanges({
      ...{ ...desk.at, who: party, organisationName: NAME, change, messages },
      ...more,
    });
  const rests = (id: string, state = 'finished'): Promise<Job> =>
    eventually(async () => {
      const found = (await valueOf(client.jobs.list({}))).find((job) => job.id === id);
      expect(found).toMatchObject({ state });
      return found as Job;
    }, 100);
  const rowsOf = async (job: string) =>
    (await valueOf(client.jobs.rows({ job, from: 0, count: 500 }))).rows;
  return { ...desk, party, several, begin, rests, rowsOf };
}
const just = (messages: readonly string[]) => messages.map((message) => ({ message }));

describe('deleting', () => {
  it('RUL-01 ATK-03 a person is asked once for all; what may be gone for good goes only where that is said of it', async () => {
    const { several, begin, rests, rowsOf, truth, party, control } = box();
    const { shell } = world().steward;
    control.shape.organisationLetters = 'binned';
    const forms = several(2, { kind: 'FormTask', state: 'filling' });
    const [said = '', unsaid = ''] = several(2);
    const all = [
      ...just(forms),
      { message: said, forGood: true as const, title: 'Vedtak' },
      { message: unsaid },
    ];
    shell.answer = () => false;
    expect(await begin('delete', all)).toMatchObject({ failure: { kind: 'cancelled' } });
    expect(truth(said).binned).toBe(false);
    shell.answer = () => true;
    const { id } = await valueOf(begin('delete', all));
    shell.answer = () => false;
    expect((await rests(id)).tally).toMatchObject({ done: 3, refused: 1 });
    expect(shell.asked.map(({ why, targets }) => [why, targets])).toEqual([
      ['erase', [party]],
      ['erase', [party]],
    ]);
    expect([...forms, said, unsaid].map((one) => truth(one).binned)).toEqual([
      ...[true, true, true, false],
    ]);
    const rows = await rowsOf(id);
    expect(rows[2]).toMatchObject({ subject: said, title: 'Vedtak', action: 'delete' });
    expect(rows[3]).toMatchObject({ state: 'refused', failure: { kind: 'conflict' } });
  });

  it('RUL-01 where the platform refuses what was sent to an organisation, each row has its words and the rest goes on', async () => {
    const { several, begin, rests, rowsOf, folder, control } = box();
    const { app, client } = world().steward;
    control.shape.organisationLetters = 'refused';
    const letters = several(3);
    const forms = several(1, { kind: 'FormTask', state: 'filling' });
    const { id } = await valueOf(
      begin('delete', [
        ...letters.map((message) => ({ message, forGood: true as const })),
        ...just(forms),
      ]),
    );
    expect((await rests(id)).tally).toMatchObject({ done: 1, refused: 3 });
    const said = 'A correspondence sent to an organization cannot be deleted.';
    expect((await rowsOf(id))[0]?.failure).toMatchObject({ status: 403, reason: said });
    const report = path.join(folder, 'report.csv');
    await valueOf(client.jobs.saveReport({ job: id, target: app.targetFor(report) }));
    expect(readFileSync(report, 'utf8')).toContain(said);
    expect(readFileSync(report, 'utf8')).toContain('delete');
  });

  it('RTY-09 what lies in the trash goes for good without its list being read for each; the journal has a line for each', async () => {
    const { several, begin, rests, control, executed } = box();
    const { client } = world().steward;
    const messages = several(4, { kind: 'FormTask', state: 'filling', binned: true });
    control.forget();
    const before = executed('messages.remove');
    const { id } = await valueOf(begin('delete', just(messages), { from: 'trash' }));
    expect((await rests(id)).tally).toMatchObject({ done: 4 });
    expect(executed('messages.remove') - before).toBe(4);
    expect(messages.map((one) => control.messages.find(one))).toEqual(
      messages.map(() => undefined),
    );
    const asked = control.requests.map(({ operation }) => operation);
    expect(asked.filter((name) => name !== 'messages.remove')).toEqual([]);
    const { lines } = await valueOf(client.activity.list({ filter: {}, limit: 50 }));
    expect(
      lines.filter(({ operation }) => operation === 'messages.remove').length,
    ).toBeGreaterThanOrEqual(4);
    expect(lines.find(({ operation }) => operation === 'jobs.startMessageChanges')).toMatchObject({
      object: expect.stringContaining('delete 4 messages of') as unknown,
    });
  });

  it('RTY-09 one that somebody moved to the trash meanwhile is not deleted there', async () => {
    const { several, begin, rests, control } = box();
    const [moved = '', other = ''] = several(2, {
      ...{ kind: 'FormTask', state: 'filling', binned: true },
    });
    const there = several(1, { kind: 'FormTask', state: 'filling' });
    const { id } = await valueOf(begin('delete', just([...there, moved, other])));
    expect((await rests(id)).tally).toMatchObject({ done: 1, notFound: 2 });
    expect(control.messages.find(moved)).toMatchObject({ binned: true });
  });

  it('RTY-09 a lost answer is settled by looking; one that was not done pauses the job, and goes when a person says so', async () => {
    const { several, begin, rests, control, truth, executed } = box();
    const messages = several(3, { kind: 'FormTask', state: 'filling' });
    const before = executed('messages.remove');
    control.fault({ operation: 'messages.remove', acts: true, effect: reset });
    control.fault({ operation: 'messages.remove', acts: false, effect: reset });
    const { id } = await valueOf(begin('delete', just(messages)));
    expect(await rests(id, 'paused')).toMatchObject({
      because: 'unknown-outcome',
      tally: { done: 1, unknown: 1, waiting: 1 },
    });
    await valueOf(world().steward.client.jobs.resume({ job: id }));
    expect((await rests(id)).tally).toMatchObject({ done: 2, unknown: 1 });
    await valueOf(world().steward.client.jobs.retry({ job: id }));
    expect((await rests(id)).tally).toMatchObject({ done: 3 });
    expect(executed('messages.remove') - before).toBe(3);
    for (const message of messages) expect(truth(message).binned).toBe(true);
  });

  it('pauses after the message under way, is stopped, and leaves the rest alone', async () => {
    const { several, begin, rests, control, truth } = box();
    const { client } = world().steward;
    const messages = several(3, { kind: 'FormTask', state: 'filling' });
    const held = control.hold('messages.remove', true);
    const { id } = await valueOf(begin('delete', just(messages)));
    await held.reached;
    await valueOf(client.jobs.pause({ job: id }));
    held.release();
    expect((await rests(id, 'paused')).tally).toMatchObject({ done: 1, waiting: 2 });
    await valueOf(client.jobs.stop({ job: id }));
    expect((await rests(id, 'stopped')).tally).toMatchObject({ done: 1, skipped: 2 });
    expect(messages.map((one) => truth(one).binned)).toEqual([true, false, false]);
  });
});

describe('marking as read', () => {
  it('RTY-07 marks those that were chosen and no other, and asks nobody', async () => {
    const { several, begin, rests, truth, party } = box();
    const { shell } = world().steward;
    const [first = '', second = '', other = ''] = several(3);
    const { id } = await valueOf(begin('mark-as-read', just([first, second])));
    expect(await rests(id)).toMatchObject({
      kind: 'change-messages',
      details: { who: party, change: 'mark-as-read', from: 'box' },
      tally: { done: 2 },
    });
    expect([first, second, other].map((one) => truth(one).state)).toEqual([
      ...['read', 'read', 'unread'],
    ]);
    expect(shell.asked).toEqual([]);
  });

  it('refuses what lies in the trash at its field: it cannot be opened', async () => {
    const { several, begin } = box();
    const answer = await begin('mark-as-read', just(several(1)), { from: 'trash' });
    expect(answer).toMatchObject({
      failure: { kind: 'invalid-input', fields: { from: 'not-a-choice' } },
    });
  });
});

it('RTY-07 an export of a choice holds these and no other, without reading the list', async () => {
  const { several, at, folder, rests, control, truth } = box();
  const { client, shell } = world().steward;
  const [first = '', second = '', other = ''] = several(3, { body: '<p>Hei</p>' });
  shell.picks.push(folder);
  const picked = await valueOf(client.files.chooseFolder({ suggestedName: 'choice' }));
  control.forget();
  const { id } = await valueOf(
    client.jobs.startMessageExport({
      ...{ ...at, partyName: NAME, folder: picked?.handle ?? '', folders: ['inbox'] },
      ...{ from: null, to: null, forms: true, attachments: true, print: false },
      messages: [{ message: first, title: 'Vedtak' }, { message: second }],
    }),
  );
  expect(await rests(id)).toMatchObject({ tally: { done: 2 }, details: { wholeList: true } });
  expect(control.requests.filter(({ operation }) => operation === 'messages.list')).toEqual([]);
  const manifest = path.join(folder, picked?.name ?? '', 'manifest.json');
  expect(existsSync(manifest)).toBe(true);
  expect(JSON.parse(readFileSync(manifest, 'utf8'))).toMatchObject({
    asked: { chosen: true },
    list: { messages: 2, complete: true },
    messages: [{ id: first }, { id: second }],
  });
  expect([first, second, other].map((one) => truth(one).state)).toEqual(
    Array.from({ length: 3 }, () => 'unread'),
  );
});
