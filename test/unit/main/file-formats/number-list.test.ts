// Files of organisation numbers: each number once and in order, and everything else in the file is reported.
import { describe, expect, it } from 'vitest';
import { numberList } from '../../../../main/file-formats/number-list.ts';
import { toCsv } from '../../../../main/storage/csv.ts';
import { readCsv } from '../../../../main/storage/csv-reading.ts';
import { isOrganisationNumber } from '../../../../preload/contract/rules.ts';

const list = (text: string) =>
  numberList(
    (readCsv(Buffer.from(text)) ?? []).filter(({ cells }) => cells.join('').trim() !== ''),
  );
const [one, two] = ['974760673', '910514318'] as const;

describe('FLD-16 a number as programs and pages hand it over is read', () => {
  it.each([
    ['a mark of direction before it', `\u200e${one}`],
    ['an embedding around it', `\u202a${one}\u202c`],
    ['an isolate around it', `\u2066${one}\u2069`],
    ['spaces of no width in it', '974\u200b760\u200b673'],
    ['a soft hyphen in it', '974\u00ad760673'],
    ['a word joiner in it', '974\u2060760673'],
    ['a mark of the byte order within the file', `\ufeff${one}`],
    ['blanks that do not break', '974\u00a0760\u00a0673'],
    ['narrow blanks', '974\u202f760\u202f673'],
    ['thin blanks', '974\u2009760\u2009673'],
    ['hyphens that do not break', '974\u2011760\u2011673'],
    ['as on an invoice', 'NO\u00a0974\u00a0760\u00a0673\u00a0MVA'],
    ['the scheme of Peppol', '0192:974760673'],
    ['the older scheme of Peppol', '9908:974760673'],
    ['the whole id of Peppol', 'iso6523-actorid-upis::0192:974760673'],
    ['a URN', 'urn:altinn:organization:identifier-no:974760673'],
    ['the id of a bank', 'NO:ORGNR:974760673'],
    ['a label', 'Org.nr.: 974 760 673'],
  ])('%s', (_name, text) => {
    const rows = [
      { line: 1, cells: ['\u200borg.nr.'] },
      { line: 2, cells: [text] },
    ];
    const wanted = { organisationNumbers: [one], repeated: 0, refused: [] };
    expect(numberList(rows)).toEqual(wanted);
    expect(numberList([{ line: 1, cells: [text] }])).toEqual(wanted);
  });

  it.each(['0193:974760673', 'SE:974760673', '0192:974760674', '0192:97476067', '10192:974760673'])(
    '%s is none',
    (text) => {
      expect(numberList([{ line: 1, cells: [text] }]).organisationNumbers).toEqual([]);
    },
  );
});

describe('organisation numbers of a file', () => {
  it.each([
    ['one a line', `${one}\r\n${two}\n`],
    ['blanks and dots', ` 974 760 673\n\n910.514.318`],
    ['cells of one line', `${one}, ${two}`],
    ['a heading and other columns', `Navn;Org.nr.;Tlf\nFjord AS;${one};90000418\nBåt AS;${two};`],
    ['a heading that nobody knows', `Virksomhet\n${one}\n${two}`],
    ['names beside them', `${one};Fjord AS\n${two};Båt AS`],
    ['written for taxes', `NO ${one} MVA\nno${two}`],
    [
      'our own table',
      toCsv([
        ['organisation number', 'name'],
        [one, '=x'],
        [two, '12'],
      ]),
    ],
  ])('are read from %s', (_name, text) => {
    expect(list(text)).toEqual({ organisationNumbers: [one, two], repeated: 0, refused: [] });
  });

  it('repeats are counted, the rest is refused at its line', () => {
    expect(list(`${one}\n974760674\n974 760 673\nBåt AS\n12;${two}`)).toEqual({
      organisationNumbers: [one, two],
      repeated: 1,
      refused: [
        { line: 2, text: '974760674', problem: 'organisation-number' },
        { line: 4, text: 'Båt AS', problem: 'organisation-number' },
        { line: 5, text: '12', problem: 'organisation-number' },
      ],
    });
  });

  it('numbers of persons are refused and never shown whole, however they are written', () => {
    for (const text of ['01010112345', '010101 12345', '010101.123.45', 'Kari 010101-12345']) {
      const { organisationNumbers, refused } = list(`${one}\n${text}`);
      expect(organisationNumbers).toEqual([one]);
      expect(refused.map((row) => row.line)).toEqual([2]);
      expect(refused[0]?.text.replaceAll(/\D/g, '')).toBe('010101');
    }
    expect(list(`${one}\n${'x'.repeat(60)}`).refused[0]?.text).toHaveLength(40);
  });

  it('five thousand are the most', () => {
    const valid: string[] = [];
    for (let number = 100_000_000; valid.length < 5001; number += 1)
      if (isOrganisationNumber(String(number))) valid.push(String(number));
    expect(list(valid.slice(0, 5000).join('\n')).organisationNumbers).toHaveLength(5000);
    expect(() => list(valid.join('\n'))).toThrow('too many');
    expect(() => list('x1\n'.repeat(5001))).toThrow('too many');
  });
});
