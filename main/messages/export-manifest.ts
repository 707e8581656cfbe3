// The manifest of an export of messages: lines while it goes on, and one document of the whole at the end.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { exportWish } from '../../preload/contract/jobs.ts';
import { completeness, environment, instant, party, z } from '../../preload/contract/schema.ts';
import { fileProblemOf, fileTrouble, replaceFile } from '../storage/disk.ts';
import { openAppendFile } from '../storage/log-file.ts';
import {
  createLines,
  DOCUMENT,
  type ExportedFile,
  fileShape,
  filesOf,
  type FolderLines,
  hasLines,
  LINES,
  linesOf,
  missingShape,
  openLines,
  type SealedLine,
} from './folder-lines.ts';

const FORMAT = 'steward-message-export-1';
/** The lines are taken away at the end. */
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
export interface Manifest extends FolderLines {
  readonly head: Head;
  /** Puts the document to its place, and takes the lines away. */
  close(
    state: 'finished' | 'cancelled',
    ended: string,
    all: readonly ShownMessage[],
  ): Promise<void>;
}

export async function createManifest(folder: string, head: Omit<Head, 'format'>): Promise<void> {
  await createLines(folder, { format: FORMAT, ...head });
}

/**
 * `key`: base64url, of the job's record. Problem file{not-found} where the folder or its manifest is gone, damaged where it cannot be
 * read.
 */
export async function openManifest(folder: string, key: string): Promise<Manifest> {
  const opened = (await openLines(folder, key, headShape)) ?? (await reopened(folder, key));
  const { head, lines } = opened;
  return {
    head,
    ...lines,
    close: (state, ended, messages) => close(folder, { ...head, state, ended }, messages),
  };
}

/** After its end: the lines are made again from the document, so that what was missing can be tried once more. */
async function reopened(folder: string, key: string) {
  const document = await readDocument(folder);
  const head = headShape.parse(document);
  const lines = document.messages.flatMap(linesOfMessage);
  return { head, lines: linesOf(lines, await createLines(folder, head, lines), key) };
}

function linesOfMessage({ id, state, changed, files, missing }: ShownMessage): SealedLine[] {
  const fileLines = files.map((file) => ({ kind: 'file' as const, item: id, changed, ...file }));
  const lastAt = files.at(-1)?.at;
  const isEnded = lastAt !== undefined && (state === 'whole' || state === 'partly');
  return isEnded ? [...fileLines, { kind: 'item', item: id, missing, at: lastAt }] : fileLines;
}

/** Files as the manifest has them now, of an export that goes on or has ended; nothing is written. */
export async function readFiles(folder: string, key: string): Promise<readonly ExportedFile[]> {
  if (await hasLines(folder)) return [...(await openManifest(folder, key)).files()];
  const { messages } = await readDocument(folder);
  return [...filesOf(messages.flatMap(linesOfMessage), key)];
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
