// The services of a role: its own, those of included roles, through circles, as far as requirements are stored.
import { describe, expect, it } from 'vitest';
import type { OpenRole, ServiceSummary } from '../../../../preload/contract/metadata.ts';
import { WholeList } from '../../../../main/http/complete-list.ts';
import { createCatalogue, serviceFactsOf } from '../../../../main/reference/catalogue.ts';
import { requirementsKey } from '../../../../main/reference/keys.ts';
import { createSearchIndex } from '../../../../main/reference/search-index.ts';
import { includedRoles, servicesOfRole } from '../../../../main/reference/role-services.ts';

const role = (id: number, children: number[] = [], parents: number[] = []): OpenRole => ({
  id,
  children,
  parents,
  kind: 'external',
  type: 'External',
  code: `R${id}`,
  name: `Role ${id}`,
  description: '',
});

describe('roles that come with a role', () => {
  it('are its children and theirs, said by either side', () => {
    const roles = [role(1, [2]), role(2), role(3, [], [2]), role(4, [1]), role(5)];
    expect([...includedRoles(1, roles)]).toEqual([1, 2, 3]);
    expect([...includedRoles(3, roles)]).toEqual([3]);
    expect([...includedRoles(4, roles)]).toEqual([4, 1, 2, 3]);
  });

  it('a circle ends, and a role that nobody describes is itself', () => {
    const roles = [role(1, [2]), role(2, [3]), role(3, [1])];
    expect([...includedRoles(2, roles)].sort()).toEqual([1, 2, 3]);
    expect([...includedRoles(99, roles)]).toEqual([99]);
  });
});

describe('services of a role', () => {
  const service = (code: string): ServiceSummary => ({
    ownerCode: 'FYR',
    ownerName: 'Fyrtilsynet',
    name: `Service ${code}`,
    code,
    edition: 1,
    validFrom: null,
    validTo: null,
    kind: 'formtask',
    type: 'FormTask',
    restEnabled: null,
  });
  const all = (...roles: readonly (readonly [number, readonly string[]])[]) => ({
    whole: true,
    roles,
  });
  const facts = new Map<string, unknown>([
    [requirementsKey('10', 1), all([1, ['Read', 'Sign']])],
    [requirementsKey('20', 1), all([2, ['Read']], [1, ['Write']])],
    [requirementsKey('30', 1), all([2, ['Read', 'Write']])],
    [requirementsKey('40', 1), all([7, ['Read']])],
    [requirementsKey('70', 1), { whole: false, roles: [[1, ['Read']]] }],
    [requirementsKey('80', 1), { whole: false, roles: [[7, ['Read']]] }],
    [requirementsKey('60', 1), 'of another program'],
  ]);
  const kept = {
    entry: (key: string) =>
      facts.has(key)
        ? { storedAt: '', hash: '', bytes: 0, before: null, facts: facts.get(key) }
        : undefined,
    has: (key: string) => facts.has(key),
    facts: (key: string) => facts.get(key),
  };
  const services = ['30', '10', '20', '40', '50', '60', '70', '80'].map(service);
  const source = { services, factsOf: serviceFactsOf(kept), now: new Date() };
  const catalogue = createSearchIndex(source).then((index) =>
    createCatalogue({
      list: new WholeList({
        items: services,
        completeness: { complete: true, because: null, calls: 2 },
      }),
      fetched: '2024-05-05T10:00:00Z',
      known: kept,
      index,
    }),
  );

  it('say what the role may do and through which role, by name, and of how many that is known', async () => {
    const found = await servicesOfRole(await catalogue, kept, 1, [role(1, [2]), role(2)]);
    expect(found.services.map((one) => [one.service.code, one.actions, one.through])).toEqual([
      ['10', ['Read', 'Sign'], null],
      ['20', ['Read', 'Write'], null],
      ['30', ['Read', 'Write'], 2],
      ['70', ['Read'], null],
    ]);
    // Of the last two only a part of their requirements: another role may have access to them as well.
    expect(found.known).toBe(4);
  });
});
