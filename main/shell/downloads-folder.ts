// Where a file goes when there is no save dialog: the downloads folder, under a safe name, never over another file.
import { lstatSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '../problem.ts';
import type { Surroundings } from './data-folder.ts';

const LONGEST_NAME_BYTES = 180;
const MOST_COPIES = 1000;
const DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\.|$)/i;

/** `STEWARD_DOWNLOADS`, else what the desktop says (XDG user directories), else ~/Downloads. */
export function downloadsFolder({ platform, home, env }: Surroundings): string {
  const given = env['STEWARD_DOWNLOADS'] ?? env['XDG_DOWNLOAD_DIR'];
  if (given !== undefined && path.isAbsolute(given)) return given;
  const fallback = path.join(home, 'Downloads');
  if (platform === 'win32' || platform === 'darwin') return fallback;
  return configuredFolder(home, env) ?? fallback;
}

function configuredFolder(home: string, env: Surroundings['env']): string | undefined {
  const config = env['XDG_CONFIG_HOME'] ?? path.join(home, '.config');
  try {
    const text = readFileSync(path.join(config, 'user-dirs.dirs'), 'utf8');
    const value = /^XDG_DOWNLOAD_DIR="([^"\n]*)"/m.exec(text)?.[1]?.replace(/^\$HOME/, home);
    return value !== undefined && path.isAbsolute(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A path in the folder that nothing has yet: `name.csv`, `name (2).csv`, ... Problem file{not-found, already-exists}. */
export function freePath(folder: string, suggestedName: string): string {
  if (!isFolder(folder)) throw trouble('not-found', 'There is no downloads folder.');
  const { name, ext } = path.parse(safeFileName(suggestedName));
  for (let copy = 1; copy <= MOST_COPIES; copy += 1) {
    const file = path.join(
      folder,
      copy === 1 ? `${name}${ext}` : `${name} (${String(copy)})${ext}`,
    );
    if (path.dirname(file) === path.resolve(folder) && !isTaken(file)) return file;
  }
  throw trouble('already-exists', 'The downloads folder holds too many files of this name.');
}

/** A link that leads nowhere is something too: writing to it would make its target. */
const isTaken = (file: string) => lstatSync(file, { throwIfNoEntry: false }) !== undefined;

const isFolder = (folder: string) =>
  statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** A name that is a plain file name on every system (checks.md FIL-01); the ending is kept. */
export function safeFileName(suggested: string): string {
  const plain = suggested
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/^[\s.~-]+/, '')
    .replace(/[\s.]+$/, '');
  const named = plain === '' ? 'file' : plain;
  return shorten(DEVICE.test(named) ? `_${named}` : named);
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= LONGEST_NAME_BYTES) return name;
  const ext = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  const letters = [...name.slice(0, name.length - ext.length)];
  while (Buffer.byteLength(letters.join('')) + ext.length > LONGEST_NAME_BYTES) letters.pop();
  return `${letters.join('').replace(/[\s.]+$/, '')}${ext}`;
}

function trouble(problem: 'not-found' | 'already-exists', message: string): Problem {
  return new Problem({ kind: 'file', problem, message });
}
