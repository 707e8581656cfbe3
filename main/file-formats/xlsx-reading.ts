// Reads the first visible sheet of an XLSX workbook, of whichever program, as rows of text, within limits.
import { unzipSync } from 'fflate';
import { passGate, unescapeText, type XmlLimits } from '../http/xml-gate.ts';
import type { CsvRow } from '../storage/csv-reading.ts';
import { plainNumber, serialTime, timeFormat, type TimeFormat } from './xlsx-values.ts';

/** All parts that are read, unpacked: what a part says of its own length is the room that it gets. */
export const MOST_UNPACKED = 64 * 1024 * 1024;
/** Elements and attributes of a part: a cell has five. */
const LIMITS: XmlLimits = {
  bytes: MOST_UNPACKED,
  depth: 64,
  attributes: 64,
  nodes: 4_000_000,
  references: 2_000_000,
};

/** A row of a table, whichever file it is of. */
export interface TableRow extends CsvRow {
  /** Columns whose cells are numbers, days or truths, and no texts: how they are written is no matter of language. */
  readonly exact?: readonly number[];
  /** In a workbook, hidden by hand or by a filter. */
  readonly hidden?: true;
}

export interface TableLimits {
  readonly rows: number;
  readonly columns: number;
}

/** Why a file is no table that can be worked with. */
export class UnfitTable extends Error {
  override readonly name = 'UnfitTable';
  readonly problem: 'wrong-type' | 'other-workbook' | 'web-page' | 'too-large' | 'too-many';

  constructor(problem: UnfitTable['problem']) {
    super(`The table could not be read: ${problem}.`);
    this.problem = problem;
  }
}

/** Rows with anything in them, by their number in the sheet. Throws UnfitTable. */
export function readXlsx(bytes: Uint8Array, limits: TableLimits): readonly TableRow[] {
  try {
    return rowsOf(bytes, limits);
  } catch (error) {
    if (error instanceof UnfitTable) throw error;
    // Whatever the unpacker or the gate stumbled over: no program has written such a file.
    throw new UnfitTable('wrong-type');
  }
}

function rowsOf(bytes: Uint8Array, limits: TableLimits): readonly TableRow[] {
  const parts = partsIn(bytes);
  const book = readBook(parts);
  const sheet = parts.open(book.sheet);
  if (sheet === undefined) throw new UnfitTable('wrong-type');
  const shared = readShared(parts.open(book.shared));
  const formats = readFormats(parts.open(book.styles));
  return readSheet(sheet, { ...book, shared, formats, limits });
}

interface Parts {
  has(name: string): boolean;
  /** Problem too-large beyond what all parts may be together. */
  open(name: string): Uint8Array | undefined;
}

/** By names in any case of letters (ECMA-376 part 2, 6.2.2.3), and with whichever slashes. */
function partsIn(bytes: Uint8Array): Parts {
  const all = new Map<string, { readonly name: string; readonly size: number }>();
  unzipSync(bytes, {
    filter({ name, originalSize }) {
      all.set(partName(name), { name, size: originalSize });
      return false;
    },
  });
  let left = MOST_UNPACKED;
  return {
    has: (name) => all.has(partName(name)),
    open(wanted) {
      const found = all.get(partName(wanted));
      if (found === undefined) return undefined;
      left -= found.size;
      if (left < 0) throw new UnfitTable('too-large');
      return unzipSync(bytes, { filter: ({ name }) => name === found.name })[found.name];
    },
  };
}

const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();

interface Relation {
  readonly id: string;
  /** The last word of its type, which is the same in both dialects; '' where it says none. */
  readonly kind: string;
  readonly target: string;
}

/** Of a part to others; of the whole file, which is ''. */
function relationsOf(parts: Parts, part: string): readonly Relation[] {
  const at = part.lastIndexOf('/') + 1;
  const relations = parts.open(`${part.slice(0, at)}_rels/${part.slice(at)}.rels`);
  const found: Relation[] = [];
  if (relations === undefined) return found;
  readPart(relations, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes.get('TargetMode') === 'External') return;
      found.push({
        id: attributes.get('Id') ?? '',
        kind: (attributes.get('Type') ?? '').split('/').at(-1)?.toLowerCase() ?? '',
        target: targetFrom(part, attributes.get('Target') ?? ''),
      });
    },
  });
  return found;
}

const targetFrom = (part: string, target: string) =>
  partName(decodeURIComponent(new URL(target.replaceAll('\\', '/'), `part:///${part}`).pathname));

/** Where the parts of a type are, by what the file says of its parts. */
function partOfType(parts: Parts, type: RegExp): string | undefined {
  const types = parts.open('[Content_Types].xml');
  let found: string | undefined;
  if (types !== undefined)
    readPart(types, {
      open(name, attributes) {
        if (name === 'Override' && type.test(attributes.get('ContentType') ?? ''))
          found ??= partName(attributes.get('PartName') ?? '');
      },
    });
  return found;
}

const BOOK = /\.(?:sheet|template)(?:\.macroEnabled)?\.main\+xml$/i;
const SHEET = /\.worksheet\+xml$/i;
const SHARED = /\.sharedStrings\+xml$/i;
const STYLES = /\.styles\+xml$/i;

