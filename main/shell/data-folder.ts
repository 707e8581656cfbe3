// Where Steward keeps its files on each system, and why a folder is refused (FIL-08, SAR-08).
import { chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Locale } from '../../preload/contract/locale.ts';
import { Problem } from '../problem.ts';
import { errorCode, fileProblemOf } from '../storage/disk.ts';
import { isOpaque, mayBeSocket, placeOf } from '../storage/folder-places.ts';

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
  if (process.platform !== 'win32') await refuseOpenParent(path.dirname(folder));
  await makePrivate(folder);
  const found = await lstat(folder).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  if (found.isSymbolicLink()) throw new RefusedFolder(REASONS.link);
  if (!found.isDirectory()) throw new RefusedFolder(REASONS.noFolder);
  if (process.platform === 'win32') {
    await refusePlanted(folder);
    return folder;
  }
  if (found.uid !== process.getuid?.()) throw new RefusedFolder(REASONS.foreign);
  if ((found.mode & 0o022) !== 0) throw new RefusedFolder(REASONS.open);
  // Readable by others only: nothing in it can have been planted, so it is closed and used.
  if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  await refusePlanted(folder);
  return folder;
}

const EVERYBODY_WRITES = 0o002;
/** As /tmp has it: nobody takes away what belongs to another one. */
const STICKY = 0o1000;

/** Who may write to a folder above can put another data folder in the place of this one (ATK-16). */
async function refuseOpenParent(parent: string): Promise<void> {
  let above: string;
  try {
    above = await realpath(parent);
  } catch (error) {
    // It is made with 0700; what counts is the first one that is there.
    if (errorCode(error) !== 'ENOENT' || parent === path.dirname(parent)) return;
    return refuseOpenParent(path.dirname(parent));
  }
  for (;;) {
    const { mode } = await stat(above);
    if ((mode & EVERYBODY_WRITES) !== 0 && (mode & STICKY) === 0)
      throw new RefusedFolder(REASONS.openParent);
    if (above === path.dirname(above)) return;
    above = path.dirname(above);
  }
}

/** A data folder, a folder for each connection or copy, and their files. */
const DEEPEST = 3;

/**
 * Links lead Steward's reading and writing elsewhere, and a pipe holds it up for ever: none is Steward's, so the folder is refused
 * before anything of it is opened (ATK-16). What others keep in the folder is not looked at.
 */
async function refusePlanted(folder: string, within = '', depth = 1): Promise<void> {
  const entries = await readdir(path.join(folder, within), { withFileTypes: true }).catch(
    (error: unknown) => {
      throw fileProblemOf(error);
    },
  );
  for (const entry of entries) {
    const name = within === '' ? entry.name : `${within}/${entry.name}`;
    const place = placeOf(name.split('/')[0] ?? '');
    if (!place) continue;
    if (entry.isDirectory()) {
      if (depth < DEEPEST && !isOpaque(place)) await refusePlanted(folder, name, depth + 1);
    } else if (!entry.isFile() && !(entry.isSocket() && mayBeSocket(place))) {
      throw new RefusedFolder(planted(name));
    }
  }
}

async function makePrivate(folder: string): Promise<void> {
  try {
    await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw fileProblemOf(error);
  }
}

type Sentences = Readonly<Record<Locale, string>>;

const REASONS = {
  link: {
    en: 'The data folder is a symbolic link; name the folder itself.',
    nb: 'Datamappen er en symbolsk lenke; oppgi selve mappen.',
  },
  noFolder: { en: 'The data folder is not a folder.', nb: 'Datamappen er ikke en mappe.' },
  foreign: {
    en: 'The data folder belongs to another user.',
    nb: 'Datamappen tilhører en annen bruker.',
  },
  open: {
    en: 'The data folder can be written by other users.',
    nb: 'Andre brukere kan skrive til datamappen.',
  },
  openParent: {
    en: 'The data folder is in a folder that everybody may write to; name another one, or close that.',
    nb: 'Datamappen ligger i en mappe som alle kan skrive til; oppgi en annen, eller steng den mappen for andre.',
  },
} as const satisfies Readonly<Record<string, Sentences>>;

const planted = (name: string): Sentences => ({
  en: `The data folder holds ${name}, which is a link or a pipe; move that away.`,
  nb: `Datamappen inneholder ${name}, som er en lenke eller en datakanal; flytt det bort.`,
});

/** A folder that is not used, in the words of whoever is told of it: no page has been opened yet. */
export class RefusedFolder extends Problem {
  readonly sentences: Sentences;

  constructor(sentences: Sentences) {
    super({ kind: 'file', problem: 'not-permitted', message: sentences.en });
    this.sentences = sentences;
  }
}
