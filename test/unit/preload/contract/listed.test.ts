// What the platform lists is taken by every operation that acts on it: rules for typing guard new names only.
import { describe, expect, it } from 'vitest';
import { suggestedName } from '../../../../preload/contract/schema.ts';
import { operations, samples } from '../../../support/contract-samples.ts';

/** As the platform may list them, by the field of an input that names one. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['message', 'form', 'attachment', 'rule', 'reportee', 'receiver', 'right', 'person'].map(
      (field) => [
        field,
        ['5f0c2c4e-1b7d-4d8f-9a39-5b1f6a1c2d3e', 'ab12', '1_2', '1.5', 'u~7', 'a/1 ø?', '100%'],
      ],
    ),
  ),
  userName: ['x'.repeat(300), 'dom\\x', 'a/b', '100%'],
  action: ['Read 2', 'App_Read', 'Lønn', 'x'.repeat(60)],
};
/** Their last digit is another one than it should be. */
const NUMBERS = ['974760674', '910514319'];
const OF_A_LISTED_ORGANISATION = [
  'contactInformation.list',
  'contactInformation.exportList',
  'contactInformation.add',
  'contactInformation.remove',
  'profile.organisation',
  'jobs.startContactEntries',
  'serviceOwner.officialContacts',
  'serviceOwner.personalContacts',
];

/** Not listed yet, or typed. */
const NEW = new Set([
  'enterpriseUsers.create.userName',
  'consents.create.receiver',
  'ownerRequests.list.receiver',
]);

const all = Object.entries(samples);
const shapes = new Map(operations.map(([name, { input }]) => [name, input]));
const taken = (operation: string, input: unknown) =>
  shapes.get(operation)?.safeParse(input).success === true;

/** A text of this name in the sample itself, and what it is a sample of. */
const rows = all.flatMap(([operation, sample]) =>
  Object.entries(LISTED).flatMap(([field, values]) =>
    typeof sample[field] === 'string' && !NEW.has(`${operation}.${field}`)
      ? values.map((value) => [operation, field, value] as const)
      : [],
  ),
);

describe('what the platform lists', () => {
  it('FLD-15 is there for each kind of name', () => {
    expect(new Set(rows.map(([, field]) => field)).size).toBeGreaterThan(5);
  });

  it.each(rows)('FLD-15 is taken: %s of %s %j', (operation, field, value) => {
    const sample = all.find(([name]) => name === operation)?.[1];
    expect(taken(operation, { ...sample, [field]: value })).toBe(true);
  });

  it.each(OF_A_LISTED_ORGANISATION)(
    'FLD-15 %s takes an organisation whatever its last digit',
    (operation) => {
      const sample = all.find(([name]) => name === operation)?.[1];
      expect(sample?.['organisationNumber']).toBeDefined();
      for (const organisationNumber of NUMBERS)
        expect(taken(operation, { ...sample, organisationNumber })).toBe(true);
    },
  );

  it.each([
    ['a\u202eb.pdf', 'a b.pdf'],
    ['a\u0000b', 'a b'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(116)}.pdf`],
    ['\u202e', '-'],
    ['Vedlegg til søknad.pdf', 'Vedlegg til søknad.pdf'],
  ])('FLD-15 is a name for a file as well: %j', (name, fit) => {
    expect(suggestedName.parse(name)).toBe(fit);
  });

  it.each(['..', '.', '...', 'a/../b', '..\\b', '%2e%2e', 'a\u0000', '\ud800', ''])(
    'FLD-15 but no id is taken that leads elsewhere in a path: %j',
    (message) => {
      const sample = all.find(([name]) => name === 'messages.get')?.[1];
      expect(taken('messages.get', { ...sample, message })).toBe(false);
    },
  );
});
