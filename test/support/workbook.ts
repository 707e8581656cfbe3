// Reads a workbook from its parts, as a spreadsheet program would: the texts of its cells and their formats.
import { inflateRawSync } from 'node:zlib';

export interface Workbook {
  /** Texts as they are shown; a cell without one is ''. */
  readonly rows: readonly (readonly string[])[];
  /** Every type of cell that occurs: `s` is text. */
  readonly types: readonly string[];
  readonly formulas: number;
  /** Number format and font of the first cell of a row. */
  readonly style: (row: number) => { readonly format: string | undefined; readonly bold: boolean };
  /** All parts by their name. */
  readonly parts: ReadonlyMap<string, string>;
}

const SHEET = 'xl/worksheets/sheet1.xml';

export function readWorkbook(bytes: Buffer): Workbook {
  const parts = unpacked(bytes);
  const sheet = parts.get(SHEET) ?? '';
  const shared = [
    ...(parts.get('xl/sharedStrings.xml') ?? '').matchAll(/<si><t[^>]*>(.*?)<\/t><\/si>/gs),
  ];
  const texts = shared.map((found) => plain(found[1] ?? ''));
  const rowTexts = [...sheet.matchAll(/<row\b[^>]*>(.*?)<\/row>/gs)].map((found) => found[1] ?? '');
  const cells = rowTexts.map((row) => [...row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)]);
  return {
    parts,
    formulas: [...sheet.matchAll(/<f[ >/]/g)].length,
    types: [
      ...new Set(cells.flat().map(([, attributes = '']) => attribute(attributes, 't') ?? 'n')),
    ],
    rows: cells.map((row) => {
      const texted: string[] = [];
      for (const [, attributes = '', inside = ''] of row) {
        const index = /<v>(\d+)<\/v>/.exec(inside)?.[1];
        texted[column(attribute(attributes, 'r') ?? '')] =
          index === undefined ? '' : (texts[Number(index)] ?? '');
      }
      return Array.from(texted, (text) => text ?? '');
    }),
    style(row) {
      const [first] = cells[row] ?? [];
      return styleOf(
        parts.get('xl/styles.xml') ?? '',
        Number(attribute(first?.[1] ?? '', 's') ?? -1),
      );
    },
  };
}

function styleOf(styles: string, index: number) {
  const list = (name: string, item: string) => {
    const inside = new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, 's').exec(styles)?.[1] ?? '';
    return [...inside.matchAll(new RegExp(`<${item}\\b[^>]*?(?:/>|>.*?</${item}>)`, 'gs'))].map(
      String,
    );
  };
  const style = list('cellXfs', 'xf')[index] ?? '';
  const font = list('fonts', 'font')[Number(attribute(style, 'fontId') ?? -1)] ?? '';
  const id = attribute(style, 'numFmtId') ?? '';
  const format = new RegExp(`<numFmt numFmtId="${id}" formatCode="([^"]*)"`).exec(styles)?.[1];
  return { format, bold: font.includes('<b/>') };
}

const attribute = (text: string, name: string) =>
  new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1];

const column = (address: string): number =>
  [...address.replace(/\d+$/, '')].reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1;

const ENTITIES: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** References, and then the escapes that spreadsheet programs have of their own. */
const plain = (text: string): string =>
  text
    .replaceAll(/&(\w+);/g, (found, name: string) => ENTITIES[name] ?? found)
    .replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
      String.fromCharCode(parseInt(code, 16)),
    );

/** By the directory at its end. */
function unpacked(bytes: Buffer): Map<string, string> {
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const found = new Map<string, string>();
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) =>
      bytes.readUInt16LE(at + offset),
    );
    const name = bytes.toString('utf8', at + 46, at + 46 + (nameLength ?? 0));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const data = bytes.subarray(from, from + bytes.readUInt32LE(at + 20));
    found.set(
      name,
      (bytes.readUInt16LE(at + 10) === 0 ? data : inflateRawSync(data)).toString('utf8'),
    );
    at += 46 + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0);
  }
  return found;
}
