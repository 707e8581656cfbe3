// Tables that a person brings, CSV or XLSX: cells as they were typed, and no file that was made to harm gets through.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTableReader } from '../../../../main/file-formats/table.ts';
import { readXlsx, UnfitTable } from '../../../../main/file-formats/xlsx-reading.ts';
import { plainNumber, serialTime, timeFormat } from '../../../../main/file-formats/xlsx-values.ts';
import { failureOf } from '../../../../main/problem.ts';
import { createFileHandles } from '../../../../main/storage/files.ts';
import {
  partsOf,
  type Workbook,
  workbookOf,
  workbookOfRows,
  zipOf,
} from '../../../support/made-workbook.ts';
import { startThread } from '../../../support/threads.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const LIMITS = { rows: 2_001, columns: 200 };
const read = (workbook: Workbook) => readXlsx(workbookOf(workbook), LIMITS);
const cells = (workbook: Workbook) => read(workbook).map((row) => row.cells);

function problemOf(bytes: Buffer): string | undefined {
  try {
    readXlsx(bytes, LIMITS);
    return undefined;
  } catch (error) {
    return error instanceof UnfitTable ? error.problem : String(error);
  }
}

const STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/><numFmt numFmtId="165" formatCode="0.00&quot; d&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs></styleSheet>';

describe('a workbook that a person brings', () => {
  it('gives shared, written and computed texts, truths and empty cells where they stand', () => {
    const sharedStrings =
      '<sst><si><t>Navn</t></si><si><r><t>Kari </t></r><r><t>Ås</t></r><rPh><t>x</t></rPh></si><si><t>a_x000D_b</t></si></sst>';
    const rows =
      '<row r="2"><c r="A2" t="s"><v>0</v></c><c r="C2" t="inlineStr"><is><t>in &amp; line</t></is></c></row>' +
      '<row r="4"><c r="A4" t="s"><v>1</v></c><c r="B4" t="str"><f>A1&amp;"x"</f><v>sum</v></c><c r="C4" t="b"><v>1</v></c><c r="D4"/><c r="E4" t="e"><v>#N/A</v></c></row>' +
      '<row r="5"><c r="B5" t="s"><v>2</v></c></row>';
    expect(read({ rows, sharedStrings })).toEqual([
      { line: 2, cells: ['Navn', '', 'in & line'] },
      { line: 4, cells: ['Kari Ås', 'sum', 'true', '', '#N/A'], exact: [2] },
      { line: 5, cells: ['', 'a\rb'] },
    ]);
  });

  it('gives numbers as typed, and days by the format of their cell in the form of ISO 8601', () => {
    const cell = (value: string, style = 0) => `<c s="${String(style)}"><v>${value}</v></c>`;
    const rows = `<row>${cell('0.10000000000000001')}${cell('45000', 1)}${cell('45000', 2)}${cell('45000', 3)}${cell('45000.75', 4)}${cell('0.75', 5)}${cell('1.5E+3')}</row>`;
    expect(cells({ rows, styles: STYLES })).toEqual([
      ['0.1', '2023-03-15', '2023-03-15', '45000', '2023-03-15T18:00:00', '18:00:00', '1500'],
    ]);
  });

  it('is read from its first sheet in sight', () => {
    const book =
      '<workbook xmlns:r="r"><sheets><sheet name="H" state="hidden" r:id="rId1"/><sheet name="B" r:id="rId2"/></sheets></workbook>';
    const second = '<worksheet><sheetData><row><c><v>2</v></c></row></sheetData></worksheet>';
    const more = [{ name: 'xl/worksheets/sheet2.xml', content: second }];
    expect(cells({ rows: '<row><c><v>1</v></c></row>', book, more })).toEqual([['2']]);
  });

  it.each([
    ['0.1', '0.1'],
    ['0.30000000000000004', '0.3'],
    ['1234567.8899999999', '1234567.89'],
    ['123456789012345', '123456789012345'],
    ['1E-3', '0.001'],
    ['-1.50', '-1.5'],
    ['0', '0'],
    ['-0.0', '0'],
    ['9.9999999999999996', '10'],
    ['12e9', '12000000000'],
    ['Infinity', 'Infinity'],
  ])('%s is the number %s', (given, number) => {
    expect(plainNumber(given)).toBe(number);
  });

  it.each([
    [14, undefined, 'date'],
    [21, undefined, 'time'],
    [22, undefined, 'both'],
    [2, undefined, undefined],
    [164, 'yyyy-mm-dd hh:mm', 'both'],
    [164, '[$-414]d. mmmm yyyy', 'date'],
    [164, '[h]:mm', 'time'],
    [164, '[Red]0.00', undefined],
    [164, '#,##0 "days"', undefined],
    [164, 'General', undefined],
  ] as const)('the format %s %s is that of %s', (id, code, format) => {
    expect(timeFormat(id, code)).toBe(format);
  });

  it('days are counted as the workbook counts them, and one that never was stays a number', () => {
    expect(serialTime('1', 'date', false)).toBe('1900-01-01');
    expect(serialTime('60', 'date', false)).toBeUndefined();
    expect(serialTime('61', 'date', false)).toBe('1900-03-01');
    expect(serialTime('0', 'date', true)).toBe('1904-01-01');
    expect(serialTime('45000.999999', 'both', false)).toBe('2023-03-16T00:00:00');
    expect(serialTime('99999999', 'date', false)).toBeUndefined();
  });
});

