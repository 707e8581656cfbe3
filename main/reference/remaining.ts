// How long the rest will take, told from how long documents took lately.

export interface Remaining {
  /** One more document is done. */
  done(): void;
  /** Null while too little is known. */
  seconds(left: number): number | null;
}

const ENOUGH = 20;
/** Weight of the newest: about the last hundred count. */
const NEWEST = 0.02;

export function createRemaining(clock: () => number): Remaining {
  let [count, mean, last] = [0, 0, clock()];
  return {
    done() {
      const now = clock();
      count += 1;
      mean += (now - last - mean) * Math.max(NEWEST, 1 / count);
      last = now;
    },
    seconds: (left) => (count < ENOUGH ? null : Math.ceil((mean * left) / 1000)),
  };
}