type Attributes = ReadonlyMap<string, string>;
interface Handler {
  readonly open?: (name: string, attributes: Attributes, isEmpty: boolean) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
}

const TAG =
  /<(\/?)(?:[^\s:/>="']+:)?([^\s:/>="']+)((?:[ \t\n]+[^\s=>"']+[ \t\n]*=[ \t\n]*(?:"[^"]*"|'[^']*'))*)[ \t\n]*(\/?)>/y;
const ATTRIBUTE = /(?:[^\s=:"']+:)?([^\s=:"']+)[ \t\n]*=[ \t\n]*(?:"([^"]*)"|'([^']*)')/g;
const NONE: Attributes = new Map();

/** The elements of one part, by their names without prefix. What the gate lets through has neither DTD nor entities. */
function readPart(bytes: Uint8Array, handler: Handler): void {
  const text = passGate(decoded(bytes), LIMITS);
  const open: string[] = [];
  let at = 0;
  let isEmpty = true;
  while (at < text.length) {
    if (text[at] !== '<') {
      const next = text.indexOf('<', at);
      const end = next < 0 ? text.length : next;
      handler.text?.(unescapeText(text.slice(at, end)));
      at = end;
      continue;
    }
    TAG.lastIndex = at;
    const found = TAG.exec(text);
    if (found === null) throw new UnfitTable('wrong-type');
    at = TAG.lastIndex;
    isEmpty = false;
    const [, closing, name = '', attributes = '', empty] = found;
    if (closing === '/') {
      if (open.pop() !== name) throw new UnfitTable('wrong-type');
      handler.close?.(name);
      continue;
    }
    handler.open?.(name, attributes === '' ? NONE : attributesIn(attributes), empty === '/');
    if (empty === '/') handler.close?.(name);
    else open.push(name);
  }
  if (isEmpty) throw new UnfitTable('wrong-type');
}

const attributesIn = (text: string): Attributes =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [
      name,
      unescapeText(double ?? single ?? ''),
    ]),
  );

function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const charset = isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
  return new TextDecoder(charset, { fatal: true }).decode(bytes);
}

/**
 * Where the first sheet is that is not hidden, and what belongs to it: by the relations of the parts, else by their types, else by the names
 * that most programs give them. And which day is the first.
 */
function readBook(parts: Parts) {
  const at = placeOfBook(parts);
  const book = parts.open(at);
  if (book === undefined) throw new UnfitTable('wrong-type');
  const sheets: { readonly id: string; readonly hidden: boolean }[] = [];
  let from1904 = false;
  readPart(book, {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = isTrue(attributes.get('date1904'));
      if (name !== 'sheet') return;
      const state = attributes.get('state') ?? 'visible';
      sheets.push({ id: attributes.get('id') ?? '', hidden: state !== 'visible' });
    },
  });
  const relations = relationsOf(parts, at);
  const targets = new Map(
    // A chart can be a sheet too.
    relations.filter(({ kind }) => kind === 'worksheet' || kind === '').map((one) => [one.id, one]),
  );
  const tables = sheets.filter(({ id }) => targets.has(id));
  const first = tables.find(({ hidden }) => !hidden) ?? tables[0];
  // Which of several it is, only the relations say.
  const alone = sheets.length === 1 ? partOfType(parts, SHEET) : undefined;
  const sheet = targets.get(first?.id ?? '')?.target ?? alone;
  if (sheet === undefined) throw new UnfitTable('wrong-type');
  const folder = at.slice(0, at.lastIndexOf('/') + 1);
  const partOf = (wanted: string, type: RegExp) => {
    const related = relations.find(({ kind }) => kind === wanted.toLowerCase())?.target;
    if (related !== undefined && parts.has(related)) return related;
    return partOfType(parts, type) ?? `${folder}${wanted}.xml`;
  };
  return {
    sheet,
    shared: partOf('sharedStrings', SHARED),
    styles: partOf('styles', STYLES),
    from1904,
  };
}

function placeOfBook(parts: Parts): string {
  const places = [
    relationsOf(parts, '').find(({ kind }) => kind === 'officedocument')?.target,
    partOfType(parts, BOOK),
    'xl/workbook.xml',
  ];
  const found = places.find((place) => place !== undefined && parts.has(place));
  if (found?.endsWith('.xml')) return found;
  // The binary kind of Excel, tables of LibreOffice, tables of Numbers.
  const isOther =
    found?.endsWith('.bin') === true ||
    parts.has('content.xml') ||
    ['Index/Document.iwa', 'Index.zip'].some((name) => parts.has(name));
  throw new UnfitTable(isOther ? 'other-workbook' : 'wrong-type');
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true';

/** Texts of cells, which are kept once each; how a word is to be pronounced is no part of it. */
function readShared(bytes: Uint8Array | undefined): readonly string[] {
  const found: string[] = [];
  if (bytes === undefined) return found;
  const text = textCollector();
  readPart(bytes, {
    open: text.open,
    text: text.text,
    close(name) {
      text.close(name);
      if (name === 'si') found.push(text.take());
    },
  });
  return found;
}

/** What stands in `<t>`, but in `<rPh>`. */
function textCollector() {
  let collected = '';
  let inText = false;
  let inPhonetic = false;
  return {
    open(this: void, name: string) {
      if (name === 'rPh') inPhonetic = true;
      if (name === 't') inText = !inPhonetic;
    },
    text(this: void, text: string) {
      if (inText) collected += text;
    },
    close(name: string) {
      if (name === 'rPh') inPhonetic = false;
      if (name === 't') inText = false;
    },
    take() {
      const all = collected;
      collected = '';
      return unescapeSigns(all);
    },
  };
}

/** `_x000D_` and the like, by which workbooks write what XML cannot. */
const unescapeSigns = (text: string) =>
  text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_whole, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );

