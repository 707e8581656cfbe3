// Files that a person picked, known to the page only by handle; read with a size limit, never written over another.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ReadHandle, SaveTarget } from '../../preload/contract/schema.ts';
import { type Disk, fileProblemOf, fileTrouble, realDisk, syncFolder, writeNew } from './disk.ts';
import { createDownloadMark, type MarkDownloaded } from './download-mark.ts';
import { nameOf } from './file-names.ts';
import {
  type FileSink,
  type FileSource,
  openSink,
  openSource,
  type SinkOptions,
} from './file-streams.ts';
import type { Parts } from './parts.ts';
import { refusedField } from '../problems.ts';

/** How a file is read, where somebody says it. */
export interface FileReadings {
  readonly charset?: string | undefined;
  /** Of a workbook, hidden rows too. */
  readonly hidden?: boolean | undefined;
}

/** Each handle is for reading or for saving, and is refused where it is used for the other (ATK-25). */
export interface FileHandles {
  /** A handle for a path that the shell was given; the page may name it from now on, and read from it. */
  issue(path: string, reading?: FileReadings): ReadHandle;
  /** The same of a place to write to, of which the page can read nothing. */
  issueTarget(path: string): SaveTarget;
  /** From now on the text of this file is read in this charset: somebody chose it. */
  readIn(handle: ReadHandle, charset: string): void;
  /** From now on hidden rows of this workbook are read too, or not: somebody ticked it. */
  takeHidden(handle: ReadHandle, taken: boolean): void;
  takesHidden(handle: ReadHandle): boolean;
  /** What was chosen; undefined where the file says it itself. */
  charset(handle: ReadHandle): string | undefined;
  /**
   * Problem invalid-input{field: unknown-handle} when it was never issued, or issued for saving. `field` names the input field it came
   * in.
   */
  path(handle: ReadHandle, field?: string): string;
  /** Where it is saved; the same Problem when it was issued for reading. */
  place(target: SaveTarget, field?: string): string;
  /** The file's name without its folder. */
  name(handle: string, field?: string): string;
  /** The same of a place to write to; the Problem of `place`. */
  targetName(target: SaveTarget, field?: string): string;
  /** How long an ordinary file is now; null for anything else. */
  size(handle: ReadHandle, field?: string): Promise<number | null>;
  /** All bytes of an ordinary file of at most `limit` bytes. Problem file{not-found, not-a-file, too-large, changed-meanwhile, ...}. */
  read(handle: ReadHandle, limit: number, field?: string): Promise<Buffer>;
  /** A new file (0600), synced; Problem file{already-exists} when something is there. */
  write(target: SaveTarget, content: string | Uint8Array, field?: string): Promise<void>;
  /** What was just written there, for main alone: whether it can be read again. */
  readBack(target: SaveTarget, limit: number, field?: string): Promise<Buffer>;
  /** For an upload: opened once, its length fixed. Problem file{not-found, not-a-file, ...}; reads: changed-meanwhile. */
  source(handle: ReadHandle, field?: string): Promise<FileSource>;
  /** For saving: the whole file or nothing, never over another file. In a folder it gets a safe free name. */
  sink(target: SaveTarget, field?: string, options?: SinkOptions): Promise<FileSink>;
  /** The same for what the platform wrote: marked as downloaded (FIL-04), and in a folder under a name that nothing starts. */
  download(
    target: SaveTarget,
    field?: string,
    options?: Pick<SinkOptions, 'expectedBytes' | 'suggestedName'>,
  ): Promise<FileSink>;
  /** Where the last file was put that was saved by this handle. Problem invalid-input{field: unknown-handle} where none was. */
  saved(target: SaveTarget, field?: string): string;
}

const HANDLE_BYTES = 18;
/** More than a person picks in one session; beyond it the oldest are dropped. */
const MOST_HANDLES = 1000;

