// One form as fields: its schema and its text together, what is shown of it, and the edits that are made there.
import { SvelteSet } from 'svelte/reactivity';
import {
  checkPart,
  type FieldState,
  Form,
  type FormPart,
  isInXml,
  isValuePart,
  type Misfit,
  stateOf,
  type ValuePart,
} from '../../preload/forms/form-fields.ts';
import { checkValue, isWrong, type ValueProblem } from '../../preload/forms/field-values.ts';
import { blankForm } from '../../preload/forms/blank-form.ts';
import type { FormSchema } from '../../preload/forms/form-schema.ts';
import { type PlacedChange, XmlTree } from '../../preload/forms/xml-tree.ts';
import type { XmlDocument } from '../components/xml-document.ts';
import type { openXmlText, XmlText } from '../components/xml-editor.ts';
import {
  beginsOpen,
  contentsOf,
  type FieldsRow,
  type FieldsView,
  rowsOf,
} from '../../preload/forms/field-rows.ts';
import type { FormProblem } from './form-problems.ts';
import { fits } from '../state/palette.ts';

/** Milliseconds without a key press, after which the whole form is looked through. */
const PAUSE = 400;
/** Milliseconds until a form that is shown is looked through: after its first frame. */
const FIRST_LOOK = 100;
const NEVER = -1;

/** Something wrong, at the part it is shown at. */
export interface FieldProblem {
  readonly part: FormPart;
  readonly said:
    | { readonly by: 'value'; readonly problem: ValueProblem }
    | { readonly by: 'structure'; readonly problem: Misfit }
    /** By the checker of whole files. */
    | { readonly by: 'xsd'; readonly problem: FormProblem };
}

const MISSING: ReadonlySet<Misfit['kind']> = new Set([
  'missing',
  'missing-attribute',
  'too-few',
  'no-way-chosen',
]);

interface Known {
  readonly state: FieldState;
  readonly problems: readonly ValueProblem[];
}

function isSameState(one: FieldState, other: FieldState): boolean {
  if (one.kind !== 'value' || other.kind !== 'value') return one.kind === other.kind;
  return one.value === other.value;
}

export interface FormFieldsNeeds {
  readonly schema: FormSchema;
  readonly document: XmlDocument;
  readonly open: typeof openXmlText;
  /** What a field is called, and what else it is found by. */
  readonly wordsOf: (part: ValuePart) => string;
  /** What the checker of whole files found and nobody has changed since. */
  readonly checked: () => readonly FormProblem[];
  /** Nothing was typed for a while. */
  readonly onpause: () => void;
}

