// Paths in a folder that Steward fills: nothing is reached through a link or outside of it.
import { createHash } from 'node:crypto';
import { lstat, mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileProblem } from '../problems.ts';
import { errorCode, fileProblemOf, READ_ITSELF, syncFolder } from '../storage/disk.ts';
import type { ExportedFile } from './folder-lines.ts';

/** Half files grow here, so that a folder of a message never holds one. */
export const HALF = '.unfinished';

export const guarded = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((error: unknown) => {
    throw fileProblemOf(error);
  });

/** Whatever named it: nothing that leads out of the export is looked at, written or taken away (ATK-39). */
export function placeOf(root: string, within: string): string {
  // On Windows a part may itself be a path.
  const parts = within.split(LEVELS);
  if (parts.some((part) => part === '..' || path.isAbsolute(part))) throw outside();
  return path.join(root, ...parts);
}
const LEVELS = process.platform === 'win32' ? /[\\/]/ : '/';

/**
 * The path of a folder in the export, of which each part down from the root is a folder and no link: looked at before each use,
 * because others may have a hand in the folder while the export goes on. Problem file{not-found, not-a-file}.
 */
export async function realFolder(root: string, into: readonly string[] = []): Promise<string> {
  let folder = root;
  for (const part of ['', ...into]) {
    folder = path.join(folder, part);
    if (!(await guarded(() => lstat(folder))).isDirectory()) throw linked();
  }
  return folder;
}

const linked = () =>
  fileProblem(
    'not-a-file',
    'A folder of the export is a link, or no folder. Nothing was written through it.',
  );

export const outside = () =>
  fileProblem('not-permitted', 'A folder of the export has a name that may lead out of it.');

export async function removeFile(root: string, file: ExportedFile): Promise<void> {
  const place = placeOf(root, file.path);
  if ((await sizeOf(root, file.path)) !== undefined)
    await guarded(() => rm(place, { force: true }));
}

export interface FolderMaker {
  /** The absolute path of a folder that is there. Problem file{not-found, not-a-file, not-permitted}. */
  make(into: readonly string[]): Promise<string>;
  /** What these folders and those that were made name survives a power cut. */
  sync(folders: readonly string[]): Promise<void>;
}

/** For one go: each folder is looked at once, however many files it is for, and synced once. */
export function folderMaker(root: string): FolderMaker {
  const looked = new Map<string, string>();
  /** Those that name one which was made. */
  const above = new Set<string>();
  /**
   * Never the root itself: an export whose folder is gone must not begin another one. Each is looked at before anything is made in it, and
   * most are there already.
   */
  const make = async (into: readonly string[]): Promise<string> => {
    const key = into.join('/');
    const found = looked.get(key);
    if (found !== undefined) return found;
    const name = into.at(-1);
    let folder: string;
    if (name === undefined) folder = await realFolder(root);
    else {
      const within = await make(into.slice(0, -1));
      folder = path.join(within, name);
      if (!(await isFolder(folder))) {
        await guarded(() => makeFolder(folder));
        above.add(within);
        await isFolder(folder);
      }
    }
    looked.set(key, folder);
    return folder;
  };
  return {
    make,
    async sync(folders) {
      const all = [...new Set([...above, ...folders])];
      await Promise.all(
        all.map((folder) =>
          above.has(folder)
            ? guarded(() => syncFolder(folder))
            : syncFolder(folder).catch(() => undefined),
        ),
      );
    },
  };
}

/** False where there is nothing; Problem file{not-a-file} for anything else than a folder. */
async function isFolder(folder: string): Promise<boolean> {
  const facts = await guarded(() =>
    lstat(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }),
  );
  if (facts?.isDirectory() === false) throw linked();
  return facts !== undefined;
}

/** Another item on its way in may have made it meanwhile. */
const makeFolder = (folder: string): Promise<unknown> =>
  mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });

/** Reads all of a file. */
export async function stateOf(
  root: string,
  { path: within, bytes, sha256 }: ExportedFile,
  read: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<'whole' | 'missing' | 'changed'> {
  const place = placeOf(root, within);
  const size = await sizeOf(root, within);
  if (size === undefined) return 'missing';
  if (size !== bytes) return 'changed';
  const hash = await hashOf(place, (chunk) => void read(chunk.length), signal);
  return hash === sha256 ? 'whole' : 'changed';
}

/** For `hashOf`. Who reads many files makes one: a new one for each is what the collector would be busy with. */
export const pieceBuffer = (): Buffer => Buffer.allocUnsafeSlow(64 * 1024);

/**
 * SHA-256 of a file, in hexadecimal. `read` gets its pieces, each until the next. Problem file{...}; the error of `signal` when it is given
 * up, which is no fault of the file.
 */
export async function hashOf(
  place: string,
  read: (piece: Buffer) => void,
  signal?: AbortSignal,
  buffer: Buffer = pieceBuffer(),
): Promise<string> {
  const handle = await guarded(() => open(place, READ_ITSELF));
  try {
    const hash = createHash('sha256');
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await guarded(() => handle.read(buffer, 0, buffer.length));
      if (bytesRead === 0) return hash.digest('hex');
      const piece = buffer.subarray(0, bytesRead);
      hash.update(piece);
      read(piece);
    }
  } finally {
    await handle.close();
  }
}

/** Undefined where there is no ordinary file, or where a link leads to it. */
export async function sizeOf(root: string, within: string): Promise<number | undefined> {
  const parts = within.split('/');
  const facts = await realFolder(root, parts.slice(0, -1))
    .then((folder) => lstat(path.join(folder, parts.at(-1) ?? '')))
    .catch((error: unknown) => {
      const problem = fileProblemOf(error);
      const isAway = problem.failure.kind === 'file' && AWAY.has(problem.failure.problem);
      if (isAway) return undefined;
      throw problem;
    });
  return facts?.isFile() === true ? facts.size : undefined;
}

const AWAY: ReadonlySet<string> = new Set(['not-found', 'not-a-file']);
