// The state of one party's role definitions: the list, single roles with their rights, service names, and deletion.
import { untrack } from 'svelte';
import type { Connection } from '../../../preload/contract/connections.ts';
import type { RoleDefinition, RoleWithRights } from '../../../preload/contract/role-definitions.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { hasRoom } from '../../components/window-room.ts';
import { layout } from '../../state/layout.svelte.ts';
import { outdatePalette } from '../../state/palette-sources.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { type Copy, copyOf } from '../../state/reference.svelte.ts';
import { createNavigator } from '../../state/navigator.ts';
import { router } from '../../state/router.svelte.ts';
import { ServiceNames } from '../../state/service-names.svelte.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import { idOf, placeOf, type Place } from './places.ts';
import {
  columns,
  counts,
  groupsOf,
  isTaken,
  openById,
  rowsOf,
  type Column,
  type Segment,
} from './roles.ts';

/** Its name in what is remembered. */
/** The window that has the column of the roles' numbers. */
export const NUMBER_FROM = 'wide';
const SCREEN = 'role-definitions';

type Listed = Awaited<ReturnType<typeof client.roleDefinitions.list>>;
export type RoleList = Extract<Listed, { ok: true }>['value'];
/** What a write answered: `role` is null when it could not be read back. */
export interface Written {
  readonly id: number;
  readonly role: RoleWithRights | null;
}

/** Lives as long as the screen shows this party of this connection; another one gets another model, so nothing is carried over. */
export class RolesModel {
  readonly connection: Connection;
  /** Whose roles they are, as it stands in paths. */
  readonly who: string;
  readonly list: Query<RoleList>;
  /** Roles that everyone can read: open data. */
  readonly everyones: Copy['roles'];
  /** Of services that are shown or typed; `learn()` them. */
  readonly services: ServiceNames;
  readonly #navigator = createNavigator();

  filter = $state('');
  segment = $state<Segment>('all');

  /** By id; not state: a reading stays the same one. */
  #details: Readonly<Record<number, Query<RoleWithRights>>> = {};

