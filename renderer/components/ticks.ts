// Which rows of a list are ticked: single ticks, ranges from an anchor, all and none, and the keys that set them.
export interface Ticks {
  readonly names: ReadonlySet<string>;
  /** Where a range begins: the row ticked last. */
  readonly anchor: string | null;
  /** What was ticked before the present range, so that a range can also shrink. */
  readonly before: ReadonlySet<string>;
}

/** Rows that can be ticked, by their keys. */
export interface RowTicks<Item> {
  readonly value: Ticks;
  readonly onchange: (value: Ticks) => void;
  readonly label: (item: Item) => string;
  readonly allLabel: string;
}

export const noTicks: Ticks = { names: new Set(), anchor: null, before: new Set() };

export function toggled(ticks: Ticks, name: string): Ticks {
  const names = new Set(ticks.names);
  if (!names.delete(name)) names.add(name);
  return { names, anchor: name, before: names };
}

/** Ticks from the anchor (or `from`, when nothing was ticked yet) to a row, in the order shown. */
export function ranged(ticks: Ticks, order: readonly string[], from: string, to: string): Ticks {
  const anchor = ticks.anchor !== null && order.includes(ticks.anchor) ? ticks.anchor : from;
  const before = anchor === ticks.anchor ? ticks.before : ticks.names;
  const [first, last] = [order.indexOf(anchor), order.indexOf(to)].sort((a, b) => a - b);
  if (first === undefined || last === undefined || first < 0) return ticks;
  return { names: new Set([...before, ...order.slice(first, last + 1)]), anchor, before };
}

/** All that are shown; when they are ticked already, none of them. */
export function allToggled(ticks: Ticks, order: readonly string[]): Ticks {
  const all = order.length > 0 && order.every((name) => ticks.names.has(name));
  const shown = new Set(order);
  const names = all
    ? new Set([...ticks.names].filter((name) => !shown.has(name)))
    : new Set([...ticks.names, ...order]);
  return { names, anchor: null, before: names };
}

/** What a key makes of the ticks without moving: Ctrl+A ticks all, Space the row it is on. Undefined for other keys. */
export function tickedByKey(
  { key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>,
  ticks: Ticks,
  order: readonly string[],
  name: string | undefined,
): Ticks | undefined {
  if (ctrlKey || metaKey) return key.toLowerCase() === 'a' ? allToggled(ticks, order) : undefined;
  return key === ' ' && name !== undefined ? toggled(ticks, name) : undefined;
}

/** What a press on the box of a row makes of the ticks; with Shift, all from the one before. */
export const tickedByPress = (
  { shiftKey }: Pick<MouseEvent, 'shiftKey'>,
  ticks: Ticks,
  order: readonly string[],
  name: string,
): Ticks =>
  shiftKey && ticks.anchor !== null ? ranged(ticks, order, name, name) : toggled(ticks, name);

/** Without rows that no longer exist: a tick must never come back for another user of the same name. */
export function without(ticks: Ticks, exists: (name: string) => boolean): Ticks {
  if ([...ticks.names].every(exists)) return ticks;
  const names = new Set([...ticks.names].filter(exists));
  return { names, anchor: null, before: names };
}

/** Of the rows that are shown. Where nothing is ticked, a list of any length costs nothing. */
export function tickState<Item>(
  { names }: Ticks,
  items: readonly Item[],
  key: (item: Item) => string,
): 'all' | 'some' | 'none' {
  if (names.size === 0) return 'none';
  const ticked = items.filter((item) => names.has(key(item))).length;
  if (ticked === 0) return 'none';
  return ticked === items.length ? 'all' : 'some';
}
