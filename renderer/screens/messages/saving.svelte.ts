// Saves a form: compares it with what the platform has now, sends it once, and finds out the result.
import { SvelteMap } from 'svelte/reactivity';
import { isUnknown } from '../../../preload/failures.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { Query } from '../../state/query.svelte.ts';
import { client } from '../../state/main-process.ts';
import type { SentAttachment } from './attachment-rules.ts';
import type { OpenForm } from './open-form.ts';
import {
  changing,
  type Choice,
  chosenLines,
  formLines,
  foundAdded,
  foundAfter,
  type Plan,
  planOf,
  type PlatformForm,
  type Step,
} from './saving.ts';

export type Then = 'fill-in' | 'await-signature';
export interface Saved {
  readonly then: Then;
  /** Of the message now; null where the platform did not say. */
  readonly id: string | null;
}
/** A write whose answer was lost, until it is known what came of it. */
interface Lost {
  readonly then: Then;
  readonly expected: string | null;
  readonly lines: ReturnType<typeof formLines>;
  /** Sent with their types; they come back under other ids. */
  readonly attachments: readonly SentAttachment[];
}

/** Kept by the desk, so that it outlives the way to another step and back. */
export class Saving {
  readonly forms: Query<readonly PlatformForm[]>;
  /** For forms that somebody else has changed meanwhile as well. */
  readonly choices = new SvelteMap<string, Choice>();
  /** Finding out what came of a lost answer. */
  readonly looking = new Action();
  lost = $state.raw<Lost>();
  /** What was found out about a lost answer: only `not-done` lets the person try again. */
  found = $state<'not-done' | 'other'>();
  /** What is shown may be older than what is typed, or than what the platform has. */
  isComparing = $state(false);
  /** Of saving form by form: what is done already. */
  done = $state<readonly string[]>([]);
  readonly #desk: OpenForm;
  readonly #writing = new Action();
  #then = $state<Then>('fill-in');
  /** Counts beginnings and ends of comparing: one that was left asks for nothing more. */
  #turn = 0;

