// The data folder of a command that keeps nothing: made for it, gone with it, and swept after one that was killed.
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeInstanceLock } from '../storage/folder-lock.ts';
import { RefusedFolder } from './data-folder.ts';

const PREFIX = 'steward-call-';
/** Long after a command has made its folder and taken the lock in it. */
const SETTLED_MS = 60_000;

/** Answers what `use` does. Throws RefusedFolder where none can be made. */
export async function withTemporaryFolder<T>(use: (folder: string) => Promise<T>): Promise<T> {
  const within = tmpdir();
  await sweep(within);
  const folder = await mkdtemp(path.join(within, PREFIX)).catch((error: unknown) => {
    throw new RefusedFolder(unusable(within), { cause: error });
  });
  try {
    return await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const unusable = (folder: string) => ({
  en: `No temporary folder can be made in ${folder}. Name a data folder with --data.`,
  nb: `Det kan ikke opprettes en midlertidig mappe i ${folder}. Oppgi en datamappe med --data.`,
});

/** Of one that was killed names and numbers would stay for good. A folder whose lock is held, or another user's, is left alone. */
async function sweep(within: string): Promise<void> {
  const names = await readdir(within).catch(() => []);
  for (const name of names)
    if (name.startsWith(PREFIX)) await sweepOne(path.join(within, name)).catch(() => undefined);
}

async function sweepOne(folder: string): Promise<void> {
  const { uid, mtimeMs } = await lstat(folder);
  if (process.getuid !== undefined && uid !== process.getuid()) return;
  // Another command that has just made its folder has no lock in it yet.
  if (Date.now() - mtimeMs < SETTLED_MS) return;
  const lock = await takeInstanceLock(folder, { woken: () => undefined, quiet: true });
  lock?.release();
  if (lock !== undefined) await rm(folder, { recursive: true, force: true });
}
