// What the signed-in user may do for a party: own roles and rights (section 2).
import type { Call } from './call.ts';
import { shownRightList, type AuthorizationParts } from './delegations.ts';
import type { Acts } from './door.ts';
import { refusals } from './errors.ts';
import { shownRoles } from './held-rights.ts';
import { listed } from './lists.ts';

export function ownRightActs(parts: AuthorizationParts) {
  const pathOf = (call: Call, last: string): string =>
    `/api/${call.parts['who'] ?? 'my'}/authorization/${last}`;
  return {
    'ownRights.roles': (call, party) =>
      listed(call, shownRoles(call, parts.held.ofCaller(call, party)), (role) => role, {
        name: 'Role',
        relation: 'roles',
        path: pathOf(call, 'roles'),
      }),
    'ownRights.rights': (call, party) =>
      shownRightList(parts, call, parts.held.ofCaller(call, party), pathOf(call, 'rights')),
    'ownRights.appRights': (call) =>
      listed(call, [], () => ({}), {
        name: 'AppRight',
        relation: 'apprights',
        path: pathOf(call, 'apprights'),
      }),
    'ownRights.removeRole'(call, party) {
      const holder = parts.held.ofCaller(call, party);
      const left = holder.roles.filter(({ id }) => String(id) !== call.parts['roleId']);
      if (left.length === holder.roles.length) return refusals.roleNotFound;
      holder.roles = left;
      return { status: 204, reason: 'Role Deleted' };
    },
    'ownRights.removeRight'(call, party) {
      const holder = parts.held.ofCaller(call, party);
      const left = holder.rights.filter(({ id }) => String(id) !== call.parts['rightId']);
      if (left.length === holder.rights.length) return refusals.rightNotFound;
      holder.rights = left;
      return { status: 204, reason: 'Right Deleted' };
    },
    'ownRights.removeAppRight': () => refusals.rightNotFound,
  } satisfies Partial<Acts>;
}
