// The rules of the list of holders, without components: search, kinds, order of roles, and what can be taken back.
import type { HeldRole, Holding, RightHolder } from '../../../preload/contract/delegations.ts';
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
  readonly compare: (a: string, b: string) => number;
}

export function shownHolders(
  holders: readonly RightHolder[],
  { filter, shown, compare }: View,
): readonly RightHolder[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  const isFound = ({ name, organisationNumber }: RightHolder) => {
    const text = `${folded(name)} ${organisationNumber ?? ''}`;
    return words.every((word) => text.includes(word)) || text.includes(words.join(''));
  };
  return holders
    .filter((one) => (shown === 'all' || one.kind === shown) && isFound(one))
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

/** The one that stands for single rights is none. */
export const isRole = ({ id }: HeldRole): boolean => id !== 0;

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
