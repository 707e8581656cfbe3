// Searches the platform's services while a person types. Main searches; the results always match the current input.
import { untrack } from 'svelte';
import type { FoundService, ServiceFilters } from '../../preload/contract/reference.ts';
import type { Failure } from '../../preload/result.ts';
import { createLatestOnly, type LatestOnly } from './latest-only.ts';
import { folded, ranked, type Searchable } from './palette.ts';
import { client } from './main-process.ts';

export interface ServiceHit extends FoundService, Searchable {
  /** `4628/7` */
  readonly reference: string;
}
interface Answer {
  readonly typed: string;
  readonly hits: readonly ServiceHit[];
  readonly total: number;
  readonly exact: boolean;
}

/** Make one for each field, `find()` at each key press, and `end()` when nobody looks any more. */
export class ServiceSearch {
  busy = $state(false);
  /** After one, nothing is asked before `again()`. */
  failure = $state.raw<Failure>();
  #answer = $state.raw<Answer>();
  #wanted = '';
  readonly #newest: LatestOnly<string>;

  constructor(connection: string, count: number, filters: ServiceFilters = {}) {
    this.#newest = createLatestOnly(
      (typed, signal) =>
        client.reference.search({ connection, typed, filters, from: 0, count }, { signal }),
      (typed, answer) => {
        this.busy = this.#wanted !== typed;
        this.failure = answer.ok ? undefined : answer.failure;
        if (!answer.ok) return this.end();
        const { services, total, exact } = answer.value;
        this.#answer = { typed, hits: services.map(withKey), total, exact };
      },
    );
  }

  /** Whether main has answered anything yet. */
  get answered(): boolean {
    return this.#answer !== undefined;
  }

  find(typed: string): void {
    untrack(() => {
      this.#wanted = typed.trim().slice(0, MOST_TYPED);
      if (this.failure !== undefined) return;
      this.busy = this.busy || this.#answer?.typed !== this.#wanted;
      this.#newest.ask(this.#wanted);
    });
  }

  again(typed = this.#wanted): void {
    this.failure = undefined;
    this.find(typed);
  }

  end(): void {
    this.#newest.end();
    this.busy = false;
  }

  /** Of what is typed, at most so many. Until main has answered that, those of the answer before that fit it as well. */
  hits(typed: string, most: number) {
    const wanted = typed.trim().slice(0, MOST_TYPED);
    const answer = this.#answer;
    if (answer === undefined) return NOTHING;
    if (answer.typed !== wanted)
      return { ...ranked(answer.hits, wanted, most), isAnswer: false as boolean };
    return { ...answer, hits: answer.hits.slice(0, most), isAnswer: true };
  }
}

/** As the contract takes it. */
const MOST_TYPED = 200;
const NOTHING = { hits: [] as readonly ServiceHit[], total: 0, exact: false, isAnswer: false };

function withKey(service: FoundService): ServiceHit {
  const reference = `${service.code}/${service.edition}`;
  const { name, ownerName, ownerCode, form } = service;
  const more = form === null ? '' : `${form.name} ${form.dataFormatId}`;
  return {
    ...service,
    reference,
    searchKey: folded(`${reference} ${name} ${ownerName} ${ownerCode} ${more}`),
    codes: [folded(service.code), folded(reference)],
  };
}
