// Which rows of a long table are rendered.
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
