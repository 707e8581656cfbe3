// Single values in every form servers send: valid, absent or not understood, and never one for another.
import { describe, expect, it } from 'vitest';
import {
  booleanOf,
  dateOrForever,
  FOR_EVER,
  instantOf,
  integerOf,
  textOf,
} from '../../../../main/http/values.ts';

const readers = { textOf, integerOf, booleanOf, instantOf, dateOrForever };

describe('the contract of all readers', () => {
  it.each(Object.entries(readers))('%s: nothing is null, never a value', (_name, read) => {
    for (const nothing of [undefined, null, '', ' ', '\r\n', '\t '])
      expect(read(nothing)).toBeNull();
  });

  it.each(Object.entries(readers))('PAR-08 %s: another kind is not understood', (_name, read) => {
    for (const other of [{}, [], ['a'], { a: 1 }, NaN, Infinity, () => 1, Symbol('x')])
      expect(read(other)).toBeUndefined();
  });
});

describe('PAR-07 values', () => {
  it('PAR-07 text keeps leading zeros and all digits, and loses what trails', () => {
    expect(textOf('0012 \r\n')).toBe('0012');
    expect(textOf('  a  b ')).toBe('  a  b');
    expect(textOf(974760673)).toBe('974760673');
    expect(textOf('9007199254740993')).toBe('9007199254740993');
    expect(textOf(false)).toBeUndefined();
  });

  it.each<[unknown, number | undefined]>([
    [7, 7],
    ['7', 7],
    [' 007 ', 7],
    ['-1', -1],
    [-1, -1],
    ['+5', 5],
    ['-0', 0],
    ['7.0', 7],
    [7.5, undefined],
    ['7.5', undefined],
    ['1e3', undefined],
    ['0x1f', undefined],
    ['seven', undefined],
    ['9007199254740993', undefined],
    [2 ** 53, undefined],
    [true, undefined],
  ])('PAR-07 whole number %j is %j', (value, expected) => {
    expect(integerOf(value)).toBe(expected);
  });

  it.each<[unknown, boolean | undefined]>([
    [true, true],
    [false, false],
    ['true', true],
    ['True', true],
    [' FALSE ', false],
    ['1', true],
    ['0', false],
    [1, true],
    [0, false],
    ['yes', undefined],
    [2, undefined],
    ['-1', undefined],
  ])('PAR-07 truth %j is %j', (value, expected) => {
    expect(booleanOf(value)).toBe(expected);
  });
});

describe('PAR-10 dates', () => {
  it.each<[unknown, string | null | undefined]>([
    ['2018-01-22T12:00:00', '2018-01-22T11:00:00.000Z'],
    ['2018-07-22T12:00', '2018-07-22T10:00:00.000Z'],
    ['2018-01-22T12:00:00.1234567+02:00', '2018-01-22T10:00:00.123Z'],
    ['2018-01-22T12:00:00Z', '2018-01-22T12:00:00.000Z'],
    [' 2018-01-22T12:00:00.12 ', '2018-01-22T11:00:00.120Z'],
    ['2018-01-22', '2018-01-21T23:00:00.000Z'],
    ['9999-12-31T00:00:00', '9999-12-30T23:00:00.000Z'],
    ['0001-01-01T00:00:00', null],
    ['0001-01-01T00:00:00.0000000Z', null],
    ['2018-02-30T00:00:00', undefined],
    ['9999-12-31T23:59:59-05:00', undefined],
    ['yesterday', undefined],
    [1516618800000, undefined],
  ])('PAR-10 %j is %j', (value, expected) => {
    expect(instantOf(value)).toBe(expected);
  });

  it('PAR-10 the last day of the year 9999 is for ever, in any form', () => {
    for (const value of ['9999-12-31', '9999-12-31T00:00:00', ' 9999-12-31T23:59:59.9999999-05:00'])
      expect(dateOrForever(value)).toBe(FOR_EVER);
    expect(dateOrForever('2030-01-01T00:00:00Z')).toBe('2030-01-01T00:00:00.000Z');
    expect(dateOrForever('9999-12-310')).toBeUndefined();
  });
});
