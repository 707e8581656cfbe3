// Reads CSV of any common program: four separators, quotes or none, UTF-8 or Windows-1252, with each row's line.
import { isUtf8 } from 'node:buffer';
import { decodedAs, markedCharset } from '../charset.ts';
import { withoutGuard } from './csv.ts';

export interface CsvRow {
  /** Line of the file that the row begins in, from 1. */
  readonly line: number;
  /** At least one; blanks are kept. A quote that guards against formulas is removed. */
  readonly cells: readonly string[];
}

/** In order of preference where a file shows no difference. */
const SEPARATORS = [';', '\t', ',', '|'] as const;
/** Number of rows that the separator is chosen from. */
const SAMPLE = 20;
const LINE_END = /\r\n|\r|\n/g;
/** How spreadsheet programs name the separator, in a line of its own. */
const NAMED_SEPARATOR = /^("?)sep=(.)\1[;,\t]*(?:\r\n|\r|\n|$)/i;

/** All rows, blank ones too. Undefined for bytes that are no text. */
export function readCsv(bytes: Uint8Array): readonly CsvRow[] | undefined {
  const text = decoded(bytes);
  if (text === undefined) return undefined;
  const named = NAMED_SEPARATOR.exec(text);
  if (named?.[2] === undefined) return [...rowsOf(text, separatorOf(text))];
  return [...rowsOf(text.slice(named[0].length), named[2], 2)];
}

/** Bytes that are not UTF-8 are read as Windows-1252, which older programs write, and in which every byte is valid. */
function decoded(bytes: Uint8Array): string | undefined {
  const marked = markedCharset(bytes);
  if (marked !== undefined && marked !== 'utf-8') return new TextDecoder(marked).decode(bytes);
  if (bytes.includes(0)) return decodedUnmarked(bytes);
  const text = decodedAs(bytes, isUtf8(bytes) ? 'utf-8' : 'windows-1252');
  return text.endsWith(END_OF_FILE) ? text.slice(0, -1) : text;
}

/** UTF-16 as some programs write it, without its mark: most signs are Latin, and leave a zero in the same half of each pair. */
function decodedUnmarked(bytes: Uint8Array): string | undefined {
  const start = bytes.subarray(0, 200);
  const zeros = (half: 0 | 1) => start.filter((byte, at) => byte === 0 && at % 2 === half).length;
  const [big, little] = [zeros(0), zeros(1)];
  const isOne = Math.min(big, little) === 0 && Math.max(big, little) * 4 > start.length;
  if (bytes.length % 2 !== 0 || !isOne) return undefined;
  const text = new TextDecoder(little > 0 ? 'utf-16le' : 'utf-16be').decode(bytes);
  return NO_TEXT.test(text) ? undefined : text;
}
const NO_TEXT = /[^\P{Cc}\t\r\n]/u;
/** What programs of DOS ended a text with. */
const END_OF_FILE = '\u001a';

/** The separator with the fewest misplaced quotes that splits the most of the first rows. */
function separatorOf(text: string): string {
  const fits = SEPARATORS.map((separator) => {
    const scanner = new Scanner(text, separator, 1);
    let divided = 0;
    for (let seen = 0; seen < SAMPLE && !scanner.isAtEnd(); seen += 1)
      if (scanner.row().cells.length > 1) divided += 1;
    return { separator, divided, odd: scanner.odd };
  });
  const [best] = fits.sort((one, other) => one.odd - other.odd || other.divided - one.divided);
  return best?.separator ?? SEPARATORS[0];
}

function* rowsOf(text: string, separator: string, firstLine = 1): Generator<CsvRow> {
  const scanner = new Scanner(text, separator, firstLine);
  while (!scanner.isAtEnd()) yield scanner.row();
}

/** `="0150"` is how spreadsheet programs are told that digits are a text. */
const meantBy = (cell: string): string => AS_TEXT.exec(cell)?.[1] ?? withoutGuard(cell);
const AS_TEXT = /^="([^"]*)"$/;

class Scanner {
  readonly #text: string;
  readonly #separator: string;
  readonly #stop: RegExp;
  #position = 0;
  #line: number;
  /** Number of misplaced quotes. */
  odd = 0;

  constructor(text: string, separator: string, firstLine: number) {
    this.#text = text;
    this.#separator = separator;
    this.#line = firstLine;
    this.#stop = new RegExp(`[\\r\\n${separator.replace(/[\\\]^-]/, '\\$&')}]`, 'g');
  }

  isAtEnd = (): boolean => this.#position >= this.#text.length;

  row(): CsvRow {
    const line = this.#line;
    const cells = [this.#cell()];
    while (this.#text[this.#position] === this.#separator) {
      this.#position += 1;
      cells.push(this.#cell());
    }
    this.#endLine();
    return { line, cells: cells.map(meantBy) };
  }

  #cell(): string {
    return this.#quoted() ?? this.#plain();
  }

  /** Characters after the closing quote are kept, as spreadsheet programs do. */
  #quoted(): string | undefined {
    const from = this.#pastBlanks();
    if (this.#text[from] !== '"') return undefined;
    const end = this.#closing(from + 1);
    if (end === undefined) {
      // A quote that is never closed is an ordinary character, so that the cell does not take the rest of the file.
      this.odd += 1;
      return undefined;
    }
    const inside = this.#text.slice(from + 1, end);
    this.#line += inside.match(LINE_END)?.length ?? 0;
    this.#position = end + 1;
    const behind = this.#plain();
    if (behind.trim() !== '') this.odd += 1;
    return inside.replaceAll('""', '"') + behind;
  }

  #plain(): string {
    this.#stop.lastIndex = this.#position;
    const end = this.#stop.exec(this.#text)?.index ?? this.#text.length;
    const found = this.#text.slice(this.#position, end);
    this.#position = end;
    return found;
  }

  #pastBlanks(): number {
    let position = this.#position;
    while (this.#text[position] === ' ') position += 1;
    return position;
  }

  #closing(from: number): number | undefined {
    for (
      let position = this.#text.indexOf('"', from);
      position >= 0;
      position = this.#text.indexOf('"', position + 2)
    )
      if (this.#text[position + 1] !== '"') return position;
    return undefined;
  }

  #endLine(): void {
    if (this.#text.startsWith('\r\n', this.#position)) this.#position += 2;
    else if (!this.isAtEnd()) this.#position += 1;
    this.#line += 1;
  }
}
