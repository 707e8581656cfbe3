// Files that a person picked, known to the page only by handle; read with a size limit, never written over another.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import path from 'node:path';
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

export interface FileHandles {
  /** A handle for a path that the shell was given; the page may name it from now on. */
  issue(path: string, reading?: FileReadings): string;
  /** From now on the text of this file is read in this charset: somebody chose it. */
  readIn(handle: string, charset: string): void;
  /** From now on hidden rows of this workbook are read too, or not: somebody ticked it. */
  takeHidden(handle: string, taken: boolean): void;
  takesHidden(handle: string): boolean;
  /** What was chosen; undefined where the file says it itself. */
  charset(handle: string): string | undefined;
  /** Problem invalid-input{field: unknown-handle} when it was never issued. `field` names the input field it came in. */
  path(handle: string, field?: string): string;
  /** The file's name without its folder. */
  name(handle: string, field?: string): string;
  /** How long an ordinary file is now; null for anything else. */
  size(handle: string, field?: string): Promise<number | null>;
  /** All bytes of an ordinary file of at most `limit` bytes. Problem file{not-found, not-a-file, too-large, changed-meanwhile, ...}. */
  read(handle: string, limit: number, field?: string): Promise<Buffer>;
  /** A new file (0600), synced; Problem file{already-exists} when something is there. */
  write(handle: string, content: string | Uint8Array, field?: string): Promise<void>;
  /** For an upload: opened once, its length fixed. Problem file{not-found, not-a-file, ...}; reads: changed-meanwhile. */
  source(handle: string, field?: string): Promise<FileSource>;
  /** For saving: the whole file or nothing, never over another file. In a folder it gets a safe free name. */
  sink(handle: string, field?: string, options?: SinkOptions): Promise<FileSink>;
  /** The same for what the platform wrote: marked as downloaded (FIL-04), and in a folder under a name that nothing starts. */
  download(
    handle: string,
    field?: string,
    options?: Pick<SinkOptions, 'expectedBytes' | 'suggestedName'>,
  ): Promise<FileSink>;
  /** Where the last file was put that was saved by this handle. Problem invalid-input{field: unknown-handle} where none was. */
  saved(handle: string, field?: string): string;
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
  const paths = new Map<string, string>();
  const saved = new Map<string, string>();
  const charsets = new Map<string, string>();
  const withHidden = new Set<string>();

  const find = (handle: string, field = 'file') => {
    const found = paths.get(handle);
    if (found !== undefined) return found;
    throw refusedField(field, 'unknown-handle', 'This file was not chosen in this session.');
  };

  const noting = (handle: string, sink: FileSink): FileSink => ({
    ...sink,
    async commit() {
      await sink.commit();
      saved.set(handle, sink.place());
    },
  });

  return {
    issue(chosen, { charset, hidden = false } = {}) {
      if (!path.isAbsolute(chosen) || chosen.includes('\0')) throw fileTrouble('not-a-file');
      const handle = `file-${randomBytes(HANDLE_BYTES).toString('base64url')}`;
      paths.set(handle, path.normalize(chosen));
      if (charset !== undefined) charsets.set(handle, charset);
      if (hidden) withHidden.add(handle);
      const [oldest] = paths.keys();
      if (paths.size > MOST_HANDLES && oldest !== undefined) {
        paths.delete(oldest);
        saved.delete(oldest);
        charsets.delete(oldest);
        withHidden.delete(oldest);
      }
      return handle;
    },
    readIn(handle, charset) {
      find(handle);
      charsets.set(handle, charset);
    },
    takeHidden(handle, taken) {
      find(handle);
      if (taken) withHidden.add(handle);
      else withHidden.delete(handle);
    },
    takesHidden: (handle) => withHidden.has(handle),
    charset: (handle) => charsets.get(handle),
    path: find,
    name: (handle, field) => nameOf(find(handle, field)),
    size: async (handle, field) => {
      const facts = await stat(find(handle, field)).catch(() => undefined);
      return facts?.isFile() === true ? facts.size : null;
    },
    read: async (handle, limit, field) => readOrdinaryFile(find(handle, field), limit),
    async write(handle, content, field) {
      const target = find(handle, field);
      await writeTarget(target, content, disk);
      saved.set(handle, target);
    },
    source: async (handle, field) => openSource(find(handle, field)),
    sink: async (handle, field, options = {}) =>
      noting(handle, await openSink(find(handle, field), { ...options, parts }, disk)),
    download: async (handle, field, options = {}) =>
      noting(handle, await openSink(find(handle, field), { ...options, mark, parts }, disk)),
    saved(handle, field = 'file') {
      const file = saved.get(handle);
      if (file === undefined)
        throw refusedField(field, 'unknown-handle', 'Nothing was saved there in this session.');
      return file;
    },
  };
}

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
