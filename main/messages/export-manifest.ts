// The manifest of an export: a line before each file takes its place, and one document of the whole at the end.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { exportWish } from '../../preload/contract/jobs.ts';
import { completeness, environment, instant, party, z } from '../../preload/contract/schema.ts';
import { fileProblemOf, fileTrouble, replaceFile } from '../storage/disk.ts';
import { isSafeFileName } from '../storage/file-names.ts';
import { plainLines } from '../storage/log-codecs.ts';
import {
  continueLog,
  createLog,
  type LogFile,
  openAppendFile,
  readLog,
} from '../storage/log-file.ts';

const FORMAT = 'steward-message-export-1';
/** While it goes on, the truth; at the end it is taken away. */
const LINES = 'manifest.jsonl';
const DOCUMENT = 'manifest.json';
export const MANIFEST_FILES: readonly string[] = [LINES, DOCUMENT];

const headShape = z.object({
  format: z.literal(FORMAT),
  /** Name and version. */
  program: z.string(),
  started: instant,
  environment,
  /** Base address of the platform. */
  platform: z.string(),
  party: z.object({ who: party, name: z.string() }),
  asked: exportWish.extend({
    filter: z.string().nullable(),
    /** A person chose each message: folders and dates did not. */
    chosen: z.literal(true).optional(),
  }),
  /** How many messages fitted, and whether the platform's list was whole. */
  list: completeness.extend({ messages: z.number().int() }),
});
export type Head = z.infer<typeof headShape>;

/** Folder of the message, one in it, and the file. */
export const DEEPEST = 3;

/** Only names that Steward makes: whoever can write in the folder can write in its manifest. */
function isPlace(within: string): boolean {
  const parts = within.split('/');
  return parts.length <= DEEPEST && parts.every(isSafeFileName);
}

const fileShape = z.object({
  /** What it is of the message; the same part is there once. */
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
  /** Made with a key of the data folder, so that nobody else can name a file as one of the export. */
  seal: z.string(),
});
export type ExportedFile = z.infer<typeof fileShape>;

const missingShape = z.object({ part: z.string(), name: z.string(), why: z.string() });
export type Missing = z.infer<typeof missingShape>;

const lineShape = z.discriminatedUnion('kind', [
  fileShape.extend({
    kind: z.literal('file'),
    message: z.string(),
    changed: z.string().nullable(),
  }),
  /** All that can be had of the message is here. */
  z.object({
    kind: z.literal('message'),
    message: z.string(),
    missing: z.array(missingShape),
    at: instant,
  }),
  /** The message is another one by now, and what was here of it is gone. */
  z.object({ kind: z.literal('dropped'), message: z.string(), at: instant }),
]);
type SealedLine = z.infer<typeof lineShape>;
type SealedFile = Extract<SealedLine, { kind: 'file' }>;
type FileLine = Omit<SealedFile, 'seal'>;
/** A line before the manifest seals it. */
export type Line = Exclude<SealedLine, SealedFile> | FileLine;

function sealOf(key: string, { message, part, path: within, bytes, sha256 }: FileLine): string {
  const about = JSON.stringify([message, part, within, bytes, sha256]);
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(about).digest('base64url');
}

function isSealed(key: string, line: SealedFile): boolean {
  const [own, given] = [Buffer.from(sealOf(key, line)), Buffer.from(line.seal)];
  return own.length === given.length && timingSafeEqual(own, given);
}

/** What is known of one message. */
export interface Entry {
  /** The message's `lastChanged` when these came. */
  readonly changed: string | null;
  /** Those that are proven to be the export's. */
  readonly files: readonly ExportedFile[];
  /** Undefined while it is not at its end. */
  readonly missing: readonly Missing[] | undefined;
}

/** A message in the document. */
const shownShape = z.object({
  id: z.string(),
  subject: z.string(),
  state: z.enum(['whole', 'partly', 'missing', 'not-begun']),
  changed: z.string().nullable(),
  files: z.array(fileShape),
  missing: z.array(missingShape),
});
export type ShownMessage = z.infer<typeof shownShape>;

const documentShape = headShape.extend({
  state: z.enum(['finished', 'cancelled']),
  ended: instant,
  /** Everything that was asked for is here, and the list was whole. */
  complete: z.boolean(),
  files: z.number().int(),
  bytes: z.number(),
  messages: z.array(shownShape),
});

/** Methods throw Problem file{...}. */
export interface Manifest {
  readonly head: Head;
  entry(message: string): Entry;
  /** Of every message, whole or half. */
  files(): Iterable<ExportedFile>;
  /** On the disk when it resolves. */
  add(line: Line): Promise<void>;
  /** Puts the document to its place, and takes the lines away. */
  close(
    state: 'finished' | 'cancelled',
    ended: string,
    all: readonly ShownMessage[],
  ): Promise<void>;
}

export async function createManifest(folder: string, head: Omit<Head, 'format'>): Promise<void> {
  await createLog(linesIn(folder), plainLines, [{ format: FORMAT, ...head }]);
}

