// A form as rows of a list: its sections, fields and repeats in their order, narrowed to what a person looks for.
import {
  type Form,
  type FormPart,
  isInXml,
  isRequired,
  isValuePart,
  type RepeatPart,
  stateOf,
  type ValuePart,
} from './form-fields.ts';
import { inputOf } from './field-values.ts';
import { type ElementDeclaration, isOfTypes, type Particle } from './form-schema.ts';

/** All fields, those that hold something, or those that have to be there. */
export type FieldsView = 'all' | 'filled' | 'required';

export interface FieldsRow {
  readonly key: string;
  readonly part: FormPart;
  readonly depth: number;
  readonly shape:
    | 'section'
    | 'field'
    | 'repeat'
    /** The headings of a repeat that is drawn as a table. */
    | 'columns'
    /** One of its rows. */
    | 'line'
    /** One of a repeat whose parts stand below it. */
    | 'instance'
    | 'choice'
    | 'raw';
  /** Whether its parts are shown; null where it has none to show. */
  readonly open: boolean | null;
}

/** A repeat with no more columns than fit beside each other is a table. */
const MOST_COLUMNS = 5;
/** More instances than that begin closed. */
const MOST_OPEN = 3;

/** The columns of a repeat that can be drawn as a table: elements with a text alone, each once. */
export function columnsOf({ of }: RepeatPart): readonly ElementDeclaration[] | undefined {
  if (of.kind !== 'element' || of.content !== 'elements') return undefined;
  const columns: ElementDeclaration[] = [];
  for (const one of of.particles) {
    const isPlain =
      one.kind === 'element' &&
      one.content === 'text' &&
      one.max === 1 &&
      // Several choices need more room than a cell has.
      inputOf(one.rules).kind !== 'choices' &&
      one.attributes.every(({ fixed }) => fixed !== null);
    if (!isPlain) return undefined;
    columns.push(one);
  }
  const hasAttributes = of.attributes.some(({ fixed }) => fixed === null);
  return columns.length === 0 || columns.length > MOST_COLUMNS || hasAttributes
    ? undefined
    : columns;
}

export interface Narrowing {
  readonly view: FieldsView;
  /** Undefined: nothing is searched for. */
  readonly fits: ((part: ValuePart) => boolean) | undefined;
  /** Whether a person has opened or closed it other than it began. */
  readonly isToggled: (id: string) => boolean;
}

/** Whether its parts are shown when nobody has opened or closed it. */
export function beginsOpen(part: FormPart): boolean {
  if (part.kind === 'repeat') return part.count > 0 || part.of.min > 0;
  const isInstance = 'index' in part && part.index !== null;
  if (isInstance && part.parent?.kind === 'repeat') return part.parent.count <= MOST_OPEN;
  return isInXml(part) || isRequired(part);
}

export function rowsOf(form: Form, narrowing: Narrowing): readonly FieldsRow[] {
  const rows = new Rows(form, narrowing);
  const { root } = form;
  if (root === null) return [];
  if (root.kind === 'section') rows.all(form.parts(root), 0);
  else rows.part(root, 0);
  return rows.found;
}

class Rows {
  readonly found: FieldsRow[] = [];
  readonly #form: Form;
  readonly #narrowing: Narrowing;
  /** Whether only what fits is shown, and what it stands in. */
  readonly #isNarrowed: boolean;

  constructor(form: Form, narrowing: Narrowing) {
    this.#form = form;
    this.#narrowing = narrowing;
    this.#isNarrowed = narrowing.view !== 'all' || narrowing.fits !== undefined;
  }

  all(parts: readonly FormPart[], depth: number): void {
    for (const part of parts) this.part(part, depth);
  }

