// A schema document as plain values, independent of the library that parsed it, for its outline.

export interface SchemaElement {
  /** Without prefix; '' for what is no element of XML Schema. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Prefixes that hold here; the one of no prefix is ''. */
  readonly namespaces: ReadonlyMap<string, string>;
  /** From 1. */
  readonly line: number;
  /** All of its text, of `documentation` alone. */
  readonly text: string;
  /** Of `xml:lang`, of `documentation` alone. */
  readonly language: string;
  /** `tekst` elements in it, of `documentation` and `appinfo` alone. */
  readonly texts: readonly SchemaText[];
  readonly children: readonly SchemaElement[];
}

/** What forms of the platform say of an element: LEDE (what it is called), HJELP, in one language. */
export interface SchemaText {
  readonly kind: string;
  readonly language: string;
  readonly text: string;
}

export const XML_SCHEMA = 'http://www.w3.org/2001/XMLSchema';

/** Elements that need another document. */
const ELSEWHERE = ['include', 'redefine', 'override'];

/**
 * Where the schema refers to a document that is not here: the address it gives, or the namespace. An import of a namespace that nothing in the
 * schema names is none: some tools write one for what they have left out.
 */
export function elsewhere(schema: SchemaElement): string | undefined {
  const isNeeded = ({ name, attributes }: SchemaElement) =>
    ELSEWHERE.includes(name) ||
    (name === 'import' &&
      attributes.has('schemaLocation') &&
      names(schema, attributes.get('namespace') ?? ''));
  const found = schema.children.find(isNeeded);
  return (
    found && (found.attributes.get('schemaLocation') ?? found.attributes.get('namespace') ?? '')
  );
}

/** Attributes that name another part of a schema. */
const NAMING = ['type', 'ref', 'base', 'itemType', 'memberTypes', 'substitutionGroup', 'refer'];

/** Whether the element, or one in it, names something of this namespace. */
function names(element: SchemaElement, space: string): boolean {
  const own = NAMING.flatMap((one) => element.attributes.get(one)?.trim().split(/\s+/) ?? []);
  return (
    own.some((name) => name !== '' && resolved(element, name).space === space) ||
    element.children.some((child) => names(child, space))
  );
}

/** What a name with or without prefix stands for at this element. */
export function resolved(at: SchemaElement, name: string): { space: string; local: string } {
  const [first = '', second] = name.trim().split(':');
  return second === undefined
    ? { space: at.namespaces.get('') ?? '', local: first }
    : { space: at.namespaces.get(first) ?? '', local: second };
}
