// The pace of calls to the platform: how many at once, fewer under load, and pauses that all of them keep.

import { type Bell, createBell } from './bell.ts';
import { cancelled } from '../problems.ts';

/** Documented nowhere: what a handful of people at their screens would do. */
export const MOST_AT_ONCE = 6;
const GOOD_FOR_ONE_MORE = 20;
const FIRST_REST_MS = 1_000;
const LONGEST_REST_MS = 30_000;
/** So many rests one after the other, and no word in between: then it is not there. */
const MOST_RESTS = 5;

/** Told how an exchange ended: what it made of the platform's mood. */
export type Mood = 'answered' | 'troubled' | 'dropped';

export interface Pace {
  /** Waits until a call may begin. Problem cancelled when it never may. */
  turn(signal?: AbortSignal): Promise<(mood: Mood) => void>;
  /** Nobody gets a turn any more. */
  close(): void;
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
  /** Answers so far. */
  readonly answers: number;
}

export interface PaceNeeds {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly random: () => number;
}

interface State {
  atOnce: number;
  underWay: number;
  goodInRow: number;
  answers: number;
  rests: number;
  restsInRow: number;
  until: number;
  isExhausted: boolean;
  isClosed: boolean;
}

export function createPace({ clock, random }: PaceNeeds): Pace {
  const now: State = {
    atOnce: MOST_AT_ONCE,
    underWay: 0,
    goodInRow: 0,
    answers: 0,
    rests: 0,
    restsInRow: 0,
    until: 0,
    isExhausted: false,
    isClosed: false,
  };
  const bell = createBell();
  const pace: Pace = {
    waitMs: () => (now.underWay >= now.atOnce ? Infinity : Math.max(0, now.until - clock())),
    begin() {
      now.underWay += 1;
      return now.rests;
    },
    answered() {
      now.underWay -= 1;
      now.answers += 1;
      now.restsInRow = 0;
      quicken(now);
    },
    troubled(call) {
      now.underWay -= 1;
      now.goodInRow = 0;
      if (call === now.rests) rest(now, clock(), random());
    },
    leaveAlone(seconds) {
      now.until = Math.max(now.until, clock() + seconds * 1000);
    },
    dropped: () => void (now.underWay -= 1),
    turn: (signal) => turn(now, pace, bell, signal),
    close() {
      now.isClosed = true;
      bell.ring();
    },
    isExhausted: () => now.isExhausted,
    get answers() {
      return now.answers;
    },
  };
  return pace;
}

async function turn(
  now: State,
  pace: Pace,
  bell: Bell,
  signal?: AbortSignal,
): Promise<(mood: Mood) => void> {
  signal?.addEventListener('abort', bell.ring, { once: true });
  try {
    for (;;) {
      if (now.isClosed || now.isExhausted || signal?.aborted === true) throw cancelled();
      const ms = pace.waitMs();
      if (ms === 0) break;
      await bell.heard(ms);
    }
  } finally {
    signal?.removeEventListener('abort', bell.ring);
  }
  const call = pace.begin();
  return (mood) => {
    if (mood === 'troubled') pace.troubled(call);
    else pace[mood]();
    bell.ring();
  };
}

function quicken(now: State): void {
  now.goodInRow += 1;
  if (now.goodInRow < GOOD_FOR_ONE_MORE) return;
  now.goodInRow = 0;
  now.atOnce = Math.min(MOST_AT_ONCE, now.atOnce + 1);
}

/** Full jitter below a doubling bound, behind whatever the platform has asked for. */
function rest(now: State, at: number, chance: number): void {
  now.isExhausted = now.restsInRow >= MOST_RESTS;
  now.rests += 1;
  now.restsInRow += 1;
  now.atOnce = Math.max(1, Math.floor(now.atOnce / 2));
  const bound = Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** (now.restsInRow - 1));
  now.until = Math.max(now.until, at) + chance * bound;
}
