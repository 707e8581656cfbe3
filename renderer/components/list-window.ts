// Which rows of a long list are drawn: those in sight and a few beyond, so that a list of any length costs the same.
interface View {
  /** How far it is scrolled, and how much of it is seen; pixels. */
  readonly top: number;
  readonly height: number;
  /** Pixels, the same for every row. */
  readonly row: number;
}

export interface ListWindow {
  readonly from: number;
  /** Not drawn any more. */
  readonly to: number;
}

const BEYOND = 8;

export function listWindow(count: number, { top, height, row }: View): ListWindow {
  const from = Math.max(0, Math.min(count, Math.floor(top / row)) - BEYOND);
  return { from, to: Math.min(count, Math.ceil((top + height) / row) + BEYOND) };
}
