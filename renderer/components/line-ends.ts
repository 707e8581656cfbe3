// The line ends of a text, each as it came, and positions for an editor that counts each as one character.
/** By positions of the text before it, in units of UTF-16. */
export interface PlacedChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

export type LineEnd = '\n' | '\r\n' | '\r';

export interface LineEnds {
  /** What a new line gets: what most lines have. */
  readonly usual: LineEnd;
  /** Of every line but the last; undefined where all have the usual one. */
  readonly each: readonly LineEnd[] | undefined;
}

export function lineEndsOf(text: string): LineEnds {
  const each = text.match(/\r\n|\r|\n/g) as LineEnd[] | null;
  if (each === null) return { usual: '\n', each: undefined };
  const kinds: readonly LineEnd[] = ['\n', '\r\n', '\r'];
  const count = new Map(kinds.map((kind) => [kind, 0]));
  for (const kind of each) count.set(kind, (count.get(kind) ?? 0) + 1);
  const usual = kinds.reduce((most, kind) =>
    (count.get(kind) ?? 0) > (count.get(most) ?? 0) ? kind : most,
  );
  return { usual, each: count.get(usual) === each.length ? undefined : each };
}

/** How many signs more the text itself has before this line (from 0) than the editor counts. */
export function moreBefore({ usual, each }: LineEnds, line: number): number {
  if (each === undefined) return line * (usual.length - 1);
  let more = 0;
  for (let at = 0; at < line; at += 1) more += (each[at]?.length ?? 1) - 1;
  return more;
}

/**
 * The editor's place of one in the text itself. `lines`: where each of the editor's lines begins, counted by the editor. A place
 * between the two signs of one line end is the one before it.
 */
export function counted(
  ends: LineEnds,
  lines: { readonly length: number; at(line: number): number },
  place: number,
): number {
  if (ends.each === undefined && ends.usual.length === 1) return place;
  const starts = ends.each === undefined ? undefined : startsOf(ends.each);
  const more = (line: number) => starts?.[line] ?? line * (ends.usual.length - 1);
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (lines.at(middle) + more(middle) <= place) low = middle;
    else high = middle - 1;
  }
  const inLine = place - more(low);
  const next = low + 1 < lines.length ? lines.at(low + 1) - 1 : Infinity;
  return Math.min(inLine, next);
}

/** How many signs more the text has before each line than the editor counts. */
function startsOf(each: readonly LineEnd[]): readonly number[] {
  const more = [0];
  for (const end of each) more.push((more.at(-1) ?? 0) + end.length - 1);
  return more;
}

/** Lines as one text, the first of them with this number (from 0). */
export function joined(lines: readonly string[], { usual, each }: LineEnds, first: number): string {
  if (each === undefined) return lines.join(usual);
  const last = lines.length - 1;
  return lines.map((line, i) => (i === last ? line : line + (each[first + i] ?? usual))).join('');
}

export interface LineSplice {
  /** The line (from 0) whose end is the first one concerned. */
  readonly line: number;
  readonly removed: number;
  readonly added: number;
}

/** After changes, in ascending order, whose lines are those before all of them. New lines end as most do. */
export function spliced(ends: LineEnds, splices: readonly LineSplice[]): LineEnds {
  if (ends.each === undefined) return ends;
  const each = [...ends.each];
  for (const { line, removed, added } of splices.toReversed()) {
    each.splice(line, removed, ...new Array<LineEnd>(added).fill(ends.usual));
  }
  return { ...ends, each };
}

/** The editor's line (from 1) of one that was counted by `\n` alone, as the checker does. */
export function lineCounted({ usual, each }: LineEnds, counted: number): number {
  if (each === undefined) return usual === '\r' ? 1 : counted;
  let left = counted - 1;
  const at = each.findIndex((end) => {
    if (left === 0) return true;
    if (end !== '\r') left -= 1;
    return false;
  });
  return at === -1 ? each.length + 1 : at + 1;
}
