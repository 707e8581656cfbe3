// The form of the data folder: its version, the steps from one to the next, and the backups made before a step.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '../../preload/contract/schema.ts';
import { Problem } from '../problem.ts';
import {
  type Disk,
  errorCode,
  fileProblemOf,
  realDisk,
  renamePatiently,
  replaceFile,
  syncFolder,
  temporaryBeside,
  writeNew,
} from './disk.ts';
import { sealDocument, unsealDocument } from './documents.ts';
import { listBackups, makeBackup } from './folder-backup.ts';
import { FORMAT_FILE, PLACES } from './folder-places.ts';
import { type FolderStep, STEPS } from './folder-steps.ts';

export interface FolderFormat {
  readonly format: number;
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
  /** Replaced by tests. */
  readonly steps?: readonly FolderStep[];
}

/** Read by every Steward there will be: these three fields stay as they are in every form. */
const formatFile = z.object({
  format: z.number().int().min(1),
  program: z.string(),
  written: z.string(),
});

/**
 * Brings the folder to the newest form before anything in it is opened. A kill at any moment leaves a folder that the
 * next call brings to the newest form. Problem file{other} for a folder of a newer Steward, file{damaged} when the file
 * that says the form cannot be understood, file{disk-full, read-only, ...}: then nothing has changed.
 */
export async function bringForward(needs: FolderFormatNeeds): Promise<FolderFormat> {
  const { folder, steps = STEPS } = needs;
  const newest = steps.length + 1;
  const form = await formOf(folder).catch(asProblem('read'));
  if (form > newest) throw tooNew(form, newest);
  if (form < newest) await renew(needs, form, steps).catch(asProblem('renewed'));
  return { format: newest, backups: await listBackups(folder) };
}

/** 0: there is nothing yet, so that it only has to be said which form begins. */
async function formOf(folder: string): Promise<number> {
  const text = await textOf(path.join(folder, FORMAT_FILE));
  if (text !== undefined) return readFormat(text).format;
  // Form 1 did not say so.
  const names = await readdir(folder);
  const hasState = PLACES.some(({ name, backedUp }) => backedUp && names.includes(name));
  return hasState ? 1 : 0;
}

function readFormat(text: string): z.infer<typeof formatFile> {
  try {
    return formatFile.parse(JSON.parse(text));
  } catch {
    throw new Problem({
      kind: 'file',
      problem: 'damaged',
      message:
        `The file ${FORMAT_FILE} in the data folder is damaged, so Steward cannot tell which version wrote the ` +
        'folder. Nothing was changed. If no newer Steward was used here, remove this one file and start again.',
    });
  }
}

const tooNew = (form: number, newest: number) =>
  new Problem({
    kind: 'file',
    problem: 'other',
    message:
      `A newer Steward has used this data folder: it has form ${String(form)}, and this Steward knows forms up to ` +
      `${String(newest)}. Nothing was changed. Install the newer Steward, or use another folder (--data).`,
  });

/** Some documents are of the new form already, and this disk does not take the old ones back. */
class Unfinished extends Error {}

/** The words of the disk, and what they mean for the start. */
const asProblem = (what: 'read' | 'renewed') => (error: unknown) => {
  const problem = fileProblemOf(error instanceof Unfinished ? error.cause : error);
  // What the form itself is wrong about has its own words already.
  if (problem.failure.kind !== 'file' || (what === 'read' && problem === error)) throw problem;
  const after =
    error instanceof Unfinished ? 'The next start goes on with it.' : 'Nothing in it was changed.';
  const message = `The data folder could not be ${what}: ${problem.message} ${after}`;
  throw new Problem({ ...problem.failure, message }, error);
};

async function renew(
  needs: FolderFormatNeeds,
  form: number,
  steps: readonly FolderStep[],
): Promise<void> {
  const { folder, program, now, disk = realDisk } = needs;
  const at = now();
  const saying = (format: number, by: string) =>
    `${JSON.stringify({ format, program: by, written: at.toISOString() }, null, 2)}\n`;
  const changes: Change[] = [];
  if (form > 0) {
    const before = await textOf(path.join(folder, FORMAT_FILE));
    const kept = before ?? saying(form, '');
    await makeBackup({ folder, form, formatFile: kept, at, disk });
    changes.push(...(await changesOf(folder, steps.slice(form - 1))));
  }
  const file = path.join(folder, FORMAT_FILE);
  // Last: until it is there, the next start does all of this again.
  changes.push({ file, from: undefined, to: saying(steps.length + 1, program) });
  await putAll(changes, folder, disk);
}

interface Change {
  readonly file: string;
  /** Undefined when there was none, or none that is put back. */
  readonly from: string | undefined;
  readonly to: string;
}

/** A document that is not there or is damaged is left for whoever opens it. */
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

/** All new contents are on the disk before the first takes its place: a full disk is met while nothing has changed. */
async function putAll(changes: readonly Change[], folder: string, disk: Disk): Promise<void> {
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
    if (!(await takenBack(put, disk))) throw new Unfinished('', { cause: error });
    throw error;
  }
  await syncFolder(folder, disk).catch(() => undefined);
}

async function takenBack(put: readonly Change[], disk: Disk): Promise<boolean> {
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
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}
