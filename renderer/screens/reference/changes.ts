// The changes found by the last synchronisation as rows, each with a link to the item or to its comparison.
import type { ServiceKind } from '../../../preload/contract/metadata.ts';
import { folded } from '../../state/palette.ts';
import { idOf as idOfService, referenceOf } from './service-places.ts';

export type What = 'service' | 'code-list' | 'role';
export type How = 'added' | 'removed' | 'changed';

interface Difference<T, C = T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly changed: readonly C[];
}
/** What of a service is other than before. */
export type Part = 'list' | 'service' | 'schema' | 'role-requirements';
interface Service {
  readonly kind: ServiceKind | null;
  readonly code: string;
  readonly edition: number;
  readonly name: string;
}
export interface Changes {
  readonly services: Difference<
    Service,
    Service & { readonly parts?: readonly Part[] | undefined }
  >;
  readonly codeLists: Difference<{ readonly name: string; readonly version: number }>;
  readonly roles: Difference<{
    readonly id: number;
    readonly code: string;
    readonly name: string;
  }>;
}

export interface ChangeRow {
  readonly key: string;
  readonly what: What;
  readonly how: How;
  readonly name: string;
  /** What stands for it alone. */
  readonly code: string;
  /** Undefined for what is gone: there is nothing to show. */
  readonly place: { readonly screen: string; readonly id: string } | undefined;
  /** Whether the place shows it beside what it was before. */
  readonly compares: boolean;
  readonly parts: readonly Part[];
}

const HOWS = ['added', 'changed', 'removed'] as const;

/** Services first; of each, what is new, then what changed, then what is gone, by name. */
export function rowsOf(
  changes: Changes,
  compare: (a: string, b: string) => number,
): readonly ChangeRow[] {
  const each = <T>(what: What, of: Difference<T>, row: (one: T, how: How) => Shown) =>
    HOWS.flatMap((how) =>
      of[how]
        .map((one) => ({ ...row(one, how), what, how }))
        .sort((a, b) => compare(a.name, b.name) || compare(a.code, b.code))
        .map((shown) => ({ ...shown, key: `${what} ${how} ${shown.code} ${shown.name}` })),
    );
  return [
    ...each('service', changes.services, ofService),
    ...each('code-list', changes.codeLists, ofCodeList),
    ...each('role', changes.roles, ofRole),
  ];
}

type Shown = Pick<ChangeRow, 'name' | 'code' | 'place' | 'compares' | 'parts'>;
const NO_PARTS: readonly Part[] = [];
const placed = (screen: string, id: string, how: How) =>
  how === 'removed' ? undefined : { screen, id };

type ChangedService = Changes['services']['changed'][number];

/** Only the service itself is compared; of a type without a path there is no document of it. */
export const canCompare = ({ kind, parts = NO_PARTS }: ChangedService): boolean =>
  kind !== null && (parts.length === 0 || parts.includes('service'));

function ofService(one: ChangedService, how: How): Shown {
  const service = referenceOf(one);
  const parts = one.parts ?? NO_PARTS;
  const compares = how === 'changed' && canCompare(one);
  const id = compares
    ? idOfService({ kind: 'compare', service, other: 'before' })
    : idOfService({ kind: 'service', service, tab: 'overview' });
  const code = `${one.code}/${one.edition}`;
  return { name: one.name, code, place: placed('services', id ?? '', how), compares, parts };
}

const ofCodeList = ({ name, version }: Changes['codeLists']['added'][number], how: How): Shown => ({
  name,
  code: String(version),
  compares: false,
  parts: NO_PARTS,
  place: placed('code-lists', `${name}/${version}`, how),
});

const ofRole = ({ id, code, name }: Changes['roles']['added'][number], how: How): Shown => ({
  name,
  code: code === '' ? String(id) : code,
  compares: false,
  parts: NO_PARTS,
  place: placed('roles', String(id), how),
});

/** All words typed occur in name or code. */
export function fitting(
  rows: readonly ChangeRow[],
  typed: string,
  what: What | 'all',
): readonly ChangeRow[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  return rows
    .filter((row) => what === 'all' || row.what === what)
    .filter((row) => {
      const key = folded(`${row.code} ${row.name}`);
      return words.every((word) => key.includes(word));
    });
}
