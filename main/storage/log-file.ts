// A file of values that only grows: torn tails are cut, damage is set aside, an append is synced before it counts.
import { type FileHandle, open, statfs } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '../problem.ts';
import { pauses } from '../pauses.ts';
import { serial } from '../serial.ts';
import type { StoreCheck } from './store-check.ts';
import {
  APPEND_ITSELF,
  asideEnding,
  type Disk,
  errorCode,
  fileProblemOf,
  fileTrouble,
  READ_ITSELF,
  readOrdinaryFile,
  realDisk,
  replaceFile,
  syncFolder,
  writeNew,
} from './disk.ts';

/** The bytes of such a file. Every method throws Problem file{...}. One call at a time. */
export interface AppendFile {
  /** All bytes; none when there is no file yet. */
  read(): Promise<Buffer>;
  /** What stands at these places, in their order. Problem file{not-found} without a file. */
  pieces(places: readonly Place[]): Promise<readonly Buffer[]>;
  /**
   * On the disk when it resolves. When it rejects, the file is as long as before, unless the disk refused that too. `end` is
   * where the file is known to end: elsewhere, a file in which nothing foreign may stand throws Problem file{changed-meanwhile}.
   */
  append(bytes: Buffer, end: number): Promise<void>;
  /**
   * Drops what is behind this length; a file that is shorter stays as it is. A file in which nothing foreign may stand drops
   * only a beginning of `own`, what a write was to put there, and throws Problem file{changed-meanwhile} for anything else.
   */
  cut(length: number, own: Buffer): Promise<void>;
  /** The whole content anew, old or new through a crash. */
  replace(bytes: Buffer): Promise<void>;
  /** Keeps damaged bytes in a file beside this one, whose name it answers. */
  setAside(bytes: Buffer, at: Date): Promise<string>;
  /** Bytes free on this disk. */
  free(): Promise<number>;
}

/** How values stand in the bytes; made by `log-codecs.ts`. */
export interface Codec<T> {
  /** What the file begins with, before any value. */
  readonly header: Buffer;
  /** `number`: how many values stand before it. */
  encode(value: T, number: number): Buffer;
  /** Undefined for what is not, or not as the value of this number, what `encode` made. */
  decode(bytes: Buffer, number: number): T | undefined;
  scan(bytes: Buffer): Promise<Scan<T>>;
  /** What is said when a file of another version, or sealed with another key, was to be opened. */
  refusal(): Problem;
}

/** What was found in the bytes of a file. */
export interface Scan<T> {
  /** Those that are whole. */
  readonly values: readonly T[];
  /** Where each of them stands. */
  readonly places: readonly Place[];
  /** Where the good part ends; what is behind it was torn off by a kill. */
  readonly end: number;
  /** Something that once was whole is not any more. */
  readonly damaged: boolean;
  /** Written by another version, or sealed with another key: nothing of it may be touched. */
  readonly otherVersion: boolean;
}

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** The file of one process, appended to in order. Methods throw Problem file{...}; then nothing has changed. */
export interface LogFile<T> {
  /** Bytes. */
  readonly size: number;
  /** Whether bytes that stand behind `size` may be what a write that failed has left. They go with the next one. */
  isLeftover(behind: Buffer): boolean;
  /**
   * On the disk, in this order and all together, when it resolves: with the number of the first, as they were given from 0
   * on. What is asked for meanwhile is written together. `written` runs before any later turn, so that a compaction never misses what an append has just put there.
   */
  append(values: readonly T[], written?: () => void): Promise<number>;
  /** Values by their numbers, in the order asked for; undefined for one that is not whole any more. */
  read(numbers: readonly number[]): Promise<readonly (T | undefined)[]>;
  /** Writes the file anew with only these, asked for in its turn; old or new through a crash. */
  rewrite(values: () => readonly T[]): Promise<void>;
  /**
   * The same when the file has doubled since it was last written anew, so that each value is written twice on average; with
   * `now` whenever it is long enough to be worth it.
   */
  compact(values: () => readonly T[], now?: boolean): Promise<void>;
  /**
   * Reads the file again: one that has lost anything of what was read or written before is kept beside a new one with `values`.
   */
  check(run: StoreCheck, what: LogCheck<T>): Promise<void>;
  /** Bytes free on its disk. */
  free(): Promise<number>;
}

