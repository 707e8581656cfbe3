// CSV output that is safe in a spreadsheet program.
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../../../main/storage/csv.ts';

const cells = (csv: string): string[] =>
  [...csv.matchAll(/"((?:[^"]|"")*)"/g)].map((m) => m[1] ?? '');

describe('CSV', () => {
  it('PAR-18 no cell begins with a sign that starts a formula', () => {
    const hostile = [
      '=1+1',
      '+1',
      '-1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\0=1',
      ' =HYPERLINK("x")',
      '\n=1',
      '\u00a0=1',
      '\ufeff=1',
    ];
    for (const text of hostile) {
      const [first = ''] = cells(toCsv([[text]]));
      expect(first, JSON.stringify(text)).toMatch(/^'/);
    }
  });

  it('keeps harmless text as it is, quotes doubled, rows ended by CRLF, after a byte order mark', () => {
    expect(
      toCsv([
        ['a', 'æøå; "b"'],
        ['1', ''],
      ]),
    ).toBe('\ufeff"a";"æøå; ""b"""\r\n"1";""\r\n');
  });

  it('drops NUL, which would end the file in some programs', () => {
    expect(toCsv([['a\0b']])).not.toContain('\0');
  });

  it('PAR-18 no control sign but tab and line ends reaches a file, and none hides a formula', () => {
    const signs = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter(
      (sign) => /\p{Cc}/u.test(sign) && !'\t\n\r'.includes(sign),
    );
    expect(signs).toHaveLength(62);
    for (const sign of signs) {
      const name = JSON.stringify(sign);
      expect(cells(toCsv([[`a${sign}[2Jb\tc\nd`]])), name).toEqual(['a[2Jb\tc\nd']);
      for (const before of ['', 'b,', 'b;', 'b\t'])
        expect(toCsv([[`${before}${sign}=1`]]), name).toBe(toCsv([[`${before}=1`]]));
    }
  });
});
