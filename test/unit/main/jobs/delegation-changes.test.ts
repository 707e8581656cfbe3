// Jobs that give and take back: looked for before anything is sent again, and never sent where looking does not tell.
import { createRememberingLog } from '../../../support/handlers.ts';
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJobs, type Jobs } from '../../../../main/jobs/jobs.ts';
import { openJobRecords } from '../../../../main/jobs/records.ts';
import { createRowStore } from '../../../../main/jobs/rows.ts';
import { realDisk } from '../../../../main/storage/disk.ts';
import { openDocuments } from '../../../../main/storage/documents.ts';
import { z } from '../../../../preload/contract/schema.ts';
import type { DelegationChange } from '../../../../preload/contract/delegations.ts';
import type { Job, JobRow } from '../../../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../../../preload/result.ts';
import { saved } from '../../../support/job-world.ts';
import { answering } from '../../../support/answering.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const WHO = '910514318';
const LOST: Failure = { kind: 'outcome-unknown', message: '', reference: '' };
const AWAY: Failure = { kind: 'offline', message: '' };
const fail = (failure: Failure) => ({ ok: false as const, failure });
const ok = (value: unknown) => ({ ok: true as const, value });

interface Given {
  readonly to?: { readonly userName?: string };
  readonly receiver?: string;
  readonly role?: string;
  readonly roles?: readonly number[];
  readonly who?: string;
}

