// Files too large for memory: one read while it is sent, one written beside its place and moved there when whole.
import { constants, lstatSync, statSync } from 'node:fs';
import { type FileHandle, link, open, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../problem.ts';
import {
  type Disk,
  errorCode,
  fileProblemOf,
  fileTrouble,
  realDisk,
  renamePatiently,
  type Room,
  syncFolder,
  watchRoom,
} from './disk.ts';
import type { MarkDownloaded } from './download-mark.ts';
import { freePath, nameOf } from './file-names.ts';
import { inertFileName } from './inert-names.ts';
import { fileProblem } from '../problems.ts';
import { type Parts, unnotedParts } from './parts.ts';

/** A file that is uploaded; fits `UploadSource` of http/streams.ts. */
export interface FileSource {
  readonly name: string;
  /** Fixed when it was opened. */
  readonly bytes: number;
  read(into: Buffer): Promise<number>;
  close(): Promise<void>;
}

/** A file that is downloaded; fits `Sink` of http/streams.ts. */
export interface FileSink {
  write(chunk: Buffer): Promise<void>;
  commit(): Promise<void>;
  abandon(): Promise<void>;
  /** Where it is, once it is committed. */
  place(): string;
  /** Name and size; the name is known when it is committed. */
  result(): { readonly name: string; readonly bytes: number };
}

/**
 * Opened once and without waiting: a pipe, device or folder is file{not-a-file}. What another program does to the file
 * meanwhile is file{changed-meanwhile} before the last bytes are read, so that a mix of two versions is never sent whole (FIL-06).
 */
export async function openSource(file: string): Promise<FileSource> {
  const handle = await opened(file, constants.O_RDONLY | constants.O_NONBLOCK);
  const before = await factsOf(handle).catch(async (error: unknown) => {
    await handle.close();
    throw fileProblemOf(error);
  });
  let position = 0;
  let isOpen = true;
  return {
    name: nameOf(file),
    bytes: before.size,
    async read(into) {
      try {
        const { bytesRead } = await handle.read(into, 0, into.length, position);
        position += bytesRead;
        if (position < before.size && bytesRead > 0) return bytesRead;
        const { size, changed } = await factsOf(handle);
        const isSame = size === before.size && changed === before.changed;
        if (!isSame || !(await isAt(file, before))) throw fileTrouble('changed-meanwhile');
        return bytesRead;
      } catch (error) {
        throw fileProblemOf(error);
      }
    },
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await handle.close();
    },
  };
}

async function opened(file: string, flags: number): Promise<FileHandle> {
  return open(file, flags).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
}

async function factsOf(handle: FileHandle) {
  const facts = await handle.stat({ bigint: true });
  if (!facts.isFile()) throw fileTrouble('not-a-file');
  return { size: Number(facts.size), changed: facts.mtimeNs, dev: facts.dev, ino: facts.ino };
}

/** Whether the path still leads to the file that was opened: many programs save by putting a new one in its place. */
async function isAt(file: string, { dev, ino }: { readonly dev: bigint; readonly ino: bigint }) {
  const facts = await stat(file, { bigint: true }).catch(() => undefined);
  return facts?.dev === dev && facts.ino === ino;
}

export interface SinkOptions {
  /** The size that the platform announced; any other is file{changed-meanwhile}, and nothing is kept. */
  readonly expectedBytes?: number | undefined;
  /** Where nobody announced a size: more is file{no-end}. */
  readonly mostBytes?: number | undefined;
  /** For a folder as target: the name in it, made safe (FIL-01) and free. */
  readonly suggestedName?: string | undefined;
  /** Names the `.part` file, so that the next start finds it. */
  readonly parts?: Parts | undefined;
  /** Of the folder that the `.part` file grows in, where many do; a watch of its own when left out. */
  readonly room?: Room | undefined;
  /** Where the `.part` file grows, instead of in the target's folder: a folder on the same disk. */
  readonly partFolder?: string | undefined;
  /** Called when all bytes are on the disk, with the final path; again when that path was taken meanwhile. */
  readonly placing?: ((file: string, bytes: number) => Promise<void>) | undefined;
  /** For what the platform wrote: marked before it takes its place, and in a folder under a name that nothing starts. */
  readonly mark?: MarkDownloaded | undefined;
}

/** The platform takes attachments of 500 MB, and no form or printed page comes near that. */
const MOST_BYTES = 1024 ** 3;

/**
 * Written to a `.part` file (0600) in the target's folder, synced, and only then put to its place, where nothing may
 * be: file{already-exists}, before the first byte where that is known. A folder as target takes a free safe name. What is longer than
 * it may be, or would fill the disk, is refused while it comes (ATK-31).
 */
