// What the vault knows without asking the keychain: its names and where they are, as a log with a constant cost a put.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from '../../preload/contract/schema.ts';
import { framed } from '../storage/log-codecs.ts';
import {
  type AppendFile,
  type LogFile,
  openAppendFile,
  openLog,
  readLog,
} from '../storage/log-file.ts';
import { errorCode, fileProblemOf } from '../storage/disk.ts';
import { BACKUPS } from '../storage/folder-places.ts';
import { generation } from './vault-format.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import { fileProblem } from '../problems.ts';

const LIST_NAME = 'vault.log';

/** Where the value of a copied folder is until it has one of its own. */
const origin = z.object({
  /** The id of the folder that this one is a copy of. */
  from: z.string(),
  /** The keychain was seen to have it there. */
  stored: z.boolean(),
});

/** What is known of one name. */
const vaultEntry = z.object({
  name: z.string(),
  /** The keychain was seen to have it under the name of this folder; without that it is a first attempt. */
  stored: z.boolean(),
  /** It is one entry: then there is no chunk that belongs to it. */
  whole: z.boolean(),
  /** Its removal was begun. */
  removing: z.boolean(),
  /** Every generation of which chunks may be in the keychain, noted before the first chunk is written. */
  generations: z.array(generation),
  origin: origin.optional(),
});
export type VaultEntry = z.infer<typeof vaultEntry>;

const record = z.union([
  z.object({ folder: z.string() }),
  z.object({ gone: z.string() }),
  vaultEntry,
]);
type ListRecord = z.infer<typeof record>;

const records = framed<ListRecord>({
  mark: 'STWVAULT',
  version: 1,
  record,
  refusal: () =>
    fileProblem(
      'damaged',
      `The file ${LIST_NAME} was written by another version of Steward. It is left as it is.`,
    ),
});

export interface ListCopy {
  /** Answers the name of the file it is set aside in; that of the list when there was no file. */
  setAside(): Promise<string>;
}

/** Every change is on the disk when it resolves. */
export interface VaultList {
  all(): readonly VaultEntry[];
  find(name: string): VaultEntry | undefined;
  /** Undefined takes the name off the list. */
  note(name: string, to: (now: VaultEntry | undefined) => VaultEntry | undefined): Promise<void>;
  /** Name of the file in which a damaged list was set aside when it was opened. */
  readonly setAside: string | undefined;
  /** Nothing stood in it when it was opened: the folder is new, or the list was lost. */
  readonly wasEmpty: boolean;
  /** The list as it is now, to be set aside when it turns out to be an older copy. */
  copy(): Promise<ListCopy>;
  /** Whether its file still says what is known; put back from memory otherwise. */
  check(run: StoreCheck): Promise<void>;
}

export const vaultListFile = (folder: string): AppendFile =>
  openAppendFile(path.join(folder, LIST_NAME));

/** The id of the folder as the list last had it: the format file may have been lost. Undefined without a readable list. */
export async function idInVaultList(file: AppendFile): Promise<string | undefined> {
  const { values } = await readLog(file, records);
  return values.findLast((one) => 'folder' in one)?.folder;
}

export interface VaultListNeeds {
  readonly file: AppendFile;
  /** The id of the folder. */
  readonly folder: string;
  readonly now: () => Date;
}

