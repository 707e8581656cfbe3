// Draws guards by a seed, and finds those on changed lines: the same seed and the same sources give the same sample.
import { createHash } from 'node:crypto';

/** So many of one file come before the next ones of it: a large file must not fill the sample. */
const OF_A_FILE = 2;

/** Guards in the order in which they are to be tried: two of each file, then the next two of each. */
export function draw(guards, seed) {
  const seen = new Map();
  const shuffled = guards
    .map((guard) => ({ guard, place: hash(`${seed} ${guard.key} ${guard.start}`) }))
    .sort((one, other) => (one.place < other.place ? -1 : 1))
    .map(({ guard }) => {
      const before = seen.get(guard.file) ?? 0;
      seen.set(guard.file, before + 1);
      return { guard, round: Math.floor(before / OF_A_FILE) };
    });
  return shuffled.sort((one, other) => one.round - other.round).map(({ guard }) => guard);
}

const hash = (text) => createHash('sha256').update(text).digest('hex');

/** Guards of which at least one line is in `changed`. */
export const onLines = (guards, changed) =>
  guards.filter(({ file, line, lastLine }) => {
    const lines = changed.get(file);
    if (lines === undefined) return false;
    for (let at = line; at <= lastLine; at += 1) if (lines.has(at)) return true;
    return false;
  });
