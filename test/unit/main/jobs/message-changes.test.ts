// Jobs that mark messages as read and delete them: looked for before anything is sent again, each row at the same cost.
import { itAtLength } from '../../../support/at-length.ts';
import { createRememberingLog } from '../../../support/handlers.ts';
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJobs, type Jobs, type MessageChanges } from '../../../../main/jobs/jobs.ts';
import { openJobRecords } from '../../../../main/jobs/records.ts';
import { createRowStore } from '../../../../main/jobs/rows.ts';
import { realDisk } from '../../../../main/storage/disk.ts';
import { openDocuments } from '../../../../main/storage/documents.ts';
import type { Job, JobRow } from '../../../../preload/contract/jobs.ts';
import type { MessageStatus } from '../../../../preload/contract/messages.ts';
import type { Failure, Result } from '../../../../preload/result.ts';
import { saved } from '../../../support/job-world.ts';
import { answering } from '../../../support/answering.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const WHO = '910514318';
const LOST: Failure = { kind: 'outcome-unknown', message: '', reference: '' };
const AWAY: Failure = { kind: 'offline', message: '' };
/** As an area answers that is switched off, and one that has no such message. */
const WORDLESS: Failure = { kind: 'not-found', message: '', reason: 'Not Found' };
const fail = (failure: Failure) => ({ ok: false as const, failure });
const ok = (value: unknown) => ({ ok: true as const, value });

interface Given {
  readonly message: string;
  readonly who: string;
  readonly markAsRead?: boolean;
  readonly from?: string;
  readonly forGood?: boolean;
}
type Fate = 'lost' | 'done and lost' | Failure;

/** Real records and sealed rows on a disk, and a message box in memory. */
class World {
  readonly folder = path.join(tempFolder('steward-messages'), 'data');
  readonly box = new Map<string, MessageStatus['state']>();
  readonly trash = new Set<string>();
  readonly calls: string[] = [];
  readonly sent: Given[] = [];
  readonly kinds = new Set<string | undefined>();
  readonly fates = new Map<string, Fate[]>();
  isOff = false;
  isWhole = true;
  jobs!: Jobs;

  async open(): Promise<this> {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const records = await openJobRecords({
      documents: await openDocuments({ folder: this.folder, disk: realDisk }),
      now: () => new Date(),
      changed: () => undefined,
      retryMs: 20,
    });
    const rowStore = createRowStore({
      folder: path.join(this.folder, 'jobs'),
      key: async () => Buffer.alloc(32, 7),
      now: () => new Date(),
    });
    const absent = undefined as never;
    this.jobs = createJobs({
      journal: undefined as never,
      log: createRememberingLog(),
      ...{ mark: async () => undefined, records, rowStore },
      connections: { all: () => [saved] },
      ...{ vault: absent, escrow: absent, api: absent, copies: absent },
      run: answering(async (name, input, allowedFor) => {
        this.kinds.add(allowedFor);
        return this.#run(name.replace(/^messages\./, ''), input as Given);
      }),
      gap: async () => undefined,
    });
    await this.jobs.recover();
    await this.jobs.countRows();
    return this;
  }

  async begin(
    change: MessageChanges['change'],
    messages: readonly string[],
    more: Partial<MessageChanges> = {},
  ): Promise<string> {
    const given = { who: WHO, organisationName: 'Fjord', change, from: 'box' as const };
    const all = messages.map((message) => ({ message, title: `Title of ${message}` }));
    return (await this.jobs.startMessageChanges(saved, { ...given, messages: all, ...more })).id;
  }

  async resting(): Promise<Pick<Job, 'state' | 'because'> & { rows: readonly JobRow['state'][] }> {
    await this.jobs.whenIdle();
    const [job] = this.jobs.list();
    if (!job) throw new Error('No job.');
    const rows = await this.jobs.rows(job.id);
    return { state: job.state, because: job.because, rows: rows.map(({ state }) => state) };
  }

