// Tables that a person brings, CSV or XLSX: cells as they were typed, and no file that was made to harm gets through.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTableReader } from '../../../../main/file-formats/table.ts';
import { readXlsx, UnfitTable } from '../../../../main/file-formats/xlsx-reading.ts';
import { plainNumber, serialTime, timeFormat } from '../../../../main/file-formats/xlsx-values.ts';
import { failureOf } from '../../../../main/problem.ts';
import { createFileHandles } from '../../../../main/storage/files.ts';
import { itAtLength } from '../../../support/at-length.ts';
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

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
interface Written {
  readonly book?: string;
  readonly sheet?: string;
  readonly shared?: string;
  /** What the workbook's relations call the two, where it is another path. */
  readonly targets?: readonly [string, string];
  readonly of?: string;
  readonly relations?: boolean;
  readonly types?: boolean;
}

/** One table of two texts, in parts of these names. */
function written({
  book = 'xl/workbook.xml',
  sheet = 'xl/worksheets/sheet1.xml',
  shared = 'xl/sharedStrings.xml',
  targets = [`/${sheet}`, `/${shared}`],
  of = OFFICE,
  relations = true,
  types = true,
}: Written): Buffer {
  const at = book.lastIndexOf(book.includes('\\') ? '\\' : '/') + 1;
  const slash = book.includes('\\') ? '\\' : '/';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${of}/${type}" Target="${target}"/>`;
  const part = (name: string, type: string) =>
    `<Override PartName="/${name.replaceAll('\\', '/')}" ContentType="${TYPES}.${type}+xml"/>`;
  return zipOf([
    ...(types
      ? [
          {
            name: '[Content_Types].xml',
            content: `<Types>${part(book, 'sheet.main')}${part(sheet, 'worksheet')}${part(shared, 'sharedStrings')}</Types>`,
          },
        ]
      : []),
    ...(relations
      ? [
          {
            name: `_rels${slash}.rels`,
            content: `<Relationships>${relation('rId9', 'officeDocument', book)}</Relationships>`,
          },
          {
            name: `${book.slice(0, at)}_rels${slash}${book.slice(at)}.rels`,
            content: `<Relationships>${relation('rId1', 'worksheet', targets[0])}${relation('rId2', 'sharedStrings', targets[1])}</Relationships>`,
          },
        ]
      : []),
    {
      name: book,
      content:
        '<workbook xmlns:r="r"><sheets><sheet name="Ark1" sheetId="1" r:id="rId1"/></sheets></workbook>',
    },
    {
      name: sheet,
      content:
        '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row></sheetData></worksheet>',
    },
    {
      name: shared,
      content: '<sst><si><t>orgnr</t></si><si><t>974760673</t></si></sst>',
    },
  ]);
}

describe('FLD-17 a workbook as other programs write them', () => {
  it.each<readonly [string, Written]>([
    ['the usual names', {}],
    [
      'texts under a capital letter',
      { shared: 'xl/SharedStrings.xml', targets: ['worksheets/sheet1.xml', 'sharedStrings.xml'] },
    ],
    ['a numbered workbook', { book: 'xl/workbook22.xml' }],
    [
      'all parts at the root',
      { book: 'workbook.xml', sheet: 'sheet1.xml', shared: 'sharedStrings.xml' },
    ],
    [
      'names all in capitals',
      {
        book: 'XL/WORKBOOK.XML',
        sheet: 'XL/WORKSHEETS/SHEET1.XML',
        shared: 'XL/SHAREDSTRINGS.XML',
        targets: ['worksheets/sheet1.xml', 'sharedStrings.xml'],
      },
    ],
    [
      'another folder',
      {
        book: 'office/book.xml',
        sheet: 'office/data/one.xml',
        shared: 'texts.xml',
        targets: ['data/one.xml', '../texts.xml'],
      },
    ],
    [
      'backslashes',
      {
        book: 'xl\\workbook.xml',
        sheet: 'xl\\worksheets\\sheet1.xml',
        shared: 'xl\\sharedStrings.xml',
        targets: ['worksheets\\sheet1.xml', '/xl/sharedStrings.xml'],
      },
    ],
    [
      'a name with a blank',
      {
        sheet: 'xl/worksheets/ark 1.xml',
        targets: ['worksheets/ark%201.xml', 'sharedStrings.xml'],
      },
    ],
    ['the strict dialect', { of: STRICT, types: false }],
    ['relations without types of parts', { types: false, book: 'xl/workbook22.xml' }],
    [
      'types of parts without relations',
      { relations: false, book: 'xl/workbook22.xml', shared: 'xl/Texts.xml' },
    ],
  ])('with %s is read', (_name, given) => {
    expect(readXlsx(written(given), LIMITS)).toEqual([{ line: 1, cells: ['orgnr', '974760673'] }]);
  });

  it('whose texts are nowhere is refused: there would be blanks', () => {
    const rows = '<row><c t="s"><v>0</v></c></row>';
    expect(problemOf(workbookOf({ rows }))).toBe('wrong-type');
    expect(problemOf(workbookOf({ rows, sharedStrings: '<sst></sst>' }))).toBe('wrong-type');
  });

  it('is read from its first table, where a chart is the first sheet', () => {
    const book =
      '<workbook xmlns:r="r"><sheets><sheet name="Chart" r:id="rId1"/><sheet name="A" r:id="rId2"/></sheets></workbook>';
    const relations = `<Relationships><Relationship Id="rId1" Type="${OFFICE}/chartsheet" Target="chartsheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`;
    const others = partsOf({ rows: '<row><c><v>2</v></c></row>', book }).filter(
      ({ name }) => !name.endsWith('.rels'),
    );
    const bytes = zipOf([...others, { name: 'xl/_rels/workbook.xml.rels', content: relations }]);
    expect(readXlsx(bytes, LIMITS).map((row) => row.cells)).toEqual([['2']]);
  });

  it.each(['hidden="1"', 'hidden="true"', 'ht="0" customHeight="1"'])(
    'has its row with %s marked',
    (mark) => {
      const rows = `<row><c><v>1</v></c></row><row ${mark}><c><v>2</v></c></row><row hidden="0" ht="15"><c><v>3</v></c></row>`;
      expect(read({ rows }).map(({ line, hidden }) => [line, hidden])).toEqual([
        [1, undefined],
        [2, true],
        [3, undefined],
      ]);
    },
  );
});

