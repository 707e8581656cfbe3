// Jobs that send forms: a lost one is found by its XML, and nothing is sent twice by itself.
import { itAtLength } from '../../../support/at-length.ts';
import { createRememberingLog } from '../../../support/handlers.ts';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
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

const LOST: Failure = { kind: 'outcome-unknown', message: '', reference: '' };
const AWAY: Failure = { kind: 'unreachable', message: '', host: '', problem: 'network' };
const fail = (failure: Failure) => ({ ok: false as const, failure });
const ok = (value: unknown) => ({ ok: true as const, value });
const SERVICE = { serviceCode: '4711', serviceEdition: 2 };

interface Made {
  readonly id: string;
  readonly xml: string;
  readonly created: string;
  readonly code: string;
}

/** Real records and sealed rows on a disk, and a message box in memory. */
class World {
  readonly folder = path.join(tempFolder('steward-forms'), 'data');
  readonly box: Made[] = [];
  readonly calls: string[] = [];
  readonly fates: ('lost' | 'made and lost' | 'away')[] = [];
  /** What the platform makes of a form. */
  written = (xml: string) => xml;
  isComplete = true;
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
      run: answering(async (name, input) => this.#run(name, input as Record<string, unknown>)),
      gap: async () => undefined,
    });
    await this.jobs.recover();
    await this.jobs.countRows();
    return this;
  }

  begin = async (xmls: readonly string[]): Promise<string> => {
    const forms = xmls.map((xml, index) => ({ line: index + 2, title: `Kari ${index}`, xml }));
    const job = await this.jobs.startForms(saved, {
      who: '910514318',
      organisationName: 'Fjord AS',
      serviceName: 'Skjema',
      ...SERVICE,
      dataFormatId: '1234',
      dataFormatVersion: '5',
      then: 'fill-in',
      forms,
    });
    return job.id;
  };

  async resting() {
    await this.jobs.whenIdle();
    const [job] = this.jobs.list();
    if (!job) throw new Error('No job.');
    const rows = await this.jobs.rows(job.id);
    return {
      because: job.because,
      rows: rows.map(({ state }) => state),
      made: rows.map(({ made }) => made),
    };
  }

  sent = () => this.calls.filter((name) => name === 'messages.create').length;

  put(xml: string, code = SERVICE.serviceCode, created = new Date().toISOString()): string {
    const id = `a${String(this.box.length + 1)}`;
    this.box.unshift({ id, xml: this.written(xml), created, code });
    return id;
  }

  #run(name: string, input: Record<string, unknown>): Result<unknown> {
    this.calls.push(name);
    switch (name) {
      case 'messages.create': {
        const [{ xml }] = input['forms'] as [{ xml: string }];
        const fate = this.fates.shift();
        if (fate === 'away') return fail(AWAY);
        if (fate === 'lost') return fail(LOST);
        const id = this.put(xml);
        return fate === undefined ? ok({ id }) : fail(LOST);
      }
      case 'messages.list':
        return ok({
          messages: this.box.map((one) => summary(one)),
          completeness: this.isComplete
            ? { complete: true, because: null, calls: 1 }
            : { complete: false, because: 'limit', calls: 1 },
        });
      case 'messages.get': {
        const found = this.box.find(({ id }) => id === input['message']);
        if (!found) throw new Error('No such message.');
        return ok({ ...summary(found), ...MESSAGE, forms: [{ id: '1', name: 'Skjema' }] });
      }
      case 'forms.data':
        return ok({ xml: this.box.find(({ id }) => id === input['message'])?.xml ?? '' });
      default:
        throw new Error(name);
    }
  }
}

const summary = ({ id, created, code }: Made) => ({
  id,
  subject: 'Skjema',
  status: { state: 'filling-in', word: 'Utfylling' },
  type: { kind: 'form-task', word: 'FormTask' },
  created,
  lastChanged: created,
  lastChangedBy: null,
  serviceOwner: null,
  sender: null,
  serviceCode: code,
  serviceEdition: SERVICE.serviceEdition,
  replyOptions: [],
});
const MESSAGE = {
  summary: null,
  body: null,
  archiveReference: null,
  originalId: null,
  attachments: [],
  can: {
    print: false,
    signingText: false,
    portal: false,
    archiveReference: false,
    metadata: false,
    validate: false,
    archive: false,
    confirm: 'no',
    payment: false,
  },
  printsAs: null,
};
const form = (n: number) => `<skjema><navn>${String(n)}</navn></skjema>`;
const forms = (count: number) => Array.from({ length: count }, (_, n) => form(n));

