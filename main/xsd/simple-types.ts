// The values an element or attribute may have: facets and enumerations through all restrictions, and documentation.
import { resolved, XML_SCHEMA, type SchemaElement, type SchemaText } from './schema-tree.ts';

export interface TextRules {
  /** Name of the type, or of the base of one without name. */
  readonly type: string;
  /** The type of XML Schema itself below all restrictions. */
  readonly base: string;
  readonly facets: readonly { readonly name: string; readonly value: string }[];
  readonly values: readonly {
    readonly value: string;
    readonly label: string;
    readonly texts?: SchemaText[];
  }[];
}

export const NO_TEXT: TextRules = { type: '', base: '', facets: [], values: [] };

type Kind = 'element' | 'attribute' | 'complexType' | 'simpleType' | 'group' | 'attributeGroup';

/** Definitions by name, all of one document. */
export class Components {
  readonly #named = new Map<string, SchemaElement>();

  constructor(schema: SchemaElement) {
    for (const child of schema.children) {
      const name = child.attributes.get('name');
      if (name === undefined) continue;
      const key = `${child.name} ${name}`;
      if (!this.#named.has(key)) this.#named.set(key, child);
    }
  }

  /** What an attribute such as `type` of this element points at; undefined for types of XML Schema and what is not here. */
  find(at: SchemaElement, attribute: string, ...kinds: readonly Kind[]): SchemaElement | undefined {
    const name = at.attributes.get(attribute);
    return name === undefined ? undefined : this.named(at, name, ...kinds);
  }

  named(at: SchemaElement, name: string, ...kinds: readonly Kind[]): SchemaElement | undefined {
    const { space, local } = resolved(at, name);
    if (space === XML_SCHEMA) return undefined;
    return kinds
      .map((kind) => this.#named.get(`${kind} ${local}`))
      .find((found) => found !== undefined);
  }
}

export const childOf = (at: SchemaElement, ...names: readonly string[]) =>
  at.children.find(({ name }) => names.includes(name));

/** The name without prefix, as it is shown. */
export const shownName = (name: string | undefined) => name?.trim().split(':').at(-1) ?? '';

/** A simple type, or a complex one whose content is text. NO_TEXT where elements are its content. */
export function textRules(
  components: Components,
  type: SchemaElement,
  seen: ReadonlySet<SchemaElement> = new Set(),
): TextRules {
  const derived =
    type.name === 'complexType'
      ? derivation(childOf(type, 'simpleContent'))
      : childOf(type, 'restriction', 'list', 'union');
  if (derived === undefined || seen.has(type)) return { ...NO_TEXT, type: nameOf(type) };
  const trail = new Set(seen).add(type);
  const rules = derivedRules(components, derived, trail);
  return { ...rules, type: nameOf(type) || rules.type };
}

const nameOf = (type: SchemaElement) => type.attributes.get('name') ?? '';
const derivation = (content: SchemaElement | undefined) =>
  content && childOf(content, 'restriction', 'extension');

function derivedRules(
  components: Components,
  derived: SchemaElement,
  seen: ReadonlySet<SchemaElement>,
): TextRules {
  switch (derived.name) {
    case 'list':
      return listRules(components, derived, seen);
    case 'union':
      return unionRules(components, derived, seen);
    default: {
      const inner = childOf(derived, 'simpleType');
      const below = inner
        ? textRules(components, inner, seen)
        : rulesOf(components, derived, 'base', seen);
      return derived.name === 'extension' ? below : restricted(below, derived);
    }
  }
}

/** The rules of the type that an attribute of this element names. */
export function rulesOf(
  components: Components,
  at: SchemaElement,
  attribute: string,
  seen: ReadonlySet<SchemaElement> = new Set(),
): TextRules {
  const name = at.attributes.get(attribute);
  if (name === undefined) return NO_TEXT;
  return rulesNamed(components, at, name, seen);
}

function rulesNamed(
  components: Components,
  at: SchemaElement,
  name: string,
  seen: ReadonlySet<SchemaElement>,
): TextRules {
  const found = components.named(at, name, 'simpleType', 'complexType');
  if (found !== undefined) return textRules(components, found, seen);
  const { space, local } = resolved(at, name);
  return { ...NO_TEXT, type: local, base: space === XML_SCHEMA ? local : '' };
}

/** Of one name the narrower holds; patterns hold all. */
function restricted(below: TextRules, by: SchemaElement): TextRules {
  const given = by.children.flatMap(({ name, attributes }) => {
    const value = attributes.get('value');
    return value === undefined || name === 'enumeration' ? [] : [{ name, value }];
  });
  // Patterns of one restriction are alternatives; those of one above another all hold.
  const patterns = given.filter(({ name }) => name === 'pattern').map(({ value }) => value);
  const own = given.filter(({ name }) => name !== 'pattern');
  if (patterns.length > 0) own.push({ name: 'pattern', value: patterns.join('|') });
  const kept = below.facets.filter(
    ({ name }) => name === 'pattern' || own.every((facet) => facet.name !== name),
  );
  const values = by.children
    .filter(({ name, attributes }) => name === 'enumeration' && attributes.has('value'))
    .map((one) => {
      const [label, texts] = [documentationOf(one), textsOf(one)];
      return {
        value: one.attributes.get('value') ?? '',
        label,
        ...(texts.length > 0 && { texts }),
      };
    });
  // Values of a list are whole lists: it is a choice of one of them, and no list of choices.
  if (values.length > 0 && below.facets.some(({ name }) => name === 'list'))
    return { ...below, facets: [{ name: 'whiteSpace', value: 'collapse' }], values };
  return {
    ...below,
    facets: [...kept, ...own],
    values: values.length > 0 ? values : below.values,
  };
}

function listRules(
  components: Components,
  list: SchemaElement,
  seen: ReadonlySet<SchemaElement>,
): TextRules {
  const inner = childOf(list, 'simpleType');
  const item = inner
    ? textRules(components, inner, seen)
    : rulesOf(components, list, 'itemType', seen);
  // Where the values of one are told, they say all; what is said of lengths is of the list then.
  const facets = item.values.length > 0 ? [] : item.facets;
  return { ...item, facets: [{ name: 'list', value: item.type }, ...facets] };
}

function unionRules(
  components: Components,
  union: SchemaElement,
  seen: ReadonlySet<SchemaElement>,
): TextRules {
  const names = (union.attributes.get('memberTypes') ?? '').split(/\s+/).filter(Boolean);
  const members = [
    ...names.map((name) => rulesNamed(components, union, name, seen)),
    ...union.children
      .filter(({ name }) => name === 'simpleType')
      .map((inner) => textRules(components, inner, seen)),
  ];
  const closed = members.every(
    ({ values, facets }) => values.length > 0 && facets.every(({ name }) => name !== 'list'),
  );
  const types = members.map(({ type }) => type).join(', ');
  return {
    type: members.map(({ type }) => type).find(Boolean) ?? '',
    base: members.map(({ base }) => base).find(Boolean) ?? '',
    facets: [{ name: 'union', value: types }],
    values: closed ? members.flatMap(({ values }) => values) : [],
  };
}

/** What is said of it in `tekst` elements, as long as texts are shown. */
export const textsOf = (at: SchemaElement): SchemaText[] =>
  at.children
    .filter(({ name }) => name === 'annotation')
    .flatMap(({ children }) => children.flatMap(({ texts }) => texts))
    .map(({ text, ...said }) => ({ ...said, text: laidOut(text) }))
    .filter(({ text }) => text !== '');

const LONGEST_TEXT = 2000;
const NORWEGIAN = /^(nb|no)\b/i;

/** In Norwegian where that is among the languages, else the first. */
export function documentationOf(at: SchemaElement): string {
  const texts = at.children
    .filter(({ name }) => name === 'annotation')
    .flatMap(({ children }) => children.filter(({ name }) => name === 'documentation'))
    .filter(({ text }) => text.trim() !== '');
  const chosen = texts.find(({ language }) => NORWEGIAN.test(language)) ?? texts[0];
  return laidOut(chosen?.text ?? '');
}

const laidOut = (text: string) =>
  text
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .join('\n')
    .trim()
    .slice(0, LONGEST_TEXT);
