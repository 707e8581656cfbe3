// A file or a folder as a zip that is made while it is read: stored, not packed, so that its length is known before.
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { Zip, ZipInputFile } from 'fflate';
import { fileProblem } from '../problems.ts';
import { fileProblemOf, fileTrouble } from './disk.ts';
import { nameOf } from './file-names.ts';
import { type FileSource, openSource } from './file-streams.ts';

/** What one zip can hold without its 64-bit form, which fflate does not write. */
const MOST_BYTES = 0xffff_ffff;
const MOST_FILES = 0xffff;
const LONGEST_NAME = 0xffff;

interface Entry {
  readonly file: string;
  /** Within the zip, with `/`. */
  readonly name: string;
  readonly bytes: number;
  /** Holds nothing, and is there all the same: what opens the zip may look for it. */
  readonly isFolder?: true;
}

export interface ZipSource extends FileSource {
  /** Files of the folder that are not sent, within it: what a system or an office program keeps there for itself. */
  readonly leftOut: readonly string[];
  /** Name and SHA-256 of each file within; reads all of them. */
  sums(): Promise<readonly { readonly name: string; readonly sum: string }[]>;
}

export interface ZipLimits {
  readonly bytes?: number;
  readonly files?: number;
}

/** What macOS, Windows and office programs put into folders for themselves, without the person who sends the folder. */
const OF_PROGRAMS = /^(?:\.DS_Store|Thumbs\.db|desktop\.ini|\._.*|~\$.*)$/i;

/** Whether it is sent as it is. */
const isZip = (file: string) => /\.zip$/i.test(file);

/**
 * A ready zip as it is. Problem file{too-large} for more than a zip without its 64-bit form holds, file{not-a-file} for a folder that holds
 * links, pipes or devices, file{not-found} for one that holds nothing.
 */
export async function openZipSource(chosen: string, limits: ZipLimits = {}): Promise<ZipSource> {
  const facts = await stat(chosen).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  const name = nameOf(chosen);
  if (!facts.isDirectory() && isZip(name)) {
    const source = await openSource(chosen);
    return { ...source, leftOut: [], sums: async () => [{ name, sum: await sumOf(chosen) }] };
  }
  const leftOut: string[] = [];
  const entries = facts.isDirectory()
    ? await entriesIn(chosen, leftOut)
    : [await fileEntry(chosen, name)];
  if (entries.every(({ isFolder }) => isFolder))
    throw fileProblem('not-found', 'There is no file in this folder, so nothing to send.');
  const bytes = zipLength(entries);
  checkLimits(entries, bytes, limits);
  return {
    name: `${facts.isDirectory() ? name : path.parse(name).name}.zip`,
    bytes,
    leftOut,
    ...streamOf(entries),
    async sums() {
      const all: { name: string; sum: string }[] = [];
      for (const { file, name, isFolder } of entries)
        if (!isFolder) all.push({ name, sum: await sumOf(file) });
      return all;
    },
  };
}

function checkLimits(entries: readonly Entry[], bytes: number, limits: ZipLimits): void {
  const { bytes: mostBytes = MOST_BYTES, files = MOST_FILES } = limits;
  if (bytes > mostBytes)
    throw fileProblem(
      'too-large',
      'A zip that is made while it is sent holds at most 4 GB. Make a zip yourself, or send parts.',
    );
  if (entries.length > files)
    throw fileProblem(
      'too-large',
      'A zip that is made while it is sent holds at most 65 535 files. Make a zip yourself, or send parts.',
    );
  if (entries.some(({ name }) => Buffer.byteLength(name) > LONGEST_NAME))
    throw fileProblem('too-large', 'The path of a file is too long for a zip.');
}

async function fileEntry(file: string, name: string): Promise<Entry> {
  const source = await openSource(file);
  await source.close();
  return { file, name, bytes: source.bytes };
}

