// A bulk rotation in a small environment: real jobs, real escrow, real files, a server whose answers a test chooses.
import { createRememberingLog } from './handlers.ts';
import path from 'node:path';
import type { Escrow } from '../../main/secrets/escrow.ts';
import { createJobs, type Jobs } from '../../main/jobs/jobs.ts';
import type { DestinationChoice } from '../../main/jobs/rotation.ts';
import { openJobRecords, shownJob } from '../../main/jobs/records.ts';
import { createRowStore, type Row, type RowStore } from '../../main/jobs/rows.ts';
import { failureOf, Problem } from '../../main/problem.ts';
import { Secret } from '../../main/secret.ts';
import type { SavedConnection } from '../../main/storage/connection-store.ts';
import { type Disk, realDisk } from '../../main/storage/disk.ts';
import { openDocuments } from '../../main/storage/documents.ts';
import type { Job, JobOf } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { type Answering, CONNECTION, type Fate, World } from './escrow-world.ts';
import { answering } from './answering.ts';
import { tempFolder } from './temp-folder.ts';

export const PASSPHRASE = 'a long passphrase 7';
export const QUICK = { workFactor: 4 };

export const saved: SavedConnection = {
  id: CONNECTION,
  name: 'Here',
  environment: 'test',
  baseAddress: 'https://here.example',
  organisationName: 'Fjordtrafikk AS',
  organisationNumber: '910514318',
  signIn: { way: 'certificate', certificate: 'c' },
  apiKey: 'k',
  highestTls: 'TLSv1.3',
  language: 1033,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
  extraCa: null,
  extraCaPem: null,
};

export class JobWorld {
  readonly world = new World();
  readonly folder = tempFolder('steward-jobs');
  readonly file = path.join(this.folder, 'secrets.age');
  /** What the server does with the n-th call for a user. */
  answers: (userName: string, call: number) => Answering | Failure = () => 'applied and answered';
  readonly calls: string[] = [];
  /** Users whose secret the server changed, as often as it did. */
  readonly changed: string[] = [];
  /** The true secret of each user. */
  readonly truth = new Map<string, string>();
  readonly seen: Job[][] = [];
  /** Called before the rows of a job are opened. */
  opening: () => Promise<void> = async () => undefined;
  /** Called when a row is about to be rotated. */
  before: (userName: string) => void = () => undefined;
  /** Called when the server's new secret is safe and the job does not know it yet. */
  after: (userName: string) => void = () => undefined;
  connections: readonly SavedConnection[] = [saved];
  escrow!: Escrow;
  jobs!: Jobs;

  /** A new process on the same disk and keychain. */
  async open({ keepFate = false } = {}): Promise<this> {
    if (!keepFate) this.world.restart();
    this.escrow = await this.world.escrow();
    await this.escrow.recover();
    const { fate } = this.world;
    const records = await openJobRecords({
      documents: await openDocuments({ folder: this.data, disk: diskOf(fate) }),
      now: () => new Date(),
      changed: ({ changed }) => void this.seen.push(changed.map(shownJob)),
      retryMs: 20,
    });
    this.jobs = createJobs({
      journal: undefined as never,
      log: createRememberingLog(),
      mark: async () => undefined,
      records,
      vault: this.world.vault,
      age: QUICK,
      connections: { all: () => this.connections },
      rowStore: dyingStore(
        createRowStore({
          folder: path.join(this.data, 'jobs'),
          key: async () => KEY,
          now: () => new Date(),
        }),
        fate,
        () => this.opening(),
      ),
      escrow: this.escrow,
      api: undefined as never,
      copies: undefined as never,
      run: answering((name, input) => this.run(name, input as { userName: string; job: string })),
      gap: async () => undefined,
    });
    await this.jobs.recover();
    await this.jobs.countRows();
    return this;
  }

  get data(): string {
    return path.join(this.folder, 'data');
  }

  async start(count: number, where: DestinationChoice): Promise<Rotation> {
    return rotationOf(await this.jobs.startRotation(saved, usersOf(count), where));
  }

  rotations(): Rotation[] {
    return this.jobs.list().map(rotationOf);
  }

  rows(id: string): Promise<readonly Row[]> {
    return this.jobs.rows(id);
  }

  async states(): Promise<string[]> {
    const [job] = this.rotations();
    return job ? (await this.rows(job.id)).map(({ state }) => state) : [];
  }

  get toFile(): DestinationChoice {
    return { kind: 'file', file: this.file, passphrase: new Secret(PASSPHRASE) };
  }

  /** The job when it rests. */
  async resting(): Promise<Rotation> {
    await this.jobs.whenIdle();
    const [job] = this.rotations();
    if (!job) throw new Error('No job.');
    return job;
  }

  private async run(
    name: string,
    { userName, job }: { userName: string; job: string },
  ): Promise<Result<unknown>> {
    if (name !== 'enterpriseUsers.rotateSecret') throw new Error(name);
    this.before(userName);
    this.calls.push(userName);
    const call = this.calls.filter((one) => one === userName).length;
    const answering = this.answers(userName, call);
    try {
      if (typeof answering !== 'string') throw new Problem(answering);
      const { server } = this.world;
      server.answering = answering;
      const applied = server.calls;
      const { entry } = await this.escrow.run(this.world.plan({ userName, job })).finally(() => {
        if (server.calls === applied || answering === 'refused') return;
        this.truth.set(userName, server.secret);
        this.changed.push(userName);
      });
      this.after(userName);
      const { id, at, kept } = entry;
      return { ok: true, value: { secret: id, userName, at, kept } };
    } catch (error) {
      const failure = failureOf(error);
      if (!failure) throw error;
      return { ok: false, failure };
    }
  }
}

export const usersOf = (count: number) =>
  Array.from({ length: count }, (_, i) => `user-${String(i + 1).padStart(2, '0')}`);

type Rotation = JobOf<'rotate-secrets'>;

function rotationOf(job: Job | undefined): Rotation {
  if (job?.kind === 'rotate-secrets') return job;
  throw new Error('No rotation.');
}

const KEY = Buffer.alloc(32, 7);

/** Checkpoints die with the world as well. What survives a power loss is another test's business. */
const diskOf = (fate: Fate): Disk => ({
  ...realDisk,
  async open(...given) {
    const handle = await realDisk.open(...given);
    return Object.assign(handle, { sync: () => Promise.resolve() });
  },
  async rename(from, to) {
    fate.step('before a checkpoint');
    await realDisk.rename(from, to);
    fate.step('checkpoint');
  },
});

/** So do the rows: before or after each of their changes. */
function dyingStore(store: RowStore, fate: Fate, opening: () => Promise<void>): RowStore {
  const dying = async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    fate.step(`before ${what}`);
    const value = await act();
    fate.step(what);
    return value;
  };
  return {
    ...store,
    create: (...given) => dying('rows', () => store.create(...given)),
    async open(id) {
      await opening();
      const rows = await store.open(id);
      return {
        ...rows,
        change: (...given) => dying('row', () => rows.change(...given)),
        markDelivered: (...given) => dying('delivered', () => rows.markDelivered(...given)),
        skipWaiting: () => dying('skipped', () => rows.skipWaiting()),
      };
    },
  };
}
