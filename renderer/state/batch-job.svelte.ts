// A job with a tally, as a screen shows it: its newest state, the rows in sight, and what a person may press.
import type { BatchJob, BatchRow } from '../../preload/contract/jobs.ts';
import type { Failure, Result } from '../../preload/result.ts';
import { session } from './session.svelte.ts';
import { client } from './steward.ts';

const PAGE = 200;

export class BatchView {
  readonly id: string;
  rows = $state.raw<readonly BatchRow[]>([]);
  total = $state(0);
  onlyOpen = $state(false);
  failure = $state.raw<Failure>();
  busy = $state(false);

  constructor(id: string) {
    this.id = id;
  }

  /** Undefined once it was taken off the list. */
  get job(): BatchJob | undefined {
    return session.batches.find((one) => one.id === this.id);
  }

  /** The rows from the first to at least `upTo`, as they are now. Call it when `job.changed` changes. */
  async look(upTo = PAGE): Promise<void> {
    const rows: BatchRow[] = [];
    for (;;) {
      const answer = await client.jobs.rows({
        ...{ job: this.id, from: rows.length, count: PAGE },
        onlyOpen: this.onlyOpen,
      });
      if (!answer.ok) {
        this.failure = answer.failure;
        return;
      }
      rows.push(...answer.value.rows);
      this.total = answer.value.total;
      if (rows.length >= upTo || answer.value.rows.length === 0) break;
    }
    this.rows = rows;
  }

  pause = () => this.#press(() => client.jobs.pause({ job: this.id }));
  resume = () => this.#press(() => client.jobs.resume({ job: this.id }));
  stop = () => this.#press(() => client.jobs.stop({ job: this.id }));
  retry = () => this.#press(() => client.jobs.retry({ job: this.id }));
  forget = () => this.#press(() => client.jobs.forget({ job: this.id }));

  async #press(act: () => Promise<Result<unknown>>): Promise<void> {
    this.busy = true;
    const answer = await act();
    this.busy = false;
    this.failure = answer.ok ? undefined : answer.failure;
  }
}

export const hasEnded = (job: BatchJob): boolean =>
  job.state === 'stopped' || job.state === 'finished';

/** Rows of any state, and those that will not change any more. */
export function progressOf({ tally }: BatchJob): { readonly all: number; readonly ended: number } {
  const all = Object.values(tally).reduce((sum, n) => sum + n, 0);
  return { all, ended: all - tally.waiting - tally.running };
}
