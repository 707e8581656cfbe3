// Limits calls to the platform: how many at once, fewer when it is overloaded, and back-offs that apply to all of them.
import { failureOf } from '../problem.ts';
import { cancelled } from '../problems.ts';
import { type AsyncEvent, createAsyncEvent } from './async-event.ts';

/** The platform documents no limit; this is the load of a handful of people at their screens. */
export const MOST_AT_ONCE = 6;
const SUCCESSES_PER_INCREASE = 20;
const FIRST_BACKOFF_MS = 1_000;
const LONGEST_BACKOFF_MS = 30_000;
/** After so many back-offs without an answer between them the platform counts as unreachable. */
const MOST_BACKOFFS = 5;

/** How a call ended, as far as it shows the load of the platform. */
export type CallOutcome = 'answered' | 'failed' | 'cancelled';

export interface ConcurrencyLimiter {
  /** Waits until a call may begin; the returned function is told how it ended. Problem cancelled when it never may. */
  acquire(signal?: AbortSignal): Promise<(outcome: CallOutcome) => void>;
  /** Rejects everybody who waits, and all later calls. */
  close(): void;
  /** For how long no call may begin; 0: one may; Infinity: not before one of those under way has ended. */
  waitMs(): number;
  /** Counts a call that begins. Returns the number that `failed` needs. */
  begin(): number;
  /** The platform answered, whatever the answer was. */
  answered(): void;
  /** The platform was busy, or the connection failed. A call that began before the last back-off causes no further one. */
  failed(call: number): void;
  /** `Retry-After` of one answer: no call of anybody begins before that. */
  pauseFor(seconds: number): void;
  /** The call ended without telling anything about the platform. */
  cancelled(): void;
  /** All back-offs were in vain. */
  isExhausted(): boolean;
  readonly answers: number;
}

export interface ConcurrencyLimiterNeeds {
  /** Milliseconds of a clock that only goes forward. */
  readonly clock: () => number;
  readonly random: () => number;
}

interface State {
  limit: number;
  active: number;
  successesInRow: number;
  answers: number;
  backoffs: number;
  backoffsInRow: number;
  pausedUntil: number;
  isExhausted: boolean;
  isClosed: boolean;
}

export function createConcurrencyLimiter({
  clock,
  random,
}: ConcurrencyLimiterNeeds): ConcurrencyLimiter {
  const state: State = {
    limit: MOST_AT_ONCE,
    active: 0,
    successesInRow: 0,
    answers: 0,
    backoffs: 0,
    backoffsInRow: 0,
    pausedUntil: 0,
    isExhausted: false,
    isClosed: false,
  };
  const changed = createAsyncEvent();
  const limiter: ConcurrencyLimiter = {
    waitMs: () =>
      state.active >= state.limit ? Infinity : Math.max(0, state.pausedUntil - clock()),
    begin() {
      state.active += 1;
      return state.backoffs;
    },
    answered() {
      state.active -= 1;
      state.answers += 1;
      state.backoffsInRow = 0;
      countSuccess(state);
    },
    failed(call) {
      state.active -= 1;
      state.successesInRow = 0;
      if (call === state.backoffs) backOff(state, clock(), random());
    },
    pauseFor(seconds) {
      state.pausedUntil = Math.max(state.pausedUntil, clock() + seconds * 1000);
    },
    cancelled: () => void (state.active -= 1),
    acquire: (signal) => acquire(state, limiter, changed, signal),
    close() {
      state.isClosed = true;
      changed.set();
    },
    isExhausted: () => state.isExhausted,
    get answers() {
      return state.answers;
    },
  };
  return limiter;
}

/**
 * Where the platform is overloaded, fewer are read at once, after the pause that it asks for. Nothing begins once `halted`. What was read
 * has its turn no more once `read` says so: the disk may take it meanwhile.
 */
export async function whileBusy<T>(
  limiter: ConcurrencyLimiter,
  halted: AbortSignal,
  read: (wasRead: () => void) => Promise<T>,
): Promise<T> {
  for (;;) {
    const leave = await limiter.acquire(halted);
    let isIn = true;
    const ended = (how: CallOutcome) => {
      if (isIn) leave(how);
      isIn = false;
    };
    try {
      const answer = await read(() => {
        ended('answered');
      });
      ended('answered');
      return answer;
    } catch (error) {
      const failure = failureOf(error);
      if (failure?.kind === 'busy') limiter.pauseFor(failure.retryAfterSeconds);
      ended(failure?.kind === 'cancelled' ? 'cancelled' : 'failed');
      if (failure?.kind !== 'busy' || limiter.isExhausted()) throw error;
    }
  }
}

async function acquire(
  state: State,
  limiter: ConcurrencyLimiter,
  changed: AsyncEvent,
  signal?: AbortSignal,
): Promise<(outcome: CallOutcome) => void> {
  signal?.addEventListener('abort', changed.set, { once: true });
  try {
    for (;;) {
      if (state.isClosed || state.isExhausted || signal?.aborted === true) throw cancelled();
      const ms = limiter.waitMs();
      if (ms === 0) break;
      await changed.wait(ms);
    }
  } finally {
    signal?.removeEventListener('abort', changed.set);
  }
  const call = limiter.begin();
  return (outcome) => {
    if (outcome === 'failed') limiter.failed(call);
    else limiter[outcome]();
    changed.set();
  };
}

function countSuccess(state: State): void {
  state.successesInRow += 1;
  if (state.successesInRow < SUCCESSES_PER_INCREASE) return;
  state.successesInRow = 0;
  state.limit = Math.min(MOST_AT_ONCE, state.limit + 1);
}

/** Full jitter below a bound that doubles, added to the pause that the platform has asked for. */
function backOff(state: State, now: number, chance: number): void {
  state.isExhausted = state.backoffsInRow >= MOST_BACKOFFS;
  state.backoffs += 1;
  state.backoffsInRow += 1;
  state.limit = Math.max(1, Math.floor(state.limit / 2));
  const bound = Math.min(LONGEST_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** (state.backoffsInRow - 1));
  state.pausedUntil = Math.max(state.pausedUntil, now) + chance * bound;
}