export interface LogCheck<T> {
  /** The name of the file. */
  readonly name: string;
  /** All that it should hold. */
  readonly values: () => readonly T[] | Promise<readonly T[]>;
  readonly now: () => Date;
  /** Whether a value that is whole may stand in it; all may when left out. */
  readonly isSound?: (value: T) => boolean;
}

export interface OpenedLog<T> {
  readonly log: LogFile<T>;
  /** The values that stood in the file. */
  readonly found: readonly T[];
  /** Name of the file that damaged bytes were set aside in. */
  readonly setAside: string | undefined;
}

/** Files shorter than this are not worth writing anew. */
const COMPACT_FROM = 64 * 1024;

/** What stands in the file; nothing is written. */
export async function readLog<T>(
  file: AppendFile,
  codec: Codec<T>,
): Promise<Scan<T> & { readonly bytes: Buffer }> {
  const bytes = await file.read();
  return { bytes, ...(await codec.scan(bytes)) };
}

/** A file with these values and no others. */
export async function createLog<T>(
  file: AppendFile,
  codec: Codec<T>,
  values: readonly T[],
): Promise<LogFile<T>> {
  return growing(file, codec, await written(file, codec, values));
}

/** Goes on behind what was read (all bytes, or those behind the end), for who deals with damage in another way than `openLog`. A torn tail goes with the first write. */
export function continueLog<T>(
  file: AppendFile,
  codec: Codec<T>,
  read: Pick<Scan<T>, 'places' | 'end'> &
    ({ readonly bytes: Buffer } | { readonly behind: Buffer }),
): LogFile<T> {
  const { places, end } = read;
  const leftover = 'behind' in read ? read.behind : Buffer.from(read.bytes.subarray(end));
  return growing(file, codec, { places, size: end, leftover });
}

/**
 * Cuts a torn tail; sets a damaged file aside and writes it anew with what of it is whole. Throws the codec's refusal, and
 * touches nothing, when the file is of another version. One that `mustExist` was made with its header: Problem
 * file{not-found} without it.
 */
export async function openLog<T>(
  file: AppendFile,
  codec: Codec<T>,
  { now, mustExist = false }: { readonly now: () => Date; readonly mustExist?: boolean },
): Promise<OpenedLog<T>> {
  const { bytes, values: found, places, end, ...state } = await readLog(file, codec);
  if (mustExist && bytes.length === 0) throw fileTrouble('not-found');
  if (state.otherVersion) throw codec.refusal();
  if (!state.damaged) {
    if (bytes.length > end) await file.cut(end, bytes.subarray(end));
    return {
      log: growing(file, codec, { places, size: end, leftover: NOTHING }),
      found,
      setAside: undefined,
    };
  }
  const setAside = await file.setAside(bytes, now());
  return { log: growing(file, codec, await written(file, codec, found)), found, setAside };
}

/** Where values stand, and how long the file is with them. */
interface Extent {
  readonly places: readonly Place[];
  readonly size: number;
  /** A beginning of this may stand behind that. */
  readonly leftover: Buffer;
}

const NOTHING = Buffer.alloc(0);

async function written<T>(
  file: AppendFile,
  codec: Codec<T>,
  values: readonly T[],
): Promise<Extent> {
  const pieces: Buffer[] = [];
  const pause = pauses();
  for (const [number, value] of values.entries()) {
    pieces.push(codec.encode(value, number));
    await pause();
  }
  await file.replace(Buffer.concat([codec.header, ...pieces]));
  return behind(codec.header.length, pieces);
}

function behind(start: number, pieces: readonly Buffer[]): Extent {
  let size = start;
  const places = pieces.map(({ length }) => ({ start: size, end: (size += length) }));
  return { places, size, leftover: NOTHING };
}