const linesIn = (folder: string) => openAppendFile(path.join(folder, LINES));

/**
 * `key`: base64url, of the job's record. Problem file{not-found} where the folder or its manifest is gone, damaged where it cannot be
 * read.
 */
export async function openManifest(folder: string, key: string): Promise<Manifest> {
  const file = linesIn(folder);
  const read = await readLog(file, plainLines);
  if (read.bytes.length === 0) return manifestOf(folder, await reopened(folder), key);
  const [first, ...rest] = read.values;
  const head = headShape.safeParse(read.places[0]?.start === 0 ? first : undefined);
  if (!head.success) throw fileTrouble('damaged');
  const lines = rest.flatMap((value) => lineShape.safeParse(value).data ?? []);
  // A line that a kill tore off goes with the next one; everything else was on the disk before it counted.
  const log = continueLog(file, plainLines, read);
  return manifestOf(folder, { head: head.data, lines, log }, key);
}

interface Known {
  readonly head: Head;
  readonly lines: readonly SealedLine[];
  readonly log: LogFile<unknown>;
}

/** After its end: the lines are made again from the document, so that what was missing can be tried once more. */
async function reopened(folder: string): Promise<Known> {
  const document = await readDocument(folder);
  const head = headShape.parse(document);
  const lines = document.messages.flatMap(linesOf);
  return { head, lines, log: await createLog(linesIn(folder), plainLines, [head, ...lines]) };
}

function linesOf({ id, state, changed, files, missing }: ShownMessage): SealedLine[] {
  const fileLines = files.map((file) => ({ kind: 'file' as const, message: id, changed, ...file }));
  const lastAt = files.at(-1)?.at;
  const isEnded = lastAt !== undefined && (state === 'whole' || state === 'partly');
  return isEnded
    ? [...fileLines, { kind: 'message', message: id, missing, at: lastAt }]
    : fileLines;
}

/** Files as the manifest has them now, of an export that goes on or has ended; nothing is written. */
export async function readFiles(folder: string, key: string): Promise<readonly ExportedFile[]> {
  const lines = await linesIn(folder).read();
  if (lines.length > 0) return [...(await openManifest(folder, key)).files()];
  const { messages } = await readDocument(folder);
  return [...filesOf(keptIn(messages.flatMap(linesOf), key))];
}

async function readDocument(folder: string): Promise<z.infer<typeof documentShape>> {
  const text = (await openAppendFile(path.join(folder, DOCUMENT)).read()).toString('utf8');
  if (text === '') throw fileTrouble('not-found');
  const found = documentShape.safeParse(jsonOf(text));
  if (!found.success) throw fileTrouble('damaged');
  return found.data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

interface Kept {
  changed: string | null;
  readonly files: Map<string, ExportedFile>;
  missing: readonly Missing[] | undefined;
}

const nothing = (): Kept => ({ changed: null, files: new Map(), missing: undefined });

function apply(all: Map<string, Kept>, line: SealedLine): void {
  const kept = all.get(line.message) ?? nothing();
  all.set(line.message, kept);
  switch (line.kind) {
    case 'file': {
      const { part, path: within, name, bytes, sha256, source, at, seal } = line;
      kept.changed = line.changed;
      kept.files.set(part, { part, path: within, name, bytes, sha256, source, at, seal });
      return;
    }
    case 'message':
      kept.missing = line.missing;
      return;
    case 'dropped':
      all.set(line.message, nothing());
  }
}

function keptIn(lines: readonly SealedLine[], key: string): Map<string, Kept> {
  const all = new Map<string, Kept>();
  // Somebody else's line: the file it names is none of ours.
  for (const line of lines) if (line.kind !== 'file' || isSealed(key, line)) apply(all, line);
  return all;
}

function* filesOf(all: ReadonlyMap<string, Kept>): Generator<ExportedFile> {
  for (const { files } of all.values()) yield* files.values();
}

function manifestOf(folder: string, { head, lines, log }: Known, key: string): Manifest {
  const all = keptIn(lines, key);
  return {
    head,
    entry(message) {
      const { changed, files, missing } = all.get(message) ?? nothing();
      return { changed, files: [...files.values()], missing };
    },
    files: () => filesOf(all),
    async add(given) {
      const line = given.kind === 'file' ? { ...given, seal: sealOf(key, given) } : given;
      await log.append([line], () => {
        apply(all, line);
      });
    },
    close: (state, ended, messages) => close(folder, { ...head, state, ended }, messages),
  };
}

async function close(
  folder: string,
  head: Head & { readonly state: 'finished' | 'cancelled'; readonly ended: string },
  messages: readonly ShownMessage[],
): Promise<void> {
  const files = messages.flatMap((one) => one.files);
  const document: z.infer<typeof documentShape> = {
    ...head,
    complete: head.list.complete && messages.every(({ state }) => state === 'whole'),
    files: files.length,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    messages: [...messages],
  };
  await replaceFile(path.join(folder, DOCUMENT), `${JSON.stringify(document, null, 1)}\n`);
  await rm(path.join(folder, LINES), { force: true }).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
}
