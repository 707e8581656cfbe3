// The state of one connection's services: the search, the fetched rows, the open service.
// It also says whether the platform answers.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { FoundService, Origin, ServiceFilters } from '../../../preload/contract/reference.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import type { DataAge } from '../../state/data-age.svelte.ts';
import { Query, stateOf } from '../../state/query.svelte.ts';
import { type Copy, copyOf } from '../../state/reference.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { router } from '../../state/router.svelte.ts';
import { client } from '../../state/main-process.ts';
import { KnownCodeLists } from './known-code-lists.svelte.ts';
import {
  idOf,
  isSame,
  placeOf,
  referenceOf,
  serviceOf,
  type ServicePlace,
  type ServiceReference,
} from './service-places.ts';

/** Rows asked for at once. */
const PAGE = 50;

/** One of all that fit; its service is fetched when it comes in sight. */
export interface Line {
  readonly index: number;
  readonly service: FoundService | undefined;
}
interface Asked {
  readonly typed: string;
  readonly filters: ServiceFilters;
}
interface Found {
  readonly asked: Asked;
  readonly lines: readonly Line[];
  readonly all: number;
  readonly origin: Origin;
}

/** Lives as long as the screen shows this connection. */
export class ServicesModel {
  readonly connection: Connection;
  readonly copy: Copy;

  typed = $state('');
  filters = $state.raw<ServiceFilters>({});
  /** The platform was asked for something and could not be reached. */
  unreachable = $state(false);
  readonly codeLists: KnownCodeLists;
  /** Counts presses of Refresh, for what is open. */
  refreshed = $state(0);