/** Real records and sealed rows on a disk, and a party whose holders are in memory. */
class World {
  readonly folder = path.join(tempFolder('steward-delegations'), 'data');
  /** Ids of roles that can be taken back, by holder; `p…` are persons, whose user names no list tells. */
  readonly held = new Map<string, { id: string; role: number }[]>();
  readonly sent: string[] = [];
  readonly kinds = new Set<string | undefined>();
  readonly parties = new Set<string | undefined>();
  /** What becomes of the next calls of a name: lost before or after it was done, or away. */
  readonly fates = new Map<string, ('lost' | 'done and lost' | 'away')[]>();
  isWhole = true;
  jobs!: Jobs;
  #last = 100;

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
      mark: async () => undefined,
      records,
      rowStore,
      connections: { all: () => [saved] },
      vault: absent,
      escrow: absent,
      api: absent,
      copies: absent,
      run: answering(async (name, input, allowedFor) => {
        this.kinds.add(allowedFor);
        return this.#run(name.replace(/^delegations\./, ''), input as Given);
      }),
      gap: async () => undefined,
    });
    await this.jobs.recover();
    await this.jobs.countRows();
    return this;
  }

  hold(holder: string, role: number): void {
    this.#last += 1;
    this.held.set(holder, [...(this.held.get(holder) ?? []), { id: String(this.#last), role }]);
  }

  async begin(...changes: readonly DelegationChange[]): Promise<string> {
    const given = { who: WHO, organisationName: 'Fjord', changes };
    return (await this.jobs.startDelegations(saved, given)).id;
  }

  async resting(): Promise<Pick<Job, 'state' | 'because'> & { rows: readonly JobRow['state'][] }> {
    await this.jobs.whenIdle();
    const [job] = this.jobs.list();
    if (!job) throw new Error('No job.');
    const rows = await this.jobs.rows(job.id);
    return { state: job.state, because: job.because, rows: rows.map(({ state }) => state) };
  }

  async #run(name: string, given: Given): Promise<Result<unknown>> {
    this.parties.add(given.who);
    const fate = this.fates.get(name)?.shift();
    if (fate === 'away') return fail(AWAY);
    if (name !== 'list' && name !== 'get') this.sent.push(name);
    if (fate === 'lost') return fail(LOST);
    const answer = this.#perform(name, given);
    return fate === 'done and lost' ? fail(LOST) : answer;
  }

  #perform(name: string, { to, receiver = '', role, roles = [] }: Given): Result<unknown> {
    switch (name) {
      case 'list':
        return ok({
          holders: [...this.held.keys()].map(holderOf),
          completeness: { complete: this.isWhole, because: null, calls: 1 },
        });
      case 'get':
        return this.held.has(receiver)
          ? ok({
              holder: holderOf(receiver),
              roles: (this.held.get(receiver) ?? []).map(roleOf),
              rights: [],
            })
          : fail({ kind: 'not-found', message: '' });
      case 'give': {
        const holder = to?.userName ?? '';
        for (const one of roles) this.hold(holder, one);
        const isPerson = holder.startsWith('p');
        return ok({
          holder: isPerson ? null : holderOf(holder),
          missing: { roles: [], rights: [] },
        });
      }
      default: {
        const rest = (this.held.get(receiver) ?? []).filter(({ id }) => id !== role);
        this.held.set(receiver, rest);
        return ok({});
      }
    }
  }
}

const holderOf = (name: string) => ({
  id: name,
  kind: name.startsWith('p') ? 'person' : 'enterprise-user',
  name: name.startsWith('p') ? 'Kari Steinvåg' : name,
  identityNumber: null,
  organisationNumber: null,
});
const roleOf = ({ id, role }: { id: string; role: number }) => ({
  id: role,
  kind: 'platform',
  type: 'Platform',
  name: 'Payroll',
  description: '',
  code: null,
  held: id,
  delegator: '',
  since: null,
});

const user = (userName: string): DelegationChange['to'] => ({ kind: 'enterprise-user', userName });
const PERSON: DelegationChange['to'] = {
  kind: 'person-by-user-name',
  userName: 'p90',
  lastName: 'Steinvåg',
};
const give = (to: DelegationChange['to'] = user('svc')): DelegationChange => ({
  action: 'give',
  to,
  what: { role: 27 },
});
const take = (to = user('svc')): DelegationChange => ({ ...give(to), action: 'take' });

describe('DLG-06 giving and taking back', () => {
  it('DLG-06 each once and in order, the same change in a job once, all for the party that was allowed', async () => {
    const world = await new World().open();
    world.hold('old', 27);
    await world.begin(give(), take(user('old')), give(), take(user('gone')));
    expect(await world.resting()).toMatchObject({
      state: 'finished',
      rows: ['done', 'done', 'not-found'],
    });
    expect(world.sent).toEqual(['give', 'takeRole']);
    expect([...world.kinds]).toEqual(['change-delegations']);
    expect([...world.parties]).toEqual([WHO]);
    const record = readFileSync(path.join(world.folder, 'jobs.json'), 'utf8');
    for (const name of ['svc', 'gone', '"old"']) expect(record).not.toContain(name);
  });

  it('DLG-06 ATK-02 the party stands in the sealed rows: a record that somebody changed leads to no other', async () => {
    const world = await new World().open();
    world.fates.set('list', ['away']);
    const id = await world.begin(give());
    expect(await world.resting()).toMatchObject({ state: 'paused', because: 'unreachable' });
    await world.jobs.close();
    const documents = await openDocuments({ folder: world.folder, disk: realDisk });
    const records = await documents.open('jobs', z.array(z.looseObject({})), []);
    await records.change((all) => all.map((one) => ({ ...one, who: '974760673' })));
    await world.open();
    expect(world.jobs.list()).toMatchObject([{ details: { who: '974760673' } }]);
    await world.jobs.resume(id);
    expect((await world.resting()).rows).toEqual(['done']);
    expect([...world.parties]).toEqual([WHO]);
  });

  it('DLG-06 RTY-09 what was done and lost is found, what was lost is sent again when a person says so', async () => {
    for (const fate of ['done and lost', 'lost'] as const) {
      const world = await new World().open();
      world.fates.set('give', [fate]);
      const id = await world.begin(give(), give(user('other')));
      expect(await world.resting()).toMatchObject({
        because: 'unknown-outcome',
        rows: ['unknown', 'waiting'],
      });
      await world.jobs.resume(id);
      const now = await world.resting();
      expect(now.rows).toEqual([fate === 'lost' ? 'unknown' : 'done', 'done']);
      if (fate === 'lost') await world.jobs.retry(id);
      expect((await world.resting()).rows).toEqual(['done', 'done']);
      expect(world.held.get('svc')).toHaveLength(1);
    }
  });

  it('DLG-06 of a person by user name nobody can tell: not sent again while anybody of that last name holds it', async () => {
    const world = await new World().open();
    world.fates.set('give', ['done and lost']);
    const id = await world.begin(give(PERSON));
    await world.resting();
    // Looking fails at first: that the row was sent is not forgotten.
    world.fates.set('list', ['away']);
    await world.jobs.retry(id);
    expect(await world.resting()).toMatchObject({ because: 'unreachable', rows: ['waiting'] });
    await world.jobs.resume(id);
    await world.resting();
    await world.jobs.retry(id);
    expect((await world.resting()).rows).toEqual(['unknown']);
    expect(world.sent).toEqual(['give']);
    // Nobody of that name holds it any more: now it is sure that it may be sent.
    world.held.clear();
    await world.jobs.retry(id);
    expect((await world.resting()).rows).toEqual(['done']);
    expect(world.sent).toEqual(['give', 'give']);
  });

  it('DLG-06 a list that is not whole proves nothing: what was sent stays unknown, and nothing is taken for gone', async () => {
    const world = await new World().open();
    world.fates.set('give', ['lost']);
    const id = await world.begin(give(), take(user('hidden')));
    await world.resting();
    world.isWhole = false;
    await world.jobs.retry(id);
    const { rows } = await world.resting();
    expect(rows).toEqual(['unknown', 'refused']);
    expect(world.sent).toEqual(['give']);
  });

  it('DLG-06 a removal is settled by its own id: what was given once more since then is left to a person', async () => {
    const world = await new World().open();
    world.hold('svc', 27);
    world.fates.set('takeRole', ['done and lost']);
    const id = await world.begin(take());
    expect((await world.resting()).rows).toEqual(['unknown']);
    world.hold('svc', 27);
    await world.jobs.retry(id);
    expect((await world.resting()).rows).toEqual(['refused']);
    expect(world.sent).toEqual(['takeRole']);
    await world.jobs.retry(id);
    expect((await world.resting()).rows).toEqual(['done']);
    expect(world.held.get('svc')).toEqual([]);
  });

  it('DLG-06 what was given twice is taken back twice, by one row', async () => {
    const world = await new World().open();
    world.hold('svc', 27);
    world.hold('svc', 27);
    await world.begin(take());
    expect((await world.resting()).rows).toEqual(['done']);
    expect(world.sent).toEqual(['takeRole', 'takeRole']);
    expect(world.held.get('svc')).toEqual([]);
  });
});
