// What two holders have in common and what one has alone, how each came, and what could be given to make up for it.
import type { HeldRight, HeldRole, Holding } from '../../../preload/contract/delegations.ts';
import { isRole } from '../../../preload/contract/held-in-brief.ts';
import { type BriefRight, canBeTaken, rightKey } from './holders.ts';
import type { OwnAccess } from './own-access.ts';

/** How one holder has it; undefined where it has not. */
export type Came = 'given' | 'register' | 'follows' | 'role' | undefined;
export interface Compared<What> {
  readonly key: string;
  readonly what: What;
  readonly came: readonly [Came, Came];
}
export interface Comparison {
  readonly roles: readonly Compared<HeldRole>[];
  readonly rights: readonly Compared<BriefRight>[];
}

export const differs = ({ came: [one, other] }: Compared<unknown>): boolean =>
  (one === undefined) !== (other === undefined);

const roleCame = ({ kind, held }: HeldRole): Came =>
  kind === 'external' ? 'register' : held === null ? 'follows' : 'given';

/** Given comes before what comes with something else: it is what can be taken back. */
const RANK: readonly Came[] = ['given', 'register', 'follows', 'role'];
const stronger = (a: Came, b: Came): Came => RANK.find((came) => came === a || came === b);

export function compared(one: Holding, other: Holding): Comparison {
  const roles = new Map<string, Compared<HeldRole>>();
  const rights = new Map<string, Compared<BriefRight>>();
  const put = <What>(all: Map<string, Compared<What>>, at: number, line: [string, What, Came]) => {
    const [key, what, came] = line;
    const before = all.get(key) ?? { key, what, came: [undefined, undefined] as const };
    const [first, second] = before.came;
    all.set(key, {
      ...before,
      came: at === 0 ? [stronger(first, came), second] : [first, stronger(second, came)],
    });
  };
  for (const [at, holding] of [one, other].entries()) {
    for (const role of holding.roles.filter(isRole))
      put(roles, at, [String(role.id), role, roleCame(role)]);
    for (const right of holding.rights)
      put(rights, at, [rightKey(right), right, right.direct ? 'given' : 'role']);
  }
  return { roles: [...roles.values()], rights: [...rights.values()] };
}

export interface Lacking {
  readonly roles: readonly number[];
  readonly rights: readonly BriefRight[];
}

/** What was given to the other and one has not in any way, as far as the signed-in user may give it. */
export function lackingOf(
  at: 0 | 1,
  [one, other]: readonly [Holding, Holding],
  own: OwnAccess,
): Lacking {
  const [has, gives] = at === 0 ? [one, other] : [other, one];
  const roles = new Set(has.roles.map(({ id }) => id));
  const rights = new Set(has.rights.map(rightKey));
  const once = <T>(all: readonly T[], keyOf: (one: T) => unknown): readonly T[] => [
    ...new Map(all.map((each) => [keyOf(each), each])).values(),
  ];
  const isGiveable = (right: HeldRight) => right.direct && own.mayGiveRight(right) !== false;
  return {
    roles: once(
      gives.roles
        .filter((role) => isRole(role) && canBeTaken(role) && !roles.has(role.id))
        .filter((role) => own.mayGiveRole(role) !== false)
        .map(({ id }) => id),
      (id) => id,
    ),
    rights: once(
      gives.rights.filter((right) => isGiveable(right) && !rights.has(rightKey(right))),
      rightKey,
    ),
  };
}