  part(part: FormPart, depth: number): void {
    switch (part.kind) {
      case 'field':
        if (this.#isShown(part)) this.#add(part, 'field', depth, null);
        this.all(this.#form.parts(part), depth + 1);
        break;
      case 'attribute':
        if (part.known ? this.#isShown(part) : !this.#isNarrowed)
          this.#add(part, part.known ? 'field' : 'raw', depth, null);
        break;
      case 'raw':
        if (!this.#isNarrowed) this.#add(part, 'raw', depth, null);
        break;
      case 'section':
        this.#under(part, part.index === null ? 'section' : 'instance', depth);
        break;
      case 'repeat':
        this.#repeat(part, depth);
        break;
      case 'group':
        // One that comes once is as if its parts stood there themselves.
        if (part.index === null) this.all(this.#form.parts(part), depth);
        else this.#under(part, 'instance', depth);
        break;
      case 'choice':
        this.#under(part, 'choice', depth);
        break;
    }
  }

  #repeat(part: RepeatPart, depth: number): void {
    const isTable = columnsOf(part) !== undefined;
    if (!isTable) {
      this.#under(part, 'repeat', depth);
      return;
    }
    const open = this.#isOpen(part);
    const lines = open
      ? this.#form.parts(part).filter((line) => !this.#isNarrowed || this.#hasShown(line))
      : [];
    if (this.#isNarrowed && lines.length === 0) return;
    this.#add(part, 'repeat', depth, open);
    if (lines.length > 0) this.#add(part, 'columns', depth, null);
    for (const line of lines) {
      this.#add(line, 'line', depth, null);
      // What has no column stands below its line.
      const others = [line, ...this.#form.parts(line)].flatMap((one) => this.#form.parts(one));
      this.all(others.filter(isUnknown), depth + 1);
    }
  }

  /** With its parts below it; where only some are shown, not without any. */
  #under(part: FormPart, shape: FieldsRow['shape'], depth: number): void {
    const open = this.#isOpen(part);
    this.#add(part, shape, depth, open);
    if (!open) {
      // A closed one is left out of what is narrowed by what it holds.
      if (this.#isNarrowed && !this.#hasShown(part)) this.found.pop();
      return;
    }
    const count = this.found.length;
    this.all(this.#form.parts(part), depth + 1);
    if (this.#isNarrowed && this.found.length === count) this.found.pop();
  }

  /** A search looks into everything. */
  #isOpen(part: FormPart): boolean {
    if (this.#narrowing.fits !== undefined) return true;
    const begins = this.#narrowing.view === 'all' ? beginsOpen(part) : true;
    return begins !== this.#narrowing.isToggled(part.id);
  }

  #hasShown(part: FormPart): boolean {
    if (isValuePart(part)) return this.#isShown(part);
    return this.#form.parts(part).some((one) => this.#hasShown(one));
  }

  #isShown(part: ValuePart): boolean {
    const { view, fits } = this.#narrowing;
    if (isUnknown(part)) return false;
    if (view === 'filled' && stateOf(part).kind !== 'value') return false;
    if (view === 'required' && !isNeeded(part)) return false;
    return fits?.(part) ?? true;
  }

  #add(part: FormPart, shape: FieldsRow['shape'], depth: number, open: boolean | null): void {
    const key = shape === 'columns' ? `${part.id} columns` : part.id;
    this.found.push({ key, part, depth, shape, open });
  }
}

/** It has to be there, and so has all that it stands in: as far as that is in the XML, or has to be. */
function isNeeded(part: FormPart): boolean {
  for (let one: FormPart | null = part; one !== null; one = one.parent) {
    // One of several that are there is there.
    if (one.kind === 'section' && one.index !== null) continue;
    if (!isRequired(one) && (one === part || !isInXml(one))) return false;
  }
  return true;
}

/** What the schema does not know. */
const isUnknown = (part: FormPart): boolean =>
  part.kind === 'attribute' ? !part.known : part.kind === 'raw' && part.why === 'misfit';

/** What stands in the table of contents: sections, also those of several types, and repeats of the first two levels. */
export function contentsOf(
  form: Form,
): readonly { readonly part: FormPart; readonly depth: number }[] {
  const { root } = form;
  if (root?.kind !== 'section') return [];
  const isOfText = (of: Particle) => of.kind === 'element' && of.content === 'text';
  const isEntry = (part: FormPart) =>
    part.kind === 'section' ||
    part.kind === 'repeat' ||
    (part.kind === 'choice' && isOfTypes(part.of) && !part.ways.every(isOfText));
  const inside = (part: FormPart): readonly FormPart[] => {
    if (part.kind === 'repeat') return [];
    const parts = form.parts(part);
    return part.kind === 'choice' ? parts.flatMap((one) => form.parts(one)) : parts;
  };
  return form
    .parts(root)
    .filter(isEntry)
    .flatMap((part) => [
      { part, depth: 0 },
      ...inside(part)
        .filter(isEntry)
        .map((inner) => ({ part: inner, depth: 1 })),
    ]);
}