  constructor(connection: Connection, who: string) {
    this.connection = connection;
    this.who = who;
    this.everyones = copyOf(connection.id).roles;
    this.services = new ServiceNames(connection.id);
    this.list = new Query((asking) => client.roleDefinitions.list(this.#target, asking));
  }

  /** As it was left the last time; what is no column of ours is not, and one that only wide windows show is not in others. */
  #sorting = $derived(layout.now.sorting[SCREEN]);
  column = $derived<Column>(
    columns.find(
      (one) => one === this.#sorting?.column && (one !== 'number' || hasRoom(NUMBER_FROM)),
    ) ?? 'name',
  );
  rising = $derived(this.#sorting?.rising ?? true);
  place = $derived<Place>(placeOf(router.route.id));
  /** Parents and children of roles that everyone can read; empty while or when they cannot be had. */
  openRoles = $derived.by(() => openById(this.everyones.value ?? []));
  rows = $derived.by(() => rowsOf(this.list.value?.roles ?? [], this.openRoles));
  counts = $derived(counts(this.rows));
  groups = $derived.by(() =>
    groupsOf(this.rows, {
      filter: this.filter,
      segment: this.segment,
      column: this.column,
      rising: this.rising,
      compare: language.format.compare,
    }),
  );
  /** The rows that are shown, from top to bottom. */
  shown = $derived(this.groups.flatMap(({ rows }) => rows));
  /** The role that is open, also where its form is; undefined when the list does not have it. */
  current = $derived.by(() => {
    const { place } = this;
    return 'role' in place ? this.rows.find(({ id }) => id === place.role) : undefined;
  });
  /** Why nothing can be changed now; undefined when it can. */
  blocked = $derived.by(() =>
    isRetired(this.list.failure) ? language.t.roleDefinitions.notOffered : this.list.blocked,
  );

  /** The roles that can be changed. */
  get locals(): readonly RoleDefinition[] {
    return (this.list.value?.roles ?? []).filter(({ kind }) => kind === 'local');
  }
  /** Names that are in use. */
  get names(): readonly string[] {
    return this.locals.map(({ name }) => name.trim());
  }
  isTaken(name: string, except?: number): boolean {
    return isTaken(this.locals, name, except);
  }

  /** Of any role that the party's list or the open metadata has. */
  nameOf(id: number): string | undefined {
    const row = this.rows.find((one) => one.id === id);
    return row?.name ?? this.openRoles.get(id)?.name.trim();
  }

  /** One role with its rights; always the same reading for an id. Call `load()` when its value is undefined. */
  details(id: number): Query<RoleWithRights> {
    const known = this.#details[id];
    if (known !== undefined) return known;
    const made = untrack(
      () =>
        new Query((asking) => client.roleDefinitions.get({ ...this.#target, role: id }, asking)),
    );
    this.#details = { ...this.#details, [id]: made };
    return made;
  }

  /** Names of services by `code/edition`, as far as they were asked for and the open metadata has them. */
  get serviceNames(): ReadonlyMap<string, string> {
    return this.services.names;
  }

  /** For the beginning of the screen: the list, and the open metadata unless it is there. */
  load(): void {
    void this.list.load();
    const { everyones, services } = this;
    if (everyones.value === undefined && !everyones.busy) void everyones.load();
    if (services.failure !== undefined) services.again();
  }

  /** All that was asked is asked again; rights of roles that are not open only when they are opened. */
  refresh(): void {
    const { place } = this;
    const open = 'role' in place ? this.#details[place.role] : undefined;
    for (const reading of Object.values(this.#details)) if (reading !== open) reading.leave();
    this.#details = 'role' in place && open !== undefined ? { [place.role]: open } : {};
    void open?.load();
    this.load();
  }

  leave(): void {
    this.list.leave();
    this.services.leave();
    for (const reading of Object.values(this.#details)) reading.leave();
  }

  clearFilter(): void {
    this.filter = '';
    this.segment = 'all';
  }

  sortBy(column: Column, rising: boolean): void {
    layout.change({ sorting: { ...layout.now.sorting, [SCREEN]: { column, rising } } });
  }

  go(place: Place): void {
    router.go({ id: idOf(place) });
  }

  /** After a create or a change: shown in its place at once; the list that is asked for afterwards is what counts. */
  changed({ id, role }: Written): void {
    outdatePalette(this.connection.id, 'localRoles');
    const details = this.details(id);
    if (role === null) void details.load();
    else {
      details.take(role);
      this.#replace(id, role);
    }
    void this.list.load();
  }

  /** The role is gone. */
  removed(id: number): void {
    outdatePalette(this.connection.id, 'localRoles');
    this.#details[id]?.leave();
    this.#details = Object.fromEntries(
      Object.entries(this.#details).filter(([key]) => key !== String(id)),
    );
    this.#replace(id);
    void this.list.load();
  }

  async remove({ id, name }: { id: number; name: string }): Promise<Failure | undefined> {
    const answer: Result<unknown> = await client.roleDefinitions.remove({
      ...this.#target,
      role: id,
      name: name.slice(0, 200),
    });
    if (!answer.ok) {
      // It may have been done, or somebody else did it: what is there now is shown beside the failure.
      outdatePalette(this.connection.id, 'localRoles');
      void this.list.load();
      return answer.failure;
    }
    this.removed(id);
    this.#navigator.replace({ id: null });
    return undefined;
  }

  get #target() {
    return { connection: this.connection.id, who: this.who };
  }

  #replace(id: number, role?: RoleWithRights): void {
    this.list.change((value) => {
      const others = value.roles.filter((one) => one.id !== id);
      return { ...value, roles: role === undefined ? others : [...others, role] };
    });
  }
}

const isRetired = (failure: Failure | undefined): boolean =>
  failure?.kind === 'refused' && failure.cause === 'not-offered-any-more';
