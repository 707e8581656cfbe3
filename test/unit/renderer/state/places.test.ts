// The last place of each connection, and whether the address or main's choice prevails.
import { describe, expect, it } from 'vitest';
import {
  nextStep as ruleOfNextStep,
  type Standing,
} from '../../../../renderer/state/connection-sync.ts';
import { placesAfter, placeToOpen } from '../../../../renderer/state/places.ts';

const isScreen = (id: string) => id !== 'first-run';
const remembered = (id: string | null) =>
  placesAfter({}, { connection: 'a', screen: 'roles', id }, isScreen)?.['a']?.id;

describe('placesAfter', () => {
  it('does not remember Today, which opens by itself when there is a reason', () => {
    const route = { connection: 'a', screen: 'today', id: null };
    expect(placesAfter({}, route, () => true)).toBeUndefined();
  });
  it('keeps the screen and what is open, by connection', () => {
    const before = { a: { screen: 'users', id: 'x' } };
    const route = { connection: null, screen: 'settings', id: null };
    expect(placesAfter(before, route, isScreen)).toEqual({
      ...before,
      none: { screen: 'settings', id: null },
    });
  });

  it('says nothing when nothing changed, and of places that are no screens', () => {
    const places = { a: { screen: 'users', id: 'x' } };
    const route = { connection: 'a', screen: 'users', id: 'x' };
    expect(placesAfter(places, route, isScreen)).toBeUndefined();
    expect(placesAfter(places, { ...route, screen: 'first-run' }, isScreen)).toBeUndefined();
  });

  it('forms, addresses and numbers of persons are not remembered', () => {
    expect(
      [
        '+new',
        '7+change',
        '/new',
        '/rotate/svc',
        'ola@example.test',
        '01020312345',
        '98765432',
      ].map(remembered),
    ).toEqual([null, null, null, null, null, null, null]);
    expect(['987654321', 'r50001', 'lønn-robot', '7'].map(remembered)).toEqual([
      '987654321',
      'r50001',
      'lønn-robot',
      '7',
    ]);
  });
});

describe('placeToOpen', () => {
  const places = {
    a: { screen: 'roles', id: '7' },
    b: { screen: 'first-run', id: null },
    none: { screen: 'settings', id: null },
  };
  it('is that of the connection, or that without one', () => {
    expect(placeToOpen(places, 'a', isScreen)).toEqual({ screen: 'roles', id: '7' });
    expect(placeToOpen(places, null, isScreen)).toEqual({ screen: 'settings', id: null });
  });
  it('is Today for a screen that is not there, and none for a connection nobody was at', () => {
    expect(placeToOpen(places, 'b', isScreen)).toEqual({ screen: 'today', id: null });
    expect(placeToOpen(places, 'b', (id) => id !== 'today' && isScreen(id))).toBeUndefined();
    expect(placeToOpen(places, 'c', isScreen)).toBeUndefined();
  });
});

describe('nextStep', () => {
  const nextStep = (standing: Omit<Standing, 'isSettingUp'> & Partial<Standing>) =>
    ruleOfNextStep({ isSettingUp: false, ...standing });
  const known = ['a', 'b'];
  it('nothing while both are the same', () => {
    expect(nextStep({ wanted: 'a', chosen: 'a', before: 'b', known })).toBe('settled');
    expect(nextStep({ wanted: null, chosen: null, before: 'a', known: [] })).toBe('settled');
  });
  it('an address that changed is followed by main', () => {
    expect(nextStep({ wanted: 'b', chosen: 'a', before: 'a', known })).toBe('follow-address');
  });
  it('what main changed is followed by the address', () => {
    expect(nextStep({ wanted: 'a', chosen: 'b', before: 'a', known })).toBe('follow-main');
    expect(nextStep({ wanted: null, chosen: 'a', before: 'a', known })).toBe('follow-main');
    expect(nextStep({ wanted: 'a', chosen: null, before: 'a', known: [] })).toBe('follow-main');
  });
  it('the only connection is chosen where none is, but not under a first run that is still at work on it', () => {
    const none = { wanted: null, chosen: null, before: null };
    expect(nextStep({ ...none, known: ['a'] })).toBe('choose-only');
    expect(nextStep({ ...none, before: 'b', known: ['a'] })).toBe('choose-only');
    expect(nextStep({ ...none, known: ['a'], isSettingUp: true })).toBe('settled');
    expect(nextStep({ ...none, known })).toBe('settled');
    expect(nextStep({ ...none, known: [] })).toBe('settled');
  });
  it('the first run ends at the address of its connection', () => {
    const begun = { wanted: 'a', chosen: null, before: null, known: ['a'], isSettingUp: true };
    expect(nextStep(begun)).toBe('follow-address');
    expect(nextStep({ ...begun, chosen: 'a' })).toBe('settled');
  });
  it('a connection that is not here is said, never taken for another', () => {
    expect(nextStep({ wanted: 'x', chosen: 'a', before: 'a', known })).toBe('gone');
  });
});
