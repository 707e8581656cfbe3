// Backups of the small files of the data folder before a step to a newer form: complete and read back, or absent.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import {
  type Disk,
  errorCode,
  fileTrouble,
  makeFolder,
  readOrdinaryFile,
  renamePatiently,
  syncFolder,
  writeNew,
} from './disk.ts';
import { BACKUP, BACKUPS, PLACES } from './folder-places.ts';

/** Number of backups that are kept, the newest ones. */
const MOST = 3;
/** Behind the name of one that is being made or removed. */
const PART = '.part';

/** Names of complete backups, oldest first. */
export async function listBackups(folder: string): Promise<readonly string[]> {
  const names = await namesIn(path.join(folder, BACKUPS));
  const timeOf = (name: string) => name.slice(name.indexOf('-'));
  return names
    .filter((name) => BACKUP.test(name))
    .sort((one, other) => (timeOf(one) < timeOf(other) ? -1 : 1));
}

export interface BackupNeeds {
  readonly folder: string;
  /** The present form of the folder. */
  readonly form: number;
  readonly madeAt: Date;
  readonly disk: Disk;
}

/** Nothing for a new folder. Throws errors of node:fs, or Problem file{damaged}; then there is none, and the next one tidies up. */
export async function makeBackup({ folder, form, madeAt, disk }: BackupNeeds): Promise<void> {
  const files = await filesToKeep(folder);
  if (files.length === 0) return;
  const backups = path.join(folder, BACKUPS);
  const name = `${String(form)}-${madeAt.toISOString().replace(/[:.]/g, '-')}`;
  const part = path.join(backups, name + PART);
  for (const one of await namesIn(backups))
    if (one.endsWith(PART))
      await disk.rm(path.join(backups, one), { recursive: true, force: true });
  await makeFolder(part);
  for (const file of files) {
    const target = path.join(part, file);
    const content = await readOrdinaryFile(path.join(folder, file));
    await makeFolder(path.dirname(target));
    await writeNew(target, content, disk);
    if (!(await readFile(target)).equals(content)) throw fileTrouble('damaged');
    await syncFolder(path.dirname(target), disk);
  }
  await renamePatiently(part, path.join(backups, name), disk);
  await syncFolder(backups, disk);
  for (const old of (await listBackups(folder)).slice(0, -MOST)) {
    // Renamed first, so that a half removed backup does not look complete.
    const whole = path.join(backups, old);
    await renamePatiently(whole, whole + PART, disk);
    await disk.rm(whole + PART, { recursive: true, force: true });
  }
}

/** Below the data folder: what a backup of any kind has. */
export async function filesToKeep(folder: string): Promise<readonly string[]> {
  const present = await namesIn(folder);
  const found: string[] = [];
  for (const { name, holds } of PLACES.filter(
    (one) => one.backedUp && present.includes(one.name),
  )) {
    if (holds === undefined) found.push(name);
    else {
      const all = await readdir(path.join(folder, name), { recursive: true, withFileTypes: true });
      const files = all.filter((one) => one.isFile());
      found.push(...files.map((one) => path.relative(folder, path.join(one.parentPath, one.name))));
    }
  }
  return found;
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  });
}
