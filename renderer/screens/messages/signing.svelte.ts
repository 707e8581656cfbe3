// The state of signing one message: the text and whether it was read, the selection, the signature and its result.
import type { Message, MessageSummary } from '../../../preload/contract/messages.ts';
import { isUnknown } from '../../../preload/failures.ts';
import type { Failure } from '../../../preload/result.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import { askedSince, lookAlikes } from './aftermath.ts';
import type { OpenForm } from './open-form.ts';
import {
  CLOSED,
  type Gate,
  keyOf,
  mayBeSigned,
  named,
  type OnScreen,
  refused,
  seenToEnd,
  shownAnew,
  type SigningText,
} from './sign-gate.ts';
import {
  isUnsaved,
  itemsOf,
  presetOf,
  signedBy,
  type SignItem,
  standingOf,
  toggled,
  whatOf,
} from './sign-items.ts';

/** What the platform says after an answer was lost. */
export type Found =
  /** Still there as it was shown: nothing is signed so far. */
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'changed'; readonly message: Message }
  /** Not there any more; these forms of the service were archived since. */
  | { readonly kind: 'gone'; readonly archived: readonly MessageSummary[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

export interface Signed {
  readonly kind: 'signed';
  readonly at: string;
  /** Null where the platform did not say where it is. */
  readonly id: string | null;
  readonly items: readonly SignItem[];
  /** Undefined until it was read. */
  readonly message: Message | undefined;
  /** Of reading it, not of signing. */
  readonly failure: Failure | undefined;
}
export interface Unknown {
  readonly kind: 'unknown';
  readonly at: string;
  readonly failure: Failure;
  readonly items: readonly SignItem[];
  readonly expected: string | null;
  /** Undefined while it is looked for. */
  readonly found: Found | undefined;
}

type Blocked = 'reading' | 'unsaved' | 'draft-unknown' | 'offline' | 'unread' | 'unnamed' | 'none';

/** Kept by the desk, so that it outlives the way to another step and back. */
export class Signing {
  gate = $state.raw<Gate>(CLOSED);
  mode = $state<'all' | 'chosen'>('all');
  /** Not an `Action`: what a signature came to is more than a failure, and it is begun once and never again. */
  busy = $state(false);
  outcome = $state.raw<Signed | Unknown>();
  /** Of a signature that surely was none. */
  failure = $state.raw<Failure>();
  /** Why it is not known whether this computer has something unsaved. */
  draftFailure = $state.raw<Failure>();
  readonly text: Query<OnScreen>;
  readonly #desk: OpenForm;
  #chosen = $state.raw<ReadonlySet<string>>();

  constructor(desk: OpenForm) {
    this.#desk = desk;
    this.text = new Query<OnScreen>(async (asking) => {
      const lastChanged = this.message?.lastChanged ?? null;
      const answer = await client.messages.signingText(desk.target, asking);
      const text = textOf(answer);
      return 'failure' in text
        ? { ok: false, failure: text.failure }
        : { ok: true, value: { text, lastChanged } };
    });
  }

  get message(): Message | undefined {
    return this.#desk.message.value;
  }
  standing = $derived.by(() => (this.message === undefined ? undefined : standingOf(this.message)));
  items = $derived.by(() => (this.message === undefined ? [] : itemsOf(this.message)));
  chosen = $derived.by(() => this.#chosen ?? presetOf(this.items));
  what = $derived.by(() => whatOf(this.items, this.mode === 'all' ? 'all' : this.chosen));

  /** Some of it is signed, and the form waits for more. */
  get isPartly(): boolean {
    const { outcome } = this;
    if (outcome?.kind !== 'signed' || outcome.message === undefined) return false;
    const standing = standingOf(outcome.message);
    return standing === 'signable' || standing === 'complete-first';
  }
  get isDone(): boolean {
    return this.outcome?.kind === 'signed' && !this.isPartly;
  }

  /** The first thing that stands in the way; undefined when it may be signed. */
  blocked = $derived.by<Blocked | undefined>(() => {
    const { message, draft } = this.#desk;
    if (message.state !== 'live' || this.text.state !== 'live') return 'offline';
    if (this.draftFailure !== undefined) return 'draft-unknown';
    if (isUnsaved(draft.value ?? null)) return 'unsaved';
    const isRead = draft.value !== undefined && this.text.value !== undefined;
    if (!isRead || message.busy || this.text.busy || this.busy) return 'reading';
    if (message.failure !== undefined || this.text.failure !== undefined) return 'reading';
    if (!this.gate.seenToEnd) return 'unread';
    if (this.what === undefined) return 'none';
    return mayBeSigned(this.gate, this.name) === undefined ? 'unnamed' : undefined;
  });

  /** After the message was read: what it is signed with belongs to it as it is now. */
  async read(): Promise<void> {
    const { standing } = this;
    if (standing === 'archived' || standing === 'deleted' || standing === 'correspondence') return;
    if (!(await this.text.load()) || this.text.value === undefined) return;
    const before = this.gate.screen;
    const screen = this.text.value;
    this.gate = shownAnew(this.gate, screen);
    // Items are chosen by their place in the message.
    if (before !== undefined && before.lastChanged !== screen.lastChanged) this.#chosen = undefined;
  }

  /** What is typed and not saved would not be signed. */
  async checkDraft(): Promise<void> {
    const { draft } = this.#desk;
    const failure = await this.#desk.flush();
    await draft.newest();
    this.draftFailure = failure ?? draft.failure;
  }

  /** All of it once more, after a person asked for it. */
  refresh(): void {
    void this.checkDraft();
    void this.#desk.message.load();
  }

  seen(key: string): void {
    this.gate = seenToEnd(this.gate, key);
  }
  type(key: string, typed: string): void {
    this.gate = named(this.gate, key, typed);
  }
  /** What is to be typed. */
  get name(): string {
    return this.#desk.signer;
  }
  choose(key: string, on: boolean): void {
    this.#chosen = toggled(this.items, this.chosen, key, on);
  }
  get key(): string {
    return this.gate.screen === undefined ? '' : keyOf(this.gate.screen);
  }

  /** Once. A failure is one that surely signed nothing and leaves all as it is; anything else is shown by the step. */
  async sign(): Promise<Failure | undefined> {
    const screen = mayBeSigned(this.gate, this.name);
    const { what, items } = this;
    if (screen === undefined || what === undefined || this.blocked !== undefined) return undefined;
    // One that was given, or may have been, is not given again.
    if (this.outcome !== undefined) return undefined;
    this.busy = true;
    this.failure = undefined;
    try {
      await this.checkDraft();
      if (this.draftFailure !== undefined) return this.draftFailure;
      if (isUnsaved(this.#desk.draft.value ?? null)) return undefined;
      this.failure = await this.#signNow(screen, what, signedBy(items, what));
      return this.failure;
    } finally {
      this.busy = false;
    }
  }

  async #signNow(
    { text, lastChanged }: OnScreen,
    what: NonNullable<typeof this.what>,
    items: readonly SignItem[],
  ): Promise<Failure | undefined> {
    const at = now();
    const answer = await client.messages.sign({
      ...this.#desk.target,
      what,
      expected: lastChanged,
      signingText: text.kind === 'none' ? { none: true } : { digest: text.digest },
    });
    if (answer.ok) {
      void this.#settle({ at, id: answer.value.id, items });
      return undefined;
    }
    const { failure } = answer;
    if (isUnknown(failure)) {
      this.outcome = {
        kind: 'unknown',
        at,
        failure,
        items,
        expected: lastChanged,
        found: undefined,
      };
      void this.look();
      return undefined;
    }
    if (failure.kind !== 'conflict') return failure;
    // Somebody was here meanwhile: what was shown is not what would be signed.
    this.gate = refused(this.gate);
    void this.#desk.message.load();
    return failure.field === undefined ? failure : undefined;
  }

  /** What is there now is read; that it was signed is certain. */
  async #settle(signed: Pick<Signed, 'at' | 'id' | 'items'>): Promise<void> {
    const known = { ...signed, kind: 'signed' as const, failure: undefined };
    this.outcome = { ...known, message: undefined };
    // Before the message: a draft of ours is older than what it has just become.
    await this.#desk.dropDraft();
    const about = { ...this.#desk.target, message: signed.id ?? this.#desk.id };
    const answer = await client.messages.get(about);
    if (!answer.ok) {
      const failure = signed.id === null ? undefined : answer.failure;
      this.#desk.signed(signed.id);
      this.outcome = { ...known, message: undefined, failure };
      return;
    }
    const message = answer.value;
    // The steps see what it is now, and offer nothing of before.
    this.#desk.message.take(message);
    this.outcome = { ...known, id: message.id, message };
    if (this.isDone) this.#desk.signed(message.id);
  }

  /** After a lost answer: what the platform has now. Reads only; the signature is not given again. */
  async look(): Promise<void> {
    const unknown = this.outcome;
    if (unknown?.kind !== 'unknown') return;
    this.outcome = { ...unknown, found: undefined };
    const answer = await client.messages.get(this.#desk.target);
    if (answer.ok && standingOf(answer.value) === 'archived') {
      await this.#settle({ ...unknown, id: answer.value.id });
      return;
    }
    const found = await this.#foundAfter(unknown, answer);
    if (this.outcome?.kind === 'unknown') this.outcome = { ...unknown, found };
  }

  async #foundAfter(
    { at, expected }: Unknown,
    answer: Awaited<ReturnType<typeof client.messages.get>>,
  ): Promise<Found> {
    if (answer.ok) {
      const isSame = answer.value.lastChanged === expected;
      return isSame ? { kind: 'unchanged' } : { kind: 'changed', message: answer.value };
    }
    const { serviceCode = null, serviceEdition = null } = this.message ?? {};
    if (answer.failure.kind !== 'not-found' || serviceCode === null || serviceEdition === null)
      return { kind: 'failed', failure: answer.failure };
    const { connection, who } = this.#desk.target;
    const list = await client.messages.list({ connection, who, all: true, from: askedSince(at) });
    if (!list.ok) return { kind: 'failed', failure: list.failure };
    const states = ['archived-form', 'archived'] as const;
    const lost = { serviceCode, serviceEdition, states };
    return { kind: 'gone', archived: lookAlikes(list.value.messages, lost) };
  }

  /** From the beginning, text and name and all: only after the platform has said that nothing was signed. */
  beginAgain(): void {
    const { outcome } = this;
    if (outcome?.kind === 'unknown') {
      const { found } = outcome;
      if (found?.kind !== 'unchanged' && found?.kind !== 'changed') return;
    }
    this.outcome = undefined;
    this.startOver();
    this.refresh();
  }

  /** What was read and chosen was of another content, which is none that somebody else made. */
  startOver(): void {
    this.gate = CLOSED;
    this.failure = undefined;
    this.#chosen = undefined;
  }
}

const now = () => new Date().toISOString();

type TextAnswer = Awaited<ReturnType<typeof client.messages.signingText>>;

/** The message itself has just been read: what is not found is its signing text. */
function textOf(answer: TextAnswer): SigningText | { readonly failure: Failure } {
  if (answer.ok) return { kind: 'text', ...answer.value };
  return answer.failure.kind === 'not-found' ? { kind: 'none' } : { failure: answer.failure };
}