/** By the number of a cell's style: whether its number is a time. */
function readFormats(bytes: Uint8Array | undefined): readonly (TimeFormat | undefined)[] {
  const formats: (TimeFormat | undefined)[] = [];
  if (bytes === undefined) return formats;
  const codes = new Map<string, string>();
  let inCells = false;
  readPart(bytes, {
    open(name, attributes) {
      if (name === 'numFmt')
        codes.set(attributes.get('numFmtId') ?? '', attributes.get('formatCode') ?? '');
      if (name === 'cellXfs') inCells = true;
      if (name !== 'xf' || !inCells) return;
      const id = attributes.get('numFmtId') ?? '';
      formats.push(timeFormat(Number(id), codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return formats;
}

/** Numbers, truths, and dates in the form of ISO. */
const EXACT: ReadonlySet<string> = new Set(['n', 'b', 'd']);

interface SheetContext {
  readonly from1904: boolean;
  readonly shared: readonly string[];
  readonly formats: readonly (TimeFormat | undefined)[];
  readonly limits: TableLimits;
}

function readSheet(bytes: Uint8Array, context: SheetContext): readonly TableRow[] {
  const { limits } = context;
  const rows: TableRow[] = [];
  let line = 0;
  let isHidden = false;
  let column = -1;
  let cells: string[] = [];
  let exact: number[] = [];
  let cell: { readonly type: string; readonly style: number } | undefined;
  let value: string | undefined;
  let inValue = false;
  const inline = textCollector();
  const put = (text: string) => {
    if (text === '') return;
    if (column >= limits.columns) throw new UnfitTable('too-many');
    while (cells.length < column) cells.push('');
    cells[column] = text;
  };
  readPart(bytes, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes.get('r') ?? line + 1);
        // Programs that write no mark give it no height.
        isHidden = isTrue(attributes.get('hidden')) || Number(attributes.get('ht') ?? 1) === 0;
        column = -1;
        cells = [];
        exact = [];
      }
      if (name === 'c') {
        column = columnOf(attributes.get('r')) ?? column + 1;
        cell = { type: attributes.get('t') ?? 'n', style: Number(attributes.get('s') ?? 0) };
        value = undefined;
      }
      if (name === 'v' && cell !== undefined) inValue = true;
      if (cell !== undefined) inline.open(name);
    },
    text(text) {
      if (inValue) value = (value ?? '') + text;
      inline.text(text);
    },
    close(name) {
      inline.close(name);
      if (name === 'v') inValue = false;
      if (name === 'c' && cell !== undefined) {
        const text = textOf({ ...cell, value, inline: inline.take() }, context);
        if (text !== '' && EXACT.has(cell.type)) exact.push(column);
        put(text);
        cell = undefined;
      }
      if (name !== 'row' || cells.every((text) => text.trim() === '')) return;
      rows.push({
        line,
        cells,
        ...(exact.length > 0 && { exact }),
        ...(isHidden && { hidden: true }),
      });
      if (rows.length > limits.rows) throw new UnfitTable('too-many');
    },
  });
  return rows;
}

/** `AB12` is the 28th column, 27. Undefined without a reference. */
function columnOf(reference: string | undefined): number | undefined {
  const letters = /^([A-Z]{1,3})\d+$/.exec(reference ?? '')?.[1];
  if (letters === undefined) return undefined;
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

interface CellValue {
  readonly type: string;
  readonly style: number;
  readonly value: string | undefined;
  readonly inline: string;
}

/** As a person reads it there, numbers without thousands marks, and times in the form of ISO 8601. */
function textOf(
  { type, style, value = '', inline }: CellValue,
  { shared, formats, from1904 }: SheetContext,
): string {
  switch (type) {
    case 's': {
      const text = value === '' ? '' : shared[Number(value)];
      // A blank in its place would look like an empty cell.
      if (text === undefined) throw new UnfitTable('wrong-type');
      return text;
    }
    case 'inlineStr':
      return inline;
    case 'b':
      return value === '' ? '' : isTrue(value) ? 'true' : 'false';
    case 'n': {
      const format = formats[style];
      const time = format && serialTime(value, format, from1904);
      return time ?? plainNumber(value);
    }
    case 'str':
      return unescapeSigns(value);
    default:
      // Dates in the form of ISO, and errors such as #N/A.
      return value;
  }
}
