// Parses JSON that may be hostile: bytes checked before they are text, limits checked before anything is built.
import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { nextTurn } from '../pauses.ts';
import { charsetOf, decodedAs } from '../charset.ts';

export type JsonFault =
  | 'encoding'
  | 'syntax'
  | 'too-deep'
  | 'too-many-keys'
  | 'too-long'
  | 'forbidden-key'
  | 'duplicate-key';

/** Says what is wrong, never with what: the text may begin with a secret (LOG-03). */
export class UnreadableJson extends Error {
  override readonly name = 'UnreadableJson';
  readonly fault: JsonFault;

  constructor(fault: JsonFault) {
    super(`The JSON could not be read: ${fault}.`);
    this.fault = fault;
  }
}

export interface JsonLimits {
  readonly depth: number;
  readonly keys: number;
  readonly items: number;
  /** In bytes of UTF-8. */
  readonly stringLength: number;
}

export const JSON_LIMITS: JsonLimits = {
  depth: 32,
  keys: 200_000,
  items: 1_000_000,
  stringLength: 8 * 1024 * 1024,
};

/** Copied with care or not, these reach a prototype (PAR-04). */
const FORBIDDEN = new Set(['__proto__', 'constructor', 'prototype']);
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const ANSWERED = /^(?:utf-|windows-1252$|iso-8859-15$)/;

/** Bytes of a body as text; fatal on bad bytes, and on zeros in it. UTF-8 and UTF-16, and latin-1 when the header says so (PAR-02). */
export function decodeBody(bytes: Buffer, said?: string): string {
  const charset = charsetOf(bytes, said);
  if (charset === undefined || !ANSWERED.test(charset)) throw new UnreadableJson('encoding');
  try {
    // Takes a byte order mark away, which JSON.parse would stumble over.
    const text = decodedAs(bytes, charset);
    if (text.includes('\0')) throw new UnreadableJson('encoding');
    return text;
  } catch {
    throw new UnreadableJson('encoding');
  }
}

/** The value of a body. Throws UnreadableJson. Numbers that would lose digits come as their text (PAR-07). */
export function readJson(bytes: Buffer, charset?: string, limits = JSON_LIMITS): unknown {
  const steps = jsonSteps(inUtf8(bytes, charset), limits);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** What it holds, checked, without a mark. It is read as bytes: a text of 29 MB would be made at once, and live as long as a word of it. */
function inUtf8(bytes: Buffer, said: string | undefined): Buffer {
  if (charsetOf(bytes, said) !== 'utf-8') return Buffer.from(decodeBody(bytes, said));
  if (bytes.includes(0) || !isUtf8(bytes)) throw new UnreadableJson('encoding');
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}

interface ObjectFrame {
  readonly kind: 'object';
  readonly value: Record<string, unknown>;
  key: string;
}
interface ArrayFrame {
  readonly kind: 'array';
  readonly value: unknown[];
}
type Frame = ObjectFrame | ArrayFrame;

/** As `readJson`, but the loop is left free now and then: 29 MB take a second. Rejects also with what `pause` throws. */
export async function readJsonInSlices(
  bytes: Buffer,
  { charset, limits = JSON_LIMITS, pause }: SlicedReading,
): Promise<unknown> {
  // It has been unpacked just before, which has held the loop too.
  await nextTurn();
  const steps = jsonSteps(inUtf8(bytes, charset), limits);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    await pause();
  }
}

export interface SlicedReading {
  readonly charset?: string | undefined;
  readonly limits?: JsonLimits;
  readonly pause: () => Promise<void>;
}

/** How many values are read in one step. */
const STEP = 256;

/**
 * Iterative, so that depth costs no stack; a container is attached to its parent when it is whole. Stops now and then, so that
 * others can do something.
 */
function* jsonSteps(bytes: Buffer, limits: JsonLimits): Generator<undefined, unknown> {
  const scanner = new Scanner(bytes, limits);
  const stack: Frame[] = [];
  for (let count = 1; ; count++) {
    if (count % STEP === 0) yield;
    let value = openOrScalar(scanner, stack);
    if (value === OPENED) continue;
    for (;;) {
      const frame = stack.at(-1);
      if (frame === undefined) return scanner.end(value);
      attach(frame, value);
      if (scanner.consume(SIGNS.comma)) {
        if (frame.kind === 'object') frame.key = scanner.key();
        break;
      }
      scanner.expect(frame.kind === 'object' ? SIGNS.closeBrace : SIGNS.closeBracket);
      stack.pop();
      value = frame.value;
    }
  }
}

const OPENED = Symbol('a container was opened');

