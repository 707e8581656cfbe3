// What is in a folder that Steward fills: a sealed line before each file takes its place, found again after a kill.
import { createHmac, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { instant, z } from '../../preload/contract/schema.ts';
import { fileTrouble } from '../storage/disk.ts';
import { isSafeFileName } from '../storage/file-names.ts';
import { plainLines } from '../storage/log-codecs.ts';
import {
  continueLog,
  createLog,
  type LogFile,
  openAppendFile,
  readLog,
  type Scan,
} from '../storage/log-file.ts';

/** While the folder is filled, the truth. */
export const LINES = 'manifest.jsonl';
export const DOCUMENT = 'manifest.json';

/** Folder of the part, of the message, one in it, and the file. */
export const DEEPEST = 4;

/** Only names that Steward makes: whoever can write in the folder can write in its lines. */
export function isPlace(within: string): boolean {
  const parts = within.split('/');
  return parts.length <= DEEPEST && parts.every(isSafeFileName);
}

export const fileShape = z.object({
  /** What it is of its item; the same part is there once. */
  part: z.string(),
  /** Within the folder, with `/`. */
  path: z.string().refine(isPlace),
  /** The name it came with, where the file could not have it. */
  name: z.string().optional(),
  bytes: z.number().int(),
  sha256: z.string(),
  /** Path of the platform's address that it came from. */
  source: z.string(),
  at: instant,
  /** Made with a key of the data folder, so that nobody else can name a file as one of Steward's. */
  seal: z.string(),
});
export type ExportedFile = z.infer<typeof fileShape>;

export const missingShape = z.object({ part: z.string(), name: z.string(), why: z.string() });
export type Missing = z.infer<typeof missingShape>;

const lineShape = z.discriminatedUnion('kind', [
  fileShape.extend({
    kind: z.literal('file'),
    /** A message, or a list: whatever has files. */
    item: z.string(),
    changed: z.string().nullable(),
  }),
  /** All that can be had of the item is here. */
  z.object({
    kind: z.literal('item'),
    item: z.string(),
    missing: z.array(missingShape),
    at: instant,
  }),
  /** The item is another one by now, and what was here of it is gone. */
  z.object({ kind: z.literal('dropped'), item: z.string(), at: instant }),
]);
export type SealedLine = z.infer<typeof lineShape>;
type SealedFile = Extract<SealedLine, { kind: 'file' }>;
type FileLine = Omit<SealedFile, 'seal'>;
/** A line before it is sealed. */
export type Line = Exclude<SealedLine, SealedFile> | FileLine;

function sealOf(key: string, { item, part, path: within, bytes, sha256 }: FileLine): string {
  const about = JSON.stringify([item, part, within, bytes, sha256]);
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(about).digest('base64url');
}

function isSealed(key: string, line: SealedFile): boolean {
  const [own, given] = [Buffer.from(sealOf(key, line)), Buffer.from(line.seal)];
  return own.length === given.length && timingSafeEqual(own, given);
}

/** What is known of one item. */
export interface Entry {
  /** The item's `lastChanged` when these came. */
  readonly changed: string | null;
  /** Those that are proven to be Steward's. */
  readonly files: readonly ExportedFile[];
  /** Undefined while it is not at its end. */
  readonly missing: readonly Missing[] | undefined;
}

/** Methods throw Problem file{...}. */
export interface FolderLines {
  entry(item: string): Entry;
  items(): Iterable<string>;
  /** Of every item, whole or half. */
  files(): Iterable<ExportedFile>;
  /** On the disk when it resolves. */
  add(line: Line): Promise<void>;
}

/** How many files are whole here, and how long they are. */
export function countOf(lines: FolderLines): { readonly files: number; readonly bytes: number } {
  let [files, bytes] = [0, 0];
  for (const file of lines.files()) [files, bytes] = [files + 1, bytes + file.bytes];
  return { files, bytes };
}

const linesIn = (folder: string) => openAppendFile(path.join(folder, LINES));

export interface OpenedLines<H> {
  readonly head: H;
  /** Some files are named by lines that this key has not sealed. */
  readonly foreign: boolean;
  readonly lines: FolderLines;
}

/** `head` is the first line, and says what the folder is of. */
export const createLines = (folder: string, head: unknown, lines: readonly SealedLine[] = []) =>
  createLog(linesIn(folder), plainLines, [head, ...lines]);

/** The first line alone; undefined where there are no lines, Problem file{damaged} where it is none of `shape`. */
export async function readHead<H>(folder: string, shape: z.ZodType<H>): Promise<H | undefined> {
  const read = await readLog(linesIn(folder), plainLines);
  return read.bytes.length === 0 ? undefined : headIn(read, shape);
}

/**
 * `key`: base64url, proves which files are Steward's; the head may say which it is. Undefined where there are no lines; Problem
 * file{damaged} where their head is none of `shape`.
 */
export async function openLines<H>(
  folder: string,
  key: string | ((head: H) => Promise<string>),
  shape: z.ZodType<H>,
): Promise<OpenedLines<H> | undefined> {
  const file = linesIn(folder);
  const read = await readLog(file, plainLines);
  if (read.bytes.length === 0) return undefined;
  const head = headIn(read, shape);
  const lines = read.values.slice(1).flatMap((value) => lineShape.safeParse(value).data ?? []);
  const own = typeof key === 'string' ? key : await key(head);
  // A line that a kill tore off goes with the next one; everything else was on the disk before it counted.
  return {
    head,
    foreign: lines.some((line) => line.kind === 'file' && !isSealed(own, line)),
    lines: linesOf(lines, continueLog(file, plainLines, read), own),
  };
}

function headIn<H>({ values, places }: Scan<unknown>, shape: z.ZodType<H>): H {
  const head = shape.safeParse(places[0]?.start === 0 ? values[0] : undefined);
  if (!head.success) throw fileTrouble('damaged');
  return head.data;
}

export const hasLines = async (folder: string): Promise<boolean> =>
  (await linesIn(folder).read()).length > 0;

interface Kept {
  changed: string | null;
  readonly files: Map<string, ExportedFile>;
  missing: readonly Missing[] | undefined;
}

const nothing = (): Kept => ({ changed: null, files: new Map(), missing: undefined });

function apply(all: Map<string, Kept>, line: SealedLine): void {
  const kept = all.get(line.item) ?? nothing();
  all.set(line.item, kept);
  switch (line.kind) {
    case 'file': {
      const { part, path: within, name, bytes, sha256, source, at, seal } = line;
      kept.changed = line.changed;
      kept.files.set(part, { part, path: within, name, bytes, sha256, source, at, seal });
      return;
    }
    case 'item':
      kept.missing = line.missing;
      return;
    case 'dropped':
      all.set(line.item, nothing());
  }
}

function keptIn(lines: readonly SealedLine[], key: string): Map<string, Kept> {
  const all = new Map<string, Kept>();
  // Somebody else's line: the file it names is none of ours.
  for (const line of lines) if (line.kind !== 'file' || isSealed(key, line)) apply(all, line);
  return all;
}

/** Files of lines that no log holds. */
export function* filesOf(lines: readonly SealedLine[], key: string): Generator<ExportedFile> {
  for (const { files } of keptIn(lines, key).values()) yield* files.values();
}

export function linesOf(
  lines: readonly SealedLine[],
  log: LogFile<unknown>,
  key: string,
): FolderLines {
  const all = keptIn(lines, key);
  return {
    entry(item) {
      const { changed, files, missing } = all.get(item) ?? nothing();
      return { changed, files: [...files.values()], missing };
    },
    items: () => all.keys(),
    *files() {
      for (const { files } of all.values()) yield* files.values();
    },
    async add(given) {
      const line = given.kind === 'file' ? { ...given, seal: sealOf(key, given) } : given;
      await log.append([line], () => {
        apply(all, line);
      });
    },
  };
}
