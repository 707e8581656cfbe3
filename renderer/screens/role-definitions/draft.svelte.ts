// The draft of one local role: its content, what it started from, saving it, and what prevents that.
import {
  mostRights,
  roleDescription,
  roleName,
  type Right,
  type RoleWithRights,
} from '../../../preload/contract/role-definitions.ts';
import type { Failure, FieldProblem, Result } from '../../../preload/result.ts';
import { Action } from '../../state/action.svelte.ts';
import { client } from '../../state/main-process.ts';
import type { RolesModel, Written } from './roles-model.svelte.ts';
import {
  becameOf,
  type Content,
  contentOf,
  differenceOf,
  isNothing,
  merged,
  NOTHING,
  type TextField,
} from './difference.ts';
import {
  byReference,
  countOf,
  expressible,
  rightsOf,
  type Row,
  rowsOf,
  withRows,
} from './rights.ts';

/** What a change met at the platform instead of the role it began with. */
export type Met =
  | { readonly kind: 'changed' | 'not-local'; readonly theirs: RoleWithRights }
  | { readonly kind: 'gone' };
/** Why saving is not possible yet; each has its words. */
export type Obstacle =
  | 'nothingChanged'
  | 'needsRight'
  | 'tooMany'
  | 'acceptLoss'
  | 'unsettled'
  | 'saving';

type UsersModel = Pick<RolesModel, 'connection' | 'who' | 'list' | 'locals' | 'isTaken'>;
interface Begin {
  /** The role that is changed, as it was read; none for a new one. */
  readonly base?: RoleWithRights | undefined;
  /** What stands in the fields at first. */
  readonly content: Content;
  /** Rights of a copied role that no local role can have. */
  readonly leftOut?: readonly Right[];
}

export class RoleDraft {
  name = $state('');
  description = $state('');
  rows = $state.raw<readonly Row[]>([]);
  base = $state.raw<RoleWithRights>();
  leftOut = $state.raw<readonly Right[]>([]);
  met = $state.raw<Met>();
  /** A save was cut off: nothing is sent before the person has seen what became of it. */
  unsettled = $state(false);
  /** Said after a look that found nothing done, and after taking over. */
  notice = $state<'not-done' | 'took-over'>();
  lossAccepted = $state(false);
  readonly #model: UsersModel;
  /** Saving it, or looking what became of that. */
  readonly #writing = new Action();
  #tried = $state(false);
  #done = $state(false);
  #begun = $state.raw<Content>(NOTHING);
  #refused = $state.raw<{ readonly name: string; readonly words: string }>();
  #problems = $state.raw<Readonly<Record<string, FieldProblem>>>({});

  constructor(model: UsersModel, { base, content, leftOut = [] }: Begin) {
    this.#model = model;
    this.base = base;
    this.leftOut = leftOut;
    this.#begun = base === undefined ? content : contentOf(base);
    this.#fill(content);
  }

  get saving(): boolean {
    return this.#writing.busy;
  }
  get failure(): Failure | undefined {
    return this.#writing.failure;
  }

