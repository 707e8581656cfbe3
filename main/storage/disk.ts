// Writes files so that a crash, a power loss or a full disk leaves the old or the new content, never a mix.
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import * as node from 'node:fs/promises';
import path from 'node:path';
import type { Failure } from '../../preload/result.ts';
import { Problem } from '../problem.ts';

/** The file calls that fault tests replace; all others use node:fs/promises directly. */
export type Disk = Pick<typeof node, 'open' | 'rename' | 'rm'>;
export const realDisk: Disk = node;

/** Antivirus programs hold a file for a moment after it was written (DSK-02). */
const RENAME_TRIES = 5;
const RENAME_FIRST_WAIT_MS = 10;
const TEMPORARY = /^\.[A-Za-z0-9.-]+\.[0-9a-f]{16}\.tmp$/;

export type FileProblem = Extract<Failure, { kind: 'file' }>['problem'];

const PROBLEMS: Readonly<Record<string, FileProblem>> = {
  ENOENT: 'not-found',
  EEXIST: 'already-exists',
  EACCES: 'not-permitted',
  EPERM: 'not-permitted',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EFBIG: 'too-large',
  EROFS: 'read-only',
  EISDIR: 'not-a-file',
  ENOTDIR: 'not-a-file',
  ELOOP: 'not-a-file',
  EBUSY: 'in-use',
  ETXTBSY: 'in-use',
};

const SENTENCES: Readonly<Record<FileProblem, string>> = {
  'not-found': 'The file is not there.',
  'already-exists': 'A file with this name is already there; it was left as it is.',
  'not-permitted': 'The file may not be opened or written.',
  'disk-full': 'The disk is full.',
  'read-only': 'The disk is read-only.',
  'too-large': 'The file is too large.',
  'not-a-file': 'This is not an ordinary file.',
  'changed-meanwhile': 'The file was changed while it was read.',
  'no-end': 'The file does not end where a file of its kind may end at most.',
  'no-dialog': 'There is no window to ask in.',
  damaged: 'The file is damaged.',
  'wrong-passphrase':
    'The passphrase does not open the file. It may also be damaged in its first bytes.',
  'not-a-backup': 'This file is not a backup that Steward made.',
  newer: 'A newer Steward made this file. Install that version or a newer one.',
  outdated: 'An older copy has taken the place of the file.',
  'in-use': 'Another program holds the file.',
  other: 'The file could not be read or written.',
};

/** The Problem for a file problem; its message names no path. */
export function fileTrouble(problem: FileProblem, cause?: unknown): Problem {
  return new Problem({ kind: 'file', problem, message: SENTENCES[problem] }, cause);
}

/** The Problem for an error of a file call; a Problem is returned unchanged. */
export function fileProblemOf(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return fileTrouble(PROBLEMS[errorCode(error) ?? ''] ?? 'other', error);
}

/** What a start says that finds no room; what became of the folder is said behind it. */
export const FULL_AT_START =
  'The disk that holds the data folder is full. Free up space on it, then start Steward again.';

/** Whether so many bytes can be written in a folder now, quotas included. Problem file{disk-full, read-only, ...} when not. */
export async function tryRoom(folder: string, bytes: number): Promise<void> {
  const file = temporaryBeside(path.join(folder, 'room'));
  try {
    await node.writeFile(file, Buffer.alloc(bytes), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    throw fileProblemOf(error);
  } finally {
    await node.rm(file, { force: true }).catch(() => undefined);
  }
}

/** What comes from elsewhere leaves so much free for other programs and for our own records; of a small disk a part (ATK-31). */
const RESERVE_BYTES = 256 * 1024 * 1024;
const RESERVE_PART = 0.05;

/**
 * Whether so many bytes fit on the disk of a folder and leave its reserve, which it answers. Problem file{disk-full}; a disk that does not
 * say has room.
 */
export async function keepReserve(folder: string, bytes: number): Promise<number> {
  const facts = await node.statfs(folder).catch(() => undefined);
  if (facts === undefined || facts.blocks === 0) return RESERVE_BYTES;
  const { bavail, bsize, blocks } = facts;
  const reserve = Math.min(RESERVE_BYTES, blocks * bsize * RESERVE_PART);
  if (bavail * bsize - bytes >= reserve) return reserve;
  throw new Problem({ kind: 'file', problem: 'disk-full', message: RESERVED });
}

/** How much is written between two looks at the room that is left; of a small reserve no more than a part of it. */
const LOOK_BYTES = 16 * 1024 * 1024;
const LOOK_PART = 1 / 8;
/** What a disk gives a file at least. */
const BLOCK = 4096;

/** The room on the disk of a folder, for one file that grows there or for many. Methods throw Problem file{disk-full}. */
export interface Room {
  /** Before a file is begun that will be so long, as far as that is known. */
  keep(bytes: number): Promise<void>;
  /** Before each write. */
  take(bytes: number): Promise<void>;
}

/** It looks first, and then each time that so much was written by all who share it: thousands of small files cost no look each. */
export function watchRoom(folder: string): Room {
  let [since, often] = [Infinity, LOOK_BYTES];
  const look = async (bytes: number) => {
    often = Math.min(LOOK_BYTES, (await keepReserve(folder, bytes)) * LOOK_PART);
    since = 0;
  };
  return {
    async keep(bytes) {
      since += BLOCK;
      if (since >= often || bytes >= often) await look(bytes);
    },
    async take(bytes) {
      since += bytes;
      if (since >= often) await look(bytes);
    },
  };
}

const RESERVED = 'The disk is almost full: what is left of it is kept free for other programs.';

export function errorCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}

