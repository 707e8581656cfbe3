// The state of the connection form: the draft, which errors are shown yet, and saving it.
import type { Connection, ConnectionInput } from '../../../preload/contract/connections.ts';
import type { Failure, Result } from '../../../preload/result.ts';
import { Action, failureOf } from '../../state/action.svelte.ts';
import { knownPlaces } from '../../state/known-places.svelte.ts';
import { managed } from '../../state/managed.svelte.ts';
import { session } from '../../state/session.svelte.ts';
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
import { offeredDraft, settledDraft } from './settled.ts';

interface Refused {
  readonly problems: Problems;
  readonly at: Draft;
}

/** By what they hold: a file that was picked is another object in the draft than in a copy of it. */
const isSame = (one: Draft[DraftField], other: Draft[DraftField]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export class Form {
  readonly draft: Draft = $state(emptyDraft('en'));
  readonly #saving = new Action();
  /** Those that a credential of this one may belong to. */
  readonly #all: () => readonly Connection[];
  readonly #send: (input: ConnectionInput) => Promise<Result<Connection>>;
  #begun: Draft = $state.raw(emptyDraft('en'));
  readonly #own = $derived.by(() => problemsOf(this.draft, this.#all()));
  readonly #changed = $derived.by(() => !sameDraft(this.draft, this.#begun));
  #left = $state.raw<Readonly<Partial<Record<DraftField, true>>>>({});
  #refused = $state.raw<Refused>();

  /** For a new connection when none is given, begun as `copied` where there is one. `send` is how it is saved, if not by itself. */
  constructor(
    connection: Connection | undefined,
    locale: 'en' | 'nb',
    copied?: Connection,
    send: (input: ConnectionInput) => Promise<Result<Connection>> = (input) =>
      connection === undefined
        ? client.connections.create({ ...input, ...(copied && { copyOf: copied.id }) })
        : client.connections.change({ ...input, connection: connection.id }),
    all: () => readonly Connection[] = () => session.connections,
  ) {
    this.#send = send;
    this.#all = all;
    const isNew = connection === undefined;
    const begun = copied ?? connection;
    const draft = begun === undefined ? emptyDraft(locale) : draftOf(begun);
    this.#begun = offeredDraft(
      settledDraft(draft, managed.settings, isNew),
      knownPlaces.offered,
      begun === undefined,
    );
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
      this.#refused !== undefined && isSame(this.#refused.at[field], this.draft[field])
        ? this.#refused.problems[field]
        : undefined;
    const own = this.#own[field];
    // Nobody is typing it: another field, the place, made it wrong.
    return this.#left[field] === true || own === 'other-place' ? (own ?? theirs) : theirs;
  }

  /** As it is now, it is not a change. */
  settle(): void {
    this.#begun = $state.snapshot(this.draft);
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
      const answer = await this.#send(inputOf(at));
      if (answer.ok) {
        saved = answer.value;
        this.settle();
      } else if (answer.failure.kind === 'invalid-input') {
        this.#refused = { problems: problemsByField(answer.failure.fields, at), at };
      }
      return failureOf(answer);
    });
    return saved;
  }
}
