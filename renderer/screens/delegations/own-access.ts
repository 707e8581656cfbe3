// What the signed-in user may give away, as far as the platform has told: yes, no, or not known.
import type { HeldRight, HeldRole } from '../../../preload/contract/delegations.ts';
import type { RoleDefinition } from '../../../preload/contract/role-definitions.ts';
import { type BriefRight, rightKey } from './holders.ts';

export interface OwnAccess {
  /** Undefined where nobody knows. A local role is made of rights: whether one has all of them is not said. */
  mayGiveRole(role: Pick<RoleDefinition, 'id' | 'kind'>): boolean | undefined;
  mayGiveRight(right: BriefRight): boolean | undefined;
}

interface Own {
  readonly roles: readonly HeldRole[];
  readonly rights: readonly HeldRight[];
  readonly completeness: { readonly complete: boolean };
}

/** A list that is not whole says of nothing that it is missing. */
export function ownAccess(own: Own | undefined): OwnAccess {
  const missing = own?.completeness.complete === true ? false : undefined;
  const roles = new Set(own?.roles.map(({ id }) => id));
  // Held twice, it can be given if either says so.
  const rights = new Map<string, boolean>();
  for (const right of own?.rights ?? []) {
    const key = rightKey(right);
    rights.set(key, rights.get(key) === true || right.delegable !== false);
  }
  return {
    mayGiveRole: ({ id, kind }) =>
      kind === 'external' ? false : roles.has(id) ? true : kind === 'local' ? undefined : missing,
    mayGiveRight: (right) => rights.get(rightKey(right)) ?? missing,
  };
}
