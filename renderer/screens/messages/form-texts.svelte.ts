// The forms of a message while they are edited: the list, the open ones, and the actions on each.
import { SvelteMap, SvelteSet } from 'svelte/reactivity';
import type { DraftForm } from '../../../preload/contract/form-drafts.ts';
import type { Form } from '../../../preload/contract/forms.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import type { Outcome } from '../../state/action.svelte.ts';
import { chooseXml } from '../../state/file-reading.svelte.ts';
import { chooseTarget, saveAs } from '../../state/files.ts';
import { client } from '../../state/main-process.ts';
import { language } from '../../texts/language.svelte.ts';
import type { BrokenPlace } from '../../components/xml-document.ts';
import type { FormChecks, FormDesk } from './form-desk.svelte.ts';
import { type Format, type FormRow, formRows, subFormsOf, whyFixed } from './form-list.ts';
import { fixedText, type FormText, textInDraft } from './form-text.svelte.ts';

type OneForm = Result<{ readonly form: DraftForm }>;
export type AddHow = 'prefilled' | 'file' | 'empty';

const ofDesk = new WeakMap<FormDesk, FormTexts>();
/** Through all steps of one desk the same: what was typed and undone stays while another step is looked at. */
export function textsOf(desk: FormDesk): FormTexts {
  const there = ofDesk.get(desk) ?? new FormTexts(desk);
  ofDesk.set(desk, there);
  return there;
}

export class FormTexts implements FormChecks {
  readonly desk: FormDesk;
  chosen = $state<string>();
  /** How forms are shown and edited. */
  mode = $state<'fields' | 'xml'>('fields');
  /** Why the chosen one could not be opened. */
  failure = $state.raw<Failure>();
  readonly #facts = new SvelteMap<string, Form>();
  readonly #changed = new SvelteMap<string, boolean>();
  readonly #open = new SvelteMap<string, FormText>();
  /** Being read: not twice at once, for what was typed into the first would be gone with the second. */
  readonly #opening = new SvelteSet<string>();
  #asking = new AbortController();
  /** Checking what nobody has checked, which ends when the step that asked for it is left. */
  #checking = $state.raw<AbortController>();

  constructor(desk: FormDesk) {
    this.desk = desk;
    desk.flush = () => this.flush();
    desk.checks = this;
  }

  get rows(): readonly FormRow[] {
    return formRows({
      message: this.desk.message.value,
      draft: this.desk.draft.value?.forms ?? [],
      facts: this.#facts,
      changed: this.#changed,
    });
  }
  get row(): FormRow | undefined {
    return this.rows.find(({ key }) => key !== null && key === this.chosen);
  }
  get text(): FormText | undefined {
    return this.chosen === undefined ? undefined : this.#open.get(this.chosen);
  }
  get all(): readonly FormText[] {
    return [...this.#open.values()];
  }
  get opening(): boolean {
    return this.#opening.size > 0;
  }
  get fixed() {
    return whyFixed(this.desk.message.value);
  }
  get subForms() {
    return subFormsOf(this.desk.service.value?.service);
  }
  /** Of a form that was checked and not changed since. */
  problemsOf(key: string | null): number | undefined {
    const check = key === null ? undefined : this.#open.get(key)?.check;
    return check?.isOld === true ? undefined : check?.outcome?.total;
  }

  get problems(): number {
    return this.rows.reduce((sum, { key }) => sum + (this.problemsOf(key) ?? 0), 0);
  }
  get unchecked(): number {
    const isKnown = ({ key }: FormRow) => {
      const check = key === null ? undefined : this.#open.get(key)?.check;
      return check !== undefined && !check.isOld && check.outcome?.why === null;
    };
    return this.#changedHere.filter((row) => !isKnown(row)).length;
  }
  get areValid(): boolean {
    const there = this.rows.filter(({ status }) => status !== 'removed');
    const isValid = ({ key }: FormRow) =>
      key !== null && this.#open.get(key)?.check.isValid === true;
    return there.length > 0 && there.every(isValid);
  }
  get isChecking(): boolean {
    return this.#checking !== undefined;
  }
  get #changedHere(): readonly FormRow[] {
    return this.rows.filter(({ status }) => status === 'changed' || status === 'new');
  }

  /** Which schema a form has; null where the platform does not say. */
  schemaOf({ format }: Pick<FormRow, 'format'>) {
    const { serviceCode: code = null, serviceEdition: edition = null } =
      this.desk.message.value ?? {};
    const { connection } = this.desk.target;
    return code === null || edition === null || format === null
      ? null
      : { connection, code, edition, ...format };
  }

