// A form as parts to be shown: sections, fields, repeats and choices, made from its schema and its XML as it stands.
import {
  elementsOf,
  isEmptyMatch,
  emptyMatches,
  type Match,
  matchContent,
  mayBeEmpty,
} from './content-match.ts';
import {
  type AnyDeclaration,
  type AttributeDeclaration,
  type ElementDeclaration,
  type FormSchema,
  type GroupDeclaration,
  isOfTypes,
  isTypeOf,
  type Particle,
  usualWay,
  waysOf,
} from './form-schema.ts';
import { checkValue, isSameValue } from './field-values.ts';
import {
  isXmlnsAttribute,
  type PlacedChange,
  saidType,
  startOf,
  textOf,
  type XmlAttribute,
  type XmlElement,
  type XmlProblem,
  XSI,
  type XmlTree,
} from './xml-tree.ts';

interface Common {
  /** Stays the same for as long as the part is there, whatever changes elsewhere; also when it, or what holds it, comes into the XML or goes out of it. */
  readonly id: string;
  readonly parent: FormPart | null;
}
interface OfElement extends Common {
  readonly of: ElementDeclaration;
  /** Null: it is not in the XML. */
  readonly element: XmlElement | null;
  /** From 0, in a repeat; null elsewhere. */
  readonly index: number | null;
}

/** An element that holds others. */
export interface SectionPart extends OfElement {
  readonly kind: 'section';
}
/** An element that holds a text; its parts are its attributes. */
export interface FieldPart extends OfElement {
  readonly kind: 'field';
}
export interface AttributePart extends Common {
  readonly kind: 'attribute';
  readonly of: AttributeDeclaration;
  readonly parent: SectionPart | FieldPart;
  /** False: the schema does not know it. It is there as long as nobody takes it out. */
  readonly known: boolean;
}
/** What may come several times; its parts are its instances: elements, or groups. */
export interface RepeatPart extends Common {
  readonly kind: 'repeat';
  readonly of: ElementDeclaration | GroupDeclaration;
  readonly count: number;
}
/** A sequence that comes as a whole. */
export interface GroupPart extends Common {
  readonly kind: 'group';
  readonly of: GroupDeclaration;
  /** Empty: it is not in the XML. */
  readonly elements: readonly XmlElement[];
  readonly index: number | null;
}
/** Its parts are those of the way that is chosen; of a choice of types, those of the usual one as long as it is absent. */
export interface ChoicePart extends Common {
  readonly kind: 'choice';
  readonly of: GroupDeclaration;
  readonly ways: readonly Particle[];
  /** Index of the way; null: none is. An element that says none of the types it may be of is there all the same. */
  readonly chosen: number | null;
  readonly elements: readonly XmlElement[];
  readonly index: number | null;
  /** Among the rows of its repeat with the same way, from 0; of types, among all. */
  readonly indexOfWay: number;
}
/** A piece of XML that is shown and edited as such. */
export interface RawPart extends Common {
  readonly kind: 'raw';
  /**
   * `mixed`: its declaration lets anything stand in it; `abstract`: what stands in it is said by `xsi:type`, which is not there; `any`: stands where anything
   * may; `type`: says that it is of another type than it may be of; `misfit`: see problems.
   */
  readonly why: 'mixed' | 'abstract' | 'any' | 'type' | 'misfit' | 'too-deep';
  readonly of: ElementDeclaration | AnyDeclaration | null;
  readonly element: XmlElement | null;
  readonly index: number | null;
}
export type FormPart =
  | SectionPart
  | FieldPart
  | AttributePart
  | RepeatPart
  | GroupPart
  | ChoicePart
  | RawPart;
/** What has a value of its own. */
export type ValuePart = FieldPart | AttributePart;

export type FieldState =
  | { readonly kind: 'absent' }
  /** There, and nothing in it. */
  | { readonly kind: 'empty' }
  /** There, and said to have no value (`xsi:nil`). */
  | { readonly kind: 'nil' }
  | { readonly kind: 'value'; readonly value: string };

