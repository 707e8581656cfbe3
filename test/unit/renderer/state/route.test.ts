// The address of a place: written and read back, whatever its parts contain.
import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../../../renderer/state/route.ts';

describe('route', () => {
  it.each([
    [{ connection: 'c-1', screen: 'enterprise-users', id: null }, '#/c-1/enterprise-users'],
    [{ connection: null, screen: 'settings', id: null }, '#/-/settings'],
    [{ connection: 'c', screen: 'connections', id: '+new' }, '#/c/connections/%2Bnew'],
    [
      { connection: 'c', screen: 'enterprise-users', id: 'lønn/æ %#?' },
      '#/c/enterprise-users/l%C3%B8nn%2F%C3%A6%20%25%23%3F',
    ],
  ])('%j is %s and back', (route, hash) => {
    expect(formatRoute(route)).toBe(hash);
    expect(parseRoute(hash)).toEqual(route);
  });

  it.each(['', '#', '#/', '#/c', '#c/screen', '#//screen', '#/c//x', '#/c/s/%E0%A4', '#/a/b/c/d'])(
    'refuses %s',
    (hash) => {
      expect(parseRoute(hash)).toBeUndefined();
    },
  );

  it('an empty last part is nothing open', () => {
    expect(parseRoute('#/c/settings/')).toEqual({ connection: 'c', screen: 'settings', id: null });
  });
});
