// A file of sealed values, one a line, that only grows: what a kill tore off is cut, what is damaged is set aside and said.
import { createHmac } from 'node:crypto';
import { open } from 'node:fs/promises';
import { type AppendFile, openAppendFile } from './log-file.ts';
import { errorCode, fileProblemOf, fileTrouble } from './disk.ts';
import { seal, unseal } from './sealed.ts';
import { keychainProblem } from '../problems.ts';

/** Every method throws Problem file{...} or keychain{...}. */
export interface SealedLines {
  /** On the disk, in this order, when it resolves: with its number. Values given meanwhile are written together. */
  append(value: unknown): Promise<number>;
  /** Values by their numbers, in the order asked for; undefined for one that does not open any more. */
  read(numbers: readonly number[]): Promise<readonly unknown[]>;
}

export interface SealedLinesOptions {
  readonly file: string;
  /** What it is: part of what is sealed in, so that no line of one file opens in another. */
  readonly purpose: string;
  readonly key: Buffer;
}

export interface OpenedLines {
  readonly lines: SealedLines;
  /** Name of the file that a damaged one was set aside in. */
  readonly setAside: string | undefined;
}

/** Format and version; the key's print tells another key from damage. */
const FORMAT = 'steward-lines-1';
const headerOf = (key: Buffer) =>
  `${FORMAT} ${createHmac('sha256', key).update(FORMAT).digest('hex').slice(0, 16)}\n`;
const HEADER_LENGTH = headerOf(Buffer.alloc(0)).length;
const BREAK = 10;
/** Opening a long file leaves the loop free as often as this. */
const LONGEST_STRETCH_MS = 12;

/** A file with these values and no others. */
export async function createSealedLines(
  options: SealedLinesOptions,
  values: readonly unknown[],
): Promise<void> {
  const lines = values.map((value, n) => sealLine(options, n, value));
  await openAppendFile(options.file).replace(
    Buffer.concat([Buffer.from(headerOf(options.key)), ...lines]),
  );
}

/**
 * Gives every whole line to `meet`, with its number, and the file for more of them. Problem file{not-found} without a file,
 * keychain{not-stored} when it is sealed with another key: then nothing is touched.
 */
export async function openSealedLines(
  options: SealedLinesOptions,
  meet: (value: unknown, number: number) => void,
  now: () => Date,
): Promise<OpenedLines> {
  const file = openAppendFile(options.file);
  const bytes = await file.read();
  if (bytes.length === 0) throw fileTrouble('not-found');
  const header = bytes.subarray(0, HEADER_LENGTH).toString('latin1');
  const isOurs = header === headerOf(options.key);
  const found = await readLines(options, bytes, isOurs);
  // A header that is damaged can look like another key's: then the lines still open.
  if (!isOurs && isHeader(header) && found.values.length === 0) throw anotherKey();
  if (found.damaged) {
    const setAside = await file.setAside(bytes, now());
    await createSealedLines(options, found.values);
    const again = await readLines(options, await file.read(), true);
    again.values.forEach(meet);
    return { lines: growing(options, file, again.places), setAside };
  }
  const end = found.places.at(-1)?.end ?? HEADER_LENGTH;
  if (end < bytes.length) await file.cut(end);
  found.values.forEach(meet);
  return { lines: growing(options, file, found.places), setAside: undefined };
}

const isHeader = (text: string) => new RegExp(`^${FORMAT} [0-9a-f]{16}\n$`).test(text);

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The number is sealed in: a line that is missing, doubled or moved is seen. */
function sealLine({ key, purpose }: SealedLinesOptions, number: number, value: unknown): Buffer {
  const text = JSON.stringify([number, value]);
  return Buffer.from(`${seal(key, purpose, Buffer.from(text)).toString('base64')}\n`);
}

function openLine({ key, purpose }: SealedLinesOptions, line: Buffer) {
  const bytes = unseal(key, purpose, Buffer.from(line.toString('latin1'), 'base64'));
  if (!bytes) return undefined;
  const [number, value] = JSON.parse(bytes.toString('utf8')) as [number, unknown];
  return { number, value };
}

/** What opens, in order; damaged when anything before the last line break does not. */
async function readLines(options: SealedLinesOptions, bytes: Buffer, isHeaderWhole: boolean) {
  const values: unknown[] = [];
  const places: Place[] = [];
  let damaged = !isHeaderWhole;
  let next = 0;
  let since = performance.now();
  // A damaged header may have lost its line break too: the first line is then given up with it.
  for (let start = isHeaderWhole ? HEADER_LENGTH : 0; ;) {
    const at = bytes.indexOf(BREAK, start);
    if (at < 0) break;
    const line = openLine(options, bytes.subarray(start, at));
    damaged ||= line?.number !== next;
    if (line && line.number >= next) {
      values.push(line.value);
      places.push({ start, end: at + 1 });
      next = line.number + 1;
    }
    start = at + 1;
    if (performance.now() - since > LONGEST_STRETCH_MS) {
      await new Promise((resolve) => setImmediate(resolve));
      since = performance.now();
    }
  }
  return { values, places, damaged };
}

interface Waiting {
  readonly value: unknown;
  readonly written: (number: number) => void;
  readonly failed: (error: unknown) => void;
}

function growing(
  options: SealedLinesOptions,
  file: AppendFile,
  found: readonly Place[],
): SealedLines {
  const places = [...found];
  let waiting: Waiting[] = [];
  let writing = false;
  const write = writer(options, file, places);
  const writeAll = async () => {
    writing = true;
    while (waiting.length > 0) {
      const some = waiting;
      waiting = [];
      const first = places.length;
      await write(some.map(({ value }) => value)).then(
        () => some.forEach(({ written }, n) => written(first + n)),
        (error: unknown) => some.forEach(({ failed }) => failed(error)),
      );
    }
    writing = false;
  };
  return {
    append: (value) =>
      new Promise((written, failed) => {
        waiting.push({ value, written, failed });
        if (!writing) void writeAll();
      }),
    read: (numbers) => readSome(options, numbers, places),
  };
}

/** Writes values behind what is there, and notes where they stand. */
function writer(options: SealedLinesOptions, file: AppendFile, places: Place[]) {
  let torn = false;
  return async (values: readonly unknown[]): Promise<void> => {
    const lines = values.map((value, n) => sealLine(options, places.length + n, value));
    let start = places.at(-1)?.end ?? HEADER_LENGTH;
    // A disk that refused a line may have kept a part of it.
    if (torn) await file.cut(start);
    torn = true;
    await file.append(Buffer.concat(lines));
    torn = false;
    for (const { length } of lines) {
      places.push({ start, end: start + length });
      start += length;
    }
  };
}

async function readSome(
  options: SealedLinesOptions,
  numbers: readonly number[],
  places: readonly Place[],
): Promise<readonly unknown[]> {
  const handle = await open(options.file, 'r').catch((error: unknown) => {
    throw errorCode(error) === 'ENOENT' ? fileTrouble('not-found') : fileProblemOf(error);
  });
  try {
    const values: unknown[] = [];
    for (const number of numbers) {
      const place = places[number];
      if (!place) throw new RangeError('There is no such line.');
      const bytes = Buffer.alloc(place.end - place.start - 1);
      await handle.read(bytes, 0, bytes.length, place.start);
      const line = openLine(options, bytes);
      values.push(line?.number === number ? line.value : undefined);
    }
    return values;
  } catch (error) {
    throw fileProblemOf(error);
  } finally {
    await handle.close();
  }
}

const anotherKey = () =>
  keychainProblem('not-stored', 'This was sealed with a key that is not in the keychain now.');
