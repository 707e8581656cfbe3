// The keys of every list: arrows, pages, both ends, and the beginning of a name, as in lists of the operating system.
const PAUSE = 700;

export type TypeAhead = (
  event: Pick<KeyboardEvent, 'key' | 'timeStamp'>,
  names: readonly string[],
  at: number,
) => number | undefined;

/** Letters typed within a moment are one beginning; the same letter again goes to the next that begins with it. */
export function createTypeAhead(): TypeAhead {
  let typed = '';
  let last = 0;
  return ({ key, timeStamp }, names, at) => {
    if (!/^[\p{L}\p{N}_.-]$/u.test(key)) return undefined;
    typed = timeStamp - last < PAUSE ? typed + key.toLowerCase() : key.toLowerCase();
    last = timeStamp;
    const repeated = new Set(typed).size === 1;
    const beginning = repeated ? typed.slice(0, 1) : typed;
    const from = repeated ? at + 1 : Math.max(0, at);
    const order = names.map((_, i) => (from + i) % names.length);
    return order.find((i) => names[i]?.toLowerCase().startsWith(beginning) === true);
  };
}

interface Place {
  /** Which is chosen; -1 for none. */
  readonly at: number;
  readonly count: number;
  /** How many rows a page key passes; without it there are no page keys. */
  readonly page?: number;
}
interface Rows extends Place {
  /** Asked for only where a letter was typed; without it letters lead nowhere. */
  readonly names?: () => readonly string[];
}

/** Where arrows and page keys lead to; undefined for others. With `wrap`, arrows go from each end to the other. */
export function stepFrom(
  key: string,
  { at, count, page }: Place,
  wrap = false,
): number | undefined {
  const arrow = { ArrowDown: 1, ArrowUp: -1 }[key];
  const by = arrow ?? (page === undefined ? undefined : { PageDown: page, PageUp: -page }[key]);
  if (by === undefined || count === 0) return undefined;
  const to = at + by;
  if (wrap && arrow !== undefined && (to < 0 || to >= count)) return to < 0 ? count - 1 : 0;
  return Math.max(0, Math.min(count - 1, to));
}

/** Where a key leads to in a list, which it never leaves; undefined for keys that lead nowhere. Keys with Ctrl, Alt or Meta are not for it. */
export type ListKeys = (
  event: Pick<KeyboardEvent, 'key' | 'timeStamp'>,
  rows: Rows,
) => number | undefined;

export function createListKeys(): ListKeys {
  const typeAhead = createTypeAhead();
  return (event, rows) => {
    const { at, count, names } = rows;
    if (count === 0) return undefined;
    const end = { Home: 0, End: count - 1 }[event.key];
    return end ?? stepFrom(event.key, rows) ?? (names && typeAhead(event, names(), at));
  };
}
