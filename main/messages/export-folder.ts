// The folder of an export: each file complete or absent, known by its hash, and found again after a kill.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileProblem } from '../problems.ts';
import { errorCode, fileProblemOf, removeLeftovers, syncFolder } from '../storage/disk.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import { inertFileName } from '../storage/inert-names.ts';
import { isSafeFileName } from '../storage/file-names.ts';
import { openSink } from '../storage/file-streams.ts';
import type { Parts } from '../storage/parts.ts';
import { realDisk } from '../storage/disk.ts';
import type { Sink } from '../http/streams.ts';
import {
  DEEPEST,
  type ExportedFile,
  type Manifest,
  MANIFEST_FILES,
  openManifest,
  readFiles,
} from './export-manifest.ts';

/** Half files grow here, so that a folder of a message never holds one. */
const HALF = '.unfinished';

/** One file on its way in. */
export interface NewFile {
  readonly message: string;
  /** The message's `lastChanged` as it was read. */
  readonly changed: string | null;
  readonly part: string;
  /** Folder of the message, and within it; made safe by `folderFor`. */
  readonly into: readonly string[];
  /** As it came; made safe, inert and free. */
  readonly name: string;
  readonly source: string;
  readonly expectedBytes?: number | undefined;
}

/** Methods throw Problem file{...}. */
export interface ExportFolder {
  readonly manifest: Manifest;
  /** The parts of a message that are whole here. */
  whole(message: string): Promise<ReadonlyMap<string, ExportedFile>>;
  /** `fill` writes, and commits or abandons. */
  add(file: NewFile, fill: (sink: Sink) => Promise<unknown>): Promise<void>;
  /** Takes away what is here of a message. */
  drop(message: string): Promise<void>;
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

/** For one run at a time. `key`: of the job's record. */
export async function openExportFolder(
  root: string,
  { now, mark, parts }: ExportFolderNeeds,
  key: string,
): Promise<ExportFolder> {
  await realFolder(root);
  const manifest = await openManifest(root, key);
  const half = path.join(root, HALF);
  await guarded(async () => {
    await removeLeftovers(root);
    await rm(half, { recursive: true, force: true });
    await mkdir(half, { mode: 0o700 });
  });
  return {
    manifest,
    whole: (message) => wholeParts(root, manifest, message),
    add: (file, fill) => add({ root, half, manifest, now, mark, parts }, file, fill),
    async drop(message) {
      const { files } = manifest.entry(message);
      await Promise.all(files.map((file) => remove(root, file)));
      await manifest.add({ kind: 'dropped', message, at: now().toISOString() });
    },
    present: () => present(root, manifest),
    async tidy() {
      await realFolder(root);
      await guarded(() => rm(half, { recursive: true, force: true }));
    },
  };
}

const guarded = <T>(act: () => Promise<T>): Promise<T> =>
  act().catch((error: unknown) => {
    throw fileProblemOf(error);
  });

/** Whatever named it: nothing that leads out of the export is looked at, written or taken away (ATK-39). */
function placeOf(root: string, within: string): string {
  // On Windows a part may itself be a path.
  const parts = within.split(LEVELS);
  if (parts.some((part) => part === '..' || path.isAbsolute(part))) throw outside();
  return path.join(root, ...parts);
}
const LEVELS = process.platform === 'win32' ? /[\\/]/ : '/';

/**
 * The path of a folder in the export, of which each part down from the root is a folder and no link: looked at before each use,
 * because others may have a hand in the folder while the export goes on. Problem file{not-found, not-a-file}.
 */
async function realFolder(root: string, into: readonly string[] = []): Promise<string> {
  let folder = root;
  for (const part of ['', ...into]) {
    folder = path.join(folder, part);
    if (!(await guarded(() => lstat(folder))).isDirectory()) throw linked();
  }
  return folder;
}

const linked = () =>
  fileProblem(
    'not-a-file',
    'A folder of the export is a link, or no folder. Nothing was written through it.',
  );

const outside = () =>
  fileProblem('not-permitted', 'A folder of the export has a name that may lead out of it.');

async function remove(root: string, file: ExportedFile): Promise<void> {
  const place = placeOf(root, file.path);
  if ((await sizeOf(root, file.path)) !== undefined)
    await guarded(() => rm(place, { force: true }));
}

interface Place {
  readonly root: string;
  readonly half: string;
  readonly manifest: Manifest;
  readonly now: () => Date;
  readonly mark: MarkDownloaded;
  readonly parts: Parts | undefined;
}

async function add(
  { root, half, manifest, now, mark, parts }: Place,
  { message, changed, part, into, name, source, expectedBytes }: NewFile,
  fill: (sink: Sink) => Promise<unknown>,
): Promise<void> {
  if (!into.every(isSafeFileName)) throw outside();
  const folder = await makeFolders(root, into);
  await realFolder(root, [HALF]);
  const hash = createHash('sha256');
  let sha256: string | undefined;
  const placing = async (file: string, bytes: number) => {
    sha256 ??= hash.digest('hex');
    const placed = path.basename(file);
    const within = [...into, placed].join('/');
    const at = now().toISOString();
    const trueName = placed === name ? {} : { name };
    const line = { message, changed, part, path: within, ...trueName, bytes, sha256, source, at };
    await realFolder(root, into);
    // Before the file is at its place: what is there without a line would be nobody's.
    await manifest.add({ kind: 'file', ...line });
  };
  const free = freeName(manifest, { message, part, into, name });
  const options = { expectedBytes, suggestedName: free, partFolder: half, placing, mark, parts };
  const sink = await openSink(folder, options, realDisk);
  await fill({
    async write(chunk) {
      hash.update(chunk);
      await sink.write(chunk);
    },
    commit: () => sink.commit(),
    abandon: () => sink.abandon(),
  });
}

/** Never the root itself: an export whose folder is gone must not begin another one. */
async function makeFolders(root: string, into: readonly string[]): Promise<string> {
  let folder = root;
  for (const [depth, one] of into.entries()) {
    const above = await realFolder(root, into.slice(0, depth));
    folder = path.join(folder, one);
    await guarded(async () => {
      await mkdir(folder, { mode: 0o700 }).then(
        () => syncFolder(above),
        (error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
        },
      );
    });
  }
  return realFolder(root, into);
}

/** Two names that differ in large and small letters alone are one on some systems. */
function freeName(
  manifest: Manifest,
  { message, part, into, name }: Pick<NewFile, 'message' | 'part' | 'into' | 'name'>,
): string {
  const folder = into.join('/');
  const taken = new Set(
    manifest
      .entry(message)
      .files.filter((file) => file.part !== part && path.posix.dirname(file.path) === folder)
      .map((file) => path.posix.basename(file.path).toLowerCase()),
  );
  const safe = inertFileName(name);
  const { name: stem, ext } = path.parse(safe);
  let free = safe;
  for (let copy = 2; taken.has(free.toLowerCase()); copy += 1)
    free = `${stem} (${String(copy)})${ext}`;
  return free;
}

/** By their bytes: a kill is not all that may have happened to the folder meanwhile. */
async function wholeParts(
  root: string,
  manifest: Manifest,
  message: string,
): Promise<ReadonlyMap<string, ExportedFile>> {
  const whole = new Map<string, ExportedFile>();
  for (const file of manifest.entry(message).files)
    if ((await stateOf(root, file)) === 'whole') whole.set(file.part, file);
  return whole;
}

/** Reads all of a file. */
async function stateOf(
  root: string,
  { path: within, bytes, sha256 }: ExportedFile,
  read: (bytes: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<'whole' | 'missing' | 'changed'> {
  const place = placeOf(root, within);
  const size = await sizeOf(root, within);
  if (size === undefined) return 'missing';
  if (size !== bytes) return 'changed';
  return guarded(async () => {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(place, { signal }) as AsyncIterable<Buffer>) {
      hash.update(chunk);
      read(chunk.length);
    }
    return hash.digest('hex') === sha256 ? 'whole' : 'changed';
  });
}

/** Undefined where there is no ordinary file, or where a link leads to it. */
async function sizeOf(root: string, within: string): Promise<number | undefined> {
  const parts = within.split('/');
  const facts = await realFolder(root, parts.slice(0, -1))
    .then((folder) => lstat(path.join(folder, parts.at(-1) ?? '')))
    .catch((error: unknown) => {
      const problem = fileProblemOf(error);
      const isAway = problem.failure.kind === 'file' && AWAY.has(problem.failure.problem);
      if (isAway) return undefined;
      throw problem;
    });
  return facts?.isFile() === true ? facts.size : undefined;
}

const AWAY: ReadonlySet<string> = new Set(['not-found', 'not-a-file']);

async function present(root: string, manifest: Manifest): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (const { path: within, bytes } of manifest.files())
    if ((await sizeOf(root, within)) === bytes) found.add(within);
  return found;
}

/** Every file in the folder but the manifest and what is half, within it and with `/`. */
async function filesIn(root: string, within = '', depth = 1): Promise<string[]> {
  const here = await guarded(() => readdir(placeOf(root, within), { withFileTypes: true }));
  const found: string[] = [];
  for (const one of here) {
    const name = within === '' ? one.name : `${within}/${one.name}`;
    if (within === '' && (one.name === HALF || MANIFEST_FILES.includes(one.name))) continue;
    // Deeper than an export goes, the folder itself is named.
    const isWithin = one.isDirectory() && depth < DEEPEST;
    if (isWithin) found.push(...(await filesIn(root, name, depth + 1)));
    else found.push(name);
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
const MOST_NAMED = 100;

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
  const others = (await filesIn(root)).filter((name) => !known.has(name));
  const some = (names: string[]) => names.slice(0, MOST_NAMED);
  return {
    files: files.length,
    missing: some(missing),
    changed: some(changed),
    others: some(others),
  };
}
