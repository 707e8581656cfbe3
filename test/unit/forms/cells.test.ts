// Cells of a table: read as what a person means by them, and tables as spreadsheet programs copy them.
import { describe, expect, it } from 'vitest';
import { fromCell, pastedCells } from '../../../preload/forms/cells.ts';
import { inputOf } from '../../../preload/forms/field-values.ts';
import { rulesOfText } from '../../support/outlines.ts';

const COLOURS = [
  { value: 'R', label: 'Red' },
  { value: 'B', label: 'Blue' },
  { value: 'b2', label: 'blue' },
];
const read = (base: string, text: string, language: 'en' | 'nb' = 'nb', values = NONE) => {
  const typed = fromCell(inputOf(rulesOfText(base, { values })), text, language);
  return typed.ok ? typed.value : typed.problem;
};
const NONE: typeof COLOURS = [];

describe('a cell', () => {
  it.each([
    ['boolean', 'Ja', 'true'],
    ['boolean', 'no', 'false'],
    ['boolean', '1', '1'],
    ['decimal', '1 234,50', '1234.50'],
    ['date', '24.12.2026', '2026-12-24'],
    ['string', '  012 ', '012'],
  ])('of a field of %s: %s is %s', (base, text, value) => {
    expect(read(base, text)).toBe(value);
  });

  it('of a list is the value, or the one that has this label alone', () => {
    expect(read('string', 'red', 'nb', COLOURS)).toBe('R');
    expect(read('string', 'B', 'nb', COLOURS)).toBe('B');
    // Two labels are alike: nobody guesses.
    expect(read('string', 'BLUE', 'nb', COLOURS)).toBe('BLUE');
  });
});

describe('cells that a Mac wrote', () => {
  const COMPOSED = [{ value: 'A', label: 'Årlig' }];
  const DECOMPOSED = [{ value: 'A', label: 'Årlig'.normalize('NFD') }];
  it.each([
    ['two signs for one letter where the form has one', 'årlig'.normalize('NFD'), COMPOSED],
    ['one sign where the form has two', 'årlig', DECOMPOSED],
  ])('%s name the same value', (_, cell, values) => {
    expect(read('string', cell, 'nb', values)).toBe('A');
  });
});

describe('cells that were copied', () => {
  it.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a\t\t\n\t\t\nb', [['a', '', ''], ['b']]],
    ['"one\nline ""in"" quotes"\tx\n', [['one\nline "in" quotes', 'x']]],
    ['', []],
    ['x', [['x']]],
  ])('%j', (text, cells) => {
    expect(pastedCells(text)).toEqual(cells);
  });
});
