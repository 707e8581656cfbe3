// A job as a screen shows it: its newest state, its rows, the time left, and the buttons that apply.
import type { Job, JobKind, JobOf, JobRow } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { amountOf, goesOn, progressOf } from '../components/job-words.ts';
import type { Texts } from '../texts/en.ts';
import { language } from '../texts/language.svelte.ts';
import { Action, failureOf, type Outcome } from './action.svelte.ts';
import { chooseTarget, saveAs } from './files.ts';
import { perSecond, sampled, secondsLeft, type Sample } from './job-pace.ts';
import { readAllRows, readChanges, type RowsRead } from './job-rows.ts';
import { createRereading } from './latest-only.ts';
import { readWhileShown } from './query.svelte.ts';
import { session } from './session.svelte.ts';
import { provideShortcuts, type Shortcut } from './shortcuts.svelte.ts';
import { client } from './main-process.ts';

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

  /** What was pressed last, and how that went. */
  readonly #action = new Action();
  #act = $state<Act>('rows');
  /** Why the rows could not be read. */
  #unread = $state.raw<Failure>();
  #samples = $state.raw<readonly Sample[]>([]);
  readonly #reading = createRereading((signal) => this.#readRows(signal));
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

  get busy(): boolean {
    return this.#action.busy;
  }

  /** What `<JobPanel {...view.panel} job={job} />` shows and asks for. */
  get panel() {
    const t = language.t.jobs;
    return {
      rows: this.rows,
      read: this.read,
      onlyOpen: this.onlyOpen,
      secondsLeft: this.#secondsLeft,
      bytesPerSecond: this.#bytesPerSecond,
      busy: this.busy,
      failure: this.#failed && { of: this.#failed.of, attempted: t.acts[this.#failed.act] },
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
        // Copying the platform's services has none.
        if (this.kind !== 'synchronise') this.#reading.again();
      },
      leave: this.#reading.end,
    };
    readWhileShown(() => (this.job === undefined ? undefined : rows), {
      again: () => {
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
    this.#run('report', async () => {
      const { job } = this;
      if (job === undefined) return undefined;
      const what = job.kind === 'rotate-secrets' ? 'rotation' : 'report';
      return saveAs(
        chooseTarget(job, what, '.csv'),
        (target) => client.jobs.saveReport({ job: this.id, target }),
        ({ name, rows }) => language.t.jobs.reportSaved(name, rows),
      );
    });

  get #secondsLeft(): number | undefined {
    const job: Job | undefined = this.job;
    if (job?.state !== 'running') return undefined;
    if (job.kind === 'synchronise') return job.details.secondsLeft ?? undefined;
    const { all, ended } = amountOf(job);
    return secondsLeft(this.#samples, all - ended);
  }

  get #bytesPerSecond(): number | undefined {
    const job: Job | undefined = this.job;
    if (job?.state !== 'running' || !('totalBytes' in job.details)) return undefined;
    return job.details.totalBytes > 0 ? perSecond(this.#samples) : undefined;
  }

  get #failed(): { readonly of: Failure; readonly act: Act } | undefined {
    const { failure } = this.#action;
    if (failure !== undefined) return { of: failure, act: this.#act };
    return this.#unread && { of: this.#unread, act: 'rows' };
  }

  async #readRows(signal: AbortSignal): Promise<void> {
    const { job, onlyOpen } = this;
    if (job === undefined) return;
    const ask = (from: number, count: number, changedSince?: number) =>
      client.jobs.rows(
        {
          job: this.id,
          from,
          count,
          onlyOpen,
          ...(changedSince !== undefined && { changedSince }),
        },
        { signal },
      );
    // A row that was resolved leaves the open ones: these are read anew.
    const since = onlyOpen ? undefined : this.#revision;
    const answer =
      since === undefined ? await readAllRows(ask) : await readChanges(ask, this.rows, since);
    if (!signal.aborted && this.onlyOpen === onlyOpen) this.#take(answer, job);
  }

  #take(answer: RowsRead, job: Job): void {
    if (!answer.ok) {
      this.#revision = undefined;
      this.#unread = answer.failure;
      return;
    }
    this.#revision = this.onlyOpen ? undefined : answer.revision;
    this.rows = answer.rows;
    this.read = true;
    this.#unread = undefined;
    const next = { at: Date.parse(job.changed), ended: amountOf(job).ended };
    this.#samples = job.state === 'running' ? sampled(this.#samples, next) : [];
  }

  #press(act: Act, ask: () => Promise<Result<unknown>>): Promise<void> {
    return this.#run(act, async () => failureOf(await ask()));
  }

  async #run(act: Act, press: () => Promise<Outcome>): Promise<void> {
    await this.#action.run(async () => {
      this.#act = act;
      return press();
    });
  }
}

interface JobAlone<K extends JobKind> {
  readonly kind: K;
  readonly id: string;
  readonly connection: string;
  /** Where Escape leads, and what that is called. */
  readonly back: () => Required<Pick<Shortcut, 'label' | 'run'>>;
}

/** For a screen that shows nothing but the job, and none of another connection: call it while it is made. */
export function jobAlone<K extends JobKind>({ kind, id, connection, back }: JobAlone<K>) {
  const view = new JobView(kind, id);
  view.follow();
  provideShortcuts(() => [
    { ...back(), keys: 'Escape', group: 'screen' },
    {
      keys: 'Mod+E',
      group: 'screen',
      label: language.t.jobs.report,
      run: () => void view.saveReport(),
      enabled: () => view.job !== undefined && !goesOn(view.job),
    },
  ]);
  return {
    get job() {
      return view.job?.connection === connection ? view.job : undefined;
    },
    /** For `<JobScreen>`. */
    get panel() {
      return view.panel;
    },
  };
}
