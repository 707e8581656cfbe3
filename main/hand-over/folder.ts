// The folder of a hand-over: begun or gone on with, whatever stands in it, and what of it is Steward's own.
import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { createHash, randomUUID } from 'node:crypto';
import { environment, instant, z } from '../../preload/contract/schema.ts';
import { type ExportFolder, openExportFolder } from '../messages/export-folder.ts';
import {
  createLines,
  DOCUMENT,
  type ExportedFile,
  type FolderLines,
  openLines,
  readHead,
} from '../messages/folder-lines.ts';
import { conflict } from '../problems.ts';
import { fileProblemOf, fileTrouble, isLeftover, syncFolder } from '../storage/disk.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import { safeFileName } from '../storage/file-names.ts';
import type { Parts } from '../storage/parts.ts';

const FORMAT = 'steward-hand-over-1';
export const SUMS = 'SHA256SUMS';
export { DOCUMENT };

const headShape = z.object({
  format: z.literal(FORMAT),
  /** Names the folder, whatever it is called. */
  id: z.string(),
  begun: instant,
  environment,
  /** Base address of the platform. */
  platform: z.string(),
  organisation: z.object({ number: z.string(), name: z.string() }),
});
export type HandOverHead = z.infer<typeof headShape>;

export interface HandOverNeeds {
  readonly now: () => Date;
  readonly mark: MarkDownloaded;
  readonly parts?: Parts;
  /** 32 bytes, base64url, the same for the same folder on this computer. */
  readonly keyFor: (folder: string) => Promise<string>;
}

export interface HandOverLines extends FolderLines {
  readonly head: HandOverHead;
}
export type HandOverFolder = ExportFolder<HandOverLines>;

/** Problem file{not-found} where there is no hand-over, file{damaged} where nobody can tell what it is. */
export async function openHandOver(root: string, needs: HandOverNeeds): Promise<HandOverFolder> {
  return openExportFolder(root, needs, async (folder) => {
    // Read once: of a large box there are many lines.
    const opened = await openLines(folder, ({ id }) => needs.keyFor(id), headShape);
    if (opened === undefined) throw fileTrouble('not-found');
    return { ...opened.lines, head: opened.head };
  });
}

/**
 * Makes the folder, or takes one that is empty or holds a hand-over of the same organisation on the same platform. Problem conflict at
 * `folder` for any other, file{...} where it cannot be made or read.
 */
export async function beginHandOver(
  root: string,
  head: Omit<HandOverHead, 'format' | 'id'>,
  keyFor: HandOverNeeds['keyFor'],
): Promise<void> {
  const names = await readdir(root).catch((error: unknown) => {
    const problem = fileProblemOf(error);
    if (problem.failure.kind === 'file' && problem.failure.problem === 'not-found')
      return undefined;
    throw problem;
  });
  if (names === undefined) {
    await mkdir(root, { mode: 0o700 }).catch((error: unknown) => {
      throw fileProblemOf(error);
    });
    await syncFolder(path.dirname(root)).catch(() => undefined);
  }
  const before = names === undefined ? undefined : await readHead(root, headShape);
  if (before !== undefined) {
    const { organisation, environment: of, platform } = before;
    const isSame =
      organisation.number === head.organisation.number &&
      of === head.environment &&
      platform === head.platform;
    const own = isSame && (await openLines(root, ({ id }) => keyFor(id), headShape));
    if (own && !own.foreign) return;
    if (own)
      throw inTheWay('The folder was filled by Steward on another computer. Choose a new one.');
    throw inTheWay('The folder holds the hand-over of another organisation or platform.');
  }
  // One whose beginning a kill ended has no more than what was to become its lines.
  if (names !== undefined && !names.every(isLeftover))
    throw inTheWay(
      'The folder holds something else than a hand-over. Choose an empty or a new one.',
    );
  await createLines(root, { format: FORMAT, id: randomUUID(), ...head });
}

const inTheWay = (message: string) => conflict(message, { field: 'folder' });

/** Names of files that are told apart on every system, and are the same each time. */
export function fileNameOf(id: string, ending: string): string {
  const mark = createHash('sha256').update(id).digest('hex').slice(0, 8);
  return `${safeFileName([...id].slice(0, 60).join(''))}-${mark}.${ending}`;
}

/** What the lines call a list, and one of its items. */
export const listItem = (key: string): string => `list ${key}`;
export const itemOf = (key: string, id: string): string => `${key} ${id}`;

/** Of a file that Steward has put there; undefined where it is not there, or not JSON any more. */
export async function jsonIn(folder: HandOverFolder, file: ExportedFile): Promise<unknown> {
  const text = await folder.read(file);
  try {
    return text && (JSON.parse(text.toString()) as unknown);
  } catch {
    return undefined;
  }
}

/** What was read of the platform for a list or an item. */
export async function dataOf(folder: HandOverFolder, item: string): Promise<unknown> {
  const file = folder.manifest.entry(item).files.find(({ part }) => part === 'data');
  return file && jsonIn(folder, file);
}
