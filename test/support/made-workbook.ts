// Workbooks made by hand for tests: ZIP files of given parts, also such as no program writes.
import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  readonly name: string;
  readonly content: string | Buffer;
  /** What the archive says of its length, where that is a lie. */
  readonly claimed?: number;
}

export function zipOf(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed } of parts) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(crc32(bytes), 14);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(claimed ?? bytes.length, 22);
    head.writeUInt16LE(Buffer.byteLength(name), 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(20, 4);
    head.copy(entry, 6, 4, 30);
    entry.writeUInt32LE(offset, 42);
    local.push(head, Buffer.from(name), packed);
    central.push(entry, Buffer.from(name));
    offset += head.length + Buffer.byteLength(name) + packed.length;
  }
  const directory = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, directory, end]);
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';

export interface Workbook {
  /** The rows of the sheet, as XML. */
  readonly rows: string;
  readonly sharedStrings?: string;
  readonly styles?: string;
  readonly book?: string;
  readonly more?: readonly Part[];
}

/** The parts of a workbook whose only sheet has these rows. */
export function partsOf({ rows, sharedStrings, styles, book, more = [] }: Workbook): Part[] {
  const part = (name: string, content: string): Part => ({ name, content: `${HEAD}${content}` });
  return [
    part(
      'xl/workbook.xml',
      book ??
        `<workbook ${MAIN} xmlns:r="r"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    part(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    part(
      'xl/worksheets/sheet1.xml',
      `<worksheet ${MAIN}><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`,
    ),
    ...(sharedStrings === undefined ? [] : [part('xl/sharedStrings.xml', sharedStrings)]),
    ...(styles === undefined ? [] : [part('xl/styles.xml', styles)]),
    ...more,
  ];
}

export const workbookOf = (workbook: Workbook): Buffer => zipOf(partsOf(workbook));

/** A workbook of texts, numbers as they are; rows are hidden by their places. */
export const workbookOfRows = (
  rows: readonly (readonly (string | number)[])[],
  hidden: readonly number[] = [],
): Buffer =>
  workbookOf({
    rows: rows
      .map((cells, at) => {
        const mark = hidden.includes(at) ? ' hidden="1"' : '';
        return `<row${mark}>${cells.map((cell) => cellOf(cell)).join('')}</row>`;
      })
      .join(''),
  });

const cellOf = (cell: string | number) =>
  typeof cell === 'number'
    ? `<c><v>${String(cell)}</v></c>`
    : `<c t="inlineStr"><is><t xml:space="preserve">${cell
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')}</t></is></c>`;
