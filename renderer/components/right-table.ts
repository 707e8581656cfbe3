// The rights of a role as a table to read: a row per service, a column per action; unknown ones in the server's words.
import type { Action, LocalAction, Right } from '../../preload/contract/role-definitions.ts';

/** All of them, in the order of the platform's documentation; a test holds them against the contract. */
export const SIX: readonly LocalAction[] = [
  'Read',
  'Write',
  'Delete',
  'Sign',
  'ReadArchive',
  'DeleteArchive',
];

export interface RightColumn {
  readonly key: string;
  /** Null for an action that has no name of ours. */
  readonly known: LocalAction | 'Access' | null;
  /** The server's word. */
  readonly word: string;
}

export interface RightRow {
  readonly key: string;
  /** `code/edition`, or the code alone; null for a right to something else than a service. */
  readonly reference: string | null;
  /** Of the service; null when the open metadata does not have it. */
  readonly name: string | null;
  /** What a right to something else is to, in the server's word. */
  readonly type: string;
  /** By column: whether it can be passed on; null where the server does not say. */
  readonly cells: Readonly<Record<string, boolean | null>>;
}

export interface RightTable {
  readonly columns: readonly RightColumn[];
  readonly rows: readonly RightRow[];
  readonly hasAccess: boolean;
  /** Some of it cannot be passed on. */
  readonly hasFixed: boolean;
}

const ORDER: readonly string[] = [...SIX, 'Access'];
const keyOf = ({ known, word }: Action) => (known === 'unknown' ? `?${word}` : known);

/** The six actions always have their columns, so that what is missing is seen, unless the role has none of them. */
export function rightTable(
  rights: readonly Right[],
  names: ReadonlyMap<string, string>,
  compare: (a: string, b: string) => number,
): RightTable {
  const met = new Map<string, RightRow & { cells: Record<string, boolean | null> }>();
  const columns = new Map<string, RightColumn>();
  for (const right of rights) {
    const column = keyOf(right.action);
    const { known, word } = right.action;
    columns.set(column, { key: column, known: known === 'unknown' ? null : known, word });
    const row = met.get(rowKey(right)) ?? { ...rowOf(right, names), cells: {} };
    // Given twice, it can be passed on if either says so.
    row.cells[column] =
      row.cells[column] === true || right.delegable === true ? true : right.delegable;
    met.set(row.key, row);
  }
  const rows = [...met.values()].sort(
    (a, b) =>
      Number(a.name === null) - Number(b.name === null) ||
      compare(a.name ?? a.reference ?? a.type, b.name ?? b.reference ?? b.type) ||
      compare(a.reference ?? '', b.reference ?? ''),
  );
  return {
    columns: inOrder(columns),
    rows,
    hasAccess: columns.has('Access'),
    hasFixed: rows.some(({ cells }) => Object.values(cells).includes(false)),
  };
}

function inOrder(columns: ReadonlyMap<string, RightColumn>): readonly RightColumn[] {
  const six = SIX.some((action) => columns.has(action));
  const known = ORDER.filter((key) => columns.has(key) || (six && key !== 'Access')).map((key) => ({
    key,
    word: key,
    known: key as LocalAction | 'Access',
  }));
  return [...known, ...[...columns.values()].filter((column) => column.known === null)];
}

const rowKey = ({ serviceCode, serviceEdition, type }: Right): string =>
  serviceCode === '' ? `?${type ?? ''}` : `${serviceCode}/${serviceEdition ?? '?'}`;

function rowOf(right: Right, names: ReadonlyMap<string, string>): Omit<RightRow, 'cells'> {
  const { serviceCode: code, serviceEdition: edition, type } = right;
  const reference = code === '' ? null : edition === null ? code : `${code}/${edition}`;
  const name = reference === null ? undefined : names.get(reference)?.trim();
  return { key: rowKey(right), reference, name: name ?? null, type: type ?? '?' };
}
