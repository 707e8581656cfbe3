// Reading the words for roles and rights in all their spellings.
import { describe, expect, it } from 'vitest';
import { readerOf } from '../../../../main/http/reader.ts';
import { actionOf } from '../../../../preload/contract/rules.ts';
import {
  readRights,
  readRoleDefinition,
  rightKey,
  roleKindOf,
} from '../../../../main/http/role-reader.ts';

describe('the kind of a role', () => {
  it.each([
    ['External', 'external'],
    ['EKSTERN', 'external'],
    ['Local', 'local'],
    ['LocalRole', 'local'],
    ['Lokal rolle', 'local'],
    ['Fjellportalen', 'platform'],
  ])('of %j is %s', (type, kind) => {
    expect(roleKindOf(type)).toBe(kind);
  });
});

describe('an action', () => {
  it.each([
    ['Read', 'Read'],
    ['read', 'Read'],
    ['ArchiveRead', 'ReadArchive'],
    ['Archive-Read', 'ReadArchive'],
    ['archive_delete', 'DeleteArchive'],
    ['DeleteArchive', 'DeleteArchive'],
    ['Access', 'Access'],
    ['Approve', 'unknown'],
    ['constructor', 'unknown'],
  ])('%j is known as %s and keeps its word', (word, known) => {
    expect(actionOf(word)).toEqual({ word, known });
  });

  it('is the same right however it is spelt, and another one for another edition', () => {
    const right = { serviceCode: '0011', serviceEdition: 1, action: 'ReadArchive' };
    expect(rightKey({ ...right, action: 'archive-read' })).toBe(rightKey(right));
    expect(rightKey({ ...right, serviceEdition: 2 })).not.toBe(rightKey(right));
    expect(rightKey({ ...right, serviceCode: '11' })).not.toBe(rightKey(right));
    expect(rightKey({ ...right, action: 'Approve' })).not.toBe(
      rightKey({ ...right, action: 'Amend' }),
    );
  });
});

describe('reading', () => {
  const role = { RoleType: 'Local', RoleDefinitionId: '7', RoleName: 'Pay\r\n' };

  it('takes every spelling of a right, embedded or as a field, one or many', () => {
    const right = { ServiceCode: '0011', ServiceEdtionCode: '2', Action: 'read', IsDelegable: 1 };
    const expected = {
      id: null,
      type: null,
      source: null,
      serviceCode: '0011',
      serviceEdition: 2,
      action: { word: 'read', known: 'Read' },
      delegable: true,
    };
    for (const given of [
      { ...role, Rights: [right] },
      { ...role, Rights: { Right: right } },
      { ...role, _embedded: { rights: [right] } },
      { ...role, Rights: { _links: {}, _embedded: { rights: [right] } } },
    ])
      expect(readRights(readerOf(given, 'a role'))).toEqual([expected]);
    expect(readRights(readerOf({ ...role, Rights: '' }, 'a role'))).toEqual([]);
    const empty = { ...role, Rights: { _links: {}, _embedded: { rights: [] } } };
    expect(readRights(readerOf(empty, 'a role'))).toEqual([]);
  });

  it('PAR-08 names the field that is missing', () => {
    expect(readRoleDefinition(readerOf(role, 'a role'))).toMatchObject({ id: 7, name: 'Pay' });
    for (const field of ['RoleType', 'RoleDefinitionId', 'RoleName'])
      expect(() => readRoleDefinition(readerOf({ ...role, [field]: '' }, 'a role'))).toThrow(field);
    const nameless = { ...role, Rights: [{ ServiceCode: '1' }] };
    expect(() => readRights(readerOf(nameless, 'a role'))).toThrow('Action');
  });
});
