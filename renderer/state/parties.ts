// The parties as a tree: units below their organisation, found by any part of a name or number.
import type { Reportee } from '../../preload/contract/reportees.ts';
import { isParty } from '../../preload/contract/rules.ts';
import { folded } from './palette.ts';

export interface Placed {
  readonly party: Reportee;
  /** How many of its organisations stand above it in this list. */
  readonly level: number;
}
/** All parties in the order of the tree; made once for a list, asked at each key press. */
export type PartyTree = readonly Node[];
interface Node {
  readonly party: Reportee;
  readonly name: string;
  /** Digits of the organisation number. A national identity number is nothing to search by. */
  readonly number: string;
  /** Where the organisation it is a part of stands; -1 at the top. */
  readonly above: number;
}
export type PartyKind = 'all' | Reportee['kind'];
export interface PartyView {
  readonly typed: string;
  readonly kind: PartyKind;
  /** Whether deleted organisations are shown too. */
  readonly deleted: boolean;
}

export const isDeleted = (party: Reportee): boolean => party.status?.known === 'deleted';

/** How a party stands in paths; a number the platform would not take there gives way to the id. */
export const whoOf = ({ kind, organisationNumber, id }: Reportee): string =>
  kind === 'organisation' && organisationNumber !== null && /^\d{9}$/.test(organisationNumber)
    ? organisationNumber
    : id;

const indexes = new WeakMap<readonly Reportee[], ReadonlyMap<string, Reportee>>();

export function partyBy(parties: readonly Reportee[], who: string): Reportee | undefined {
  const index =
    indexes.get(parties) ?? new Map(parties.toReversed().map((one) => [whoOf(one), one]));
  indexes.set(parties, index);
  return index.get(who);
}

/** Whether calls can be made for it at all. */
export const canActFor = (party: Reportee): boolean => isParty(whoOf(party));

/** `unknown`: it is not in the list, but the list is not all there is. */
export function standingOf(
  who: string,
  parties: readonly Reportee[],
  complete: boolean,
): 'there' | 'deleted' | 'gone' | 'unknown' {
  const party = partyBy(parties, who);
  if (party !== undefined) return isDeleted(party) ? 'deleted' : 'there';
  return complete ? 'gone' : 'unknown';
}

export function treeOf(
  parties: readonly Reportee[],
  compare: (a: string, b: string) => number,
): PartyTree {
  const byNumber = new Map<string, Reportee>();
  for (const one of parties) {
    const { organisationNumber: number } = one;
    if (number !== null && !byNumber.has(number)) byNumber.set(number, one);
  }
  const units = new Map<Reportee, Reportee[]>();
  const top: Reportee[] = [];
  for (const one of [...parties].sort((a, b) => compare(a.name, b.name))) {
    const head = byNumber.get(one.parentOrganisationNumber ?? '');
    const beside = head === undefined || head === one ? top : units.get(head);
    if (beside !== undefined) beside.push(one);
    else if (head !== undefined) units.set(head, [one]);
  }
  const tree: Node[] = [];
  const placed = new Set<Reportee>();
  const place = (party: Reportee, above: number): void => {
    if (placed.has(party)) return;
    placed.add(party);
    const at = tree.push(nodeOf(party, above)) - 1;
    for (const unit of units.get(party) ?? []) place(unit, at);
  };
  for (const party of top) place(party, -1);
  // Two that name each other as their organisation stand below no one, and are shown all the same.
  for (const party of parties) place(party, -1);
  return tree;
}

const nodeOf = (party: Reportee, above: number): Node => ({
  party,
  name: folded(party.name),
  number: (party.organisationNumber ?? '').replace(/\D/g, ''),
  above,
});

/** In the order of the tree; where an organisation is not shown, its units move up. */
export function placedIn(tree: PartyTree, view: PartyView): readonly Placed[] {
  const fits = finderOf(view.typed);
  const levels = new Map<number, number>();
  const shown: Placed[] = [];
  tree.forEach((node, at) => {
    const { party } = node;
    if (view.kind !== 'all' && party.kind !== view.kind) return;
    if ((!view.deleted && isDeleted(party)) || !fits(node)) return;
    let { above } = node;
    while (above >= 0 && !levels.has(above)) above = tree[above]?.above ?? -1;
    const level = (levels.get(above) ?? -1) + 1;
    levels.set(at, level);
    shown.push({ party, level });
  });
  return shown;
}

/** All words typed occur in the name or the number; digits alone also where blanks divide the number otherwise. */
function finderOf(typed: string): (node: Pick<Node, 'name' | 'number'>) => boolean {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const digits = words.every((word) => /^\d+$/.test(word)) ? words.join('') : '';
  return ({ name, number }) =>
    (digits !== '' && number.includes(digits)) ||
    words.every((word) => name.includes(word) || number.includes(word));
}

/** Whether a name or a number fits what was typed, by the same rule. */
export const isFound = (name: string, number: string, typed: string): boolean =>
  finderOf(typed)({ name: folded(name), number });

export interface PartyCounts {
  readonly kinds: Readonly<Record<PartyKind, number>>;
  readonly deleted: number;
}

/** Of each kind as many as the list would show; and how many deleted ones there are at all. */
export function countsOf(parties: readonly Reportee[], withDeleted: boolean): PartyCounts {
  const kinds = { all: 0, organisation: 0, person: 0, unknown: 0 };
  let deleted = 0;
  for (const party of parties) {
    if (isDeleted(party)) deleted += 1;
    if (isDeleted(party) && !withDeleted) continue;
    kinds.all += 1;
    kinds[party.kind] += 1;
  }
  return { kinds, deleted };
}
