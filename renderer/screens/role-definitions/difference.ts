// Compares two versions of a role and merges two changes of the same role. Pure.
import type { GivenRight, RoleWithRights } from '../../../preload/contract/role-definitions.ts';
import { expressible, rightsOf, rowsOf } from './rights.ts';

export interface Content {
  readonly name: string;
  readonly description: string;
  readonly rights: readonly GivenRight[];
}
export interface TextChange {
  readonly from: string;
  readonly to: string;
}
export interface Difference {
  readonly name: TextChange | undefined;
  readonly description: TextChange | undefined;
  readonly added: readonly GivenRight[];
  readonly removed: readonly GivenRight[];
}

export const NOTHING: Content = { name: '', description: '', rights: [] };

/** Line breaks and other hidden signs cannot be written back, so they are blanks here. */
const lineOf = (text: string) =>
  text.replaceAll(/[\p{Cc}\s\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim();

/** What a role holds as far as a local role can be told it; a right that is spelt twice counts once. */
export const contentOf = (role: RoleWithRights): Content => ({
  name: lineOf(role.name),
  description: lineOf(role.description),
  rights: rightsOf(rowsOf(expressible(role.rights).given)),
});

export const rightKey = ({ serviceCode, serviceEdition, action }: GivenRight): string =>
  `${serviceCode}/${serviceEdition} ${action}`;

/** Blanks around a text are the server's: it adds and takes them as it likes. */
export function differenceOf(from: Content, to: Content): Difference {
  return {
    name: textChange(from.name, to.name),
    description: textChange(from.description, to.description),
    added: without(to.rights, from.rights),
    removed: without(from.rights, to.rights),
  };
}

export const isNothing = ({ name, description, added, removed }: Difference): boolean =>
  name === undefined && description === undefined && added.length === 0 && removed.length === 0;

function textChange(from: string, to: string): TextChange | undefined {
  return from.trim() === to.trim() ? undefined : { from: from.trim(), to: to.trim() };
}

function without(
  some: readonly GivenRight[],
  others: readonly GivenRight[],
): readonly GivenRight[] {
  const met = new Set(others.map(rightKey));
  return some.filter((right) => !met.has(rightKey(right)));
}

export type TextField = 'name' | 'description';
/** A text that both changed, each to something else: a person has to choose. */
export interface Clash {
  readonly field: TextField;
  readonly mine: string;
  readonly theirs: string;
}
export interface Merge {
  /** Where they clash, mine. */
  readonly content: Content;
  readonly clashes: readonly Clash[];
  /** Services in which both changed something, as `code/edition`: nothing is lost there, but it is worth a look. */
  readonly touched: readonly string[];
}

/**
 * Theirs with my changes: a right is there or not, so that two changes of one right always say the same. Only texts can clash.
 */
export function merged(base: Content, mine: Content, theirs: Content): Merge {
  const [my, their] = [differenceOf(base, mine), differenceOf(base, theirs)];
  const text = (field: TextField) => (my[field] === undefined ? theirs[field] : mine[field]);
  const gone = new Set(their.removed.map(rightKey));
  const kept = mine.rights.filter((right) => !gone.has(rightKey(right)));
  const [mineTouched, theirsTouched] = [servicesIn(my), servicesIn(their)];
  return {
    content: {
      name: text('name'),
      description: text('description'),
      rights: [...kept, ...without(their.added, kept)],
    },
    clashes: (['name', 'description'] as const).flatMap((field) => {
      const [mineTo, theirsTo] = [my[field]?.to, their[field]?.to];
      if (mineTo === undefined || theirsTo === undefined || mineTo === theirsTo) return [];
      return [{ field, mine: mineTo, theirs: theirsTo }];
    }),
    touched: [...mineTouched].filter((one) => theirsTouched.has(one)),
  };
}

const servicesIn = ({ added, removed }: Difference): ReadonlySet<string> =>
  new Set(
    [...added, ...removed].map(
      ({ serviceCode, serviceEdition }) => `${serviceCode}/${serviceEdition}`,
    ),
  );

/** What became of a save that was cut off, by what the platform has now. */
export function becameOf(
  base: Content,
  mine: Content,
  now: Content,
): 'done' | 'not-done' | 'other' {
  if (isNothing(differenceOf(mine, now))) return 'done';
  return isNothing(differenceOf(base, now)) ? 'not-done' : 'other';
}

export interface ComparedRole {
  readonly name: string;
  /** Of two lists of roles, where it is. */
  readonly where: 'here' | 'file' | 'both';
  /** From what the file has to what is here. */
  readonly difference: Difference;
}
export interface Compared {
  /** Sorted as given: those that differ first, then those of one side alone. */
  readonly roles: readonly ComparedRole[];
  readonly same: number;
}

/** Roles are the same by their names, whatever the case: two local roles of a party never have one name. */
export function compareRoles(inFile: readonly Content[], here: readonly Content[]): Compared {
  const keyOf = ({ name }: Content) => name.trim().toLowerCase();
  const inBoth = here.flatMap((one) => {
    const other = inFile.find((role) => keyOf(role) === keyOf(one));
    return other === undefined ? [] : [{ one, difference: differenceOf(other, one) }];
  });
  const changed = inBoth.filter(({ difference }) => !isNothing(difference));
  const alone = (some: readonly Content[], others: readonly Content[]) => {
    const names = new Set(others.map(keyOf));
    return some.filter((one) => !names.has(keyOf(one)));
  };
  const listed = ({ name }: Content, where: ComparedRole['where'], difference: Difference) => ({
    name: name.trim(),
    where,
    difference,
  });
  return {
    roles: [
      ...changed.map(({ one, difference }) => listed(one, 'both', difference)),
      ...alone(here, inFile).map((one) => listed(one, 'here', differenceOf(ofName(one), one))),
      ...alone(inFile, here).map((one) => listed(one, 'file', differenceOf(one, ofName(one)))),
    ],
    same: inBoth.length - changed.length,
  };
}

/** Nothing but the name, so that it is not listed as a change. */
const ofName = ({ name, description }: Content): Content => ({ name, description, rights: [] });
