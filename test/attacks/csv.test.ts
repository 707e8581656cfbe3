// Hostile texts in a CSV file that a spreadsheet program divides at another sign than the one it was written with.
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../main/storage/csv.ts';
import { readCsv } from '../../main/storage/csv-reading.ts';
import { tell } from './report.ts';

/** As spreadsheet programs read: a quote counts at the beginning of a field, and what follows the closing one belongs to it. */
function fieldsOf(text: string, separator: string): string[] {
  const fields: string[] = [];
  let position = 0;
  while (position < text.length) {
    let field = '';
    if (text[position] === '"') {
      position += 1;
      while (position < text.length && (text[position] !== '"' || text[position + 1] === '"')) {
        if (text[position] === '"') position += 1;
        field += text[position++] ?? '';
      }
      position += 1;
    }
    while (position < text.length && !['\r', '\n', separator].includes(text[position] ?? ''))
      field += text[position++] ?? '';
    fields.push(field);
    position += 1;
  }
  return fields;
}

/** What such a program runs, also after blanks and quotes that it takes away. */
const runs = (field: string) => /^["\s]*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(field);

const SIGNS = ['=', '+', '-', '@', '\uff1d', '\uff0b', '\uff0d', '\uff20'];
const BEFORE = [
  '',
  'b,',
  'b, ',
  'b\t',
  'b|',
  'b;',
  'b\n',
  'b\r\n',
  'b\r',
  'b,"',
  'b,""',
  "b,'",
  'b"\n"',
  ',',
  '\t',
  'b,\u00a0',
  '"b","',
  'b,,',
];
const COMMAND = "cmd|'/C calc'!A0";
const hostile = BEFORE.flatMap((before) =>
  SIGNS.flatMap((sign) => [`${before}${sign}${COMMAND}`, `${before}${sign}${COMMAND},c`]),
);

describe('ATK-13 texts in CSV', () => {
  it('ATK-13 none runs as a formula, at whatever sign the file is divided', () => {
    const rows = hostile.map((text, n) => [`name ${String(n)}`, text, 'c', text]);
    const file = toCsv(rows).slice(1);
    const separators = [';', ',', '\t', '|'];
    const found = separators.flatMap((separator) => fieldsOf(file, separator).filter(runs));
    tell(
      'ATK-13',
      `${String(hostile.length)} texts, divided at ; , tab and |`,
      `${String(found.length)} run`,
    );
    expect(found).toEqual([]);
  });

  it('ATK-13 long runs of dividing signs cost no more than others', () => {
    // Squared, this would take hours.
    for (const sign of ['\t', ',', '\n', "'", ',"'])
      expect(readCsv(Buffer.from(toCsv([['a', `${sign.repeat(1_000_000)}b`]])))).toHaveLength(1);
  });

  it('ATK-13 every text is read again as it was, also of these signs in any order', () => {
    const alphabet = ["'", '"', '=', '-', ',', ';', '\t', '\n', '\r', '|', ' ', 'a', '\uff1d'];
    // All of three, and longer ones by a fixed rule.
    const short = alphabet.flatMap((a) => alphabet.flatMap((b) => alphabet.map((c) => a + b + c)));
    const long = short.map(
      (text, n) =>
        text +
        (short[(n * 7919) % short.length] ?? '') +
        (short[(n * 104_729) % short.length] ?? ''),
    );
    const texts = [...hostile, ...short, ...long];
    const read = readCsv(
      Buffer.from(toCsv([['a', 'b', 'c'], ...texts.map((text) => ['x', text, 'y'])])),
    );
    expect(read?.slice(1).map(({ cells }) => cells[1])).toEqual(texts);
  });
});
