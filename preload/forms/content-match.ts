// Which element of a document is which declaration of its schema, and what does not fit where it stands.
import {
  type AnyDeclaration,
  type ElementDeclaration,
  type GroupDeclaration,
  mayBe,
  type Particle,
} from './form-schema.ts';
import type { XmlElement } from './xml-tree.ts';

export type Match = ElementMatch | AnyMatch | GroupMatch;
export interface ElementMatch {
  readonly of: ElementDeclaration;
  readonly elements: XmlElement[];
}
export interface AnyMatch {
  readonly of: AnyDeclaration;
  readonly elements: XmlElement[];
}
export interface GroupMatch {
  readonly of: GroupDeclaration;
  /** Of each, what its particles are, in the order of the schema; of a choice all but one are empty. */
  readonly instances: Match[][];
}

export interface Misfit {
  readonly kind: 'unknown-element' | 'unknown-namespace' | 'wrong-order' | 'too-many';
  readonly element: XmlElement;
}

export interface ContentMatch {
  readonly matches: readonly Match[];
  /** Those of `wrong-order` are among the matches, all others are not. */
  readonly misfits: readonly Misfit[];
}

export const emptyMatches = (particles: readonly Particle[]): Match[] =>
  particles.map((of) => {
    if (of.kind === 'any') return { of, elements: [] };
    return of.kind === 'element' ? { of, elements: [] } : { of, instances: [] };
  });

/** What does not fit is passed over, so that everything behind it is still found. */
export function matchContent(
  { particles, unordered }: Pick<ElementDeclaration, 'particles' | 'unordered'>,
  element: XmlElement,
): ContentMatch {
  const matches = emptyMatches(particles);
  const misfits: Misfit[] = [];
  const children: XmlElement[] = [];
  for (const child of element.content) if (child.kind === 'element') children.push(child);
  const cursor = new Cursor(children);
  let place = 0;
  for (;;) {
    place = matchSequence({ particles, unordered }, matches, cursor, place);
    const left = cursor.next;
    if (left === undefined) return { matches, misfits };
    cursor.index += 1;
    const isKnown = particles.some((one) => mayBe(one, left));
    if (!isKnown) {
      const named = particles.some((one) => isNamed(one, left.local));
      misfits.push({ kind: named ? 'unknown-namespace' : 'unknown-element', element: left });
    } else {
      const found = put(matches, left);
      misfits.push({ kind: found ? 'wrong-order' : 'too-many', element: left });
    }
  }
}

const isNamed = (particle: Particle, local: string): boolean =>
  particle.kind === 'element'
    ? particle.name === local
    : particle.kind !== 'any' && particle.particles.some((one) => isNamed(one, local));

class Cursor {
  index = 0;
  readonly #children: readonly XmlElement[];

  constructor(children: readonly XmlElement[]) {
    this.#children = children;
  }

  get next(): XmlElement | undefined {
    return this.#children[this.index];
  }
}

const hasRoom = (match: Match): boolean => {
  const { max } = match.of;
  return max === null || ('instances' in match ? match.instances : match.elements).length < max;
};
const takes = (match: Match, element: XmlElement): boolean =>
  mayBe(match.of, element) && hasRoom(match);

/** Up to the first that is none of the particles from `place` on; answers from where it goes on. */
function matchSequence(
  { unordered }: Pick<GroupDeclaration, 'particles' | 'unordered'>,
  matches: readonly Match[],
  cursor: Cursor,
  place: number,
): number {
  let from = place;
  for (;;) {
    const child = cursor.next;
    if (child === undefined) return from;
    let index = unordered ? 0 : from;
    let match = matches[index];
    while (match !== undefined && !takes(match, child)) match = matches[(index += 1)];
    if (match === undefined) return from;
    take(match, cursor);
    from = index + 1;
  }
}

/** As many as there are, and may be. */
function take(match: Match, cursor: Cursor): void {
  for (;;) {
    const child = cursor.next;
    if (child === undefined || !takes(match, child)) return;
    if (!('instances' in match)) {
      match.elements.push(child);
      cursor.index += 1;
      continue;
    }
    const before = cursor.index;
    const instance = emptyMatches(match.of.particles);
    match.instances.push(instance);
    if (match.of.kind === 'sequence') matchSequence(match.of, instance, cursor, 0);
    else {
      const way = instance.find((one) => takes(one, child));
      if (way !== undefined) take(way, cursor);
    }
    if (cursor.index === before) {
      match.instances.pop();
      return;
    }
  }
}

/** Where there is room for one that comes too late or too early. */
function put(matches: readonly Match[], element: XmlElement): boolean {
  for (const match of matches) {
    if (!mayBe(match.of, element)) continue;
    if (!('instances' in match)) {
      if (!hasRoom(match)) continue;
      match.elements.push(element);
      match.elements.sort((one, other) => one.offset - other.offset);
      return true;
    }
    for (const instance of match.instances) {
      const chosen = instance.filter((one) => !isEmptyMatch(one));
      if (put(match.of.kind === 'choice' ? chosen : instance, element)) return true;
    }
    if (!hasRoom(match)) continue;
    const instance = emptyMatches(match.of.particles);
    if (put(instance, element)) {
      match.instances.push(instance);
      return true;
    }
  }
  return false;
}

export const isEmptyMatch = (match: Match): boolean =>
  'instances' in match
    ? match.instances.every((one) => one.every(isEmptyMatch))
    : match.elements.length === 0;

/** All elements of a match, in the order of the text unless they stand in a wrong one. */
export const elementsOf = (match: Match): readonly XmlElement[] =>
  'instances' in match ? match.instances.flat().flatMap(elementsOf) : match.elements;

/** Whether nothing of it has to be there. */
export function mayBeEmpty(particle: Particle): boolean {
  if (particle.min === 0) return true;
  switch (particle.kind) {
    case 'sequence':
      return particle.particles.every(mayBeEmpty);
    case 'choice':
      return particle.particles.length === 0 || particle.particles.some(mayBeEmpty);
    default:
      return false;
  }
}
