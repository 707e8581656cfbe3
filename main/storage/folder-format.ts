// The form of the data folder: its id, its number, the refusal of a newer one, and steps to the next after a backup.
import { randomBytes } from 'node:crypto';
import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from '../../preload/contract/schema.ts';
import { Problem } from '../problem.ts';
import { fileProblem } from '../problems.ts';
import {
  type Disk,
  errorCode,
  fileProblemOf,
  FULL_AT_START,
  readOrdinaryFile,
  realDisk,
  replaceFile,
} from './disk.ts';
import { sealDocument, unsealDocument } from './documents.ts';
import { listBackups, makeBackup } from './folder-backup.ts';
import { FORMAT_FILE } from './folder-places.ts';

export interface FolderFormat {
  readonly format: number;
  /** Part of every name that the folder uses outside of itself, as in the keychain (ATK-01). */
  readonly id: string;
  /** This start found that the folder is a copy of one beside it, and gave it an id of its own. */
  readonly isNewCopy: boolean;
  /** Names of backups, oldest first. */
  readonly backups: readonly string[];
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

/** Values of documents in the next form, by name without `.json`. One that is in that form already stays as it is. */
export type FolderStep = Readonly<Record<string, (value: unknown) => unknown>>;

/** The first goes from form 1 to form 2: none yet. */
const STEPS: readonly FolderStep[] = [];

/** The location of a folder when it was last opened. */
const place = z.object({ path: z.string(), device: z.string(), inode: z.string() });
type FolderPlace = z.infer<typeof place>;
const identity = z.object({ id: z.string().regex(/^[0-9a-f]{32}$/), place });
type Identity = z.infer<typeof identity>;

/** Read by Stewards of other forms as well. */
const anyForm = z.object({ format: z.number().int().min(1) });
const formatFile = anyForm.extend({ program: z.string(), written: z.string(), folder: identity });
type FormatFile = z.infer<typeof formatFile>;

/**
 * Before anything else in the folder is opened. Problem file{other} for a folder of a newer Steward, file{damaged} when the file that
 * says the form cannot be understood: then nothing has changed. file{disk-full, read-only, ...}: the next start goes on, as after a kill.
 */
export async function openFolder(needs: FolderFormatNeeds): Promise<FolderFormat> {
  const { folder, program, now, disk = realDisk, steps = STEPS } = needs;
  const format = steps.length + 1;
  const said = await saidIn(folder, format).catch(asProblem('read'));
  const { isNewCopy, ...own } = await identify(needs, said?.folder).catch(asProblem('read'));
  const written = now();
  // The steps begin again where the file was lost: they change nothing that is in the new form already.
  const from = said?.format ?? 1;
  if (from < format)
    await takeSteps(folder, steps.slice(from - 1), { from, written, disk }).catch(
      asProblem('upgraded'),
    );
  if (from < format || JSON.stringify(said?.folder) !== JSON.stringify(own)) {
    const next = { format, program, written: written.toISOString(), folder: own };
    const text = `${JSON.stringify(next, null, 2)}\n`;
    // Last: until it is there, the next start does all of this again.
    await replaceFile(path.join(folder, FORMAT_FILE), text, disk).catch(
      asProblem(from < format ? 'upgraded' : 'opened'),
    );
  }
  return { format, id: own.id, isNewCopy, backups: await listBackups(folder) };
}

/** The folder's identity. A copy beside the original gets an id of its own; a folder that was moved keeps its id. */
async function identify(
  { folder, knownId }: FolderFormatNeeds,
  before: Identity | undefined,
): Promise<Identity & { readonly isNewCopy: boolean }> {
  const here = await placeOfFolder(folder);
  const isNewCopy = before !== undefined && (await isCopy(before, here));
  const known = before === undefined ? await knownId?.() : before.id;
  const id = isNewCopy ? undefined : known;
  return { id: id ?? randomBytes(16).toString('hex'), place: here, isNewCopy };
}

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
async function isCopy(before: Identity, here: FolderPlace): Promise<boolean> {
  if (before.place.path === here.path || isSamePlace(before.place, here)) return false;
  try {
    const other = await placeOfFolder(before.place.path);
    const said = await saidIn(before.place.path, Infinity);
    return !isSamePlace(other, here) && said?.folder.id === before.id;
  } catch {
    return false;
  }
}

/** Undefined without a format file. */
async function saidIn(folder: string, newest: number): Promise<FormatFile | undefined> {
  const text = await textOf(path.join(folder, FORMAT_FILE));
  if (text === undefined) return undefined;
  const value = jsonOf(text);
  const { format = 0 } = anyForm.safeParse(value).data ?? {};
  if (format > newest) throw tooNew(format, newest);
  const said = formatFile.safeParse(value);
  if (said.success) return said.data;
  throw fileProblem(
    'damaged',
    `The file ${FORMAT_FILE} in the data folder is damaged, so Steward cannot tell which version wrote the ` +
      'folder. Nothing was changed. If no newer Steward was used here, remove this one file and start again.',
  );
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const tooNew = (form: number, newest: number) =>
  fileProblem(
    'other',
    `A newer Steward has used this data folder: it has form ${String(form)}, and this Steward knows forms up to ` +
      `${String(newest)}. Nothing was changed. Install the newer Steward, or use another folder (--data).`,
  );

/** The disk's failure, with its meaning for the start. */
const asProblem =
  (what: 'read' | 'opened' | 'upgraded') =>
  (error: unknown): never => {
    const problem = fileProblemOf(error);
    // Problems of the form itself have a complete message already.
    if (problem.failure.kind !== 'file' || (what === 'read' && problem === error)) throw problem;
    const after =
      what === 'upgraded' ? 'The next start goes on with it.' : 'Nothing in it was changed.';
    const isFull = problem.failure.problem === 'disk-full';
    const failed = `The data folder could not be ${what}: ${problem.message}`;
    const message = `${isFull ? FULL_AT_START : failed} ${after}`;
    throw new Problem({ ...problem.failure, message }, error);
  };

interface Taking {
  /** The present form of the folder. */
  readonly from: number;
  readonly written: Date;
  readonly disk: Disk;
}

/** Nothing is changed before the backup is whole. Missing and damaged documents are left to the code that opens them. */
async function takeSteps(
  folder: string,
  steps: readonly FolderStep[],
  { from, written, disk }: Taking,
): Promise<void> {
  await makeBackup({ folder, form: from, madeAt: written, disk });
  for (const name of new Set(steps.flatMap((step) => Object.keys(step)))) {
    const file = path.join(folder, `${name}.json`);
    const text = await textOf(file);
    const value = text === undefined ? undefined : unsealDocument(text);
    if (value === undefined) continue;
    const next = sealDocument(steps.reduce((now, step) => step[name]?.(now) ?? now, value));
    if (next !== text) await replaceFile(file, next, disk);
  }
}

async function textOf(file: string): Promise<string | undefined> {
  try {
    return (await readOrdinaryFile(file)).toString('utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
