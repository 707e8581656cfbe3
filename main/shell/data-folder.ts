// Where Steward keeps its files on each system, and why a folder is refused (FIL-08, SAR-08).
import { chmod, lstat, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Locale } from '../../preload/contract/locale.ts';
import { Problem } from '../problem.ts';
import { errorCode, type FileProblem, fileProblemOf } from '../storage/disk.ts';
import { isOpaque, mayBeSocket, placeOf } from '../storage/folder-places.ts';

export interface Surroundings {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Of whoever runs Steward; the root where the system knows no home folder of theirs. */
export function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return path.parse(process.cwd()).root;
  }
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

/** Whether it is where each system has a user's data: a person need not be told of another one. */
export function isUsualFolder(folder: string): boolean {
  const { platform, env } = process;
  const { APPDATA } = env;
  const usual = { platform, home: homeFolder(), env: APPDATA === undefined ? {} : { APPDATA } };
  return path.resolve(folder) === path.resolve(usualDataFolder(usual));
}

/**
 * Makes the folder (0700) or checks the one that is there. Returns its absolute path.
 * Throws RefusedFolder when it cannot be had, or when another user could have a hand in it.
 */
export async function prepareDataFolder(given: string): Promise<string> {
  const folder = path.resolve(given);
  try {
    await prepare(folder);
    return folder;
  } catch (error) {
    if (error instanceof RefusedFolder) throw error;
    const { failure } = fileProblemOf(error);
    const problem = failure.kind === 'file' ? failure.problem : 'other';
    throw new RefusedFolder(unusable(folder, problem), { problem, cause: error });
  }
}

async function prepare(folder: string): Promise<void> {
  if (process.platform !== 'win32') await refuseOpenParent(folder);
  await makePrivate(folder);
  const found = await lstat(folder);
  if (found.isSymbolicLink()) throw new RefusedFolder(REASONS.link(folder));
  if (!found.isDirectory()) throw new RefusedFolder(REASONS.noFolder(folder));
  if (process.platform !== 'win32') {
    if (found.uid !== process.getuid?.()) throw new RefusedFolder(REASONS.foreign(folder));
    if ((found.mode & 0o022) !== 0) throw new RefusedFolder(REASONS.open(folder));
    // Readable by others only: nothing in it can have been planted, so it is closed and used.
    if ((found.mode & 0o077) !== 0) await chmod(folder, 0o700);
  }
  await refusePlanted(folder);
}

const EVERYBODY_WRITES = 0o002;
/** As /tmp has it: nobody takes away what belongs to another one. */
const STICKY = 0o1000;

/** Who may write to a folder above can put another data folder in the place of this one (ATK-16). */
async function refuseOpenParent(folder: string): Promise<void> {
  let above = await nearestAbove(folder);
  for (;;) {
    const { mode } = await stat(above);
    if ((mode & EVERYBODY_WRITES) !== 0 && (mode & STICKY) === 0)
      throw new RefusedFolder(REASONS.openParent(folder));
    if (above === path.dirname(above)) return;
    above = path.dirname(above);
  }
}

/** The first folder above that is there: those below it are made with 0700. */
async function nearestAbove(folder: string): Promise<string> {
  const parent = path.dirname(folder);
  try {
    return await realpath(parent);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT' || parent === folder) throw error;
    return nearestAbove(parent);
  }
}

/** A data folder, a folder for each connection or copy, and their files. */
const DEEPEST = 3;

/**
 * Links lead Steward's reading and writing elsewhere, and a pipe holds it up for ever: none is Steward's, so the folder is refused
 * before anything of it is opened (ATK-16). What others keep in the folder is not looked at.
 */
async function refusePlanted(folder: string, within = '', depth = 1): Promise<void> {
  const entries = await readdir(path.join(folder, within), { withFileTypes: true });
  for (const entry of entries) {
    const name = within === '' ? entry.name : `${within}/${entry.name}`;
    const place = placeOf(name.split('/')[0] ?? '');
    if (!place) continue;
    if (entry.isDirectory()) {
      if (depth < DEEPEST && !isOpaque(place)) await refusePlanted(folder, name, depth + 1);
    } else if (!entry.isFile() && !(entry.isSocket() && mayBeSocket(place))) {
      throw new RefusedFolder(planted(folder, name));
    }
  }
}

/** One by one from above: Node.js goes round for ever in a place that makes no folders, such as /proc. */
async function makePrivate(folder: string): Promise<void> {
  const above = path.dirname(folder);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return;
    const isThere = await lstat(above).then(
      () => true,
      () => false,
    );
    if (errorCode(error) !== 'ENOENT' || isThere) throw error;
    await makePrivate(above);
    await makePrivate(folder);
  }
}

type Sentences = Readonly<Record<Locale, string>>;
type Said = (folder: string) => Sentences;

/** Every refusal says where it looked, and that another place can be named. */
const said =
  (en: string, nb: string): Said =>
  (folder) => ({
    en: `The data folder ${folder} ${en}. Another one can be named with --data.`,
    nb: `Datamappen ${folder} ${nb}. En annen kan oppgis med --data.`,
  });

const REASONS = {
  link: said(
    'is a symbolic link; name the folder itself',
    'er en symbolsk lenke; oppgi selve mappen',
  ),
  noFolder: said('is not a folder', 'er ikke en mappe'),
  foreign: said('belongs to another user', 'tilhører en annen bruker'),
  open: said('can be written by other users', 'kan skrives til av andre brukere'),
  openParent: said(
    'is in a folder that everybody may write to; close that for others',
    'ligger i en mappe som alle kan skrive til; steng den mappen for andre',
  ),
} as const satisfies Readonly<Record<string, Said>>;

const planted = (folder: string, name: string) =>
  said(
    `holds ${name}, which is a link or a pipe; move that away`,
    `inneholder ${name}, som er en lenke eller en datakanal; flytt det bort`,
  )(folder);

const CANNOT = said('cannot be made or opened', 'kan ikke opprettes eller åpnes');
const UNUSABLE: Partial<Readonly<Record<FileProblem, Said>>> = {
  'not-permitted': said(
    'cannot be made or opened: you have no access to it',
    'kan ikke opprettes eller åpnes: du har ikke tilgang til den',
  ),
  'read-only': said(
    'cannot be made: the disk is read-only',
    'kan ikke opprettes: disken er skrivebeskyttet',
  ),
  'disk-full': said('cannot be made: the disk is full', 'kan ikke opprettes: disken er full'),
  'not-a-file': said(
    'cannot be made: something on the way to it is no folder',
    'kan ikke opprettes: noe på veien dit er ikke en mappe',
  ),
};
const unusable = (folder: string, problem: FileProblem) => (UNUSABLE[problem] ?? CANNOT)(folder);

/** A folder that is not used, in the words of whoever is told of it: no page has been opened yet. */
export class RefusedFolder extends Problem {
  readonly sentences: Sentences;

  constructor(
    sentences: Sentences,
    {
      problem = 'not-permitted',
      cause,
    }: { readonly problem?: FileProblem; readonly cause?: unknown } = {},
  ) {
    super({ kind: 'file', problem, message: sentences.en }, cause);
    this.sentences = sentences;
  }
}