  constructor(desk: OpenForm) {
    this.#desk = desk;
    this.forms = new Query((asking) => this.#readForms(false, asking));
  }

  get busy(): Then | undefined {
    return this.#writing.busy ? this.#then : undefined;
  }
  get failure(): Failure | undefined {
    return this.#writing.failure;
  }
  get failedAt(): Date | undefined {
    return this.#writing.failedAt;
  }

  lines = $derived.by(() => formLines(this.forms.value ?? [], this.#draft));
  chosen = $derived.by(() => chosenLines(this.lines, this.choices));
  changes = $derived.by(() => changing(this.chosen));
  /** Each form of mine that meets one of theirs needs an answer. */
  undecided = $derived.by(() =>
    this.#desk.stale
      ? this.lines.filter(
          ({ kind, key }) => (kind === 'changed' || kind === 'removed') && !this.choices.has(key),
        )
      : [],
  );

  /** All that is compared, as it is now. */
  async load(): Promise<void> {
    const turn = (this.#turn += 1);
    this.isComparing = true;
    this.choices.clear();
    await this.#desk.flush();
    if (turn !== this.#turn) return;
    await Promise.all([this.#desk.draft.load(), this.#desk.message.load()]);
    if (turn !== this.#turn) return;
    await this.forms.load();
    if (turn === this.#turn) this.isComparing = false;
  }
  leave(): void {
    this.#turn += 1;
    this.isComparing = false;
    this.forms.leave();
  }

  /** A person has seen what is here beside what the platform has. */
  get isCompared(): boolean {
    return this.forms.value !== undefined && !this.isComparing;
  }

  /** A draft in which nothing is to be saved any more, as each form is at the platform or was decided for theirs, ends. */
  async settle(): Promise<boolean> {
    let isSettled = false;
    await this.#writing.run(async () => {
      const unwritten = await this.#desk.flush();
      if (unwritten !== undefined) return unwritten;
      if (!(await this.#desk.draft.newest())) return this.#desk.draft.failure;
      if (this.changes.length > 0) return undefined;
      const failure = await this.#desk.dropDraft();
      isSettled = failure === undefined;
      return failure;
    });
    return isSettled;
  }

  plan(then: Then): Plan {
    const { attachments, rules } = this.#desk;
    return planOf({
      lines: this.chosen,
      attachments,
      then,
      typeOf: (one) => this.#desk.typeOf(one).type,
      hasTypes: rules.length > 0,
    });
  }

  /** Undefined when it was not saved; `failure` says why. */
  async save(then: Then): Promise<Saved | undefined> {
    if (this.#writing.busy || this.lost !== undefined) return undefined;
    this.#then = then;
    this.found = undefined;
    this.done = [];
    let saved: Saved | undefined;
    await this.#writing.run(async () => {
      const answer = await this.#save(then);
      if (answer.ok) saved = answer.value;
      return failureOf(answer);
    });
    return saved;
  }

  /** Asks the platform what came of a lost answer. */
  async lookUp(): Promise<Saved | undefined> {
    const { lost } = this;
    if (lost === undefined) return undefined;
    let saved: Saved | undefined;
    await this.looking.run(async () => {
      const answer = await this.#lookUp(lost);
      if (answer.ok) saved = answer.value;
      return failureOf(answer);
    });
    return saved;
  }

  async #lookUp(lost: Lost): Promise<Result<Saved | undefined>> {
    const desk = this.#desk;
    if (!(await desk.message.newest())) return failed(desk.message.failure);
    const answer = await this.#readForms(true, {});
    const { status, lastChanged = null } = desk.message.value ?? {};
    if (!answer.ok) return answer;
    const found = foundAfter(lost.lines, { forms: answer.value, lastChanged }, lost.expected);
    const isWhere = lost.then === 'fill-in' || status?.state === 'signing';
    this.lost = undefined;
    for (const key of foundAdded(lost.lines, answer.value))
      await client.formDrafts.revert({ ...desk.target, key });
    if (found === 'done' && isWhere)
      return this.#finish({ then: lost.then, id: desk.id }, lost.attachments);
    this.found = found === 'not-done' ? 'not-done' : 'other';
    await this.load();
    return NOT_SAVED;
  }

  get #draft() {
    return this.#desk.draft.value ?? null;
  }

  async #save(then: Then): Promise<Result<Saved | undefined>> {
    const unwritten = await this.#desk.flush();
    if (unwritten !== undefined) return failed(unwritten);
    if (!(await this.#desk.draft.newest())) return failed(this.#desk.draft.failure);
    const plan = this.plan(then);
    switch (plan.way) {
      case 'none':
        return NOT_SAVED;
      case 'whole':
        return this.#saveWhole(then, plan);
      case 'steps':
        return this.#saveSteps(plan.steps);
    }
  }

  async #saveWhole(
    then: Then,
    { forms, attachments, drop }: Extract<Plan, { way: 'whole' }>,
  ): Promise<Result<Saved | undefined>> {
    const expected = this.#desk.message.value?.lastChanged ?? null;
    const answer = await client.messages.replace({
      ...this.#desk.target,
      expected,
      then,
      forms: [...forms],
      attachments: [...attachments],
      drop: { forms: [...drop.forms] },
    });
    const sent = this.#desk.attachments.map(({ id, fileName, bytes }) => {
      const type = attachments.find(({ kept }) => kept === id)?.type ?? '';
      return { fileName, bytes, type };
    });
    if (answer.ok) return this.#finish({ then, id: answer.value.id }, sent);
    const lost = { then, expected, lines: this.chosen, attachments: sent };
    return this.#ended(answer.failure, lost);
  }

  /** One form after the other; each that is done leaves the draft, so that nothing is sent twice. */
  async #saveSteps(steps: readonly Step[]): Promise<Result<Saved | undefined>> {
    const desk = this.#desk;
    const shown = desk.message.value?.lastChanged ?? null;
    if (!(await desk.message.newest())) return failed(desk.message.failure);
    const expected = desk.message.value?.lastChanged ?? null;
    if (expected !== shown) {
      await this.load();
      return failed(CHANGED);
    }
    for (const step of steps) {
      const lost = { then: 'fill-in', expected: null, lines: this.lines, attachments: [] } as const;
      const answer = await this.#take(step);
      if (!answer.ok) return this.#ended(answer.failure, lost);
      this.done = [...this.done, step.name];
      await client.formDrafts.revert({ ...desk.target, key: step.draft });
    }
    return this.#finish({ then: 'fill-in', id: desk.id }, []);
  }

  #take(step: Step): Promise<Result<unknown>> {
    const { target } = this.#desk;
    switch (step.do) {
      case 'replace': {
        const { form, dataFormatId, dataFormatVersion, draft } = step;
        return client.forms.replace({ ...target, form, dataFormatId, dataFormatVersion, draft });
      }
      case 'add': {
        const { dataFormatId, dataFormatVersion, draft } = step;
        return client.forms.add({ ...target, dataFormatId, dataFormatVersion, draft });
      }
      case 'remove':
        return client.forms.remove({ ...target, form: step.form });
    }
  }

  async #ended(failure: Failure, lost: Lost): Promise<Result<Saved | undefined>> {
    if (isUnknown(failure)) {
      this.lost = lost;
      const saved = await this.lookUp();
      return saved === undefined ? failed(failure) : { ok: true, value: saved };
    }
    // Somebody was faster, or it is not there any more: what there is now is shown.
    if (this.done.length > 0) await this.#desk.afterOwnWrite();
    if (failure.kind === 'conflict' || failure.kind === 'not-found' || this.done.length > 0)
      await this.load();
    return failed(failure);
  }

  async #finish(saved: Saved, sent: readonly SentAttachment[]): Promise<Result<Saved>> {
    this.#writing.forget();
    this.found = undefined;
    const desk = this.#desk;
    const wereValid = desk.areFormsValid;
    // Before the message: a draft of ours is older than what it has just become.
    await desk.dropDraft();
    this.choices.clear();
    if ((saved.id ?? desk.id) === desk.id) await desk.afterOwnWrite({ wereValid });
    if (sent.length > 0) desk.tellTypes(sent);
    return { ok: true, value: saved };
  }

