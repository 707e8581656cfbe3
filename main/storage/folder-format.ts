// The format of the data folder: its version, the migrations from one to the next, and the backups before each.
import { randomBytes } from 'node:crypto';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from '../../preload/contract/schema.ts';
import { Problem } from '../problem.ts';
import {
  type Disk,
  errorCode,
  fileProblemOf,
  FULL_AT_START,
  realDisk,
  readOrdinaryFile,
  renamePatiently,
  replaceFile,
  syncFolder,
  temporaryBeside,
  writeNew,
} from './disk.ts';
import { sealDocument, unsealDocument } from './documents.ts';
import { listBackups, makeBackup } from './folder-backup.ts';
import { FORMAT_FILE, PLACES } from './folder-places.ts';
import { fileProblem } from '../problems.ts';

export interface FolderFormat {
  readonly format: number;
  readonly identity: FolderIdentity;
  /** This start found that the folder is a copy of one beside it, and gave it an id of its own. */
  readonly isNewCopy: boolean;
  /** Names of backups, oldest first. */
  readonly backups: readonly string[];
  /** An earlier form used names in the keychain that all folders of the account shared. */
  readonly hadSharedNames: boolean;
}

export interface FolderFormatNeeds {
  /** The data folder, made and locked. */
  readonly folder: string;
  /** Version of this Steward. */
  readonly program: string;
  readonly now: () => Date;
  readonly disk?: Disk;
  /** The id that another file of the folder has, in case the format file was lost. */
  readonly knownId?: () => Promise<string | undefined>;
  /** Replaced by tests. */
  readonly steps?: readonly FolderStep[];
}

/** The location of a folder when it was last opened. */
const place = z.object({ path: z.string(), device: z.string(), inode: z.string() });
type FolderPlace = z.infer<typeof place>;

/** The identity of the folder; part of every name that it uses outside of itself, as in the keychain (ATK-01). */
const identity = z.object({
  id: z.string().regex(/^[0-9a-f]{32}$/),
  /** Older names of its keychain entries: `shared` of the first forms, or the id that the folder was copied with. */
  from: z.string().nullable(),
  place,
});
type SavedIdentity = z.infer<typeof identity>;
export type FolderIdentity = Pick<SavedIdentity, 'id' | 'from'>;

/** Older and newer versions read this file, so the first three fields are the same in every form. */
const formatFile = z.object({
  format: z.number().int().min(1),
  program: z.string(),
  written: z.string(),
  folder: identity.optional(),
});
type FormatFile = z.infer<typeof formatFile>;

/**
 * Brings the folder to the newest form before anything in it is opened. A kill at any moment leaves a folder that the
 * next call brings to the newest form. Problem file{other} for a folder of a newer Steward, file{damaged} when the file
 * that says the form cannot be understood, file{disk-full, read-only, ...}: then nothing has changed.
 */
export async function bringForward(needs: FolderFormatNeeds): Promise<FolderFormat> {
  const { folder, steps = STEPS } = needs;
  const newestForm = steps.length + 1;
  const { form, said } = await formOf(folder).catch(asProblem('read'));
  if (form > newestForm) throw tooNew(form, newestForm);
  const { saved, isNewCopy } = await identify(needs, form, said?.folder).catch(asProblem('read'));
  const isUnchanged = JSON.stringify(said?.folder) === JSON.stringify(saved);
  if (form < newestForm) await migrate(needs, form, steps, saved).catch(asProblem('renewed'));
  // Only the identity changes (moved, copied or renamed), so no backup is made.
  else if (!isUnchanged) await rewriteFormatFile(needs, form, saved).catch(asProblem('renewed'));
  const { id, from } = saved;
  return {
    format: newestForm,
    identity: { id, from },
    isNewCopy,
    backups: await listBackups(folder),
    hadSharedNames: from === SHARED_NAMES,
  };
}

