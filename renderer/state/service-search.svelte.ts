// Searches the platform's services while a person types. Main searches; the results always match the current input.
import { onDestroy, untrack } from 'svelte';
import type { FoundService, ServiceFilters } from '../../preload/contract/reference.ts';
import type { Failure } from '../../preload/result.ts';
import { keyOf, type Reference, serviceIn } from './known-services.ts';
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

/** One that a field offers. */
export interface OfferedService extends Reference {
  /** `code/edition` */
  readonly reference: string;
  /** Empty where only the person says that there is such a service: then `unlisted` says so. */
  readonly name: string;
  readonly ownerName: string;
  readonly unlisted?: string;
}
interface Offering {
  readonly filters?: ServiceFilters;
  /** What is said of a service that no list has, which the person names by its code; undefined where it is not offered. */
  readonly unlisted?: (reference: string) => string | undefined;
}

/** What a field offers while a service is typed. Make it while its component is made. */
export class ServiceFinder {
  typed = $state('');
  readonly #search: ServiceSearch;
  readonly #unlisted: Offering['unlisted'];

  constructor(connection: string, { filters = {}, unlisted }: Offering = {}) {
    this.#search = new ServiceSearch(connection, MOST_OFFERED, filters);
    this.#unlisted = unlisted;
    $effect(() => {
      if (this.typed.trim() !== '') this.#search.find(this.typed);
    });
    onDestroy(() => this.#search.end());
  }

  get #found() {
    return this.typed.trim() === '' ? NOTHING : this.#search.hits(this.typed, MOST_OFFERED);
  }
  choices = $derived.by<readonly OfferedService[]>(() => {
    const { hits } = this.#found;
    const typed = serviceIn(this.typed);
    const reference = typed === undefined ? '' : keyOf(typed);
    const isListed = hits.some((hit) => hit.reference === reference);
    const unlisted = isListed || typed === undefined ? undefined : this.#unlisted?.(reference);
    return typed === undefined || unlisted === undefined
      ? hits
      : [...hits, { ...typed, reference, name: '', ownerName: '', unlisted }];
  });
  /** Main has answered, and there is none to offer. */
  get isNothing(): boolean {
    return this.#found.isAnswer && this.choices.length === 0;
  }
  /** Searches once more, where that failed. */
  get again(): (() => void) | undefined {
    return this.#search.failure === undefined ? undefined : () => this.#search.again();
  }
}
const MOST_OFFERED = 50;

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
