// Lists of the platform in the contract: each crosses with its completeness; what does without is reviewed here.
import { expect, it } from 'vitest';
import { contract } from '../../../../preload/contract/contract.ts';
import type { Operation } from '../../../../preload/contract/operation.ts';
import { listOf, z } from '../../../../preload/contract/schema.ts';

const operations = Object.entries(contract).flatMap(([feature, all]) =>
  Object.entries(all as Readonly<Record<string, Operation>>).map(
    ([name, operation]) => [`${feature}.${name}`, operation] as const,
  ),
);

const fieldsOf = (shape: z.ZodType): Readonly<Record<string, unknown>> =>
  shape instanceof z.ZodObject ? shape.shape : {};
const isList = ({ output }: Operation) =>
  output instanceof z.ZodArray ||
  Object.values(fieldsOf(output)).some((field) => field instanceof z.ZodArray);

/** By what their lists are, of what is asked of a platform. */
const WITHOUT: Readonly<Record<string, readonly string[]>> = {
  'parts of one document': [
    ...['consents.create', 'consents.get', 'delegations.get', 'delegations.loss'],
    ...['explorer.entryPoints', 'explorer.get', 'fileTransfer.receipt', 'messages.get'],
    ...['messages.validate', 'ownerRequests.create', 'ownerRequests.get', 'profile.own'],
    ...['reference.service', 'roleDefinitions.get', 'serviceRights.get'],
  ],
  'what came of one act': [
    ...[
      'connections.askOffers',
      'connections.change',
      'connections.setUp',
      'connections.test',
      'consents.copyToken',
      'consents.token',
      'fileTransfer.send',
    ],
    ...['roleDefinitions.readFile', 'serviceRights.grant', 'xsd.validate'],
  ],
  'one line for each that was named': [
    ...['delegations.holdings', 'reference.named', 'serviceOwner.names'],
  ],
  'what is on this computer': [
    ...['enterpriseUsers.history', 'fileTransfer.sent', 'formDrafts.list'],
    ...['manyForms.kept', 'manyForms.plan', 'reference.failures', 'reference.owners'],
    ...['reference.remove', 'reference.roleServices', 'reference.state'],
  ],
  'counts before a job that says of each list whether it was whole': ['handOver.plan'],
  'a part of a feed, which says whether there is more': ['ownerEvents.read'],
};

it('LIM-02 each operation that asks a platform for a list says whether it is whole, or is reviewed here', () => {
  const without = operations
    .filter(([, { input }]) => 'connection' in fieldsOf(input))
    .filter(([, one]) => isList(one) && !('completeness' in fieldsOf(one.output)))
    .map(([name]) => name);
  expect(without.sort()).toEqual(Object.values(WITHOUT).flat().sort());
});

it('LIM-02 a list without its completeness is none, in the types as well', () => {
  const list = listOf('names', z.string(), { asked: z.number() });
  const whole = { complete: true, because: null, calls: 2 } as const;
  const given: z.infer<typeof list> = { names: ['a'], asked: 1, completeness: whole };
  expect(list.parse(given)).toEqual(given);
  // @ts-expect-error -- without the word on whether it is all
  const unsaid: z.infer<typeof list> = { names: ['a'], asked: 1 };
  expect(list.safeParse(unsaid).success).toBe(false);
});
