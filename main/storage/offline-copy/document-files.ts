// The files of the documents' texts: every read checks a line's hash, and lines are found without an index.
import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import { type Disk, errorCode, fileProblemOf } from '../disk.ts';
import { openGrowingFile } from './growing-file.ts';
import { lineBytes, type Place } from './places.ts';

/** Problem file{...} only where a file may not be opened: all other differences from what was written are damage. */
export interface DocumentFiles {
  /** Undefined when the line is missing or damaged. */
  read(place: Place): Promise<Buffer | undefined>;
  /** Reads many in the order of the files, a large piece at a time. */
  texts(
    places: Iterable<Place>,
    signal?: AbortSignal,
  ): AsyncGenerator<{ readonly place: Place; readonly text: Buffer | undefined }>;
  /** The whole lines of a file. */
  scan(file: number): AsyncGenerator<Place>;
  /** Numbers and sizes of the files that are there; a folder of that name has no size. */
  sizes(): Promise<ReadonlyMap<number, number>>;
  /** Copies these lines into a new file and syncs it; undefined when one of them is damaged. */
  rewrite(places: readonly Place[], file: number): Promise<readonly Place[] | undefined>;
  /** Syncs a file, also one of an earlier process. */
  sync(file: number): Promise<void>;
  name(file: number): string;
  /** Closes its handle after the reads under way, so that the file can be moved. */
  closeFile(file: number): Promise<void>;
  close(): Promise<void>;
}

const NAME = /^documents-(\d{1,9})\.ndjson$/;
const PIECE = 1 << 17;
/** The longest document that can be put, so a longer line is damage. */
export const MOST_BYTES = 64 << 20;
/** Error codes of reading that mean damage. */
const DAMAGE = new Set(['ENOENT', 'EISDIR', 'ENOTDIR', 'ELOOP', 'EIO', 'ENXIO']);

export const hashOf = (text: Buffer) =>
  createHash('sha256').update(text).digest('hex').slice(0, 32);

export function line(hash: string, text: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`${hash} `), text, Buffer.from('\n')]);
}

/** The text of a line, where it is whole. */
function textOf(found: Buffer, hash: string): Buffer | undefined {
  const text = found.subarray(33, -1);
  const framed = found[32] === 0x20 && found.at(-1) === 0x0a;
  return framed && found.toString('latin1', 0, 32) === hash && hashOf(text) === hash
    ? text
    : undefined;
}

export function createDocumentFiles(folder: string, disk: Disk): DocumentFiles {
  const name = (file: number) => `documents-${String(file)}.ndjson`;
  const reader = createReader((file) => disk.open(path.join(folder, name(file)), 'r'));
  const files: DocumentFiles = {
    async read(place) {
      const size = lineBytes(place);
      const found = await reader.read(place.file, place.offset, size);
      return found.length === size ? textOf(found, place.hash) : undefined;
    },
    texts: (places, signal) => readInOrder(reader, places, signal),
    scan: (file) => scanFile(reader, file),
    sizes: () => sizesIn(folder),
    async rewrite(places, file) {
      const to = openGrowingFile(path.join(folder, name(file)), disk, 'new');
      try {
        return await rewriteInto(to, file, files.texts(places));
      } finally {
        await to.close();
      }
    },
    async sync(file) {
      const handle = await disk.open(path.join(folder, name(file)), 'r+');
      try {
        await handle.datasync();
      } finally {
        await handle.close();
      }
    },
    name,
    closeFile: (file) => reader.closeFile(file),
    close: () => reader.close(),
  };
  return files;
}

interface Reader {
  /** May return fewer bytes, at the end of the file. */
  read(file: number, offset: number, size: number): Promise<Buffer>;
  closeFile(file: number): Promise<void>;
  close(): Promise<void>;
}

/** Keeps handles open; `closeFile` waits for the reads under way. */
function createReader(open: (file: number) => Promise<FileHandle>): Reader {
  interface Opened {
    readonly handle: Promise<FileHandle>;
    readonly reading: Set<Promise<unknown>>;
  }
  const opened = new Map<number, Opened>();
  const use = (file: number): Opened => {
    const known = opened.get(file);
    if (known) return known;
    const made = { handle: open(file), reading: new Set<Promise<unknown>>() };
    opened.set(file, made);
    made.handle.catch(() => opened.delete(file));
    return made;
  };
  const closeFile = async (file: number) => {
    const left = opened.get(file);
    opened.delete(file);
    if (!left) return;
    await Promise.allSettled(left.reading);
    await left.handle.then((handle) => handle.close()).catch(() => undefined);
  };
  return {
    async read(file, offset, size) {
      const { handle, reading } = use(file);
      const act = handle.then((from) => readFrom(from, offset, size)).catch(nothingIfDamaged);
      reading.add(act);
      return act.finally(() => reading.delete(act));
    },
    closeFile,
    close: async () => {
      await Promise.all([...opened.keys()].map(closeFile));
    },
  };
}

