// Enterprise users (platform.md, Enterprise users): list, get, create, rotate, rename, delete.
import type { Answer, Call, Route } from './call.ts';
import { refusals } from './errors.ts';
import type { Links } from './links.ts';
import { pageOf } from './lists.ts';
import { jsonOnly, readBody, represent } from './representation.ts';
import type { Shape } from './shape.ts';
import type { EnterpriseUser, State } from './state.ts';
import { localTime, timeWithOffset } from './timestamps.ts';

/** Always JSON, also to a caller that asked for XML. */
const shown = { name: 'EnterpriseUser', types: jsonOnly } as const;

export function enterpriseUserRoutes(state: State, links: Links, shape: Shape): readonly Route[] {
  const own = (call: Call): EnterpriseUser | undefined => {
    const user = state.users.get((call.parts['userName'] ?? '').toLowerCase());
    return user?.owner === call.caller.organisation ? user : undefined;
  };
  const single = (call: Call, user: EnterpriseUser, more: object, reason: string): Answer => {
    const value = { ...shownOf(user, links), ...more };
    return represent(call, shape.single === 'array' ? [value] : value, { ...shown, reason });
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
        page.map((user) => shownOf(user, links)),
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
    return single(call, user, more, 'Enterprise User Created');
  }
}

function shownOf(user: EnterpriseUser, links: Links): object {
  return {
    UserName: user.name,
    Created: localTime(user.created, user.fraction),
    OwnerOrgNo: user.owner,
    // The schema has both, the page of the documentation neither: some users have them.
    ...(user.fraction === 3 && {
      LastChanged: localTime(user.created, user.fraction),
      Name: `System ${user.name}`,
    }),
    _links: { self: { href: links.to(pathOf(user)) } },
  };
}

const pathOf = (user: EnterpriseUser): string =>
  `/api/enterpriseusers/${encodeURIComponent(user.name)}`;

/** The name in the body when it may be given to `present` (or to a new user), else the refusal. */
function newName(state: State, call: Call, present: EnterpriseUser | undefined): string | Answer {
  const body = readBody(call);
  if ('status' in body) return body;
  const name = body.value['UserName'];
  if (typeof name !== 'string' || name.trim() === '') return refusals.nameMissing;
  const holder = state.users.get(name.toLowerCase());
  return holder !== undefined && holder !== present ? refusals.nameTaken : name;
}
