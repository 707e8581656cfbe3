// Processor time of this process relative to itself, to measure how cost grows whatever else the machine does.

const ROUNDS = 3;
/** On a machine that is busy with thirty times what it can do, few rounds are undisturbed. */
const MOST_ROUNDS = 40;

const PIECES = 32;

/** A {@link growth} of more than this is none with the size alone; memory alone is up to seven times dearer in one piece. */
export const MOST_GROWTH = 12;

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
  below: number,
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

/**
 * How many times the effort of many pieces one whole of their size together takes: about 1 where effort grows with the
 * size, as many times as there are pieces where with its square. Both make as much for the collector, which would otherwise be what is measured.
 */
export const growth = (work: (size: number) => unknown, size: number): Promise<number> =>
  timesAsMuch(
    async () => {
      for (let piece = 0; piece < PIECES; piece += 1) await work(Math.floor(size / PIECES));
    },
    () => work(size),
    MOST_GROWTH,
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
