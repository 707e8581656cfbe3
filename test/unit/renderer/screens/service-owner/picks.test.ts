// The options of the contact filters: roles in a useful order, and complete typed codes.
import { expect, it } from 'vitest';
import type { OpenRole } from '../../../../../preload/contract/metadata.ts';
import {
  choiceOf,
  findRoles,
  typedRole,
  typedService,
} from '../../../../../renderer/screens/service-owner/picks.ts';

const compare = (a: string, b: string) => a.localeCompare(b, 'nb');
const role = (code: string, name: string, kind: OpenRole['kind'] = 'external'): OpenRole => ({
  id: 1,
  kind,
  type: '',
  code,
  name,
  description: '',
  parents: [],
  children: [],
});
const roles = [
  role('REGNA', 'Regnskapsmedarbeider'),
  role('DAGL', 'Daglig leder'),
  role('LEDE', 'Styrets leder'),
  role('DAG', 'Dagvakt'),
  role('NEST', 'Åpen leder'),
  role('', 'Uten kode leder'),
  role('OWN', 'Egen leder', 'local'),
];
const codes = (typed: string) => findRoles(roles, typed, compare).map(({ code }) => code);

it('an exact code comes first, then codes that begin so, then names', () => {
  expect(codes('dag')).toEqual(['DAG', 'DAGL']);
  expect(codes('lede')).toEqual(['LEDE', 'DAGL', 'NEST']);
  expect(codes('leder daglig')).toEqual(['DAGL']);
  expect(codes('apen')).toEqual(['NEST']);
});

it('nothing typed offers all that has a code and holds for everyone, by name', () => {
  expect(codes('')).toEqual(['DAGL', 'DAG', 'REGNA', 'LEDE', 'NEST']);
});

it('a role code is taken as typed, in capitals; words are not', () => {
  expect(typedRole(' dagl ')).toEqual({ code: 'DAGL', name: '' });
  for (const text of ['', 'x', 'daglig leder', 'A/B', 'ÆØÅ', 'A'.repeat(61)])
    expect(typedRole(text)).toBeUndefined();
});

it('a service is its code and edition; zeros at the beginning of a code count', () => {
  expect(typedService(' 0047 / 7 ')).toEqual({
    code: '0047/7',
    name: '',
    service: { code: '0047', edition: 7 },
  });
  expect(choiceOf({ code: '4628', edition: 13, name: 'Skjema' })).toEqual({
    code: '4628/13',
    name: 'Skjema',
    service: { code: '4628', edition: 13 },
  });
  for (const text of ['4628', '4628/', '/7', '4628/7/1', '46 28/7', '4628/x', '4628/1234567890'])
    expect(typedService(text)).toBeUndefined();
});
