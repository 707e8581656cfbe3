// How fast the platform may be asked: so many calls at once, fewer when it groans, and rests that all of them keep.

/** Documented nowhere: what a handful of people at their screens would do. */
export const MOST_AT_ONCE = 6;
const GOOD_FOR_ONE_MORE = 20;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
/** So many rests one after the other, and no word in between: then it is not there. */
const MOST_RESTS = 5;

export interface Pace {
  /** For how long no call may begin; 0: one may; Infinity: not before one of those under way has ended. */
  waitMs(): number;
  /** A call begins. Its number is told again when it ends. */
  begin(): number;
  /** The platform answered, whatever it said. */
  answered(): void;
  /** Busy, or the line failed. What was asked before the present rest began makes no other one. */
  troubled(call: number): void;
  /** The platform said for how long it wants to be left alone: that holds for all. */
  leaveAlone(seconds: number): void;
  /** It ended without a word on the platform. */
  dropped(): void;
  /** Rests were of no use. */
  isExhausted(): boolean;
  readonly atOnce: number;
  /** Answers so far. */
  readonly answers: number;
}

export interface PaceNeeds {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly random: () => number;
}

export function createPace({ clock, random }: PaceNeeds): Pace {
  let [atOnce, underWay, goodInRow, answers] = [MOST_AT_ONCE, 0, 0, 0];
  let [rests, inRow, until] = [0, 0, 0];
  let isExhausted = false;
  return {
    waitMs: () => (underWay >= atOnce ? Infinity : Math.max(0, until - clock())),
    begin() {
      underWay += 1;
      return rests;
    },
    answered() {
      underWay -= 1;
      answers += 1;
      inRow = 0;
      goodInRow += 1;
      if (goodInRow < GOOD_FOR_ONE_MORE) return;
      goodInRow = 0;
      atOnce = Math.min(MOST_AT_ONCE, atOnce + 1);
    },
    troubled(call) {
      underWay -= 1;
      goodInRow = 0;
      if (call < rests) return;
      isExhausted = inRow >= MOST_RESTS;
      rests += 1;
      inRow += 1;
      atOnce = Math.max(1, Math.floor(atOnce / 2));
      const bound = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (inRow - 1));
      until = Math.max(until, clock()) + random() * bound;
    },
    leaveAlone(seconds) {
      until = Math.max(until, clock() + seconds * 1000);
    },
    dropped() {
      underWay -= 1;
    },
    isExhausted: () => isExhausted,
    get atOnce() {
      return atOnce;
    },
    get answers() {
      return answers;
    },
  };
}
