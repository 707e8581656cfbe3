// The outline of a schema: its elements, each with what its types say.
import type { OutlineNode } from '../../preload/contract/xsd.ts';
import { resolved, XML_SCHEMA, type SchemaElement } from './schema-tree.ts';
import {
  childOf,
  Components,
  documentationOf,
  NO_TEXT,
  rulesOf,
  shownName,
  textRules,
  textsOf,
  type TextRules,
} from './simple-types.ts';

export const MOST_NODES = 5000;
/** Groups that hold nothing but each other make no nodes, but take time. */
const MOST_STEPS = 200_000;
const MOST_VALUES = 500;
/** Of all nodes together: a list of values stands at every element that has its type. */
const MOST_VALUES_IN_ALL = 40_000;

const NO_LIMIT = 'unbounded';

type Inside = readonly SchemaElement[];
interface Group {
  /** Where it stands, which says how often it comes. */
  readonly at: SchemaElement;
  readonly kind: 'sequence' | 'choice';
  readonly name: string;
  readonly model: SchemaElement;
}

/** One that is derived, and whether by `extension` or `restriction`. */
interface Derived {
  readonly type: SchemaElement;
  readonly by: string;
}
const DERIVATIONS = ['extension', 'restriction'];

interface Declared {
  /** Where it stands. */
  readonly node: SchemaElement;
  /** What declares it. */
  readonly about: SchemaElement;
  readonly type: SchemaElement | undefined;
  readonly often: Pick<OutlineNode, 'min' | 'max'>;
  readonly typed?: OutlineNode['typed'];
}
const ONCE = { min: 1, max: 1 };

type Node = Omit<OutlineNode, 'values' | 'valueCount'> & Pick<TextRules, 'values'>;

/** Which elements are a choice of types: whatever has types derived from its own, those that have to say one, or none. */
type Choosing = 'any' | 'abstract' | 'none';

/** Each type of a choice has all that stands in it: where that is too much, fewer choices are told, so that all else is. */
export function outlineOf(schema: SchemaElement): { nodes: OutlineNode[]; cut: boolean } {
  const roots = rootsOf(schema);
  const told = (choosing: Choosing) => {
    const outline = new Outline(schema, choosing);
    for (const root of roots) outline.element(root, 0);
    return outline;
  };
  let outline = told('any');
  if (outline.cut && outline.hasTypes) outline = told('abstract');
  if (outline.cut && outline.hasTypes) outline = told('none');
  return { nodes: outline.nodes, cut: outline.cut };
}

/** Elements that no other one holds, and that stand for none; all of them where they hold each other. */
function rootsOf(schema: SchemaElement): readonly SchemaElement[] {
  const elements = schema.children.filter(
    ({ name, attributes }) => name === 'element' && !isTrue(attributes.get('abstract')),
  );
  if (elements.length < 2) return elements;
  const held = new Set<string>();
  const visit = (element: SchemaElement) => {
    const ref = element.name === 'element' ? element.attributes.get('ref') : undefined;
    if (ref !== undefined) held.add(shownName(ref));
    element.children.forEach(visit);
  };
  visit(schema);
  const isHeld = ({ attributes }: SchemaElement) =>
    held.has(attributes.get('name') ?? '') ||
    held.has(shownName(attributes.get('substitutionGroup')));
  // One that stands for another that is held is held, too.
  for (let count = -1; count !== held.size;) {
    count = held.size;
    for (const one of elements) if (isHeld(one)) held.add(one.attributes.get('name') ?? '');
  }
  const roots = elements.filter((one) => !isHeld(one));
  return roots.length > 0 ? roots : elements;
}

class Outline {
  readonly nodes: OutlineNode[] = [];
  cut = false;
  readonly #components: Components;
  /** Types of the elements above: what meets itself ends. */
  readonly #open = new Set<SchemaElement>();
  #steps = 0;
  #valuesLeft = MOST_VALUES_IN_ALL;
  readonly #schema: SchemaElement;
  readonly #choosing: Choosing;
  /** Whether anything is a choice of types. */
  hasTypes = false;
  /** By what they are derived from. */
  readonly #derived = new Map<SchemaElement, Derived[]>();

