// A job with a tally, as a screen shows it: its newest state, its rows, how long it takes, and what a person may press.
import { untrack } from 'svelte';
import type { BatchRow, TalliedJob } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { language } from '../texts/language.svelte.ts';
import { sampled, secondsLeft, type Sample } from './batch-pace.ts';
import { readAllRows, readChanges, type RowsRead } from './batch-rows.ts';
import { chooseTarget } from './files.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';
import { toasts } from './toasts.svelte.ts';

/** Make one for each job that is opened, and `$effect(() => view.follow())` in the screen that shows it. */
export class BatchView {
  readonly id: string;
  rows = $state.raw<readonly BatchRow[]>([]);
  /** Whether rows were read at all. */
  read = $state(false);
  /** Only those a person should look at. */
  onlyOpen = $state(false);
  failure = $state.raw<Failure>();
  busy = $state(false);

  #samples = $state.raw<readonly Sample[]>([]);
  #reading = false;
  #again = false;
  #left = false;
  /** Of the last read of all rows. */
  #revision: number | undefined;

  constructor(id: string) {
    this.id = id;
  }

  /** Undefined once it was taken off the list. */
  get job(): TalliedJob | undefined {
    const found = session.jobs.find((one) => one.id === this.id);
    return found?.kind === 'synchronise' ? undefined : found;
  }

  /** Until it ends, as it goes now; undefined while that is not known. */
  get secondsLeft(): number | undefined {
    const { job } = this;
    if (job?.state !== 'running') return undefined;
    const { all, ended } = progressOf(job);
    return secondsLeft(this.#samples, all - ended);
  }

  /** What `<BatchJobPanel {...view.panel} job={job} />` shows and asks for. */
  get panel() {
    return {
      rows: this.rows,
      read: this.read,
      onlyOpen: this.onlyOpen,
      secondsLeft: this.secondsLeft,
      busy: this.busy,
      failure: this.failure,
      ononlyopen: (onlyOpen: boolean) => {
        this.onlyOpen = onlyOpen;
      },
      onpause: () => void this.pause(),
      onresume: () => void this.resume(),
      onstop: () => void this.stop(),
      onretry: () => void this.retry(),
      onreport: () => void this.saveReport(),
      onforget: () => void this.forget(),
    };
  }

  /** For an effect: reads the rows now and whenever the job or the choice of rows changes; the end stops it. */
  follow(): () => void {
    this.#left = false;
    $effect(() => {
      const { job, onlyOpen } = this;
      void [job?.changed, job === undefined ? 0 : progressOf(job).ended, onlyOpen];
      untrack(() => void this.#look());
    });
    return () => {
      this.#left = true;
    };
  }

  pause = () => this.#press(() => client.jobs.pause({ job: this.id }));
  resume = () => this.#press(() => client.jobs.resume({ job: this.id }));
  stop = () => this.#press(() => client.jobs.stop({ job: this.id }));
  retry = () => this.#press(() => client.jobs.retry({ job: this.id }));
  forget = () => this.#press(() => client.jobs.forget({ job: this.id }));

  /** Each row and what became of it, as CSV. */
  saveReport = () =>
    this.#press(async () => {
      const { job } = this;
      if (job === undefined) return undefined;
      const target = await chooseTarget(job, 'report', '.csv');
      if (!target.ok) return target;
      if (target.value === null) return undefined;
      const answer = await client.jobs.saveReport({ job: this.id, target: target.value.handle });
      if (answer.ok) {
        const { name, rows } = answer.value;
        toasts.show(language.t.batches.reportSaved(name, rows), { tone: 'success' });
      }
      return answer;
    });

  /** One read at a time; what changed meanwhile is read once more afterwards. */
  async #look(): Promise<void> {
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
        ...{ job: this.id, from, count, onlyOpen },
        ...(changedSince !== undefined && { changedSince }),
      });
    // A row that was settled leaves the open ones: these are read anew.
    const since = onlyOpen ? undefined : this.#revision;
    const answer =
      since === undefined ? await readAllRows(ask) : await readChanges(ask, this.rows, since);
    if (!this.#left && this.onlyOpen === onlyOpen) this.#take(answer, job);
  }

  #take(answer: RowsRead, job: TalliedJob): void {
    if (!answer.ok) {
      this.#revision = undefined;
      this.failure = answer.failure;
      return;
    }
    this.#revision = this.onlyOpen ? undefined : answer.revision;
    this.rows = answer.rows;
    this.read = true;
    const next = { at: Date.parse(job.changed), ended: progressOf(job).ended };
    this.#samples = job.state === 'running' ? sampled(this.#samples, next) : [];
  }

  /** Undefined as an answer: the person took it back. */
  async #press(act: () => Promise<Result<unknown> | undefined>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    const answer = await act();
    this.busy = false;
    this.failure = answer === undefined || answer.ok ? undefined : answer.failure;
  }
}

export const hasEnded = (job: TalliedJob): boolean =>
  job.state === 'stopped' || job.state === 'finished';

/** Rows of any state, and those that will not change any more. */
export function progressOf({ tally }: TalliedJob): {
  readonly all: number;
  readonly ended: number;
} {
  const all = Object.values(tally).reduce((sum, n) => sum + n, 0);
  return { all, ended: all - tally.waiting - tally.running };
}
