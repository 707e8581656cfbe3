// Many values into a form at once, by their paths: for jobs that make forms from a table, and from another form.
import { asWritten, checkValue, isWrong, type ValueProblem } from './field-values.ts';
import {
  add,
  addRow,
  choose,
  type Edit,
  rawXml,
  type Refusal,
  remove,
  setNil,
  setValue,
} from './form-edits.ts';
import {
  type AttributePart,
  type ChoicePart,
  type FieldState,
  Form,
  type FormPart,
  isInXml,
  isRequired,
  isValuePart,
  pathOf,
  type RepeatPart,
  stateOf,
  type ValuePart,
} from './form-fields.ts';
import {
  type FormSchema,
  type GroupDeclaration,
  isOfTypes,
  type Particle,
  usualWay,
  waysOf,
} from './form-schema.ts';
import { composed } from './text-changes.ts';
import { type PlacedChange, type XmlProblem, XmlTree } from './xml-tree.ts';

export interface PlacedValue {
  /**
   * As it is shown: `/Skjema/Linje[2]/Belop`, `/Skjema/@id`. A row that is one behind the last is added. Where an element may be of several types,
   * `/Skjema/Fra/@xsi:type` has the name of the one it is of, wherever that stands among the values.
   */
  readonly path: string;
  /** As XML has it; null: “no value” where that may be said, and absent elsewhere. */
  readonly value: string | null;
}

export type FillProblem =
  | { readonly kind: 'not-xml'; readonly problem: XmlProblem }
  /** The root of the XML is none of the schema's. */
  | { readonly kind: 'other-form' }
  | ({ readonly path: string } & (
      | { readonly kind: 'no-such-path' }
      /** It holds other elements, or any XML. */
      | { readonly kind: 'no-value-there' }
      /** Rows before it are missing. */
      | { readonly kind: 'row-gap'; readonly rows: number }
      /** Something else is chosen there. */
      | { readonly kind: 'other-way' }
      /** It may be of several types, and nothing says of which; or of none that may be. */
      | { readonly kind: 'no-type' }
      | { readonly kind: 'refused'; readonly refusal: Refusal }
      | { readonly kind: 'value'; readonly problems: readonly ValueProblem[] }
    ));

export type Filled =
  | { readonly ok: true; readonly xml: string; readonly changes: readonly PlacedChange[] }
  | { readonly ok: false; readonly problems: readonly FillProblem[] };

/** All values, or what is wrong with any of them: never a form that is filled in part. */
export function fillForm(schema: FormSchema, xml: string, values: readonly PlacedValue[]): Filled {
  const filler = new Filler(new Form(schema, new XmlTree(xml)));
  filler.expect(values);
  if (filler.start()) for (const one of values) filler.put(one);
  const { problems, changes, form } = filler;
  return problems.length > 0 ? { ok: false, problems } : { ok: true, xml: form.tree.text, changes };
}

/** What may be copied goes into the form, by path; what does not fit there is named, and left out. */
export function fitsFrom(
  form: Form,
  from: Form,
): { readonly changes: readonly PlacedChange[]; readonly left: readonly FillProblem[] } {
  const filler = new Filler(new Form(form.schema, new XmlTree(form.tree.text)));
  const visit = (part: FormPart) => {
    if (!isInXml(part)) return;
    const type = typeOf(part);
    if (type !== undefined) filler.expect([type]);
    // Rows and sections without any value count, too.
    if (part.kind === 'section') filler.ensure(pathOf(part));
    const value = valueOf(part);
    if (value !== undefined) filler.put(value);
    for (const one of from.parts(part)) visit(one);
  };
  if (filler.start() && from.root !== null) visit(from.root);
  return { changes: filler.changes, left: filler.problems };
}

/** Every value in the XML, in the order of the form. */
export function valuesOf(form: Form): readonly PlacedValue[] {
  const found: PlacedValue[] = [];
  const visit = (part: FormPart) => {
    if (!isInXml(part)) return;
    const type = typeOf(part);
    if (type !== undefined) found.push(type);
    const value = valueOf(part);
    if (value !== undefined) found.push(value);
    for (const one of form.parts(part)) visit(one);
  };
  if (form.root !== null) visit(form.root);
  return found;
}

