// What is said to have changed between two copies: services, code lists and roles.
import { describe, expect, it } from 'vitest';
import { changesBetween, countOf, type Listed } from '../../../../main/reference/changes.ts';
import {
  codeListKey,
  requirementsKey,
  schemaKey,
  serviceKey,
} from '../../../../main/reference/keys.ts';
import { createSlices } from '../../../../main/pauses.ts';
import type { OpenRole, ServiceSummary } from '../../../../preload/contract/metadata.ts';

const service = (code: string, changes: Partial<ServiceSummary> = {}): ServiceSummary => ({
  ownerCode: 'HVT',
  ownerName: 'Havbruksvernet',
  name: `S ${code}`,
  code,
  edition: 1,
  validFrom: null,
  validTo: null,
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: true,
  ...changes,
});
const role = (id: number, changes: Partial<OpenRole> = {}): OpenRole => ({
  id,
  kind: 'external',
  type: 'External',
  code: `R${String(id)}`,
  name: 'R',
  description: '',
  parents: [],
  children: [],
  ...changes,
});
const listed = (changes: Partial<Listed> = {}): Listed => ({
  services: [],
  codeLists: [],
  roles: [],
  ...changes,
});
const between = (before: Listed, now: Listed, changed: readonly string[] = []) =>
  changesBetween({ before, now, changed, slices: createSlices() });

describe('changes between two copies', () => {
  it('names services that came, went, or whose line changed', async () => {
    const before = listed({ services: [service('1'), service('2'), service('3')] });
    const now = listed({
      services: [service('2'), service('3', { name: 'Melding' }), service('3', { edition: 2 })],
    });
    const { services } = await between(before, now);
    const name = { kind: 'formtask', type: 'FormTask' };
    expect(services).toEqual({
      added: [{ ...name, code: '3', edition: 2, name: 'S 3' }],
      removed: [{ ...name, code: '1', edition: 1, name: 'S 1' }],
      changed: [{ ...name, code: '3', edition: 1, name: 'Melding', parts: ['list'] }],
    });
  });

  it('names services one of whose documents is another, and says which', async () => {
    const all = listed({ services: ['1', '2', '3', '4', '5'].map((code) => service(code)) });
    const { services } = await between(all, all, [
      serviceKey('formtask', '1', 1),
      schemaKey('2', 1, '120', '7'),
      requirementsKey('3', 1),
      ...[serviceKey('correspondence', '4', 1), serviceKey('formtask', '5', 2)],
    ]);
    expect(services.changed.map(({ code, parts }) => [code, parts])).toEqual([
      ['1', ['service']],
      ['2', ['schema']],
      ['3', ['role-requirements']],
    ]);
  });

  it('names code lists with other codes, and roles with other names or neighbours', async () => {
    const head = (name: string, version: number) => ({ name, version, language: 1044 });
    const before = listed({
      codeLists: [head('Units', 1), head('Fuel', 1)],
      roles: [role(1), role(2), role(3, { children: [1, 2] })],
    });
    const now = listed({
      codeLists: [head('Units', 1), head('Units', 2)],
      roles: [role(1), role(3, { children: [1, 4] }), role(4)],
    });
    const { codeLists, roles } = await between(before, now, [codeListKey('Units', 1)]);
    expect(codeLists).toEqual({
      added: [{ name: 'Units', version: 2 }],
      removed: [{ name: 'Fuel', version: 1 }],
      changed: [{ name: 'Units', version: 1 }],
    });
    expect(
      [roles.added, roles.removed, roles.changed].map((some) => some.map(({ id }) => id)),
    ).toEqual([[4], [2], [3]]);
    expect(countOf({ services: { added: [], removed: [], changed: [] }, codeLists, roles })).toBe(
      6,
    );
  });

  it('says nothing of a list that one of the two copies does not have', async () => {
    const some = listed({ services: [service('1')] });
    const found = await between({ ...some, services: undefined }, some);
    expect(countOf(found)).toBe(0);
    expect(countOf(await between(some, { ...some, services: undefined }))).toBe(0);
    expect(countOf(await between(some, listed()))).toBe(1);
  });
});
