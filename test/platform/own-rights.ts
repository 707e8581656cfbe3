// What the signed-in user may do for a party: own roles and rights (section 2).
import type { Call, Route } from './call.ts';
import { shownRightList, type AuthorizationParts } from './delegations.ts';
import { refusals } from './errors.ts';
import { shownRoles } from './held-rights.ts';
import { pageOf } from './lists.ts';
import type { Party } from './party-of.ts';
import { listOf, represent } from './representation.ts';

export function ownRightRoutes(parts: AuthorizationParts): readonly Route[] {
  const route = (
    name: string,
    method: Route['method'],
    below: string,
    act: (call: Call, party: Party) => ReturnType<Route['act']>,
    more: Partial<Route> = {},
  ): Route => ({
    operation: `ownRights.${name}`,
    method,
    path: `{who}/authorization/${below}`,
    needs: 'user',
    apiKey: true,
    ...more,
    act(call) {
      const party = parts.partyOf(call);
      return party ? act(call, party) : refusals.notAllowedToAct;
    },
  });
  const selfOf = (call: Call, last: string): string =>
    call.links.to(`/api/${call.parts['who'] ?? 'my'}/authorization/${last}`);
  const off = { switchedOff: 410 } as const;
  return [
    route('roles', 'GET', 'roles', (call, party) => {
      const all = shownRoles(call, parts.held.ofCaller(call, party));
      const page = pageOf(all, call.query, call.shape);
      return represent(call, listOf(page, { relation: 'roles', self: selfOf(call, 'roles') }), {
        name: 'Role',
      });
    }),
    route('rights', 'GET', 'rights', (call, party) =>
      shownRightList(parts, call, parts.held.ofCaller(call, party), selfOf(call, 'rights')),
    ),
    route(
      'appRights',
      'GET',
      'apprights',
      (call) =>
        represent(call, listOf([], { relation: 'apprights', self: selfOf(call, 'apprights') }), {
          name: 'AppRight',
        }),
      off,
    ),
    route(
      'removeRole',
      'DELETE',
      'roles/{roleId}',
      (call, party) => {
        const holder = parts.held.ofCaller(call, party);
        const left = holder.roles.filter(({ id }) => String(id) !== call.parts['roleId']);
        if (left.length === holder.roles.length) return refusals.roleNotFound;
        holder.roles = left;
        return { status: 204, reason: 'Role Deleted' };
      },
      off,
    ),
    route(
      'removeRight',
      'DELETE',
      'rights/{rightId}',
      (call, party) => {
        const holder = parts.held.ofCaller(call, party);
        const left = holder.rights.filter(({ id }) => String(id) !== call.parts['rightId']);
        if (left.length === holder.rights.length) return refusals.rightNotFound;
        holder.rights = left;
        return { status: 204, reason: 'Right Deleted' };
      },
      off,
    ),
    route(
      'removeAppRight',
      'DELETE',
      'apprights/{org}/{app}/{ruleGuid}',
      () => refusals.rightNotFound,
      off,
    ),
  ];
}