  async #run(name: string, given: Given): Promise<Result<unknown>> {
    const call = name === 'get' && given.markAsRead === true ? 'mark' : name;
    this.calls.push(call);
    if (this.isOff) return fail(WORDLESS);
    const fate = this.fates.get(call)?.shift();
    if (typeof fate === 'object') return fail(fate);
    if (call === 'mark' || call === 'remove') this.sent.push(given);
    if (fate === 'lost') return fail(LOST);
    const answer = this.#perform(call, given);
    return fate === 'done and lost' ? fail(LOST) : answer;
  }

  #perform(call: string, { message, from }: Given): Result<unknown> {
    if (call === 'trashBin') {
      const completeness = { complete: this.isWhole, because: null, calls: 1 };
      const messages = [...this.trash].map((id) => messageOf(id, 'deleted'));
      return ok({ messages, completeness });
    }
    const state = this.box.get(message);
    if (call === 'remove') {
      const isThere = from === 'trash' ? this.trash.delete(message) : this.box.delete(message);
      if (isThere && from === 'box') this.trash.add(message);
      return isThere ? ok({}) : fail(WORDLESS);
    }
    if (state === undefined) return fail(WORDLESS);
    if (call === 'mark' && state === 'unread') this.box.set(message, 'read');
    return ok(wholeOf(message, this.box.get(message) ?? state));
  }
}

const messageOf = (id: string, state: MessageStatus['state']) => ({
  ...{ id, subject: id, status: { state, word: state } },
  type: { kind: 'correspondence', word: 'Correspondence' },
  ...{ lastChanged: null, lastChangedBy: null, serviceOwner: null, sender: null },
  ...{ serviceCode: null, serviceEdition: null, replyOptions: [] },
});
const wholeOf = (id: string, state: MessageStatus['state']) => ({
  ...messageOf(id, state),
  ...{ summary: null, body: null, archiveReference: null, originalId: null },
  ...{ forms: [], attachments: [], printsAs: null },
  can: {
    ...{ print: false, signingText: false, portal: false, archiveReference: false },
    ...{ metadata: false, validate: false, archive: false, confirm: 'no', payment: false },
  },
});
const several = (count: number) =>
  Array.from({ length: count }, (_, n) => `a${String(1_000_000 + n)}`);

async function worldOf(count: number, state: MessageStatus['state'] = 'unread') {
  const world = new World();
  for (const id of several(count)) world.box.set(id, state);
  return world.open();
}

describe('deleting messages', () => {
  it('RTY-09 RUL-01 each once and in order, for the party and to the end that a person allowed; what is gone is not found', async () => {
    const world = await worldOf(2);
    const messages = [
      { message: 'a1000000' },
      { message: 'a9' },
      { message: 'a1000001', forGood: true as const },
      { message: 'A1000000' },
    ];
    await world.begin('delete', [], { messages });
    expect(await world.resting()).toMatchObject({
      state: 'finished',
      rows: ['done', 'not-found', 'done'],
    });
    expect(world.sent).toMatchObject([
      { message: 'a1000000', who: WHO, from: 'box' },
      { message: 'a9' },
      { message: 'a1000001', forGood: true },
    ]);
    expect(world.sent[0]).not.toHaveProperty('forGood');
    expect([...world.kinds]).toEqual(['change-messages']);
  });

  it('CCH-01 subjects, ids and what was allowed are sealed: the record has none of them', async () => {
    const world = await worldOf(1);
    await world.begin('delete', ['a1000000'], { who: 'r50010002', organisationName: 'Kari' });
    await world.resting();
    const all = readFileSync(path.join(world.folder, 'jobs.json'), 'utf8');
    const [rows = ''] = readdirSync(path.join(world.folder, 'jobs'));
    const sealed = readFileSync(path.join(world.folder, 'jobs', rows), 'latin1');
    for (const text of ['Title of', 'a1000000', 'Kari']) expect(all + sealed).not.toContain(text);
  });

  it.each(['box', 'trash'] as const)(
    'RTY-09 a lost answer is settled by looking where it was deleted (%s), and sent again only when it was not done',
    async (from) => {
      for (const fate of ['lost', 'done and lost'] as const) {
        const world = await worldOf(2);
        if (from === 'trash') for (const id of several(2)) world.trash.add(id);
        world.fates.set('remove', [fate]);
        const id = await world.begin('delete', several(2), { from });
        expect(await world.resting()).toMatchObject({
          because: 'unknown-outcome',
          rows: ['unknown', 'waiting'],
        });
        await world.jobs.resume(id);
        const { rows } = await world.resting();
        expect(rows).toEqual([fate === 'lost' ? 'unknown' : 'done', 'done']);
        if (fate === 'lost') await world.jobs.retry(id);
        expect((await world.resting()).rows).toEqual(['done', 'done']);
        expect(world.sent).toHaveLength(fate === 'lost' ? 3 : 2);
      }
    },
  );

  it('RTY-09 a list of the trash that is cut proves nothing: the row stays unknown, and nothing is sent', async () => {
    const world = await worldOf(0);
    world.trash.add('a1');
    world.fates.set('remove', ['done and lost']);
    const id = await world.begin('delete', ['a1'], { from: 'trash' });
    await world.resting();
    world.isWhole = false;
    await world.jobs.retry(id);
    expect((await world.resting()).rows).toEqual(['unknown']);
    expect(world.sent).toHaveLength(1);
  });

  it('RTY-09 a part of the platform that is switched off is no message that is gone', async () => {
    const world = await worldOf(3);
    world.fates.set('remove', ['done and lost']);
    const id = await world.begin('delete', several(3));
    await world.resting();
    world.isOff = true;
    await world.jobs.resume(id);
    const off = await world.resting();
    expect(off.rows).not.toContain('not-found');
    expect(off.rows[0]).toBe('unknown');
    expect(off).toMatchObject({ state: 'paused', because: 'two-refusals' });
    world.isOff = false;
    await world.jobs.retry(id);
    expect((await world.resting()).rows).toEqual(['done', 'done', 'done']);
  });

  it('RUL-01 what the platform will not delete of an organisation is refused in its words, and the next goes on', async () => {
    const said: Failure = {
      ...{ kind: 'refused', message: '', status: 403, reference: '', cause: 'other' },
      reason: 'A correspondence sent to an organization cannot be deleted.',
    };
    const world = await worldOf(4);
    world.fates.set('remove', [said, said, said]);
    const messages = several(4).map((message) => ({ message, forGood: true as const }));
    const id = await world.begin('delete', [], { messages });
    expect(await world.resting()).toMatchObject({
      state: 'finished',
      rows: ['refused', 'refused', 'refused', 'done'],
    });
    expect((await world.jobs.rows(id))[0]?.failure).toEqual(said);
    // Of what goes to the trash, the same is said to all: the job waits for a person.
    const other = await worldOf(4);
    other.fates.set('remove', [said, said, said]);
    await other.begin('delete', several(4));
    expect(await other.resting()).toMatchObject({ state: 'paused', because: 'two-refusals' });
  });
});