describe('a workbook that was made to harm', () => {
  const row = '<row><c><v>1</v></c></row>';
  it('PAR-11 has no DTD and no entities of its own', () => {
    const [book, relations] = partsOf({ rows: row });
    const sheet = (content: string) =>
      zipOf(
        [book, relations, { name: 'xl/worksheets/sheet1.xml', content }].flatMap((p) => p ?? []),
      );
    expect(
      problemOf(
        sheet(
          '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData></worksheet>',
        ),
      ),
    ).toBe('wrong-type');
    expect(
      problemOf(
        sheet('<worksheet><sheetData><row><c><v>&a;</v></c></row></sheetData></worksheet>'),
      ),
    ).toBe('wrong-type');
    expect(problemOf(sheet('<worksheet><sheetData></worksheet></sheetData>'))).toBe('wrong-type');
  });

  it('is not unpacked beyond 64 MiB, whatever it says of its length', () => {
    const bomb = { name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(80 * 1024 * 1024, 32) };
    const others = partsOf({ rows: row }).filter(({ name }) => name !== bomb.name);
    expect(problemOf(zipOf([...others, bomb]))).toBe('too-large');
    expect(problemOf(zipOf([...others, { ...bomb, claimed: 1024 }]))).toBe('wrong-type');
    expect(problemOf(zipOf([...others, { ...bomb, claimed: 0xffffffff }]))).toBe('too-large');
  });

  it('has at most 2 000 rows below its headings, and 200 columns, whatever its dimension says', () => {
    const many = (count: number) => workbookOf({ rows: row.repeat(count) });
    expect(problemOf(many(2_001))).toBeUndefined();
    expect(problemOf(many(2_002))).toBe('too-many');
    const far = (reference: string) =>
      workbookOf({ rows: `<row r="1"><c r="${reference}"><v>1</v></c></row>` });
    expect(problemOf(far('GR1'))).toBeUndefined();
    expect(problemOf(far('GS1'))).toBe('too-many');
    expect(problemOf(far('XFD1'))).toBe('too-many');
  });

  it.each([
    ['nothing behind its first signs', Buffer.from('PK\x03\x04')],
    ['another kind of archive', zipOf([{ name: 'a.txt', content: 'a' }])],
    ['half of a file', workbookOf({ rows: row }).subarray(0, 500)],
  ])('is none with %s', (_name, bytes) => {
    expect(problemOf(bytes)).toBe('wrong-type');
  });
});

describe('the door to tables', () => {
  function desk(limitMs?: number) {
    const folder = tempFolder();
    const handles = createFileHandles();
    const table = createTableReader({
      handles,
      startThread,
      ...(limitMs !== undefined && { limitMs }),
    });
    return (name: string, bytes: string | Buffer) => {
      const file = path.join(folder, name);
      writeFileSync(file, bytes);
      return table(handles.issue(file), new AbortController().signal);
    };
  }
  const rows = [
    { line: 1, cells: ['Navn', 'Beløp'] },
    { line: 2, cells: ['Kari', '12,50'] },
  ];

  it.each([
    ['semicolons', 'Navn;Beløp\r\nKari;12,50\r\n'],
    ['commas and quotes', 'Navn,Beløp\nKari,"12,50"\n'],
    ['tabs', 'Navn\tBeløp\nKari\t12,50\n\n'],
    ['a byte order mark', '\ufeffNavn;Beløp\nKari;12,50'],
    ['UTF-16', Buffer.from('\ufeffNavn;Beløp\nKari;12,50', 'utf16le')],
    ['Windows-1252', Buffer.from('Navn;Beløp\nKari;12,50', 'latin1')],
    [
      'a workbook',
      workbookOfRows([
        ['Navn', 'Beløp'],
        ['Kari', '12,50'],
      ]),
    ],
  ])('reads %s', async (_name, bytes) => {
    expect((await desk()('a.csv', bytes)).rows).toEqual(rows);
  });

  it.each([
    ['more rows than fit', 'a\n'.repeat(2_002), { file: 'too-many' }],
    ['more columns than fit', `${'a;'.repeat(201)}b`, { file: 'too-many' }],
    ['no text at all', Buffer.from([1, 0, 2, 0, 3]), { file: 'wrong-type' }],
  ])('refuses %s', async (_name, bytes, fields) => {
    const failure = await desk()('a.csv', bytes).then(() => undefined, failureOf);
    expect(failure).toMatchObject({ kind: 'invalid-input', fields });
  });

  it('ends the thread of a file that takes too long', async () => {
    const failure = await desk(0)('a.csv', 'a;b').then(() => undefined, failureOf);
    expect(failure).toMatchObject({ kind: 'file', problem: 'too-large' });
  });
});
