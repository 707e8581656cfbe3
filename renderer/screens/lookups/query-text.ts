// What fields say as the text of a query: as XML, or as pairs of names and values.
import { withoutLayout } from '../../../preload/forms/without-layout.ts';
import {
  isXmlnsAttribute,
  textOf,
  type XmlElement,
  XmlTree,
} from '../../../preload/forms/xml-tree.ts';

/** The documents leave open what a query looks like; owners of services take one or the other. */
export type Notation = 'xml' | 'pairs';

export function queryOf(xml: string, notation: Notation): string {
  if (notation === 'xml') return withoutLayout(xml);
  const { root } = new XmlTree(xml);
  return root === null ? '' : pairsIn(root).join(';');
}

/** Of what holds a text, in the order of the form; what is empty is left out. */
function pairsIn(element: XmlElement): readonly string[] {
  const attributes = element.attributes
    .filter((one) => !isXmlnsAttribute(one))
    .flatMap(({ local, value }) => pair(local, value));
  const inside = element.content.filter((one) => one.kind === 'element');
  return [
    ...attributes,
    ...(inside.length === 0 ? pair(element.local, textOf(element)) : inside.flatMap(pairsIn)),
  ];
}

const pair = (name: string, value: string) =>
  value.trim() === '' ? [] : [`${name}=${value.trim()}`];
