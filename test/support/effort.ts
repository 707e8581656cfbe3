// Processor time of this process relative to itself, to measure how cost grows whatever else the machine does.

const ROUNDS = 3;
/** On a machine that is busy with thirty times what it can do, few rounds are undisturbed. */
const MOST_ROUNDS = 40;

/** Milliseconds of processor time, all threads of this process together: time in which others ran does not count. */
export async function effortOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * How many times the effort of `other` that of `one` is: the least of each, tried by turns. What else runs in the
 * process (its collector, its compiler) only adds to an effort, so it is tried further until the answer is `below`.
 */
export async function timesAsMuch(
  one: () => unknown,
  other: () => unknown,
  below = MOST_GROWTH,
): Promise<number> {
  let [least, leastOther, ratio] = [Infinity, Infinity, Infinity];
  for (let round = 0; round < ROUNDS || (ratio >= below && round < MOST_ROUNDS); round++) {
    least = Math.min(least, await effortOf(one));
    leastOther = Math.min(leastOther, await effortOf(other));
    // Below a millisecond it is the clock that is measured.
    ratio = leastOther / Math.max(least, 1);
  }
  return ratio;
}

/** A growth of eight times the size that costs more than this is none with the size alone: its square would be 64. */
export const MOST_GROWTH = 24;

/** How many times more effort eight times the size takes: 8 where it grows with the size, 64 with its square. */
export const growth = (work: (size: number) => unknown, size: number): Promise<number> =>
  timesAsMuch(
    () => work(Math.floor(size / 8)),
    () => work(size),
  );

/** The least that `measure` gives: others on the machine can only add to it, so it is taken again until it is `below`. */
export async function leastOf(
  measure: () => number | Promise<number>,
  below: number,
): Promise<number> {
  let least = await measure();
  for (let round = 1; least >= below && round < MOST_ROUNDS; round++)
    least = Math.min(least, await measure());
  return least;
}