  /** The rows that came stay until newer ones are there. */
  readonly #search = new Query((asking) => this.#find(asking.signal), {
    key: () => [this.typed, this.filters],
    keepOld: true,
  });
  /** Of the last search: its pages are fetched no longer than it counts. */
  #signal: AbortSignal | undefined;
  #isFresh = false;
  /** Why rows that came in sight could not be had. */
  #pageFailure = $state.raw<Failure>();
  #isProbing = $state(false);
  /** The last search, until it has ended or another took its place. */
  #lastSearch: Promise<unknown> = Promise.resolve();
  #refreshing = false;
  /** First rows of the pages that are being fetched. */
  #pages: readonly number[] = [];
  /** Those of which the last asking failed. */
  #failedPages: readonly number[] = [];
  readonly #navigator = createNavigator();
  /** A row that was moved to before it had come. */
  #wanted: number | undefined;

  constructor(connection: Connection) {
    this.connection = connection;
    this.copy = copyOf(connection.id);
    this.codeLists = new KnownCodeLists(connection.id);
  }

  get found(): Found | undefined {
    return this.#search.value;
  }
  get failure(): Failure | undefined {
    return this.#pageFailure ?? this.#search.failure;
  }
  get busy(): boolean {
    return this.#search.busy || this.#isProbing;
  }

  place = $derived<ServicePlace>(placeOf(router.route.id));
  current = $derived(serviceOf(this.place));
  lines = $derived(this.found?.lines ?? []);
  /** Of the open service among the rows; -1 when it is not there. */
  active = $derived.by(() => {
    const { current } = this;
    if (current === undefined) return -1;
    return this.lines.findIndex(
      ({ service }) => service !== undefined && isSame(referenceOf(service), current),
    );
  });
  /** By number. */
  roleNames = $derived.by((): Readonly<Record<number, string>> =>
    Object.fromEntries((this.copy.roles.value ?? []).map(({ id, name }) => [id, name.trim()])),
  );
  isFiltered = $derived(this.typed.trim() !== '' || Object.keys(this.filters).length > 0);
  hasCopy = $derived.by(() => typeof this.copy.state.value?.fetched === 'string');
  age = $derived.by((): DataAge => {
    const origin = this.found?.origin;
    const refresh = () => void this.refresh();
    if (origin === undefined) {
      const { failure, busy } = this;
      return { fetched: null, state: stateOf(failure), failure, busy, refresh };
    }
    const cut = origin.from === 'copy' ? ('copy' as const) : ('offline' as const);
    return {
      fetched: origin.fetched,
      state: this.unreachable ? cut : 'live',
      failure: this.failure,
      fromCopy: origin.from === 'copy',
      busy: this.busy,
      refresh,
    };
  });

  /** The rows for what is typed and filtered now. What was asked before is stopped; its rows stay until these come. */
  search(fresh = false): Promise<boolean> {
    this.#isFresh = fresh;
    const searched = this.#search.load().then((isFound) => {
      if (isFound && this.#wanted !== undefined) this.choose(this.#wanted);
      return isFound;
    });
    this.#lastSearch = searched;
    return searched;
  }

  async #find(signal: AbortSignal): Promise<Result<Found>> {
    this.#signal = signal;
    this.#pages = [];
    this.#failedPages = [];
    this.#wanted = undefined;
    const fresh = this.#isFresh;
    const asked = { typed: this.typed.trim(), filters: this.filters };
    const answer = await this.#ask(asked, 0, { fresh, signal });
    if (!answer.ok) {
      if (!signal.aborted) this.heard(answer);
      return answer;
    }
    const { services, total, all, origin } = answer.value;
    const lines = Array.from({ length: total }, (_, index) => ({
      index,
      service: services[index],
    }));
    if (signal.aborted) return { ok: true, value: { asked, lines, all, origin } };
    this.#pageFailure = undefined;
    // The list of the platform is held by main: only one that was read anew says that the platform is there.
    if (fresh) this.heard({ origin });
    return { ok: true, value: { asked, lines, all, origin } };
  }

  /** Fetches the rows from one to another that are not there yet. */
  need(from: number, to: number): void {
    const { found } = this;
    if (found === undefined) return;
    for (let first = from - (from % PAGE); first < to; first += PAGE) {
      const rows = found.lines.slice(first, first + PAGE);
      if (rows.every(({ service }) => service !== undefined) || this.#pages.includes(first))
        continue;
      this.#pages = [...this.#pages, first];
      void this.#bring(found.asked, first);
    }
  }

  /** Opens the service of a row; one that has not come yet as soon as it has. */
  choose(index: number): void {
    const line = this.lines[index];
    if (line === undefined) return;
    if (line.service === undefined) {
      this.#wanted = index;
      this.need(index, index + 1);
      return;
    }
    this.#wanted = undefined;
    const { place } = this;
    const tab = place.kind === 'service' ? place.tab : 'overview';
    const service = referenceOf(line.service);
    this.#navigator.replace({ id: idOf({ kind: 'service', service, tab }) });
  }

  /** What fits best; where that is still being looked for, as soon as it is found. */
  chooseFirst(): void {
    const { asked } = this.found ?? {};
    const isThere = asked?.typed === this.typed.trim() && asked.filters === this.filters;
    if (isThere) this.choose(0);
    else this.#wanted = 0;
  }

  filterBy(change: { readonly [Name in keyof ServiceFilters]: ServiceFilters[Name] }): void {
    const all = Object.entries({ ...this.filters, ...change });
    this.filters = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  }

  clearFilter(): void {
    this.typed = '';
    this.filters = {};
  }

  go(place: ServicePlace): void {
    router.go({ id: idOf(place) });
  }

  open(service: ServiceReference): void {
    this.go({ kind: 'service', service, tab: 'overview' });
  }

  /** What an answer or its absence says about the platform. */
  heard(result: { readonly origin: Origin } | { readonly failure: Failure }): void {
    if ('failure' in result) {
      if (stateOf(result.failure) === 'offline') this.unreachable = true;
    } else if (result.origin.from === 'platform') this.unreachable = false;
  }

  /** The copy answers without asking anybody: one fresh read finds out whether the platform is there. */
  async refresh(): Promise<void> {
    if (this.#refreshing) return;
    this.#refreshing = true;
    // A search that is under way says where the rows come from; a press meanwhile is not lost.
    await this.#lastSearch;
    if (this.#signal?.aborted === false) {
      const fromCopy = this.found?.origin.from === 'copy';
      if (fromCopy) await this.#probe();
      this.refreshed += 1;
      await this.search(!fromCopy);
    }
    this.#refreshing = false;
  }

  leave(): void {
    this.#search.leave();
    this.codeLists.stop();
  }

  #ask(
    { typed, filters }: Asked,
    from: number,
    { fresh, signal }: { readonly fresh: boolean; readonly signal: AbortSignal | undefined },
  ) {
    const asked = { connection: this.connection.id, typed, filters, from, count: PAGE, fresh };
    return client.reference.search(asked, signal && { signal });
  }

  async #probe(): Promise<void> {
    const first = this.lines.find(({ service }) => (service?.kind ?? null) !== null)?.service;
    const open = this.current?.kind === 'other' ? undefined : this.current;
    const { kind, code, edition } = open ?? first ?? { kind: null, code: '', edition: 0 };
    if (kind === null || kind === 'other') return;
    this.#isProbing = true;
    const asked = { connection: this.connection.id, kind, code, edition, fresh: true };
    const answer = await client.reference.service(asked);
    this.#isProbing = false;
    // A refusal is an answer, too.
    this.unreachable = !answer.ok && stateOf(answer.failure) === 'offline';
  }

  async #bring(asked: Asked, first: number): Promise<void> {
    const signal = this.#signal;
    const answer = await this.#ask(asked, first, { fresh: false, signal });
    const { found } = this;
    // Other rows came meanwhile, or nobody looks any more.
    if (found?.asked !== asked || signal?.aborted !== false) return;
    this.#pages = this.#pages.filter((one) => one !== first);
    const others = this.#failedPages.filter((one) => one !== first);
    this.#failedPages = answer.ok ? others : [...others, first];
    if (!answer.ok) {
      this.#pageFailure = answer.failure;
      this.heard(answer);
      return;
    }
    if (others.length === 0) this.#pageFailure = undefined;
    const { services, total } = answer.value;
    if (total !== found.lines.length) {
      void this.search();
      return;
    }
    const rows = services.map((service, i) => ({ index: first + i, service }));
    this.#search.change((value) => ({
      ...value,
      lines: value.lines.toSpliced(first, rows.length, ...rows),
    }));
    if (this.#wanted !== undefined) this.choose(this.#wanted);
  }
}
