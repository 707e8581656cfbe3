// The state of the session's exchanges: kept up to date while the view is open, filtered, one selected.
import type { Recorded } from '../../../preload/contract/explorer.ts';
import type { Failure } from '../../../preload/result.ts';
import { client } from '../../state/steward.ts';

export type Kind = 'all' | 'failed';
const MOST = 500;
/** Main is asked for what is new only. */
const EVERY = 1500;

export class TrafficList {
  text = $state('');
  kind = $state<Kind>('all');
  open = $state(0);
  all = $state.raw<readonly Recorded[]>();
  failure = $state.raw<Failure>();
  #last = 0;

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

  /** For an effect: reads now and then what is new, until it is stopped. */
  watch(): () => void {
    void this.load();
    const timer = setInterval(() => void this.load(), EVERY);
    return () => clearInterval(timer);
  }

  /** A reference is tied to an exchange after it was listed: the newest are asked for once more. */
  async load(): Promise<void> {
    const since = Math.max(0, this.#last - 20);
    const answer = await client.explorer.traffic({ since });
    this.failure = answer.ok ? undefined : answer.failure;
    if (!answer.ok) return;
    const { exchanges, last } = answer.value;
    const older = (this.all ?? []).filter(({ number }) => number <= since);
    if (this.all !== undefined && exchanges.length === 0 && older.length === this.all.length)
      return;
    this.all = [...older, ...exchanges].slice(-MOST);
    this.#last = last;
  }

  async clear(): Promise<void> {
    const answer = await client.explorer.clearTraffic({});
    this.failure = answer.ok ? undefined : answer.failure;
    if (answer.ok) this.all = [];
  }

  clearFilter(): void {
    this.text = '';
    this.kind = 'all';
  }
}

export const hasFailed = ({ status, failure }: Recorded): boolean =>
  failure !== null || status === null || status >= 300;
