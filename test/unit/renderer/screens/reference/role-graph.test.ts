// The graph of roles: relations known from both ends, unknown ids kept, search by name, code and number; addresses.
import { describe, expect, it } from 'vitest';
import type { OpenRole } from '../../../../../preload/contract/metadata.ts';
import {
  findRoles,
  graphOf,
  kindCounts,
  roleRows,
} from '../../../../../renderer/screens/reference/role-graph.ts';
import { idOf, placeOf } from '../../../../../renderer/screens/reference/role-places.ts';

const role = (id: number, code: string, name: string, more: Partial<OpenRole> = {}): OpenRole => ({
  id,
  code,
  name,
  kind: 'platform',
  type: 'Platform',
  description: '',
  parents: [],
  children: [],
  ...more,
});
const compare = (a: string, b: string) => a.localeCompare(b, 'nb');
const roles = [
  role(4, 'DAGL', 'Daglig leder ', { kind: 'external', children: [20, 99] }),
  role(20, 'HOVED', 'Hovedadministrator', { children: [22] }),
  role(22, 'SIGN', 'Signering', { parents: [20, 30] }),
  role(30, 'MILJ', 'Energi, miljø og klima'),
];

describe('roles as a graph', () => {
  const graph = graphOf(roles, compare);

  it('knows a relation at both ends, wherever the platform names it, and once', () => {
    expect(graph.related(20, 'parents')).toEqual([4]);
    expect(graph.related(30, 'children')).toEqual([22]);
    expect(graph.related(22, 'parents')).toEqual([30, 20]);
    expect(graph.related(20, 'children')).toEqual([22]);
  });

  it('keeps an id that no role has, at the end', () => {
    expect(graph.related(4, 'children')).toEqual([20, 99]);
    expect(graph.nameOf(99)).toBeUndefined();
    expect(graph.related(99, 'parents')).toEqual([4]);
    expect(graph.nameOf(4)).toBe('Daglig leder');
  });

  it('finds by name, code and number, an exact one first, Norwegian letters or not', () => {
    const rows = roleRows(roles, compare);
    const ids = (typed: string, kind: 'all' | 'external' | 'platform' = 'all') =>
      findRoles(rows, typed, kind).map(({ id }) => id);
    expect(ids('')).toEqual([4, 30, 20, 22]);
    expect(ids('miljo')).toEqual([30]);
    expect(ids('sign')[0]).toBe(22);
    expect(ids('20')).toEqual([20]);
    expect(ids('leder dagl')).toEqual([4]);
    expect(ids('', 'external')).toEqual([4]);
    expect(ids('sign', 'external')).toEqual([]);
    expect(kindCounts(rows)).toEqual({ all: 4, external: 1, platform: 3, local: 0 });
  });
});

describe('places of roles', () => {
  it.each(['4', '4+picture', '4+services', null])('%s is read and written back', (id) => {
    expect(idOf(placeOf(id))).toBe(id);
  });
  it.each(['x', '4+other', '-4', '12345678901'])('%s is the list', (id) => {
    expect(placeOf(id)).toEqual({ role: null, view: 'related' });
  });
});
