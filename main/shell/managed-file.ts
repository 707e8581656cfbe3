// The file of managed settings: where each operating system has it, and when it is refused.
import { constants, type Stats } from 'node:fs';
import { lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { type ManagedSettings, managedSettings } from '../../preload/contract/managed.ts';
import { comparable } from '../../preload/contract/managed-rules.ts';
import { valueAt } from '../border/refusal.ts';
import type { Problem } from '../problem.ts';
import { errorCode } from '../storage/disk.ts';
import type { Surroundings } from './data-folder.ts';
import { fileProblem } from '../problems.ts';
import type { z } from '../../preload/contract/schema.ts';

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

/** The message goes on after the file's name: `has ...`, `must ...`. */
class ManagedTextError extends Error {
  override readonly name = 'ManagedTextError';
}

type Issue = z.core.$ZodIssue;

/** Throws ManagedTextError. A byte order mark, as some editors write it, does no harm. */
function readManagedText(bytes: Uint8Array): ManagedSettings {
  const value = parsed(decoded(bytes));
  const read = managedSettings.safeParse(value);
  if (!read.success) throw new ManagedTextError(sentenceOf(read.error.issues, value));
  refuseTwice(read.data);
  return read.data;
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ManagedTextError('must be UTF-8 text');
  }
}

function parsed(text: string): unknown {
  if (text.trim() === '')
    throw new ManagedTextError('is empty; remove it or write settings into it');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ManagedTextError('must be JSON');
  }
  const twice = repeatedName(text);
  if (twice !== undefined) throw new ManagedTextError(`has the field ${twice} twice`);
  return value;
}

/** JSON takes the last of two fields with one name and drops the first in silence. `text` is JSON. */
function repeatedName(text: string): string | undefined {
  const open: (Set<string> | undefined)[] = [];
  let last: string | undefined;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') last = token;
    else {
      const name = String(JSON.parse(last ?? '""'));
      const names = open.at(-1);
      if (names?.has(name) === true) return shown(name);
      names?.add(name);
    }
  }
  return undefined;
}

/** One place per address and per name, or it would not be clear which of them counts. */
function refuseTwice({ places = [] }: ManagedSettings): void {
  const seen = new Map<string, number>();
  for (const [at, place] of places.entries()) {
    for (const [field, value] of [
      ['name', place.name.toLowerCase()],
      ['baseAddress', comparable(place.baseAddress)],
    ] as const) {
      const key = `${field} ${value}`;
      const before = seen.get(key);
      if (before !== undefined)
        throw new ManagedTextError(`has the same ${field} in places[${before}] and places[${at}]`);
      seen.set(key, at);
    }
  }
}

const MOST_NAMED = 5;

/** Every field that is wrong, so that nobody mends them one start at a time. */
function sentenceOf(issues: readonly Issue[], value: unknown): string {
  const all = [...new Set(issues.flatMap((issue) => wordsOf(issue, value)))];
  const more = all.length - MOST_NAMED;
  const named = all.slice(0, MOST_NAMED).join('; ');
  return `is not right: ${named}${more > 0 ? `; and ${more} more` : ''}`;
}

function wordsOf(issue: Issue, value: unknown): readonly string[] {
  const path = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(
      (key) => `${pathOf([...issue.path, key])} is a field that this version does not know`,
    );
  const what = path === '' ? 'the file' : path;
  if (path !== '' && valueAt(value, issue.path) === undefined) return [`${what} is missing`];
  return [`${what} must be ${expected(issue)}`];
}

function expected(issue: Issue): string {
  const named = MEANT[issue.message];
  if (named !== undefined) return named;
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.length === 1
        ? String(issue.values[0])
        : `one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return 'one of the kinds that the documentation names';
    case 'invalid_type':
      return KINDS[issue.expected] ?? issue.expected;
    default:
      return 'as the documentation says';
  }
}

const KINDS: Readonly<Record<string, string>> = {
  object: 'an object in braces',
  array: 'a list in brackets',
  string: 'text in quotes',
  number: 'a number',
  int: 'a whole number',
};

/** By the codes that the shapes name their faults with. */
const MEANT: Readonly<Record<string, string>> = {
  required: 'filled in',
  'too-long': 'shorter',
  'too-many': 'a shorter list',
  'out-of-range': 'within its limits',
  'control-characters': 'without control characters',
  'wrong-type': 'text in quotes',
  'organisation-number': 'an organisation number of nine digits',
  'base-address': 'an https address without user name and query',
  'server-address': 'an https address without user name and query',
  'host-name': 'the name of a host, without https:// and port',
};

const pathOf = (path: readonly PropertyKey[]): string =>
  path.reduce<string>((before, key) => {
    if (typeof key === 'number') return `${before}[${key}]`;
    return before === '' ? shown(String(key)) : `${before}.${shown(String(key))}`;
  }, '');

/** A name out of the file, fit for one line of a message. */
const shown = (name: string): string =>
  name.replaceAll(/[^\x20-\x7e\u00a1-\u024f]/g, '?').slice(0, 60);
