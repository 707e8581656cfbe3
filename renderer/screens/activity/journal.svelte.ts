// The state of the journal on the Activity screen: the filter, the matching lines, and how many more there are.
import type { ActivityLine } from '../../../preload/contract/activity.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { clock } from '../../state/clock.svelte.ts';
import { type Asking, Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import { instantsOf, type Period } from './periods.ts';
import { fits } from '../../state/palette.ts';

export type Outcome = ActivityLine['outcome'];
export const OUTCOMES = [
  'done',
  'refused',
  'unknown',
  'begun',
] as const satisfies readonly Outcome[];

const PAGE = 200;
const MOST = 5000;

type JournalState = Extract<
  Awaited<ReturnType<typeof client.activity.verify>>,
  { ok: true }
>['value'];

/** The words on the page are found too, in whatever language it is. */
function textFilter(text: string) {
  if (text === '') return {};
  const operations = Object.entries(language.t.activity.operation).flatMap(([name, words]) =>
    fits(text, words) ? [name] : [],
  );
  return { text, ...(operations.length > 0 && { operations }) };
}

export class Journal {
  text = $state('');
  connection = $state('');
  outcome = $state<Outcome | ''>('');
  period = $state<Period>('any');
  /** Days, for a period of one's own. */
  from = $state('');
  to = $state('');
  limit = $state(PAGE);

  /** The newest lines that fit the filter. */
  readonly list = new Query(
    (asking: Asking) => client.activity.list({ filter: this.filter, limit: this.limit }, asking),
    { key: () => [this.filter, this.limit], keepOld: true },
  );
  /** The whole journal was looked through on request: newer than what came with these lines. */
  #verified = $state.raw<{
    readonly after: Journal['list']['value'];
    readonly answer: Result<JournalState>;
  }>();

  filter = $derived({
    ...textFilter(this.text.trim()),
    ...(this.connection === '' ? {} : { connection: this.connection }),
    ...(this.outcome === '' ? {} : { outcome: this.outcome }),
    ...instantsOf(this.period, this, clock.now),
  });
  filtered = $derived(Object.keys(this.filter).length > 0);
  more = $derived(this.lines !== undefined && this.lines.length < Math.min(this.total, MOST));

  get lines(): readonly ActivityLine[] | undefined {
    return this.list.value?.lines;
  }
  get total(): number {
    return this.list.value?.total ?? 0;
  }
  get state(): JournalState | undefined {
    const verified = this.#newer;
    return verified?.ok === true ? verified.value : this.list.value?.journal;
  }
  get failure(): Failure | undefined {
    const verified = this.#newer;
    return verified?.ok === false ? verified.failure : this.list.failure;
  }

  async verify(): Promise<void> {
    const answer = await client.activity.verify({});
    this.#verified = { after: this.list.value, answer };
  }

  get #newer(): Result<JournalState> | undefined {
    return this.#verified?.after === this.list.value ? this.#verified?.answer : undefined;
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
}