const valueOf = (part: FormPart): PlacedValue | undefined =>
  isValuePart(part) ? { path: pathOf(part), value: textOfState(stateOf(part)) } : undefined;

const TYPE = '/@xsi:type';

/** The type of one that may be of several. */
const typeOf = (part: FormPart): PlacedValue | undefined =>
  (part.kind === 'section' || part.kind === 'field') && part.of.typed !== null
    ? { path: pathOf(part) + TYPE, value: part.of.type }
    : undefined;

const textOfState = (state: FieldState): string | null =>
  state.kind === 'value' ? state.value : state.kind === 'empty' ? '' : null;

/** Where it stands, and where it goes on from there. */
interface Way {
  /** As a key of the types that are expected. */
  readonly place: string;
  readonly rest: readonly Step[];
}

interface Step {
  readonly name: string;
  readonly isAttribute: boolean;
  /** From 0. */
  readonly row: number;
}

type Found =
  | { readonly kind: 'part'; readonly part: FormPart }
  /** It is there once this is done. */
  | { readonly kind: 'edit'; readonly edit: Edit }
  | { readonly kind: 'no-such-path' | 'other-way' | 'no-type' }
  | { readonly kind: 'row-gap'; readonly rows: number };

/** Edits until a path is there. */
const MOST_EDITS = 200;

class Filler {
  readonly form: Form;
  readonly problems: FillProblem[] = [];
  /** By the place of the element. */
  readonly #types = new Map<string, string>();
  #changes: readonly PlacedChange[] = [];

  constructor(form: Form) {
    this.form = form;
  }

  get changes(): readonly PlacedChange[] {
    return this.#changes;
  }

  start(): boolean {
    const { problem, root } = this.form;
    if (problem !== null) this.problems.push({ kind: 'not-xml', problem });
    else if (root === null) this.problems.push({ kind: 'other-form' });
    return root !== null;
  }

  /** What is said of types among them: it counts as soon as the element comes. */
  expect(values: readonly PlacedValue[]): void {
    for (const { path, value } of values) {
      const steps = value === null || !path.endsWith(TYPE) ? undefined : stepsOf(withoutType(path));
      if (steps !== undefined && value !== null && value.trim() !== '')
        this.#types.set(placeOf(steps), value);
    }
  }

  put({ path, value: given }: PlacedValue): void {
    if (path.endsWith(TYPE)) {
      if (given === null || given.trim() === '') return;
      const typed = this.#part(withoutType(path), path);
      if (typed !== undefined && typeOf(typed) === undefined)
        this.problems.push({ path, kind: typed.kind === 'raw' ? 'no-type' : 'no-such-path' });
      return;
    }
    const part = this.#part(path);
    if (part === undefined) return;
    if (part.kind !== 'field' && part.kind !== 'attribute') {
      this.problems.push({ path, kind: 'no-value-there' });
      return;
    }
    const value = given === null ? null : asWritten(part.of.rules, given);
    const edit = valueEdit(this.form, part, value);
    const checked =
      value === null ? [] : checkValue(part.of.rules, value).filter((one) => isWrong(one));
    // An empty one may be left for later, in a blank form.
    if (checked.length > 0 && value !== '')
      this.problems.push({ path, kind: 'value', problems: checked });
    else this.#apply(path, edit);
  }

  /** A section or row, with what has to be in it. */
  ensure(path: string): void {
    const part = this.#part(path);
    if (part?.kind === 'section' && !isInXml(part)) this.#apply(path, add(this.form, part));
  }

  /** `path`: as what is wrong is said. */
  #part(at: string, path = at): FormPart | undefined {
    const steps = stepsOf(at);
    for (let edits = 0; steps !== undefined && edits < MOST_EDITS; edits += 1) {
      const found = this.#resolve(steps);
      if (found.kind === 'part') return found.part;
      if (found.kind !== 'edit') {
        this.problems.push({ path, ...found });
        return undefined;
      }
      if (!this.#apply(path, found.edit)) return undefined;
    }
    this.problems.push({ path, kind: 'no-such-path' });
    return undefined;
  }