/** The folder's identity. A copy beside the original gets an id of its own; a folder that was moved keeps its id. */
async function identify(
  { folder, knownId }: FolderFormatNeeds,
  form: number,
  before: SavedIdentity | undefined,
): Promise<{ readonly saved: SavedIdentity; readonly isNewCopy: boolean }> {
  const here = await placeOfFolder(folder);
  if (before && (await isCopy(before, here))) {
    return { saved: { id: newId(), from: before.id, place: here }, isNewCopy: true };
  }
  if (before) return { saved: { ...before, place: here }, isNewCopy: false };
  const id = (await knownId?.()) ?? newId();
  // A recovered id does not tell which older names were in use.
  const from = form === 0 ? null : SHARED_NAMES;
  return { saved: { id, from, place: here }, isNewCopy: false };
}

const newId = () => randomBytes(16).toString('hex');
/** The value of `from` for the names of the first two forms. */
export const SHARED_NAMES = 'shared';

async function placeOfFolder(folder: string): Promise<FolderPlace> {
  const { dev, ino } = await stat(folder, { bigint: true });
  return { path: await realpath(folder), device: String(dev), inode: String(ino) };
}

const isSamePlace = (one: FolderPlace, other: FolderPlace) =>
  one.device === other.device && one.inode === other.inode;

/**
 * True when another folder with this id still exists where it was opened last, so that this one is a copy. False for a folder
 * that was moved or restored in place, and when the other one cannot be read.
 */
async function isCopy(before: SavedIdentity, here: FolderPlace): Promise<boolean> {
  if (before.place.path === here.path || isSamePlace(before.place, here)) return false;
  try {
    const other = await placeOfFolder(before.place.path);
    const text = await readOrdinaryFile(path.join(before.place.path, FORMAT_FILE));
    return !isSamePlace(other, here) && readFormat(text.toString('utf8')).folder?.id === before.id;
  } catch {
    return false;
  }
}

/** 0 for a new folder, which only needs its format file. */
async function formOf(
  folder: string,
): Promise<{ readonly form: number; readonly said?: FormatFile }> {
  const text = await textOf(path.join(folder, FORMAT_FILE));
  if (text !== undefined) {
    const said = readFormat(text);
    return { form: said.format, said };
  }
  // Form 1 had no format file.
  const names = await readdir(folder);
  const hasState = PLACES.some(({ name, backedUp }) => backedUp && names.includes(name));
  return { form: hasState ? 1 : 0 };
}

function readFormat(text: string): FormatFile {
  try {
    return formatFile.parse(JSON.parse(text));
  } catch {
    throw fileProblem(
      'damaged',
      `The file ${FORMAT_FILE} in the data folder is damaged, so Steward cannot tell which version wrote the ` +
        'folder. Nothing was changed. If no newer Steward was used here, remove this one file and start again.',
    );
  }
}

const tooNew = (form: number, newestForm: number) =>
  fileProblem(
    'other',
    `A newer Steward has used this data folder: it has form ${String(form)}, and this Steward knows forms up to ` +
      `${String(newestForm)}. Nothing was changed. Install the newer Steward, or use another folder (--data).`,
  );

/** Some documents have the new form already, and writing the old ones back failed. */
class Unfinished extends Error {}

/** The disk's failure, with its meaning for the start. */
const asProblem = (what: 'read' | 'renewed') => (error: unknown) => {
  const problem = fileProblemOf(error instanceof Unfinished ? error.cause : error);
  // Problems of the form itself have a complete message already.
  if (problem.failure.kind !== 'file' || (what === 'read' && problem === error)) throw problem;
  const after =
    error instanceof Unfinished ? 'The next start goes on with it.' : 'Nothing in it was changed.';
  const isFull = problem.failure.problem === 'disk-full';
  const failed = `The data folder could not be ${what}: ${problem.message}`;
  const message = `${isFull ? FULL_AT_START : failed} ${after}`;
  throw new Problem({ ...problem.failure, message }, error);
};

