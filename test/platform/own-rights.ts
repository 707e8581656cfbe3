// What the signed-in user may do for a party: own roles and rights (section 2).
import { shownRightList } from './delegations.ts';
import type { Acts } from './door.ts';
import { refusals, refuse } from './errors.ts';
import { shownRoles } from './held-rights.ts';
import { listed } from './lists.ts';
import type { World } from './world.ts';

export const ownRightActs = ({ held, metadata }: World) =>
  ({
    'ownRights.roles': (call, party) => listed(shownRoles(call, held.ofCaller(call, party))),
    'ownRights.rights': (call, party) => shownRightList(metadata, call, held.ofCaller(call, party)),
    'ownRights.appRights': () => [],
    'ownRights.removeRole'(call, party) {
      const holder = held.ofCaller(call, party);
      const left = holder.roles.filter(({ id }) => String(id) !== call.parts['roleId']);
      if (left.length === holder.roles.length) refuse(refusals.roleNotFound);
      holder.roles = left;
    },
    'ownRights.removeRight'(call, party) {
      const holder = held.ofCaller(call, party);
      const left = holder.rights.filter(({ id }) => String(id) !== call.parts['rightId']);
      if (left.length === holder.rights.length) refuse(refusals.rightNotFound);
      holder.rights = left;
    },
    'ownRights.removeAppRight': () => refusals.rightNotFound,
  }) satisfies Partial<Acts>;
