// The shared state of a copy's parts: its files by name, and those that were set aside as damaged.
import { lstat, readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  type Disk,
  errorCode,
  fileProblemOf,
  makeFolder,
  removeLeftovers,
  renamePatiently,
  replaceFile,
  syncFolder,
} from '../disk.ts';
import { failureOf } from '../../problem.ts';
import { type Content, decodeContent, NOTHING } from './content.ts';
import { createDocumentFiles, type DocumentFiles } from './document-files.ts';
import { readOwnFile } from './own-file.ts';
import type { Place } from './places.ts';
import { readRun, type RunHead } from './run-file.ts';
import { serial } from '../../serial.ts';

export const INDEX = 'copy';
export const RUN = 'run.ndjson';
export const DERIVED = 'derived';
const OURS = /^(copy|derived|run\.ndjson|documents-\d{1,9}\.ndjson)(\.bad-.*)?$/;
const NUMBERED = /^documents-(\d{1,9})\.ndjson/;
const BAD = '.bad-';

/** The run that is active, as the store needs it. */
export interface ActiveRun {
  readonly head: RunHead;
  places(): Iterable<Place>;
  /** These texts were lost. */
  forget(hashes: ReadonlySet<string>): void;
  /** These lines were moved out of `file`, which is not written to any more. */
  moved(file: number, to: readonly Place[]): Promise<void>;
  /** Writes and syncs everything, then stops. */
  suspend(): Promise<void>;
  /** Writes nothing more. */
  stop(): Promise<void>;
}

/** Changed only inside `runExclusive`, because most changes take several steps. */
export interface Store {
  readonly folder: string;
  readonly disk: Disk;
  readonly now: () => Date;
  readonly files: DocumentFiles;
  readonly setAside: string[];
  readonly runExclusive: <T>(act: () => Promise<T>) => Promise<T>;
  content: Content;
  run: ActiveRun | undefined;
  /** The head of a run that is neither finished nor active. */
  unfinished: RunHead | undefined;
  /** Number of the next documents file; a number is never given twice. */
  next: number;
}

export const fileIn = ({ folder }: { readonly folder: string }, name: string) =>
  path.join(folder, name);

export async function openStore(folder: string, now: () => Date, disk: Disk): Promise<Store> {
  await makeFolder(folder);
  await removeLeftovers(folder).catch(() => undefined);
  const names = await namesIn(folder);
  const numbers = names.map((name) => Number(NUMBERED.exec(name)?.[1] ?? 0));
  const store: Store = {
    folder,
    disk,
    now,
    files: createDocumentFiles(folder, disk),
    setAside: names.filter((name) => OURS.test(name) && name.includes(BAD)),
    runExclusive: serial(),
    content: NOTHING,
    run: undefined,
    unfinished: undefined,
    next: Math.max(0, ...numbers) + 1,
  };
  await loadState(store);
  return store;
}

async function loadState(store: Store): Promise<void> {
  const content = await readIndex(store);
  if (content === 'damaged') await putAside(store, INDEX);
  else if (content !== 'absent') store.content = content;
  const run = await readRun(fileIn(store, RUN), 'head');
  if (run === 'damaged') await putAside(store, RUN);
  else if (run !== 'absent') store.unfinished = run;
  const { content: kept, unfinished } = store;
  // A kill between the replacement of the index and the removal of the run.
  if (unfinished && unfinished.id === kept.run) await dropRun(store);
  // Not without an index: a new run can still use whole lines, by their hashes.
  else if (!unfinished && kept.run !== null) await sweep(store);
  if (kept.run !== null && kept.damaged.size === 0 && run !== 'damaged') await forgetAside(store);
}

export async function readIndex(store: Store): Promise<Content | 'absent' | 'damaged'> {
  const bytes = await readOwnFile(fileIn(store, INDEX));
  if (bytes === 'absent' || bytes === 'damaged') return bytes;
  return (await decodeContent(bytes)) ?? 'damaged';
}

/** Removes the unfinished run and the files that only it used. */
export async function dropRun(store: Store): Promise<void> {
  await remove(store, RUN).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  store.unfinished = undefined;
  if (store.content.run !== null) await sweep(store);
}

/** Removes documents files that nothing refers to; the next sweep tries again what fails. */
export async function sweep(store: Store): Promise<void> {
  const used = store.content.places.ends();
  for (const file of (await store.files.sizes()).keys()) {
    if (used.has(file)) continue;
    await store.files.closeFile(file);
    await removeQuietly(store, store.files.name(file));
  }
}

/** Sets a damaged file aside: renames it. */
export async function putAside(store: Store, name: string): Promise<void> {
  const stem = `${name}${BAD}${store.now().toISOString().replace(/[:.]/g, '-')}`;
  const taken = new Set(await namesIn(store.folder));
  let aside = stem;
  for (let more = 2; taken.has(aside); more++) aside = `${stem}-${String(more)}`;
  try {
    await renamePatiently(fileIn(store, name), fileIn(store, aside), store.disk);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw fileProblemOf(error);
  }
  store.setAside.push(aside);
  await syncFolder(store.folder, store.disk).catch(() => undefined);
}

/** Removes files that were set aside. Called at a start at which nothing is missing from the copy any more. */
async function forgetAside(store: Store): Promise<void> {
  for (const name of store.setAside.splice(0)) await removeQuietly(store, name);
}

export async function removeAll(store: Store): Promise<void> {
  await store.run?.stop();
  store.run = undefined;
  store.unfinished = undefined;
  store.content = NOTHING;
  store.setAside.length = 0;
  await store.files.close();
  // The index first: after a kill in between no index refers to removed files.
  const names = (await namesIn(store.folder)).filter((name) => OURS.test(name));
  for (const name of names.sort((a, b) => Number(b === INDEX) - Number(a === INDEX)))
    await remove(store, name).catch((error: unknown) => {
      throw fileProblemOf(error);
    });
}

/** Replaces a file atomically; a folder in its place is set aside. */
export async function replaceIn(store: Store, name: string, content: Buffer): Promise<void> {
  const replace = () => replaceFile(fileIn(store, name), content, store.disk);
  await replace().catch(async (error: unknown) => {
    const failure = failureOf(error);
    if (failure?.kind !== 'file' || failure.problem !== 'not-a-file') throw error;
    await putAside(store, name);
    await replace();
  });
}

/** Without what was computed from the copy, and what is just being written: they come and go. */
export async function bytesIn({ folder }: Store): Promise<number> {
  const names = (await namesIn(folder)).filter((name) => OURS.test(name) && name !== DERIVED);
  const sizes = names.map(async (name) => {
    const found = await lstat(path.join(folder, name)).catch(() => undefined);
    return found?.isFile() ? found.size : 0;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

/** Also removes a folder in the place of a file. */
const remove = (store: Store, name: string) =>
  store.disk.rm(fileIn(store, name), { force: true, recursive: true });
const removeQuietly = (store: Store, name: string) => remove(store, name).catch(() => undefined);

const namesIn = (folder: string) =>
  readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return [];
    throw fileProblemOf(error);
  });