async function migrate(
  needs: FolderFormatNeeds,
  form: number,
  steps: readonly FolderStep[],
  saved: SavedIdentity,
): Promise<void> {
  const { folder, program, now, disk = realDisk } = needs;
  const madeAt = now();
  const changes: Change[] = [];
  if (form > 0) {
    const before = await textOf(path.join(folder, FORMAT_FILE));
    const kept =
      before ?? encodeFormatFile({ format: form, program: '', written: madeAt.toISOString() });
    await makeBackup({ folder, form, formatFile: kept, madeAt, disk });
    changes.push(...(await changesOf(folder, steps.slice(form - 1))));
  }
  const file = path.join(folder, FORMAT_FILE);
  // Written last: until it exists, the next start does all of this again.
  const [format, written] = [steps.length + 1, madeAt.toISOString()];
  changes.push({
    file,
    from: undefined,
    to: encodeFormatFile({ format, program, written, folder: saved }),
  });
  await replaceAll(changes, folder, disk);
}

const encodeFormatFile = (said: FormatFile) => `${JSON.stringify(said, null, 2)}\n`;

/** Writes the format file again with the present location; the form stays. */
async function rewriteFormatFile(
  { folder, program, now, disk = realDisk }: FolderFormatNeeds,
  format: number,
  saved: SavedIdentity,
): Promise<void> {
  const said = { format, program, written: now().toISOString(), folder: saved };
  await replaceFile(path.join(folder, FORMAT_FILE), encodeFormatFile(said), disk);
}

interface Change {
  readonly file: string;
  /** Content to restore when a later change fails; undefined for none. */
  readonly from: string | undefined;
  readonly to: string;
}

/** Missing and damaged documents are left to the code that opens them. */
async function changesOf(folder: string, steps: readonly FolderStep[]): Promise<Change[]> {
  const names = new Set(steps.flatMap((step) => Object.keys(step)));
  const changes: Change[] = [];
  for (const name of names) {
    const file = path.join(folder, `${name}.json`);
    const from = await textOf(file);
    const value = from === undefined ? undefined : unsealDocument(from);
    if (from === undefined || value === undefined) continue;
    const next = steps.reduce((now, step) => step[name]?.(now) ?? now, value);
    const to = sealDocument(next);
    if (to !== from) changes.push({ file, from, to });
  }
  return changes;
}

/** Writes all new contents before the first rename, so that a full disk is found while nothing has changed. */
async function replaceAll(changes: readonly Change[], folder: string, disk: Disk): Promise<void> {
  const ready: { readonly change: Change; readonly temporary: string }[] = [];
  const put: Change[] = [];
  try {
    for (const change of changes) {
      const temporary = temporaryBeside(change.file);
      ready.push({ change, temporary });
      await writeNew(temporary, change.to, disk);
    }
    for (const { change, temporary } of ready) {
      await renamePatiently(temporary, change.file, disk);
      put.push(change);
    }
  } catch (error) {
    for (const { temporary } of ready)
      await disk.rm(temporary, { force: true }).catch(() => undefined);
    if (!(await restored(put, disk))) throw new Unfinished('', { cause: error });
    throw error;
  }
  await syncFolder(folder, disk).catch(() => undefined);
}

async function restored(put: readonly Change[], disk: Disk): Promise<boolean> {
  let all = true;
  for (const { file, from } of put) {
    if (from === undefined) continue;
    await replaceFile(file, from, disk).catch(() => {
      all = false;
    });
  }
  return all;
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await readOrdinaryFile(file)).toString('utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Migrates the values of documents, by name without `.json`. An unexpected value is returned unchanged. */
export type FolderStep = Readonly<Record<string, (value: unknown) => unknown>>;

/** The first migrates form 1 to form 2. Each may get documents that it has already migrated. */
const STEPS: readonly FolderStep[] = [
  // The address of new versions became a setting.
  { settings: (value) => withDefault(value, 'updateAddress', null) },
  // The format file says which folder this is: names in the keychain hold its id from now on.
  {},
  // A credential's secret says what it may be used for: an earlier Steward would send both as one key.
  {},
  // Notifications of the system became a setting.
  { settings: (value) => withDefault(value, 'notifications', true) },
];

function withDefault(value: unknown, name: string, given: unknown): unknown {
  if (typeof value !== 'object' || value === null || name in value) return value;
  return { ...value, [name]: given };
}
