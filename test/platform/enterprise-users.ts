// Enterprise users (platform.md, Enterprise users): list, get, create, rotate, rename, delete.
import type { Answer, Call, Route } from './call.ts';
import { refusals } from './errors.ts';
import { pageOf } from './lists.ts';
import { jsonOnly, readBody, represent } from './representation.ts';
import type { Shape } from './shape.ts';
import type { EnterpriseUser, State } from './state.ts';
import { localTime, timeWithOffset } from './timestamps.ts';

/** Always JSON, also to a caller that asked for XML. */
const shown = { name: 'EnterpriseUser', types: jsonOnly } as const;
const created = 'Enterprise User Created';

export function enterpriseUserRoutes(state: State, shape: Shape): readonly Route[] {
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
  const route = (
    operation: string,
    method: Route['method'],
    path: string,
    act: Route['act'],
  ): Route => ({ operation, method, path, needs: 'organisation', apiKey: true, act });

  return [
    route('enterpriseUsers.list', 'GET', 'enterpriseusers', (call) => {
      const users = [...state.users.values()].filter((u) => u.owner === call.caller.organisation);
      const page = pageOf(users, call.query, shape);
      return represent(
        call,
        page.map((user) => shownOf(user, shape)),
        shown,
      );
    }),
    route('enterpriseUsers.get', 'GET', 'enterpriseusers/{userName}', (call) => {
      const user = own(call);
      return user ? single(call, user, {}, 'OK') : refusals.userNotFound;
    }),
    route('enterpriseUsers.create', 'POST', 'enterpriseusers', (call) => {
      const name = newName(state, call, undefined);
      return typeof name === 'string' ? create(name, call) : name;
    }),
    route(
      'enterpriseUsers.rotateSecret',
      'POST',
      'enterpriseusers/{userName}/rotatesecret',
      (c) => {
        const user = own(c);
        if (!user) return refusals.userNotFound;
        user.secret = state.newSecret(user.name);
        user.changed = state.now();
        return single(c, user, { Secret: user.secret }, 'Enterprise User Secret Rotated');
      },
    ),
    route('enterpriseUsers.rename', 'PUT', 'enterpriseusers/{userName}', (call) => {
      const user = own(call);
      if (!user) return refusals.userNotFound;
      const name = newName(state, call, user);
      if (typeof name !== 'string') return name;
      state.users.delete(user.name.toLowerCase());
      user.name = name;
      user.changed = state.now();
      state.users.set(name.toLowerCase(), user);
      return single(call, user, {}, 'Enterprise User Renamed');
    }),
    route('enterpriseUsers.remove', 'DELETE', 'enterpriseusers/{userName}', (call) => {
      const user = own(call);
      if (!user) return refusals.userNotFound;
      state.users.delete(user.name.toLowerCase());
      return { status: 204, reason: 'Enterprise User Deleted' };
    }),
  ];

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