  /** As it would be saved. */
  content = $derived.by<Content>(() => ({
    name: this.name.trim(),
    description: this.description.trim(),
    rights: rightsOf(this.rows),
  }));
  /** What the platform has, as far as this editor can say it; texts to the letter, so that a lost line break is seen. */
  baseContent = $derived.by<Content>(() => {
    const { base } = this;
    if (base === undefined) return NOTHING;
    return { ...contentOf(base), name: base.name, description: base.description };
  });
  baseRows = $derived.by(() => byReference(rowsOf(this.baseContent.rights)));
  difference = $derived.by(() => differenceOf(this.baseContent, this.content));
  count = $derived.by(() => countOf(this.rows));
  /** Rights the role has and a PUT cannot give it again. */
  lost = $derived.by(() => (this.base === undefined ? [] : expressible(this.base.rights).lost));
  unsaved = $derived.by(() => !this.#done && !isNothing(differenceOf(this.#begun, this.content)));
  obstacle = $derived.by<Obstacle | undefined>(() => {
    if (this.saving) return 'saving';
    if (this.unsettled) return 'unsettled';
    if (this.base === undefined && this.count === 0) return 'needsRight';
    if (isNothing(this.difference)) return 'nothingChanged';
    if (this.count > mostRights) return 'tooMany';
    return this.lost.length > 0 && !this.lossAccepted ? 'acceptLoss' : undefined;
  });
  /** Another local role has the name, as far as the list knows. */
  isNameTaken = $derived.by(() => this.#model.isTaken(this.name, this.base?.id));
  /** The platform's words about the name as it stands; '' where it has none. */
  nameRefused = $derived.by(() =>
    this.#refused?.name === this.name.trim() ? this.#refused.words : undefined,
  );
  nameProblem = $derived.by(() =>
    this.#tried ? (problemOf(roleName, this.content.name) ?? this.#problems['name']) : undefined,
  );
  descriptionProblem = $derived.by(
    () => problemOf(roleDescription, this.content.description) ?? this.#problems['description'],
  );

  add(rows: readonly Row[]): void {
    this.rows = withRows(this.rows, rows);
  }

  /** What was saved; undefined when it was not: then this says why. */
  async save(): Promise<Written | undefined> {
    this.#tried = true;
    this.notice = undefined;
    this.#problems = {};
    if (this.obstacle !== undefined || this.isNameTaken) return undefined;
    if (this.nameProblem !== undefined || this.descriptionProblem !== undefined) return undefined;
    return this.#write(async () => {
      const answer = await this.#send();
      return answer.ok ? answer : this.#take(answer.failure);
    });
  }

  /** After a save whose outcome is unknown: what the platform has now says it. */
  settle(): Promise<Written | undefined> {
    return this.#write(() => (this.base === undefined ? this.#findNew() : this.#findChanged()));
  }

