// Which rows of a long table are drawn, and finding a row by typing the beginning of its name.
export interface Seen {
  readonly from: number;
  readonly to: number;
  /** Pixels that stand for the rows not drawn. */
  readonly before: number;
  readonly after: number;
}

/** A plain table is fine up to here; above, sorting and drawing would be felt. */
const PLAIN = 500;
const BEYOND = 12;

export function windowOf(
  count: number,
  view: { readonly top: number; readonly height: number; readonly row: number },
): Seen {
  if (count <= PLAIN) return { from: 0, to: count, before: 0, after: 0 };
  const from = Math.max(0, Math.min(count, Math.floor(view.top / view.row)) - BEYOND);
  const to = Math.min(count, Math.ceil((view.top + view.height) / view.row) + BEYOND);
  return { from, to, before: from * view.row, after: (count - to) * view.row };
}

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