describe('marking as read', () => {
  it('RTY-07 opens each message once, and looks again only where the answer shows it as it was', async () => {
    const world = await worldOf(2);
    await world.begin('mark-as-read', [...several(2), 'a9']);
    expect(await world.resting()).toMatchObject({
      state: 'finished',
      rows: ['done', 'done', 'not-found'],
    });
    expect(world.calls).toEqual(['mark', 'mark', 'mark']);
    expect([...world.box.values()]).toEqual(['read', 'read']);
  });

  it('RTY-09 one that a pause or a lost answer left is looked at first, and not opened twice', async () => {
    const world = await worldOf(2);
    world.fates.set('mark', ['done and lost', AWAY]);
    const id = await world.begin('mark-as-read', several(2));
    expect((await world.resting()).rows).toEqual(['unknown', 'waiting']);
    await world.jobs.resume(id);
    expect(await world.resting()).toMatchObject({
      because: 'unreachable',
      rows: ['done', 'waiting'],
    });
    await world.jobs.resume(id);
    expect((await world.resting()).rows).toEqual(['done', 'done']);
    expect(world.sent.map(({ message }) => message)).toEqual(several(2));
  });
});

for (const what of ['delete', 'mark-as-read', 'delete from the trash'] as const)
  itAtLength(`RTY-09 a row costs the same among thousands as among 20: ${what}`, async () => {
    const costOf = async (count: number) => {
      const world = await worldOf(count);
      for (const id of several(count)) world.trash.add(id);
      const change = what === 'mark-as-read' ? what : 'delete';
      const from = what === 'delete from the trash' ? 'trash' : 'box';
      const id = await world.begin(change, several(count), { from });
      expect(await world.resting()).toMatchObject({ state: 'finished' });
      expect(new Set((await world.jobs.rows(id)).map(({ state }) => state))).toEqual(
        new Set(['done']),
      );
      const bytes = statSync(path.join(world.folder, 'jobs', `${id}.rows`)).size;
      return { calls: world.calls.length / count, bytes: bytes / count };
    };
    const [few, many] = [await costOf(20), await costOf(what === 'delete' ? 2000 : 400)];
    expect(many.calls).toBe(few.calls);
    expect(many.calls).toBe(1);
    expect(many.bytes).toBeLessThan(few.bytes * 1.1);
  });
