// Framings of values in files that only grow: whole values are told from torn and from changed ones.
import { createHash, createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { z } from '../../preload/contract/schema.ts';
import type { Problem } from '../problem.ts';
import { keychainProblem } from '../problems.ts';
import { fileTrouble } from './disk.ts';
import { pauses } from '../pauses.ts';
import type { Codec, Place, Scan } from './log-file.ts';
import { seal, unseal } from './sealed.ts';

/** What a file holds: eight letters at its beginning, the version behind them, and the shape of a record. */
export interface FramedForm<T> {
  readonly mark: string;
  readonly version: number;
  readonly record: z.ZodType<T>;
  readonly refusal: () => Problem;
}

const VERSION_BYTES = 2;
/** Not valid UTF-8, so that it occurs in no payload. */
const MARKER = Buffer.from([0xfe, 0xff, 0xc1, 0xe5]);
const FRAME = MARKER.length + 8;
const LARGEST = 4 * 1024 * 1024;

/**
 * JSON records in frames with length and sum: one that is damaged never hides those behind it. Only a whole header with a higher
 * number is another version (FLT-04).
 */
export function framed<T>(form: FramedForm<T>): Codec<T> {
  const { mark, version, refusal } = form;
  const number = Buffer.alloc(VERSION_BYTES);
  number.writeUInt16BE(version);
  const header = Buffer.concat([Buffer.from(mark, 'latin1'), number]);
  return {
    header,
    refusal,
    encode: frame,
    decode(bytes) {
      const found = recordAt(form, bytes, 0);
      return found === 'broken' ? undefined : found.value;
    },
    scan: (bytes) => scanFramed(form, header, bytes),
  };
}

function frame(value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value), 'utf8');
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(payload.length, 0);
  numbers.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([MARKER, numbers, payload]);
}

async function scanFramed<T>(form: FramedForm<T>, header: Buffer, bytes: Buffer): Promise<Scan<T>> {
  const nothing = { values: [], places: [], end: 0, damaged: false, otherVersion: false };
  // Not even the header was finished.
  if (bytes.length < header.length && header.subarray(0, bytes.length).equals(bytes))
    return nothing;
  const isKnown = bytes.subarray(0, header.length).equals(header);
  const found = await framesIn(form, bytes, isKnown ? header.length : 0);
  if (isKnown) return { ...found, otherVersion: false };
  const isLater =
    bytes.length >= header.length &&
    bytes.toString('latin1', 0, form.mark.length) === form.mark &&
    bytes.readUInt16BE(form.mark.length) > form.version;
  // Any other beginning is damage: a power cut leaves zeros. What of our records is whole behind it still counts.
  return isLater
    ? { ...nothing, otherVersion: true }
    : { ...found, damaged: true, otherVersion: false };
}

async function framesIn<T>(form: FramedForm<T>, bytes: Buffer, from: number) {
  const values: T[] = [];
  const places: Place[] = [];
  const pause = pauses();
  let at = from;
  let end = from;
  let damaged = false;
  while (at < bytes.length) {
    await pause();
    const next = recordAt(form, bytes, at);
    if (next === 'broken') {
      const marker = bytes.indexOf(MARKER, at + 1);
      // A whole frame with a wrong sum is damage even at the end: a torn append is too short.
      damaged ||= isWholeFrame(bytes, at);
      if (marker < 0) break;
      at = marker;
      continue;
    }
    damaged ||= at !== end;
    values.push(next.value);
    places.push({ start: at, end: next.end });
    at = next.end;
    end = at;
  }
  return { values, places, end, damaged };
}

function recordAt<T>(
  { record }: FramedForm<T>,
  bytes: Buffer,
  at: number,
): 'broken' | { value: T; end: number } {
  if (!isWholeFrame(bytes, at)) return 'broken';
  const end = at + FRAME + bytes.readUInt32BE(at + 4);
  const payload = bytes.subarray(at + FRAME, end);
  if (crc32(payload) !== bytes.readUInt32BE(at + 8)) return 'broken';
  try {
    const value = record.safeParse(JSON.parse(payload.toString('utf8')));
    return value.success ? { value: value.data, end } : 'broken';
  } catch {
    return 'broken';
  }
}

function isWholeFrame(bytes: Buffer, at: number): boolean {
  if (bytes.length < at + FRAME || bytes.compare(MARKER, 0, 4, at, at + 4) !== 0) return false;
  const length = bytes.readUInt32BE(at + 4);
  return length <= LARGEST && bytes.length >= at + FRAME + length;
}

export interface SealedForm {
  /** What it is: part of what is sealed in, so that no line of one file opens in another. */
  readonly purpose: string;
  readonly key: Buffer;
}

