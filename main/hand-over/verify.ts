// Verifies the folder of a hand-over by what it says of itself: every sum, list and link, without a connection or key.
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import type { VerifiedHandOver } from '../../preload/contract/hand-over.ts';
import { filesIn, MOST_NAMED } from '../messages/export-folder.ts';
import { hashOf, pieceBuffer, sizeOf } from '../messages/export-paths.ts';
import { isPlace } from '../messages/folder-lines.ts';
import { createRowCount, type RowCount } from '../storage/csv-counting.ts';
import { fileProblemOf, fileTrouble, readOrdinaryFile } from '../storage/disk.ts';
import { type HandOverManifest, handOverManifest, OWN_FILES } from './finish.ts';
import { DOCUMENT, SUMS } from './folder.ts';
import { createLinkReader, type LinkReader, linkedPlace } from './page-links.ts';

/** Far beyond what a hand-over has: what is read as a whole must not fill the memory. */
const MOST_BYTES_OF_SUMS = 256 * 1024 * 1024;
const MOST_BYTES_OF_MANIFEST = 64 * 1024 * 1024;
const SUM = /^([0-9a-f]{64}) {2}(.+)$/;
const LONGEST_TARGET = 200;

/**
 * Reads every file of the hand-over once, in pieces. Problem file{not-found} where the folder holds none, file{damaged} where its sums say
 * nothing that could be compared; the error of `signal` when it is given up. `total` is the manifest's, null where it cannot be read.
 */
export async function verifyHandOver(
  folder: string,
  signal: AbortSignal,
  report: (step: { readonly bytes: number; readonly total: number | null }) => void,
): Promise<VerifiedHandOver> {
  // The folder was chosen by a person, be it by a link; in it none is followed.
  const root = await realpath(folder).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  const sums = await readSums(root);
  const manifest = sums.has(DOCUMENT) ? await readManifest(root) : undefined;
  const there = await filesIn(root, OWN_FILES);
  // Some disks of macOS give names in another form than they were given.
  const ordinary = new Set([...there].flatMap(([name, is]) => (is ? [name.normalize('NFC')] : [])));
  const lists = new Map<string, RowCount>(
    tablesOf(manifest).map(({ file }) => [file, createRowCount()]),
  );
  const [missing, changed, links]: [string[], string[], string[]] = [[], [], []];
  const buffer = pieceBuffer();
  let bytes = 0;
  for (const [within, sha256] of sums) {
    signal.throwIfAborted();
    if (!ordinary.has(within)) {
      missing.push(within);
      continue;
    }
    const readers: readonly (RowCount | LinkReader | undefined)[] = [
      lists.get(within),
      within.endsWith('.html') ? linksOf(within, sums, links) : undefined,
    ];
    const read = (piece: Buffer) => {
      bytes += piece.length;
      for (const reader of readers) reader?.add(piece);
      report({ bytes, total: manifest === undefined ? null : Math.max(bytes, manifest.bytes) });
    };
    const hash = await hashOf(path.join(root, within), read, signal, buffer).catch(
      async (error: unknown) => {
        // Gone meanwhile, or there under another form of its name.
        if (!signal.aborted && (await sizeOf(root, within)) === undefined) return undefined;
        throw error;
      },
    );
    if (hash === undefined) missing.push(within);
    else if (hash !== sha256) changed.push(within);
  }
  // Sums that were cut off between two lines leave files that nothing vouches for.
  if (manifest !== undefined && manifest.files !== sums.size - 1) changed.push(SUMS);
  const others = [...there.keys()].filter((name) => !sums.has(name.normalize('NFC')));
  const otherCounts = otherCountsOf(manifest, sums, missing, lists);
  const some = (names: readonly string[]) => names.slice(0, MOST_NAMED);
  return {
    intact: [missing, changed, links, otherCounts].every(({ length }) => length === 0),
    ...saidBy(manifest),
    files: sums.size,
    bytes,
    missing: some(missing),
    changed: some(changed),
    others: some(others),
    brokenLinks: some(links),
    otherCounts: some(otherCounts),
  };
}

/** By path within the folder. */
async function readSums(root: string): Promise<ReadonlyMap<string, string>> {
  if ((await sizeOf(root, SUMS)) === undefined) throw fileTrouble('not-found');
  // Each line has its end, or somebody has cut it off.
  const lines = (await readText(root, SUMS, MOST_BYTES_OF_SUMS))?.split('\n') ?? [];
  if (lines.pop() !== '' || lines.length === 0) throw fileTrouble('damaged');
  const sums = new Map<string, string>();
  for (const line of lines) {
    const [, sha256, within] = SUM.exec(line) ?? [];
    const isSum = sha256 !== undefined && within !== undefined && isPlace(within);
    if (!isSum || sums.has(within)) throw fileTrouble('damaged');
    sums.set(within, sha256);
  }
  return sums;
}

async function readManifest(root: string): Promise<HandOverManifest | undefined> {
  const text = await readText(root, DOCUMENT, MOST_BYTES_OF_MANIFEST);
  if (text === undefined) return undefined;
  try {
    return handOverManifest.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Undefined where there is no ordinary file, one of more than `most` bytes, or no text. */
async function readText(root: string, name: string, most: number): Promise<string | undefined> {
  const size = await sizeOf(root, name);
  if (size === undefined || size > most) return undefined;
  const content = await readOrdinaryFile(path.join(root, name)).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch {
    return undefined;
  }
}

const tablesOf = (manifest: HandOverManifest | undefined) =>
  (manifest?.parts ?? []).flatMap(({ tables }) => tables);

/** Each link once. */
function linksOf(page: string, sums: ReadonlyMap<string, string>, broken: string[]): LinkReader {
  const seen = new Set<string>();
  return createLinkReader((href) => {
    const place = linkedPlace(page, href);
    if (place === undefined || sums.has(place) || place === SUMS) return;
    const told = `${page} → ${href.slice(0, LONGEST_TARGET)}`;
    if (broken.length > MOST_NAMED || seen.has(told)) return;
    seen.add(told);
    broken.push(told);
  });
}

/** Parts of which a table is not as long as it was, or none of what was proven. One that is missing is told as that. */
function otherCountsOf(
  manifest: HandOverManifest | undefined,
  sums: ReadonlyMap<string, string>,
  missing: readonly string[],
  lists: ReadonlyMap<string, RowCount>,
): readonly string[] {
  const isOther = ({ file, rows }: { readonly file: string; readonly rows: number }) =>
    !sums.has(file) || (!missing.includes(file) && lists.get(file)?.rows() !== rows);
  return (manifest?.parts ?? []).flatMap(({ part, tables }) =>
    tables.some(isOther) ? [part] : [],
  );
}

/** By the hand-over's own word. */
function saidBy(
  manifest: HandOverManifest | undefined,
): Pick<VerifiedHandOver, 'complete' | 'on' | 'organisation' | 'lacks'> {
  if (manifest === undefined) return { complete: null, on: null, organisation: '', lacks: [] };
  const { state, ended, organisation, parts } = manifest;
  const lacks = parts.flatMap(({ part, state: of, onPlatform, here }) =>
    of === 'complete' || of === 'not-read' ? [] : [{ part, state: of, onPlatform, here }],
  );
  const isEnded = state === 'finished';
  return {
    complete: manifest.complete && isEnded && lacks.length === 0,
    on: isEnded ? ended : null,
    organisation: `${organisation.name} (${organisation.number})`,
    lacks,
  };
}