describe('FLD-17 what has the name of a workbook and is none', () => {
  const utf16 = (text: string) =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
  it.each<readonly [string, string | Buffer, string]>([
    ['a page', '<html><body><table><tr><td>1</td></tr></table></body></html>', 'web-page'],
    [
      'a page of Office',
      '\ufeff\r\n<html xmlns:x="urn:schemas-microsoft-com:office:excel">',
      'web-page',
    ],
    [
      'a page with its doctype',
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0//EN">\n<html>',
      'web-page',
    ],
    ['a page in capitals', '\n  <TABLE BORDER=1><TR><TD>orgnr</TD></TR></TABLE>', 'web-page'],
    ['a page behind a comment', '<!-- report --><meta charset="utf-8"><table>', 'web-page'],
    [
      'a page that is XML',
      '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">',
      'web-page',
    ],
    ['a page in UTF-16', utf16('<html><table><tr><td>1</td></tr></table>'), 'web-page'],
    ['a page as a message', 'MIME-Version: 1.0\r\nContent-Type: multipart/related', 'web-page'],
    [
      'a workbook of Excel 97, or one with a password',
      Buffer.from('d0cf11e0a1b11ae1000000', 'hex'),
      'other-workbook',
    ],
    [
      'a workbook as XML',
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
      'other-workbook',
    ],
    [
      'a table of LibreOffice',
      zipOf([
        { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
        { name: 'content.xml', content: '<a/>' },
      ]),
      'other-workbook',
    ],
    [
      'a binary workbook',
      zipOf([
        {
          name: '_rels/.rels',
          content: `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
        },
        { name: 'xl/workbook.bin', content: 'x' },
      ]),
      'other-workbook',
    ],
    [
      'a document',
      zipOf([
        {
          name: '_rels/.rels',
          content: `<Relationships><Relationship Id="a" Type="${OFFICE}/officeDocument" Target="word/document.xml"/></Relationships>`,
        },
        { name: 'word/document.xml', content: '<document/>' },
      ]),
      'wrong-type',
    ],
  ])('%s is told as what it is', async (_name, content, problem) => {
    const file = path.join(tempFolder(), 'rapport.xls');
    writeFileSync(file, content);
    const handles = createFileHandles();
    const reader = createTableReader({ handles, startThread });
    const refused = await reader(handles.issue(file), new AbortController().signal).catch(
      failureOf,
    );
    expect(refused).toMatchObject({ kind: 'invalid-input', fields: { file: problem } });
  });

  it.each(['<orgnr>;navn\n974760673;Fjord', 'html;navn\n1;2', '"<table>";navn\n1;2'])(
    '%j is CSV',
    async (content) => {
      const file = path.join(tempFolder(), 'rapport.csv');
      writeFileSync(file, content);
      const handles = createFileHandles();
      const reader = createTableReader({ handles, startThread });
      const table = await reader(handles.issue(file), new AbortController().signal);
      expect(table.rows).toHaveLength(2);
    },
  );
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

  itAtLength('is not unpacked beyond 64 MiB, whatever it says of its length', () => {
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
  it.each(['sep=|', '"sep=|"', '"sep=|";;'])(
    'FLD-17 takes the separator that the file names: %s',
    async (first) => {
      const { rows } = await desk()('a.csv', `${first}\r\nNavn|Be;løp\r\nKari|12,50`);
      expect(rows.map(({ cells }) => cells)).toEqual([
        ['Navn', 'Be;løp'],
        ['Kari', '12,50'],
      ]);
    },
  );

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
    ['UTF-16, big end first', Buffer.from('\ufeffNavn;Beløp\nKari;12,50', 'utf16le').swap16()],
    ['UTF-16 with tabs', Buffer.from('\ufeffNavn\tBeløp\r\nKari\t12,50\r\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('Navn;Beløp\nKari;12,50', 'utf16le')],
    ['UTF-16 without a mark, big', Buffer.from('Navn;Beløp\nKari;12,50', 'utf16le').swap16()],
    ['bars', 'Navn|Beløp\nKari|12,50\n'],
    ['digits that are told to be text', 'Navn;Beløp\n="Kari";="12,50"\n'],
    ['the same in quotes', '"Navn";"Beløp"\n"=""Kari""";"=""12,50"""\n'],
    ['an end of DOS', 'Navn;Beløp\r\nKari;12,50\u001a'],
    ['line ends of old Macs', 'Navn;Beløp\rKari;12,50\r'],
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