function nothingIfDamaged(error: unknown): Buffer {
  if (DAMAGE.has(errorCode(error) ?? '')) return Buffer.alloc(0);
  throw fileProblemOf(error);
}

async function readFrom(handle: FileHandle, offset: number, size: number): Promise<Buffer> {
  const into = Buffer.allocUnsafeSlow(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await handle.read(into, done, size - done, offset + done);
    if (bytesRead === 0) break;
    done += bytesRead;
  }
  return into.subarray(0, done);
}

interface Piece {
  readonly file: number;
  readonly from: number;
  readonly bytes: Buffer;
}

async function* readInOrder(
  reader: Reader,
  places: Iterable<Place>,
  signal?: AbortSignal,
): AsyncGenerator<{ readonly place: Place; readonly text: Buffer | undefined }> {
  let piece: Piece = { file: -1, from: 0, bytes: Buffer.alloc(0) };
  for (const place of [...places].sort((a, b) => a.file - b.file || a.offset - b.offset)) {
    const size = lineBytes(place);
    const last = place.offset + size;
    if (place.file !== piece.file || last > piece.from + piece.bytes.length) {
      signal?.throwIfAborted();
      const read = (most: number) => reader.read(place.file, place.offset, most);
      let bytes = await read(Math.max(size, PIECE));
      // A disk error in the piece need not affect this line.
      if (bytes.length === 0) bytes = await read(size);
      piece = { file: place.file, from: place.offset, bytes };
    }
    const found = piece.bytes.subarray(place.offset - piece.from, last - piece.from);
    yield { place, text: found.length === size ? textOf(found, place.hash) : undefined };
  }
}

async function* scanFile(reader: Reader, file: number): AsyncGenerator<Place> {
  /** Bytes after the last line break, which begin at `offset`. */
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for (let position = 0; ;) {
    const piece = await reader.read(file, position, PIECE);
    if (piece.length === 0) return;
    position += piece.length;
    rest = rest.length > 0 ? Buffer.concat([rest, piece]) : piece;
    let from = 0;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10, from)) {
      const found = rest.subarray(from, end + 1);
      const hash = found.toString('latin1', 0, 32);
      const text = textOf(found, hash);
      if (text) yield { hash, file, offset: offset + from, bytes: text.length };
      from = end + 1;
    }
    // Too long for a line of ours: skipped, so that it does not fill the memory.
    if (rest.length - from > MOST_BYTES) from = rest.length;
    rest = rest.subarray(from);
    offset += from;
  }
}

async function sizesIn(folder: string): Promise<ReadonlyMap<number, number>> {
  const numbers = (await readdir(folder)).flatMap((name) => {
    const [, number] = NAME.exec(name) ?? [];
    return number === undefined ? [] : [[Number(number), name] as const];
  });
  const sizes = numbers.map(async ([number, name]) => {
    const found = await lstat(path.join(folder, name)).catch(() => undefined);
    return [number, found?.isFile() ? found.size : 0] as const;
  });
  return new Map(await Promise.all(sizes));
}

async function rewriteInto(
  to: { readonly end: number; append(bytes: Buffer): Promise<void>; sync(): Promise<void> },
  file: number,
  texts: ReturnType<DocumentFiles['texts']>,
): Promise<readonly Place[] | undefined> {
  const moved: Place[] = [];
  let batch: Buffer[] = [];
  let size = 0;
  const write = async () => {
    await to.append(Buffer.concat(batch));
    [batch, size] = [[], 0];
  };
  for await (const { place, text } of texts) {
    if (!text) return undefined;
    moved.push({ ...place, file, offset: to.end + size });
    const next = line(place.hash, text);
    batch.push(next);
    size += next.length;
    if (size >= PIECE) await write();
  }
  await write();
  await to.sync();
  return moved;
}
