// A copy of many documents on this computer: replaced as a whole or not at all, each document known by its hash.
import { randomUUID } from 'node:crypto';
import { type Disk, fileTrouble, makeFolder, realDisk } from './disk.ts';
import { repairAtOpen, readKept, verifyAll } from './offline-copy/repair.ts';
import type { KeptDocument, KeptEntry } from './offline-copy/content.ts';
import { type Derived, derivedOf } from './offline-copy/derived.ts';
import { createPlaces, type Places } from './offline-copy/places.ts';
import { type CopyRun, createRun } from './offline-copy/run.ts';
import { headLine, readRun, type RunHead } from './offline-copy/run-file.ts';
import {
  bytesIn,
  dropRun,
  fileIn,
  openStore,
  putAside,
  removeAll,
  replaceIn,
  RUN,
  type Store,
} from './offline-copy/store.ts';

/** The current copy. */
export interface OfflineCopy {
  /** The owner's facts about the copy; null where there is no copy. */
  readonly head: unknown;
  keys(): Iterable<string>;
  entry(key: string): KeptEntry | undefined;
  has(key: string): boolean;
  /** Those of its entry alone, which costs less. */
  facts(key: string): unknown;
  /** Undefined where there is none, or it is damaged; a damaged one is listed in `damaged` from then on. */
  read(key: string, was?: 'now' | 'before'): Promise<KeptDocument | undefined>;
  /** What its owner keeps beside it, computed from the copy that there is now. */
  derived(form: string): Derived;
  /** Bytes on the disk, including a suspended run, without what was computed from the copy. */
  bytes(): Promise<number>;
  /** Keys whose documents were lost by damage. */
  readonly damaged: readonly string[];
  /** Names of files that were set aside. */
  readonly setAside: readonly string[];
  /** Reads every document once; damaged files are set aside, what is whole of them is kept. */
  verify(signal: AbortSignal): Promise<void>;
  /** The `about` of a run that was neither committed nor abandoned; undefined where there is none. */
  readonly unfinished: unknown;
  /** Begins a run, and drops an unfinished one. One run at a time. */
  begin(about: unknown): Promise<CopyRun>;
  /** Continues the unfinished run with everything it had stored. */
  resume(): Promise<CopyRun>;
  /** Removes everything, the run too. */
  remove(): Promise<void>;
  close(): Promise<void>;
}

export interface OfflineCopyOptions {
  /** Used by nothing else. */
  readonly folder: string;
  readonly now: () => Date;
  readonly disk?: Disk;
}

/** Makes the folder (0700) where there is none. Damage is no failure; Problem file{...} where a file may not be read. */
export async function openOfflineCopy(options: OfflineCopyOptions): Promise<OfflineCopy> {
  const store = await openStore(options.folder, options.now, options.disk ?? realDisk);
  await repairAtOpen(store);
  return {
    get head() {
      return store.content.head;
    },
    keys: () => store.content.keys(),
    entry: (key) => entryOf(store, key),
    has: (key) => store.content.has(key),
    facts(key) {
      const text = store.content.facts(key);
      return text === undefined ? undefined : (JSON.parse(text) as unknown);
    },
    read: (key, was = 'now') => readKept(store, key, was),
    derived: (form) => derivedOf(store, form),
    bytes: () => bytesIn(store),
    get damaged() {
      return [...store.content.damaged.keys()];
    },
    get setAside() {
      return [...store.setAside];
    },
    verify: (signal) => verifyAll(store, signal),
    get unfinished() {
      return store.unfinished?.about;
    },
    begin: (about) => store.runExclusive(() => begin(store, about)),
    resume: () => store.runExclusive(() => resume(store)),
    remove: () => store.runExclusive(() => removeAll(store)),
    close: () => store.runExclusive(() => close(store)),
  };
}

const iso = (ms: number) => new Date(ms).toISOString();

function entryOf({ content }: Store, key: string): KeptEntry | undefined {
  const item = content.get(key);
  return (
    item && {
      storedAt: iso(item.storedAt),
      hash: item.place.hash,
      bytes: item.place.bytes,
      facts: JSON.parse(item.facts) as unknown,
      before: item.before && iso(item.before.storedAt),
    }
  );
}

async function begin(store: Store, about: unknown): Promise<CopyRun> {
  await dropUnfinished(store);
  await makeFolder(store.folder);
  const head: RunHead = { id: randomUUID(), about };
  const line = headLine(head);
  const places = await unreferencedTexts(store);
  await replaceIn(store, RUN, line);
  return createRun(store, { head, places, records: [], end: line.length });
}

async function dropUnfinished(store: Store): Promise<void> {
  if (store.run) throw new Error('Another run is at work.');
  if (store.unfinished) await dropRun(store);
}

async function resume(store: Store): Promise<CopyRun> {
  if (store.run) throw new Error('Another run is at work.');
  const found = store.unfinished ? await readRun(fileIn(store, RUN), 'records') : 'absent';
  if (found === 'absent' || found === 'damaged') {
    // The file was removed or damaged since the start: a new run can begin.
    if (found === 'damaged') await putAside(store, RUN);
    store.unfinished = undefined;
    throw fileTrouble(found === 'absent' ? 'not-found' : 'damaged');
  }
  const { id, about, records, end } = found;
  const places = await unreferencedTexts(store);
  return createRun(store, { head: { id, about }, places, records, end });
}

/** Whole texts in files that the index does not refer to: of an unfinished run, or of a copy whose index was lost. */
async function unreferencedTexts(store: Store): Promise<Places> {
  const used = store.content.places.ends();
  const places = createPlaces();
  for (const file of (await store.files.sizes()).keys()) {
    if (used.has(file)) continue;
    // A killed process may have written the file without syncing it, so it is synced before it counts.
    await store.files.sync(file).catch(() => undefined);
    for await (const place of store.files.scan(file)) places.add(place);
  }
  return places;
}

async function close(store: Store): Promise<void> {
  const { run } = store;
  // Documents that the disk refuses now are loaded again by the next run.
  await run?.suspend().catch(() => run.stop());
  await store.files.close();
}
