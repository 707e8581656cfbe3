// The queue of edits on their way to the disk.
// They are collected briefly, sent in order with the newest revision, and kept and sent again after a failure.
import type { TextChange } from '../../../preload/contract/form-drafts.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { composed, cutForCall } from '../../../preload/forms/text-changes.ts';

/** The most that a crash can take. */
export const GATHERED_FOR = 300;

export type Saving =
  /** `at`: when the last of it came on the disk; null where nothing was typed yet. */
  | { readonly kind: 'saved'; readonly at: Date | null }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The text on the disk is another one than it was typed into. */
  | { readonly kind: 'conflict'; readonly failure: Failure };

export interface EditQueueNeeds {
  /** Of the text as it is on the disk. */
  readonly revision: number;
  readonly send: (
    revision: number,
    changes: readonly TextChange[],
  ) => Promise<Result<{ readonly revision: number; readonly changed: boolean }>>;
  readonly onstate: (state: Saving) => void;
  /** Whether the whole text is other than at the platform, as main says. */
  readonly onchanged: (changed: boolean) => void;
}

export class EditQueue {
  readonly #needs: EditQueueNeeds;
  #revision: number;
  /** Typed and not sent, as one step from the text that is on the disk or under way to it. */
  #waiting: readonly TextChange[] = [];
  #sending: Promise<Failure | undefined> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #conflict: Failure | undefined;

  constructor(needs: EditQueueNeeds) {
    this.#needs = needs;
    this.#revision = needs.revision;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0 && this.#sending === undefined;
  }

  /** By positions of the text that the person saw before them. */
  type(changes: readonly TextChange[]): void {
    this.#waiting = composed(this.#waiting, changes);
    if (this.#conflict !== undefined || this.#sending !== undefined) return;
    if (this.#timer !== undefined) return;
    this.#needs.onstate({ kind: 'waiting' });
    // Not put off by the next key press: whoever types without a pause is saved as well.
    this.#timer = setTimeout(() => void this.flush(), GATHERED_FOR);
  }

  /** Resolves when everything typed until now is on the disk, or with why it is not. */
  async flush(): Promise<Failure | undefined> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll();
    return this.#sending;
  }

  /** The text is that of another revision now, and nothing of what was typed is left to be sent. */
  restart(revision: number): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#revision = revision;
    this.#waiting = [];
    this.#conflict = undefined;
    this.#needs.onstate({ kind: 'saved', at: null });
  }

  /** By an act that does not touch the text: what was typed stays to be sent. */
  moved(revision: number): void {
    this.#revision = revision;
  }

  async #sendAll(): Promise<Failure | undefined> {
    // What is set when it is over must be set after `#sending`.
    await Promise.resolve();
    const sent = this.#waiting.length > 0;
    let failure = this.#conflict;
    while (failure === undefined && this.#waiting.length > 0) failure = await this.#sendOne();
    this.#sending = undefined;
    if (failure === undefined && sent) this.#needs.onstate({ kind: 'saved', at: new Date() });
    return failure;
  }

  async #sendOne(): Promise<Failure | undefined> {
    const { call, rest } = cutForCall(this.#waiting);
    this.#waiting = rest;
    this.#needs.onstate({ kind: 'saving' });
    const answer = await this.#needs.send(this.#revision, call);
    if (answer.ok) {
      this.#revision = answer.value.revision;
      this.#needs.onchanged(answer.value.changed);
      return undefined;
    }
    const { failure } = answer;
    this.#waiting = composed(call, this.#waiting);
    // Gone is as good as changed: the draft was dropped by another window.
    const isOther = failure.kind === 'conflict' || failure.kind === 'not-found';
    if (isOther) this.#conflict = failure;
    this.#needs.onstate({ kind: isOther ? 'conflict' : 'failed', failure });
    return failure;
  }
}