export class FormFields {
  readonly form: Form;
  search = $state('');
  view = $state<FieldsView>('all');
  /** Counts what may have changed which parts there are. */
  #structure = $state(0);
  /** Counts every change. */
  #typed = $state(0);
  /** How far `#typed` was when the whole form was looked through last. */
  #lookedAt = $state(NEVER);
  readonly #toggled = new SvelteSet<string>();
  /** The same answer for as long as the value is the same: the rows of other values have nothing to draw. */
  readonly #values = new WeakMap<ValuePart, Known>();
  readonly #text: XmlText;
  readonly #needs: FormFieldsNeeds;
  #last: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(needs: FormFieldsNeeds) {
    this.#needs = needs;
    this.#text = needs.open(needs.document, (changes) => this.#heard(changes));
    this.form = new Form(needs.schema, new XmlTree(this.#text.text));
    this.#timer = setTimeout(() => this.look(), FIRST_LOOK);
  }

  /** Where the text is not well-formed; undefined where fields can be shown. */
  get broken() {
    void this.#structure;
    return this.form.problem ?? undefined;
  }

  rows = $derived.by<readonly FieldsRow[]>(() => {
    void this.#structure;
    return rowsOf(this.form, {
      view: this.view,
      fits:
        this.search.trim() === ''
          ? undefined
          : (part) => fits(this.search, this.#needs.wordsOf(part)),
      isToggled: (id) => this.#toggled.has(id),
    });
  });

  contents = $derived.by(() => {
    void this.#structure;
    return contentsOf(this.form);
  });

  /**
   * What is seen here, in the order of the form; of what was typed since the last pause, nothing yet. All of the form is looked
   * through for it: neither the first frame nor a key press waits for that.
   */
  #own = $derived.by<readonly FieldProblem[]>(() => {
    if (this.#lookedAt === NEVER) return [];
    const found: FieldProblem[] = [];
    this.#valueProblems(this.form.root, found);
    for (const problem of this.form.problems())
      found.push({ part: this.#about(problem), said: { by: 'structure', problem } });
    return found;
  });
  problems = $derived.by<readonly FieldProblem[]>(() => {
    const checked = this.#needs.checked();
    if (checked.length === 0) return this.#own;
    const found = [...this.#own];
    const known = new SvelteSet(found.map(({ part }) => part.id));
    for (const problem of checked) {
      const part = problem.path === null ? undefined : this.partAt(problem.path);
      // What is said of it here already is said better.
      if (part === undefined || known.has(part.id)) continue;
      found.push({ part, said: { by: 'xsd', problem } });
    }
    return found;
  });
  /** All of it, as it is now. */
  look(): void {
    this.#lookedAt = this.#typed;
  }
  /** Whether it is known what is wrong. */
  get isLookedAt(): boolean {
    return this.#lookedAt !== NEVER;
  }

  /** What is missing is said where it would be, not at what it is missing in. */
  #about({ kind, part, name }: Misfit): FormPart {
    if (!MISSING.has(kind) || part.kind === 'choice') return part;
    const isIt = ({ of }: FormPart) =>
      name !== '' && of !== null && of.kind !== 'any' && of.name === name;
    return this.form.parts(part).find(isIt) ?? part;
  }

  #valueProblems(part: FormPart | null, found: FieldProblem[]): void {
    if (part === null) return;
    if (isValuePart(part))
      for (const problem of this.#known(part).problems)
        if (isWrong(problem)) found.push({ part, said: { by: 'value', problem } });
    for (const one of this.form.parts(part)) this.#valueProblems(one, found);
  }

  /** Whether it is in the XML. */
  isThere(part: FormPart): boolean {
    void this.#typed;
    return isInXml(part);
  }
  /** Whether nothing is a value that the form takes. */
  takesEmpty(part: ValuePart): boolean {
    return !checkValue(part.of.rules, '').some(isWrong);
  }

  /** As it stands now. */
  stateOf(part: ValuePart): FieldState {
    void this.#typed;
    return this.#known(part).state;
  }
  /** What is wrong with it, and what is not checked here. */
  checkOf(part: ValuePart): readonly ValueProblem[] {
    void this.#typed;
    return this.#known(part).problems;
  }
  #known(part: ValuePart): Known {
    const known = this.#values.get(part);
    const state = stateOf(part);
    if (known !== undefined && isSameState(known.state, state)) return known;
    const now = { state, problems: checkPart(part) };
    this.#values.set(part, now);
    return now;
  }

  get canUndo(): boolean {
    void this.#typed;
    return this.#text.canUndo;
  }
  get canRedo(): boolean {
    void this.#typed;
    return this.#text.canRedo;
  }
  undo(): void {
    this.#last = undefined;
    this.#text.undo();
  }
  redo(): void {
    this.#last = undefined;
    this.#text.redo();
  }

  /** Key presses in one field are undone together. */
  edit(part: FormPart, changes: readonly PlacedChange[]): void {
    if (changes.length === 0) return;
    this.#text.edit(changes, this.#last !== part.id);
    this.#last = part.id;
  }
  /** A person has gone on to another field. */
  left(): void {
    this.#last = undefined;
  }

  toggle(part: FormPart): void {
    if (!this.#toggled.delete(part.id)) this.#toggled.add(part.id);
  }
  /** Opens what it stands in, and takes away what hides it. */
  uncover(part: FormPart): void {
    this.search = '';
    this.view = 'all';
    for (let above = part.parent; above !== null; above = above.parent) this.#setOpen(above, true);
  }
  /** Of those in the table of contents. */
  get isNarrowed(): boolean {
    return this.search.trim() !== '' || this.view !== 'all';
  }
  get areOpen(): boolean {
    return this.contents.some(({ part }) => beginsOpen(part) !== this.#toggled.has(part.id));
  }
  setAllOpen(open: boolean): void {
    for (const { part } of this.contents) this.#setOpen(part, open);
  }
  /** A form without anything in it gets what has to be in it. */
  begin(): void {
    const { length } = this.#text.text;
    this.#text.edit([{ from: 0, to: length, insert: blankForm(this.form.schema) }], true);
  }
  #setOpen(part: FormPart, open: boolean): void {
    if (beginsOpen(part) === open) this.#toggled.delete(part.id);
    else this.#toggled.add(part.id);
  }

  /** By a path as the checker writes it; the nearest part above where it is none of its own. */
  partAt(path: string): FormPart | undefined {
    for (let at = path; at !== ''; at = at.slice(0, at.lastIndexOf('/'))) {
      const part = this.form.partAt(at);
      if (part !== undefined) return part;
    }
    return undefined;
  }

  #heard(changes: readonly PlacedChange[]): void {
    if (this.form.apply(changes) === 'structure') this.#structure += 1;
    this.#typed += 1;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#paused(), PAUSE);
  }
  #paused(): void {
    this.#timer = undefined;
    this.look();
    this.#needs.onpause();
  }

  leave(): void {
    clearTimeout(this.#timer);
    this.#text.leave();
  }
}

/** By the id of the part they are shown at. */
export function byPart(
  problems: readonly FieldProblem[],
): Readonly<Record<string, readonly FieldProblem[]>> {
  const found: Record<string, FieldProblem[]> = {};
  for (const problem of problems) (found[problem.part.id] ??= []).push(problem);
  return found;
}
