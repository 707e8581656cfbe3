// The state of one connection's code lists: the names, the open list in one version and language, and its comparison.
import { untrack } from 'svelte';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { DataAge } from '../../state/data-age.svelte.ts';
import { layout } from '../../state/layout.svelte.ts';
import { found } from '../../state/palette.ts';
import { Query } from '../../state/query.svelte.ts';
import type { Copy } from '../../state/reference.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import { idOf, type Place, placeOf, versionOf } from './code-list-places.ts';
import { hasCopy } from './has-copy.ts';
import { type CodeView, columns, nextSorting, SORTINGS, type Column } from './code-list-table.ts';

/** Its name in what is remembered. */
const SCREEN = 'code-lists';

type Answer<F extends (...of: never[]) => Promise<unknown>> = Extract<
  Awaited<ReturnType<F>>,
  { ok: true }
>['value'];
export type Listed = Answer<typeof client.reference.codeLists>;
export type NamedList = Listed['lists'][number];
export type Read = Answer<typeof client.reference.codeList>;
export type Language = Connection['language'];
export const languages: readonly Language[] = [1044, 2068, 1033];

/** Which document of the open list. */
export interface Wanted {
  readonly name: string;
  readonly version: number;
  readonly language: Language;
  readonly was: 'now' | 'before';
}

interface Looked {
  readonly name: string | undefined;
  readonly filter: string;
  readonly within: Column | 'all';
}
const NOTHING_LOOKED_FOR: Looked = { name: undefined, filter: '', within: 'all' };

/** Lives as long as the screen shows this connection. */
export class CodeListsModel {
  readonly connection: Connection;
  readonly copy: Copy;
  readonly lists: Query<Listed>;

  /** Of names. */
  filter = $state('');
  /** Of the codes of one list: what was looked for there is not looked for in another. */
  #looked = $state.raw<Looked>(NOTHING_LOOKED_FOR);
  /** Of the open list; the list of names stays in the connection's. */
  language = $state<Language>(1044);

  /** Not state: a reading stays the same one. */
  #details: Readonly<Record<string, Query<Read>>> = {};
  /** The platform is asked although a copy is there. */
  #fresh = false;

  constructor(connection: Connection, copy: Copy) {
    this.connection = connection;
    this.copy = copy;
    this.language = connection.language;
    this.lists = new Query((asking) =>
      client.reference.codeLists({ connection: connection.id, ...this.#how }, asking),
    );
  }

  place = $derived<Place>(placeOf(router.route.id));
  shown = $derived.by(() => found(this.#sorted, this.filter, ({ name }) => name));
  /** Undefined until it is known. Without a copy, a mark on every line would say nothing. */
  hasCopy = $derived.by(() => hasCopy(this.copy));
  /** The list that is open; undefined when none is, or the platform has none of the name. */
  current = $derived.by(() => {
    const { place } = this;
    if (place.kind === 'none') return undefined;
    const all = this.lists.value?.lists;
    return (
      all?.find(({ name }) => name === place.name) ??
      // The platform does not mind the case.
      all?.find(({ name }) => name.toLowerCase() === place.name.toLowerCase())
    );
  });
  version = $derived.by(() => {
    const { current, place } = this;
    return current === undefined || place.kind === 'none' ? undefined : versionOf(current, place);
  });

  #sorted = $derived.by(() =>
    (this.lists.value?.lists ?? []).toSorted((a, b) => language.format.compare(a.name, b.name)),
  );
  #sorting = $derived(layout.now.sorting[SCREEN]);
  sort = $derived(columns.find((column) => SORTINGS[column] === this.#sorting?.column));
  rising = $derived(this.#sorting?.rising ?? true);
  view = $derived<CodeView>({
    filter: this.codeFilter,
    within: this.within,
    sort: this.sort,
    rising: this.rising,
    compare: language.format.compare,
  });

  get codeFilter(): string {
    return this.#lookedHere.filter;
  }
  set codeFilter(filter: string) {
    this.#looked = { ...this.#lookedHere, filter };
  }
  get within(): Column | 'all' {
    return this.#lookedHere.within;
  }
  set within(within: Column | 'all') {
    this.#looked = { ...this.#lookedHere, within };
  }
  get #lookedHere(): Looked {
    const name = this.current?.name;
    return this.#looked.name === name ? this.#looked : { ...NOTHING_LOOKED_FOR, name };
  }

  /** Of the copy, where the lists are from it: the platform was asked only where a person said so. */
  get age(): DataAge {
    const { value, state } = this.lists;
    const offline = value?.origin.from === 'copy' ? 'copy' : 'offline';
    return {
      fetched: value?.origin.fetched ?? null,
      state: state === 'live' ? 'live' : offline,
      failure: this.lists.failure,
      fromCopy: value?.origin.from === 'copy',
      busy: this.lists.busy,
      refresh: () => this.refresh(),
    };
  }

  /** Always the same reading for the same document. Call `load()` when its value is undefined. */
  details(wanted: Wanted): Query<Read> {
    const key = Object.values(wanted).join('\n');
    const known = this.#details[key];
    if (known !== undefined) return known;
    const asked = { connection: this.connection.id, ...wanted };
    const made = untrack(
      () =>
        new Query<Read>((asking) => client.reference.codeList({ ...asked, ...this.#how }, asking)),
    );
    this.#details = { ...this.#details, [key]: made };
    return made;
  }

  /** A new copy is in place, or the screen begins. */
  load(): void {
    this.#forget();
    void this.lists.load();
  }

  /** Asks the platform for the names and for what is open. */
  refresh(): void {
    this.#fresh = true;
    void this.lists.load();
    for (const one of Object.values(this.#details)) if (one.value !== undefined) void one.load();
    this.#fresh = false;
  }

  leave(): void {
    this.lists.leave();
    for (const one of Object.values(this.#details)) one.leave();
  }

  clearCodeFilter(): void {
    this.#looked = NOTHING_LOOKED_FOR;
  }

  choose({ name, versions }: NamedList): void {
    router.replace({ id: idOf({ kind: 'list', name, version: versions[0]?.version ?? null }) });
  }

  close(): void {
    router.replace({ id: null });
  }

  /** Changes what is open of the present list. */
  show(change: Partial<Extract<Place, { kind: 'list' }>>): void {
    const { place, version } = this;
    if (place.kind === 'none') return;
    const next = { ...place, version: version ?? null, ...change };
    const step = (change.compare === undefined) === (place.compare === undefined);
    if (step) router.replace({ id: idOf(next) });
    else router.go({ id: idOf(next) });
  }

  sortBy(column: Column): void {
    const { sort, rising } = nextSorting(this, column);
    layout.setSorting(SCREEN, { column: sort === undefined ? 'given' : SORTINGS[sort], rising });
  }

  get #how(): { readonly fresh?: true } {
    return this.#fresh ? { fresh: true } : {};
  }

  #forget(): void {
    for (const one of Object.values(this.#details)) one.leave();
    this.#details = {};
  }
}
