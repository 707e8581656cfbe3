// The state of the connection form: the draft, which errors are shown yet, and saving it.
import type { Connection } from '../../../preload/contract/connections.ts';
import type { Failure } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { managed } from '../../state/managed.svelte.ts';
import { client } from '../../state/main-process.ts';
import {
  draftOf,
  emptyDraft,
  inputOf,
  problemsByField,
  problemsOf,
  sameDraft,
  type Draft,
  type DraftField,
  type Problems,
} from './draft.ts';
import { settledDraft } from './settled.ts';

interface Refused {
  readonly problems: Problems;
  readonly at: Draft;
}

export class Form {
  readonly draft: Draft = $state(emptyDraft('en'));
  readonly #saving = new Action();
  readonly #connection: Connection | undefined;
  readonly #begun: Draft;
  readonly #own = $derived(problemsOf(this.draft));
  readonly #changed = $derived.by(() => !sameDraft(this.draft, this.#begun));
  #left = $state.raw<Readonly<Partial<Record<DraftField, true>>>>({});
  #refused = $state.raw<Refused>();

  /** For a new connection when none is given. */
  constructor(connection: Connection | undefined, locale: 'en' | 'nb') {
    this.#connection = connection;
    const isNew = connection === undefined;
    const begun = isNew ? emptyDraft(locale) : draftOf(connection);
    this.#begun = settledDraft(begun, managed.settings, isNew);
    Object.assign(this.draft, this.#begun);
  }

  get saving(): boolean {
    return this.#saving.busy;
  }
  get failure(): Failure | undefined {
    return this.#saving.failure;
  }

  get changed(): boolean {
    return this.#changed;
  }

  /** The problem of a field, once a person left it or tried to save. */
  problem(field: DraftField): Problems[DraftField] {
    // What main refused is shown until that very field is changed.
    const theirs =
      this.#refused?.at[field] === this.draft[field] ? this.#refused.problems[field] : undefined;
    return this.#left[field] === true ? (this.#own[field] ?? theirs) : theirs;
  }

  leave(field: DraftField): void {
    this.#left = { ...this.#left, [field]: true };
  }

  /** Shows all problems of these fields; answers whether there are none. */
  fine(fields: readonly DraftField[]): boolean {
    this.#left = { ...this.#left, ...Object.fromEntries(fields.map((field) => [field, true])) };
    return fields.every((field) => this.#own[field] === undefined);
  }

  /** The saved connection; undefined when it was refused, by the rules here or in main. */
  async save(): Promise<Connection | undefined> {
    const at = $state.snapshot(this.draft);
    if (!this.fine(Object.keys(at) as DraftField[])) return undefined;
    let saved: Connection | undefined;
    await this.#saving.run(async () => {
      const input = inputOf(at);
      const answer =
        this.#connection === undefined
          ? await client.connections.create(input)
          : await client.connections.change({ ...input, connection: this.#connection.id });
      if (answer.ok) saved = answer.value;
      else if (answer.failure.kind === 'invalid-input') {
        this.#refused = { problems: problemsByField(answer.failure.fields, at), at };
      }
      return failureOf(answer);
    });
    return saved;
  }
}
