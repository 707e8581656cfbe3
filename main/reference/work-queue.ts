// Loads many items through the concurrency limiter: retries those that may still succeed, and halts on request.
import { mayTryLater, obstacleOf } from '../../preload/failures.ts';
import type { Failure } from '../../preload/result.ts';
import { failureOf } from '../problem.ts';
import { type AsyncEvent, createAsyncEvent } from './async-event.ts';
import { type ConcurrencyLimiter, MOST_AT_ONCE } from './concurrency-limiter.ts';

/** Why it halted before the end; jobs know more reasons. */
export type HaltReason =
  | 'asked'
  | 'unreachable'
  | 'connection-changed'
  | 'sign-in-needed'
  | 'destination'
  | 'keychain';

export interface WorkQueue<T, V> {
  /** Undefined: nothing for now; an item under way may still add more. */
  next(): Promise<T | undefined>;
  load(item: T): Promise<V>;
  loaded(item: T, value: V): Promise<void>;
  /** The item is given up. */
  refused(item: T, failure: Failure): Promise<void>;
}

export interface WorkControl {
  readonly limiter: ConcurrencyLimiter;
  readonly haltReason: () => HaltReason | undefined;
  /** Fires when `haltReason` may have changed. */
  readonly haltRequested: AbortSignal;
}

/** Of one item, in all. */
const MOST_TRIES = 4;
/** Twice as many as may be loaded at once: while one answer is read and stored, the next call is under way. */
const MOST_OPEN = 2 * MOST_AT_ONCE;

interface Entry<T> {
  readonly item: T;
  readonly tries: number;
  /** Answers of the platform before the first try. */
  readonly answersBefore: number;
  /** The same at its last try. */
  readonly answersSince: number;
}

interface Run<T, V> {
  readonly queue: WorkQueue<T, V>;
  readonly control: WorkControl;
  readonly changed: AsyncEvent;
  readonly retries: Entry<T>[];
  open: number;
  because: HaltReason | 'none';
  fault: { readonly error: unknown } | undefined;
}

/** 'none' when all is done. Items under way end before it resolves; a Problem of `loaded` or `refused` is thrown then. */
export async function runWorkQueue<T, V>(
  queue: WorkQueue<T, V>,
  control: WorkControl,
): Promise<HaltReason | 'none'> {
  const run: Run<T, V> = {
    queue,
    control,
    changed: createAsyncEvent(),
    retries: [],
    open: 0,
    because: 'none',
    fault: undefined,
  };
  const { haltRequested } = control;
  haltRequested.addEventListener('abort', run.changed.set);
  try {
    await processAll(run);
  } finally {
    haltRequested.removeEventListener('abort', run.changed.set);
  }
  if (run.fault !== undefined) throw run.fault.error;
  return run.because;
}

async function processAll<T, V>(run: Run<T, V>): Promise<void> {
  const { changed } = run;
  let entry: Entry<T> | undefined;
  for (;;) {
    if (isEnding(run)) {
      if (run.open === 0) return;
      await changed.wait(Infinity);
      continue;
    }
    // Read before `nextEntry`: an item that ends meanwhile may have added more.
    const isLast = run.open === 0;
    entry ??= await nextEntry(run);
    if (entry === undefined && isLast) return;
    if (entry === undefined || run.open >= MOST_OPEN) await changed.wait(Infinity);
    else {
      begin(run, entry);
      entry = undefined;
    }
  }
}

function isEnding<T, V>(run: Run<T, V>): boolean {
  const { limiter, haltReason } = run.control;
  if (run.because === 'none' && limiter.isExhausted()) run.because = 'unreachable';
  if (run.because === 'none') run.because = haltReason() ?? 'none';
  const ending = run.because !== 'none' || run.fault !== undefined;
  // Items that wait for the limiter need not wait any longer.
  if (ending) limiter.close();
  return ending;
}

async function nextEntry<T, V>({
  queue,
  control,
  retries,
}: Run<T, V>): Promise<Entry<T> | undefined> {
  const waiting = retries.shift();
  if (waiting !== undefined) return waiting;
  const item = await queue.next();
  if (item === undefined) return undefined;
  const { answers } = control.limiter;
  return { item, tries: 0, answersBefore: answers, answersSince: answers };
}

function begin<T, V>(run: Run<T, V>, entry: Entry<T>): void {
  run.open += 1;
  void loadEntry(run, entry)
    .catch((error: unknown) => {
      run.fault ??= { error };
    })
    .finally(() => {
      run.open -= 1;
      run.changed.set();
    });
}

async function loadEntry<T, V>(run: Run<T, V>, entry: Entry<T>): Promise<void> {
  const { queue } = run;
  const answer = await answerOf(queue.load(entry.item));
  if ('value' in answer) return queue.loaded(entry.item, answer.value);
  const { failure } = answer;
  const next = nextStepAfter(failure);
  if (next === 'refuse') return queue.refused(entry.item, failure);
  if (next === 'retry') await retry(run, { ...entry, tries: entry.tries + 1 }, failure);
  else if (next !== 'cancelled' && run.because === 'none') run.because = next;
}

/**
 * An item is given up only when others got answers meanwhile: else the platform is away, and the item is not at fault.
 * Where several fail, they must have got them since its last try: what was on its way is answered when the platform is gone.
 */
async function retry<T, V>(run: Run<T, V>, entry: Entry<T>, failure: Failure): Promise<void> {
  const { answers } = run.control.limiter;
  const isAlone = run.open === 1 && run.retries.length === 0;
  const othersAnswered = answers > (isAlone ? entry.answersBefore : entry.answersSince);
  if (entry.tries >= MOST_TRIES && othersAnswered) return run.queue.refused(entry.item, failure);
  run.retries.push({ ...entry, answersSince: answers });
}

type Answer<V> = { readonly value: V } | { readonly failure: Failure };

async function answerOf<V>(loading: Promise<V>): Promise<Answer<V>> {
  try {
    return { value: await loading };
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return { failure };
  }
}

type NextStep = 'retry' | 'refuse' | 'cancelled' | HaltReason;

/** Whether another try may help this item, whether the item is given up, or whether every item would fail alike. */
export function nextStepAfter(failure: Failure): NextStep {
  switch (obstacleOf(failure)) {
    case 'away':
      return 'retry';
    case 'untrusted':
      return 'unreachable';
    case 'sign-in':
      // Open metadata needs no sign-in: a sign-in page is the answer to this one document.
      return failure.kind === 'certificate' ? 'sign-in-needed' : 'refuse';
    case 'computer':
      if (failure.kind === 'keychain') return 'keychain';
      return failure.kind === 'managed' ? 'refuse' : 'destination';
    case 'cancelled':
      return 'cancelled';
    case 'unclear':
      return mayTryLater(failure) ? 'retry' : 'refuse';
    case 'question':
      return 'refuse';
  }
}