  #apply(path: string, edit: Edit): boolean {
    if (!edit.ok) {
      this.problems.push({ path, kind: 'refused', refusal: edit.refusal });
      return false;
    }
    this.form.apply(edit.changes);
    this.#changes = composed(this.#changes, edit.changes);
    return edit.changes.length > 0;
  }

  #resolve(steps: readonly Step[]): Found {
    const [first, ...rest] = steps;
    let part = this.form.root;
    if (part === null || first === undefined || rowless(part) !== first.name)
      return { kind: 'no-such-path' };
    for (const [index, step] of rest.entries()) {
      const found = this.#inside(part, step, {
        place: placeOf(steps.slice(0, index + 2)),
        rest: rest.slice(index + 1),
      });
      if (found.kind !== 'part') return found;
      part = found.part;
    }
    return { kind: 'part', part };
  }

  #inside(holder: FormPart, step: Step, to: Way): Found {
    let best: Found = { kind: 'no-such-path' };
    for (const part of this.form.parts(holder)) {
      const found = this.#at(part, step, to);
      if (found.kind === 'part' || found.kind === 'edit') return found;
      if (found.kind !== 'no-such-path') best = found;
    }
    return best;
  }

  #at(part: FormPart, step: Step, to: Way): Found {
    const none = { kind: 'no-such-path' } as const;
    switch (part.kind) {
      case 'attribute':
        return step.isAttribute && part.known && part.of.name === step.name
          ? { kind: 'part', part }
          : none;
      case 'section':
      case 'field':
        return !step.isAttribute && step.row === 0 && part.of.name === step.name
          ? { kind: 'part', part }
          : none;
      case 'raw':
        return !step.isAttribute && rowless(part) === step.name ? { kind: 'part', part } : none;
      case 'group':
        return this.#inside(part, step, to);
      case 'choice':
        return isOfTypes(part.of) ? this.#inTypes(part, step, to) : this.#inChoice(part, step, to);
      case 'repeat':
        return this.#inRepeat(part, step, to);
    }
  }

  #inTypes(part: ChoicePart, step: Step, to: Way): Found {
    if (!isHeld(part.of, step)) return { kind: 'no-such-path' };
    const way = this.#typeOf(part.of, part.chosen, to);
    if (way === undefined) return { kind: 'no-type' };
    // What is absent of its usual type comes with the value.
    const isThere = way === part.chosen || (!isInXml(part) && part.ways[way] === usualWay(part.of));
    if (isThere) return this.#inside(part, step, to);
    return { kind: 'edit', edit: choose(this.form, part, way) };
  }

  /** The one that is said, is there, or is usual; else the only one that has what is to come. */
  #typeOf(of: GroupDeclaration, now: number | null, { place, rest }: Way): number | undefined {
    const ways = waysOf(of);
    const said = this.#types.get(place)?.trim().split(':').at(-1);
    if (said !== undefined) {
      const way = ways.findIndex((one) => one.kind === 'element' && one.type === said);
      return way < 0 ? undefined : way;
    }
    if (now !== null) return now;
    const usual = usualWay(of);
    const fit = ways.filter((one) => (usual === undefined ? leadsTo(one, rest) : one === usual));
    return fit.length === 1 ? ways.findIndex((one) => one === fit[0]) : undefined;
  }

  #inChoice(part: ChoicePart, step: Step, to: Way): Found {
    const found = this.#inside(part, step, to);
    if (found.kind !== 'no-such-path') return found;
    const way = part.ways.findIndex((one) => isHeld(one, step));
    if (way < 0 || way === part.chosen) return found;
    if (part.chosen !== null) return { kind: 'other-way' };
    return { kind: 'edit', edit: choose(this.form, part, way) };
  }

  #inRepeat(part: RepeatPart, step: Step, to: Way): Found {
    const { of } = part;
    if (!isHeld(of, step)) return { kind: 'no-such-path' };
    const all = this.form.parts(part);
    const rows =
      of.kind === 'choice' && !isOfTypes(of)
        ? all.filter((one) => one.kind === 'choice' && isHeld(one.ways[one.chosen ?? -1], step))
        : all;
    const row = rows[step.row];
    if (row !== undefined)
      return of.kind === 'element'
        ? { kind: 'part', part: row }
        : this.#at(row, { ...step, row: 0 }, to);
    if (step.row > rows.length) return { kind: 'row-gap', rows: rows.length };
    if (of.kind !== 'choice') return { kind: 'edit', edit: addRow(this.form, part, part.count) };
    const way = isOfTypes(of)
      ? this.#typeOf(of, null, to)
      : of.particles.findIndex((one) => isHeld(one, step));
    if (way === undefined) return { kind: 'no-type' };
    return { kind: 'edit', edit: addRow(this.form, part, part.count, way) };
  }
}

