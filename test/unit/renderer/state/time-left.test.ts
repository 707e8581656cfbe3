// The time left of a sign-in, and when a person must act.
import { describe, expect, it } from 'vitest';
import type { SignInState } from '../../../../preload/contract/sign-in.ts';
import { needsPerson, secondsLeft, stateNow } from '../../../../renderer/state/time-left.ts';
import { timeLeft } from '../../../../renderer/texts/formats.ts';
import { en } from '../../../../renderer/texts/en.ts';

const until = '2030-01-01T12:00:00Z';
const state: SignInState = {
  connection: 'c-1',
  way: 'person',
  state: 'signed-in',
  who: { kind: 'person', name: 'Ola Nordmann' },
  scopes: ['altinn:reportees'],
  securityLevel: 3,
  since: '2030-01-01T11:00:00Z',
  until,
  secondsLeft: 3600,
  renews: false,
  failure: null,
};
const at = (time: string) => new Date(`2030-01-01T${time}Z`);

describe('time left', () => {
  it('counts down to nothing and not below', () => {
    expect(secondsLeft(state, at('11:55:51'))).toBe(249);
    expect(secondsLeft(state, at('12:00:00'))).toBe(0);
    expect(secondsLeft(state, at('13:00:00'))).toBe(0);
    expect(secondsLeft({ until: null }, at('13:00:00'))).toBeUndefined();
  });

  it('a token that has ended is no sign-in, unless it renews itself', () => {
    expect(stateNow(state, at('11:59:59'))).toBe('signed-in');
    expect(stateNow(state, at('12:00:00'))).toBe('ended');
    expect(stateNow({ ...state, renews: true }, at('12:00:00'))).toBe('signed-in');
    expect(stateNow({ ...state, until: null }, at('23:00:00'))).toBe('signed-in');
  });

  it('a person must act when nobody is signed in or it is over', () => {
    const all = ['ready', 'needed', 'under-way', 'signed-in', 'ended', 'open-only'] as const;
    expect(all.filter(needsPerson)).toEqual(['needed', 'ended']);
  });

  it('is said in minutes below two hours, in whole hours above', () => {
    expect(timeLeft(249, en.signIn.left)).toBe('4:09 min');
    expect(timeLeft(7199, en.signIn.left)).toBe('119:59 min');
    expect(timeLeft(7200, en.signIn.left)).toBe('2 hours');
  });
});