/** Neither through a link, nor waiting for a pipe (ATK-16). Windows has neither flag. */
const ITSELF = constants.O_NOFOLLOW | constants.O_NONBLOCK;
export const READ_ITSELF = constants.O_RDONLY | ITSELF;
export const APPEND_ITSELF = constants.O_RDWR | constants.O_APPEND | constants.O_CREAT | ITSELF;

/** All of an ordinary file. Errors are node's own, or Problem file{not-a-file} for a pipe or a device. */
export async function readOrdinaryFile(file: string): Promise<Buffer> {
  const handle = await openOrdinary(file);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

async function openOrdinary(file: string): Promise<node.FileHandle> {
  const handle = await node.open(file, READ_ITSELF);
  try {
    const facts = await handle.stat();
    // A folder is told by its own error, EISDIR.
    if (!facts.isFile() && !facts.isDirectory()) throw fileTrouble('not-a-file');
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

const PIECE = 1024 * 1024;
/** Where most often one is enough. */
const PIECE_BACK = 64 * 1024;

/** What `readOrdinaryFile` reads, in pieces and from a place on; nothing of it stays in memory. */
export async function* readInPieces(file: string, from = 0): AsyncGenerator<Buffer> {
  const handle = await openOrdinary(file);
  try {
    for (let position = from; ;) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(PIECE), 0, PIECE, position);
      if (bytesRead === 0) return;
      position += bytesRead;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** What is before a place, the last piece first. */
export async function* readPiecesBack(file: string, end: number): AsyncGenerator<Buffer> {
  const handle = await openOrdinary(file);
  try {
    for (let left = end; left > 0;) {
      const length = Math.min(PIECE_BACK, left);
      left -= length;
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, left);
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

/** Creates a folder and its parents, each with 0700 from the first moment. */
export async function makeFolder(folder: string): Promise<void> {
  await node.mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
}

/**
 * Replaces a file's content: temporary file beside it (0600), synced, renamed over it, folder synced.
 * Throws Problem file{...}; then the old content is still there, whole.
 */
export async function replaceFile(
  file: string,
  content: string | Uint8Array | Iterable<string>,
  disk: Disk = realDisk,
): Promise<void> {
  const folder = path.dirname(file);
  const temporary = temporaryBeside(file);
  try {
    await writeNew(temporary, content, disk);
    await renamePatiently(temporary, file, disk);
  } catch (error) {
    await disk.rm(temporary, { force: true }).catch(() => undefined);
    throw fileProblemOf(error);
  }
  // The new content is in place; should this sync fail, a power loss may still show the old one, which is whole too.
  await syncFolder(folder, disk).catch(() => undefined);
}

/** The name of a temporary file that will be renamed over this one; `removeLeftovers` recognises it. */
export const temporaryBeside = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(8).toString('hex')}.tmp`);

/** Creates a file that must not be there yet (0600), writes and syncs it. Errors are node's own. */
export async function writeNew(
  file: string,
  content: string | Uint8Array | Iterable<string>,
  disk: Disk = realDisk,
): Promise<void> {
  const handle = await disk.open(file, 'wx', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Behind the name of a file that is kept beside the one in its place, because it cannot be used: `.bad-<time>`. */
export const asideEnding = (at: Date): string => `.bad-${at.toISOString().replace(/[:.]/g, '-')}`;

/** Keeps these files under other names, which it answers without their folders. Problem file{...}; then some may be renamed. */
export async function setFilesAside(files: readonly string[], at: Date): Promise<string[]> {
  const ending = asideEnding(at);
  for (const file of files)
    await renamePatiently(file, file + ending, realDisk).catch((error: unknown) => {
      throw fileProblemOf(error);
    });
  return files.map((file) => path.basename(file) + ending);
}

/** Renames, and retries while another program holds one of the two files. */
export async function renamePatiently(from: string, to: string, disk: Disk): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await disk.rename(from, to);
      return;
    } catch (error) {
      const held = ['EBUSY', 'EPERM', 'EACCES'].includes(errorCode(error) ?? '');
      if (!held || attempt === RENAME_TRIES) throw error;
      await pause(RENAME_FIRST_WAIT_MS * 2 ** (attempt - 1));
    }
  }
}

/** Makes a rename or a new name survive a power loss. Windows has no such call. */
export async function syncFolder(folder: string, disk: Disk = realDisk): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await disk.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Whether a kill between write and rename left it behind. */
export const isLeftover = (name: string): boolean => TEMPORARY.test(name);

/** Removes what a kill between write and rename left behind. */
export async function removeLeftovers(folder: string): Promise<void> {
  const names = await node.readdir(folder);
  const left = names.filter(isLeftover);
  await Promise.all(left.map((name) => node.rm(path.join(folder, name), { force: true })));
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