/** In one order on every system. What is neither file nor folder is refused: it would be missing without a word. */
async function entriesIn(folder: string, leftOut: string[], within = ''): Promise<Entry[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  const entries: Entry[] = [];
  const spellings = Map.groupBy(found, ({ name }) => nameOf(name));
  for (const one of found.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, one.name);
    // Where a disk has both spellings of a name they are two files, and each keeps its own.
    const isAlone = spellings.get(nameOf(file))?.length === 1;
    const name = `${within}${isAlone ? nameOf(file) : one.name}`;
    if (one.isDirectory()) entries.push(...(await entriesIn(file, leftOut, `${name}/`)));
    else if (OF_PROGRAMS.test(one.name)) leftOut.push(name);
    else if (one.isFile()) entries.push(await fileEntry(file, name));
    else
      throw fileProblem(
        'not-a-file',
        'The folder holds a link or something else that is no file. Nothing was sent.',
      );
  }
  if (entries.length === 0 && within !== '')
    return [{ file: folder, name: within, bytes: 0, isFolder: true }];
  return entries;
}

const LOCAL_HEADER = 30;
const DATA_DESCRIPTOR = 16;
const CENTRAL_HEADER = 46;
const END = 22;

/** Of what fflate writes for stored files: header, bytes and descriptor of each, then the table and its end. */
const zipLength = (entries: readonly Entry[]): number =>
  entries.reduce((sum, { name, bytes }) => {
    const heads = LOCAL_HEADER + DATA_DESCRIPTOR + CENTRAL_HEADER;
    return sum + heads + 2 * Buffer.byteLength(name) + bytes;
  }, END);

const PIECE = 512 * 1024;

/** Reads the files one after the other; at most one piece of one file is in memory. */
function streamOf(entries: readonly Entry[]): Pick<FileSource, 'read' | 'close'> {
  const ready: Uint8Array[] = [];
  let failed: unknown;
  let zip: Zip | undefined;
  const piece = Buffer.allocUnsafe(PIECE);
  let next = 0;
  let open: { readonly source: FileSource; readonly entry: ZipInputFile; left: number } | undefined;
  let isEnded = false;

  const begin = async (): Promise<void> => {
    const { Zip } = await import('fflate');
    zip ??= new Zip((error, chunk) => {
      failed ??= error ?? undefined;
      if (chunk.length > 0) ready.push(chunk);
    });
    const found = entries[next];
    next += 1;
    if (found === undefined) {
      isEnded = true;
      zip.end();
      return;
    }
    const entry: ZipInputFile = { filename: found.name, size: 0, crc: 0, compression: STORED };
    if (found.isFolder) {
      zip.add(entry);
      push(entry, piece.subarray(0, 0), true);
      return;
    }
    const source = await openSource(found.file);
    open = { source, entry, left: found.bytes };
    // Its length is promised already.
    if (source.bytes !== found.bytes) throw fileTrouble('changed-meanwhile');
    zip.add(entry);
  };
  const advance = async (): Promise<void> => {
    if (open === undefined) return begin();
    const got = await open.source.read(piece.subarray(0, Math.min(PIECE, Math.max(1, open.left))));
    if (got === 0 && open.left > 0) throw fileTrouble('changed-meanwhile');
    open.left -= got;
    const isLast = open.left === 0;
    push(open.entry, piece.subarray(0, got), isLast);
    if (!isLast) return;
    await open.source.close();
    open = undefined;
  };
  return {
    async read(into) {
      while (ready.length === 0 && !isEnded) {
        await advance();
        if (failed !== undefined) throw fileTrouble('other', failed);
      }
      const [chunk] = ready;
      if (chunk === undefined) return 0;
      const got = Math.min(chunk.length, into.length);
      into.set(chunk.subarray(0, got));
      if (got === chunk.length) ready.shift();
      else ready[0] = chunk.subarray(got);
      return got;
    },
    async close() {
      await open?.source.close();
      open = undefined;
    },
  };
}

const STORED = 0;

/** What fflate's own entry for stored files does, with the checksum of Node, which takes a tenth of the time. */
function push(entry: ZipInputFile, piece: Uint8Array<ArrayBuffer>, isLast: boolean): void {
  entry.crc = crc32(piece, entry.crc);
  entry.size += piece.length;
  entry.ondata?.(null, piece, isLast);
}

async function sumOf(file: string): Promise<string> {
  const source = await openSource(file);
  const hash = createHash('sha256');
  const piece = Buffer.allocUnsafe(PIECE);
  try {
    for (let got = await source.read(piece); got > 0; got = await source.read(piece))
      hash.update(piece.subarray(0, got));
    return hash.digest('hex');
  } finally {
    await source.close();
  }
}