  async check(
    row: Pick<FormRow, 'key' | 'format'>,
    broken?: () => readonly BrokenPlace[] | undefined,
  ): Promise<void> {
    const text = row.key === null ? undefined : this.#open.get(row.key);
    if (text === undefined) return;
    const { who, message } = this.desk.target;
    const of = this.schemaOf(row);
    await text.check.run({
      asked: () => (of === null ? null : { ...of, draft: { who, message, key: text.key } }),
      flush: text.flush,
      broken: async () =>
        broken?.() ?? (await import('../../components/xml-editor.ts')).brokenIn(text.document),
    });
  }

  async checkChanged(): Promise<void> {
    if (this.isChecking || this.fixed !== undefined) return;
    const checking = (this.#checking = new AbortController());
    for (const row of this.#changedHere) {
      if (this.problemsOf(row.key) !== undefined) continue;
      if (row.key !== null && !this.#open.has(row.key)) await this.open(row.key);
      if (checking.signal.aborted) return;
      await this.check(row);
      if (checking.signal.aborted) return;
    }
    this.#checking = undefined;
  }

  async choose(key: string): Promise<void> {
    const before = this.text;
    this.chosen = key;
    void before?.flush();
    if (!this.#open.has(key)) await this.open(key);
  }

  /** Reads it anew; what was typed into it and is not on the disk is gone. */
  async open(key: string): Promise<void> {
    this.failure = undefined;
    if (this.#opening.has(key)) return;
    this.#opening.add(key);
    const failure = await this.#read(key);
    this.#opening.delete(key);
    if (this.chosen === key) this.failure = failure;
  }

  /** What is no longer in the draft, which was dropped elsewhere on the desk, is not shown as if it were. */
  settle(): void {
    const { draft } = this.desk;
    if (this.fixed !== undefined || draft.busy || this.opening) return;
    const kept = draft.value?.forms.map(({ key }) => key) ?? [];
    for (const { key, isIdle } of this.all) if (isIdle && !kept.includes(key)) this.#forget(key);
    if (this.chosen === undefined || this.text !== undefined || this.failure !== undefined) return;
    if (this.row === undefined) this.chosen = undefined;
    else void this.open(this.chosen);
  }

  async #read(key: string): Promise<Failure | undefined> {
    const { target } = this.desk;
    if (this.fixed !== undefined) {
      const answer = await client.forms.data({ ...target, form: key });
      if (answer.ok) this.#open.set(key, fixedText(key, answer.value.xml));
      return answer.ok ? undefined : answer.failure;
    }
    return this.#take(await this.#begun(key));
  }

  async #begun(key: string): Promise<OneForm> {
    const { desk } = this;
    // What is typed and not in the draft yet would be lost with it: until it is there, nobody can say that nothing was typed.
    const unsaved = await this.flush();
    const there = await client.formDrafts.open(desk.target);
    if (!there.ok) return there;
    const { draft } = there.value;
    const form = draft?.forms.find((one) => one.key === key);
    // Nothing was typed into it: it is no draft, but what the platform had at another time.
    const isPast =
      unsaved === undefined &&
      typeof form?.form === 'string' &&
      draft?.forms.every((one) => !one.changed && !one.removed && one.form !== null) === true &&
      desk.message.value !== undefined &&
      desk.message.value.lastChanged !== draft.expected;
    if (form !== undefined && !isPast) return { ok: true, value: { form } };
    if (isPast) await client.formDrafts.drop(desk.target);
    return client.formDrafts.begin({ ...desk.target, form: key });
  }

  /** A form that main answered, open from now on. */
  async #take(answer: OneForm): Promise<Failure | undefined> {
    if (!answer.ok) return answer.failure;
    const { form } = answer.value;
    const text = textInDraft(this.desk, form, (key, changed) => this.#noteChanged(key, changed));
    this.#open.set(form.key, text);
    this.#changed.delete(form.key);
    await this.desk.draft.load();
    return undefined;
  }

  #noteChanged(key: string, changed: boolean): void {
    const before = this.desk.draft.value?.forms.find((form) => form.key === key)?.changed;
    if ((this.#changed.get(key) ?? before) === changed) return;
    this.#changed.set(key, changed);
    // The whole draft is read for the list alone, and only when it says something else now.
    void this.desk.draft.load();
  }

  /** What the platform says of each form: its type, its format, its own check. */
  async readFacts(): Promise<void> {
    this.#asking.abort();
    const { signal } = (this.#asking = new AbortController());
    for (const { id } of this.desk.message.value?.forms ?? []) {
      if (id === null) continue;
      const answer = await client.forms.get({ ...this.desk.target, form: id }, { signal });
      if (signal.aborted) return;
      if (answer.ok) this.#facts.set(id, answer.value);
    }
  }

  stopFacts(): void {
    this.#asking.abort();
  }

  async flush(): Promise<Failure | undefined> {
    const failures = await Promise.all(this.all.map((text) => text.flush()));
    return failures.find((failure) => failure !== undefined);
  }

  /** The step is left, and perhaps the form: what was typed must not wait. */
  leave(): void {
    this.stopFacts();
    this.stopChecking();
    void this.flush().then((failure) => {
      if (failure === undefined) void this.desk.draft.load();
    });
  }

  stopChecking(): void {
    this.#checking?.abort();
    this.#checking = undefined;
    for (const { check } of this.all) check.cancel();
  }

  async add(
    how: AddHow,
    { name, dataFormatId, dataFormatVersion }: Format & { readonly name: string },
  ): Promise<Failure | 'cancelled' | undefined> {
    const { desk } = this;
    const format = { dataFormatId, dataFormatVersion };
    if (how === 'prefilled') {
      const answer = await client.forms.add({ ...desk.target, ...format });
      if (!answer.ok) return answer.failure;
      await desk.afterOwnWrite();
      void this.readFacts();
      if (answer.value.id !== null) void this.choose(answer.value.id);
      return undefined;
    }
    const file = how === 'file' ? await chosenFile() : undefined;
    if (file === null) return 'cancelled';
    if (file?.ok === false) return file.failure;
    const content = file === undefined ? {} : { file: file.value };
    const answer = await client.formDrafts.add({ ...desk.target, ...format, name, ...content });
    const failure = await this.#take(answer);
    if (answer.ok) this.chosen = answer.value.form.key;
    return failure;
  }

  /** A sub-form out of the message when the draft is saved, or back into it. */
  async setRemoved(key: string, removed: boolean): Promise<Failure | undefined> {
    await this.#open.get(key)?.flush();
    if (!this.desk.draft.value?.forms.some((form) => form.key === key)) {
      const begun = await this.#begun(key);
      if (!begun.ok) return begun.failure;
    }
    const answer = await client.formDrafts.setRemoved({ ...this.desk.target, key, removed });
    if (!answer.ok) return answer.failure;
    this.#open.get(key)?.moved(answer.value.form.revision);
    await this.desk.draft.load();
    return undefined;
  }

  /** As the platform has it; a new one is gone. */
  async revert(key: string): Promise<Failure | undefined> {
    await this.#open.get(key)?.flush();
    const answer = await client.formDrafts.revert({ ...this.desk.target, key });
    if (!answer.ok) return answer.failure;
    this.#forget(key);
    await this.desk.draft.load();
    const there = this.rows.find((row) => row.key === key) ?? this.rows[0];
    if (typeof there?.key === 'string') await this.choose(there.key);
    else this.chosen = undefined;
    return undefined;
  }

  #forget(key: string): void {
    this.#open.delete(key);
    this.#changed.delete(key);
  }

  /** The content of a file in the place of everything; `undo` takes that back while nothing has been typed since. */
  async replace(
    key: string,
    file: string,
  ): Promise<Failure | { readonly undo: () => Promise<Failure | undefined> }> {
    await this.#open.get(key)?.flush();
    const { target } = this.desk;
    const answer = await client.formDrafts.fill({ ...target, key, file });
    if (!answer.ok) return answer.failure;
    const { revision } = answer.value.form;
    await this.#take(answer);
    const undo = async () => {
      await this.#open.get(key)?.flush();
      return this.#take(await client.formDrafts.unfill({ ...target, key, revision }));
    };
    return { undo };
  }

  /** As it is on the disk. */
  async saveAs(key: string, ofDisk = false): Promise<Outcome> {
    const unsaved = ofDisk ? undefined : await this.#open.get(key)?.flush();
    if (unsaved !== undefined) return unsaved;
    const { connection, target, id } = this.desk;
    return saveAs(
      chooseTarget(connection, `${id}-${key}`, '.xml'),
      (file) =>
        this.fixed === undefined
          ? client.formDrafts.save({ ...target, target: file, key })
          : client.forms.saveData({ ...target, target: file, form: key }),
      ({ name }) => language.t.formEditor.saved(name),
    );
  }

  /** What is typed here wins over what another window put on the disk. */
  async keepMine(text: FormText): Promise<Failure | undefined> {
    const begun = await this.#begun(text.key);
    return begun.ok ? text.overwrite(begun.value.form) : begun.failure;
  }
}

/** Null when the person cancelled. */
export async function chosenFile(): Promise<Result<string> | null> {
  const answer = await chooseXml();
  if (!answer.ok) return answer;
  return answer.value === null ? null : { ok: true, value: answer.value.handle };
}