  constructor(schema: SchemaElement, choosing: Choosing) {
    this.#schema = schema;
    this.#choosing = choosing;
    this.#components = new Components(schema);
    for (const type of schema.children) {
      const by = type.name === 'complexType' ? derivationOf(type) : undefined;
      const base = by && this.#components.find(by, 'base', 'complexType');
      if (by === undefined || base === undefined) continue;
      const others = this.#derived.get(base);
      if (others === undefined) this.#derived.set(base, [{ type, by: by.name }]);
      else others.push({ type, by: by.name });
    }
  }

  /** `at`: where it stands, which says how often it comes. */
  element(node: SchemaElement, depth: number, at = node): void {
    const declared = node.attributes.has('ref')
      ? this.#components.find(node, 'ref', 'element')
      : node;
    const about = declared ?? node;
    const type = this.#typeOf(about);
    // The root has to be there: nothing around it could be a choice.
    const types = depth === 0 ? [] : this.#typesFor(about, type);
    if (types.length === 0) {
      this.#element({ node, about, type, often: occurrence(at) }, depth);
      return;
    }
    this.hasTypes = true;
    const { documentation, texts } = this.#said(NO_TEXT, node, about, type);
    this.#add({
      ...plain('choice', nameOf(about), node, depth),
      ...occurrence(at),
      documentation,
      ...(texts !== undefined && { texts }),
    });
    for (const one of types)
      if (this.#goesOn())
        this.#element(
          { node, about, type: one, often: ONCE, typed: one === type ? 'own' : 'said' },
          depth + 1,
        );
  }

  #element({ node, about, type, often, typed }: Declared, depth: number): void {
    const content = type?.name === 'complexType' ? type : undefined;
    const isCircle = content !== undefined && this.#open.has(content);
    const rules = type
      ? textRules(this.#components, type)
      : rulesOf(this.#components, about, 'type');
    const abstract = this.#abstractOf(about, content);
    const typeName = rules.type || shownName(content?.attributes.get('name')) || baseName(content);
    const target = this.#schema.attributes.get('targetNamespace') ?? '';
    // What is said of the element is said of the choice already.
    const places = typed === undefined ? [node, about, type] : [undefined, undefined, type];
    this.#add({
      depth,
      kind: 'element',
      name: nameOf(about),
      recursive: isCircle,
      line: node.line,
      ...often,
      ...this.#said(rules, ...places),
      ...valueGiven(node, about),
      type: typeName,
      ...(typed !== undefined && { typed }),
      ...(target !== '' && typeName !== '' && typeName !== rules.base && { typeNamespace: target }),
      content: abstract === undefined ? this.#contentOf(about, type) : 'unknown',
      ...(abstract !== undefined && { abstract: [...abstract] }),
      ...(isTrue(about.attributes.get('nillable')) && { nillable: true }),
      ...(content !== undefined && this.#isUnordered(content) && { unordered: true }),
      ...this.#namespaceOf(node, about, 'elementFormDefault'),
    });
    if (content === undefined || isCircle) return;
    this.#open.add(content);
    this.#particles(content, depth + 1, []);
    for (const attribute of this.#attributes(content, []).values())
      this.#attribute(attribute, depth + 1);
    this.#open.delete(content);
  }

  /** One that may be several elements is a choice of them. */
  #place(node: SchemaElement, depth: number): void {
    const head = this.#components.find(node, 'ref', 'element');
    const ways = head === undefined ? [] : this.#standingFor(head);
    const [only, ...more] = ways;
    if (head === undefined || only === undefined) {
      this.element(node, depth);
      return;
    }
    if (more.length === 0) {
      this.element(only === head ? node : only, depth, node);
      return;
    }
    this.#add({
      ...plain('choice', nameOf(head), node, depth),
      documentation: documentationOf(head),
    });
    for (const way of ways) if (this.#goesOn()) this.element(way, depth + 1);
  }

  /** An element that is no head stands for itself alone. */
  #standingFor(head: SchemaElement): readonly SchemaElement[] {
    const found: SchemaElement[] = [];
    const mayBeOther = !this.#blocks(head).includes('substitution');
    const add = (one: SchemaElement, inside: Inside) => {
      if (inside.includes(one)) return;
      if (!isAbstract(one) && !found.includes(one)) found.push(one);
      if (!mayBeOther) return;
      for (const other of this.#schema.children)
        if (
          other.name === 'element' &&
          this.#components.find(other, 'substitutionGroup', 'element') === one
        )
          add(other, [...inside, one]);
    };
    add(head, []);
    return found;
  }

  /** What an element or a type does not let others stand for. */
  #blocks({ name, attributes }: SchemaElement): readonly string[] {
    const all = name === 'element' ? [...DERIVATIONS, 'substitution'] : DERIVATIONS;
    const said = (
      attributes.get('block') ??
      this.#schema.attributes.get('blockDefault') ??
      ''
    ).split(/\s+/);
    return said.includes('#all') ? all : all.filter((one) => said.includes(one));
  }

  /** Those that an element of this type may say it is of instead, as far as it takes them; never abstract ones. */
  #derivedFrom(about: SchemaElement, type: SchemaElement): readonly SchemaElement[] {
    const blocked = [...this.#blocks(about), ...this.#blocks(type)];
    const found = new Set<SchemaElement>();
    const add = (base: SchemaElement) => {
      for (const one of this.#derived.get(base) ?? [])
        if (!blocked.includes(one.by) && one.type !== type && !found.has(one.type)) {
          found.add(one.type);
          add(one.type);
        }
    };
    add(type);
    return this.#schema.children.filter((one) => found.has(one) && !isAbstract(one));
  }

  /** The types that an element may be of, its own first; none where there is nothing to choose. */
  #typesFor(about: SchemaElement, type: SchemaElement | undefined): readonly SchemaElement[] {
    if (type?.name !== 'complexType' || isAbstract(about)) return [];
    const isChoice = isAbstract(type) ? this.#choosing !== 'none' : this.#choosing === 'any';
    const derived = isChoice ? this.#derivedFrom(about, type) : [];
    return derived.length === 0 || isAbstract(type) ? derived : [type, ...derived];
  }

  /** Names of the types that say what an abstract one is; undefined where it is none. */
  #abstractOf(
    about: SchemaElement,
    type: SchemaElement | undefined,
  ): readonly string[] | undefined {
    if (isAbstract(about)) return [];
    if (type === undefined || !isAbstract(type)) return undefined;
    return this.#derivedFrom(about, type).map(nameOf);
  }

  #typeOf(about: SchemaElement): SchemaElement | undefined {
    return (
      childOf(about, 'complexType', 'simpleType') ??
      this.#components.find(about, 'type', 'complexType', 'simpleType')
    );
  }

  #contentOf(about: SchemaElement, type: SchemaElement | undefined): OutlineNode['content'] {
    const inXmlSchema = resolved(about, about.attributes.get('type') ?? ':');
    if (type === undefined)
      return inXmlSchema.space === XML_SCHEMA && inXmlSchema.local !== 'anyType'
        ? 'text'
        : 'unknown';
    if (type.name === 'simpleType' || childOf(type, 'simpleContent')) return 'text';
    return this.#isMixed(type, []) ? 'mixed' : 'elements';
  }

  #isMixed(type: SchemaElement, inside: Inside): boolean {
    const content = childOf(type, 'complexContent');
    if (isTrue(content?.attributes.get('mixed') ?? type.attributes.get('mixed'))) return true;
    const base = this.#extendedBy(type);
    return base !== undefined && !inside.includes(base) && this.#isMixed(base, [...inside, base]);
  }

  #isUnordered(type: SchemaElement): boolean {
    const holder = complexDerivation(type) ?? type;
    const group = childOf(holder, 'group');
    const named = group && this.#components.find(group, 'ref', 'group');
    return childOf(named ?? holder, 'all') !== undefined;
  }

  #namespaceOf(
    node: SchemaElement,
    about: SchemaElement,
    unless: 'elementFormDefault' | 'attributeFormDefault',
  ): { namespace?: string } {
    const ref = node.attributes.get('ref');
    // One that is not in this document: the namespace its prefix stands for.
    if (ref !== undefined && about === node) {
      const { space } = resolved(node, ref);
      return space === '' ? {} : { namespace: space };
    }
    const own = this.#schema.attributes.get('targetNamespace') ?? '';
    const form = about.attributes.get('form') ?? this.#schema.attributes.get(unless);
    const isNamed = this.#schema.children.includes(about) || form === 'qualified';
    return isNamed && own !== '' ? { namespace: own } : {};
  }

  /** What stands at the place itself comes before what its declaration says, and that before its type. */
  #said(rules: TextRules, ...places: readonly (SchemaElement | undefined)[]) {
    const documentation =
      places.map((one) => (one ? documentationOf(one) : '')).find(Boolean) ?? '';
    const { base, facets, values } = rules;
    const texts =
      places.map((one) => (one ? textsOf(one) : [])).find((found) => found.length > 0) ?? [];
    return {
      ...(texts.length > 0 && { texts }),
      documentation,
      base,
      facets: [...facets],
      values,
    };
  }

  /** Those of the type it extends come before its own. `inside`: types and groups that are taken apart right now. */
  #particles(type: SchemaElement, depth: number, inside: Inside): void {
    const derived = complexDerivation(type);
    const base = this.#extendedBy(type);
    if (base !== undefined && !inside.includes(base))
      this.#particles(base, depth, [...inside, base]);
    for (const child of (derived ?? type).children) this.#particle(child, depth, inside);
  }

  #extendedBy(type: SchemaElement): SchemaElement | undefined {
    const derived = complexDerivation(type);
    return derived?.name === 'extension'
      ? this.#components.find(derived, 'base', 'complexType')
      : undefined;
  }

  #particle(node: SchemaElement, depth: number, inside: Inside, isWay = false): void {
    if (!this.#goesOn()) return;
    switch (node.name) {
      case 'element':
        this.#place(node, depth);
        break;
      case 'sequence':
      case 'all':
        this.#group({ at: node, kind: 'sequence', name: '', model: node }, depth, inside, isWay);
        break;
      case 'choice':
        this.#group({ at: node, kind: 'choice', name: '', model: node }, depth, inside, isWay);
        break;
      case 'group':
        this.#namedGroup(node, depth, inside, isWay);
        break;
      case 'any': {
        const own = this.#schema.attributes.get('targetNamespace') ?? '';
        const any = plain('any', node.attributes.get('namespace') ?? '', node, depth);
        this.#add(own === '' ? any : { ...any, namespace: own });
        break;
      }
    }
  }

  #namedGroup(node: SchemaElement, depth: number, inside: Inside, isWay: boolean): void {
    const group = this.#components.find(node, 'ref', 'group');
    const model = group && childOf(group, 'sequence', 'choice', 'all');
    if (group === undefined || model === undefined || inside.includes(group)) return;
    const kind = model.name === 'choice' ? 'choice' : 'sequence';
    this.#group({ at: node, kind, name: nameOf(group), model }, depth, [...inside, group], isWay);
  }

  /** A group that comes exactly once is as if its children stood there themselves, but not where it is one way of a choice. */
  #group({ at, kind, name, model }: Group, depth: number, inside: Inside, isWay: boolean): void {
    const { min, max } = occurrence(at);
    const parts = model.children.filter((child) => child.name !== 'annotation');
    const isPlain = kind === 'sequence' && min === 1 && max === 1 && !(isWay && parts.length !== 1);
    if (!isPlain)
      this.#add({
        ...plain(kind, name, at, depth),
        ...(model.name === 'all' && { unordered: true }),
      });
    for (const child of parts)
      this.#particle(
        child,
        isPlain ? depth : depth + 1,
        inside,
        isPlain ? isWay : kind === 'choice',
      );
  }

  /** By name, so that a restriction replaces what it inherits. */
  #attributes(type: SchemaElement, inside: Inside): Map<string, SchemaElement> {
    const found = new Map<string, SchemaElement>();
    const derived = derivationOf(type);
    const base = derived && this.#components.find(derived, 'base', 'complexType');
    if (base !== undefined && !inside.includes(base))
      for (const [name, one] of this.#attributes(base, [...inside, base])) found.set(name, one);
    this.#collect((derived ?? type).children, found, inside);
    return found;
  }

  #collect(
    children: readonly SchemaElement[],
    found: Map<string, SchemaElement>,
    inside: Inside,
  ): void {
    for (const child of children) {
      if (!this.#goesOn()) return;
      if (child.name === 'anyAttribute') found.set('', child);
      else if (child.name === 'attribute') {
        const name = child.attributes.get('name') ?? child.attributes.get('ref') ?? '';
        if (child.attributes.get('use') === 'prohibited') found.delete(name);
        else found.set(name, child);
      } else if (child.name === 'attributeGroup') {
        const group = this.#components.find(child, 'ref', 'attributeGroup');
        if (group !== undefined && !inside.includes(group))
          this.#collect(group.children, found, [...inside, group]);
      }
    }
  }

  #attribute(node: SchemaElement, depth: number): void {
    if (node.name === 'anyAttribute') {
      this.#add({ ...plain('any', '@', node, depth), min: 0 });
      return;
    }
    const about = this.#components.find(node, 'ref', 'attribute') ?? node;
    const inner = childOf(about, 'simpleType');
    const rules = inner
      ? textRules(this.#components, inner)
      : rulesOf(this.#components, about, 'type');
    const type = inner ?? this.#components.find(about, 'type', 'simpleType');
    this.#add({
      depth,
      kind: 'attribute',
      name: nameOf(about),
      recursive: false,
      line: node.line,
      min: node.attributes.get('use') === 'required' ? 1 : 0,
      max: 1,
      type: rules.type,
      ...this.#said(rules, node, about, type),
      ...valueGiven(node, about),
      ...this.#namespaceOf(node, about, 'attributeFormDefault'),
    });
  }

  #goesOn(): boolean {
    this.#steps += 1;
    if (this.nodes.length >= MOST_NODES || this.#steps > MOST_STEPS) this.cut = true;
    return !this.cut;
  }

  #add(node: Node): void {
    if (this.nodes.length >= MOST_NODES) {
      this.cut = true;
      return;
    }
    const values = node.values.slice(0, Math.min(MOST_VALUES, this.#valuesLeft));
    this.#valuesLeft -= values.length;
    this.nodes.push({ ...node, values: [...values], valueCount: node.values.length });
  }
}

