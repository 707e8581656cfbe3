// Brings a backup back, second half: its files take their places at the start, before any of them is opened.
import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { ignoreProblem } from '../problem.ts';
import type { Vault } from '../secrets/vault.ts';
import { idInVaultList, vaultListFile } from '../secrets/vault-list.ts';
import {
  errorCode,
  fileProblemOf,
  fileTrouble,
  readOrdinaryFile,
  realDisk,
  renamePatiently,
  syncFolder,
} from '../storage/disk.ts';
import {
  BACKUPS,
  BRINGING,
  BROUGHT,
  COPYING,
  FORMAT_FILE,
  PLACES,
} from '../storage/folder-places.ts';
import { brought, BROUGHT_FILE, dropEntries, dropUnfinished } from './bring.ts';
import { MADE_ANEW } from './manifest.ts';

export interface PlacingNeeds {
  readonly folder: string;
  /** A vault whose list stands in this folder, for the folder of this id. */
  readonly vaultIn: (folder: string, id: string) => Promise<Vault>;
  readonly now: () => Date;
}

/** A backup that was put in place, and of which the journal does not know yet. */
export interface Placed {
  /** When the backup was made. */
  readonly made: string;
  /** Once the journal has it; until then every start says it again. */
  forget(): Promise<void>;
}

const JOURNAL = 'journal.jsonl';

/**
 * Goes on where a kill stopped it, as often as that happens; what a kill left of one that never counted goes, from the keychain first.
 * Problem file{...}: the next start goes on.
 */
export async function putInPlace(needs: PlacingNeeds): Promise<Placed | undefined> {
  const backups = path.join(needs.folder, BACKUPS);
  const names = await readdir(backups).catch((error: unknown): string[] => {
    if (errorCode(error) === 'ENOENT') return [];
    throw fileProblemOf(error);
  });
  try {
    if (names.includes(COPYING)) await rm(path.join(backups, COPYING), { recursive: true });
    if (names.includes(BRINGING))
      await dropUnfinished(path.join(backups, BRINGING), needs).catch(ignoreProblem);
    if (!names.includes(BROUGHT)) return undefined;
    return await place(path.join(backups, BROUGHT), needs);
  } catch (error) {
    throw fileProblemOf(error);
  }
}

async function place(from: string, needs: PlacingNeeds): Promise<Placed> {
  const { folder, now } = needs;
  const text = await readOrdinaryFile(path.join(from, BROUGHT_FILE));
  const said = saidIn(text.toString('utf8'));
  const data = path.join(from, 'data');
  const waiting = await filesIn(data);
  if (waiting !== undefined) {
    const own = await idInVaultList(vaultListFile(folder));
    // What the empty folder had in the keychain: the keys of a journal of a few lines. Nothing asks for them again.
    if (own !== undefined && own !== said.folder)
      await dropEntries(folder, needs).catch(ignoreProblem);
    const files = new Set([...said.files, ...MADE_ANEW]);
    for (const { name, holds, backedUp } of PLACES)
      if (backedUp && holds === undefined && !files.has(name))
        await rm(path.join(folder, name), { force: true });
    if (waiting.includes(JOURNAL)) await keepJournal(folder, now());
    for (const name of waiting) {
      const target = path.join(folder, name);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await renamePatiently(path.join(data, name), target, realDisk);
      await syncFolder(path.dirname(target));
    }
    await rm(data, { recursive: true });
  }
  return { made: said.made, forget: () => rm(from, { recursive: true, force: true }) };
}

function saidIn(text: string) {
  try {
    return brought.parse(JSON.parse(text));
  } catch (error) {
    throw fileTrouble('damaged', error);
  }
}

/** Within the folder; the form is last, undefined when all of them are in their places. */
async function filesIn(data: string): Promise<readonly string[] | undefined> {
  const all = await readdir(data, { recursive: true, withFileTypes: true }).catch(
    (error: unknown) => {
      if (errorCode(error) !== 'ENOENT') throw error;
    },
  );
  const names = all
    ?.filter((one) => one.isFile())
    .map((one) => path.relative(data, path.join(one.parentPath, one.name)));
  const isForm = (name: string) => (name === FORMAT_FILE ? 1 : 0);
  return names?.sort((one, other) => isForm(one) - isForm(other));
}

/** That of the folder until now: closed, as its key is gone. */
async function keepJournal(folder: string, at: Date): Promise<void> {
  const file = path.join(folder, JOURNAL);
  const closed = `${file}.closed-${at.toISOString().replace(/[:.]/g, '-')}`;
  await renamePatiently(file, closed, realDisk).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error;
  });
}
