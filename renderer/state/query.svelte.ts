// What is read from main: value, age, failure and cancellation. A value belongs to its question, and to no later one.
import { untrack } from 'svelte';
import type { Failure, Result } from '../../preload/result.ts';
import { language } from '../texts/language.svelte.ts';
import type { DataAge } from './data-age.svelte.ts';

export interface ListStep {
  readonly items: number;
  readonly calls: number;
}
/** What every call to main may be given. */
export interface Asking<P = ListStep> {
  readonly signal: AbortSignal;
  readonly onProgress: (step: P) => void;
}

/** What a query asks about, where that can change under it. */
export interface Question {
  /** Made of plain values. What came for another key is not the value of this one, and a late answer neither. */
  readonly key?: () => unknown;
  /** The value of the key before stays until the new one comes; `isOld` says so meanwhile. */
  readonly keepOld?: boolean;
}

interface Running {
  readonly of: string;
  /** What was changed while it ran: its answer may be older than that. */
  readonly changes: ((value: never) => unknown)[];
}

/** Of a component: made by `query`. Of what outlives components: made here, and `readWhileShown` by who shows it. */
export class Query<T, P = ListStep> {
  #held = $state.raw<{ readonly of: string; readonly value: T; readonly fetched: string }>();
  #failed = $state.raw<{ readonly of: string; readonly failure: Failure }>();
  #running = $state.raw<Running>();
  /** Of the last asking, also when its answer is there: what belongs to it may go on. */
  #stop: AbortController | undefined;
  #latest = Promise.resolve(false);
  #progress = $state.raw<P>();

  readonly #ask: (asking: Asking<P>) => Promise<Result<T>>;
  readonly #question: Question;

  constructor(ask: (asking: Asking<P>) => Promise<Result<T>>, question: Question = {}) {
    this.#ask = ask;
    this.#question = question;
  }

