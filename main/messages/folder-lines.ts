// What is in a folder that Steward fills: a sealed line before each file takes its place, found again after a kill.
import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import path from 'node:path';
import { instant, z } from '../../preload/contract/schema.ts';
import { pauses } from '../pauses.ts';
import { errorCode, fileProblemOf, fileTrouble, readInPieces } from '../storage/disk.ts';
import { isSafeFileName } from '../storage/file-names.ts';
import { linesIn, plainLines } from '../storage/log-codecs.ts';
import { continueLog, createLog, type LogFile, openAppendFile } from '../storage/log-file.ts';

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

/** Made once: of a key that is given as bytes Node makes such a one for each line. */
const keyOf = (key: string): KeyObject => createSecretKey(Buffer.from(key, 'base64url'));

function sealOf(key: KeyObject, { item, part, path: within, bytes, sha256 }: FileLine): string {
  const about = JSON.stringify([item, part, within, bytes, sha256]);
  return createHmac('sha256', key).update(about).digest('base64url');
}

function isSealed(key: KeyObject, line: SealedFile): boolean {
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
  /** How many files are whole here, and how long they are together: asked for four times a second. */
  count(): FileCount;
  /** On the disk, in this order and all together, when it resolves. */
  add(...lines: readonly Line[]): Promise<void>;
}

export interface FileCount {
  readonly files: number;
  readonly bytes: number;
}

const placeOf = (folder: string) => path.join(folder, LINES);

export interface OpenedLines<H> {
  readonly head: H;
  /** Some files are named by lines that this key has not sealed. */
  readonly foreign: boolean;
  readonly lines: FolderLines;
}

/** `head` is the first line, and says what the folder is of. */
export const createLines = (folder: string, head: unknown, lines: readonly SealedLine[] = []) =>
  createLog(openAppendFile(placeOf(folder)), plainLines, [head, ...lines]);

/** The first line alone; undefined where there are no lines, Problem file{damaged} where it is none of `shape`. */
export async function readHead<H>(folder: string, shape: z.ZodType<H>): Promise<H | undefined> {
  for await (const found of readLines(folder)) return headIn(found, shape);
  return undefined;
}

/**
 * `key`: base64url, proves which files are Steward's; the head may say which it is. Undefined where there are no lines; Problem
 * file{damaged} where their head is none of `shape`. Of a large box there are many: each is taken in and forgotten.
 */
export async function openLines<H>(
  folder: string,
  key: string | ((head: H) => Promise<string>),
  shape: z.ZodType<H>,
): Promise<OpenedLines<H> | undefined> {
  const kept: AllKept = { items: new Map(), files: 0, bytes: 0 };
  let opened: { readonly head: H; readonly own: KeyObject } | undefined;
  let [foreign, end] = [false, 0];
  let behind: Buffer = Buffer.alloc(0);
  const pause = pauses();
  for await (const found of readLines(folder)) {
    ({ end, behind } = found);
    if (opened === undefined) {
      const head = headIn(found, shape);
      opened = { head, own: keyOf(typeof key === 'string' ? key : await key(head)) };
    }
    for (const value of found.values) {
      const line = lineShape.safeParse(value).data;
      if (line !== undefined && !takeIn(kept, line, opened.own)) foreign = true;
      await pause();
    }
  }
  if (opened === undefined) return undefined;
  const { head, own } = opened;
  // A line that a kill tore off goes with the next one; everything else was on the disk before it counted. No line is read by its number.
  const log = continueLog(openAppendFile(placeOf(folder)), plainLines, { places: [], end, behind });
  return { head, foreign, lines: linesAs(kept, log, own) };
}

interface ReadLines {
  /** Those of one piece that are JSON. */
  readonly values: readonly unknown[];
  /** What the first line of all is, where it is JSON. */
  readonly first: unknown;
  /** Where the last whole line ends, and what is behind it so far. */
  readonly end: number;
  readonly behind: Buffer;
}

