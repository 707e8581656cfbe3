// Parties that a service owner's user may represent: none is taken for another one.
import { expect, it } from 'vitest';
import type { Api } from '../../../../main/platform/api.ts';
import { partyAccessService } from '../../../../main/services/party-access.ts';

/** Told once as a whole, and again behind its end, as platforms do that take no `$skip`. */
async function told(parties: readonly object[]): Promise<readonly string[]> {
  const load = async () => ({ value: parties, headers: {} });
  const api = { client: async () => ({ load }) } as unknown as Api;
  const service = partyAccessService({ api, tables: {} as never });
  const given = { connection: 'c-1', subject: { organisationNumber: '910028146' } };
  const context = { signal: new AbortController().signal, report: () => undefined } as never;
  const { reportees } = await service.reportees(given, context);
  return reportees.map(({ name }) => name);
}

it('PAC-01 two parties of one name without a number are two; one number told twice is one', async () => {
  const [one, other] = [
    { Name: 'Kari Nordmann', Type: 'Person' },
    { Name: 'Fjord AS', Type: 'Enterprise', OrganizationNumber: '910028146' },
  ];
  expect(await told([one, other, one, other])).toEqual([
    'Kari Nordmann',
    'Fjord AS',
    'Kari Nordmann',
  ]);
});