function valueEdit(form: Form, part: ValuePart, value: string | null): Edit {
  if (value !== null) {
    return value === '' && !isInXml(part) ? add(form, part) : setValue(form, part, value);
  }
  if (part.kind === 'field' && part.of.nillable) return setNil(form, part);
  if (!isInXml(part)) return { ok: true, changes: [] };
  return isRequired(part) ? setValue(form, part, '') : remove(form, part);
}

const rowless = (part: FormPart): string =>
  'element' in part && part.element !== null
    ? part.element.local
    : 'of' in part && part.of !== null && 'name' in part.of
      ? part.of.name
      : '';

const isHeld = (of: Particle | undefined, { name, isAttribute }: Step): boolean => {
  if (of === undefined || isAttribute) return false;
  if (of.kind === 'element') return of.name === name;
  return (
    of.kind !== 'any' && of.particles.some((one) => isHeld(one, { name, isAttribute, row: 0 }))
  );
};

/** Whether what the steps lead to may stand in it. */
function leadsTo(of: Particle, [next, ...rest]: readonly Step[]): boolean {
  if (next === undefined) return true;
  if (of.kind !== 'element') return false;
  if (next.isAttribute) return of.attributes.some(({ name }) => name === next.name);
  const holds = (one: Particle): boolean => {
    if (one.kind === 'element') return one.name === next.name && leadsTo(one, rest);
    return one.kind !== 'any' && one.particles.some(holds);
  };
  return of.particles.some(holds);
}

const withoutType = (path: string) => path.slice(0, -TYPE.length);

const placeOf = (steps: readonly Step[]): string =>
  steps.map(({ name, row }) => `${name}[${String(row)}]`).join('/');

/** Prefixes do not count. */
function stepsOf(path: string): readonly Step[] | undefined {
  const parts = path.split('/');
  if (parts.shift() !== '' || parts.length === 0) return undefined;
  const steps = parts.map((part): Step | undefined => {
    const found = /^(@?)(?:[^:[\]@]+:)?([^:[\]@]+)(?:\[(\d{1,9})\])?$/.exec(part);
    if (found === null) return undefined;
    const [, mark, name = '', number = '1'] = found;
    return { name, isAttribute: mark === '@', row: Number(number) - 1 };
  });
  return steps.every((step) => step !== undefined && step.row >= 0)
    ? steps.filter((step) => step !== undefined)
    : undefined;
}

export interface FormChange {
  readonly kind: 'changed' | 'added' | 'removed';
  /** In the form that has it; where both have it, the later one. */
  readonly path: string;
  readonly before: FieldState;
  readonly after: FieldState;
  /** Of the form that has it. */
  readonly part: FormPart;
}

/** Field by field; rows that are alike at the beginning and the end of a repeat stand for themselves, so that one put in between is one row. */
export function changesBetween(before: Form, after: Form): readonly FormChange[] {
  const found: FormChange[] = [];
  const [a, b] = [before.root, after.root];
  compare({ before, after, found }, a === null ? [] : [a], b === null ? [] : [b]);
  return found;
}

interface Comparing {
  readonly before: Form;
  readonly after: Form;
  readonly found: FormChange[];
}

