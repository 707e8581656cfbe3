// Where the window starts: the named place, the last one, or home.
import { describe, expect, it } from 'vitest';
import {
  onlyConnection,
  startRoute,
  type StartGiven,
} from '../../../../renderer/state/start-route.ts';

const plain: StartGiven = {
  named: undefined,
  connections: [{ id: 'a' }, { id: 'b' }],
  chosen: 'a',
  places: {
    a: { screen: 'roles', id: '7' },
    b: { screen: 'switched-off', id: '8' },
    none: { screen: 'settings', id: null },
  },
  isKnown: (id) => id !== 'first-run',
  isScreen: (id) => ['today', 'users', 'roles', 'settings'].includes(id),
  home: 'users',
  waiting: [],
};
const at = (given: Partial<StartGiven>) => startRoute({ ...plain, ...given });

describe('a plain start', () => {
  it('is where the person was last with the connection in use', () => {
    expect(at({})).toEqual({ connection: 'a', screen: 'roles', id: '7' });
  });
  it('is Today where something waits, whatever was open last; never without a connection in use', () => {
    const waiting = [{ connection: 'a', screen: 'users', id: 'job' }];
    expect(at({ waiting })).toEqual({ connection: 'a', screen: 'today', id: null });
    expect(at({ waiting, chosen: null }).screen).toBe('settings');
    expect(at({ waiting, connections: [], chosen: null }).screen).toBe('users');
  });
  it('is at what waits where the person was there', () => {
    const other = { connection: 'b', screen: 'roles', id: '7' };
    const same = { screen: 'roles', id: '7' };
    expect(at({ waiting: [other] }).screen).toBe('today');
    expect(at({ waiting: [other, same] })).toEqual({ connection: 'a', ...same });
    // Of a job's panel the screen is remembered alone.
    const places = { a: { screen: 'roles', id: null } };
    const panel = { connection: 'a', screen: 'roles', id: 'job+1' };
    expect(at({ places, waiting: [panel] })).toEqual({ connection: 'a', ...places.a });
    expect(at({ waiting: [{ ...same, connection: 'a' }] })).toEqual({ connection: 'a', ...same });
    // The list of users is remembered, and no dialog over it.
    const rotating = [{ connection: 'a', screen: 'users', id: '/rotate-overdue' }];
    const list = { a: { screen: 'users', id: null } };
    expect(at({ places: list, waiting: rotating }).screen).toBe('today');
  });
  it('is at home where nobody was yet', () => {
    expect(at({ places: {} })).toEqual({ connection: 'a', screen: 'users', id: null });
  });
  it('is Today where the remembered place is gone or switched off', () => {
    expect(at({ chosen: 'b' })).toEqual({ connection: 'b', screen: 'today', id: null });
  });
  it('without any connection is the first run, wherever one was before', () => {
    expect(at({ connections: [], chosen: null })).toEqual({
      connection: null,
      screen: 'users',
      id: null,
    });
  });
  it('with several and none chosen is where one was without a connection', () => {
    expect(at({ chosen: null })).toEqual({ connection: null, screen: 'settings', id: null });
  });
});

describe('a named place', () => {
  it('comes before a remembered one, also without a connection', () => {
    const named = { connection: 'a', screen: 'roles', id: 'x' };
    expect(at({ named, waiting: [{ screen: 'users', id: null }] })).toEqual(named);
    expect(at({ named: { ...named, connection: 'b' } })).toEqual({ ...named, connection: 'b' });
    const settings = { connection: null, screen: 'settings', id: null };
    expect(at({ named: settings, connections: [], chosen: null })).toEqual(settings);
  });
  it('gets the connection in use where it names none', () => {
    const named = { connection: null, screen: 'settings', id: null };
    expect(at({ named })).toEqual({ ...named, connection: 'a' });
  });
  it('of a connection that is not here stays, so that it can be said', () => {
    const named = { connection: 'gone', screen: 'users', id: null };
    expect(at({ named })).toEqual(named);
  });
  it('of a screen that is switched off stays, so that it can be said', () => {
    const named = { connection: 'a', screen: 'switched-off', id: null };
    expect(at({ named })).toEqual(named);
  });
  it('that is no screen is Today; without a connection home: the first run was an address once', () => {
    const named = { connection: null, screen: 'first-run', id: null };
    expect(at({ named })).toEqual({ connection: 'a', screen: 'today', id: null });
    expect(at({ named, connections: [], chosen: null })).toEqual({
      connection: null,
      screen: 'users',
      id: null,
    });
  });
});

describe('the only connection', () => {
  it('is chosen where none is, and never another in the place of a chosen one', () => {
    expect(onlyConnection([{ id: 'a' }], null)).toBe('a');
    expect(onlyConnection([{ id: 'a' }], 'a')).toBeUndefined();
    expect(onlyConnection([{ id: 'a' }, { id: 'b' }], null)).toBeUndefined();
    expect(onlyConnection([], null)).toBeUndefined();
  });
});