/** What does not fit the schema. Nothing of it is dropped: it stays in the XML until somebody takes it out. */
export interface Misfit {
  readonly kind:
    | 'wrong-root'
    | 'unknown-element'
    /** Its name is known, in another namespace. */
    | 'unknown-namespace'
    | 'unknown-attribute'
    | 'wrong-order'
    | 'too-many'
    | 'too-few'
    | 'missing'
    | 'missing-attribute'
    | 'no-way-chosen'
    | 'text-not-allowed'
    /** A fixed value is another one. */
    | 'not-fixed-value'
    | 'nil-not-allowed'
    | 'nil-with-content'
    | 'other-type'
    | 'too-deep';
  /** `/Skjema/Linje[2]/Belop`, of what is wrong, or of what holds it. */
  readonly path: string;
  /** In the text. */
  readonly at: number;
  /** The part it belongs to. */
  readonly part: FormPart;
  readonly name: string;
  /** Of `too-many`, `too-few`: how many there may be; of `not-fixed-value`: what it has to be. */
  readonly expected?: string;
}

const DEEPEST = 64;
const NONE: readonly FormPart[] = [];

/**
 * A form that is being edited. `apply` what `form-edits.ts` (or an editor of the text) answers; after `value` all parts and rows are still the same
 * objects, after `structure` they are made anew with the same ids. Nothing is worked out before it is asked for.
 */
export class Form {
  readonly schema: FormSchema;
  readonly tree: XmlTree;
  #root: FormPart | null | undefined;
  /** All three of what holds others alone, until the structure is another one. */
  #parts = new Map<FormPart, readonly FormPart[]>();
  #matches = new Map<FormPart, readonly Match[]>();
  #depths = new Map<FormPart, number>();
  #structure: number;

  constructor(schema: FormSchema, tree: XmlTree) {
    this.schema = schema;
    this.tree = tree;
    this.#structure = tree.structure;
  }

  /** Where the text is not well-formed: then there is no root, until it is mended. */
  get problem(): XmlProblem | null {
    return this.tree.problem;
  }

  apply(changes: readonly PlacedChange[]): 'value' | 'structure' {
    return this.tree.apply(changes);
  }

