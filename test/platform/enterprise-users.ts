// Enterprise users (platform.md, Enterprise users): list, get, create, rotate, rename, delete.
import type { Answer, Call, Route } from './call.ts';
import { routesOf, type Acts } from './door.ts';
import { refusals } from './errors.ts';
import { pageOf } from './lists.ts';
import { jsonOnly, readBody, represent } from './representation.ts';
import type { Shape } from './shape.ts';
import type { EnterpriseUser, State } from './state.ts';
import { localTime, timeWithOffset } from './timestamps.ts';

/** Always JSON, also to a caller that asked for XML. */
const shown = { name: 'EnterpriseUser', types: jsonOnly } as const;
const created = 'Enterprise User Created';

/** Without the rest of the platform. */
export const enterpriseUserRoutes = (state: State, shape: Shape): readonly Route[] =>
  routesOf(enterpriseUserActs(state, shape));

export function enterpriseUserActs(state: State, shape: Shape) {
  const own = (call: Call): EnterpriseUser | undefined => {
    const asked = call.parts['userName'] ?? '';
    const user = state.users.get(asked.toLowerCase());
    const isNamed = call.shape.userNames === 'any-case' || user?.name === asked;
    return isNamed && user?.owner === call.caller.organisation ? user : undefined;
  };
  const single = (call: Call, user: EnterpriseUser, more: object, reason: string): Answer => {
    const value = { ...shownOf(user, shape), ...more };
    const asArray = shape.single === 'array';
    const status = !asArray && reason === created ? 201 : 200;
    return represent(call, asArray ? [value] : value, { ...shown, status, reason });
  };
  return {
    'enterpriseUsers.list'(call) {
      const users = [...state.users.values()].filter((u) => u.owner === call.caller.organisation);
      const page = pageOf(users, call.query, shape);
      return represent(
        call,
        page.map((user) => shownOf(user, shape)),
        shown,
      );
    },
    'enterpriseUsers.get'(call) {
      const user = own(call);
      return user ? single(call, user, {}, 'OK') : refusals.userNotFound;
    },
    'enterpriseUsers.create'(call) {
      const name = newName(state, call, undefined);
      return typeof name === 'string' ? create(name, call) : name;
    },
    'enterpriseUsers.rotateSecret'(call) {
      const user = own(call);
      if (!user) return refusals.userNotFound;
      user.secret = state.newSecret(user.name);
      user.changed = state.now();
      return single(call, user, { Secret: user.secret }, 'Enterprise User Secret Rotated');
    },
    'enterpriseUsers.rename'(call) {
      const user = own(call);
      if (!user) return refusals.userNotFound;
      const name = newName(state, call, user);
      if (typeof name !== 'string') return name;
      state.users.delete(user.name.toLowerCase());
      user.name = name;
      user.changed = state.now();
      state.users.set(name.toLowerCase(), user);
      return single(call, user, {}, 'Enterprise User Renamed');
    },
    'enterpriseUsers.remove'(call) {
      const user = own(call);
      if (!user) return refusals.userNotFound;
      state.users.delete(user.name.toLowerCase());
      return { status: 204, reason: 'Enterprise User Deleted' };
    },
  } satisfies Partial<Acts>;

  function create(name: string, call: Call): Answer {
    const user: EnterpriseUser = {
      name,
      owner: call.caller.organisation ?? '',
      created: state.now(),
      fraction: 3,
      secret: state.newSecret(name),
    };
    state.users.set(name.toLowerCase(), user);
    const more = { Created: timeWithOffset(user.created), Secret: user.secret };
    return single(call, user, more, created);
  }
}

function shownOf(user: EnterpriseUser, shape: Shape): object {
  const changed = localTime(user.changed ?? user.created, 7, shape.zonelessTimes);
  return {
    UserName: user.name,
    ...(shape.single === 'object' ? { Name: user.name, LastChanged: changed } : {}),
    Created: localTime(user.created, user.fraction, shape.zonelessTimes),
    OwnerOrgNo: user.owner,
  };
}

/** The name in the body when it may be given to `present` (or to a new user), else the refusal. */
function newName(state: State, call: Call, present: EnterpriseUser | undefined): string | Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const name = body.value['UserName'];
  if (typeof name !== 'string' || name.trim() === '') return refusals.nameMissing;
  const holder = state.users.get(name.toLowerCase());
  return holder !== undefined && holder !== present ? refusals.nameTaken : name;
}
