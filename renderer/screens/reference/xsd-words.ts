// The words for rows of an outline: what they are called, and how often each may occur.
import type { OutlineNode } from '../../../preload/contract/xsd.ts';
import type { Texts } from '../../texts/en.ts';
import { oftenOf } from './xsd-outline.ts';

type Words = Texts['xsd'];

/** Groups mostly have no name of their own. */
export function nodeName({ kind, name, typed, type }: OutlineNode, t: Words): string {
  switch (kind) {
    case 'element':
      return typed === undefined ? name : `${name} (${type})`;
    case 'attribute':
      return `@${name}`;
    case 'any':
      return name === '@' ? t.names.anyAttribute : t.names.any;
    case 'sequence':
    case 'choice':
      return name === '' ? t.names[kind] : `${t.names[kind]} (${name})`;
  }
}

export function oftenWords(
  node: Pick<OutlineNode, 'min' | 'max'>,
  t: Words,
  number: (value: number) => string,
): string {
  const often = oftenOf(node);
  switch (often.kind) {
    case 'exactly':
    case 'up-to':
    case 'at-least':
      return t.often[often.kind](number(often.count));
    case 'between':
      return t.often.between(number(often.min), number(often.max));
    default:
      return t.often[often.kind];
  }
}