  /** Null where the text is not well-formed, or its root is none of the schema's (`problems` says so). */
  get root(): FormPart | null {
    this.#renew();
    if (this.#root !== undefined) return this.#root;
    const element = this.tree.root;
    const of =
      element &&
      this.schema.roots.find(
        ({ name, namespace }) => name === element.local && namespace === element.namespace,
      );
    this.#root = element && of ? elementPart(of, element, null, 'r', null, 0) : null;
    return this.#root;
  }

  #renew(): void {
    if (this.#structure === this.tree.structure) return;
    this.#structure = this.tree.structure;
    this.#root = undefined;
    this.#parts = new Map();
    this.#matches = new Map();
    this.#depths = new Map();
  }

  /** In the order in which they are shown; those that are not in the XML too. */
  parts(part: FormPart): readonly FormPart[] {
    this.#renew();
    if (part.kind === 'attribute' || part.kind === 'raw') return NONE;
    if (
      part.kind === 'field' &&
      part.of.attributes.every(({ fixed }) => fixed !== null) &&
      unknownIn(part).length === 0
    )
      return NONE;
    let found = this.#parts.get(part);
    if (found === undefined) {
      found = this.#partsOf(part);
      this.#parts.set(part, found);
    }
    return found;
  }

  /** By its id; undefined where it is not any more. */
  find(id: string): FormPart | undefined {
    let part: FormPart | undefined = this.root ?? undefined;
    while (part !== undefined && part.id !== id)
      part = this.parts(part).find((one) => one.id === id || isAbove(one.id, id));
    return part;
  }

  /** The same part as it is now: itself, or the one with its id after the structure changed; undefined where it is gone. The edits ask for it themselves. */
  current<T extends FormPart>(part: T): T | undefined {
    for (let one: FormPart | null = part; one !== null; one = one.parent) {
      let element = elementOf(one);
      if (element === null) continue;
      while (element.parent !== null) element = element.parent;
      if (element === this.tree.root) return part;
      break;
    }
    const found = this.find(part.id);
    return found?.kind === part.kind ? (found as T) : undefined;
  }

  /** What an element is; what it stands in, where it has no part of its own (a fixed value, or inside a piece of XML). */
  partOf(element: XmlElement): FormPart | undefined {
    const trail: XmlElement[] = [];
    for (let one: XmlElement | null = element; one !== null; one = one.parent) trail.unshift(one);
    let part = this.root ?? undefined;
    for (const next of trail.slice(1)) {
      const found: FormPart | undefined = part && this.#withElement(part, next);
      if (found === undefined) return part;
      part = found;
    }
    return part;
  }

  #withElement(part: FormPart, element: XmlElement): FormPart | undefined {
    for (const one of this.parts(part)) {
      if (one.kind === 'attribute') continue;
      if ('element' in one) {
        if (one.element === element) return one;
        continue;
      }
      const found = isInXml(one) ? this.#withElement(one, element) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** For what the checker of schemas says of a path, and for paths as `pathOf` writes them; of an attribute, the part of it where it has one. */
  partAt(path: string): FormPart | undefined {
    const steps = path.split('/').slice(1);
    const named = steps.at(-1)?.startsWith('@') === true ? steps.pop()?.slice(1) : undefined;
    let element = steps.length > 0 ? this.tree.root : null;
    steps.forEach((step, index) => {
      const [, prefixed = '', number = '1'] = /^([^[]+)(?:\[(\d+)\])?$/.exec(step) ?? [];
      const name = prefixed.slice(prefixed.indexOf(':') + 1);
      const all: readonly XmlElement[] =
        index === 0 ? (element === null ? [] : [element]) : childrenOf(element);
      element =
        all.filter(({ local }) => name === '*' || local === name)[Number(number) - 1] ?? null;
    });
    const part = element === null ? undefined : this.partOf(element);
    if (part === undefined || named === undefined) return part;
    const local = named.slice(named.indexOf(':') + 1);
    return (
      this.parts(part).find((one) => one.kind === 'attribute' && one.of.name === local) ?? part
    );
  }

  /** Everything that does not fit, in the order of the form. Values are checked by `checkPart`. */
  problems(): readonly Misfit[] {
    const { root } = this;
    const element = this.tree.root;
    if (element === null) return [];
    if (root === null) {
      const stand: RawPart = {
        kind: 'raw',
        id: 'r',
        parent: null,
        why: 'misfit',
        of: null,
        element,
        index: null,
      };
      return [this.#problem('wrong-root', stand, element, element.local)];
    }
    const found: Misfit[] = [];
    const visit = (part: FormPart) => {
      this.#problemsOf(part, found);
      if (isInXml(part)) for (const one of this.parts(part)) visit(one);
    };
    visit(root);
    return found;
  }

  #problemsOf(part: FormPart, found: Misfit[]): void {
    switch (part.kind) {
      case 'section':
      case 'field':
        if (part.element !== null) this.#elementProblems(part, part.element, found);
        break;
      case 'raw':
        if (part.element !== null && part.why === 'abstract' && part.parent?.kind === 'choice')
          found.push(this.#problem('no-way-chosen', part.parent, part.element, part.element.local));
        if (part.element !== null && (part.why === 'type' || part.why === 'too-deep'))
          found.push(
            this.#problem(
              part.why === 'type' ? 'other-type' : 'too-deep',
              part,
              part.element,
              part.element.local,
            ),
          );
        break;
      default:
    }
  }

  #elementProblems(part: SectionPart | FieldPart, element: XmlElement, found: Misfit[]): void {
    const { of } = part;
    this.#attributeProblems(part, element, found);
    const isNil = isNilElement(element);
    const hasText = element.content.some(
      (piece) =>
        piece.kind === 'cdata' ||
        (piece.kind === 'text' && (isNil || part.kind === 'section') && /\S/.test(piece.raw)),
    );
    if (isNil) {
      const isFilled =
        element.content.some(({ kind }) => kind !== 'comment' && kind !== 'instruction') || hasText;
      if (!of.nillable) found.push(this.#problem('nil-not-allowed', part, element, of.name));
      else if (isFilled) found.push(this.#problem('nil-with-content', part, element, of.name));
      if (of.nillable) return;
    } else if (part.kind === 'section' && hasText)
      found.push(this.#problem('text-not-allowed', part, element, of.name));
    if (part.kind === 'field') {
      for (const child of element.content)
        if (child.kind === 'element')
          found.push(this.#problem('unknown-element', part, child, child.local));
      const value = textOf(element);
      if (of.fixed !== null && value !== '' && !isSameValue(of.rules, value, of.fixed))
        found.push({
          ...this.#problem('not-fixed-value', part, element, of.name),
          expected: of.fixed,
        });
      return;
    }
    const { matches, misfits } = matchContent(of, element);
    for (const { kind, element: child } of misfits)
      found.push(this.#problem(kind, part, child, child.local));
    for (const match of matches) this.#occurrenceProblems(part, element, match, found);
  }

  #occurrenceProblems(part: FormPart, holder: XmlElement, match: Match, found: Misfit[]): void {
    const { of } = match;
    const count = 'instances' in match ? match.instances.length : match.elements.length;
    const name = of.kind === 'any' ? '' : of.name;
    if (count < of.min && !(count === 0 && mayBeEmpty(of))) {
      const kind =
        of.kind === 'choice' && count === 0 ? 'no-way-chosen' : count === 0 ? 'missing' : 'too-few';
      // Of a sequence, what is missing has the names.
      if (of.kind === 'sequence' && count === 0)
        for (const one of emptyMatches(of.particles))
          this.#occurrenceProblems(part, holder, one, found);
      else found.push({ ...this.#problem(kind, part, holder, name), expected: String(of.min) });
    }
    if (!('instances' in match)) return;
    for (const instance of match.instances) {
      const inner =
        match.of.kind === 'choice' ? instance.filter((one) => !isEmptyMatch(one)) : instance;
      for (const one of inner) this.#occurrenceProblems(part, holder, one, found);
    }
  }

  #attributeProblems(part: SectionPart | FieldPart, element: XmlElement, found: Misfit[]): void {
    const { of } = part;
    for (const attribute of unknownIn(part)) {
      const shown = this.parts(part).find(
        (one) => one.kind === 'attribute' && isNamed(attribute, one.of),
      );
      const { local } = attribute;
      found.push(this.#problem('unknown-attribute', shown ?? part, element, local, attribute));
    }
    for (const attribute of element.attributes) {
      const declared = of.attributes.find((one) => isNamed(attribute, one));
      if (
        declared !== undefined &&
        declared.fixed !== null &&
        !isSameValue(declared.rules, attribute.value, declared.fixed)
      )
        found.push({
          ...this.#problem('not-fixed-value', part, element, attribute.local, attribute),
          expected: declared.fixed,
        });
    }
    for (const declared of of.attributes)
      if (declared.required && attributeOf(element, declared) === undefined)
        found.push(this.#problem('missing-attribute', part, element, declared.name));
  }

  #problem(
    kind: Misfit['kind'],
    part: FormPart,
    element: XmlElement,
    name: string,
    attribute?: XmlAttribute,
  ): Misfit {
    const path = xmlPathOf(element);
    const start = startOf(element);
    return {
      kind,
      path: attribute === undefined ? path : `${path}/@${attribute.local}`,
      at: attribute === undefined ? start : start + attribute.offset,
      part,
      name,
    };
  }

  #partsOf(part: FormPart): readonly FormPart[] {
    switch (part.kind) {
      case 'attribute':
      case 'raw':
        return [];
      case 'field':
        return this.#attributesOf(part);
      case 'section': {
        const { of, element } = part;
        if (element === null && isRepeatedAbove(part)) return [];
        const content = element === null ? undefined : matchContent(of, element);
        const parts: FormPart[] = this.#attributesOf(part);
        this.#addAll(content?.matches ?? emptyMatches(of.particles), part, parts);
        const lost = content?.misfits.filter(({ kind }) => kind !== 'wrong-order') ?? [];
        for (const { element: stray } of lost)
          parts.push({
            kind: 'raw',
            id: `${part.id}.!${stray.id}`,
            parent: part,
            why: 'misfit',
            of: null,
            element: stray,
            index: null,
          });
        return parts;
      }
      case 'repeat':
        return this.#instancesOf(part);
      case 'group': {
        const parts: FormPart[] = [];
        this.#addAll(this.#matches.get(part) ?? emptyMatches(part.of.particles), part, parts);
        return parts;
      }
      case 'choice': {
        const all = this.#matches.get(part);
        const usual = usualWay(part.of);
        const match = all?.find((one) => !isEmptyMatch(one)) ?? all?.find(({ of }) => of === usual);
        const parts: FormPart[] = [];
        if (match !== undefined) this.#addAll([match], part, parts);
        return parts;
      }
    }
  }

  #attributesOf(part: SectionPart | FieldPart): AttributePart[] {
    const parts: AttributePart[] = [];
    for (const of of part.of.attributes)
      if (of.fixed === null && !isOfRegistry(part, of))
        parts.push({
          kind: 'attribute',
          id: `${part.id}.${of.index}`,
          parent: part,
          of,
          known: true,
        });
    for (const attribute of unknownIn(part)) {
      const of = undeclared(attribute);
      const id = `${part.id}.@${of.namespace ?? ''} ${of.name}`;
      parts.push({ kind: 'attribute', id, parent: part, of, known: false });
    }
    return parts;
  }

  #addAll(matches: readonly Match[], parent: FormPart, parts: FormPart[]): void {
    const depth = (this.#depths.get(parent) ?? 0) + 1;
    for (const match of matches) {
      const { of } = match;
      const id = `${parent.id}.${of.index}`;
      if (of.max === 0 && elementsOf(match).length === 0) continue;
      let part: FormPart | undefined;
      if (of.kind === 'any') {
        for (const element of elementsOf(match))
          parts.push({ ...rawOf(of, element, 'any', parent), id: `${id}#${element.id}` });
        // Where one may be put.
        if (of.max === null || elementsOf(match).length < of.max)
          parts.push({ ...rawOf(of, null, 'any', parent), id });
        continue;
      }
      if (of.max === null || of.max > 1) {
        const count = 'instances' in match ? match.instances.length : match.elements.length;
        part = { kind: 'repeat', id, parent, of, count };
        this.#matches.set(part, [match]);
      } else if ('instances' in match) {
        part = this.#groupPart(match.of, match.instances[0], parent, id, null);
      } else {
        const element = match.elements[0] ?? null;
        if (of.kind !== 'element' || isSilent(of, element)) continue;
        part = elementPart(of, element, parent, id, null, depth);
      }
      if (part.kind !== 'field' && part.kind !== 'raw') this.#depths.set(part, depth);
      parts.push(part);
    }
  }

  #instancesOf(part: RepeatPart): readonly FormPart[] {
    const [match] = this.#matches.get(part) ?? [];
    const depth = (this.#depths.get(part) ?? 0) + 1;
    if (match === undefined) return [];
    const parts: FormPart[] = [];
    if ('instances' in match) {
      const ways = new Map<number, number>();
      match.instances.forEach((instance, index) => {
        const way = instance.findIndex((one) => !isEmptyMatch(one));
        const before = ways.get(way) ?? 0;
        ways.set(way, before + 1);
        const place = isOfTypes(match.of) ? index : before;
        // Of its oldest element, so that it stays when another one comes before that.
        const oldest = Math.min(...instance.flatMap(elementsOf).map((one) => one.id));
        const id = `${part.id}#${oldest}`;
        parts.push(this.#groupPart(match.of, instance, part, id, index, place));
      });
    } else {
      const { of } = match;
      if (of.kind === 'element')
        match.elements.forEach((element, index) => {
          parts.push(elementPart(of, element, part, `${part.id}#${element.id}`, index, depth));
        });
    }
    for (const one of parts)
      if (one.kind !== 'field' && one.kind !== 'raw') this.#depths.set(one, depth);
    return parts;
  }

  #groupPart(
    of: GroupDeclaration,
    instance: Match[] | undefined,
    parent: FormPart,
    id: string,
    index: number | null,
    indexOfWay = 0,
  ): FormPart {
    const matches = instance ?? emptyMatches(of.particles);
    const elements = matches.flatMap(elementsOf).sort((a, b) => a.offset - b.offset);
    let part: FormPart;
    if (of.kind === 'sequence') part = { kind: 'group', id, parent, of, elements, index };
    else {
      const ways = waysOf(of);
      const chosen = matches.findIndex((one) => !isEmptyMatch(one));
      part = {
        kind: 'choice',
        id,
        parent,
        of,
        ways,
        chosen: chosen < 0 || chosen >= ways.length ? null : chosen,
        elements,
        index,
        indexOfWay,
      };
    }
    this.#matches.set(part, matches);
    return part;
  }
}

function elementPart(
  of: ElementDeclaration,
  element: XmlElement | null,
  parent: FormPart | null,
  id: string,
  index: number | null,
  depth: number,
): SectionPart | FieldPart | RawPart {
  if (of.content === 'raw') {
    const isOther = of.typed === 'other' && element !== null && saidType(element) !== null;
    const why = isOther ? 'type' : of.abstract === null ? 'mixed' : 'abstract';
    return { kind: 'raw', id, parent, why, of, element, index };
  }
  if (depth > DEEPEST) return { kind: 'raw', id, parent, why: 'too-deep', of, element, index };
  if (element !== null && saysOtherType(of, element))
    return { kind: 'raw', id, parent, why: 'type', of, element, index };
  return { kind: of.content === 'text' ? 'field' : 'section', id, parent, of, element, index };
}

const rawOf = (
  of: AnyDeclaration,
  element: XmlElement | null,
  why: 'any',
  parent: FormPart,
): RawPart => ({ kind: 'raw', id: '', parent, why, of, element, index: null });

function saysOtherType(of: ElementDeclaration, element: XmlElement): boolean {
  if (element.attributes.length === 0) return false;
  const said = saidType(element);
  return said !== null && !isTypeOf(of, said);
}

/** What has only one value that it may have needs no field. */
const isSilent = ({ fixed, rules, content, min }: ElementDeclaration, element: XmlElement | null) =>
  content === 'text' &&
  fixed !== null &&
  min > 0 &&
  element !== null &&
  isSameValue(rules, textOf(element), fixed);

/** What a registry of forms says of a form as a whole, in attributes of its root: it came with the form, and is nobody's to change. */
const OF_REGISTRY: readonly string[] = [
  'skjemanummer',
  'spesifikasjonsnummer',
  'blankettnummer',
  'tittel',
  'gruppeid',
  'etatid',
];

/** Where it is there as it may be; what is missing, or wrong, is a field. */
function isOfRegistry(part: SectionPart | FieldPart, of: AttributeDeclaration): boolean {
  if (part.parent !== null || part.element === null || !OF_REGISTRY.includes(of.name)) return false;
  const value = attributeOf(part.element, of)?.value;
  if (value === undefined || value === '') return value === undefined && !of.required;
  return checkValue(of.rules, value).length === 0;
}

/** What contains itself is not shown without end. */
function isRepeatedAbove({ of, parent }: SectionPart): boolean {
  if (of.particles.length === 0) return false;
  for (let above = parent; above !== null; above = above.parent)
    if (above.kind === 'section' && above.of.particles === of.particles && above.element === null)
      return true;
  return false;
}

const isAbove = (above: string, id: string) =>
  id.startsWith(above) && /[.#]/.test(id.charAt(above.length));

export const isNamed = (
  one: { readonly local: string; readonly namespace: string | null },
  of: { readonly name: string; readonly namespace: string | null },
): boolean => one.local === of.name && one.namespace === of.namespace;

export const attributeOf = (
  { attributes }: XmlElement,
  of: { readonly name: string; readonly namespace: string | null },
): XmlAttribute | undefined => attributes.find((one) => isNamed(one, of));

export const isNilElement = ({ attributes }: XmlElement): boolean => {
  for (const { namespace, local, value } of attributes)
    if (namespace === XSI && local === 'nil') return /^\s*(true|1)\s*$/.test(value);
  return false;
};

const NO_ATTRIBUTES: readonly XmlAttribute[] = [];

/** Attributes that the schema does not know, where it does not take any. */
function unknownIn({ of, element }: SectionPart | FieldPart): readonly XmlAttribute[] {
  if (element === null || element.attributes.length === 0 || of.anyAttribute) return NO_ATTRIBUTES;
  const isKnown = (attribute: XmlAttribute) =>
    isXmlnsAttribute(attribute) ||
    attribute.namespace === XSI ||
    of.attributes.some((one) => isNamed(attribute, one));
  return element.attributes.every(isKnown)
    ? NO_ATTRIBUTES
    : element.attributes.filter((one) => !isKnown(one));
}

/** Any text may stand in it, for all that is known. */
const undeclared = ({ local, namespace }: XmlAttribute): AttributeDeclaration => ({
  kind: 'attribute',
  index: -1,
  name: local,
  namespace,
  documentation: '',
  texts: [],
  required: false,
  fixed: null,
  default: null,
  rules: { base: '', facets: [], values: [], valueCount: 0 },
});

const childrenOf = (element: XmlElement | null): readonly XmlElement[] =>
  element?.content.filter((one) => one.kind === 'element') ?? [];

const elementOf = (part: FormPart): XmlElement | null =>
  'elements' in part ? (part.elements[0] ?? null) : 'element' in part ? part.element : null;

/** Where a part stands in the text now; null where it is not in it. */
export function rangeOf(part: FormPart): { readonly from: number; readonly to: number } | null {
  if (part.kind === 'attribute') {
    const { element } = part.parent;
    const found = element === null ? undefined : attributeOf(element, part.of);
    if (element === null || found === undefined) return null;
    const from = startOf(element) + found.valueOffset;
    return { from, to: from + found.raw.length };
  }
  const elements =
    'elements' in part
      ? part.elements
      : 'element' in part && part.element !== null
        ? [part.element]
        : [];
  const [first, last] = [elements[0], elements.at(-1)];
  return first === undefined || last === undefined
    ? null
    : { from: startOf(first), to: startOf(last) + last.length };
}

export function isInXml(part: FormPart): boolean {
  switch (part.kind) {
    case 'attribute':
      return (
        part.parent.element !== null && attributeOf(part.parent.element, part.of) !== undefined
      );
    case 'repeat':
      return part.count > 0;
    case 'group':
    case 'choice':
      return part.elements.length > 0;
    default:
      return part.element !== null;
  }
}

/** Whether it has to be there once what holds it is. */
export const isRequired = (part: FormPart): boolean =>
  part.kind === 'attribute' ? part.of.required : part.of !== null && part.of.min > 0;

/** Whether it is one that a person types into. */
export const isValuePart = (part: FormPart): part is ValuePart =>
  part.kind === 'field' || part.kind === 'attribute';

/** As it stands now: to be asked again after every change, `value` too. */
export function stateOf(part: ValuePart): FieldState {
  if (part.kind === 'attribute') {
    const { element } = part.parent;
    const found = element === null ? undefined : attributeOf(element, part.of);
    return found === undefined ? { kind: 'absent' } : valueState(found.value);
  }
  const { element } = part;
  if (element === null) return { kind: 'absent' };
  return isNilElement(element) ? { kind: 'nil' } : valueState(textOf(element));
}

const valueState = (value: string): FieldState =>
  value === '' ? { kind: 'empty' } : { kind: 'value', value };

/** What is wrong with its value; nothing where it is absent or has none. */
export function checkPart(part: ValuePart): ReturnType<typeof checkValue> {
  const state = stateOf(part);
  if (state.kind === 'absent' || state.kind === 'nil') return [];
  // Where there is nothing in it, the default holds.
  if (
    part.kind === 'field' &&
    state.kind === 'empty' &&
    (part.of.default ?? part.of.fixed) !== null
  )
    return [];
  return checkValue(part.of.rules, state.kind === 'value' ? state.value : '');
}

/** `/Skjema/Linje[2]/Belop`, `/Skjema/@id`: what repeats has a number, whether there are several or not; in a group that repeats, that of the group. */
export function pathOf(part: FormPart): string {
  const above = part.parent === null ? '' : pathOf(part.parent);
  switch (part.kind) {
    case 'attribute':
      return `${above}/@${part.of.name}`;
    case 'repeat':
    case 'group':
    case 'choice':
      return above;
    default: {
      if (part.element !== null && (part.of === null || part.of.kind === 'any'))
        return xmlPathOf(part.element);
      const name = part.of === null || part.of.kind === 'any' ? '*' : part.of.name;
      const index = part.index ?? indexInRows(part);
      return `${above}/${name}${index === null ? '' : `[${index + 1}]`}`;
    }
  }
}

/** In a group that repeats: the number of the group, so that what is absent in one of them is no other's; in a choice, among those of its way. */
function indexInRows(part: SectionPart | FieldPart | RawPart): number | null {
  for (let above = part.parent; above !== null; above = above.parent) {
    if (above.kind !== 'group' && above.kind !== 'choice') return null;
    if (above.index !== null) return above.kind === 'group' ? above.index : above.indexOfWay;
  }
  return null;
}

/** As the checker of schemas writes it: a number where there are several of the name. */
export function xmlPathOf(element: XmlElement): string {
  const { parent, local } = element;
  if (parent === null) return `/${local}`;
  let count = 0;
  let index = 0;
  for (const one of parent.content)
    if (one.kind === 'element' && one.local === local) {
      count += 1;
      if (one === element) index = count;
    }
  return `${xmlPathOf(parent)}/${local}${count > 1 ? `[${index}]` : ''}`;
}