/** Format and version. */
const SEALED = 'steward-lines-1';
const BREAK = 10;

/**
 * Any values, each a sealed line with its number sealed in: one that is missing, doubled or moved is seen. The header has a
 * print of the key, which tells another key from damage.
 */
export function sealedLines({ purpose, key }: SealedForm): Codec<unknown> {
  const print = createHmac('sha256', key).update(SEALED).digest('hex').slice(0, 16);
  const header = Buffer.from(`${SEALED} ${print}\n`);
  const opened = (line: Buffer) => {
    const bytes = unseal(key, purpose, Buffer.from(line.toString('latin1'), 'base64'));
    if (!bytes) return undefined;
    const [number, value] = JSON.parse(bytes.toString('utf8')) as [number, unknown];
    return { number, value };
  };
  return {
    header,
    refusal: () =>
      keychainProblem('not-stored', 'This was sealed with a key that is not in the keychain now.'),
    encode(value, number) {
      const text = Buffer.from(JSON.stringify([number, value]));
      return Buffer.from(`${seal(key, purpose, text).toString('base64')}\n`);
    },
    decode(bytes, number) {
      const line = opened(bytes.subarray(0, -1));
      return line?.number === number ? line.value : undefined;
    },
    async scan(bytes) {
      const values: unknown[] = [];
      const places: Place[] = [];
      const pause = pauses();
      const isOurs = bytes.subarray(0, header.length).equals(header);
      let damaged = !isOurs;
      let next = 0;
      // A damaged header may have lost its line break too: the first line is then given up with it.
      for (const { line, place } of linesIn(bytes, isOurs ? header.length : 0)) {
        const found = opened(line);
        damaged ||= found?.number !== next;
        if (found && found.number >= next) {
          values.push(found.value);
          places.push(place);
          next = found.number + 1;
        }
        await pause();
      }
      // A header that is damaged can look like another key's: then the lines still open.
      const isHeader = new RegExp(`^${SEALED} [0-9a-f]{16}\\n$`);
      const otherVersion =
        !isOurs && isHeader.test(bytes.toString('latin1', 0, header.length)) && values.length === 0;
      return { values, places, end: places.at(-1)?.end ?? header.length, damaged, otherVersion };
    },
  };
}

/** Values as lines of JSON, which a person can read and another program too. */
export const plainLines: Codec<unknown> = lines({
  encode: (value) => JSON.stringify(value),
  decode(line) {
    try {
      return JSON.parse(line.toString('utf8')) as unknown;
    } catch {
      return undefined;
    }
  },
});

const SUM = 16;
const sumOf = (text: string | Buffer) =>
  createHash('sha256').update(text).digest('hex').slice(0, SUM);

/** Texts, each behind its sum: each line counts or does not, whatever stands around it. */
export const summedLines: Codec<string> = lines({
  encode: (text) => `${sumOf(text)} ${text}`,
  decode(line) {
    const text = line.subarray(SUM + 1);
    const isWhole = line[SUM] === 0x20 && line.toString('latin1', 0, SUM) === sumOf(text);
    return isWhole ? text.toString('utf8') : undefined;
  },
});

/** Lines as they are given: `hash-chain.ts` makes and reads them. */
export const givenLines: Codec<string> = lines({
  encode: (line) => line,
  decode: (line) => line.toString('utf8'),
});

/** Without a header: their first line says what the others are. */
function lines<T>({
  encode,
  decode,
}: {
  readonly encode: (value: T) => string;
  readonly decode: (line: Buffer) => T | undefined;
}): Codec<T> {
  return {
    header: Buffer.alloc(0),
    refusal: () => fileTrouble('damaged'),
    encode: (value) => Buffer.from(`${encode(value)}\n`),
    decode: (bytes) => decode(bytes.subarray(0, -1)),
    async scan(bytes) {
      const values: T[] = [];
      const places: Place[] = [];
      const pause = pauses();
      let [end, damaged] = [0, false];
      for (const { line, place } of linesIn(bytes)) {
        const value = decode(line);
        if (value === undefined) damaged = true;
        else {
          values.push(value);
          places.push(place);
        }
        end = place.end;
        await pause();
      }
      return { values, places, end, damaged, otherVersion: false };
    },
  };
}

/** The lines that have an end, without it; a place has it. */
export function* linesIn(bytes: Buffer, from = 0): Generator<{ line: Buffer; place: Place }> {
  for (let start = from; ;) {
    const end = bytes.indexOf(BREAK, start);
    if (end < 0) return;
    yield { line: bytes.subarray(start, end), place: { start, end: end + 1 } };
    start = end + 1;
  }
}