  /** `whole`: with the XML of every form, not only of those in the draft. */
  async #readForms(
    whole: boolean,
    { signal }: { readonly signal?: AbortSignal },
  ): Promise<Result<readonly PlatformForm[]>> {
    const read: PlatformForm[] = [];
    for (const { id, name } of this.#desk.message.value?.forms ?? []) {
      const form = await this.#readForm(id, name, { whole, signal });
      if (!form.ok) return form;
      read.push(form.value);
    }
    return { ok: true, value: read };
  }

  async #readForm(
    id: string | null,
    name: string,
    { whole, signal }: { readonly whole: boolean; readonly signal: AbortSignal | undefined },
  ): Promise<Result<PlatformForm>> {
    if (id === null) return { ok: true, value: { ...UNKNOWN, name } };
    const of = { ...this.#desk.target, form: id };
    const facts = await client.forms.get(of, { signal });
    if (!facts.ok) return facts;
    const { hasData, ...form } = facts.value;
    const isCompared =
      whole ||
      this.#draft?.forms.some((one) => one.form === id) === true ||
      // The main form of a message that was replaced has another id.
      (form.type === 'main-form' && this.#draft?.forms.some(({ type }) => type === form.type));
    if (!hasData || !isCompared) return { ok: true, value: { ...form, xml: undefined } };
    const data = await client.forms.data(of, { signal });
    return data.ok ? { ok: true, value: { ...form, xml: data.value.xml } } : data;
  }
}

/** There was nothing to save, or it turned out not to be done: that is said elsewhere. */
const NOT_SAVED: Result<undefined> = { ok: true, value: undefined };
/** Without one it was stopped: then nobody looks any more. */
const failed = (failure: Failure | undefined): Result<undefined> =>
  failure === undefined ? NOT_SAVED : { ok: false, failure };
const UNKNOWN: Omit<PlatformForm, 'name'> = {
  id: null,
  type: 'unknown',
  dataFormatId: null,
  dataFormatVersion: null,
  validationStatus: null,
  xml: undefined,
};
const CHANGED: Failure = {
  kind: 'conflict',
  message: 'The message was changed since it was shown. Look at it again.',
  reason: '',
  field: 'expected',
};
