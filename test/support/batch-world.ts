// Batch jobs in a small environment: real records, real sealed rows on a disk, a platform whose answers a test chooses.
import { createRememberingLog } from './handlers.ts';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createJobs, type Jobs } from '../../main/jobs/jobs.ts';
import { openJobRecords } from '../../main/jobs/records.ts';
import { createRowStore } from '../../main/jobs/rows.ts';
import type { SavedConnection } from '../../main/storage/connection-store.ts';
import { type Disk, realDisk } from '../../main/storage/disk.ts';
import { openDocuments } from '../../main/storage/documents.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { saved } from './job-world.ts';
import { answering } from './answering.ts';
import { tempFolder } from './temp-folder.ts';

export const ORGANISATION = '910514318';

interface Entry {
  readonly id: number;
  readonly email: string | null;
  readonly mobileNumber: string | null;
}

/** What the platform does with a call: `lost` does it and says nothing of it. */
export type Answer = 'done' | 'lost' | Failure;

export class BatchWorld {
  readonly folder = tempFolder('steward-batch');
  readonly data = path.join(this.folder, 'data');
  readonly rowFolder = path.join(this.data, 'jobs');
  key: Buffer | undefined = Buffer.alloc(32, 7);
  connections: readonly SavedConnection[] = [saved];
  entries: Entry[] = [];
  /** Every call as `name subject`, in order. */
  readonly calls: string[] = [];
  /** Every add and removal that the platform did. */
  readonly acts: string[] = [];
  answers: (call: string) => Answer | Promise<Answer> = () => 'done';
  mostAtOnce = 0;
  events = 0;
  #saves = 0;
  setAside: readonly string[] = [];
  jobs!: Jobs;
  #last = 100;
  #now = 0;

  /** A new process on the same disk. */
  async open(): Promise<this> {
    mkdirSync(this.data, { recursive: true, mode: 0o700 });
    const records = await openJobRecords({
      documents: await openDocuments({ folder: this.data, disk: this.#disk }),
      now: () => new Date(),
      changed: () => (this.events += 1),
      retryMs: 20,
    });
    const key = async () => this.key;
    const rowStore = createRowStore({ folder: this.rowFolder, key, now: () => new Date() });
    this.jobs = createJobs({
      journal: undefined as never,
      log: createRememberingLog(),
      mark: async () => undefined,
      records,
      rowStore,
      connections: { all: () => this.connections },
      vault: undefined as never,
      escrow: undefined as never,
      api: undefined as never,
      copies: undefined as never,
      run: answering((name, input) => this.#run(name, input as Record<string, unknown>)),
      gap: async () => undefined,
    });
    await this.jobs.recover();
    await this.jobs.countRows();
    this.setAside = rowStore.setAside;
    return this;
  }

  /** How often `jobs.json` was written. */
  saves = (): number => this.#saves;

  readonly #disk: Disk = {
    ...realDisk,
    rename: async (from, to) => {
      this.#saves += 1;
      await realDisk.rename(from, to);
    },
  };

  has(...values: readonly string[]): void {
    for (const value of values) this.#add(value);
  }

  async change(...changes: readonly string[]): Promise<string> {
    const wanted = changes.map((text) => {
      const [action, subject = ''] = text.split(' ');
      return { action: action === 'remove' ? ('remove' as const) : ('add' as const), subject };
    });
    const about = { organisationNumber: ORGANISATION, organisationName: 'Fjordtrafikk AS' };
    return (await this.jobs.startContactEntries(saved, { ...about, changes: wanted })).id;
  }

  async lookUp(...organisationNumbers: readonly string[]): Promise<string> {
    const wish = { officialContacts: true, personalContacts: true, roleDefinitionCode: 'DAGL' };
    return (await this.jobs.startLookUp(saved, { ...wish, organisationNumbers })).id;
  }

  /** The newest job, when none runs. */
  async resting(): Promise<Job> {
    await this.jobs.whenIdle();
    const [job] = this.jobs.list().map(shownBatch);
    if (!job) throw new Error('No job.');
    return job;
  }

  async states(id: string): Promise<readonly string[]> {
    return (await this.jobs.rows(id)).map(({ state }) => state);
  }

  /** Everything on the disk, as text. */
  onDisk(folder = this.data): string {
    return readdirSync(folder, { withFileTypes: true })
      .map((one) => {
        const name = path.join(folder, one.name);
        return one.isDirectory()
          ? this.onDisk(name)
          : `${one.name} ${readFileSync(name, 'latin1')}`;
      })
      .join('\n');
  }

  #add(value: string): void {
    const isEmail = value.includes('@');
    this.#last += 1;
    this.entries.push({
      id: this.#last,
      email: isEmail ? value : null,
      mobileNumber: isEmail ? null : value,
    });
  }

  async #run(name: string, input: Record<string, unknown>): Promise<Result<unknown>> {
    const subject = String(
      input['email'] ?? input['mobileNumber'] ?? input['entry'] ?? input['organisationNumber'],
    );
    const call = `${name.replace(/^.*\./, '')} ${subject}`;
    this.calls.push(call);
    this.#now += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#now);
    const answer = await this.answers(call);
    this.#now -= 1;
    if (typeof answer !== 'string') return { ok: false, failure: answer };
    const result = this.#perform(name, subject);
    return answer === 'lost' ? { ok: false, failure: LOST } : result;
  }

  #perform(name: string, subject: string): Result<unknown> {
    const ok = (value: unknown) => ({ ok: true as const, value });
    const completeness = { complete: true, because: null, calls: 1 };
    switch (name) {
      case 'contactInformation.list':
        return ok({
          entries: this.entries.map((one) => ({ ...one, name: '', notified: true })),
          completeness,
        });
      case 'contactInformation.add':
        if (this.entries.some(({ email, mobileNumber }) => subject === (email ?? mobileNumber)))
          return { ok: false, failure: THERE };
        this.#add(subject);
        this.acts.push(`add ${subject}`);
        return ok({ entry: null, reason: '' });
      case 'contactInformation.remove': {
        const found = this.entries.find(({ id }) => String(id) === subject);
        if (!found) return { ok: false, failure: { kind: 'not-found', message: 'Gone.' } };
        this.entries = this.entries.filter((one) => one !== found);
        this.acts.push(`remove ${found.email ?? found.mobileNumber ?? ''}`);
        return ok({ reason: '' });
      }
      case 'serviceOwner.get':
        return ok({
          organisationNumber: subject,
          name: `Firma ${subject}`,
          form: 'AS',
          lastChanged: null,
          lastConfirmed: null,
        });
      default: {
        const contact = {
          mobileNumber: '90000418',
          mobileNumberChanged: null,
          email: `kari@${subject}.example`,
          emailChanged: null,
        };
        const person = { ...contact, id: 'r1', name: 'Kari Nordmann', identityNumber: null };
        return ok({ contacts: [name.includes('personal') ? person : contact], completeness });
      }
    }
  }
}

function shownBatch(value: Job): Job {
  if (value.kind === 'rotate-secrets' || value.kind === 'synchronise')
    throw new Error('Another kind of job.');
  return value;
}

const LOST: Failure = { kind: 'outcome-unknown', message: 'No answer.', reference: 'r' };
const THERE: Failure = { kind: 'conflict', message: 'There.', reason: '', field: 'email' };
