// Where an organisation's settings for all users of a computer lie on each system, and when they are refused.
import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import type { ManagedSettings } from '../../preload/contract/managed.ts';
import type { Problem } from '../problem.ts';
import { errorCode } from '../storage/disk.ts';
import type { Surroundings } from './data-folder.ts';
import { ManagedTextError, readManagedText } from './managed-text.ts';
import { fileProblem } from '../problems.ts';

const LARGEST = 256 * 1024;
const OTHERS_WRITE = 0o022;
const ROOT = 0;

/**
 * The settings, or null where there is no file. Problem file{...} with one sentence that says what to do for a file that
 * others may write or that cannot be understood: what an administrator switched off is never lost in silence.
 * `installed`: the packaged program, which no variable can lead to another file.
 */
export async function readManagedSettings(
  surroundings: Surroundings,
  { installed }: { readonly installed: boolean },
): Promise<ManagedSettings | null> {
  const trial = installed ? undefined : trialFile(surroundings);
  if (trial !== undefined) return readManagedFile(trial, ownOrRoot);
  for (const file of usualFiles(surroundings)) {
    const found = await readManagedFile(file, surroundings.platform === 'win32' ? anybody : root);
    if (found !== null) return found;
  }
  return null;
}

/** In the order in which they are looked at; the first that is there counts. */
export function usualFiles({ platform, env }: Surroundings): readonly string[] {
  if (platform === 'darwin') return ['/Library/Application Support/Steward/managed.json'];
  if (platform !== 'win32') return ['/etc/steward/managed.json'];
  // The usual place first: whoever starts a program may give it any value of the variable.
  const folders = ['C:\\ProgramData', env['ProgramData'] ?? env['PROGRAMDATA'] ?? ''];
  const files = folders
    .filter((folder) => path.win32.isAbsolute(folder))
    .map((folder) => path.win32.join(folder, 'Steward', 'managed.json'));
  return [...new Set(files)];
}

/** For tests and trials of a file before it is given to everybody. */
function trialFile({ env }: Surroundings): string | undefined {
  const given = env['STEWARD_MANAGED'];
  if (env['STEWARD_E2E'] !== '1' || given === undefined || given === '') return undefined;
  return path.resolve(given);
}

/** Whether what belongs to this user id can be relied on. */
type Trusted = (uid: number) => boolean;
const root: Trusted = (uid) => uid === ROOT;
const ownOrRoot: Trusted = (uid) => uid === ROOT || uid === process.getuid?.();
/** Node does not tell who may write a file on Windows: that is settled by its access control list alone. */
const anybody: Trusted = () => true;

/** One file of the list, judged as `readManagedSettings` says; null where it or its folder is not there. */
export async function readManagedFile(
  file: string,
  trusted: Trusted,
): Promise<ManagedSettings | null> {
  const folder = path.dirname(file);
  const found = await lstat(folder).catch((error: unknown) => absent(error, folder));
  if (found === null) return null;
  if (found.isSymbolicLink()) throw wrong('not-permitted', folder, 'must be no symbolic link');
  if (!found.isDirectory()) throw wrong('not-a-file', folder, 'must be a folder');
  const bytes = await contentOf(file, trusted);
  if (bytes === null) return null;
  // Only now: a folder without such a file decides nothing.
  refuseForeign(folder, found, trusted);
  try {
    return readManagedText(bytes);
  } catch (error) {
    if (error instanceof ManagedTextError) throw wrong('damaged', file, error.message);
    throw error;
  }
}

/** Looked at and read through one handle, so that what is judged is what is read. */
async function contentOf(file: string, trusted: Trusted): Promise<Uint8Array | null> {
  // Without waiting for somebody to write into a pipe of this name.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) =>
    absent(error, file),
  );
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw wrong('not-a-file', file, 'must be a file');
    refuseForeign(file, stats, trusted);
    if (stats.size > LARGEST) throw wrong('too-large', file, 'must not be larger than 256 KiB');
    const buffer = Buffer.alloc(LARGEST + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length > LARGEST) break;
    }
    if (length > LARGEST) throw wrong('too-large', file, 'must not be larger than 256 KiB');
    return buffer.subarray(0, length);
  } finally {
    await handle.close();
  }
}

function refuseForeign(what: string, { uid, mode }: Stats, trusted: Trusted): void {
  if (process.platform === 'win32') return;
  if (!trusted(uid)) throw wrong('not-permitted', what, 'must belong to root');
  if ((mode & OTHERS_WRITE) !== 0)
    throw wrong('not-permitted', what, 'must be writable by its owner alone');
}

function absent(error: unknown, what: string): null {
  const code = errorCode(error);
  if (code === 'ENOENT') return null;
  if (code === 'ELOOP' || code === 'EMLINK')
    throw wrong('not-permitted', what, 'must be no symbolic link');
  if (code === 'EISDIR') throw wrong('not-a-file', what, 'must be a file');
  if (code === 'EACCES' || code === 'EPERM')
    throw wrong('not-permitted', what, 'must be readable by everybody');
  throw wrong('other', what, `cannot be read (${code ?? 'unknown fault'})`);
}

type FileProblem = Extract<Problem['failure'], { kind: 'file' }>['problem'];

const wrong = (problem: FileProblem, what: string, why: string): Problem =>
  fileProblem(
    problem,
    `The settings of your organisation cannot be relied on: ${what} ${why}. Correct it, or ask whoever manages this computer.`,
  );
