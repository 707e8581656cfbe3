// The list of role definitions on screen: three groups, search, sorting, and its places in the address.
import { describe, expect, it } from 'vitest';
import type { OpenRole } from '../../../../../preload/contract/metadata.ts';
import type { RoleDefinition, RoleKind } from '../../../../../preload/contract/role-definitions.ts';
import { idOf, placeOf } from '../../../../../renderer/screens/role-definitions/places.ts';
import {
  counts,
  groupsOf,
  isTaken,
  openById,
  rowsOf,
  type View,
} from '../../../../../renderer/screens/role-definitions/roles.ts';

const role = (id: number, kind: RoleKind, name: string, more: Partial<RoleDefinition> = {}) => ({
  id,
  kind,
  name,
  type: kind,
  description: '',
  code: null,
  ...more,
});
const open = (id: number, code: string): OpenRole => ({
  id,
  code,
  kind: 'external' as const,
  type: 'External',
  name: '',
  description: '',
  parents: [],
  children: [],
});
const roles: readonly RoleDefinition[] = [
  role(4, 'external', 'Daglig leder', { description: 'Rolle fra enhetsregisteret' }),
  role(23, 'platform', 'Lønn og personal'),
  role(20, 'platform', 'Hovedadministrator', { code: 'HOVED' }),
  role(900, 'local', 'Rapportering av utslipp ', { description: 'Hvert halvår' }),
  role(905, 'local', 'Ærfugltelling'),
];
const rows = rowsOf(roles, openById([open(4, 'DAGL'), open(900, 'WRONG')]));
const view = (change: Partial<View> = {}): View => ({
  filter: '',
  segment: 'all',
  column: 'name',
  rising: true,
  compare: (a, b) => new Intl.Collator('nb').compare(a, b),
  ...change,
});
const names = (change: Partial<View> = {}) =>
  groupsOf(rows, view(change)).map((group) => [group.kind, ...group.rows.map(({ name }) => name)]);

describe('the groups', () => {
  it('stand with the local ones first, each in the order of the language', () => {
    expect(names()).toEqual([
      ['local', 'Rapportering av utslipp', 'Ærfugltelling'],
      ['platform', 'Hovedadministrator', 'Lønn og personal'],
      ['external', 'Daglig leder'],
    ]);
    expect(counts(rows)).toEqual({ all: 5, local: 2, platform: 2, external: 1 });
  });

  it('a chosen kind is shown alone', () => {
    expect(names({ segment: 'external' })).toEqual([['external', 'Daglig leder']]);
  });

  it('are found by every word in any order, by code, number and description, Norwegian letters folded', () => {
    expect(names({ filter: 'personal lonn' })).toEqual([['platform', 'Lønn og personal']]);
    expect(names({ filter: 'dagl' })).toEqual([['external', 'Daglig leder']]);
    expect(names({ filter: '905' })).toEqual([['local', 'Ærfugltelling']]);
    expect(names({ filter: 'HALVAR' })).toEqual([['local', 'Rapportering av utslipp']]);
    expect(names({ filter: 'lonn daglig' })).toEqual([]);
  });

  it('a group says how many it has without the filter', () => {
    expect(groupsOf(rows, view({ filter: 'utslipp' }))[0]).toMatchObject({ kind: 'local', all: 2 });
  });

  it('the local ones have their place also when there are none, unless something is looked for', () => {
    const others = rows.filter(({ kind }) => kind !== 'local');
    const first = (change: Partial<View>) => groupsOf(others, view(change))[0];
    expect(first({})).toEqual({ kind: 'local', rows: [], all: 0 });
    expect(first({ filter: 'leder' })?.kind).toBe('external');
    expect(first({ segment: 'local' })).toBeUndefined();
    expect(groupsOf([], view())).toEqual([]);
  });

  it('what has no value in the sorted column stands last either way', () => {
    const platform = (rising: boolean) =>
      names({ column: 'code', rising, segment: 'platform' })[0]?.slice(1);
    expect(platform(true)).toEqual(['Hovedadministrator', 'Lønn og personal']);
    expect(platform(false)).toEqual(['Hovedadministrator', 'Lønn og personal']);
    expect(names({ rising: false })[1]).toEqual([
      'platform',
      'Lønn og personal',
      'Hovedadministrator',
    ]);
  });
});

describe('codes', () => {
  it('come from the open metadata where the list has none, never for a local role', () => {
    const codes = Object.fromEntries(rows.map(({ id, code }) => [id, code]));
    expect(codes).toEqual({ 4: 'DAGL', 20: 'HOVED', 23: null, 900: null, 905: null });
  });
});

describe('names', () => {
  it('of local roles are taken without regard to case and blanks around them', () => {
    expect(isTaken(roles, ' rapportering AV utslipp')).toBe(true);
    expect(isTaken(roles, 'Rapportering av utslipp', 900)).toBe(false);
    expect(isTaken(roles, 'Daglig leder')).toBe(false);
  });
});

describe('places', () => {
  it.each([null, '7', '7+copy', '7+change', '+new', '+import'])('%s is one', (id) => {
    expect(idOf(placeOf(id))).toBe(id);
  });
  it.each(['x', '7+', '7+remove', '+', '-7', '7.5', '9'.repeat(16)])('%s is the list', (id) => {
    expect(placeOf(id)).toEqual({ kind: 'list' });
  });
});