/** Problem file{...} when it cannot be read. A damaged list is set aside; what of it is whole still counts. */
export async function openVaultList(needs: VaultListNeeds): Promise<VaultList> {
  const { file, folder, now } = needs;
  const { log, found, setAside } = await openLog(file, records, { now });
  const entries = new Map<string, VaultEntry>();
  let listed: string | undefined;
  for (const one of found) {
    if ('folder' in one) listed = one.folder;
    else if ('gone' in one) entries.delete(one.gone);
    else entries.set(one.name, one);
  }
  const wasEmpty = found.length === 0;
  const all = () => [{ folder }, ...entries.values()];
  if (listed !== undefined && listed !== folder)
    for (const one of entries.values())
      if (isForOneFolder(one.name)) entries.delete(one.name);
      else entries.set(one.name, ofAnother(one, listed));
  // The first name that is noted begins the file, unless a damaged one was made anew.
  if (listed !== folder && log.size > 0) await log.rewrite(all);
  const copy = async () => {
    const bytes = await file.read();
    return {
      setAside: async () => (bytes.length === 0 ? LIST_NAME : file.setAside(bytes, now())),
    };
  };
  const check = (run: StoreCheck) => log.check(run, { name: LIST_NAME, values: all, now });
  return { ...listOver(log, entries, all, folder), setAside, wasEmpty, copy, check };
}

function listOver(
  log: LogFile<ListRecord>,
  entries: Map<string, VaultEntry>,
  all: () => readonly ListRecord[],
  folder: string,
): Pick<VaultList, 'all' | 'find' | 'note'> {
  return {
    all: () => [...entries.values()],
    find: (name) => entries.get(name),
    async note(name, to) {
      const now = entries.get(name);
      const next = to(now);
      if (!now && !next) return;
      const begin = log.size === 0 ? [{ folder }] : [];
      await log.append([...begin, next ?? { gone: name }], () => {
        if (next) entries.set(name, next);
        else entries.delete(name);
      });
      // What is noted counts, whether or not the file could be made shorter.
      await log.compact(all).catch(() => undefined);
    },
  };
}

/** For a session in memory. */
export function listInMemory(): VaultList {
  const entries = new Map<string, VaultEntry>();
  return {
    setAside: undefined,
    wasEmpty: true,
    copy: async () => ({ setAside: async () => LIST_NAME }),
    check: async () => undefined,
    all: () => [...entries.values()],
    find: (name) => entries.get(name),
    async note(name, to) {
      const next = to(entries.get(name));
      if (next) entries.set(name, next);
      else entries.delete(name);
    },
  };
}

/** A name that nothing is known of yet. */
export const emptyEntry = (name: string): VaultEntry => ({
  name,
  stored: false,
  whole: false,
  removing: false,
  generations: [],
});

/**
 * Not for another folder: a refresh token works once, so two folders with the same one would end each other's sign-in; the journal's
 * anchor is about the journal of the first one, which goes on.
 */
const isForOneFolder = (name: string) => isUsedOnce(name) || name === 'journal-anchor';

/** A refresh token, which is another after each use: a copy of it is soon one that was used. */
export const isUsedOnce = (name: string): boolean => name.startsWith('refresh-token/');

/** As the list of the folder says that this one is a copy of: nothing that the first one has is taken from it. */
function ofAnother(
  { name, stored, removing, origin: before }: VaultEntry,
  from: string,
): VaultEntry {
  const lies = stored || !before ? { from, stored } : before;
  return { ...emptyEntry(name), origin: { ...lies, stored: lies.stored && !removing } };
}

/** What any list in the folder names: the present one, those that were set aside, and those in backups. Problem file{...}. */
export async function namesInAllLists(folder: string): Promise<readonly string[]> {
  const backups = await readdir(path.join(folder, BACKUPS)).catch(() => []);
  const files = [
    ...(await readdir(folder)).filter((name) => name.startsWith(LIST_NAME)),
    ...backups.map((name) => path.join(BACKUPS, name, LIST_NAME)),
  ];
  const names: string[] = [];
  for (const file of files) names.push(...(await namesIn(path.join(folder, file))));
  return names;
}

/** Also of a list that is damaged. */
async function namesIn(file: string): Promise<readonly string[]> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw fileProblemOf(error);
  });
  return [...text.matchAll(/"(?:name|gone)": ?("(?:[^"\\\n]|\\.)*")/g)].flatMap(([, name = '']) => {
    try {
      return [JSON.parse(name) as string];
    } catch {
      return [];
    }
  });
}
