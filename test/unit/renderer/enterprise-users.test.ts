// The list of enterprise users on screen: ages by policy, search, Norwegian sorting.
import { ageInDays } from '../../../preload/contract/rules.ts';
import { describe, expect, it } from 'vitest';
import type { EnterpriseUser } from '../../../preload/contract/enterprise-users.ts';
import {
  counts,
  finds,
  isTaken,
  rowsOf,
  searchKeys,
  shownRows,
  toneOf,
  type View,
} from '../../../renderer/screens/enterprise-users/users.ts';

const now = new Date('2026-11-21T14:32:00Z');
const user = (userName: string, lastRotated: string | null, note = ''): EnterpriseUser => ({
  userName,
  created: '2020-01-01T00:00:00Z',
  ownerOrganisationNumber: '910514318',
  local: { note, lastRotated, firstSeen: null, kept: 'nowhere', attention: 'none' },
});
const compare = (a: string, b: string) => new Intl.Collator('nb').compare(a, b);
const view = (change: Partial<View> = {}): View => ({
  filter: '',
  segment: 'all',
  column: 'name',
  rising: true,
  compare,
  ...change,
});
const names = (users: EnterpriseUser[], change: Partial<View> = {}) =>
  shownRows(rowsOf(users, now, 180), view(change)).map((row) => row.name);

describe('secret age', () => {
  it('a secret is overdue only after the last day of the policy', () => {
    expect(toneOf(180, 180, null)).toBe('soon');
    expect(toneOf(181, 180, null)).toBe('overdue');
  });

  it('the warning comes in the last sixth of the time, at most 30 days', () => {
    expect(toneOf(150, 180, null)).toBe('fresh');
    expect(toneOf(151, 180, null)).toBe('soon');
    expect(toneOf(335, 365, null)).toBe('fresh');
    expect(toneOf(336, 365, null)).toBe('soon');
    expect(toneOf(0, 1, null)).toBe('fresh');
    expect(toneOf(1, 1, null)).toBe('soon');
  });

  it('an age that this computer does not know is never guessed', () => {
    expect(ageInDays(null, now)).toBeNull();
    expect(ageInDays('not a time', now)).toBeNull();
    expect(toneOf(null, 180, null)).toBe('untracked');
    // It may be as old as its user, and that is said apart.
    expect(toneOf(null, 180, 180)).toBe('untracked');
    expect(toneOf(null, 180, 181)).toBe('possibly-overdue');
    expect(toneOf(10, 180, 5000)).toBe('fresh');
  });

  it('a clock that was set back makes no negative age', () => {
    expect(ageInDays('2026-11-22T00:00:00Z', now)).toBe(0);
  });

  it('segments count what they show', () => {
    const users = [
      user('a', '2026-01-01T00:00:00Z'),
      user('b', null),
      user('c', '2026-11-20T00:00:00Z'),
    ];
    users.push({ ...user('d', null), created: '2026-11-01T00:00:00Z' });
    expect(counts(rowsOf(users, now, 180))).toEqual({
      ...{ all: 4, overdue: 1, 'possibly-overdue': 1, untracked: 1 },
    });
    expect(names(users, { segment: 'overdue' })).toEqual(['a']);
    expect(names(users, { segment: 'possibly-overdue' })).toEqual(['b']);
    expect(names(users, { segment: 'untracked' })).toEqual(['d']);
  });
});

describe('finding', () => {
  it.each([
    ['lonn', 'lønn-amelding'],
    ['loenn', 'lønn-amelding'],
    ['lønn', 'lonn-amelding'],
    ['årsoppgjør', 'arsoppgjor'],
    ['aarsopp', 'årsoppgjør'],
    ['Ærlig', 'aerlig'],
    ['amelding LØNN', 'lønn-amelding'],
    ['gjor', 'regnskap-årsoppgjør'],
  ])('%s finds %s', (filter, name) => {
    expect(finds(searchKeys(name), filter)).toBe(true);
  });

  it('finds in notes, and nothing that lacks one of the words', () => {
    const users = [user('x', null, 'Payroll, monthly'), user('y', null, 'Payroll')];
    expect(names(users, { filter: 'payroll' })).toEqual(['x', 'y']);
    expect(names(users, { filter: 'payroll monthly' })).toEqual(['x']);
    expect(names(users, { filter: '   ' })).toEqual(['x', 'y']);
  });
});

describe('sorting', () => {
  it('æ, ø and å stand last and in that order', () => {
    const users = ['åse', 'zz', 'øst', 'arkiv', 'ærlig'].map((name) => user(name, null));
    expect(names(users)).toEqual(['arkiv', 'zz', 'ærlig', 'øst', 'åse']);
  });

  it('users without an age stand last whichever way the column is sorted', () => {
    const users = [
      user('new', '2026-11-01T00:00:00Z'),
      user('none', null),
      user('old', '2025-11-01T00:00:00Z'),
    ];
    expect(names(users, { column: 'age' })).toEqual(['new', 'old', 'none']);
    expect(names(users, { column: 'age', rising: false })).toEqual(['old', 'new', 'none']);
  });

  it('users without a note stand last, and equal ones by name', () => {
    const users = [user('c', null), user('b', null, 'same'), user('a', null, 'same')];
    expect(names(users, { column: 'note' })).toEqual(['a', 'b', 'c']);
    expect(names(users, { column: 'note', rising: false })).toEqual(['a', 'b', 'c']);
  });

  it('sorting leaves the list it was given alone', () => {
    const rows = rowsOf([user('b', null), user('a', null)], now, 180);
    shownRows(rows, view());
    expect(rows.map((row) => row.name)).toEqual(['b', 'a']);
  });
});

it('a name differing only in the case of letters is taken', () => {
  expect(isTaken([user('Erp-Prod', null)], ' erp-prod ')).toBe(true);
  expect(isTaken([user('Erp-Prod', null)], 'erp-prod-2')).toBe(false);
  expect(isTaken([user('', null)], '')).toBe(false);
});
