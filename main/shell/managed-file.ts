// The file of managed settings: where each operating system has it, whom it must belong to, and when it is refused.
import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import {
  type ManagedSettings,
  managedSettings,
  type UntrustedSettings,
} from '../../preload/contract/managed.ts';
import { placesTwice } from '../../preload/contract/managed-rules.ts';
import { readStrictJson, StrictJsonError } from '../file-formats/strict-json.ts';
import type { Problem } from '../problem.ts';
import { errorCode } from '../storage/disk.ts';
import {
  accessFault,
  accessListReader,
  type Nearness,
  type ReadAccessLists,
} from './access-list.ts';
import type { Surroundings } from './data-folder.ts';
import { fileProblem } from '../problems.ts';

const LARGEST = 256 * 1024;
const OTHERS_WRITE = 0o022;
/** As /tmp has it: nobody takes away what belongs to another one. */
const STICKY = 0o1000;
const ROOT = 0;

export interface Managed {
  readonly settings: ManagedSettings | null;
  /** A file that is there, and that somebody else than the administrators may have written: it is said and not obeyed (ATK-07). */
  readonly untrusted: UntrustedSettings | null;
}

/**
 * The settings, or null where there is no file that counts. Problem file{...} with one sentence that says what to do for a file of the
 * administrators that cannot be understood: what they switched off is never lost in silence.
 * `installed`: the packaged program, which no variable can lead to another file.
 */
export async function readManagedSettings(
  surroundings: Surroundings,
  { installed }: { readonly installed: boolean },
): Promise<Managed> {
  const { platform, env } = surroundings;
  const trial = installed ? undefined : trialFile(surroundings);
  if (trial !== undefined)
    return readManagedFile(trial, platform === 'win32' ? anybody : heldBy(ownOrRoot));
  const trust = platform === 'win32' ? heldByAccessLists(accessListReader(env)) : heldBy(root);
  return firstOf(usualFiles(surroundings), trust);
}

/** The first file that counts. One that anybody could put before it does not hide it. */
async function firstOf(files: readonly string[], trust: Trust): Promise<Managed> {
  let untrusted: UntrustedSettings | null = null;
  for (const file of files) {
    const found = await readManagedFile(file, trust);
    untrusted ??= found.untrusted;
    if (found.settings !== null) return { settings: found.settings, untrusted };
  }
  return { settings: null, untrusted };
}

/** In the order in which they are looked at. */
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

/** A file or folder on the way to the file, which is looked at without following a link. */
interface Step {
  readonly place: string;
  readonly stats: Stats;
  readonly nearness: Nearness;
}

/** What of these steps others can change; null where none. */
export type Trust = (steps: readonly Step[]) => Promise<UntrustedSettings | null>;

/** Users who are relied on. */
type Owners = (uid: number) => boolean;
const root: Owners = (uid) => uid === ROOT;
const ownOrRoot: Owners = (uid) => uid === ROOT || uid === process.getuid?.();

/** By owner and mode. In a folder above with the sticky bit, what belongs to these owners stays theirs. */
export function heldBy(owners: Owners): Trust {
  return async (steps) => {
    for (const { place, stats, nearness } of steps) {
      if (!owners(stats.uid)) return { place, why: 'owner' };
      const isKept = nearness === 'above' && (stats.mode & STICKY) !== 0;
      if ((stats.mode & OTHERS_WRITE) !== 0 && !isKept) return { place, why: 'writable' };
    }
    return null;
  };
}

/** On Windows, where Node does not tell who may write: by the access lists alone. */
export function heldByAccessLists(read: ReadAccessLists): Trust {
  return async (steps) => {
    const lists = await read(steps.map(({ place }) => place)).catch(() => []);
    for (const [index, { place, nearness }] of steps.entries()) {
      const why = accessFault(lists[index] ?? '', nearness);
      if (why !== undefined) return { place, why };
    }
    return null;
  };
}

const anybody: Trust = async () => null;

