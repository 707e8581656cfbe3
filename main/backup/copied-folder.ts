// The data folder as it is at one moment, copied beside itself; begun again when something changed meanwhile.
import { createHash } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import {
  errorCode,
  fileProblemOf,
  fileTrouble,
  isLeftover,
  makeFolder,
  readInPieces,
  type Room,
  watchRoom,
} from '../storage/disk.ts';
import { filesToKeep } from '../storage/folder-backup.ts';
import { isOfFolder } from './manifest.ts';

export interface CopiedFile {
  /** Within the folder, with `/`. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
}

/** Somebody works in the window meanwhile: so often a copy is begun again. */
const TRIES = 5;

/**
 * The files of the folder, copied to `to`, and what `besides` reads while nothing of them changed. Problem file{changed-meanwhile} where
 * they do not come to rest, disk-full, ...; then `to` holds what nobody needs.
 */
export async function copyAtOnce<T>(
  folder: string,
  to: string,
  { signal, besides }: { readonly signal: AbortSignal; readonly besides: () => Promise<T> },
): Promise<{ readonly files: readonly CopiedFile[]; readonly besides: T }> {
  for (let attempt = 1; attempt <= TRIES; attempt += 1) {
    await rm(to, { recursive: true, force: true });
    await makeFolder(to);
    const before = await factsOf(folder);
    const files = await copyAll(folder, to, { names: [...before.keys()], signal });
    const read = await besides();
    const after = await factsOf(folder);
    const isSame =
      files !== undefined &&
      before.size === after.size &&
      [...before].every(([name, facts]) => after.get(name) === facts);
    if (isSame) return { files, besides: read };
  }
  throw fileTrouble('changed-meanwhile');
}

/** By name: what changes whenever the file does. */
async function factsOf(folder: string): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const file of await namesOf(folder)) {
    const facts = await stat(path.join(folder, file), { bigint: true }).catch(absent);
    found.set(
      file,
      facts === undefined ? '' : [facts.ino, facts.size, facts.mtimeNs].map(String).join(' '),
    );
  }
  return found;
}

async function namesOf(folder: string): Promise<readonly string[]> {
  const names = (await filesToKeep(folder)).map((name) => name.split(path.sep).join('/'));
  return names.filter((name) => isOfFolder(name) && !isLeftover(path.posix.basename(name))).sort();
}

/** Whether there is anything that a backup must not take the place of: drafts, what is kept beside them, rows of jobs. */
export async function holdsDraftsOrRows(folder: string): Promise<boolean> {
  for (const name of ['drafts', 'jobs']) {
    const all = await readdir(path.join(folder, name), {
      recursive: true,
      withFileTypes: true,
    }).catch(absent);
    if (all?.some((one) => one.isFile() && !isLeftover(one.name)) === true) return true;
  }
  return false;
}

/** Undefined when one of them is gone by now. */
async function copyAll(
  folder: string,
  to: string,
  { names, signal }: { readonly names: readonly string[]; readonly signal: AbortSignal },
): Promise<readonly CopiedFile[] | undefined> {
  const room = watchRoom(to);
  const files: CopiedFile[] = [];
  for (const name of names) {
    signal.throwIfAborted();
    const pieces = readInPieces(path.join(folder, name));
    const copied = await writeSummed(path.join(to, name), pieces, room).catch(absent);
    if (copied === undefined) return undefined;
    files.push({ name, ...copied });
  }
  return files;
}

/** A new file (0600) on the disk, and the sum of what it holds. Errors are node's own. */
export async function writeSummed(
  file: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  room: Room,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  await makeFolder(path.dirname(file));
  const handle = await open(file, 'wx', 0o600);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    for await (const piece of pieces) {
      await room.take(piece.length);
      await handle.writeFile(piece);
      hash.update(piece);
      bytes += piece.length;
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}

function absent(error: unknown): undefined {
  if (errorCode(error) !== 'ENOENT') throw fileProblemOf(error);
}
