// The period in which a service is valid, and whether it is valid now.
import { expect, test } from 'vitest';
import { dayIn, validityOf } from '../../../../../renderer/screens/reference/validity.ts';

const now = new Date('2026-06-01T12:00:00Z');
const past = '2021-01-01T00:00:00Z';
const later = '2030-01-01T00:00:00Z';

test.each([
  [past, 'for-ever', 'now'],
  [past, later, 'now'],
  [past, null, 'now'],
  [null, later, 'now'],
  [null, 'for-ever', 'now'],
  [past, '2026-06-01T11:59:59Z', 'ended'],
  [null, past, 'ended'],
  [later, 'for-ever', 'future'],
  [null, null, 'unknown'],
] as const)('from %s to %s: %s', (validFrom, validTo, state) => {
  expect(validityOf({ validFrom, validTo }, now).state).toBe(state);
});

test('a day of the platform is that day on every computer', () => {
  // What the platform writes as 2017-01-03T00:00:00.
  expect(dayIn('en')('2017-01-02T23:00:00Z')).toBe('3 Jan 2017');
  expect(dayIn('nb')('2017-07-02T22:00:00Z')).toBe('3. juli 2017');
});
