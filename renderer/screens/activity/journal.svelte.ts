// The state of the journal on the Activity screen: the filter, the matching lines, and how many more there are.
import type { ActivityLine } from '../../../preload/contract/activity.ts';
import type { Failure } from '../../../preload/result.ts';
import { client } from '../../state/steward.ts';
import { clock } from '../../state/clock.svelte.ts';
import { instantsOf, type Period } from './periods.ts';

export type Outcome = ActivityLine['outcome'];
export const OUTCOMES = [
  'done',
  'refused',
  'unknown',
  'begun',
] as const satisfies readonly Outcome[];

const PAGE = 200;
const MOST = 5000;
/** Typing is over when nothing was typed for this long. */
const PAUSE = 150;

type JournalState = Extract<
  Awaited<ReturnType<typeof client.activity.verify>>,
  { ok: true }
>['value'];

export class Journal {
  text = $state('');
  connection = $state('');
  outcome = $state<Outcome | ''>('');
  period = $state<Period>('any');
  /** Days, for a period of one's own. */
  from = $state('');
  to = $state('');
  limit = $state(PAGE);

  lines = $state.raw<readonly ActivityLine[]>();
  total = $state(0);
  state = $state.raw<JournalState>();
  failure = $state.raw<Failure>();
  busy = $state(false);

  filter = $derived({
    ...(this.text.trim() === '' ? {} : { text: this.text.trim() }),
    ...(this.connection === '' ? {} : { connection: this.connection }),
    ...(this.outcome === '' ? {} : { outcome: this.outcome }),
    ...instantsOf(this.period, this, clock.now),
  });
  filtered = $derived(Object.keys(this.filter).length > 0);
  more = $derived(this.lines !== undefined && this.lines.length < Math.min(this.total, MOST));

  #asking: AbortController | undefined;

  async load(): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.busy = true;
    const input = { filter: this.filter, limit: this.limit };
    const answer = await client.activity.list(input, { signal: asking.signal });
    if (this.#asking !== asking) return;
    this.busy = false;
    this.failure = answer.ok ? undefined : answer.failure;
    if (!answer.ok) return;
    this.lines = answer.value.lines;
    this.total = answer.value.total;
    this.state = answer.value.journal;
  }

  /** For an effect: asks a moment later, unless something changes again. */
  loadSoon(): () => void {
    const timer = setTimeout(() => void this.load(), this.lines === undefined ? 0 : PAUSE);
    return () => clearTimeout(timer);
  }

  async verify(): Promise<void> {
    const answer = await client.activity.verify({});
    this.failure = answer.ok ? undefined : answer.failure;
    if (answer.ok) this.state = answer.value;
  }

  showMore(): void {
    this.limit = Math.min(MOST, this.limit + PAGE);
  }

  clear(): void {
    this.text = '';
    this.connection = '';
    this.outcome = '';
    this.period = 'any';
    this.from = '';
    this.to = '';
  }

  leave(): void {
    this.#asking?.abort();
    this.#asking = undefined;
  }
}