export function createFileHandles({
  disk = realDisk,
  mark = createDownloadMark(),
  parts,
}: {
  readonly disk?: Disk;
  readonly mark?: MarkDownloaded | undefined;
  readonly parts?: Parts | undefined;
} = {}): FileHandles {
  const known = new Map<string, Known>();

  /** The one place where a handle becomes what is known of it. */
  const find = (handle: string, use: Use | 'any', field = 'file'): Known => {
    const found = known.get(handle);
    if (found !== undefined && (use === 'any' || found.use === use)) return found;
    const why =
      found === undefined ? 'This file was not chosen in this session.' : WRONG_WAY[found.use];
    throw refusedField(field, 'unknown-handle', why);
  };
  const keep = (chosen: string, use: Use, reading: FileReadings = {}): string => {
    if (!path.isAbsolute(chosen) || chosen.includes('\0')) throw fileTrouble('not-a-file');
    const handle = `file-${randomBytes(HANDLE_BYTES).toString('base64url')}`;
    known.set(handle, { ...reading, path: path.normalize(chosen), use });
    const [oldest] = known.keys();
    if (known.size > MOST_HANDLES && oldest !== undefined) known.delete(oldest);
    return handle;
  };

  const sinkOf = async (target: string, field: string | undefined, options: SinkOptions) => {
    const of = find(target, 'save', field);
    const sink = await openSink(of.path, { ...options, parts }, disk);
    return {
      ...sink,
      async commit() {
        await sink.commit();
        of.saved = sink.place();
      },
    };
  };
  const placeSaved = (target: string, field = 'file') => {
    const file = known.get(target)?.saved;
    if (file !== undefined) return file;
    throw refusedField(field, 'unknown-handle', 'Nothing was saved there in this session.');
  };

  return {
    issue: (chosen, reading) => keep(chosen, 'read', reading) as ReadHandle,
    issueTarget: (chosen) => keep(chosen, 'save') as SaveTarget,
    readIn(handle, charset) {
      find(handle, 'read').charset = charset;
    },
    takeHidden(handle, taken) {
      find(handle, 'read').hidden = taken;
    },
    takesHidden: (handle) => known.get(handle)?.hidden === true,
    charset: (handle) => known.get(handle)?.charset,
    path: (handle, field) => find(handle, 'read', field).path,
    place: (target, field) => find(target, 'save', field).path,
    name: (handle, field) => nameOf(find(handle, 'any', field).path),
    targetName: (target, field) => nameOf(find(target, 'save', field).path),
    size: async (handle, field) => {
      const facts = await stat(find(handle, 'read', field).path).catch(() => undefined);
      return facts?.isFile() === true ? facts.size : null;
    },
    read: async (handle, limit, field) => readOrdinaryFile(find(handle, 'read', field).path, limit),
    async write(target, content, field) {
      const of = find(target, 'save', field);
      await writeTarget(of.path, content, disk);
      of.saved = of.path;
    },
    readBack: async (target, limit, field) => readOrdinaryFile(placeSaved(target, field), limit),
    source: async (handle, field) => openSource(find(handle, 'read', field).path),
    sink: (target, field, options = {}) => sinkOf(target, field, options),
    download: (target, field, options = {}) => sinkOf(target, field, { ...options, mark }),
    saved: placeSaved,
  };
}

/** All that is known of a handle: dropped with it. */
interface Known {
  readonly path: string;
  readonly use: Use;
  charset?: string | undefined;
  hidden?: boolean | undefined;
  /** Where the last file was put that was saved by it. */
  saved?: string;
}

type Use = 'read' | 'save';
/** By what it was chosen for. */
const WRONG_WAY = {
  read: 'This file was chosen to be read, and nothing is written to it.',
  save: 'This place was chosen to be written to, and nothing is read from it.',
} as const satisfies Record<Use, string>;

/** Opened once and without waiting, so that a pipe or device cannot hang the program; size taken from the open file. */
async function readOrdinaryFile(file: string, limit: number): Promise<Buffer> {
  const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK).catch(
    (error: unknown) => {
      throw fileProblemOf(error);
    },
  );
  try {
    const { size } = await ordinary(handle);
    if (size > limit) throw fileTrouble('too-large');
    const bytes = Buffer.alloc(size + 1);
    let filled = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    if (filled !== size) throw fileTrouble('changed-meanwhile');
    return bytes.subarray(0, size);
  } catch (error) {
    throw fileProblemOf(error);
  } finally {
    await handle.close();
  }
}

async function ordinary(handle: Awaited<ReturnType<typeof open>>): Promise<{ size: number }> {
  const facts = await handle.stat();
  if (!facts.isFile()) throw fileTrouble('not-a-file');
  return facts;
}

async function writeTarget(file: string, content: string | Uint8Array, disk: Disk): Promise<void> {
  let made = false;
  try {
    await writeNew(file, content, {
      ...disk,
      async open(...given) {
        const handle = await disk.open(...given);
        made = true;
        return handle;
      },
    });
    await syncFolder(path.dirname(file), disk);
  } catch (error) {
    // An incomplete file is removed; a file that existed before is not ours to remove.
    if (made) await disk.rm(file, { force: true }).catch(() => undefined);
    throw fileProblemOf(error);
  }
}
