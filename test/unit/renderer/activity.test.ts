// The periods of the journal: whole days in this computer's time zone, and none for an invalid day.
import { expect, it } from 'vitest';
import { instantsOf } from '../../../renderer/screens/activity/periods.ts';

const now = new Date(2026, 10, 21, 14, 32);
const none = { from: '', to: '' };
const day = (date: number) => new Date(2026, 10, date).toISOString();

it('a period ends now and begins with a whole day', () => {
  expect(instantsOf('today', none, now)).toEqual({ from: day(21) });
  expect(instantsOf('week', none, now)).toEqual({ from: day(15) });
  expect(instantsOf('month', none, now)).toEqual({ from: day(21 - 29) });
  expect(instantsOf('any', { from: '2026-01-01', to: '' }, now)).toEqual({});
});

it('days of one\u2019s own cover the whole of the last day', () => {
  const own = { from: '2026-11-02', to: '2026-11-03' };
  expect(instantsOf('own', own, now)).toEqual({ from: day(2), to: day(4) });
});

it('what is not a day is left out', () => {
  expect(instantsOf('own', { from: '', to: '21.11.2026' }, now)).toEqual({});
});
