// Sends many requests at a pace the platform bears: repeats those that may still succeed, halts all on request.
import { mayTryLater, obstacleOf } from '../../preload/failures.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import { type Bell, createBell } from './bell.ts';
import { MOST_AT_ONCE, type Pace } from './pace.ts';

/** Why it was halted before the end; of jobs, which know more reasons. */
export type Halt =
  'asked' | 'unreachable' | 'connection-changed' | 'sign-in-needed' | 'destination';

export interface Work<T, V> {
  /** Undefined: nothing for now; what is under way may lead to more. */
  next(): Promise<T | undefined>;
  ask(item: T): Promise<V>;
  got(item: T, value: V): Promise<void>;
  /** The platform's last word on it. */
  refused(item: T, failure: Failure): Promise<void>;
}

export interface Driving {
  readonly pace: Pace;
  readonly halt: () => Halt | undefined;
  /** Fires when `halt` may have something to say. */
  readonly asked: AbortSignal;
}

/** Of one item, in all. */
const MOST_TRIES = 4;
/** Twice as many as may be asked at once: while one answer is read and put down, the next is on its way. */
const MOST_OPEN = 2 * MOST_AT_ONCE;

interface Entry<T> {
  readonly item: T;
  readonly tries: number;
  /** Answers that anything had got before the first try. */
  readonly since: number;
}

/** 'none' when all is done. What is under way ends before it resolves; a Problem of `got` or `refused` is thrown then. */
export async function pump<T, V>(work: Work<T, V>, driving: Driving): Promise<Halt | 'none'> {
  const context: Context<T, V> = {
    work,
    driving,
    bell: createBell(),
    again: [],
    open: 0,
    because: 'none',
    fault: undefined,
  };
  const { asked } = driving;
  asked.addEventListener('abort', context.bell.ring);
  try {
    await drive(context);
  } finally {
    asked.removeEventListener('abort', context.bell.ring);
  }
  if (context.fault !== undefined) throw context.fault.error;
  return context.because;
}

async function drive<T, V>(context: Context<T, V>): Promise<void> {
  const { bell } = context;
  let entry: Entry<T> | undefined;
  for (;;) {
    if (isOver(context)) {
      if (context.open === 0) return;
      await bell.heard(Infinity);
      continue;
    }
    // Looked at before: what ends meanwhile may have led to more.
    const isLast = context.open === 0;
    entry ??= await take(context);
    if (entry === undefined && isLast) return;
    if (entry === undefined || context.open >= MOST_OPEN) await bell.heard(Infinity);
    else {
      begin(context, entry);
      entry = undefined;
    }
  }
}

function isOver<T, V>(context: Context<T, V>): boolean {
  const { pace, halt } = context.driving;
  if (context.because === 'none' && pace.isExhausted()) context.because = 'unreachable';
  if (context.because === 'none') context.because = halt() ?? 'none';
  const isEnding = context.because !== 'none' || context.fault !== undefined;
  // What waits for its turn need not wait any longer.
  if (isEnding) pace.close();
  return isEnding;
}

interface Context<T, V> {
  readonly work: Work<T, V>;
  readonly driving: Driving;
  readonly bell: Bell;
  readonly again: Entry<T>[];
  open: number;
  because: Halt | 'none';
  fault: { readonly error: unknown } | undefined;
}

async function take<T, V>({ work, driving, again }: Context<T, V>): Promise<Entry<T> | undefined> {
  const waiting = again.shift();
  if (waiting !== undefined) return waiting;
  const item = await work.next();
  return item === undefined ? undefined : { item, tries: 0, since: driving.pace.answers };
}

function begin<T, V>(context: Context<T, V>, entry: Entry<T>): void {
  context.open += 1;
  void ask(context, entry)
    .catch((error: unknown) => {
      context.fault ??= { error };
    })
    .finally(() => {
      context.open -= 1;
      context.bell.ring();
    });
}

async function ask<T, V>(context: Context<T, V>, entry: Entry<T>): Promise<void> {
  const { work } = context;
  const answer = await answerOf(work.ask(entry.item));
  if ('value' in answer) return work.got(entry.item, answer.value);
  const { failure } = answer;
  const meaning = meaningOf(failure);
  if (meaning === 'refused') return work.refused(entry.item, failure);
  if (meaning === 'trouble') await tryAgain(context, { ...entry, tries: entry.tries + 1 }, failure);
  else if (meaning !== 'cancelled' && context.because === 'none') context.because = meaning;
}

/** As long as nothing else gets an answer either, it is not the fault of what was asked for. */
async function tryAgain<T, V>(
  { work, driving: { pace }, again }: Context<T, V>,
  entry: Entry<T>,
  failure: Failure,
): Promise<void> {
  if (entry.tries >= MOST_TRIES && pace.answers > entry.since)
    return work.refused(entry.item, failure);
  again.push(entry);
}

type Answer<V> = { readonly value: V } | { readonly failure: Failure };

async function answerOf<V>(asked: Promise<V>): Promise<Answer<V>> {
  try {
    return { value: await asked };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { failure };
  }
}

type Meaning = 'trouble' | 'refused' | 'cancelled' | Halt;

/** Whether asking again may help, and whether anybody else would fare better. */
export function meaningOf(failure: Failure): Meaning {
  switch (obstacleOf(failure)) {
    case 'away':
      return 'trouble';
    case 'untrusted':
      return 'unreachable';
    case 'sign-in':
      // Open metadata is asked for by nobody: a page to sign in at speaks of this one document.
      return failure.kind === 'certificate' ? 'sign-in-needed' : 'refused';
    case 'computer':
      return failure.kind === 'managed' ? 'refused' : 'destination';
    case 'cancelled':
      return 'cancelled';
    case 'unclear':
      return mayTryLater(failure) ? 'trouble' : 'refused';
    case 'question':
      return 'refused';
  }
}