  // Getters: what is derived stops with the component that made it, and a query may outlive that.
  /** Its key, as one text. */
  get question(): string {
    return JSON.stringify(this.#question.key?.()) ?? '';
  }
  get value(): T | undefined {
    const held = this.#held;
    return this.#question.keepOld === true || held?.of === this.question ? held?.value : undefined;
  }
  /** Whether the value is that of a key before. */
  get isOld(): boolean {
    return this.#held !== undefined && this.#held.of !== this.question;
  }
  get failure(): Failure | undefined {
    return this.#failed?.of === this.question ? this.#failed.failure : undefined;
  }
  get busy(): boolean {
    return this.#running?.of === this.question;
  }
  /** When `value` came; null before that. */
  get fetched(): string | null {
    return this.value === undefined ? null : (this.#held?.fetched ?? null);
  }
  /** Of what takes long, while it is read. */
  get progress(): P | undefined {
    return this.busy ? this.#progress : undefined;
  }
  get state(): Exclude<DataAge['state'], 'copy'> {
    return stateOf(this.failure);
  }
  /** The failure of a refresh: an older value stays shown, and the frame does not say what happened. */
  get refused(): Failure | undefined {
    return refusedRefresh(this.value, this.failure);
  }
  /** Why nothing can be changed now; undefined when it can. Nothing is queued for later (CCH-04). */
  get blocked(): string | undefined {
    return this.state === 'live' ? undefined : language.t.words.needsConnection;
  }

  /** For `showDataAge(() => users.age)`. */
  get age(): DataAge {
    return {
      fetched: this.fetched,
      state: this.state,
      failure: this.failure,
      busy: this.busy,
      refresh: () => void this.load(),
    };
  }

  /** Asks anew; what was asked before is stopped and never shown. True when an answer came that is a value. */
  load(): Promise<boolean> {
    const asked = this.#load();
    this.#latest = asked;
    return asked;
  }

  /**
   * The same for an act that goes on with the value: where somebody else asks meanwhile, for a reason of their own, theirs is waited
   * for, since it is newer. False only where it failed, was left, or asks something else by now.
   */
  async newest(): Promise<boolean> {
    const of = this.question;
    let waited: Promise<boolean>;
    let came: boolean;
    void this.load();
    do {
      waited = this.#latest;
      came = await waited;
    } while (waited !== this.#latest);
    return came && of === this.question;
  }

  async #load(): Promise<boolean> {
    this.leave();
    const running: Running = { of: this.question, changes: [] };
    const stop = new AbortController();
    this.#running = running;
    this.#stop = stop;
    try {
      const answer = await this.#ask({
        signal: stop.signal,
        onProgress: (step) => {
          if (this.#running === running) this.#progress = step;
        },
      });
      if (this.#running !== running) return false;
      if (answer.ok) this.#hold(running, answer.value);
      else this.#failed = { of: running.of, failure: answer.failure };
      return answer.ok;
    } finally {
      if (this.#running === running) this.#end();
    }
  }

  #hold({ of, changes }: Running, answer: T): void {
    const value = changes.reduce((newest, change) => change(newest as never) as T, answer);
    this.#held = { of, value, fetched: now() };
    this.#failed = undefined;
  }

  /** What was read is shown no more, and what is being read never. */
  forget(): void {
    this.leave();
    this.#held = undefined;
    this.#failed = undefined;
  }

  /** A newer value, which a write answered: what is being read is older than that. */
  take(value: T): void {
    this.leave();
    this.keep(value);
  }

  /** A part of what is read, which is shown before the rest has come; reading goes on. */
  keep(value: T): void {
    this.#hold({ of: this.question, changes: [] }, value);
  }

  /**
   * What a write changed in the value, which keeps its age. What is being read meanwhile gets the same, so `change` must be right
   * of a value that has it already.
   */
  change(change: (value: T) => T): void {
    this.#running?.changes.push(change);
    const held = this.#held;
    if (held !== undefined) this.#held = { ...held, value: change(held.value) };
  }

  /** Stops asking. What was shown stays shown. */
  leave(): void {
    this.#stop?.abort();
    this.#end();
  }

  #end(): void {
    this.#running = undefined;
    this.#progress = undefined;
  }
}

/** What is read as a whole: a query, or a model that has some. */
interface Readable {
  load(): unknown;
  /** Stops reading, where it can be stopped. What was shown stays shown. */
  leave?(): void;
  /** See `Query.question`. */
  readonly question?: string;
}

interface Moments {
  /** It is read again when something that this looks at has changed; the value stays meanwhile. */
  readonly again?: () => unknown;
  /** Milliseconds to wait first, so that what changes again meanwhile costs nothing. */
  readonly after?: () => number;
}

/** How many components show each of what is read: who leaves first stops nothing that others wait for. */
const readers = new WeakMap<Readable, number>();

/**
 * Call it while a component is made. What `of` names is read now, and again when it is another one, when its question is another or
 * when `again` says so; it is stopped where the last component that shows it ends, or names something else.
 */
export function readWhileShown(of: () => Readable | undefined, moments: Moments = {}): void {
  readHere(of, moments, (readable) => {
    const count = (by: number) => {
      const left = (readers.get(readable) ?? 0) + by;
      readers.set(readable, left);
      return left;
    };
    count(1);
    const ms = moments.after?.();
    const timer = ms === undefined ? undefined : setTimeout(() => void readable.load(), ms);
    if (ms === undefined) void readable.load();
    return () => {
      clearTimeout(timer);
      if (count(-1) === 0) readable.leave?.();
    };
  });
}

/** The same for what others show as well: it is read where it has not been, and goes on when this component is gone. */
export function readOnce(of: () => Query<unknown> | undefined, moments: Moments = {}): void {
  readHere(of, moments, (shared) => {
    if ((shared.value === undefined || shared.isOld) && !shared.busy) void shared.load();
  });
}

/** A query of the component that is being made, which is `readWhileShown`. */
export function query<T>(
  ask: (asking: Asking) => Promise<Result<T>>,
  { again, after, ...question }: Moments & Question = {},
): Query<T> {
  const made = new Query(ask, question);
  readWhileShown(() => made, { ...(again && { again }), ...(after && { after }) });
  return made;
}

/** The one effect that reads. What reading itself looks at is no reason to read again. */
function readHere<R extends Readable>(
  of: () => R | undefined,
  { again }: Moments,
  begin: (what: R) => (() => void) | void,
): void {
  const question = $derived(of()?.question);
  $effect(() => {
    again?.();
    void question;
    const what = of();
    return what === undefined ? undefined : untrack(() => begin(what));
  });
}

const now = () => new Date().toISOString();

export function stateOf(failure: Failure | undefined): Exclude<DataAge['state'], 'copy'> {
  if (failure === undefined) return 'live';
  if (isSignedOut(failure)) return 'signed-out';
  return failure.kind === 'offline' || failure.kind === 'unreachable' ? 'offline' : 'live';
}

/** See `Query.refused`. */
export const refusedRefresh = (value: unknown, failure: Failure | undefined): Failure | undefined =>
  value !== undefined && stateOf(failure) === 'live' ? failure : undefined;

const isSignedOut = (failure: Failure): boolean =>
  failure.kind === 'sign-in-needed' ||
  (failure.kind === 'refused' && failure.cause === 'organisation-not-authenticated');
