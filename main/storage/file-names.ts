// Makes foreign file names valid on every system, and finds a free name in a folder.
import { lstatSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Problem } from '../problem.ts';
import { fileProblem } from '../problems.ts';

const LONGEST_NAME_BYTES = 180;
const LONGEST_NAME_ANYWHERE_BYTES = 255;
const MOST_COPIES = 1000;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;

/** A file's name as it is shown and sent: in the form that every other system writes, also where macOS has the other one. */
export const nameOf = (file: string): string => path.basename(file).normalize('NFC');

/** A free path in the folder: `name.csv`, `name (2).csv`, ... Problem file{not-found, already-exists}. */
export function freePath(folder: string, suggestedName: string): string {
  if (!isFolder(folder)) throw trouble('not-found', 'There is no such folder.');
  const { name, ext } = path.parse(safeFileName(suggestedName));
  for (let copy = 1; copy <= MOST_COPIES; copy += 1) {
    const file = path.join(
      folder,
      copy === 1 ? `${name}${ext}` : `${name} (${String(copy)})${ext}`,
    );
    if (path.dirname(file) === path.resolve(folder) && !isTaken(file)) return file;
  }
  throw trouble('already-exists', 'The folder holds too many files of this name.');
}

/** True also for a broken link, because writing to it would create its target. */
const isTaken = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

const isFolder = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A name that is a plain file name on every system (FIL-01); the ending is kept. */
export const safeFileName = (suggested: string): string => shorten(plainName(suggested));

/** Whether a name may have been made here: safe, also with a number behind it. */
export const isSafeFileName = (name: string): boolean =>
  plainName(name) === name && Buffer.byteLength(name) <= LONGEST_NAME_ANYWHERE_BYTES;

function plainName(suggested: string): string {
  const plain = suggested
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '');
  const named = plain === '' ? 'file' : plain;
  return DEVICE.test(named) ? `_${named}` : named;
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const ext = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  const letters = [...name.slice(0, name.length - ext.length)];
  while (Buffer.byteLength(letters.join('')) + ext.length > LONGEST_NAME_BYTES) letters.pop();
  return `${letters.join('').replace(/[\s.]+$/, '')}${ext}`;
}

function trouble(problem: 'not-found' | 'already-exists', message: string): Problem {
  return fileProblem(problem, message);
}
