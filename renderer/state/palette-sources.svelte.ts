// What the palette finds besides screens and commands.
// It is read when something is typed, once per connection, and cancelled when the palette closes.
import type { EnterpriseUser } from '../../preload/contract/enterprise-users.ts';
import type { OpenRole } from '../../preload/contract/metadata.ts';
import type { Reportee } from '../../preload/contract/reportees.ts';
import type { RoleDefinition } from '../../preload/contract/role-definitions.ts';
import type { Result } from '../../preload/result.ts';
import { acting } from './acting.svelte.ts';
import { folded, type Searchable } from './palette.ts';
import { managed } from './managed.svelte.ts';
import { Reading } from './reading.svelte.ts';
import { type Copy, copyOf } from './reference.svelte.ts';
import { ServiceSearch } from './service-search.svelte.ts';
import { client } from './steward.ts';

export interface Found<T> extends Searchable {
  readonly one: T;
}
export const sourceNames = ['parties', 'users', 'localRoles', 'services', 'roles'] as const;
export type SourceName = (typeof sourceNames)[number];

/** The screens that what is found leads to. */
const LEADS_TO = {
  users: 'enterprise-users',
  localRoles: 'role-definitions',
  services: 'services',
  roles: 'roles',
} as const satisfies Partial<Record<SourceName, string>>;

/** Services that are asked for at once. */
const MOST = 20;

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
  readonly users: Reading<readonly Found<EnterpriseUser>[]>;
  readonly localRoles: Reading<readonly Found<RoleDefinition>[]>;
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
  #begun: readonly Reading<unknown>[] = [];
  /** Not asked twice while the palette is open. */
  #tried: readonly SourceName[] = [];

  constructor(connection: string, who: string) {
    this.connection = connection;
    this.who = who;
    this.services = new ServiceSearch(connection, MOST);
    this.#roles = copyOf(connection).roles;
    this.users = new Reading(async (asking) =>
      mapped(await client.enterpriseUsers.list({ connection }, asking), ({ users }) =>
        users.map((user) => found(user, `${user.userName} ${user.local.note}`, [user.userName])),
      ),
    );
    this.localRoles = new Reading(async (asking) =>
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
      return source.failure !== undefined && source.value === undefined;
    });
  }

  read(typed: string): void {
    if (!managed.isScreenOff(LEADS_TO.services)) this.services.find(typed);
    for (const name of sourceNames) {
      const reading = this.#sourceOf(name);
      if (reading === undefined || reading instanceof ServiceSearch) continue;
      if (reading.value !== undefined || reading.busy) continue;
      if (this.#tried.includes(name)) continue;
      this.#tried = [...this.#tried, name];
      this.#begun = [...this.#begun, reading];
      void reading.load();
    }
  }

  stop(): void {
    this.services.end();
    this.services.failure = undefined;
    for (const reading of this.#begun) if (reading.busy) reading.leave();
    this.#begun = [];
    this.#tried = [];
  }

  #sourceOf(name: SourceName): Reading<unknown> | ServiceSearch | undefined {
    if (name !== 'parties' && managed.isScreenOff(LEADS_TO[name])) return undefined;
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

let kept: { readonly sources: Sources; readonly end: () => void } | undefined;

/** Those of another connection or party are stopped and forgotten. */
export function paletteSources(connection: string, who: string): Sources {
  const now = kept?.sources;
  if (now?.connection === connection && now.who === who) return now;
  kept?.sources.stop();
  kept?.end();
  let sources: Sources | undefined;
  // They outlive the component that happens to ask first, and so must what they derive.
  const end = $effect.root(() => {
    sources = new Sources(connection, who);
  });
  if (sources === undefined) throw new Error('A root runs at once.');
  kept = { sources, end };
  return sources;
}