/** One file of the list, judged as `readManagedSettings` says; both null where it or its folder is not there. */
export async function readManagedFile(file: string, trust: Trust): Promise<Managed> {
  const steps = await stepsTo(file);
  if (steps === null) return { settings: null, untrusted: null };
  const link = steps.find(({ stats }) => stats.isSymbolicLink());
  const untrusted =
    link === undefined ? await trust(steps) : { place: link.place, why: 'link' as const };
  if (untrusted !== null) return { settings: null, untrusted };
  // From here on administrators alone can have made what is there, so that a fault is theirs to correct.
  const folder = steps.find(({ place }) => place === path.dirname(file));
  if (folder?.stats.isDirectory() === false)
    throw wrong('not-a-file', folder.place, 'must be a folder');
  const bytes = await contentOf(file);
  if (bytes === null) return { settings: null, untrusted: null };
  try {
    return { settings: readManagedText(bytes), untrusted: null };
  } catch (error) {
    if (error instanceof StrictJsonError) throw wrong('damaged', file, error.message);
    throw error;
  }
}

/**
 * Every folder from the top, and the file; null where there is none: a folder without such a file decides nothing. From the top, so
 * that nobody can replace what was looked at already, unless a step before it is one of those that they can change.
 */
async function stepsTo(file: string): Promise<readonly Step[] | null> {
  const folder = path.dirname(file);
  const steps: Step[] = [];
  for (const place of [...foldersAbove(folder), folder, file]) {
    const nearness = place === file || place === folder ? 'own' : 'above';
    try {
      steps.push({ place, stats: await lstat(place), nearness });
    } catch (error) {
      const code = errorCode(error);
      if (code === 'ENOENT') return null;
      // Whether it is there is not told; what is above it decides whose fault that is.
      if (code === 'ENOTDIR' || code === 'EACCES' || code === 'EPERM') return steps;
      throw wrong('other', place, `cannot be read (${code ?? 'unknown fault'})`);
    }
  }
  return steps;
}

function foldersAbove(folder: string): readonly string[] {
  const above = path.dirname(folder);
  return above === folder ? [] : [...foldersAbove(above), above];
}

/** Looked at and read through one handle, so that what is judged is what is read. */
async function contentOf(file: string): Promise<Uint8Array | null> {
  // Without waiting for somebody to write into a pipe of this name.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) =>
    absent(error, file),
  );
  if (handle === null) return null;
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw wrong('not-a-file', file, 'must be a file');
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

function absent(error: unknown, what: string): null {
  const code = errorCode(error);
  if (code === 'ENOENT') return null;
  if (code === 'EISDIR') throw wrong('not-a-file', what, 'must be a file');
  if (code === 'ENOTDIR') throw wrong('not-a-file', path.dirname(what), 'must be a folder');
  if (code === 'EACCES' || code === 'EPERM')
    throw wrong('not-permitted', what, 'must be readable by everybody');
  throw wrong('other', what, `cannot be read (${code ?? 'unknown fault'})`);
}

/** One line for whoever started the program. */
export function untrustedSentence({ place, why }: UntrustedSettings): string {
  return `The settings of your organisation are not obeyed: ${place} ${FAULTS[why]}. Tell whoever manages this computer.`;
}

const FAULTS: Readonly<Record<UntrustedSettings['why'], string>> = {
  owner: 'does not belong to the administrators of this computer',
  writable: 'can be changed by others than the administrators of this computer',
  link: 'is a symbolic link, which may lead anywhere',
  'not-readable': 'does not say who may change it',
};

type FileProblem = Extract<Problem['failure'], { kind: 'file' }>['problem'];

const wrong = (problem: FileProblem, what: string, why: string): Problem =>
  fileProblem(
    problem,
    `The settings of your organisation cannot be relied on: ${what} ${why}. Correct it, or ask whoever manages this computer.`,
  );

/** Throws StrictJsonError. */
function readManagedText(bytes: Uint8Array): ManagedSettings {
  const settings = readStrictJson(bytes, managedSettings);
  // One place per address and per name, or it would not be clear which of them counts.
  const twice = placesTwice(settings.places ?? []);
  if (twice === undefined) return settings;
  const { field, before, at } = twice;
  throw new StrictJsonError(`has the same ${field} in places[${before}] and places[${at}]`);
}
