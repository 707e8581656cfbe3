// The declarations of a form as a tree, made from the outline of its XSD.
import type { OutlineNode } from '../contract/xsd.ts';
import { saidType, type XmlElement } from './xml-tree.ts';

const XML_SCHEMA = 'http://www.w3.org/2001/XMLSchema';

/** What a text may be: the part of the outline that `field-values.ts` works with. */
export type ValueRules = Pick<OutlineNode, 'base' | 'facets' | 'values' | 'valueCount'>;

interface Occurrence {
  /** Index in the outline. */
  readonly index: number;
  readonly min: number;
  /** Null: any number of times. */
  readonly max: number | null;
}

/** What labels are made of. */
export interface Described {
  readonly name: string;
  readonly documentation: string;
  readonly texts: NonNullable<OutlineNode['texts']>;
}

export interface AttributeDeclaration extends Described {
  readonly kind: 'attribute';
  readonly index: number;
  readonly namespace: string | null;
  readonly required: boolean;
  readonly fixed: string | null;
  readonly default: string | null;
  readonly rules: ValueRules;
}

export interface ElementDeclaration extends Occurrence, Described {
  readonly kind: 'element';
  readonly namespace: string | null;
  readonly type: string;
  readonly typeNamespace: string | null;
  /** In a choice of types: its `own`, one that is `said` by `xsi:type`, or any `other` thing that is said, or missing; null elsewhere. */
  readonly typed: 'own' | 'said' | 'other' | null;
  /** `raw`: anything may stand in it, text between elements too; it is edited as XML. */
  readonly content: 'text' | 'elements' | 'raw';
  readonly nillable: boolean;
  /** It needs `xsi:type`, of one of these types; null: what it is of is said already. */
  readonly abstract: readonly string[] | null;
  readonly fixed: string | null;
  readonly default: string | null;
  /** Of its text. */
  readonly rules: ValueRules;
  readonly attributes: readonly AttributeDeclaration[];
  readonly anyAttribute: boolean;
  /** In the order they have to come in, unless it is `unordered`. Of one that contains itself: those of the one further up. */
  readonly particles: readonly Particle[];
  readonly unordered: boolean;
}

/** `sequence`: comes as a whole, none or several times, or as one way of a choice. */
export interface GroupDeclaration extends Occurrence, Described {
  readonly kind: 'sequence' | 'choice';
  readonly particles: readonly Particle[];
  readonly unordered: boolean;
}

/** The ways of a choice that a person may choose. */
export const waysOf = ({ particles }: GroupDeclaration): readonly Particle[] =>
  particles.filter((one) => typedOf(one) !== 'other');

const typedOf = (of: Particle | undefined) => (of?.kind === 'element' ? of.typed : null);

/** Whether it is a choice of the types that one element may be of. */
export const isOfTypes = (of: Particle): boolean =>
  of.kind === 'choice' && typedOf(of.particles[0]) !== null;

/** Of a choice of types, the one that nobody has to choose: its own, or the only one. */
export function usualWay(of: GroupDeclaration): Particle | undefined {
  if (!isOfTypes(of)) return undefined;
  const [first, ...others] = waysOf(of);
  return others.length === 0 || typedOf(first) === 'own' ? first : undefined;
}

export interface AnyDeclaration extends Occurrence {
  readonly kind: 'any';
  /** As the schema writes it: `##any`, `##other`, or namespaces. */
  readonly constraint: string;
  /** The schema's own namespace. */
  readonly own: string | null;
}

export type Particle = ElementDeclaration | GroupDeclaration | AnyDeclaration;

export interface FormSchema {
  readonly roots: readonly ElementDeclaration[];
  /** The outline is not all of the schema: what is not in it is shown as unknown. */
  readonly cut: boolean;
}

/** `cut`: as the outline came with it. */
export function formSchemaOf(outline: readonly OutlineNode[], cut = false): FormSchema {
  const roots: ElementDeclaration[] = [];
  /** What is open at each depth; attributes hold nothing. */
  const trail: Open[] = [];
  /** Attributes come last: when one repeats another, it is not known yet whether that takes any. */
  const again: (readonly [Made, Open])[] = [];
  const choices: { readonly index: number; readonly particles: Particle[] }[] = [];
  outline.forEach((node, index) => {
    trail.length = node.depth;
    const above = trail.at(-1);
    const made = declarationOf(node, index, trail);
    if (made.kind === 'attribute') {
      if (above?.made.kind === 'element') above.attributes.push(made);
      return;
    }
    if (made.kind === 'any' && node.name === '@') {
      if (above?.made.kind === 'element') above.made.anyAttribute = true;
      return;
    }
    if (above === undefined) {
      if (made.kind === 'element') roots.push(made);
    } else above.particles.push(made);
    const repeated = node.recursive ? sameAbove(node, trail) : undefined;
    if (repeated !== undefined && made.kind === 'element') again.push([made, repeated]);
    if (made.kind === 'choice') choices.push(made);
    if (made.kind !== 'any')
      trail[node.depth] = {
        made,
        particles: made.particles,
        attributes: made.kind === 'element' ? made.attributes : [],
      };
  });
  for (const choice of choices) {
    const [first] = choice.particles;
    if (first?.kind !== 'element' || first.typed === null) continue;
    const names = choice.particles.map((one) => (one.kind === 'element' ? one.type : ''));
    choice.particles.push(otherType(first, choice.index, names));
  }
  for (const [made, { made: above }] of again)
    if (made.kind === 'element' && above.kind === 'element') made.anyAttribute = above.anyAttribute;
  return { roots, cut };
}

