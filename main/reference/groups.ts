// Many short lists of small numbers in two arrays, and sorted texts that lead to such lists.
export interface Groups {
  /** Where each group begins in `items`; one more at the end. */
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

export interface GroupsDraft {
  add(group: number, item: number): void;
  /** Items stay in the order in which they came; the same one twice in a row counts once. */
  finish(groups: number): Groups;
}

export function draftGroups(): GroupsDraft {
  let pairs = new Int32Array(1024);
  let length = 0;
  return {
    add(group, item) {
      if (length + 2 > pairs.length) {
        const larger = new Int32Array(pairs.length * 2);
        larger.set(pairs);
        pairs = larger;
      }
      pairs[length] = group;
      pairs[length + 1] = item;
      length += 2;
    },
    finish: (groups) => grouped(pairs.subarray(0, length), groups),
  };
}

function grouped(pairs: Int32Array, groups: number): Groups {
  const last = new Int32Array(groups).fill(-1);
  const isDouble = new Uint8Array(pairs.length / 2);
  const starts = new Int32Array(groups + 1);
  for (let at = 0; at < pairs.length; at += 2) {
    const group = pairs[at] ?? 0;
    const item = pairs[at + 1] ?? 0;
    if (last[group] === item) isDouble[at / 2] = 1;
    else starts[group + 1] = (starts[group + 1] ?? 0) + 1;
    last[group] = item;
  }
  for (let group = 0; group < groups; group++)
    starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
  const items = new Int32Array(starts[groups] ?? 0);
  const next = starts.slice();
  for (let at = 0; at < pairs.length; at += 2) {
    if (isDouble[at / 2] === 1) continue;
    const group = pairs[at] ?? 0;
    const place = next[group] ?? 0;
    items[place] = pairs[at + 1] ?? 0;
    next[group] = place + 1;
  }
  return { starts, items };
}

/** Texts in the order of their signs, each with a group. */
export interface Directory {
  readonly texts: readonly string[];
  readonly groups: Groups;
}

export interface DirectoryDraft {
  add(text: string, item: number): void;
  finish(): Directory;
}

export function draftDirectory(): DirectoryDraft {
  const numbers = new Map<string, number>();
  const draft = draftGroups();
  return {
    add(text, item) {
      const known = numbers.get(text);
      const number = known ?? numbers.size;
      if (known === undefined) numbers.set(text, number);
      draft.add(number, item);
    },
    finish() {
      const groups = draft.finish(numbers.size);
      const texts = [...numbers.keys()].sort();
      const sorted = draftGroups();
      for (const [at, text] of texts.entries()) {
        const number = numbers.get(text) ?? 0;
        const end = groups.starts[number + 1] ?? 0;
        for (let i = groups.starts[number] ?? 0; i < end; i++) sorted.add(at, groups.items[i] ?? 0);
      }
      return { texts, groups: sorted.finish(texts.length) };
    },
  };
}

/** The texts that begin so, as a range of places, and whether the first of them is the very text. */
export function beginning(
  { texts }: Pick<Directory, 'texts'>,
  wanted: string,
): { readonly from: number; readonly to: number; readonly isThere: boolean } {
  const from = placeOf(texts, wanted);
  const isThere = texts[from] === wanted;
  return { from, to: placeOf(texts, `${wanted}\uffff`), isThere };
}

/** The place of the first text that does not come before `wanted`. */
function placeOf(texts: readonly string[], wanted: string): number {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle] ?? '') < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
