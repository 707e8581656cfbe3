// Parses JSON that may be hostile: bytes checked before they are text, limits checked before anything is built.
import { isDeepStrictEqual } from 'node:util';
import { nextTurn } from '../pauses.ts';
import { charsetOf, decodedAs } from './charset.ts';

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
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Bytes of a body as text; fatal on bad bytes, and on zeros in it. UTF-8 and UTF-16, and latin-1 when the header says so (PAR-02). */
export function decodeBody(bytes: Buffer, said?: string): string {
  const charset = charsetOf(bytes, said);
  if (charset === undefined) throw new UnreadableJson('encoding');
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
  return parseJson(decodeBody(bytes, charset), limits);
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
  const text = decodeBody(bytes, charset);
  await nextTurn();
  const steps = jsonSteps(text, limits);
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

/** The value of a text. Throws UnreadableJson. */
export function parseJson(text: string, limits = JSON_LIMITS): unknown {
  const steps = jsonSteps(text, limits);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** How many values are read in one step. */
const STEP = 256;

/**
 * Iterative, so that depth costs no stack; a container is attached to its parent when it is whole. Stops now and then, so that
 * others can do something.
 */
function* jsonSteps(text: string, limits: JsonLimits): Generator<undefined, unknown> {
  const scanner = new Scanner(text, limits);
  const stack: Frame[] = [];
  for (let count = 1; ; count++) {
    if (count % STEP === 0) yield;
    let value = openOrScalar(scanner, stack);
    if (value === OPENED) continue;
    for (;;) {
      const frame = stack.at(-1);
      if (frame === undefined) return scanner.end(value);
      attach(frame, value);
      if (scanner.consume(',')) {
        if (frame.kind === 'object') frame.key = scanner.key();
        break;
      }
      scanner.expect(frame.kind === 'object' ? '}' : ']');
      stack.pop();
      value = frame.value;
    }
  }
}

const OPENED = Symbol('a container was opened');

/** A whole value, or OPENED when a container that is not empty begins. */
function openOrScalar(scanner: Scanner, stack: Frame[]): unknown {
  if (scanner.consume('{')) {
    scanner.checkDepth(stack.length + 1);
    if (scanner.consume('}')) return {};
    stack.push({ kind: 'object', value: {}, key: scanner.key() });
    return OPENED;
  }
  if (scanner.consume('[')) {
    scanner.checkDepth(stack.length + 1);
    if (scanner.consume(']')) return [];
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

class Scanner {
  readonly #text: string;
  readonly #limits: JsonLimits;
  #at = 0;
  #keys = 0;
  #items = 0;

  constructor(text: string, limits: JsonLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  /** Moves over a sign if it is the next one. */
  consume(sign: string): boolean {
    this.#skipBlanks();
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    return true;
  }

  expect(sign: string): void {
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
    this.expect(':');
    return key;
  }

  scalar(): unknown {
    this.#items += 1;
    if (this.#items > this.#limits.items) throw new UnreadableJson('too-many-keys');
    this.#skipBlanks();
    const text = this.#text;
    if (text.charCodeAt(this.#at) === QUOTE) return this.#string();
    for (const [word, value] of WORDS) {
      if (!text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return this.#number();
  }

  end(value: unknown): unknown {
    this.#skipBlanks();
    if (this.#at !== this.#text.length) throw new UnreadableJson('syntax');
    return value;
  }

  #skipBlanks(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.#at += 1;
    }
  }

  #string(): string {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(start) !== QUOTE) throw new UnreadableJson('syntax');
    let escaped = false;
    let index = start + 1;
    for (; text.charCodeAt(index) !== QUOTE; index++) {
      const code = text.charCodeAt(index);
      if (Number.isNaN(code) || code < 0x20) throw new UnreadableJson('syntax');
      if (index - start > this.#limits.stringLength) throw new UnreadableJson('too-long');
      if (code !== BACKSLASH) continue;
      escaped = true;
      index += 1;
    }
    this.#at = index + 1;
    return escaped ? unescape(text.slice(start, index + 1)) : text.slice(start + 1, index);
  }

  #number(): number | string {
    NUMBER.lastIndex = this.#at;
    const found = NUMBER.exec(this.#text)?.[0];
    if (found === undefined) throw new UnreadableJson('syntax');
    this.#at += found.length;
    const value = Number(found);
    const exact = Number.isFinite(value) && (!/^-?\d+$/.test(found) || Number.isSafeInteger(value));
    return exact ? value : found;
  }
}

const WORDS: readonly (readonly [string, unknown])[] = [
  ['true', true],
  ['false', false],
  ['null', null],
];

function unescape(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    throw new UnreadableJson('syntax');
  }
}
