// What a synchronisation asks for by scope, and which documents of an older copy stay.
import { describe, expect, it } from 'vitest';
import {
  codeListKey,
  LISTS,
  requirementsKey,
  schemaKey,
  serviceKey,
} from '../../../../main/reference/keys.ts';
import { editionOf, isRetained, planTasks, schemasOf } from '../../../../main/reference/plan.ts';
import type { ServiceSummary } from '../../../../preload/contract/metadata.ts';

const service = (code: string, changes: Partial<ServiceSummary> = {}): ServiceSummary => ({
  ownerCode: 'HVT',
  ownerName: 'Havbruksvernet',
  name: 'Søknad',
  code,
  edition: 1,
  validFrom: null,
  validTo: null,
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: true,
  ...changes,
});
const list = (name: string, version = 1) => ({ name, version, language: 1044 });
const lists = {
  services: [
    service('0112'),
    service('0113', { ownerCode: 'BRO' }),
    service('0114', { kind: null, type: 'Delegation' }),
    service('0115', { kind: 'correspondence', type: 'Correspondence' }),
  ],
  codeLists: [list('Units'), list('Units', 2)],
};
const keysOf = (tasks: readonly { key: string }[]) => tasks.map(({ key }) => key);

describe('the plan of a synchronisation', () => {
  it('is empty where lists are all that is wanted', async () => {
    expect(await planTasks({ what: 'list' }, lists)).toEqual([]);
  });

  it('has every code list, and every service that has a path with its role requirements', async () => {
    expect(keysOf(await planTasks({ what: 'everything' }, lists))).toEqual([
      ...[codeListKey('Units', 1), codeListKey('Units', 2)],
      ...[serviceKey('formtask', '0112', 1), requirementsKey('0112', 1)],
      ...[serviceKey('formtask', '0113', 1), requirementsKey('0113', 1)],
      ...[serviceKey('correspondence', '0115', 1), requirementsKey('0115', 1)],
    ]);
  });

  it('has the services of one owner, and all code lists', async () => {
    expect(keysOf(await planTasks({ what: 'owner', owner: 'BRO' }, lists))).toEqual([
      ...[codeListKey('Units', 1), codeListKey('Units', 2)],
      ...[serviceKey('formtask', '0113', 1), requirementsKey('0113', 1)],
    ]);
  });

  it('asks once for what is listed twice, and never for a name that no path can hold', async () => {
    const odd = {
      services: [service('0112'), service('0112'), service('../x'), service('a b')],
      codeLists: [list('Units'), list('Units'), list('a/b'), list('a/../b'), list('..'), list('')],
    };
    expect(keysOf(await planTasks({ what: 'everything' }, odd))).toEqual([
      codeListKey('Units', 1),
      codeListKey('a/b', 1),
      ...[serviceKey('formtask', '0112', 1), requirementsKey('0112', 1)],
    ]);
  });

  it('plans each schema of a service once; one that cannot be asked for is left out', async () => {
    const form = (dataFormatId: string, dataFormatVersion: string) => ({
      formId: 1,
      name: 'F',
      dataFormatProvider: '',
      dataFormatId,
      dataFormatVersion,
      onlyXsdValidation: null,
      formType: 'MainForm',
    });
    const asked = { kind: 'formtask', code: '0112', edition: 1 } as const;
    const forms = [form('120', '7'), form('120', '7'), form('120', '8'), form('', '1')];
    expect(
      keysOf(schemasOf(asked, [...forms, form('a/b', '1'), form('../b', '1'), form('9', '')])),
    ).toEqual([
      schemaKey('0112', 1, '120', '7'),
      schemaKey('0112', 1, '120', '8'),
      schemaKey('0112', 1, 'a/b', '1'),
    ]);
    expect(schemasOf({ ...asked, kind: 'correspondence' }, forms)).toEqual([]);
  });
});

describe('what stays of an older copy', () => {
  const nothing = new Map<string, Set<string>>();
  const documents = [
    ...[serviceKey('formtask', '0112', 1), requirementsKey('0112', 1)],
    ...[schemaKey('0112', 1, '120', '7'), schemaKey('0112', 1, '120', '8')],
  ];

  it('is what the lists still name, also beyond the scope; what is gone goes', async () => {
    const keeps = await isRetained(lists, nothing);
    expect(Object.values(LISTS).every(keeps)).toBe(true);
    expect(documents.every(keeps)).toBe(true);
    expect(keeps(codeListKey('Units', 2))).toBe(true);
    expect(keeps(codeListKey('Units', 3))).toBe(false);
    const gone = [
      ...[serviceKey('formtask', '0112', 2), serviceKey('correspondence', '0112', 1)],
      ...[requirementsKey('0200', 1), schemaKey('0200', 1, '120', '7')],
    ];
    expect(gone.filter(keeps)).toEqual([]);
  });

  it('of the schemas of a service that was read, is what its forms name', async () => {
    const keeps = await isRetained(
      lists,
      new Map([[editionOf('0112', 1), new Set([schemaKey('0112', 1, '120', '8')])]]),
    );
    expect(documents.filter((key) => !keeps(key))).toEqual([schemaKey('0112', 1, '120', '7')]);
    expect(keeps(schemaKey('0113', 1, '120', '7'))).toBe(true);
  });

  it('is everything of a list that nobody has', async () => {
    const keeps = await isRetained({ services: undefined, codeLists: [] }, nothing);
    expect(documents.every(keeps)).toBe(true);
    expect(keeps(codeListKey('Units', 1))).toBe(false);
    expect(
      (await isRetained({ services: [], codeLists: undefined }, nothing))(codeListKey('U', 1)),
    ).toBe(true);
  });
});
