// The state of the session's exchanges: kept up to date while the view is open, filtered, one selected.
import type { Recorded } from '../../../preload/contract/explorer.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';

export type Kind = 'all' | 'failed';
const MOST = 500;
/** Main is asked for what is new only. */
const EVERY = 1500;

export class TrafficList {
  text = $state('');
  kind = $state<Kind>('all');
  open = $state(0);
  readonly #reading = new Query(() => this.#readOn());
  readonly #clearing = new Action();
  #timer: ReturnType<typeof setInterval> | undefined;
  #last = 0;

  get all(): readonly Recorded[] | undefined {
    return this.#reading.value;
  }
  get failure(): Failure | undefined {
    return this.#clearing.failure ?? this.#reading.failure;
  }

  /** Newest first. */
  shown = $derived.by(() => {
    const wanted = this.text.trim().toLowerCase();
    return (this.all ?? [])
      .filter((one) => this.kind === 'all' || hasFailed(one))
      .filter((one) =>
        `${one.method} ${one.url} ${String(one.status ?? '')} ${one.reason} ${one.reference ?? ''}`
          .toLowerCase()
          .includes(wanted),
      )
      .toReversed();
  });
  failed = $derived((this.all ?? []).filter(hasFailed).length);
  slowest = $derived(Math.max(1, ...this.shown.map(({ ms }) => ms)));
  exchange = $derived(this.shown.find(({ number }) => number === this.open));

  /** For `readWhileShown`: what is new is read now and then. */
  readonly watching = {
    load: () => {
      this.#look();
      this.#timer = setInterval(() => this.#look(), EVERY);
    },
    leave: () => {
      clearInterval(this.#timer);
      this.#reading.leave();
    },
  };

  async load(): Promise<void> {
    this.#clearing.forget();
    await this.#reading.load();
  }

  async clear(): Promise<void> {
    const isCleared = await this.#clearing.run(async () =>
      failureOf(await client.explorer.clearTraffic({})),
    );
    if (!isCleared) return;
    // What is on its way was listed before.
    this.#reading.take([]);
  }

  #look(): void {
    if (!this.#reading.busy) void this.#reading.load();
  }

  /** An error id is tied to an exchange after it was listed: the newest are asked for once more. */
  async #readOn(): Promise<Result<readonly Recorded[]>> {
    const since = Math.max(0, this.#last - 20);
    const answer = await client.explorer.traffic({ since });
    if (!answer.ok) return answer;
    const { exchanges, last } = answer.value;
    const { all = [] } = this;
    const older = all.filter(({ number }) => number <= since);
    this.#last = last;
    // Nothing new is the same value: nothing is drawn again.
    const isSame = exchanges.length === 0 && older.length === all.length;
    return { ok: true, value: isSame ? all : [...older, ...exchanges].slice(-MOST) };
  }

  clearFilter(): void {
    this.text = '';
    this.kind = 'all';
  }
}

export const hasFailed = ({ status, failure }: Recorded): boolean =>
  failure !== null || status === null || status >= 300;
