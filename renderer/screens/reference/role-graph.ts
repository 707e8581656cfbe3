// The roles of the open metadata as a graph: found by id, related both ways, searched by name, code and number.
import type { OpenRole } from '../../../preload/contract/metadata.ts';
import { folded, ranked, type Searchable } from '../../state/palette.ts';

/** `children`: roles one has by having it. `parents`: roles that include it. */
export type Way = 'children' | 'parents';

export interface RoleGraph {
  readonly roles: ReadonlyMap<number, OpenRole>;
  /** Both ends of a relation know it, also where the platform names it at one of them only. Ids without a role are among them. */
  readonly related: (id: number, way: Way) => readonly number[];
  /** Undefined for an id that no role has. */
  readonly nameOf: (id: number) => string | undefined;
}

export function graphOf(
  roles: readonly OpenRole[],
  compare: (a: string, b: string) => number,
): RoleGraph {
  const byId = new Map(roles.map((role) => [role.id, role]));
  const ends = {
    children: new Map<number, Set<number>>(),
    parents: new Map<number, Set<number>>(),
  };
  const relate = (parent: number, child: number) => {
    setAt(ends.children, parent).add(child);
    setAt(ends.parents, child).add(parent);
  };
  for (const { id, children, parents } of roles) {
    for (const child of children) relate(id, child);
    for (const parent of parents) relate(parent, id);
  }
  const nameOf = (id: number) => byId.get(id)?.name.trim();
  const sorted = (ids: Iterable<number>) =>
    [...ids].sort((a, b) => {
      const [one, other] = [nameOf(a), nameOf(b)];
      if (one === undefined || other === undefined)
        return Number(one === undefined) - Number(other === undefined) || a - b;
      return compare(one, other) || a - b;
    });
  return {
    roles: byId,
    nameOf,
    related: (id, way) => sorted(ends[way].get(id) ?? []),
  };
}

function setAt(map: Map<number, Set<number>>, key: number): Set<number> {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = new Set<number>();
  map.set(key, made);
  return made;
}

export type Kind = OpenRole['kind'];
export interface RoleRow extends Searchable {
  readonly role: OpenRole;
  readonly id: number;
  /** Without the blanks some platforms put behind it. */
  readonly name: string;
  readonly kind: Kind;
}

/** By name, as a person of the language expects. */
export const roleRows = (
  roles: readonly OpenRole[],
  compare: (a: string, b: string) => number,
): readonly RoleRow[] =>
  roles
    .map((role) => {
      const name = role.name.trim();
      const codes = [role.code, String(role.id)].filter((code) => code !== '').map(folded);
      return {
        role,
        id: role.id,
        name,
        kind: role.kind,
        codes,
        searchKey: folded(`${name} ${role.code} ${role.id}`),
      };
    })
    .sort((a, b) => compare(a.name, b.name) || a.id - b.id);

/** Exact codes and numbers first. */
export const findRoles = (
  rows: readonly RoleRow[],
  typed: string,
  kind: Kind | 'all',
): readonly RoleRow[] =>
  ranked(
    rows.filter((row) => kind === 'all' || row.kind === kind),
    typed,
    rows.length,
  ).hits;

export function kindCounts(rows: readonly RoleRow[]): Readonly<Record<Kind | 'all', number>> {
  const of = (kind: Kind) => rows.filter((row) => row.kind === kind).length;
  return {
    all: rows.length,
    external: of('external'),
    platform: of('platform'),
    local: of('local'),
  };
}
