// Reading CSV as people have it: separators, quotes, old encodings; what we wrote ourselves is read back the same.
import { describe, expect, it } from 'vitest';
import { csvRows, toCsv } from '../../../../main/storage/csv.ts';
import { readCsv } from '../../../../main/storage/csv-reading.ts';
import { itAtLength } from '../../../support/at-length.ts';

const read = (text: string | Uint8Array) =>
  readCsv(typeof text === 'string' ? Buffer.from(text) : text);
const cells = (text: string | Uint8Array) => read(text)?.map((row) => row.cells);

/** Repeatable: the seed is in the name of what fails. */
function chance(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe('reading CSV', () => {
  it.each([
    [
      'semicolons',
      'a;b,c\nd;e',
      [
        ['a', 'b,c'],
        ['d', 'e'],
      ],
    ],
    [
      'commas',
      'a,b\r\nc,"d;e"\r\n',
      [
        ['a', 'b'],
        ['c', 'd;e'],
      ],
    ],
    [
      'tabs',
      'a\tb\rc\td',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a named separator', 'sep=|\r\na|b;c\r\n', [['a', 'b;c']]],
    ['one column', 'a\nb\n', [['a'], ['b']]],
    ['no text at all', '', []],
  ])('PAR-18 finds out the separator: %s', (_name, text, rows) => {
    expect(cells(text)).toEqual(rows);
  });

  it('quotes hold separators, line ends and doubled quotes; blanks may stand before them', () => {
    expect(cells('"a;1"; "b\r\n2" ;"c""3"x;d"4\n')).toEqual([['a;1', 'b\r\n2 ', 'c"3x', 'd"4']]);
  });

  it('a quote that is never closed swallows nothing', () => {
    expect(cells('a;b\n"c;d\ne;f\n')).toEqual([
      ['a', 'b'],
      ['"c', 'd'],
      ['e', 'f'],
    ]);
  });

  it('a row has the line it begins in, also behind cells of several lines and a named separator', () => {
    expect(read('sep=;\na\n"b\nb\r\nb";c\n\nd')?.map(({ line }) => line)).toEqual([2, 3, 6, 7]);
  });

  for (const unit of ['"a', '"', '"";', '"\n'])
    itAtLength(`a million signs of ${JSON.stringify(unit)} are read`, () => {
      // An odd number of quotes: the last one is never closed.
      const quotes = (length: number) => unit.repeat(Math.floor(length / unit.length / 2) * 2 + 1);
      expect(read(quotes(1_000_000))?.length).toBeGreaterThan(0);
    });
});

describe('encodings', () => {
  const text = 'bjørn@båt.example;ÆØÅ €';
  it.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['Windows-1252', Buffer.from(text, 'latin1').map((byte) => (byte === 0xac ? 0x80 : byte))],
    ['UTF-16, little end first', Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16, big end first', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('%s', (_name, bytes) => {
    expect(cells(bytes)).toEqual([['bjørn@båt.example', 'ÆØÅ €']]);
  });

  it('what holds zero bytes is no text', () => {
    expect(read(Buffer.from('PK\x03\x04\x14\x00'))).toBeUndefined();
  });
});

describe('what csv.ts writes', () => {
  const SIGNS = [
    'a',
    'å',
    '"',
    ';',
    ',',
    '\t',
    '\r',
    '\n',
    "'",
    '=',
    '+',
    '-',
    '@',
    ' ',
    '\u00a0',
    '\ufeff',
    '€',
    '𝄞',
  ];

  it('PAR-18 comes back as it was, guards taken away, whatever text it is', () => {
    for (let seed = 1; seed <= 400; seed += 1) {
      const below = chance(seed);
      const cell = () =>
        Array.from({ length: below(6) }, () => SIGNS[below(SIGNS.length)]).join('');
      const rows = Array.from({ length: 1 + below(5) }, () =>
        Array.from({ length: 1 + below(4) }, cell),
      );
      expect(cells(toCsv(rows)), `seed ${seed}`).toEqual(rows);
    }
  });

  it('one mark stands before many parts', () => {
    expect(toCsv([['a'], ['b']])).toBe(`\ufeff${csvRows([['a']])}${csvRows([['b']])}`);
  });
});
