// The folder of an export: each file complete or absent, known by its hash, and found again after a kill.
import { createHash } from 'node:crypto';
import { lstat, mkdir, open, readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileProblem } from '../problems.ts';
import {
  errorCode,
  fileProblemOf,
  READ_ITSELF,
  removeLeftovers,
  syncFolder,
} from '../storage/disk.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import { inertFileName } from '../storage/inert-names.ts';
import { isSafeFileName } from '../storage/file-names.ts';
import { openSink, writeWhole } from '../storage/file-streams.ts';
import type { Parts } from '../storage/parts.ts';
import { realDisk } from '../storage/disk.ts';
import type { Sink } from '../http/streams.ts';
import { MANIFEST_FILES, readFiles } from './export-manifest.ts';
import { DEEPEST, type ExportedFile, type FolderLines } from './folder-lines.ts';

/** Half files grow here, so that a folder of a message never holds one. */
const HALF = '.unfinished';

/** One file on its way in. */
export interface NewFile {
  /** A message, or a list. */
  readonly item: string;
  /** The message's `lastChanged` as it was read. */
  readonly changed: string | null;
  readonly part: string;
  /** Folders from the root down, of names that are safe. */
  readonly into: readonly string[];
  /** As it came; made safe, inert and free. */
  readonly name: string;
  readonly source: string;
  readonly expectedBytes?: number | undefined;
}

/** Methods throw Problem file{...}. */
export interface ExportFolder<M extends FolderLines = FolderLines> {
  /** Absolute path. */
  readonly root: string;
  readonly manifest: M;
  /** The parts of an item that are whole here. */
  whole(item: string): Promise<ReadonlyMap<string, ExportedFile>>;
  /** `fill` writes, and commits or abandons. */
  add(file: NewFile, fill: (sink: Sink) => Promise<unknown>): Promise<void>;
  /** A file that Steward makes itself: written where it is not there already with just these bytes. */
  put(file: NewFile, content: Buffer): Promise<void>;
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
  const place = { root, half, manifest, now, mark, parts };
  return {
    root,
    manifest,
    whole: (item) => wholeParts(root, manifest, item),
    add: (file, fill) => add(place, file, fill),
    put: (file, content) => put(place, file, content),
    async read(file) {
      if ((await sizeOf(root, file.path)) !== file.bytes) return undefined;
      return guarded(() => readFile(placeOf(root, file.path)));
    },
    async drop(item) {
      const { files } = manifest.entry(item);
      await Promise.all(files.map((file) => remove(root, file)));
      await manifest.add({ kind: 'dropped', item, at: now().toISOString() });
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
  readonly manifest: FolderLines;
  readonly now: () => Date;
  readonly mark: MarkDownloaded | undefined;
  readonly parts: Parts | undefined;
}

async function add(
  { root, half, manifest, now, mark, parts }: Place,
  { item, changed, part, into, name, source, expectedBytes }: NewFile,
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
    const line = { item, changed, part, path: within, ...trueName, bytes, sha256, source, at };
    await realFolder(root, into);
    // Before the file is at its place: what is there without a line would be nobody's.
    await manifest.add({ kind: 'file', ...line });
  };
  const free = freeName(manifest, { item, part, into, name });
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

/** What is at its place is compared by its bytes, so that nothing right is written again; what is not right makes room. */
async function put(place: Place, file: NewFile, content: Buffer): Promise<void> {
  const { root, manifest } = place;
  const sha256 = createHash('sha256').update(content).digest('hex');
  const before = manifest.entry(file.item).files.find(({ part }) => part === file.part);
  if (before !== undefined) {
    if (before.sha256 === sha256 && (await stateOf(root, before)) === 'whole') return;
    await remove(root, before);
  }
  // Nobody else's: it is not marked as come from elsewhere.
  await add({ ...place, mark: undefined }, { ...file, expectedBytes: content.length }, (sink) =>
    writeWhole(sink, content),
  );
}

/**
 * Never the root itself: an export whose folder is gone must not begin another one. Each is looked at before anything is made in it, and
 * most are there already.
 */
async function makeFolders(root: string, into: readonly string[]): Promise<string> {
  let folder = await realFolder(root);
  for (const one of into) {
    const above = folder;
    folder = path.join(above, one);
    if (!(await isFolder(folder))) {
      await guarded(() => makeFolder(folder, above));
      await isFolder(folder);
    }
  }
  return folder;
}

/** False where there is nothing; Problem file{not-a-file} for anything else than a folder. */
async function isFolder(folder: string): Promise<boolean> {
  const facts = await guarded(() =>
    lstat(folder).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return undefined;
      throw error;
    }),
  );
  if (facts?.isDirectory() === false) throw linked();
  return facts !== undefined;
}

/** Another file on its way in may have made it meanwhile. */
const makeFolder = (folder: string, above: string): Promise<void> =>
  mkdir(folder, { mode: 0o700 }).then(
    () => syncFolder(above),
    (error: unknown) => {
      if (errorCode(error) !== 'EEXIST') throw error;
    },
  );

/** Two names that differ in large and small letters alone are one on some systems. */
function freeName(
  manifest: FolderLines,
  { item, part, into, name }: Pick<NewFile, 'item' | 'part' | 'into' | 'name'>,
): string {
  const folder = into.join('/');
  const taken = new Set(
    manifest
      .entry(item)
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
  manifest: FolderLines,
  item: string,
): Promise<ReadonlyMap<string, ExportedFile>> {
  const whole = new Map<string, ExportedFile>();
  for (const file of manifest.entry(item).files)
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
  const hash = await hashOf(place, (chunk) => void read(chunk.length), signal);
  return hash === sha256 ? 'whole' : 'changed';
}

/** For `hashOf`. Who reads many files makes one: a new one for each is what the collector would be busy with. */
export const pieceBuffer = (): Buffer => Buffer.allocUnsafeSlow(64 * 1024);

/**
 * SHA-256 of a file, in hexadecimal. `read` gets its pieces, each until the next. Problem file{...}; the error of `signal` when it is given
 * up, which is no fault of the file.
 */
export async function hashOf(
  place: string,
  read: (piece: Buffer) => void,
  signal?: AbortSignal,
  buffer: Buffer = pieceBuffer(),
): Promise<string> {
  const handle = await guarded(() => open(place, READ_ITSELF));
  try {
    const hash = createHash('sha256');
    for (;;) {
      signal?.throwIfAborted();
      const { bytesRead } = await guarded(() => handle.read(buffer, 0, buffer.length));
      if (bytesRead === 0) return hash.digest('hex');
      const piece = buffer.subarray(0, bytesRead);
      hash.update(piece);
      read(piece);
    }
  } finally {
    await handle.close();
  }
}

/** Undefined where there is no ordinary file, or where a link leads to it. */
export async function sizeOf(root: string, within: string): Promise<number | undefined> {
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
