// The rules of the list of holders, without components: search, kinds, what each has, and what can be taken back.
import type {
  HeldInBrief,
  HeldRole,
  Holding,
  RightHolder,
} from '../../../preload/contract/delegations.ts';
import type { Right } from '../../../preload/contract/role-definitions.ts';
import { isRole } from '../../../preload/contract/held-in-brief.ts';
import type { IconName } from '../../components/icons.ts';
import { folded } from '../../state/palette.ts';

export const KINDS = ['person', 'organisation', 'enterprise-user'] as const;
export type Shown = 'all' | (typeof KINDS)[number];

/** By kind of holder. */
export const HOLDER_ICONS = {
  person: 'person',
  organisation: 'building',
  'enterprise-user': 'robot',
  unknown: 'questionCircle',
} as const satisfies Readonly<Record<RightHolder['kind'], IconName>>;

interface View {
  readonly filter: string;
  readonly shown: Shown;
  /** Whether it has what is filtered by; undefined without such a filter. */
  readonly fits?: ((holder: string) => boolean) | undefined;
  readonly compare: (a: string, b: string) => number;
}

export function shownHolders(
  holders: readonly RightHolder[],
  { filter, shown, fits = () => true, compare }: View,
): readonly RightHolder[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  const isFound = ({ name, organisationNumber }: RightHolder) => {
    const text = `${folded(name)} ${organisationNumber ?? ''}`;
    return words.every((word) => text.includes(word)) || text.includes(words.join(''));
  };
  return holders
    .filter((one) => (shown === 'all' || one.kind === shown) && isFound(one) && fits(one.id))
    .sort((a, b) => compare(a.name, b.name) || compare(a.id, b.id));
}

export const countsOf = (holders: readonly RightHolder[]): Readonly<Record<Shown, number>> => {
  const of = (kind: Shown) => holders.filter((one) => one.kind === kind).length;
  return {
    all: holders.length,
    person: of('person'),
    organisation: of('organisation'),
    'enterprise-user': of('enterprise-user'),
  };
};

/** Those that were given first; what follows from them behind. */
export function rolesInOrder(
  roles: readonly HeldRole[],
  compare: (a: string, b: string) => number,
): readonly HeldRole[] {
  return roles
    .filter(isRole)
    .toSorted(
      (a, b) => Number(a.held === null) - Number(b.held === null) || compare(a.name, b.name),
    );
}

/** Given by somebody here, and so to be taken back here. */
export const canBeTaken = ({ held, kind }: HeldRole): boolean =>
  held !== null && kind !== 'external';

export const takeableIn = ({ roles, rights }: Holding): number =>
  roles.filter(canBeTaken).length + rights.filter(({ direct }) => direct).length;

/** `unread`: the platform was asked and did not tell, which does not mean that it has none. */
export type Known = HeldInBrief | 'unread';
/** By the holder's id. */
export type AllKnown = ReadonlyMap<string, Known>;
export const withKnown = (
  all: AllKnown | undefined,
  come: readonly (readonly [string, Known])[],
): AllKnown => new Map([...(all ?? []), ...come]);

/** A role in any way, or a right that was given by itself. */
export type HeldFilter =
  | { readonly kind: 'role'; readonly id: number; readonly name: string }
  | { readonly kind: 'right'; readonly right: BriefRight };
export type BriefRight = Pick<Right, 'serviceCode' | 'serviceEdition' | 'action'>;

export const referenceOf = ({
  serviceCode,
  serviceEdition,
}: Pick<Right, 'serviceCode' | 'serviceEdition'>): string =>
  `${serviceCode}/${String(serviceEdition ?? '?')}`;

/** One right of each service. */
export const ofEachService = <R extends BriefRight>(rights: readonly R[]): readonly R[] => [
  ...new Map(rights.map((right) => [referenceOf(right), right])).values(),
];

/** The same for the same right, however the server spells its action. */
export const rightKey = (right: BriefRight): string =>
  `${referenceOf(right)} ${right.action.known === 'unknown' ? right.action.word : right.action.known}`;

export const isSameFilter = (a: HeldFilter, b: HeldFilter): boolean =>
  a.kind === 'role'
    ? b.kind === 'role' && a.id === b.id
    : b.kind === 'right' && rightKey(a.right) === rightKey(b.right);

export const has = ({ roles, rights }: HeldInBrief, filter: HeldFilter): boolean =>
  filter.kind === 'role'
    ? roles.some(({ id }) => id === filter.id)
    : rights.some((right) => rightKey(right) === rightKey(filter.right));

export interface HeldLine {
  /** The role that is filtered by. */
  readonly first: string | undefined;
  /** Those that were given, each once. */
  readonly names: readonly string[];
  /** How many follow from them. */
  readonly more: number;
  readonly rights: number;
}

/** What a row of the list says, as long as its few roles. */
export function heldLine(
  { roles, rights }: HeldInBrief,
  filter: HeldFilter | undefined,
  compare: (a: string, b: string) => number,
): HeldLine {
  const wanted = filter?.kind === 'role' ? filter.id : undefined;
  const others = roles.filter(({ id }) => id !== wanted);
  const given = new Map(others.filter((one) => one.given).map(({ id, name }) => [id, name]));
  const following = new Set(others.filter(({ id }) => !given.has(id)).map(({ id }) => id));
  return {
    first: roles.find(({ id }) => id === wanted)?.name,
    names: [...given.values()].sort(compare),
    more: following.size,
    rights: rights.length,
  };
}