/** Nothing where there is no file, or an empty one. */
async function* readLines(folder: string): AsyncGenerator<ReadLines> {
  let [first, isFirst]: [unknown, boolean] = [undefined, true];
  let [end, behind] = [0, Buffer.alloc(0)];
  try {
    for await (const piece of readInPieces(placeOf(folder))) {
      const bytes = Buffer.concat([behind, piece]);
      const values: unknown[] = [];
      let taken = 0;
      for (const { line, place } of linesIn(bytes)) {
        const value = plainLines.decode(bytes.subarray(place.start, place.end), 0);
        if (isFirst) [first, isFirst] = [value, false];
        if (value !== undefined && line.length > 0) values.push(value);
        taken = place.end;
      }
      end += taken;
      behind = Buffer.from(bytes.subarray(taken));
      yield { values, first, end, behind };
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw fileProblemOf(error);
  }
}

function headIn<H>({ first }: ReadLines, shape: z.ZodType<H>): H {
  const head = shape.safeParse(first);
  if (!head.success) throw fileTrouble('damaged');
  return head.data;
}

export async function hasLines(folder: string): Promise<boolean> {
  for await (const _ of readLines(folder)) return true;
  return false;
}

interface Kept {
  changed: string | null;
  /** Few: looked through. */
  files: readonly ExportedFile[];
  missing: readonly Missing[] | undefined;
}

const NOTHING: Kept = { changed: null, files: [], missing: undefined };

interface AllKept {
  readonly items: Map<string, Kept>;
  files: number;
  bytes: number;
}

function apply(all: AllKept, line: SealedLine): void {
  const before = all.items.get(line.item) ?? NOTHING;
  const keep = (files: readonly ExportedFile[], more: Partial<Kept>) => {
    all.items.set(line.item, { ...before, ...more, files });
  };
  const goes = (files: readonly ExportedFile[]) => {
    all.files -= files.length;
    all.bytes -= files.reduce((sum, { bytes }) => sum + bytes, 0);
  };
  switch (line.kind) {
    case 'file': {
      const { part, path: within, name, bytes, sha256, source, at, seal } = line;
      const file = { part, path: within, name, bytes, sha256, source, at, seal };
      const index = before.files.findIndex((one) => one.part === part);
      goes(before.files.filter((one) => one.part === part));
      all.files += 1;
      all.bytes += bytes;
      const files = index < 0 ? [...before.files, file] : before.files.with(index, file);
      keep(files, { changed: line.changed });
      return;
    }
    case 'item':
      keep(before.files, { missing: line.missing });
      return;
    case 'dropped':
      goes(before.files);
      all.items.set(line.item, NOTHING);
  }
}

/** False of somebody else's line: the file it names is none of ours. */
function takeIn(all: AllKept, line: SealedLine, key: KeyObject): boolean {
  if (line.kind === 'file' && !isSealed(key, line)) return false;
  apply(all, line);
  return true;
}

function keptIn(lines: readonly SealedLine[], key: KeyObject): AllKept {
  const all: AllKept = { items: new Map(), files: 0, bytes: 0 };
  for (const line of lines) takeIn(all, line, key);
  return all;
}

function* filesIn({ items }: AllKept): Generator<ExportedFile> {
  for (const { files } of items.values()) yield* files;
}

/** Files of lines that no log holds. */
export const filesOf = (lines: readonly SealedLine[], key: string): Iterable<ExportedFile> =>
  filesIn(keptIn(lines, keyOf(key)));

export const linesOf = (
  lines: readonly SealedLine[],
  log: LogFile<unknown>,
  key: string,
): FolderLines => linesAs(keptIn(lines, keyOf(key)), log, keyOf(key));

function linesAs(all: AllKept, log: LogFile<unknown>, key: KeyObject): FolderLines {
  return {
    entry: (item) => all.items.get(item) ?? NOTHING,
    items: () => all.items.keys(),
    files: () => filesIn(all),
    count: () => ({ files: all.files, bytes: all.bytes }),
    async add(...given) {
      const lines = given.map((line) =>
        line.kind === 'file' ? { ...line, seal: sealOf(key, line) } : line,
      );
      await log.append(lines, () => {
        for (const line of lines) apply(all, line);
      });
    },
  };
}
