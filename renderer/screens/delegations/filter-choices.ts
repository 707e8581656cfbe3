// What the list of holders can be filtered by: the roles of the party, and what its holders have, counted.
import type { HeldInBrief } from '../../../preload/contract/delegations.ts';
import { isRole } from '../../../preload/contract/held-in-brief.ts';
import type { RoleDefinition } from '../../../preload/contract/role-definitions.ts';
import { type HeldFilter, rightKey } from './holders.ts';

export interface FilterChoice {
  readonly filter: HeldFilter;
  /** Undefined before anybody's was read. */
  readonly count: number | undefined;
}

/** Roles that somebody has first, then rights, then roles that nobody has. */
export function filterChoices(
  definitions: readonly Pick<RoleDefinition, 'id' | 'name'>[],
  read: readonly HeldInBrief[],
  compare: (a: HeldFilter, b: HeldFilter) => number,
): readonly FilterChoice[] {
  const found = new Map<string, { readonly filter: HeldFilter; readonly holders: Set<string> }>();
  const add = (key: string, filter: HeldFilter, holder?: string) => {
    const one = found.get(key) ?? { filter, holders: new Set<string>() };
    if (holder !== undefined) one.holders.add(holder);
    found.set(key, one);
  };
  for (const { id, name } of definitions.filter(isRole))
    add(`role ${String(id)}`, { kind: 'role', id, name });
  for (const { holder, roles, rights } of read) {
    for (const { id, name } of roles) add(`role ${String(id)}`, { kind: 'role', id, name }, holder);
    for (const right of rights) add(`right ${rightKey(right)}`, { kind: 'right', right }, holder);
  }
  const rankOf = ({ filter, count = 0 }: FilterChoice) =>
    count === 0 ? 2 : filter.kind === 'right' ? 1 : 0;
  return [...found.values()]
    .map(({ filter, holders }) => ({
      filter,
      count: read.length === 0 ? undefined : holders.size,
    }))
    .toSorted((a, b) => rankOf(a) - rankOf(b) || compare(a.filter, b.filter));
}
