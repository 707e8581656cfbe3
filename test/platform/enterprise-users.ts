// Enterprise users (platform.md, Enterprise users): list, get, create, rotate, rename, delete.
import type { Call, Route } from './call.ts';
import { routesOf, type Acts } from './door.ts';
import { refusals, refuse } from './errors.ts';
import { listed } from './lists.ts';
import { readBody, Reply } from './representation.ts';
import type { Shape } from './shape.ts';
import type { EnterpriseUser, State } from './state.ts';
import { localTime, timeWithOffset } from './timestamps.ts';

/** Without the rest of the platform. */
export const enterpriseUserRoutes = (state: State): readonly Route[] =>
  routesOf(enterpriseUserActs(state));

export function enterpriseUserActs(state: State) {
  const own = ({ parts, shape, caller }: Call): EnterpriseUser => {
    const asked = parts['userName'] ?? '';
    const user = state.users.get(asked.toLowerCase());
    const isNamed = shape.userNames === 'any-case' || user?.name === asked;
    return user && isNamed && user.owner === caller.organisation
      ? user
      : refuse(refusals.userNotFound);
  };
  const single = ({ shape }: Call, user: EnterpriseUser, more: object = {}): object => {
    const value = { ...shownOf(user, shape), ...more };
    return shape.single === 'array' ? [value] : value;
  };
  const put = (user: EnterpriseUser): void => void state.users.set(user.name.toLowerCase(), user);
  return {
    'enterpriseUsers.list': ({ caller, shape }) =>
      listed(
        [...state.users.values()].filter(({ owner }) => owner === caller.organisation),
        (user) => shownOf(user, shape),
      ),
    'enterpriseUsers.get': (call) => single(call, own(call)),
    'enterpriseUsers.create'(call) {
      const name = newName(state, call, undefined);
      const user: EnterpriseUser = {
        name,
        owner: call.caller.organisation ?? '',
        created: state.now(),
        fraction: 3,
        secret: state.newSecret(name),
      };
      put(user);
      const more = { Created: timeWithOffset(user.created), Secret: user.secret };
      const status = call.shape.single === 'array' ? 200 : 201;
      return new Reply({ status }, single(call, user, more));
    },
    'enterpriseUsers.rotateSecret'(call) {
      const user = own(call);
      user.secret = state.newSecret(user.name);
      user.changed = state.now();
      return single(call, user, { Secret: user.secret });
    },
    'enterpriseUsers.rename'(call) {
      const user = own(call);
      const name = newName(state, call, user);
      state.users.delete(user.name.toLowerCase());
      Object.assign(user, { name, changed: state.now() });
      put(user);
      return single(call, user);
    },
    'enterpriseUsers.remove': (call) => void state.users.delete(own(call).name.toLowerCase()),
  } satisfies Partial<Acts>;
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

/** The name in the body, when it may be given to `present` (or to a new user). */
function newName(state: State, call: Call, present: EnterpriseUser | undefined): string {
  const name = readBody(call)['UserName'];
  if (typeof name !== 'string' || name.trim() === '') return refuse(refusals.nameMissing);
  const holder = state.users.get(name.toLowerCase());
  return holder !== undefined && holder !== present ? refuse(refusals.nameTaken) : name;
}