  async #write(act: () => Promise<Result<Written | undefined>>): Promise<Written | undefined> {
    let written: Written | undefined;
    await this.#writing.run(async () => {
      const answer = await act();
      if (!answer.ok) return answer.failure;
      written = answer.value;
      if (written !== undefined) this.#done = true;
      return undefined;
    });
    return written;
  }

  /** The role was read again: somebody else's change is told at once, not only when saving. */
  noticed(now: RoleWithRights): void {
    if (this.base === undefined || this.saving || this.#done || isSameRole(this.base, now)) return;
    this.met = { kind: now.kind === 'local' ? 'changed' : 'not-local', theirs: now };
  }

  /** Their version with my changes: what is saved next is expected to meet theirs. */
  takeOver(
    theirs: RoleWithRights,
    holds: Readonly<Partial<Record<TextField, 'mine' | 'theirs'>>>,
  ): void {
    const other = contentOf(theirs);
    const { content } = merged(this.baseContent, this.content, other);
    const text = (field: TextField) => (holds[field] === 'theirs' ? other[field] : content[field]);
    this.#fill({ ...content, name: text('name'), description: text('description') });
    this.base = theirs;
    this.#begun = other;
    this.#forget();
    this.notice = 'took-over';
  }

  /** The role is gone or not ours any more: what was written becomes a new one. */
  asNew(): void {
    this.base = undefined;
    this.#begun = NOTHING;
    this.#forget();
  }

  /** Nothing is to be kept: leaving does not ask. */
  discard(): void {
    this.#done = true;
  }

  #forget(): void {
    this.met = undefined;
    this.#writing.forget();
    this.lossAccepted = false;
  }

  #fill({ name, description, rights }: Content): void {
    this.name = name;
    this.description = description;
    this.rows = rowsOf(rights);
  }

  #send() {
    const { base } = this;
    const { rights, ...texts } = this.content;
    const wanted = { ...this.#target, ...texts, rights: [...rights] };
    if (base === undefined) return client.roleDefinitions.create(wanted);
    return client.roleDefinitions.replace({
      ...wanted,
      role: base.id,
      expected: {
        name: base.name,
        description: base.description,
        rights: base.rights.map(({ serviceCode, serviceEdition, action }) => ({
          serviceCode,
          serviceEdition,
          action: action.word,
        })),
      },
    });
  }

  async #take(failure: Failure): Promise<Result<undefined>> {
    const { base } = this;
    if (failure.kind === 'conflict' && failure.field === 'name') {
      this.#refused = { name: this.content.name, words: failure.reason };
      return NOT_WRITTEN;
    }
    if (base !== undefined && (failure.kind === 'conflict' || failure.kind === 'not-found'))
      return this.#meet(base, failure);
    if (failure.kind === 'invalid-input') this.#problems = failure.fields;
    this.unsettled = failure.kind === 'outcome-unknown';
    return { ok: false, failure };
  }

  async #meet(base: RoleWithRights, failure: Failure): Promise<Result<undefined>> {
    const now = await client.roleDefinitions.get({ ...this.#target, role: base.id });
    if (!now.ok) {
      if (now.failure.kind !== 'not-found') return now;
      this.met = { kind: 'gone' };
    } else if (now.value.kind !== 'local') this.met = { kind: 'not-local', theirs: now.value };
    else if (isSameRole(base, now.value)) return { ok: false, failure };
    else this.met = { kind: 'changed', theirs: now.value };
    return NOT_WRITTEN;
  }

  async #findChanged(): Promise<Result<Written | undefined>> {
    const { base } = this;
    if (base === undefined) return NOT_WRITTEN;
    const now = await client.roleDefinitions.get({ ...this.#target, role: base.id });
    if (!now.ok) return now.failure.kind === 'not-found' ? this.#settled({ kind: 'gone' }) : now;
    const became = becameOf(this.baseContent, this.content, contentOf(now.value));
    if (became === 'done') return { ok: true, value: { id: base.id, role: now.value } };
    return this.#settled(became === 'other' ? { kind: 'changed', theirs: now.value } : undefined);
  }

  async #findNew(): Promise<Result<Written | undefined>> {
    const { list } = this.#model;
    if (!(await list.newest()))
      return list.failure === undefined ? NOT_WRITTEN : { ok: false, failure: list.failure };
    const wanted = this.content.name.toLowerCase();
    const found = this.#model.locals.find(({ name }) => name.trim().toLowerCase() === wanted);
    if (found === undefined) return this.#settled();
    const now = await client.roleDefinitions.get({ ...this.#target, role: found.id });
    if (!now.ok) return now;
    if (becameOf(NOTHING, this.content, contentOf(now.value)) === 'done')
      return { ok: true, value: { id: found.id, role: now.value } };
    // The name is taken by something else: the field says so.
    return this.#settled();
  }

  #settled(met?: Met): Result<undefined> {
    this.unsettled = false;
    this.met = met;
    if (met === undefined) this.notice = 'not-done';
    return NOT_WRITTEN;
  }

  get #target() {
    return { connection: this.#model.connection.id, who: this.#model.who };
  }
}

/** Neither done nor failed: what it met, or the field, says why. */
const NOT_WRITTEN: Result<undefined> = { ok: true, value: undefined };

type Rule = typeof roleName;
const problemOf = (rule: Rule, value: string): FieldProblem | undefined =>
  rule.safeParse(value).error?.issues[0]?.message as FieldProblem | undefined;

/** Also in the rights this editor cannot say. */
function isSameRole(one: RoleWithRights, other: RoleWithRights): boolean {
  const lostOf = (role: RoleWithRights) =>
    expressible(role.rights)
      .lost.map((right) => `${right.action.word} ${right.serviceCode}/${right.serviceEdition}`)
      .sort()
      .join('\n');
  const isSameText = isNothing(differenceOf(contentOf(one), contentOf(other)));
  return isSameText && one.kind === other.kind && lostOf(one) === lostOf(other);
}
