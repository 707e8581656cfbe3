// Jobs that delete enterprise users: a row is looked for before it is sent again, and one made since then is another.
import { itAtLength } from '../../../support/at-length.ts';
import { createRememberingLog } from '../../../support/handlers.ts';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { createJobs, type Jobs } from '../../../../main/jobs/jobs.ts';
import { openJobRecords } from '../../../../main/jobs/records.ts';
import { createRowStore } from '../../../../main/jobs/rows.ts';
import { realDisk } from '../../../../main/storage/disk.ts';
import { openDocuments } from '../../../../main/storage/documents.ts';
import type { Failure, Result } from '../../../../preload/result.ts';
import { saved } from '../../../support/job-world.ts';
import { answering } from '../../../support/answering.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const MADE = '2026-01-01T00:00:00.000Z';
const LATER = '2026-02-01T00:00:00.000Z';
const LOST: Failure = { kind: 'outcome-unknown', message: '', reference: '' };
/** As an area answers that is switched off, and one that has no such user. */
const WORDLESS: Failure = { kind: 'not-found', message: '', reason: 'Not Found' };
const fail = (failure: Failure) => ({ ok: false as const, failure });
const ok = (value: unknown) => ({ ok: true as const, value });

/** Real records and sealed rows on a disk, and users in memory by when they were made. */
class World {
  readonly folder = path.join(tempFolder('steward-users'), 'data');
  readonly users = new Map<string, string>();
  readonly calls: string[] = [];
  readonly forgotten: string[] = [];
  readonly fates: ('lost' | 'done and lost')[] = [];
  isOff = false;
  jobs!: Jobs;

  constructor(count: number) {
    for (let n = 0; n < count; n++) this.users.set(`svc-${String(n)}`, MADE);
  }

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
      forgetUser: async (_connection, userName) => void this.forgotten.push(userName),
      run: answering(async (name, input) =>
        this.#run(name.replace(/^.*\./, ''), input as { userName: string }),
      ),
      gap: async () => undefined,
    });
    await this.jobs.recover();
    await this.jobs.countRows();
    return this;
  }

  begin = async (): Promise<string> => {
    const shown = [...this.users].map(([userName, created]) => ({ userName, created }));
    return (await this.jobs.startUserDeletion(saved, shown)).id;
  };

  async resting() {
    await this.jobs.whenIdle();
    const [job] = this.jobs.list();
    if (!job) throw new Error('No job.');
    const rows = await this.jobs.rows(job.id);
    return { because: job.because, rows: rows.map(({ state }) => state) };
  }

  #run(name: string, { userName }: { userName: string }): Result<unknown> {
    this.calls.push(name);
    if (this.isOff) return fail(WORDLESS);
    if (name === 'list')
      return ok({
        users: [],
        fetched: MADE,
        fromCopy: false,
        completeness: { complete: true, because: null, calls: 2 },
      });
    const created = this.users.get(userName);
    if (name === 'get')
      return created === undefined ? fail(WORDLESS) : ok(userOf(userName, created));
    const fate = this.fates.shift();
    if (fate === 'lost') return fail(LOST);
    if (!this.users.delete(userName)) return fail(WORDLESS);
    return fate === undefined ? ok({}) : fail(LOST);
  }
}

const userOf = (userName: string, created: string) => ({
  ...{ userName, created, ownerOrganisationNumber: '910514318' },
  local: { note: '', lastRotated: null, firstSeen: null, kept: 'nowhere', attention: 'none' },
});

it.each(['lost', 'done and lost'] as const)(
  'RTY-09 an answer that was %s is settled by looking, and what this computer held of who is gone goes too',
  async (fate) => {
    const world = await new World(2).open();
    world.fates.push(fate);
    const id = await world.begin();
    expect(await world.resting()).toMatchObject({
      because: 'unknown-outcome',
      rows: ['unknown', 'waiting'],
    });
    await world.jobs.resume(id);
    const isDone = fate === 'done and lost';
    expect((await world.resting()).rows).toEqual([isDone ? 'done' : 'unknown', 'done']);
    if (!isDone) await world.jobs.retry(id);
    expect((await world.resting()).rows).toEqual(['done', 'done']);
    expect(world.calls.filter((name) => name === 'remove')).toHaveLength(isDone ? 2 : 3);
    expect(world.forgotten).toEqual(isDone ? ['svc-0'] : []);
  },
);

it('RTY-09 CCH-03 one that somebody made since then is another user: it stays, and the one that was meant is gone', async () => {
  const world = await new World(1).open();
  world.fates.push('done and lost');
  const id = await world.begin();
  await world.resting();
  world.users.set('svc-0', LATER);
  await world.jobs.retry(id);
  expect((await world.resting()).rows).toEqual(['done']);
  expect([...world.users]).toEqual([['svc-0', LATER]]);
  expect(world.calls.filter((name) => name === 'remove')).toHaveLength(1);
});

it('RTY-09 a part of the platform that is switched off is no user that is gone', async () => {
  const world = await new World(3).open();
  world.fates.push('done and lost');
  const id = await world.begin();
  await world.resting();
  world.isOff = true;
  await world.jobs.resume(id);
  const off = await world.resting();
  expect(off).toMatchObject({ because: 'two-refusals', rows: ['unknown', 'refused', 'refused'] });
  world.isOff = false;
  await world.jobs.retry(id);
  expect((await world.resting()).rows).toEqual(['done', 'done', 'done']);
  // Where nobody answered yet, one look at the list told that it is there.
  expect(world.calls.filter((name) => name === 'list').length).toBeLessThanOrEqual(2);
});

itAtLength('RTY-09 a row costs the same among hundreds as among 20', async () => {
  const costOf = async (count: number) => {
    const world = await new World(count).open();
    await world.begin();
    expect(new Set((await world.resting()).rows)).toEqual(new Set(['done']));
    return world.calls.length / count;
  };
  expect([await costOf(20), await costOf(400)]).toEqual([1, 1]);
});
