// Files of one item on their way into an export: they wait beside each other, and take their places together.
import { createHash } from 'node:crypto';
import path from 'node:path';
import { fileProblemOf, readOrdinaryFile, realDisk, type Room } from '../storage/disk.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import { freePath, isSafeFileName } from '../storage/file-names.ts';
import { atFreePlace, openPart, type PartFile, putInPlace } from '../storage/file-streams.ts';
import { inertFileName } from '../storage/inert-names.ts';
import type { Parts } from '../storage/parts.ts';
import type { Sink } from '../http/streams.ts';
import {
  folderMaker,
  guarded,
  HALF,
  outside,
  realFolder,
  removeFile,
  stateOf,
} from './export-paths.ts';
import type { ExportedFile, FolderLines } from './folder-lines.ts';

/** One file on its way in. */
export interface NewFile {
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

/** What a page says of a file beside it. */
export type NamedFile = Pick<ExportedFile, 'part' | 'path' | 'name'>;

/** Methods throw Problem file{...}. */
export interface ItemFiles {
  /** Those in the folder and those that wait, as they are called there. */
  all(): readonly NamedFile[];
  /** Bytes of those that wait. */
  waiting(): number;
  /** What somebody else wrote: marked as that. `fill` writes, and commits or abandons. */
  add(file: NewFile, fill: (sink: Sink) => Promise<unknown>): Promise<void>;
  /** The same of what is in memory. */
  addWhole(file: NewFile, content: Buffer): Promise<void>;
  /** A file that Steward makes itself: written where it is not there already with just these bytes. */
  put(file: NewFile, content: Buffer): Promise<void>;
  /** Undefined where there is no such part, or not as long as it should be. */
  read(part: string): Promise<Buffer | undefined>;
  /**
   * All that waits is at its place when it resolves. False where one had to take another name than `all` has said, because somebody else
   * put something there meanwhile.
   */
  settle(): Promise<boolean>;
}

export interface ItemPlace {
  readonly root: string;
  readonly manifest: FolderLines;
  readonly now: () => Date;
  readonly mark: MarkDownloaded;
  readonly parts: Parts | undefined;
  readonly room: Room;
  /** Undefined where the file is not there as long as it should be. */
  readonly read: (file: ExportedFile) => Promise<Buffer | undefined>;
}

interface Waiting {
  readonly file: NewFile;
  /** Free as far as the item's own files go. */
  readonly name: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly isMarked: boolean;
  /** Until it is on the disk. */
  content: Buffer | undefined;
  /** While it is on the disk and not at its place. */
  half: PartFile | undefined;
}

/** What a kill may cost: more than this is at its place before anything else is fetched. */
const MOST_WAITING = 8 * 1024 * 1024;

/**
 * One line says of all of them what they are, and each folder is looked at and synced once: of small files that is most of the work.
 * In this order, which a kill may end anywhere: the bytes of each are on the disk, then what the lines say of them, then they take their
 * places, then the folders that name them are synced.
 */
export function itemFiles(place: ItemPlace, item: string): ItemFiles {
  const { root, manifest } = place;
  let waiting: Waiting[] = [];
  let isAsNamed = true;
  const waitingBytes = () => waiting.reduce((sum, { bytes }) => sum + bytes, 0);
  const all = (): readonly NamedFile[] => {
    const parts = new Set(waiting.map(({ file }) => file.part));
    const coming = waiting.map(({ file, name }) => ({
      part: file.part,
      path: [...file.into, name].join('/'),
      name: name === file.name ? undefined : file.name,
    }));
    return [...manifest.entry(item).files.filter(({ part }) => !parts.has(part)), ...coming];
  };
  const settleWaiting = async () => {
    const some = waiting;
    waiting = [];
    if (some.length === 0) return;
    try {
      if (!(await settleAll(place, item, some))) isAsNamed = false;
    } catch (error) {
      await abandon(some);
      throw fileProblemOf(error);
    }
  };
  const wait = async (one: Waiting) => {
    waiting.push(one);
    if (waitingBytes() >= MOST_WAITING) await settleWaiting();
  };
  const wholeOf = (file: NewFile, content: Buffer, isMarked: boolean): Waiting => {
    if (!file.into.every(isSafeFileName)) throw outside();
    const sha256 = createHash('sha256').update(content).digest('hex');
    const { length: bytes } = content;
    return { file, name: freeName(all(), file), bytes, sha256, isMarked, content, half: undefined };
  };
  return {
    all,
    waiting: waitingBytes,
    async add(file, fill) {
      if (!file.into.every(isSafeFileName)) throw outside();
      const half = await realFolder(root, [HALF]);
      const { expectedBytes } = file;
      const part = await openPart(half, { ...place, expectedBytes }, realDisk);
      const hash = createHash('sha256');
      const commit = async () => {
        try {
          await part.finish();
        } catch (error) {
          await part.abandon();
          throw fileProblemOf(error);
        }
        const name = freeName(all(), file);
        const known = { name, bytes: part.bytes(), sha256: hash.digest('hex') };
        await wait({ file, ...known, isMarked: true, content: undefined, half: part });
      };
      await fill({
        async write(chunk) {
          hash.update(chunk);
          await part.write(chunk);
        },
        commit,
        abandon: () => part.abandon(),
      });
    },
    addWhole: async (file, content) => wait(wholeOf(file, content, true)),
    async put(file, content) {
      const made = wholeOf(file, content, false);
      // What is at its place is compared by its bytes, so that nothing right is written again; what is not right makes room.
      const before = manifest.entry(item).files.find(({ part }) => part === file.part);
      if (before !== undefined) {
        if (before.sha256 === made.sha256 && (await stateOf(root, before)) === 'whole') return;
        await removeFile(root, before);
      }
      await wait(made);
    },
    async read(part) {
      const coming = waiting.find(({ file }) => file.part === part);
      if (coming === undefined) {
        const there = manifest.entry(item).files.find((one) => one.part === part);
        return there && place.read(there);
      }
      const { half, content = half && (await guarded(() => readOrdinaryFile(half.path))) } = coming;
      return content?.length === coming.bytes ? content : undefined;
    },
    async settle() {
      await settleWaiting();
      const was = isAsNamed;
      isAsNamed = true;
      return was;
    },
  };
}

/** Whether all have the names that they were to have. */
async function settleAll(
  place: ItemPlace,
  item: string,
  some: readonly Waiting[],
): Promise<boolean> {
  const { root, manifest, now } = place;
  const half = await realFolder(root, [HALF]);
  // All of them end, well or not, before what failed is told: none is begun behind it.
  const written = await Promise.allSettled(some.map((one) => writeHalf(place, half, one)));
  for (const one of written) if (one.status === 'rejected') throw one.reason;
  const folders = folderMaker(root);
  const placed: { readonly one: Waiting; readonly folder: string; to: string }[] = [];
  for (const one of some) {
    const folder = await folders.make(one.file.into);
    placed.push({ one, folder, to: freePath(folder, one.name) });
  }
  const at = now().toISOString();
  const lineOf = ({ file, bytes, sha256 }: Waiting, to: string) => {
    const { changed, part, into, source } = file;
    const name = path.basename(to);
    const trueName = name === file.name ? {} : { name: file.name };
    const within = [...into, name].join('/');
    const what = { item, changed, part, path: within, ...trueName, bytes, sha256, source };
    return { kind: 'file' as const, ...what, at };
  };
  // Before any file is at its place: what is there without a line would be nobody's.
  await manifest.add(...placed.map(({ one, to }) => lineOf(one, to)));
  for (const to of placed) {
    const { one, folder } = to;
    to.to = await atFreePlace(
      to.to,
      () => freePath(folder, one.name),
      async (free) => {
        // Taken since the line was written.
        if (free !== to.to) await manifest.add(lineOf(one, free));
        if (one.half !== undefined) await putInPlace(one.half.path, free);
      },
    );
    one.half = undefined;
  }
  await folders.sync(placed.map(({ folder }) => folder));
  return placed.every(({ one, to }) => path.basename(to) === one.name);
}

/** On the disk, and marked where somebody else wrote it. */
async function writeHalf(place: ItemPlace, half: string, one: Waiting): Promise<void> {
  const { content } = one;
  if (content !== undefined) {
    const part = await openPart(half, { ...place, expectedBytes: content.length }, realDisk);
    one.half = part;
    await part.write(content);
    await part.finish();
    one.content = undefined;
  }
  if (one.isMarked && one.half !== undefined) await place.mark(one.half.path);
}

/** What has no place yet is taken away: it comes again. */
async function abandon(some: readonly Waiting[]): Promise<void> {
  for (const { half } of some) await half?.abandon();
}

/** Two names that differ in large and small letters alone are one on some systems. */
function freeName(all: readonly NamedFile[], { part, into, name }: NewFile): string {
  const folder = into.join('/');
  const taken = new Set(
    all
      .filter((file) => file.part !== part && path.posix.dirname(file.path) === folder)
      .map((file) => path.posix.basename(file.path).toLowerCase()),
  );
  const safe = inertFileName(name);
  const { name: stem, ext } = path.parse(safe);
  let free = safe;
  for (let copy = 2; taken.has(free.toLowerCase()); copy += 1)
    free = `${stem} (${String(copy)})${ext}`;
  return free;
}
