// What the list of users says as a whole, and where each secret is, as far as this computer knows.
import { describe, expect, it } from 'vitest';
import type { EnterpriseUser } from '../../../preload/contract/enterprise-users.ts';
import type { OneTimeSecret } from '../../../preload/contract/one-time-secrets.ts';
import { overviewOf } from '../../../renderer/screens/enterprise-users/overview.ts';
import { heldByUser, rowsOf } from '../../../renderer/screens/enterprise-users/users.ts';

const now = new Date('2026-11-21T14:32:00Z');
const at = (day: string) => `${day}T08:00:00.000Z`;
const user = (
  userName: string,
  created: string | null,
  local: Partial<EnterpriseUser['local']> = {},
): EnterpriseUser => ({
  userName,
  created: created === null ? null : at(created),
  ownerOrganisationNumber: '910514318',
  local: {
    ...{ note: '', lastRotated: null, firstSeen: null, kept: 'nowhere', attention: 'none' },
    ...local,
  },
});
const secret = (userName: string, more: Partial<OneTimeSecret> = {}): OneTimeSecret => ({
  id: `s-${userName}`,
  connection: 'c',
  environment: 'test',
  userName,
  operation: 'rotateSecret',
  at: at('2026-06-01'),
  state: 'confirmed',
  kept: 'keychain',
  job: null,
  previousHeld: false,
  ...more,
});
const of = (users: readonly EnterpriseUser[], secrets: readonly OneTimeSecret[] = []) =>
  overviewOf(rowsOf(users, now, 180, heldByUser(secrets)));
const whereOf = (one: EnterpriseUser, ...secrets: OneTimeSecret[]) =>
  rowsOf([one], now, 180, heldByUser(secrets))[0]?.where;

describe('where a secret is', () => {
  const rotated = { lastRotated: at('2026-06-01') };

  it('is the file it was saved in, else this computer, else not here; not known where none was rotated', () => {
    const inFile = { name: 'a.age', at: at('2026-06-01') };
    const filed = user('a', '2020-01-01', { ...rotated, inFile });
    expect(whereOf(filed, secret('a'))).toEqual({ kind: 'file', name: 'a.age' });
    expect(whereOf(user('a', '2020-01-01', rotated), secret('a'))).toEqual({ kind: 'keychain' });
    const inMemory = secret('a', { state: 'waiting', kept: 'memory' });
    expect(whereOf(user('a', '2020-01-01', rotated), inMemory)).toEqual({ kind: 'memory' });
    expect(whereOf(user('a', '2020-01-01', rotated))).toEqual({ kind: 'elsewhere' });
    expect(whereOf(user('a', '2020-01-01'))).toEqual({ kind: 'unknown' });
  });

  it('is not known while an attempt may have replaced it, and not here once it was rotated elsewhere', () => {
    const lost = secret('a', { state: 'outcome-unknown', kept: 'nowhere', at: at('2026-07-01') });
    expect(whereOf(user('a', '2020-01-01', rotated), lost, secret('a'))).toEqual({
      kind: 'unknown',
    });
    const told = { lastRotated: at('2026-08-01'), isRotationTold: true } as const;
    expect(whereOf(user('a', '2020-01-01', told), secret('a'))).toEqual({ kind: 'elsewhere' });
    expect(whereOf(user('a', '2020-01-01', told), secret('a', { at: at('2026-09-01') }))).toEqual({
      kind: 'keychain',
    });
  });
});

describe('the list as a whole', () => {
  it('counts each user once in states, places and years', () => {
    const all = of([
      user('a', '2020-06-01', { lastRotated: at('2026-11-20') }),
      user('b', '2022-06-01', { lastRotated: at('2025-11-20') }),
      user('c', '2022-06-01'),
      user('d', '2026-11-01'),
      user('e', null),
    ]);
    expect(all.tones).toEqual({
      ...{ fresh: 1, soon: 0, overdue: 1, 'possibly-overdue': 1, untracked: 2 },
    });
    expect(all.places).toMatchObject({ elsewhere: 2, unknown: 3 });
    expect(all.years.map(({ year, known, never }) => [year, known, never])).toEqual([
      [2020, 1, 0],
      [2021, 0, 0],
      [2022, 1, 1],
      [2023, 0, 0],
      [2024, 0, 0],
      [2025, 0, 0],
      [2026, 0, 1],
    ]);
    expect(all.withoutYear).toBe(1);
  });

  it('names the oldest secrets and the longest unknown ones, a few of each, and says how many more', () => {
    const many = Array.from({ length: 9 }, (_, i) => [
      user(`old-${String(i)}`, '2020-06-01', { lastRotated: at(`2025-0${String(9 - i)}-01`) }),
      user(`new-${String(i)}`, i === 0 ? null : `20${String(10 + i)}-06-01`),
    ]).flat();
    const all = of(many);
    expect(all.oldest.map(({ name }) => name)).toEqual([
      ...['old-8', 'old-7', 'old-6', 'old-5', 'old-4'],
    ]);
    expect(all.never.map(({ name }) => name)).toEqual([
      ...['new-1', 'new-2', 'new-3', 'new-4', 'new-5'],
    ]);
    expect([all.aged, all.neverAll]).toEqual([9, 9]);
  });

  it('has a bar for each of the last twelve years, and one for all before', () => {
    const all = of([2004, 2009, 2015, 2026].map((year) => user(`u-${year}`, `${year}-06-01`)));
    expect(all.years).toHaveLength(12);
    expect(all.years[0]).toMatchObject({ year: 2015, never: 3, orEarlier: true });
    expect(all.years.at(-1)).toMatchObject({ year: 2026, never: 1, orEarlier: false });
    expect(of([]).years).toEqual([]);
  });
});