/** A whole value, or OPENED when a container that is not empty begins. */
function openOrScalar(scanner: Scanner, stack: Frame[]): unknown {
  if (scanner.consume(SIGNS.openBrace)) {
    scanner.checkDepth(stack.length + 1);
    if (scanner.consume(SIGNS.closeBrace)) return {};
    stack.push({ kind: 'object', value: {}, key: scanner.key() });
    return OPENED;
  }
  if (scanner.consume(SIGNS.openBracket)) {
    scanner.checkDepth(stack.length + 1);
    if (scanner.consume(SIGNS.closeBracket)) return [];
    stack.push({ kind: 'array', value: [] });
    return OPENED;
  }
  return scanner.scalar();
}

function attach(frame: Frame, value: unknown): void {
  if (frame.kind === 'array') {
    frame.value.push(value);
    return;
  }
  const known = Object.hasOwn(frame.value, frame.key);
  if (known && !isDeepStrictEqual(frame.value[frame.key], value))
    throw new UnreadableJson('duplicate-key');
  frame.value[frame.key] = value;
}

const codeOf = (sign: string) => sign.charCodeAt(0);
const SIGNS = {
  openBrace: codeOf('{'),
  closeBrace: codeOf('}'),
  openBracket: codeOf('['),
  closeBracket: codeOf(']'),
  comma: codeOf(','),
  colon: codeOf(':'),
  quote: codeOf('"'),
  backslash: codeOf('\\'),
} as const;
const IN_NUMBERS = new Set([...'+-.0123456789eE'].map(codeOf));
const NO_ASCII = 0x80;

class Scanner {
  readonly #bytes: Buffer;
  readonly #limits: JsonLimits;
  #at = 0;
  #keys = 0;
  #items = 0;

  constructor(bytes: Buffer, limits: JsonLimits) {
    this.#bytes = bytes;
    this.#limits = limits;
  }

  /** Moves over a sign if it is the next one. */
  consume(sign: number): boolean {
    this.#skipBlanks();
    if (this.#bytes[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  expect(sign: number): void {
    if (!this.consume(sign)) throw new UnreadableJson('syntax');
  }

  checkDepth(depth: number): void {
    if (depth > this.#limits.depth) throw new UnreadableJson('too-deep');
  }

  key(): string {
    this.#keys += 1;
    if (this.#keys > this.#limits.keys) throw new UnreadableJson('too-many-keys');
    this.#skipBlanks();
    const key = this.#string();
    if (FORBIDDEN.has(key)) throw new UnreadableJson('forbidden-key');
    this.expect(SIGNS.colon);
    return key;
  }

  scalar(): unknown {
    this.#items += 1;
    if (this.#items > this.#limits.items) throw new UnreadableJson('too-many-keys');
    this.#skipBlanks();
    if (this.#bytes[this.#at] === SIGNS.quote) return this.#string();
    for (const { word, value } of WORDS) {
      if (this.#bytes[this.#at] !== word[0]) continue;
      const end = this.#at + word.length;
      if (!this.#bytes.subarray(this.#at, end).equals(word)) throw new UnreadableJson('syntax');
      this.#at = end;
      return value;
    }
    return this.#number();
  }

  end(value: unknown): unknown {
    this.#skipBlanks();
    if (this.#at !== this.#bytes.length) throw new UnreadableJson('syntax');
    return value;
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#bytes[this.#at];
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #string(): string {
    const bytes = this.#bytes;
    const start = this.#at;
    if (bytes[start] !== SIGNS.quote) throw new UnreadableJson('syntax');
    let escaped = false;
    let together = 0;
    let index = start + 1;
    for (; ; index++) {
      const code = bytes[index];
      if (code === SIGNS.quote) break;
      if (code === undefined || code < 0x20) throw new UnreadableJson('syntax');
      if (index - start > this.#limits.stringLength) throw new UnreadableJson('too-long');
      together |= code;
      if (code !== SIGNS.backslash) continue;
      escaped = true;
      index += 1;
      together |= bytes[index] ?? 0;
    }
    this.#at = index + 1;
    const encoding = together < NO_ASCII ? 'latin1' : 'utf8';
    return escaped
      ? unescape(bytes.toString(encoding, start, index + 1))
      : bytes.toString(encoding, start + 1, index);
  }

  #number(): number | string {
    const start = this.#at;
    while (IN_NUMBERS.has(this.#bytes[this.#at] ?? 0)) this.#at += 1;
    const found = this.#bytes.toString('latin1', start, this.#at);
    if (!NUMBER.test(found)) throw new UnreadableJson('syntax');
    const value = Number(found);
    const exact = Number.isFinite(value) && (!/^-?\d+$/.test(found) || Number.isSafeInteger(value));
    return exact ? value : found;
  }
}

const WORDS: readonly { readonly word: Buffer; readonly value: unknown }[] = [
  { word: Buffer.from('true'), value: true },
  { word: Buffer.from('false'), value: false },
  { word: Buffer.from('null'), value: null },
];

function unescape(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new UnreadableJson('syntax');
  }
}
