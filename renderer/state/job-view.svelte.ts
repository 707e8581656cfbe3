// A job as a screen shows it: its newest state, its rows, the time left, and the buttons that apply.
import type { Job, JobKind, JobOf, JobRow } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { progressOf } from '../components/job-words.ts';
import type { Texts } from '../texts/en.ts';
import { language } from '../texts/language.svelte.ts';
import { chooseTarget } from './files.ts';
import { sampled, secondsLeft, type Sample } from './job-pace.ts';
import { readAllRows, readChanges, type RowsRead } from './job-rows.ts';
import { readWhileShown } from './query.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';

type Act = keyof Texts['jobs']['acts'];

/** Make one for each job that is opened, and `view.follow()` while the component that shows it is made. */
export class JobView<K extends JobKind> {
  readonly id: string;
  readonly kind: K;
  rows = $state.raw<readonly JobRow[]>([]);
  /** Whether rows were read at all. */
  read = $state(false);
  /** Only those that need attention. */
  onlyOpen = $state(false);
  busy = $state(false);

  #failed = $state.raw<{ readonly of: Failure; readonly act: Act }>();
  #saved = $state.raw<{ readonly name: string; readonly rows: number }>();
  #samples = $state.raw<readonly Sample[]>([]);
  #reading = false;
  #again = false;
  #left = false;
  /** Of the last read of all rows. */
  #revision: number | undefined;

  constructor(kind: K, id: string) {
    this.kind = kind;
    this.id = id;
  }

  /** Undefined once it was taken off the list, and where it is of another kind. */
  get job(): JobOf<K> | undefined {
    return session.jobsOf(this.kind).find((one) => one.id === this.id);
  }

  /** What `<JobPanel {...view.panel} job={job} />` shows and asks for. */
  get panel() {
    const t = language.t.jobs;
    const failed = this.#failed;
    const saved = this.#saved;
    return {
      rows: this.rows,
      read: this.read,
      onlyOpen: this.onlyOpen,
      secondsLeft: this.#secondsLeft,
      busy: this.busy,
      failure: failed && { of: failed.of, attempted: t.acts[failed.act] },
      said: saved && t.reportSaved(saved.name, saved.rows),
      ononlyopen: (onlyOpen: boolean) => {
        this.onlyOpen = onlyOpen;
      },
      ...this.buttons,
    };
  }

  /** Of the panel, for `<JobButtons>` in a place of their own. */
  get buttons() {
    const job = { job: this.id };
    return {
      onpause: () => void this.#press('pause', () => client.jobs.pause(job)),
      onresume: () => void this.#press('resume', () => client.jobs.resume(job)),
      onstop: async () => {
        const answer = await client.jobs.stop(job);
        return answer.ok ? undefined : answer.failure;
      },
      onretry: () => void this.#press('retry', () => client.jobs.retry(job)),
      onreport: () => void this.saveReport(),
      onforget: () => void this.#press('forget', () => client.jobs.forget(job)),
    };
  }

  /** Reads the rows now, and whenever the job or the choice of rows has changed, until the component is gone. */
  follow(): void {
    const rows = {
      load: () => {
        this.#left = false;
        void this.#look();
      },
      leave: () => {
        this.#left = true;
      },
    };
    readWhileShown(() => (this.job === undefined ? undefined : rows), {
      key: () => {
        const { job, onlyOpen } = this;
        return [job?.changed, job === undefined ? 0 : progressOf(job).ended, onlyOpen];
      },
    });
  }

  /** A refused or unknown row of a rotation. */
  resolve(userName: string, how: 'rotate-again' | 'old-one-works'): void {
    void this.#press('resolve', () => client.jobs.resolveRow({ job: this.id, userName, how }));
  }

  /** Each row and what became of it, as CSV. */
  saveReport = () =>
    this.#press('report', async () => {
      const { job } = this;
      if (job === undefined) return undefined;
      const what = job.kind === 'rotate-secrets' ? 'rotation' : 'report';
      const target = await chooseTarget(job, what, '.csv');
      if (!target.ok) return target;
      if (target.value === null) return undefined;
      const answer = await client.jobs.saveReport({ job: this.id, target: target.value.handle });
      if (answer.ok) this.#saved = answer.value;
      return answer;
    });

  get #secondsLeft(): number | undefined {
    const job: Job | undefined = this.job;
    if (job?.state !== 'running') return undefined;
    if (job.kind === 'synchronise') return job.details.secondsLeft ?? undefined;
    const { all, ended } = progressOf(job);
    return secondsLeft(this.#samples, all - ended);
  }

  /** One read at a time; what changed meanwhile is read once more afterwards. */
  async #look(): Promise<void> {
    if (this.kind === 'synchronise') return;
    if (this.#reading) {
      this.#again = true;
      return;
    }
    this.#reading = true;
    do {
      this.#again = false;
      await this.#readRows();
    } while (this.#again && !this.#left);
    this.#reading = false;
  }

  async #readRows(): Promise<void> {
    const { job, onlyOpen } = this;
    if (job === undefined) return;
    const ask = (from: number, count: number, changedSince?: number) =>
      client.jobs.rows({
        job: this.id,
        from,
        count,
        onlyOpen,
        ...(changedSince !== undefined && { changedSince }),
      });
    // A row that was resolved leaves the open ones: these are read anew.
    const since = onlyOpen ? undefined : this.#revision;
    const answer =
      since === undefined ? await readAllRows(ask) : await readChanges(ask, this.rows, since);
    if (!this.#left && this.onlyOpen === onlyOpen) this.#take(answer, job);
  }

  #take(answer: RowsRead, job: Job): void {
    if (!answer.ok) {
      this.#revision = undefined;
      this.#failed = { of: answer.failure, act: 'rows' };
      return;
    }
    this.#revision = this.onlyOpen ? undefined : answer.revision;
    this.rows = answer.rows;
    this.read = true;
    if (this.#failed?.act === 'rows') this.#failed = undefined;
    const next = { at: Date.parse(job.changed), ended: progressOf(job).ended };
    this.#samples = job.state === 'running' ? sampled(this.#samples, next) : [];
  }

  /** Undefined as an answer: the person took it back. */
  async #press(act: Act, ask: () => Promise<Result<unknown> | undefined>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.#saved = undefined;
    const answer = await ask();
    this.busy = false;
    this.#failed = answer === undefined || answer.ok ? undefined : { of: answer.failure, act };
  }
}
