// The attachment rules of a service: types, file extensions, counts, sizes, and what is still missing.
import { describe, expect, it } from 'vitest';
import {
  mayBeTooLarge,
  missing,
  presetType,
  problemOf,
  type Rule,
  typeOfAttachment,
  typesOfSent,
} from '../../../../../renderer/screens/messages/attachment-rules.ts';

const rule = (typeName: string, more: Partial<Rule> = {}): Rule => ({
  id: 1,
  typeName,
  typeNameLanguage: typeName,
  allowedFileTypes: '',
  endings: [],
  checkSumAllowed: null,
  xsdValidationRequired: null,
  minCount: null,
  maxCount: null,
  maxFileSize: null,
  ...more,
});
const list = rule('List', { endings: ['csv', 'xlsx'], minCount: 1, maxCount: 1 });
const other = rule('Other', { endings: ['pdf', 'csv'], maxCount: 2 });
const rules = [list, other];
const file = (name: string, type?: string, bytes: number | null = 10) => ({ name, type, bytes });

describe('UPL-05 a file before it is uploaded', () => {
  it('gets its type without a question only where one type alone takes its ending', () => {
    expect(presetType(rules, 'a.XLSX')).toBe('List');
    expect(presetType(rules, 'a.csv')).toBeUndefined();
    expect(presetType(rules, 'a.exe')).toBeUndefined();
    expect(presetType([rule('Any', { endings: ['*'] })], 'noending')).toBe('Any');
  });

  it.each([
    ['fits', file('a.csv', 'List'), [], undefined],
    ['has no type', file('a.csv'), [], 'type-needed'],
    ['has a blank type', file('a.csv', ' '), [], 'type-needed'],
    ['has a type that the service does not know', file('a.csv', 'Map'), [], 'type-unknown'],
    ['has another ending', file('a.pdf', 'List'), [], 'ending'],
    ['comes beside the last one that is allowed', file('a.csv', 'List'), ['List'], 'too-many'],
    ['comes beside others', file('a.csv', 'List'), ['Other', undefined], undefined],
    ['is empty', file('a.csv', 'List', 0), [], 'empty'],
    ['is a folder', file('a.csv', 'List', null), [], 'no-file'],
  ] as const)('%s', (_name, candidate, present, problem) => {
    expect(problemOf(rules, candidate, present)).toBe(problem);
  });

  it('is left to the platform where no rules are known, but for its type', () => {
    expect(problemOf([], file('a.exe', 'Whatever'), [])).toBeUndefined();
    expect(problemOf([], file('a.exe'), [])).toBe('type-needed');
  });

  it('is warned about only when it is larger in whatever unit can be meant', () => {
    const most = (maxFileSize: number | null) => rule('A', { maxFileSize });
    expect(mayBeTooLarge(most(5), 5 * 1024 * 1024)).toBe(false);
    expect(mayBeTooLarge(most(5), 5 * 1024 * 1024 + 1)).toBe(true);
    expect(mayBeTooLarge(most(5_242_880), 5_242_881)).toBe(true);
    expect(mayBeTooLarge(most(0), 9e12)).toBe(false);
    expect(mayBeTooLarge(most(null), 9e12)).toBe(false);
    expect(mayBeTooLarge(undefined, 1)).toBe(false);
    expect(mayBeTooLarge(most(5), undefined)).toBe(false);
  });
});

describe('what is there already', () => {
  const at = (id: string | null, fileName: string) => ({ id, fileName });

  it('has a type that was told, or the only one there is; an ending alone is no proof', () => {
    const told = new Map([['1', 'Other']]);
    expect(typeOfAttachment(rules, told, at('1', 'a.xlsx'))).toEqual({
      type: 'Other',
      isSure: true,
    });
    expect(typeOfAttachment([list], new Map(), at(null, 'a.pdf'))).toEqual({
      type: 'List',
      isSure: true,
    });
    expect(typeOfAttachment(rules, told, at('2', 'a.xlsx'))).toEqual({
      type: 'List',
      isSure: false,
    });
    expect(typeOfAttachment(rules, told, at('2', 'a.csv')).type).toBeUndefined();
  });

  it('leaves missing what is surely not there, and says when one of unknown type may be it', () => {
    expect(missing(rules, ['Other'])).toEqual([{ rule: list, needed: 1, perhaps: false }]);
    expect(missing(rules, [undefined])).toEqual([{ rule: list, needed: 1, perhaps: true }]);
    expect(missing(rules, ['List'])).toEqual([]);
  });

  it('keeps its type when it was sent again and has another id, but not where two are alike', () => {
    const sent = (fileName: string, type: string, bytes = 5) => ({ fileName, bytes, type });
    const now = (id: string | null, fileName: string, bytes = 5) => ({ id, fileName, bytes });
    const before = [
      sent('a', 'List'),
      sent('b', 'List'),
      sent('b', 'Other'),
      sent('c', 'Other', 6),
    ];
    const types = typesOfSent(before, [
      now('7', 'a'),
      now('8', 'b'),
      now('9', 'c'),
      now(null, 'a'),
    ]);
    expect([...types]).toEqual([['7', 'List']]);
  });

  it('FLD-18 a name is the same however its letters are spelt', () => {
    const before = [{ fileName: 'Årsliste.pdf'.normalize('NFD'), bytes: 3, type: 'List' }];
    const now = [{ id: '7', fileName: 'Årsliste.pdf'.normalize('NFC'), bytes: 3 }];
    expect([...typesOfSent(before, now)]).toEqual([['7', 'List']]);
  });
});