export async function openSink(
  target: string,
  options: SinkOptions,
  disk: Disk,
  hardLink: typeof link = link,
): Promise<FileSink> {
  const { suggestedName = 'file', placing, mark } = options;
  const isFolder = statSync(target, { throwIfNoEntry: false })?.isDirectory() ?? false;
  if (!isFolder && lstatSync(target, { throwIfNoEntry: false }))
    throw fileTrouble('already-exists');
  const name = mark === undefined ? suggestedName : inertFileName(suggestedName);
  const place = () => (isFolder ? freePath(target, name) : target);
  let final = place();
  const part = await openPart(options.partFolder ?? path.dirname(final), options, disk);
  return {
    write: (chunk) => part.write(chunk),
    abandon: () => part.abandon(),
    async commit() {
      try {
        await part.finish();
        await mark?.(part.path);
        const put = async (to: string) => {
          await placing?.(to, part.bytes());
          await putInPlace(part.path, to, disk, hardLink);
        };
        final = await atFreePlace(final, isFolder ? place : undefined, put);
        await syncFolder(path.dirname(final), disk).catch(() => undefined);
      } catch (error) {
        await part.abandon();
        throw fileProblemOf(error);
      }
    },
    place: () => final,
    result: () => ({ name: path.basename(final), bytes: part.bytes() }),
  };
}

/** All of a file that is in memory. */
export async function writeWhole(
  sink: Pick<FileSink, 'write' | 'commit' | 'abandon'>,
  content: Buffer,
): Promise<void> {
  try {
    await sink.write(content);
  } catch (error) {
    await sink.abandon();
    throw error;
  }
  await sink.commit();
}

/** A file on its way in, which is at its place only when it is put there. */
export interface PartFile {
  readonly path: string;
  bytes(): number;
  write(chunk: Buffer): Promise<void>;
  /** Closed, with all bytes on the disk. Problem file{changed-meanwhile} where it is not as long as expected. */
  finish(): Promise<void>;
  /** Removes it, also after it was closed. */
  abandon(): Promise<void>;
}

/** A new file with a free name. */
export async function openPart(
  folder: string,
  {
    expectedBytes,
    mostBytes = MOST_BYTES,
    parts = unnotedParts,
    room = watchRoom(folder),
  }: Pick<SinkOptions, 'expectedBytes' | 'mostBytes' | 'parts' | 'room'>,
  disk: Disk,
): Promise<PartFile> {
  await room.keep(expectedBytes ?? 0);
  const file = await parts.in(folder);
  const handle = await disk.open(file, 'wx', 0o600).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  let bytes = 0;
  return {
    path: file,
    bytes: () => bytes,
    async write(chunk: Buffer) {
      const after = bytes + chunk.length;
      if (expectedBytes !== undefined && after > expectedBytes) throw otherSize();
      if (after > mostBytes) throw fileTrouble('no-end');
      await room.take(chunk.length);
      await handle.writeFile(chunk).catch((error: unknown) => {
        throw fileProblemOf(error);
      });
      bytes = after;
    },
    async finish() {
      if (expectedBytes !== undefined && bytes !== expectedBytes) throw otherSize();
      await handle.sync();
      await handle.close();
    },
    async abandon() {
      await handle.close().catch(() => undefined);
      await disk.rm(file, { force: true }).catch(() => undefined);
    },
  };
}

/** Moves the part to its final path; to the next free one, if there is any, when that was taken meanwhile. */
export async function atFreePlace(
  final: string,
  next: (() => string) | undefined,
  put: (to: string) => Promise<void>,
): Promise<string> {
  for (let place = final; ; place = next()) {
    try {
      await put(place);
      return place;
    } catch (error) {
      if (next === undefined || errorCode(error) !== 'EEXIST') throw error;
    }
  }
}

const NO_HARD_LINKS = ['EPERM', 'ENOTSUP', 'ENOSYS', 'EOPNOTSUPP', 'EMLINK'];

/**
 * A hard link never replaces a file; node's own EEXIST where one is there. On disks without hard links an empty file reserves the path,
 * then is replaced.
 */
export async function putInPlace(
  part: string,
  final: string,
  disk: Disk = realDisk,
  hardLink: typeof link = link,
): Promise<void> {
  try {
    await hardLink(part, final);
    // Not `rm`, which looks at it first.
    await unlink(part);
  } catch (error) {
    if (!NO_HARD_LINKS.includes(errorCode(error) ?? '')) throw error;
    await (await disk.open(final, 'wx', 0o600)).close();
    await renamePatiently(part, final, disk).catch(async (cause: unknown) => {
      await disk.rm(final, { force: true });
      throw cause;
    });
  }
}

function otherSize(): Problem {
  const message = 'The file that came is not as long as the platform said it is.';
  return fileProblem('changed-meanwhile', message);
}
