// What the signed-in user may do for a party: own roles and rights (section 2).
import type { Call } from './call.ts';
import { shownRightList, type AuthorizationParts } from './delegations.ts';
import type { Acts } from './door.ts';
import { refusals } from './errors.ts';
import { shownRoles } from './held-rights.ts';
import { pageOf } from './lists.ts';
import { listOf, represent } from './representation.ts';

export function ownRightActs(parts: AuthorizationParts) {
  const selfOf = (call: Call, last: string): string =>
    call.links.to(`/api/${call.parts['who'] ?? 'my'}/authorization/${last}`);
  return {
    'ownRights.roles'(call, party) {
      const all = shownRoles(call, parts.held.ofCaller(call, party));
      const page = pageOf(all, call.query, call.shape);
      return represent(call, listOf(page, { relation: 'roles', self: selfOf(call, 'roles') }), {
        name: 'Role',
      });
    },
    'ownRights.rights': (call, party) =>
      shownRightList(parts, call, parts.held.ofCaller(call, party), selfOf(call, 'rights')),
    'ownRights.appRights': (call) =>
      represent(call, listOf([], { relation: 'apprights', self: selfOf(call, 'apprights') }), {
        name: 'AppRight',
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