it('RTY-09 a form whose answer is lost is found among the new messages by its XML, and has its id', async () => {
  const world = await new World().open();
  // The platform writes it in its own way, and others are at work beside us.
  world.written = (xml) => `<?xml version="1.0"?>\r\n${xml.replaceAll('><', '>\n  <')}\n`;
  world.put(form(99));
  world.put(form(1), '9999');
  world.put(form(1), SERVICE.serviceCode, '2001-01-01T00:00:00.000Z');
  world.fates.push('made and lost', 'made and lost');
  await world.begin(forms(3));
  expect(await world.resting()).toEqual({
    because: 'none',
    rows: ['done', 'done', 'done'],
    made: ['a4', 'a5', 'a6'],
  });
  expect(world.sent()).toBe(3);
});

it('RTY-09 a form that cannot be found pauses the job, is not sent again by itself, and is sent when a person says so', async () => {
  const world = await new World().open();
  world.fates.push('lost');
  const id = await world.begin(forms(2));
  expect(await world.resting()).toMatchObject({
    because: 'unknown-outcome',
    rows: ['unknown', 'waiting'],
  });
  await world.jobs.resume(id);
  expect(await world.resting()).toMatchObject({ because: 'none', rows: ['unknown', 'done'] });
  expect(world.sent()).toBe(2);
  await world.jobs.retry(id);
  expect(await world.resting()).toMatchObject({ rows: ['done', 'done'], made: ['a2', 'a1'] });
  expect(world.sent()).toBe(3);
});

it('RTY-09 nothing is sent again while one of the new messages could be it, or the list does not tell', async () => {
  for (const unclear of ['changed', 'twice', 'cut'] as const) {
    const world = await new World().open();
    world.fates.push('lost');
    const id = await world.begin([form(1)]);
    expect(await world.resting()).toMatchObject({ rows: ['unknown'] });
    if (unclear === 'changed') world.put(form(1).replace('1', 'by hand'));
    if (unclear === 'twice') {
      world.put(form(1));
      world.put(form(1));
    }
    if (unclear === 'cut') world.isComplete = false;
    await world.jobs.retry(id);
    expect(await world.resting(), unclear).toMatchObject({ rows: ['unknown'] });
    expect(world.sent(), unclear).toBe(1);
  }
});

it('RTY-09 a message is found for one form only', async () => {
  const world = await new World().open();
  world.fates.push('made and lost', 'lost');
  await world.begin([form(1), form(1)]);
  expect(await world.resting()).toMatchObject({ rows: ['done', 'unknown'] });
});

it('RTY-09 a form that was marked before a kill is looked for, and one that was surely not sent is sent', async () => {
  const world = await new World().open();
  world.fates.push('made and lost', 'away');
  const found = world.box;
  // The list is away too, so that nothing can be told now.
  world.isComplete = false;
  const id = await world.begin(forms(2));
  expect(await world.resting()).toMatchObject({ rows: ['unknown', 'waiting'] });
  world.isComplete = true;
  await world.open();
  await world.jobs.resume(id);
  expect(await world.resting()).toMatchObject({
    because: 'unreachable',
    rows: ['done', 'waiting'],
  });
  await world.jobs.resume(id);
  expect(await world.resting()).toMatchObject({ rows: ['done', 'done'] });
  expect(found).toHaveLength(2);
  expect(world.sent()).toBe(3);
});

it('CCH-01 neither what is sent nor who is named stands readable on the disk', async () => {
  const world = await new World().open();
  await world.begin(['<skjema><navn>Kari Nordmann</navn></skjema>']);
  await world.resting();
  // Long enough that no sealed text has it by chance.
  const hidden = 'Kari Nordmann';
  for (const name of readdirSync(path.join(world.folder, 'jobs')))
    expect(readFileSync(path.join(world.folder, 'jobs', name), 'latin1')).not.toContain(hidden);
  expect(readFileSync(path.join(world.folder, 'jobs.json'), 'utf8')).not.toContain(hidden);
});

itAtLength('a form costs as many calls among 400 as among 20', async () => {
  for (const count of [20, 400]) {
    const world = await new World().open();
    await world.begin(forms(count));
    await world.resting();
    expect(world.calls).toHaveLength(count);
  }
});

it('more than a job holds in memory is refused before anything is sent', async () => {
  const world = await new World().open();
  const large = `<a>${'x'.repeat(60_000)}</a>`;
  await expect(world.begin(Array.from({ length: 600 }, () => large))).rejects.toMatchObject({
    failure: { kind: 'file', problem: 'too-large' },
  });
  expect(world.jobs.list()).toEqual([]);
});
