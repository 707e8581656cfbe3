// Backups of the small files of the data folder before a migration: complete and verified, or absent.
import { createHash } from 'node:crypto';
import { readdir, readFile, rmdir } from 'node:fs/promises';
import path from 'node:path';
import {
  readOrdinaryFile,
  type Disk,
  errorCode,
  fileTrouble,
  makeFolder,
  renamePatiently,
  syncFolder,
  writeNew,
} from './disk.ts';
import { BACKUP, BACKUPS, FORMAT_FILE, PLACES } from './folder-places.ts';

/** Number of backups that are kept, the newest ones. */
const MOST = 3;
const PART = '.part';
/** In the format of `sha256sum --check`. */
const SUMS = 'SHA256SUMS';

/** Names of complete backups, oldest first. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const names = await namesIn(path.join(folder, BACKUPS));
  return names.filter((name) => BACKUP.test(name)).sort((a, b) => compare(timeOf(a), timeOf(b)));
}

const timeOf = (name: string) => name.slice(name.indexOf('-') + 1);
const compare = (a: string, b: string) => (a < b ? -1 : 1);

export interface BackupNeeds {
  readonly folder: string;
  /** The present form of the folder. */
  readonly form: number;
  /** Content of the format file, for a form that had none. */
  readonly formatFile: string;
  readonly madeAt: Date;
  readonly disk: Disk;
}

/**
 * Copies, syncs, reads both sides again and compares; only then the backup gets its name, and all but the newest three are
 * removed. Throws errors of node:fs, or Problem file{damaged}; then only leftovers remain.
 */
export async function makeBackup(needs: BackupNeeds): Promise<string> {
  const { folder, form, formatFile, madeAt, disk } = needs;
  const backups = path.join(folder, BACKUPS);
  const name = `${String(form)}-${madeAt.toISOString().replace(/[:.]/g, '-')}`;
  const part = path.join(backups, name + PART);
  await makeFolder(backups);
  await removeParts(backups, disk);
  try {
    await makeFolder(part);
    const sums = await copyAll(folder, part, disk);
    sums.set(FORMAT_FILE, await copied(path.join(part, FORMAT_FILE), formatFile, disk));
    const lines = [...sums].map(([file, sum]) => `${sum}  ${file}\n`).sort();
    await writeNew(path.join(part, SUMS), lines.join(''), disk);
    await compareAll(folder, part, sums);
    await syncFolder(part, disk);
    await renamePatiently(part, path.join(backups, name), disk);
    await syncFolder(backups, disk);
  } catch (error) {
    await disk.rm(part, { recursive: true, force: true }).catch(() => undefined);
    // Fails unless it is empty, as intended.
    await rmdir(backups).catch(() => undefined);
    throw error;
  }
  // A failure to remove old backups does not stop the migration.
  await dropOld(folder, name, disk).catch(() => undefined);
  return name;
}

/** By their names below the data folder, with `/` between folders. */
type Sums = Map<string, string>;

async function copyAll(folder: string, part: string, disk: Disk): Promise<Sums> {
  const sums: Sums = new Map();
  for (const file of await filesToKeep(folder)) {
    const [source, target] = [path.join(folder, file), path.join(part, file)];
    await makeFolder(path.dirname(target));
    sums.set(file, await copied(target, await readOrdinaryFile(source), disk));
    await syncFolder(path.dirname(target), disk);
  }
  return sums;
}

async function copied(target: string, content: string | Uint8Array, disk: Disk): Promise<string> {
  await writeNew(target, content, disk);
  return sumOf(content);
}

async function filesToKeep(folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { name, holds } of PLACES.filter(({ backedUp }) => backedUp)) {
    if (holds) found.push(...(await filesBelow(folder, name)));
    else if ((await namesIn(folder)).includes(name)) found.push(name);
  }
  return found;
}

async function filesBelow(folder: string, name: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(folder, name), { withFileTypes: true }).catch(
    (error: unknown) => {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    },
  );
  const found: string[] = [];
  for (const entry of entries) {
    const inner = `${name}/${entry.name}`;
    if (entry.isDirectory()) found.push(...(await filesBelow(folder, inner)));
    else if (entry.isFile()) found.push(inner);
  }
  return found;
}

/** Reads both sides again from the disk, because a copy counts as a backup only when it was verified. */
async function compareAll(folder: string, part: string, sums: Sums): Promise<void> {
  for (const [file, sum] of sums) {
    const copy = sumOf(await readFile(path.join(part, file)));
    const source = file === FORMAT_FILE ? sum : sumOf(await readFile(path.join(folder, file)));
    if (copy !== sum || source !== sum) throw fileTrouble('damaged');
  }
}

/** Renamed first, so that a half removed backup does not look complete. */
async function dropOld(folder: string, made: string, disk: Disk): Promise<void> {
  const others = (await listBackups(folder)).filter((name) => name !== made);
  for (const name of others.slice(0, Math.max(0, others.length - (MOST - 1)))) {
    const whole = path.join(folder, BACKUPS, name);
    await renamePatiently(whole, whole + PART, disk);
    await disk.rm(whole + PART, { recursive: true, force: true });
  }
}

/** Removes what a kill left. */
async function removeParts(backups: string, disk: Disk): Promise<void> {
  for (const name of await namesIn(backups)) {
    const isPart = name.endsWith(PART) && BACKUP.test(name.slice(0, -PART.length));
    if (isPart) await disk.rm(path.join(backups, name), { recursive: true, force: true });
  }
}

const sumOf = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
}
