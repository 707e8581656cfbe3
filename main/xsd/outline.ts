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

type Node = Omit<OutlineNode, 'values' | 'valueCount'> & Pick<TextRules, 'values'>;

export function outlineOf(schema: SchemaElement): { nodes: OutlineNode[]; cut: boolean } {
  const outline = new Outline(schema);
  for (const root of rootsOf(schema)) outline.element(root, 0);
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

  constructor(schema: SchemaElement) {
    this.#schema = schema;
    this.#components = new Components(schema);
  }

  /** `at`: where it stands, which says how often it comes. */
  element(node: SchemaElement, depth: number, at = node): void {
    const declared = node.attributes.has('ref')
      ? this.#components.find(node, 'ref', 'element')
      : node;
    const about = declared ?? node;
    const type = this.#typeOf(about);
    const content = type?.name === 'complexType' ? type : undefined;
    const isCircle = content !== undefined && this.#open.has(content);
    const rules = type
      ? textRules(this.#components, type)
      : rulesOf(this.#components, about, 'type');
    const abstract = this.#abstractOf(about, content);
    this.#add({
      depth,
      kind: 'element',
      name: nameOf(about),
      recursive: isCircle,
      line: node.line,
      ...occurrence(at),
      ...this.#said(rules, node, about, type),
      type: rules.type || shownName(content?.attributes.get('name')) || baseName(content),
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
    const mayBeOther = !/\b(substitution|all)\b/.test(head.attributes.get('block') ?? '');
    const add = (one: SchemaElement, inside: Inside) => {
      if (inside.includes(one)) return;
      if (!isTrue(one.attributes.get('abstract')) && !found.includes(one)) found.push(one);
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

  /** Names of the types that say what an abstract one is; undefined where it is none. */
  #abstractOf(
    about: SchemaElement,
    type: SchemaElement | undefined,
  ): readonly string[] | undefined {
    if (isTrue(about.attributes.get('abstract'))) return [];
    if (type === undefined || !isTrue(type.attributes.get('abstract'))) return undefined;
    const isOf = (one: SchemaElement, inside: Inside): boolean => {
      const derived = complexDerivation(one) ?? textDerivation(one);
      const base = derived && this.#components.find(derived, 'base', 'complexType');
      return (
        base === type ||
        (base !== undefined && !inside.includes(base) && isOf(base, [...inside, base]))
      );
    };
    return this.#schema.children
      .filter(
        ({ name, attributes }) => name === 'complexType' && !isTrue(attributes.get('abstract')),
      )
      .filter((one) => isOf(one, []))
      .map((one) => nameOf(one));
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
    const given = (name: string) =>
      places
        .slice(0, 2)
        .map((one) => one?.attributes.get(name))
        .find((value) => value !== undefined) ?? null;
    const { base, facets, values } = rules;
    const texts =
      places.map((one) => (one ? textsOf(one) : [])).find((found) => found.length > 0) ?? [];
    return {
      ...(texts.length > 0 && { texts }),
      documentation,
      base,
      facets: [...facets],
      values,
      fixed: given('fixed'),
      default: given('default'),
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
    const derived = complexDerivation(type) ?? textDerivation(type);
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

const isTrue = (value: string | undefined) => /^\s*(true|1)\s*$/.test(value ?? '');

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

/** Of a type without name: what it extends or restricts. */
function baseName(type: SchemaElement | undefined): string {
  const derived = type && (complexDerivation(type) ?? textDerivation(type));
  return shownName(derived?.attributes.get('base'));
}
