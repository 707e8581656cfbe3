// Where Steward keeps its files on each system, and why a folder is refused (FIL-08, SAR-08).
import { chmod, lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Problem } from '../problem.ts';
import { errorCode, fileProblemOf } from '../storage/disk.ts';
import { fileProblem } from '../problems.ts';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The default folder: the place each system has for a program's own data. */
export function usualDataFolder({ platform, home, env }: Surroundings): string {
  if (platform === 'win32') {
    return path.win32.join(env['APPDATA'] ?? path.win32.join(home, 'AppData/Roaming'), 'Steward');
  }
  if (platform === 'darwin') return path.posix.join(home, 'Library/Application Support/Steward');
  const given = env['XDG_DATA_HOME'];
  // The XDG specification: a relative path is to be ignored.
  const base = given?.startsWith('/') ? given : path.posix.join(home, '.local/share');
  return path.posix.join(base, 'steward');
}

/**
 * Makes the folder (0700) or checks the one that is there. Returns its absolute path.
 * Throws Problem file{not-permitted, not-a-file, ...} when another user could have a hand in it.
 */
export async function prepareDataFolder(given: string): Promise<string> {
  const folder = path.resolve(given);
  await makePrivate(folder);
  const found = await lstat(folder).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  if (found.isSymbolicLink()) throw refused('is a symbolic link; name the folder itself');
  if (!found.isDirectory()) throw refused('is not a folder');
  if (process.platform === 'win32') return folder;
  if (found.uid !== process.getuid?.()) throw refused('belongs to another user');
  if ((found.mode & 0o022) !== 0) throw refused('can be written by other users');
  // Readable by others only: nothing in it can have been planted, so it is closed and used.
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  return folder;
}

async function makePrivate(folder: string): Promise<void> {
  try {
    await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw fileProblemOf(error);
  }
}

function refused(why: string): Problem {
  return fileProblem('not-permitted', `The data folder ${why}.`);
}
