// The changes since the last synchronisation, as rows: order, links and search.
import { describe, expect, it } from 'vitest';
import {
  type Changes,
  fitting,
  rowsOf,
} from '../../../../../renderer/screens/reference/changes.ts';

const none = { added: [], removed: [], changed: [] };
const service = (code: string, name: string, kind: 'formtask' | null = 'formtask') => ({
  kind,
  type: kind === null ? 'Broker' : 'FormTask',
  code,
  edition: 7,
  name,
});
const changes: Changes = {
  services: {
    added: [service('0042', 'Årsoppgave'), service('9', 'Avgift')],
    removed: [service('7', 'Borte')],
    changed: [service('4628', 'Godstransport'), service('11', 'Formidling', null)],
  },
  codeLists: {
    added: [{ name: 'Land', version: 3 }],
    removed: [{ name: 'Land', version: 1 }],
    changed: [{ name: 'Næring 07', version: 2 }],
  },
  roles: {
    added: [],
    removed: [],
    changed: [
      { id: 4, code: 'DAGL', name: 'Daglig leder' },
      { id: 5, code: '', name: 'Uten kode' },
    ],
  },
};
const { compare } = new Intl.Collator('nb');
const rows = rowsOf(changes, compare);
const placeOf = (name: string) => rows.find((row) => row.name === name)?.place;

describe('what changed', () => {
  it('stands by kind, then new, changed and gone, each by name', () => {
    expect(rows.map(({ what, how, name }) => `${what} ${how} ${name}`)).toEqual([
      ...['service added Avgift', 'service added Årsoppgave'],
      ...['service changed Formidling', 'service changed Godstransport', 'service removed Borte'],
      ...['code-list added Land', 'code-list changed Næring 07', 'code-list removed Land'],
      ...['role changed Daglig leder', 'role changed Uten kode'],
    ]);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('leads to the thing itself, compared with before where it is a service that changed', () => {
    expect(placeOf('Avgift')).toEqual({ screen: 'services', id: 'formtask/9/7' });
    expect(placeOf('Godstransport')).toEqual({
      screen: 'services',
      id: 'formtask/4628/7+compare/before',
    });
    expect(placeOf('Formidling')).toEqual({ screen: 'services', id: 'other/11/7' });
    expect(placeOf('Næring 07')).toEqual({ screen: 'code-lists', id: 'Næring 07/2' });
    expect(placeOf('Daglig leder')).toEqual({ screen: 'roles', id: '4' });
    expect(rows.filter(({ compares }) => compares).map(({ name }) => name)).toEqual([
      'Godstransport',
    ]);
  });

  it('is not compared where only what stands around the service changed', () => {
    const parts = ['list', 'role-requirements'] as const;
    const changed = [{ ...service('5', 'Krav'), parts }];
    const [row] = rowsOf({ ...changes, services: { ...none, changed } }, compare);
    expect(row).toMatchObject({ parts, compares: false });
    expect(row?.place?.id).toBe('formtask/5/7');
  });

  it('leads nowhere for what is gone', () => {
    const gone = rows.filter(({ how }) => how === 'removed');
    expect(gone.map(({ place }) => place)).toEqual([undefined, undefined]);
  });

  it('is found by every word of name and code, and by kind', () => {
    const names = (typed: string, what: 'all' | 'service' | 'code-list' | 'role') =>
      fitting(rows, typed, what).map(({ name }) => name);
    expect(names('', 'all')).toHaveLength(rows.length);
    expect(names('0042/7', 'all')).toEqual(['Årsoppgave']);
    expect(names('arsopp', 'all')).toEqual(['Årsoppgave']);
    expect(names('leder dagl', 'all')).toEqual(['Daglig leder']);
    expect(names('a', 'role')).toEqual(['Daglig leder']);
    expect(names('land 3', 'code-list')).toEqual(['Land']);
    expect(rowsOf({ services: none, codeLists: none, roles: none }, compare)).toEqual([]);
  });
});
