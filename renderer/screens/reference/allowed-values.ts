// The values a service's schemas allow, per element, and the code lists with exactly the same values.
import type { CodeList } from '../../../preload/contract/metadata.ts';
import type { OutlineNode } from '../../../preload/contract/xsd.ts';

export interface AllowedValues {
  /** Of the element or attribute, such as `/Skjema/Kjoretoy/@type`. */
  readonly path: string;
  readonly name: string;
  readonly documentation: string;
  readonly values: OutlineNode['values'];
  /** Of very many only the first ones came. */
  readonly count: number;
  /** The same for the same values, whatever their order. */
  readonly key: string;
}

export const keyOfCodes = (codes: readonly string[]): string =>
  JSON.stringify([...new Set(codes)].sort());

/** In the order of the schema. */
export function allowedIn(outline: readonly OutlineNode[]): readonly AllowedValues[] {
  const above: string[] = [];
  const found: AllowedValues[] = [];
  for (const node of outline) {
    above.length = node.depth;
    above[node.depth] = stepOf(node);
    if (node.values.length === 0) continue;
    const { name, documentation, values, valueCount: count } = node;
    // Groups of choices have no name of their own.
    const path = `/${above.filter(Boolean).join('/')}`;
    const key = keyOfCodes(values.map(valueOf));
    found.push({ path, name, documentation, values, count, key });
  }
  return found;
}

const valueOf = ({ value }: { readonly value: string }) => value;
const stepOf = ({ kind, name }: OutlineNode) => (kind === 'attribute' ? `@${name}` : name);

export interface KnownCodeList {
  readonly name: string;
  readonly version: number;
  readonly key: string;
}

export const knownFrom = ({ name, version, codes }: CodeList): KnownCodeList => ({
  name,
  version,
  key: keyOfCodes(codes.map(({ code }) => code)),
});

/** Two or more: a single value fits too much by chance. */
const FEWEST = 2;

export const fitting = (
  { key, values, count }: AllowedValues,
  known: readonly KnownCodeList[],
): readonly KnownCodeList[] =>
  count < FEWEST || count > values.length ? [] : known.filter((list) => list.key === key);
