// The visible rows of a tree, and where each key moves in it. Children are read only when opened, and circles end.
import { stepFrom } from './list-keys.ts';

export interface Shape<Item> {
  /** Asked only for items in sight. */
  readonly childrenOf: (item: Item) => readonly Item[];
  /** The same item has the same key wherever it stands. */
  readonly keyOf: (item: Item) => string;
}

export interface TreeRow<Item> {
  readonly item: Item;
  /** Where it stands: an item may be in several places, each of which opens by itself. */
  readonly path: string;
  /** From 1. */
  readonly level: number;
  /** Among its neighbours, from 1. */
  readonly position: number;
  readonly size: number;
  /** Undefined for what cannot be opened. */
  readonly expanded: boolean | undefined;
  /** It stands above itself already: a circle, which is not opened again. */
  readonly circle: boolean;
}

const BETWEEN = '\n';

/** `above` are keys that stand over the whole tree, such as the item whose children it shows. */
export function treeRows<Item>(
  items: readonly Item[],
  shape: Shape<Item>,
  opened: Pick<ReadonlySet<string>, 'has'>,
  above: readonly string[] = [],
): readonly TreeRow<Item>[] {
  const rows: TreeRow<Item>[] = [];
  const add = (level: readonly Item[], trail: readonly string[], within: string) => {
    level.forEach((item, i) => {
      const key = shape.keyOf(item);
      const path = `${within}${BETWEEN}${key}`;
      const circle = trail.includes(key);
      const children = circle ? [] : shape.childrenOf(item);
      const expanded = children.length === 0 ? undefined : opened.has(path);
      rows.push({
        item,
        path,
        circle,
        expanded,
        level: trail.length - above.length + 1,
        position: i + 1,
        size: level.length,
      });
      if (expanded === true) add(children, [...trail, key], path);
    });
  };
  add(items, above, '');
  return rows;
}

export type TreeMove =
  | { readonly to: number }
  /** Paths that are opened or closed. */
  | { readonly toggle: readonly string[]; readonly open: boolean };

/** The keys of the ARIA tree pattern; undefined for a key that does nothing. `page` is how many rows a page key passes. */
export function treeMove<Item>(
  rows: readonly TreeRow<Item>[],
  at: number,
  key: string,
  page?: number,
): TreeMove | undefined {
  const row = rows[at];
  if (row === undefined) return undefined;
  switch (key) {
    case 'Home':
      return { to: 0 };
    case 'End':
      return { to: rows.length - 1 };
    case 'ArrowRight':
      if (row.expanded === undefined) return undefined;
      return row.expanded ? { to: at + 1 } : { toggle: [row.path], open: true };
    case 'ArrowLeft':
      if (row.expanded === true) return { toggle: [row.path], open: false };
      return row.level === 1 ? undefined : { to: parentOf(rows, at) };
    case '*':
      return { toggle: neighbours(rows, at).filter(isClosed).map(pathOf), open: true };
    default: {
      const to = stepFrom(key, { at, count: rows.length, ...(page !== undefined && { page }) });
      return to === undefined ? undefined : { to };
    }
  }
}

const isClosed = (row: TreeRow<unknown>) => row.expanded === false;
const pathOf = (row: TreeRow<unknown>) => row.path;

const parentOf = (rows: readonly TreeRow<unknown>[], at: number): number =>
  rows.findLastIndex((one, i) => i < at && one.level < (rows[at]?.level ?? 1));

function neighbours<Item>(rows: readonly TreeRow<Item>[], at: number): readonly TreeRow<Item>[] {
  const within = (path: string) => path.slice(0, path.lastIndexOf(BETWEEN));
  const own = within(rows[at]?.path ?? '');
  return rows.filter(({ path }) => within(path) === own);
}