const ABSENT: FieldState = { kind: 'absent' };

function compare(now: Comparing, one: readonly FormPart[], other: readonly FormPart[]): void {
  const byKey = new Map(other.map((part) => [keyOf(part), part]));
  const seen = new Set<FormPart>();
  for (const part of one) {
    const match = byKey.get(keyOf(part));
    if (match === undefined) all(now, now.before, part, 'removed');
    else {
      seen.add(match);
      comparePart(now, part, match);
    }
  }
  for (const part of other) if (!seen.has(part)) all(now, now.after, part, 'added');
}

/** Within what holds it. */
const keyOf = (part: FormPart): string =>
  isUnknown(part)
    ? `@${part.of.namespace ?? ''} ${part.of.name}`
    : `${part.kind === 'raw' ? rowless(part) : ''} ${part.of?.index ?? part.id}`;

const isUnknown = (part: FormPart): part is AttributePart =>
  part.kind === 'attribute' && !part.known;

function comparePart(now: Comparing, one: FormPart, other: FormPart): void {
  const { before, after, found } = now;
  if (one.kind === 'repeat' && other.kind === 'repeat') {
    compareRows(now, before.parts(one), after.parts(other));
    return;
  }
  if (one.kind !== other.kind) {
    all(now, before, one, 'removed');
    all(now, after, other, 'added');
    return;
  }
  const [was, is] = [shownState(before, one), shownState(after, other)];
  if (
    was.kind !== is.kind ||
    (was.kind === 'value' && is.kind === 'value' && was.value !== is.value)
  ) {
    const kind = was.kind === 'absent' ? 'added' : is.kind === 'absent' ? 'removed' : 'changed';
    const isGone = kind === 'removed';
    found.push({
      kind,
      path: pathOf(isGone ? one : other),
      before: was,
      after: is,
      part: isGone ? one : other,
    });
  }
  compare(now, before.parts(one), after.parts(other));
}

function compareRows(now: Comparing, one: readonly FormPart[], other: readonly FormPart[]): void {
  const [a, b] = [
    one.map((row) => signature(now.before, row)),
    other.map((row) => signature(now.after, row)),
  ];
  let first = 0;
  while (first < a.length && first < b.length && a[first] === b[first]) first += 1;
  let last = 0;
  while (
    last < Math.min(a.length, b.length) - first &&
    a[a.length - 1 - last] === b[b.length - 1 - last]
  )
    last += 1;
  const [left, right] = [
    one.slice(first, one.length - last),
    other.slice(first, other.length - last),
  ];
  left.forEach((row, index) => {
    const match = right[index];
    if (match === undefined) all(now, now.before, row, 'removed');
    else comparePart(now, row, match);
  });
  for (const row of right.slice(left.length)) all(now, now.after, row, 'added');
}

function signature(form: Form, row: FormPart): string {
  const said: string[] = [];
  const visit = (part: FormPart) => {
    if (!isInXml(part)) return;
    const state = shownState(form, part);
    said.push(
      `${isUnknown(part) ? keyOf(part) : (part.of?.index ?? '')} ${state.kind} ${state.kind === 'value' ? JSON.stringify(state.value) : ''}`,
    );
    for (const one of form.parts(part)) visit(one);
  };
  visit(row);
  return said.join('\n');
}

/** Of a piece of XML, its text. */
function shownState(form: Form, part: FormPart): FieldState {
  if (isValuePart(part)) return stateOf(part);
  if (part.kind === 'raw' && part.element !== null)
    return { kind: 'value', value: rawXml(form, part) };
  return ABSENT;
}

/** Everything in a part that only one of them has. */
function all(now: Comparing, form: Form, part: FormPart, kind: 'added' | 'removed'): void {
  if (!isInXml(part)) return;
  const state = shownState(form, part);
  if (state.kind !== 'absent')
    now.found.push({
      kind,
      path: pathOf(part),
      before: kind === 'removed' ? state : ABSENT,
      after: kind === 'added' ? state : ABSENT,
      part,
    });
  for (const one of form.parts(part)) all(now, form, one, kind);
}
