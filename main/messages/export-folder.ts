// The folder of an export: each file complete or absent, known by its hash, and found again after a kill.
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { removeLeftovers, watchRoom } from '../storage/disk.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import type { Parts } from '../storage/parts.ts';
import type { Sink } from '../http/streams.ts';
import { MANIFEST_FILES, readFiles } from './export-manifest.ts';
import { guarded, HALF, placeOf, realFolder, removeFile, sizeOf, stateOf } from './export-paths.ts';
import { DEEPEST, type ExportedFile, type FolderLines } from './folder-lines.ts';
import { itemFiles, type ItemFiles, type NewFile } from './item-files.ts';

export interface ItemFile extends NewFile {
  /** A message, or a list. */
  readonly item: string;
}

/** Methods throw Problem file{...}. */
export interface ExportFolder<M extends FolderLines = FolderLines> {
  /** Absolute path. */
  readonly root: string;
  readonly manifest: M;
  /** The parts of an item that are whole here. */
  whole(item: string): Promise<ReadonlyMap<string, ExportedFile>>;
  /** Several files of one item. */
  filesOf(item: string): ItemFiles;
  /** One file by itself, as `ItemFiles` has it, at its place when it resolves. */
  add(file: ItemFile, fill: (sink: Sink) => Promise<unknown>): Promise<void>;
  put(file: ItemFile, content: Buffer): Promise<void>;
  /** Undefined where the file is not there as long as it should be. */
  read(file: ExportedFile): Promise<Buffer | undefined>;
  /** Takes away what is here of an item. */
  drop(item: string): Promise<void>;
  /** Of all files that the manifest has and that are there as long as they should be. */
  present(): Promise<ReadonlySet<string>>;
  /** Nothing half is left. */
  tidy(): Promise<void>;
}

interface ExportFolderNeeds {
  readonly now: () => Date;
  readonly mark: MarkDownloaded;
  readonly parts?: Parts;
}

/** For one run at a time. */
export async function openExportFolder<M extends FolderLines>(
  root: string,
  { now, mark, parts }: ExportFolderNeeds,
  open: (root: string) => Promise<M>,
): Promise<ExportFolder<M>> {
  await realFolder(root);
  const manifest = await open(root);
  const half = path.join(root, HALF);
  await guarded(async () => {
    await removeLeftovers(root);
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { mode: 0o700 });
  });
  const read = async (file: ExportedFile) => {
    if ((await sizeOf(root, file.path)) !== file.bytes) return undefined;
    return guarded(() => readFile(placeOf(root, file.path)));
  };
  const place = { root, manifest, now, mark, parts, room: watchRoom(half), read };
  const filesOf = (item: string) => itemFiles(place, item);
  return {
    root,
    manifest,
    whole: (item) => wholeParts(root, manifest, item),
    filesOf,
    async add({ item, ...file }, fill) {
      const files = filesOf(item);
      await files.add(file, fill);
      await files.settle();
    },
    async put({ item, ...file }, content) {
      const files = filesOf(item);
      await files.put(file, content);
      await files.settle();
    },
    read,
    async drop(item) {
      const { files } = manifest.entry(item);
      await Promise.all(files.map((file) => removeFile(root, file)));
      await manifest.add({ kind: 'dropped', item, at: now().toISOString() });
    },
    present: () => present(root, manifest),
    async tidy() {
      await realFolder(root);
      await guarded(() => rm(half, { recursive: true, force: true }));
    },
  };
}

/** By their bytes: a kill is not all that may have happened to the folder meanwhile. */
async function wholeParts(
  root: string,
  manifest: FolderLines,
  item: string,
): Promise<ReadonlyMap<string, ExportedFile>> {
  const whole = new Map<string, ExportedFile>();
  for (const file of manifest.entry(item).files)
    if ((await stateOf(root, file)) === 'whole') whole.set(file.part, file);
  return whole;
}

async function present(root: string, manifest: FolderLines): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { path: within, bytes } of manifest.files())
    if ((await sizeOf(root, within)) === bytes) found.add(within);
  return found;
}

/**
 * Every file in the folder but those of `own` at its top and what is half, within it and with `/`; and whether it is an ordinary one. No
 * folder is looked into through a link.
 */
export async function filesIn(
  root: string,
  own: readonly string[],
  found = new Map<string, boolean>(),
  into: readonly string[] = [],
): Promise<ReadonlyMap<string, boolean>> {
  const folder = placeOf(root, into.join('/'));
  for (const one of await guarded(() => readdir(folder, { withFileTypes: true }))) {
    if (into.length === 0 && (one.name === HALF || own.includes(one.name))) continue;
    const place = [...into, one.name];
    // Deeper than an export goes, the folder itself is named.
    if (one.isDirectory() && place.length < DEEPEST) await filesIn(root, own, found, place);
    else found.set(place.join('/'), one.isFile());
  }
  return found;
}

interface Verified {
  readonly files: number;
  readonly missing: string[];
  readonly changed: string[];
  readonly others: string[];
}

/** Of each kind. */
export const MOST_NAMED = 100;

/**
 * Reads every file and compares it with the manifest; files outside the manifest are named too. `key`: of the job's record. Problem
 * file{...} where the folder or its manifest is gone; the error of `signal` when it is given up.
 */
export async function verifyExport(
  root: string,
  key: string,
  signal: AbortSignal,
  report: (step: { readonly bytes: number; readonly total: number }) => void,
): Promise<Verified> {
  await realFolder(root);
  const files = await readFiles(root, key);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const [missing, changed]: [string[], string[]] = [[], []];
  let bytes = 0;
  const read = (more: number) => {
    bytes += more;
    report({ bytes, total });
  };
  for (const file of files) {
    signal.throwIfAborted();
    const state = await stateOf(root, file, read, signal);
    if (state === 'missing') missing.push(file.path);
    if (state === 'changed') changed.push(file.path);
  }
  const known = new Set(files.map(({ path }) => path));
  const there = await filesIn(root, MANIFEST_FILES);
  const others = [...there.keys()].filter((name) => !known.has(name));
  const some = (names: string[]) => names.slice(0, MOST_NAMED);
  return {
    files: files.length,
    missing: some(missing),
    changed: some(changed),
    others: some(others),
  };
}
