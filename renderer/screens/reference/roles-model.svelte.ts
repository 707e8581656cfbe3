// The state of the roles of everyone: the list, their relations, and the services of the open role.
import { untrack } from 'svelte';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { DataAge } from '../../state/data-age.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import type { Copy } from '../../state/reference.svelte.ts';
import { router } from '../../state/router.svelte.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import { hasCopy } from './has-copy.ts';
import { findRoles, graphOf, type Kind, kindCounts, roleRows } from './role-graph.ts';
import { idOf, type Place, placeOf, type View } from './role-places.ts';

type Answer<F extends (...of: never[]) => Promise<unknown>> = Extract<
  Awaited<ReturnType<F>>,
  { ok: true }
>['value'];
export type RoleServices = Answer<typeof client.reference.roleServices>;
export type RoleService = RoleServices['services'][number];

/** Lives as long as the screen shows this connection. */
export class RolesModel {
  readonly connection: Connection;
  readonly copy: Copy;
  readonly list: Query<Answer<typeof client.reference.roles>>;

  filter = $state('');
  kind = $state<Kind | 'all'>('all');

  /** Not state: a reading stays the same one. */
  #services: Readonly<Record<number, Query<RoleServices>>> = {};
  /** The platform is asked although a copy is there. */
  #fresh = false;

  constructor(connection: Connection, copy: Copy) {
    this.connection = connection;
    this.copy = copy;
    this.list = new Query((asking) =>
      client.reference.roles(
        { connection: connection.id, ...(this.#fresh ? { fresh: true } : {}) },
        asking,
      ),
    );
  }

  place = $derived<Place>(placeOf(router.route.id));
  graph = $derived.by(() => graphOf(this.list.value?.roles ?? [], language.format.compare));
  rows = $derived.by(() => roleRows(this.list.value?.roles ?? [], language.format.compare));
  counts = $derived(kindCounts(this.rows));
  shown = $derived.by(() => findRoles(this.rows, this.filter, this.kind));
  /** Undefined when none is open, or the open metadata does not have it. */
  current = $derived.by(() => {
    const { role } = this.place;
    return role === null ? undefined : this.graph.roles.get(role);
  });
  /** Undefined until it is known. */
  hasCopy = $derived.by(() => hasCopy(this.copy));
  /** What is shown is from the copy. */
  isCopy = $derived.by(() => this.list.value?.origin.from === 'copy');

  get age(): DataAge {
    const { value, state, busy, failure } = this.list;
    return {
      failure,
      fromCopy: this.isCopy,
      fetched: value?.origin.fetched ?? null,
      state: state === 'live' ? 'live' : this.isCopy ? 'copy' : 'offline',
      busy,
      refresh: () => this.refresh(),
    };
  }

  /** Always the same reading for a role. Call `load()` when its value is undefined. */
  services(role: number): Query<RoleServices> {
    const known = this.#services[role];
    if (known !== undefined) return known;
    const made = untrack(
      () =>
        new Query<RoleServices>((asking) =>
          client.reference.roleServices({ connection: this.connection.id, role }, asking),
        ),
    );
    this.#services = { ...this.#services, [role]: made };
    return made;
  }

  /** The screen begins, or a new copy is in place. */
  load(): void {
    this.#forget();
    void this.list.load();
  }

  /** Asks the platform for the roles. Which services they can use only a new copy tells anew. */
  refresh(): void {
    this.#fresh = true;
    void this.list.load();
    this.#fresh = false;
  }

  leave(): void {
    this.list.leave();
    this.#forget();
  }

  clearFilter(): void {
    this.filter = '';
    this.kind = 'all';
  }

  /** In the list: the view stays. */
  choose(role: number): void {
    router.replace({ id: idOf({ ...this.place, role }) });
  }

  /** From another role or from its picture: Back returns. */
  follow(role: number): void {
    if (!this.shown.some(({ id }) => id === role)) this.clearFilter();
    router.go({ id: idOf({ ...this.place, role }) });
  }

  view(view: View): void {
    router.replace({ id: idOf({ ...this.place, view }) });
  }

  close(): void {
    router.replace({ id: null });
  }

  #forget(): void {
    for (const one of Object.values(this.#services)) one.leave();
    this.#services = {};
  }
}
