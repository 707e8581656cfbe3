// A file of framed JSON records that only grows: a torn tail is cut, damage is set aside, compaction is paid for by growth.
import { crc32 } from 'node:zlib';
import type { z } from '../../preload/contract/schema.ts';
import type { Problem } from '../problem.ts';
import type { AppendFile } from './append-file.ts';
import { serial } from '../serial.ts';
import { fileProblem } from '../problems.ts';

/** What a file holds: eight letters at its beginning, the version behind them, and the shape of a record. */
export interface LogForm<T> {
  readonly mark: string;
  readonly version: number;
  readonly record: z.ZodType<T>;
}

export type LogContents<T> =
  | { readonly state: 'unknown-version' }
  | {
      readonly state: 'readable';
      readonly records: readonly T[];
      /** Where the whole records end; what is behind was torn off by a crash. */
      readonly end: number;
      /** Something that once was whole is not any more. */
      readonly damaged: boolean;
    };

/** The log of one process: read once, then appended to in order. */
export interface FramedLog<T> {
  /** The records that stood in the file when it was opened. */
  readonly found: readonly T[];
  /** Name of the file that damaged bytes were set aside in. */
  readonly setAside: string | undefined;
  readonly size: number;
  /**
   * On the disk, in this order and all together, when it resolves. `written` runs before any later turn, so that a
   * compaction never misses what an append has just put there.
   */
  append(values: readonly T[], written?: () => void): Promise<void>;
  /** Writes the file anew with only these, asked for in its turn; old or new through a crash. */
  rewrite(values: () => readonly T[]): Promise<void>;
  /**
   * The same when the file has doubled since it was last written anew, so that each record is written twice on average; with
   * `now` whenever it is long enough to be worth it.
   */
  compact(values: () => readonly T[], now?: boolean): Promise<void>;
  /** Throws Problem file{disk-full} when there is less than this free. */
  needRoom(bytes: number): Promise<void>;
}

const VERSION_BYTES = 2;
/** Not valid UTF-8, so that it occurs in no payload. */
const MARKER = Buffer.from([0xfe, 0xff, 0xc1, 0xe5]);
const FRAME = MARKER.length + 8;
const LARGEST = 4 * 1024 * 1024;
/** Files shorter than this are not worth writing anew. */
const COMPACT_FROM = 64 * 1024;
/** Framing many records leaves the loop free as often as this. */
const LONGEST_STRETCH_MS = 12;

export function beginningOf({ mark, version }: Pick<LogForm<unknown>, 'mark' | 'version'>): Buffer {
  const number = Buffer.alloc(VERSION_BYTES);
  number.writeUInt16BE(version);
  return Buffer.concat([Buffer.from(mark, 'latin1'), number]);
}

export function frame(value: unknown): Buffer {
  const payload = Buffer.from(JSON.stringify(value), 'utf8');
  const numbers = Buffer.alloc(8);
  numbers.writeUInt32BE(payload.length, 0);
  numbers.writeUInt32BE(crc32(payload), 4);
  return Buffer.concat([MARKER, numbers, payload]);
}

export function readFramed<T>(form: LogForm<T>, bytes: Buffer): LogContents<T> {
  const start = beginningOf(form);
  if (bytes.length < start.length && start.subarray(0, bytes.length).equals(bytes))
    return { state: 'readable', records: [], end: 0, damaged: false };
  const known = bytes.subarray(0, start.length).equals(start);
  const found = readRecords(form, bytes, known ? start.length : 0);
  if (known) return { state: 'readable', ...found };
  // A damaged beginning is not another version: our own records behind it prove that.
  const ours =
    bytes.length >= start.length &&
    bytes.readUInt16BE(start.length - VERSION_BYTES) === form.version;
  if (ours && found.records.length > 0) return { state: 'readable', ...found, damaged: true };
  return { state: 'unknown-version' };
}

function readRecords<T>(form: LogForm<T>, bytes: Buffer, from: number) {
  const records: T[] = [];
  let at = from;
  let end = from;
  let damaged = false;
  while (at < bytes.length) {
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
    records.push(next.value);
    at = next.end;
    end = at;
  }
  return { records, end, damaged };
}

function recordAt<T>(
  { record }: LogForm<T>,
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

/** Cuts a torn tail, sets damaged bytes aside. Throws `unknownVersion()` and touches nothing when the file is of another version. */
export async function openFramedLog<T>(
  form: LogForm<T>,
  file: AppendFile,
  now: () => Date,
  unknownVersion: () => Problem,
): Promise<FramedLog<T>> {
  const bytes = await file.read();
  const contents = readFramed(form, bytes);
  if (contents.state === 'unknown-version') throw unknownVersion();
  let setAside: string | undefined;
  let size = contents.end;
  if (contents.damaged) {
    setAside = await file.setAside(bytes, now());
    const whole = Buffer.concat([beginningOf(form), ...contents.records.map(frame)]);
    await file.replace(whole);
    size = whole.length;
  } else if (bytes.length > contents.end) {
    await file.cut(contents.end);
  }
  return writable(form, file, size, { found: contents.records, setAside });
}

function writable<T>(
  form: LogForm<T>,
  file: AppendFile,
  length: number,
  opened: Pick<FramedLog<T>, 'found' | 'setAside'>,
): FramedLog<T> {
  let size = length;
  /** Its size when it was last written anew; nothing is known of that when it is opened. */
  let compacted = 0;
  const inTurn = serial();
  const rewriteNow = async (values: readonly T[]) => {
    const bytes = await framedOf(form, values);
    await file.replace(bytes);
    size = bytes.length;
    compacted = size;
  };
  return {
    ...opened,
    get size() {
      return size;
    },
    append: (values, written) =>
      inTurn(async () => {
        const begin = size === 0 ? [beginningOf(form)] : [];
        const bytes = Buffer.concat([...begin, ...values.map(frame)]);
        await file.append(bytes);
        size += bytes.length;
        written?.();
      }),
    rewrite: (values) => inTurn(() => rewriteNow(values())),
    compact: async (values, now = false) => {
      const isDue = () =>
        size >= COMPACT_FROM && size > compacted && (now || size >= 2 * compacted);
      if (!isDue()) return;
      // Whoever asked first has done it for all.
      await inTurn(async () => (isDue() ? rewriteNow(values()) : undefined));
    },
    needRoom: (bytes) => needRoom(file, bytes),
  };
}

async function framedOf<T>(form: LogForm<T>, values: readonly T[]): Promise<Buffer> {
  const frames = [beginningOf(form)];
  let since = performance.now();
  for (const value of values) {
    frames.push(frame(value));
    if (performance.now() - since < LONGEST_STRETCH_MS) continue;
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  }
  return Buffer.concat(frames);
}

async function needRoom(file: AppendFile, bytes: number): Promise<void> {
  if ((await file.free()) >= bytes) return;
  throw fileProblem(
    'disk-full',
    'The disk is too full to keep a new secret safely. Nothing was sent.',
  );
}
