// The rules of the role list on screen, without components: three groups, search, sorting and counts.
import { isSameWords } from '../../../preload/contract/rules.ts';
import type { OpenRole } from '../../../preload/contract/metadata.ts';
import type { RoleDefinition, RoleKind } from '../../../preload/contract/role-definitions.ts';
import { folded } from '../../state/palette.ts';

export type Segment = 'all' | RoleKind;
export const columns = ['name', 'code', 'number', 'description'] as const;
export type Column = (typeof columns)[number];

/** In the order a person needs them: what can be changed stands first. */
export const kinds: readonly RoleKind[] = ['local', 'platform', 'external'];

export interface Row {
  readonly role: RoleDefinition;
  readonly id: number;
  readonly kind: RoleKind;
  /** Without the blanks some servers put behind it. */
  readonly name: string;
  readonly description: string;
  /** Of the role, else of the open metadata, which has codes where the party's list has none. */
  readonly code: string | null;
  readonly searchKey: string;
}

export interface Group {
  readonly kind: RoleKind;
  readonly rows: readonly Row[];
  /** How many there are without a filter. */
  readonly all: number;
}

export interface View {
  readonly filter: string;
  readonly segment: Segment;
  readonly column: Column;
  readonly rising: boolean;
  readonly compare: (a: string, b: string) => number;
}

export function rowsOf(
  roles: readonly RoleDefinition[],
  open: ReadonlyMap<number, OpenRole>,
): readonly Row[] {
  return roles.map((role) => {
    const { id, kind } = role;
    const code = role.code ?? (kind === 'local' ? null : (open.get(id)?.code ?? null));
    const [name, description] = [role.name.trim(), role.description.trim()];
    const searchKey = folded(`${name} ${code ?? ''} ${id} ${description}`);
    return { role, id, kind, name, description, code, searchKey };
  });
}

export const openById = (roles: readonly OpenRole[]): ReadonlyMap<number, OpenRole> =>
  new Map(roles.map((role) => [role.id, role]));

export function counts(rows: readonly Row[]): Readonly<Record<Segment, number>> {
  const of = (kind: RoleKind) => rows.filter((row) => row.kind === kind).length;
  return {
    all: rows.length,
    local: of('local'),
    platform: of('platform'),
    external: of('external'),
  };
}

/**
 * Every word typed must be found somewhere, in any order. A kind of which nothing is shown is left out, except for local
 * roles where there are none yet and nothing is looked for.
 */
export function groupsOf(rows: readonly Row[], view: View): readonly Group[] {
  const words = folded(view.filter).split(/\s+/).filter(Boolean);
  const isOffer = rows.length > 0 && words.length === 0 && view.segment === 'all';
  return kinds
    .filter((kind) => view.segment === 'all' || view.segment === kind)
    .map((kind) => {
      const all = rows.filter((row) => row.kind === kind);
      const found = all.filter(({ searchKey }) => words.every((word) => searchKey.includes(word)));
      return { kind, rows: sorted(found, view), all: all.length };
    })
    .filter((group) => group.rows.length > 0 || (isOffer && group.kind === 'local'));
}

const valueOf = (row: Row, column: Column): string =>
  column === 'number' ? String(row.id) : (row[column] ?? '');

/** What has no value in the column stands last whichever way it is sorted. */
function sorted(rows: readonly Row[], { column, rising, compare }: View): readonly Row[] {
  const way = rising ? 1 : -1;
  return [...rows].sort((a, b) => {
    const [one, other] = [valueOf(a, column), valueOf(b, column)];
    const blank = Number(one === '') - Number(other === '');
    const by = blank === 0 ? way * compare(one, other) : blank;
    return by === 0 ? compare(a.name, b.name) || a.id - b.id : by;
  });
}

/** Whether a local role has the name, as the platform compares names: blanks around it and the case do not count. */
export function isTaken(
  roles: readonly Pick<RoleDefinition, 'id' | 'kind' | 'name'>[],
  name: string,
  except?: number,
): boolean {
  return roles.some(
    (role) => role.kind === 'local' && role.id !== except && isSameWords(role.name, name),
  );
}
