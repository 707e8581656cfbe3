// Outlines of schemas written by hand, for tests of what is made from them.
import type { OutlineNode } from '../../preload/contract/xsd.ts';

type More = Partial<OutlineNode>;

const PLAIN: Omit<OutlineNode, 'kind' | 'name' | 'depth'> = {
  type: '',
  base: '',
  min: 1,
  max: 1,
  line: 1,
  documentation: '',
  facets: [],
  values: [],
  valueCount: 0,
  fixed: null,
  default: null,
  recursive: false,
};

/** An element that holds others. */
export const group = (depth: number, name: string, more: More = {}): OutlineNode => ({
  ...PLAIN,
  kind: 'element',
  content: 'elements',
  depth,
  name,
  ...more,
});

/** An element that holds a text of this type. */
export const leaf = (
  depth: number,
  name: string,
  base = 'string',
  more: More = {},
): OutlineNode => ({
  ...PLAIN,
  kind: 'element',
  content: 'text',
  depth,
  name,
  base,
  valueCount: more.values?.length ?? 0,
  ...more,
});

export const choice = (depth: number, more: More = {}): OutlineNode => ({
  ...PLAIN,
  kind: 'choice',
  name: '',
  depth,
  ...more,
});

/** As registries of forms write them: each element has an id that is always the same. */
export const fixedAttribute = (depth: number, name: string, fixed: string): OutlineNode => ({
  ...PLAIN,
  kind: 'attribute',
  depth,
  name,
  base: 'string',
  fixed,
});

/** What a text of this type may be. */
export const rulesOfText = (
  base: string,
  more: Partial<Pick<OutlineNode, 'facets' | 'values'>> = {},
) => ({
  base,
  facets: more.facets ?? [],
  values: more.values ?? [],
  valueCount: more.values?.length ?? 0,
});