/** An element that says none of the types it may be of: what stands in it is not known. */
const otherType = (
  of: ElementDeclaration,
  index: number,
  types: readonly string[],
): ElementDeclaration => ({
  ...of,
  index,
  documentation: '',
  texts: [],
  typed: 'other',
  content: 'raw',
  abstract: of.typed === 'own' ? null : types,
  attributes: [],
  anyAttribute: true,
  particles: [],
});

type Made =
  | (Omit<ElementDeclaration, 'anyAttribute'> & { anyAttribute: boolean })
  | GroupDeclaration;
interface Open {
  readonly made: Made;
  readonly particles: Particle[];
  readonly attributes: AttributeDeclaration[];
}

function declarationOf(node: OutlineNode, index: number, trail: readonly Open[]) {
  const { name, documentation, min, max, fixed, type } = node;
  const said: Described = { name, documentation, texts: node.texts ?? [] };
  const namespace = node.namespace ?? null;
  const rules: ValueRules = {
    base: node.base,
    facets: node.facets,
    values: node.values,
    valueCount: node.valueCount,
  };
  const unordered = node.unordered ?? false;
  switch (node.kind) {
    case 'attribute':
      return {
        kind: 'attribute' as const,
        ...said,
        index,
        namespace,
        required: min > 0,
        // One that has to be there and may have one value alone is as good as fixed.
        fixed: fixed ?? (min > 0 && node.valueCount === 1 ? (node.values[0]?.value ?? null) : null),
        default: node.default,
        rules,
      };
    case 'any':
      return { kind: 'any' as const, index, min, max, constraint: name, own: namespace };
    case 'sequence':
    case 'choice':
      return {
        kind: node.kind,
        ...said,
        index,
        min,
        max,
        particles: [] as Particle[],
        unordered,
      };
    case 'element': {
      const again = node.recursive ? sameAbove(node, trail) : undefined;
      const content = node.content ?? (node.base === '' ? 'elements' : 'text');
      return {
        kind: 'element' as const,
        ...said,
        index,
        min,
        max,
        namespace,
        type,
        typeNamespace:
          type === node.base && type !== '' ? XML_SCHEMA : (node.typeNamespace ?? null),
        typed: node.typed ?? null,
        content: content === 'text' || content === 'elements' ? content : ('raw' as const),
        nillable: node.nillable ?? false,
        abstract: node.abstract ?? null,
        fixed,
        default: node.default,
        rules,
        attributes: again?.attributes ?? ([] as AttributeDeclaration[]),
        anyAttribute: false,
        particles: again?.particles ?? ([] as Particle[]),
        unordered,
      };
    }
  }
}

/** The element further up that one marked as recursive repeats. */
function sameAbove({ type, name }: OutlineNode, trail: readonly Open[]): Open | undefined {
  const elements = trail.filter(({ made }) => made.kind === 'element').toReversed();
  return (
    elements.find(({ made }) => type !== '' && made.kind === 'element' && made.type === type) ??
    elements.find(({ made }) => made.name === name)
  );
}

/** Whether this element may be this particle, or stand in this group. */
export function mayBe(particle: Particle, element: XmlElement): boolean {
  switch (particle.kind) {
    case 'element':
      return (
        particle.name === element.local &&
        particle.namespace === element.namespace &&
        isOfType(particle, element)
      );
    case 'any':
      return mayBeAny(particle, element.namespace);
    default:
      return particle.particles.some((one) => mayBe(one, element));
  }
}

function isOfType(of: ElementDeclaration, element: XmlElement): boolean {
  if (of.typed === null || of.typed === 'other') return true;
  const said = saidType(element);
  return said === null ? of.typed === 'own' : isTypeOf(of, said);
}

/** Whatever the prefix is that a document has for the namespace. */
export const isTypeOf = (
  { type, typeNamespace }: Pick<ElementDeclaration, 'type' | 'typeNamespace'>,
  said: NonNullable<ReturnType<typeof saidType>>,
): boolean => said.local === type && said.namespace === typeNamespace;

function mayBeAny({ constraint, own }: AnyDeclaration, namespace: string | null): boolean {
  const names = constraint.trim().split(/\s+/);
  return names.some((name) => {
    switch (name) {
      case '':
      case '##any':
        return true;
      case '##other':
        return namespace !== null && namespace !== own;
      case '##local':
        return namespace === null;
      case '##targetNamespace':
        return namespace === own;
      default:
        return namespace === name;
    }
  });
}