const plain = (
  kind: 'sequence' | 'choice' | 'any',
  name: string,
  at: SchemaElement,
  depth: number,
) => ({
  kind,
  name,
  depth,
  line: at.line,
  ...occurrence(at),
  documentation: documentationOf(at),
  ...NO_TEXT,
  facets: [],
  fixed: null,
  default: null,
  recursive: false,
});

/** A fixed value or a default, of the place itself before what its declaration says. */
function valueGiven(...places: readonly SchemaElement[]) {
  const given = (name: string) =>
    places.map(({ attributes }) => attributes.get(name)).find((value) => value !== undefined) ??
    null;
  return { fixed: given('fixed'), default: given('default') };
}

const isTrue = (value: string | undefined) => /^\s*(true|1)\s*$/.test(value ?? '');

const isAbstract = ({ attributes }: SchemaElement) => isTrue(attributes.get('abstract'));

const nameOf = ({ attributes }: SchemaElement) =>
  attributes.get('name') ?? shownName(attributes.get('ref'));

function occurrence({ attributes }: SchemaElement): { min: number; max: number | null } {
  const number = (value = '1') => {
    const found = /^\s*\d+\s*$/.test(value) ? Number(value) : 1;
    return Number.isSafeInteger(found) ? found : 1;
  };
  const max = attributes.get('maxOccurs')?.trim();
  return { min: number(attributes.get('minOccurs')), max: max === NO_LIMIT ? null : number(max) };
}

const derivationIn = (content: SchemaElement | undefined) =>
  content && childOf(content, 'extension', 'restriction');
const complexDerivation = (type: SchemaElement) => derivationIn(childOf(type, 'complexContent'));
const textDerivation = (type: SchemaElement) => derivationIn(childOf(type, 'simpleContent'));
const derivationOf = (type: SchemaElement) => complexDerivation(type) ?? textDerivation(type);

/** Of a type without name: what it extends or restricts. */
function baseName(type: SchemaElement | undefined): string {
  const derived = type && derivationOf(type);
  return shownName(derived?.attributes.get('base'));
}
