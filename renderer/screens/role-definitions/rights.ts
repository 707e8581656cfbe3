// The rights of a local role as immutable rows of a grid: a service and the actions given to it.
import {
  type Action,
  type GivenRight,
  localAction,
  type LocalAction,
  type Right,
} from '../../../preload/contract/role-definitions.ts';

/** The columns, in the order of the platform's documentation. */
export const ACTIONS: readonly LocalAction[] = localAction.options;

export interface ServiceRef {
  readonly code: string;
  readonly edition: number;
}
export interface Row extends ServiceRef {
  /** In the order of the columns; none yet for a service that was only just picked. */
  readonly actions: readonly LocalAction[];
}

export const referenceOf = ({ code, edition }: ServiceRef): string => `${code}/${edition}`;

const inOrder = (actions: ReadonlySet<LocalAction>) => ACTIONS.filter((one) => actions.has(one));

export function rowsOf(rights: readonly GivenRight[]): readonly Row[] {
  const met = new Map<string, ServiceRef & { actions: Set<LocalAction> }>();
  for (const { serviceCode: code, serviceEdition: edition, action } of rights) {
    const key = referenceOf({ code, edition });
    const row = met.get(key) ?? { code, edition, actions: new Set() };
    row.actions.add(action);
    met.set(key, row);
  }
  return [...met.values()].map((row) => ({ ...row, actions: inOrder(row.actions) }));
}

/** "Read, write and sign": one capital, as in a sentence. */
export const inWords = (
  names: readonly string[],
  list: (parts: readonly string[]) => string,
): string => list(names.map((name, at) => (at === 0 ? name : name.toLowerCase())));

export const byReference = (rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [referenceOf(row), row]));

export const rightsOf = (rows: readonly Row[]): readonly GivenRight[] =>
  rows.flatMap(({ code, edition, actions }) =>
    actions.map((action) => ({ serviceCode: code, serviceEdition: edition, action })),
  );

export const countOf = (rows: readonly Row[]): number =>
  rows.reduce((count, { actions }) => count + actions.length, 0);

/** What of a role's rights can be given again, and what cannot: the API takes six actions of services with an edition. */
export function expressible(rights: readonly Right[]): {
  readonly given: readonly GivenRight[];
  readonly lost: readonly Right[];
} {
  const given = rights.map(givenOf);
  return {
    given: given.filter((one) => one !== undefined),
    lost: rights.filter((_, at) => given[at] === undefined),
  };
}

function givenOf({ serviceCode, serviceEdition, action }: Right): GivenRight | undefined {
  if (serviceCode === '' || serviceEdition === null || serviceEdition < 0) return undefined;
  return isLocal(action.known) ? { serviceCode, serviceEdition, action: action.known } : undefined;
}

const isLocal = (known: Action['known']): known is LocalAction =>
  (ACTIONS as readonly string[]).includes(known);

/** Adds: what is there stays, new services come first, where they are seen. */
export function withRows(rows: readonly Row[], more: readonly Row[]): readonly Row[] {
  const old = new Map(rows.map((row) => [referenceOf(row), row]));
  const added = new Map<string, Row>();
  for (const row of more) {
    const key = referenceOf(row);
    const before = old.get(key) ?? added.get(key);
    const actions = inOrder(new Set([...(before?.actions ?? []), ...row.actions]));
    (old.has(key) ? old : added).set(key, { ...row, actions });
  }
  return [...added.values(), ...old.values()];
}

/** Sets these actions on the rows named, or takes them off. */
export function marked(
  rows: readonly Row[],
  which: ReadonlySet<string>,
  actions: readonly LocalAction[],
  on: boolean,
): readonly Row[] {
  return rows.map((row) => {
    if (!which.has(referenceOf(row))) return row;
    const set = new Set(row.actions);
    for (const action of actions) {
      if (on) set.add(action);
      else set.delete(action);
    }
    return set.size === row.actions.length ? row : { ...row, actions: inOrder(set) };
  });
}

export type Tick = 'all' | 'some' | 'none';

export function tickOf(count: number, of: number): Tick {
  if (count === 0) return 'none';
  return count === of ? 'all' : 'some';
}

/** Where the arrows lead in a grid of `rows` (its heading is row 0) and `columns`; undefined for keys that do not move. */
export function movedIn(
  at: { readonly row: number; readonly column: number },
  key: { readonly key: string; readonly ctrlKey: boolean; readonly altKey: boolean },
  size: { readonly rows: number; readonly columns: number; readonly page: number },
): { readonly row: number; readonly column: number } | undefined {
  if (key.altKey) return undefined;
  const { row, column } = at;
  const target = (
    {
      ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column],
      ArrowLeft: [row, column - 1],
      ArrowRight: [row, column + 1],
      PageUp: [Math.max(1, row - size.page), column],
      PageDown: [row + size.page, column],
      Home: [key.ctrlKey ? 0 : row, 0],
      End: [key.ctrlKey ? size.rows - 1 : row, size.columns - 1],
    } as Readonly<Record<string, readonly [number, number] | undefined>>
  )[key.key];
  if (target === undefined) return undefined;
  const within = (value: number, most: number) => Math.max(0, Math.min(most - 1, value));
  return { row: within(target[0], size.rows), column: within(target[1], size.columns) };
}
