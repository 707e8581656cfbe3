// What the palette finds besides screens and commands.
// It is read when something is typed, kept while it is fresh, and cancelled when the palette closes.
import type { EnterpriseUser } from '../../preload/contract/enterprise-users.ts';
import type { OpenRole } from '../../preload/contract/metadata.ts';
import type { Reportee } from '../../preload/contract/reportees.ts';
import type { RoleDefinition } from '../../preload/contract/role-definitions.ts';
import type { Result } from '../../preload/result.ts';
import { acting } from './acting.svelte.ts';
import { keepEach } from './kept.svelte.ts';
import { clock } from './clock.svelte.ts';
import { folded, type Searchable } from './palette.ts';
import { limits } from './limits.svelte.ts';
import { managed } from './managed.svelte.ts';
import { Query } from './query.svelte.ts';
import { type Copy, copyOf } from './reference.svelte.ts';
import { ServiceSearch } from './service-search.svelte.ts';
import { session } from './session.svelte.ts';
import { client } from './main-process.ts';

export interface Found<T> extends Searchable {
  readonly one: T;
}
export const sourceNames = ['parties', 'users', 'localRoles', 'services', 'roles'] as const;
export type SourceName = (typeof sourceNames)[number];

/** The screens that what is found leads to: nothing is looked for where they cannot be used. */
const LEADS_TO = {
  users: 'enterprise-users',
  localRoles: 'role-definitions',
  services: 'services',
  roles: 'roles',
} as const satisfies Partial<Record<SourceName, string>>;

/** Services that are asked for at once. */
const MOST = 20;
/** Users and local roles are read again after so long: others change them, too. The rest is kept current elsewhere. */
const STALE_MS = 5 * 60_000;
const READ_HERE = ['users', 'localRoles'] as const satisfies readonly SourceName[];
type ReadHere = (typeof READ_HERE)[number];
const isReadHere = (name: SourceName): name is ReadHere => READ_HERE.some((one) => one === name);

const found = <T>(one: T, text: string, codes: readonly string[] = []): Found<T> => ({
  one,
  searchKey: folded(text),
  codes: codes.map(folded),
});
const mapped = <T, U>(answer: Result<T>, value: (of: T) => U): Result<U> =>
  answer.ok ? { ok: true, value: value(answer.value) } : answer;

/** Those of one connection, and of one party where they are the party's. */
class Sources {
  readonly connection: string;
  readonly who: string;
  readonly users: Query<readonly Found<EnterpriseUser>[]>;
  readonly localRoles: Query<readonly Found<RoleDefinition>[]>;
  readonly parties = $derived.by(() =>
    (acting.parties?.value ?? []).filter(isOffered).map(asParty),
  );
  readonly roles = $derived.by(() =>
    managed.isScreenOff(LEADS_TO.roles) ? [] : (this.#roles.value ?? []).map(asRole),
  );
  /** Searched in main: there may be 20 000 of them. */
  readonly services: ServiceSearch;
  readonly #roles: Copy['roles'];
  /** Begun here, and not yet at its end: what another part of the page reads is not stopped with the palette. */
  #begun: readonly Query<unknown>[] = [];
  /** Not asked twice while the palette is open. */
  #tried: readonly SourceName[] = [];
  /** Something was written since they were read. */
  #outdated: readonly SourceName[] = [];

  constructor(connection: string, who: string) {
    this.connection = connection;
    this.who = who;
    this.services = new ServiceSearch(connection, MOST);
    this.#roles = copyOf(connection).roles;
    this.users = new Query(async (asking) =>
      mapped(await client.enterpriseUsers.list({ connection }, asking), ({ users }) =>
        users.map((user) => found(user, `${user.userName} ${user.local.note}`, [user.userName])),
      ),
    );
    this.localRoles = new Query(async (asking) =>
      mapped(await client.roleDefinitions.list({ connection, who }, asking), ({ roles }) =>
        roles.filter(({ kind }) => kind === 'local').map(asLocalRole),
      ),
    );
  }

  get reading(): readonly SourceName[] {
    return sourceNames.filter((name) => {
      const source = this.#sourceOf(name);
      // Later answers come before anybody could read that they are waited for.
      if (source instanceof ServiceSearch && source.answered) return false;
      return source?.busy === true;
    });
  }
  get failed(): readonly SourceName[] {
    return sourceNames.filter((name) => {
      const source = this.#sourceOf(name);
      if (source === undefined || source instanceof ServiceSearch)
        return source?.failure !== undefined;
      return source.failure !== undefined;
    });
  }

  read(typed: string, wanted: readonly SourceName[] = sourceNames): void {
    if (wanted.includes('services') && !managed.isScreenOff(LEADS_TO.services))
      this.services.find(typed);
    for (const name of wanted) {
      const reading = this.#sourceOf(name);
      if (reading === undefined || reading instanceof ServiceSearch) continue;
      if (reading.busy || this.#tried.includes(name) || this.#isFresh(name, reading)) continue;
      this.#tried = [...this.#tried, name];
      this.#outdated = this.#outdated.filter((one) => one !== name);
      this.#begun = [...this.#begun, reading];
      void reading.load();
    }
  }

  /** They are read again when something is typed the next time. */
  outdate(name: ReadHere): void {
    this.#outdated = [...this.#outdated, name];
  }

  leave(): void {
    this.services.end();
    this.services.failure = undefined;
    for (const reading of this.#begun) if (reading.busy) reading.leave();
    this.#begun = [];
    this.#tried = [];
  }

  #isFresh(name: SourceName, { value, failure, fetched }: Query<unknown>): boolean {
    if (value === undefined) return false;
    if (!isReadHere(name)) return true;
    const age = clock.now.getTime() - Date.parse(fetched ?? '');
    return failure === undefined && age < STALE_MS && !this.#outdated.includes(name);
  }

  #sourceOf(name: SourceName): Query<unknown> | ServiceSearch | undefined {
    if (name !== 'parties') {
      const screen = LEADS_TO[name];
      if (managed.isScreenOff(screen) || limits.of(screen) !== undefined) return undefined;
    }
    switch (name) {
      case 'parties':
        return acting.parties;
      case 'users':
        return this.users;
      case 'localRoles':
        return this.localRoles;
      case 'services':
        return this.services;
      case 'roles':
        return this.#roles;
    }
  }
}
export type { Sources };

const isOffered = ({ status }: Reportee) => status?.known !== 'deleted';
const asParty = (party: Reportee) => {
  const number = party.organisationNumber ?? '';
  return found(party, `${party.name} ${number}`, [number]);
};
const asRole = (role: OpenRole) =>
  found(role, `${role.code} ${role.name}`, [role.code, String(role.id)]);
const asLocalRole = (role: RoleDefinition) =>
  found(role, `${role.name} ${role.code ?? ''}`, [role.code ?? '', String(role.id)]);

/** None behind the lock, in another connection or for another party. */
const sources = keepEach(
  (connection: string, who: string) => new Sources(connection, who),
  (connection, who) => session.chosen?.id === connection && acting.now?.who === who,
);
export const paletteSources = sources.of;

/** Something was written, here, to what the palette finds. */
export function outdatePalette(connection: string, name: ReadHere): void {
  for (const one of sources.all()) if (one.connection === connection) one.outdate(name);
}