interface Waiting<T> {
  readonly values: readonly T[];
  readonly written: (() => void) | undefined;
  readonly done: (first: number) => void;
  readonly failed: (error: unknown) => void;
}

function growing<T>(file: AppendFile, codec: Codec<T>, from: Extent): LogFile<T> {
  let { size, leftover } = from;
  let places = [...from.places];
  /** Its size when it was last written anew; nothing is known of that when it is opened. */
  let compacted = 0;
  let waiting: Waiting<T>[] = [];
  const inTurn = serial();

  const write = async (values: readonly T[]) => {
    const header = size === 0 ? codec.header : NOTHING;
    const pieces = values.map((value, n) => codec.encode(value, places.length + n));
    const bytes = Buffer.concat([header, ...pieces]);
    if (leftover.length > 0) await file.cut(size, leftover);
    leftover = NOTHING;
    await file.append(bytes, size).catch((error: unknown) => {
      // What somebody else has put there is none of it.
      if (!isChanged(error)) leftover = bytes;
      throw error;
    });
    const more = behind(size + header.length, pieces);
    places.push(...more.places);
    size = more.size;
  };
  const writeWaiting = async () => {
    const some = waiting;
    waiting = [];
    if (some.length === 0) return;
    let first = places.length;
    const failure = await write(some.flatMap(({ values }) => values)).then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    for (const { values, written, done, failed } of some) {
      try {
        if (!failure) written?.();
      } catch (error) {
        failed(error);
      }
      if (failure) failed(failure.error);
      else done(first);
      first += values.length;
    }
  };
  const rewriteNow = async (values: readonly T[]) => {
    const now = await written(file, codec, values);
    [places, size, compacted, leftover] = [[...now.places], now.size, now.size, NOTHING];
  };
  return {
    get size() {
      return size;
    },
    isLeftover: (behind) => isBeginning(behind, leftover),
    append: (values, written) =>
      new Promise((done, failed) => {
        waiting.push({ values, written, done, failed });
        void inTurn(writeWaiting);
      }),
    read: (numbers) =>
      inTurn(async () => {
        const wanted = numbers.map((number) => placeOf(places, number));
        const pieces = await file.pieces(wanted);
        return pieces.map((bytes, n) => codec.decode(bytes, numbers[n] ?? 0));
      }),
    rewrite: (values) => inTurn(() => rewriteNow(values())),
    compact: async (values, now = false) => {
      const isDue = () =>
        size >= COMPACT_FROM && size > compacted && (now || size >= 2 * compacted);
      if (!isDue()) return;
      // Whoever asked first has done it for all.
      await inTurn(async () => (isDue() ? rewriteNow(values()) : undefined));
    },
    check: (run, { name, values, now, isSound = () => true }) =>
      inTurn(async () => {
        const { bytes, values: whole, damaged, otherVersion } = await readLog(file, codec);
        run.read(whole.length);
        const isWhole = !damaged && !otherVersion && whole.length >= places.length;
        if (isWhole && whole.every(isSound)) return;
        const kind = bytes.length === 0 ? 'missing' : 'damaged';
        await run.repair({ kind, what: name }, async () => {
          const kept = bytes.length === 0 ? undefined : await file.setAside(bytes, now());
          await rewriteNow(await values());
          return kept;
        });
      }),
    free: () => file.free(),
  };
}

function placeOf(places: readonly Place[], number: number): Place {
  const place = places[number];
  if (!place) throw new RangeError('There is no such value.');
  return place;
}

const isBeginning = (bytes: Buffer, whole: Buffer) => bytes.equals(whole.subarray(0, bytes.length));

/** Of a file that somebody else has made longer or shorter. */
export const isChanged = (error: unknown): boolean => {
  const failure = error instanceof Problem ? error.failure : undefined;
  return failure?.kind === 'file' && failure.problem === 'changed-meanwhile';
};

