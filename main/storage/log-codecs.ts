// How values stand in files that only grow: what is whole is told from what a kill tore off, and from what was changed since.
import { crc32 } from 'node:zlib';
import type { z } from '../../preload/contract/schema.ts';
import type { Problem } from '../problem.ts';
import { type Codec, pauses, type Place, type Scan } from './log-file.ts';

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

/** JSON records in frames with length and sum: one that is damaged never hides those behind it. */
export function framed<T>(form: FramedForm<T>): Codec<T> {
  const { mark, version, refusal } = form;
  const number = Buffer.alloc(VERSION_BYTES);
  number.writeUInt16BE(version);
  const header = Buffer.concat([Buffer.from(mark, 'latin1'), number]);
  return { header, refusal, encode: frame, scan: (bytes) => scanFramed(form, header, bytes) };
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
  // A damaged beginning is not another version: our own records behind it prove that.
  const isOurs =
    bytes.length >= header.length &&
    bytes.readUInt16BE(header.length - VERSION_BYTES) === form.version;
  return isOurs && found.values.length > 0
    ? { ...found, damaged: true, otherVersion: false }
    : { ...nothing, otherVersion: true };
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
