// What the palette finds besides screens and commands: read when something is typed, once per connection, stopped when nobody looks.
import type { EnterpriseUser } from '../../preload/contract/enterprise-users.ts';
import type { OpenRole } from '../../preload/contract/metadata.ts';
import type { Reportee } from '../../preload/contract/reportees.ts';
import type { RoleDefinition } from '../../preload/contract/role-definitions.ts';
import type { Result } from '../../preload/result.ts';
import { acting } from './acting.svelte.ts';
import { catalogueOf, type FoundService } from './catalogue.svelte.ts';
import { folded, type Searchable } from './palette.ts';
import { Reading } from './reading.svelte.ts';
import { client } from './steward.ts';

export interface Found<T> extends Searchable {
  readonly one: T;
}
export const sourceNames = ['parties', 'users', 'localRoles', 'services', 'roles'] as const;
export type SourceName = (typeof sourceNames)[number];

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
  readonly roles = $derived.by(() => (this.#catalogue.roles.value ?? []).map(asRole));
  /** Begun here, and not yet at its end: what another part of the page reads is not stopped with the palette. */
  #begun: readonly Reading<unknown>[] = [];
  /** Not asked twice while the palette is open. */
  #tried: readonly SourceName[] = [];

  constructor(connection: string, who: string) {
    this.connection = connection;
    this.who = who;
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

  get services(): readonly FoundService[] {
    return this.#catalogue.services.value ?? [];
  }
  get reading(): readonly SourceName[] {
    return sourceNames.filter((name) => this.#readingOf(name)?.busy === true);
  }
  get failed(): readonly SourceName[] {
    return sourceNames.filter((name) => {
      const reading = this.#readingOf(name);
      return reading?.failure !== undefined && reading.value === undefined;
    });
  }

  read(): void {
    for (const name of sourceNames) {
      const reading = this.#readingOf(name);
      if (reading === undefined || reading.value !== undefined || reading.busy) continue;
      if (this.#tried.includes(name)) continue;
      this.#tried = [...this.#tried, name];
      this.#begun = [...this.#begun, reading];
      void reading.load();
    }
  }

  stop(): void {
    for (const reading of this.#begun) if (reading.busy) reading.leave();
    this.#begun = [];
    this.#tried = [];
  }

  get #catalogue() {
    return catalogueOf(this.connection);
  }

  #readingOf(name: SourceName): Reading<unknown> | undefined {
    switch (name) {
      case 'parties':
        return acting.parties;
      case 'users':
        return this.users;
      case 'localRoles':
        return this.localRoles;
      case 'services':
        return this.#catalogue.services;
      case 'roles':
        return this.#catalogue.roles;
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