export interface AppendFileOptions {
  readonly disk?: Disk;
  /**
   * What somebody else has put behind the known end stays in the middle, or goes with what a refused write has left; or
   * nothing is appended and nothing is cut.
   */
  readonly foreign?: 'left' | 'refused';
  /** Whether a new file counts although its folder cannot be synced. */
  readonly folderSync?: 'needed' | 'tried';
}

export function openAppendFile(file: string, options: AppendFileOptions = {}): AppendFile {
  const { disk = realDisk, foreign = 'left', folderSync = 'needed' } = options;
  const folder = path.dirname(file);
  const guarded = async <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((error: unknown) => {
      throw fileProblemOf(error);
    });
  const cut = async (length: number, own: Buffer) => {
    const handle = await disk.open(file, 'r+').catch((error: unknown) => {
      // What was never made has nothing behind its beginning; that a known one is gone is found by the append.
      const isNothing = length === 0 || foreign === 'refused';
      if (isNothing && errorCode(error) === 'ENOENT') return undefined;
      throw error;
    });
    try {
      if (handle) await cutTo(handle, length, foreign === 'refused' ? own : undefined);
    } finally {
      await handle?.close();
    }
  };
  const append = async (bytes: Buffer, end: number) => {
    // Opened for appending: what comes from somebody else between `stat` and `write` is never written over.
    const handle = await disk.open(file, APPEND_ITSELF, 0o600);
    try {
      const facts = await handle.stat();
      if (!facts.isFile()) throw fileTrouble('not-a-file');
      const { size } = facts;
      if (foreign === 'refused' && size !== end) throw fileTrouble('changed-meanwhile');
      await writeSynced(handle, bytes).catch(async (error: unknown) => {
        // Windows cuts nothing through a handle that appends.
        await cutTo(handle, size, foreign === 'refused' ? bytes : undefined)
          .catch(() => cut(size, bytes))
          .catch(() => undefined);
        throw error;
      });
      if (size > 0) return;
    } finally {
      await handle.close();
    }
    const synced = syncFolder(folder, disk);
    await (folderSync === 'needed' ? synced : synced.catch(() => undefined));
  };
  return {
    read: () => guarded(() => readOrNothing(file)),
    pieces: (places) => guarded(() => readPieces(file, places)),
    append: (bytes, end) => guarded(() => append(bytes, end)),
    cut: (length, own) => guarded(() => cut(length, own)),
    replace: (bytes) => replaceFile(file, bytes, disk),
    setAside: (bytes, at) =>
      guarded(async () => {
        const aside = file + asideEnding(at);
        await writeNew(aside, bytes, disk).catch((error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
        });
        return path.basename(aside);
      }),
    free: () =>
      guarded(async () => {
        const { bavail, bsize } = await statfs(folder);
        return bavail * bsize;
      }),
  };
}

async function readOrNothing(file: string): Promise<Buffer> {
  try {
    return await readOrdinaryFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

async function readPieces(file: string, places: readonly Place[]): Promise<readonly Buffer[]> {
  const handle = await open(file, READ_ITSELF);
  try {
    const pieces: Buffer[] = [];
    for (const { start, end } of places) {
      const piece = Buffer.alloc(end - start);
      await handle.read(piece, 0, piece.length, start);
      pieces.push(piece);
    }
    return pieces;
  } finally {
    await handle.close();
  }
}

async function writeSynced(handle: FileHandle, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, done, bytes.length - done);
    done += bytesWritten;
  }
  // With the file's new length, without which nobody finds them; its times can be lost.
  await handle.datasync();
}

/** Of more than a beginning of `own`, where that is asked for, nothing is dropped. */
async function cutTo(handle: FileHandle, length: number, own: Buffer | undefined): Promise<void> {
  const { size } = await handle.stat();
  if (size <= length) return;
  if (own) {
    const behind = Buffer.alloc(Math.min(size - length, own.length + 1));
    await handle.read(behind, 0, behind.length, length);
    if (!isBeginning(behind, own)) throw fileTrouble('changed-meanwhile');
  }
  await handle.truncate(length);
  await handle.sync();
}
