// Comparing two editions of a service: facts, forms, steps, attachment rules and role requirements.
import { expect, test } from 'vitest';
import type { RoleRequirement, Service } from '../../../../../preload/contract/metadata.ts';
import {
  differenceOf,
  hasChanges,
  isSameService,
  requirementDifference,
} from '../../../../../renderer/screens/reference/compare-services.ts';

const form = (dataFormatId: string, dataFormatVersion = '1'): Service['forms'][number] => ({
  formId: 1,
  name: `Form ${dataFormatId}`,
  dataFormatProvider: 'model',
  dataFormatId,
  dataFormatVersion,
  onlyXsdValidation: false,
  formType: 'MainForm',
});
const rule = (
  typeName: string,
  allowedFileTypes = '*.pdf',
): Service['attachmentRules'][number] => ({
  id: 1,
  typeName,
  typeNameLanguage: typeName,
  allowedFileTypes,
  endings: ['pdf'],
  checkSumAllowed: false,
  xsdValidationRequired: false,
  minCount: 0,
  maxCount: 5,
  maxFileSize: 30,
});
const service: Service = {
  ownerCode: 'STE',
  ownerName: 'The office',
  name: 'A service',
  code: '4628',
  edition: 6,
  validFrom: '2021-01-01T00:00:00Z',
  validTo: 'for-ever',
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: false,
  eusEnabled: null,
  enterpriseUserEnabled: true,
  forms: [form('a'), form('b')],
  steps: [
    { name: 'Fill in', securityLevel: 2 },
    { name: 'Sign', securityLevel: 3 },
  ],
  attachmentRules: [rule('Map'), rule('Bill')],
};

test('the same service with another edition and other ids is the same', () => {
  const other = {
    ...service,
    edition: 7,
    attachmentRules: service.attachmentRules.map((one) => ({ ...one, id: 99 })),
  };
  expect(isSameService(differenceOf(service, other))).toBe(true);
});

test('facts are told from what they were to what they are', () => {
  const { facts } = differenceOf(service, { ...service, restEnabled: true, validTo: null });
  expect(facts).toEqual([
    { what: 'validTo', from: 'for-ever', to: null },
    { what: 'restEnabled', from: false, to: true },
  ]);
});

test('a form with another version is changed, one with another data format came or went', () => {
  const difference = differenceOf(service, { ...service, forms: [form('c'), form('a', '2')] });
  expect(difference.forms.added.map(({ dataFormatId }) => dataFormatId)).toEqual(['c']);
  expect(difference.forms.removed.map(({ dataFormatId }) => dataFormatId)).toEqual(['b']);
  expect(difference.forms.changed.map(({ changes }) => changes)).toEqual([
    [{ what: 'dataFormatVersion', from: '1', to: '2' }],
  ]);
  expect(isSameService(difference)).toBe(false);
});

test('the order of forms and rules says nothing, that of steps does', () => {
  const turned = differenceOf(service, {
    ...service,
    forms: service.forms.toReversed(),
    attachmentRules: service.attachmentRules.toReversed(),
  });
  expect(isSameService(turned)).toBe(true);
  const steps = service.steps.toReversed();
  expect(differenceOf(service, { ...service, steps }).steps).toEqual({
    from: service.steps,
    to: steps,
  });
});

test('two rules of the same name are told apart, none is lost', () => {
  const twice = { ...service, attachmentRules: [rule('Map'), rule('Map', '*.zip')] };
  const { rules } = differenceOf(twice, {
    ...service,
    attachmentRules: [rule('Map'), rule('Map', '*.dwg'), rule('Map', '*.png')],
  });
  expect(rules.changed.map(({ changes }) => changes)).toEqual([
    [{ what: 'allowedFileTypes', from: '*.zip', to: '*.dwg' }],
  ]);
  expect(rules.added.map(({ allowedFileTypes }) => allowedFileTypes)).toEqual(['*.png']);
  expect(rules.removed).toEqual([]);
});

const required = (role: number, more: Partial<RoleRequirement> = {}): RoleRequirement => ({
  role,
  code: null,
  name: `Role ${role}`,
  parents: [2, 1],
  parentCodes: [],
  delegable: true,
  operations: [
    { action: { word: 'Read', known: 'Read' }, name: 'Read', appliesTo: [] },
    {
      action: { word: 'Sign', known: 'Sign' },
      name: 'Sign',
      appliesTo: [{ sequence: 1, name: 'SendIn', securityLevel: 3 }],
    },
  ],
  ...more,
});

test('requirements: names in another language and another order are no difference, a higher level is', () => {
  const before = [required(1), required(2)];
  const same = [
    required(2, { parents: [1, 2], operations: required(2).operations.toReversed() }),
    required(1, { name: 'Rolle 1' }),
  ];
  expect(hasChanges(requirementDifference(before, same))).toBe(false);

  const { operations } = required(1);
  const higher = operations.map((one) => ({
    ...one,
    appliesTo: one.appliesTo.map((step) => ({ ...step, securityLevel: 4 })),
  }));
  const after = [required(1, { operations: higher }), required(3)];
  const difference = requirementDifference(before, after);
  expect(difference.changed.map(({ changes }) => changes)).toEqual([
    [{ what: 'operations', from: 'Read, Sign (SendIn 3)', to: 'Read, Sign (SendIn 4)' }],
  ]);
  expect(difference.added.map(({ role }) => role)).toEqual([3]);
  expect(difference.removed.map(({ role }) => role)).toEqual([2]);
});
