// The index of a copy: its keys in columns, and the one file that holds them, valid only as a whole.
import { createHash } from 'node:crypto';
import { createSlices, eachInSlices, type Slices } from '../../pauses.ts';
import { createPlaces, HASH_BYTES, type Place, type Places } from './places.ts';

/** The facts of a document that are known without reading it. */
export interface KeptEntry {
  /** ISO instant of the put that stored it last, with the same text or another. */
  readonly storedAt: string;
  /** Of its JSON text: 32 hexadecimal digits of SHA-256. */
  readonly hash: string;
  readonly bytes: number;
  /** The owner's facts about it; plain JSON. */
  readonly facts: unknown;
  /** When the previous version was stored; null where none is kept. */
  readonly before: string | null;
}
export interface KeptDocument {
  readonly value: unknown;
  readonly storedAt: string;
}

/** A document under its key. */
export interface Item {
  readonly place: Place;
  /** Milliseconds. */
  readonly storedAt: number;
  /** JSON text, parsed when asked for: most facts never are. */
  readonly facts: string;
  readonly before: { readonly place: Place; readonly storedAt: number } | null;
}

/** Immutable; a change makes a new one. */
export interface Content {
  /** Id of the run that made it; null where there is no copy. */
  readonly run: string | null;
  readonly head: unknown;
  /** Keys whose documents were lost, with the hash that they had. */
  readonly damaged: ReadonlyMap<string, string>;
  readonly places: Places;
  readonly size: number;
  keys(): Iterable<string>;
  has(key: string): boolean;
  get(key: string): Item | undefined;
  /** JSON text; cheaper than `get`, as 20 000 are asked for at a start. */
  facts(key: string): string | undefined;
  columns(): Columns;
}

export type About = Pick<Content, 'run' | 'head' | 'damaged'>;

/** Many texts in one, and where each ends: less to read, and less in memory, than as many strings. */
interface Texts {
  readonly text: string;
  readonly ends: Uint32Array;
}

interface Columns {
  readonly place: Uint32Array;
  readonly storedAt: Float64Array;
  /** Id of the previous version's place plus 1; 0: none. */
  readonly before: Uint32Array;
  readonly beforeAt: Float64Array;
  readonly facts: Texts;
}

const FORMAT = 1;

function textsOf(all: readonly string[]): Texts {
  const ends = new Uint32Array(all.length);
  let end = 0;
  for (const [row, text] of all.entries()) ends[row] = end += text.length;
  return { text: all.join(''), ends };
}

const textAt = ({ text, ends }: Texts, row: number) =>
  text.slice(row === 0 ? 0 : ends[row - 1], ends[row]);

export const NOTHING: Content = contentBuilder().finish({
  run: null,
  head: null,
  damaged: new Map(),
});

export async function createContent(
  about: About,
  items: Iterable<readonly [key: string, item: Item]>,
): Promise<Content> {
  const builder = contentBuilder();
  await eachInSlices(items, ([key, item]) => void builder.add(key, item));
  return builder.finish(about);
}

function contentBuilder() {
  const places = createPlaces();
  const index = new Map<string, number>();
  const facts: string[] = [];
  const place: number[] = [];
  const storedAt: number[] = [];
  const before: number[] = [];
  const beforeAt: number[] = [];
  return {
    add(key: string, item: Item) {
      index.set(key, facts.length);
      facts.push(item.facts);
      place.push(places.add(item.place));
      storedAt.push(item.storedAt);
      before.push(item.before ? places.add(item.before.place) + 1 : 0);
      beforeAt.push(item.before?.storedAt ?? 0);
    },
    finish: (about: About): Content =>
      over(about, places, index, {
        place: Uint32Array.from(place),
        storedAt: Float64Array.from(storedAt),
        before: Uint32Array.from(before),
        beforeAt: Float64Array.from(beforeAt),
        facts: textsOf(facts),
      }),
  };
}

function over(
  { run, head, damaged }: About,
  places: Places,
  index: ReadonlyMap<string, number>,
  columns: Columns,
): Content {
  return {
    run,
    head,
    damaged,
    places,
    size: index.size,
    keys: () => index.keys(),
    has: (key) => index.has(key),
    get(key) {
      const row = index.get(key);
      if (row === undefined) return undefined;
      const before = columns.before[row] ?? 0;
      return {
        place: places.get(columns.place[row] ?? 0),
        storedAt: columns.storedAt[row] ?? 0,
        facts: textAt(columns.facts, row),
        before: before
          ? { place: places.get(before - 1), storedAt: columns.beforeAt[row] ?? 0 }
          : null,
      };
    },
    facts(key) {
      const row = index.get(key);
      return row === undefined ? undefined : textAt(columns.facts, row);
    },
    columns: () => columns,
  };
}

const PIECE = 1 << 20;

/** SHA-256 in hexadecimal digits. */
export async function sumOf(bytes: Buffer, slices = createSlices()): Promise<string> {
  const hash = createHash('sha256');
  for (let at = 0; at < bytes.length; at += PIECE) {
    hash.update(bytes.subarray(at, at + PIECE));
    if (slices.isDue()) await slices.pause();
  }
  return hash.digest('hex');
}

const firstLine = (sum: string) => `copy ${String(FORMAT)} ${sum}`;

/** Stands before the columns, as JSON in a line. */
interface WrittenHead {
  readonly run: string | null;
  readonly head: unknown;
  readonly damaged: readonly (readonly [string, string])[];
  readonly keys: number;
  readonly places: number;
  /** Of the texts of keys, which are a string of JSON, and of facts, in UTF-8. */
  readonly keyBytes: number;
  readonly factBytes: number;
}

const raw = ({ buffer, byteOffset, byteLength }: Uint8Array | Uint32Array | Float64Array) =>
  Buffer.from(buffer, byteOffset, byteLength);

/** A line with the format and the checksum of the rest, a line about it, and its columns one after the other (little-endian). */
export async function encodeContent(content: Content): Promise<Buffer> {
  const slices = createSlices();
  const { run, head, damaged } = content;
  const { place, storedAt, before, beforeAt, facts } = content.columns();
  const places = content.places.columns();
  const keys = textsOf([...content.keys()]);
  // As a string of JSON: a key may hold half a sign, which UTF-8 has no bytes for.
  const keyText = Buffer.from(JSON.stringify(keys.text));
  const factText = Buffer.from(facts.text);
  const about: WrittenHead = {
    run,
    head,
    damaged: [...damaged],
    keys: content.size,
    places: content.places.size,
    keyBytes: keyText.length,
    factBytes: factText.length,
  };
  const columns = [
    ...[places.hashes, places.files, places.offsets, places.bytes],
    ...[place, storedAt, before, beforeAt, keys.ends, facts.ends, keyText, factText],
  ];
  const rest = Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), ...columns.map(raw)]);
  const line = firstLine(await sumOf(rest, slices));
  return Buffer.concat([Buffer.from(`${line}\n`), rest]);
}

/** Undefined when it is not exactly what was written, or of an unknown format. */
export async function decodeContent(bytes: Buffer): Promise<Content | undefined> {
  const slices = createSlices();
  const end = bytes.indexOf(10);
  const line = bytes.toString('latin1', 0, Math.max(0, end));
  const rest = bytes.subarray(end + 1);
  const sum = await sumOf(rest, slices);
  // The checksum proves that this program wrote it, so no schema is needed.
  return line === firstLine(sum) ? decodedColumns(rest, slices) : undefined;
}

async function decodedColumns(rest: Buffer, slices: Slices): Promise<Content> {
  const headEnd = rest.indexOf(10);
  const about = JSON.parse(rest.toString('utf8', 0, headEnd)) as WrittenHead;
  let at = headEnd + 1;
  const next = (length: number) => rest.subarray(at, (at += length));
  // Copied, because a column begins at a multiple of the length of its numbers.
  const integers = (count: number) => new Uint32Array(copied(next(count * 4)));
  const numbers = (count: number) => new Float64Array(copied(next(count * 8)));
  const places = createPlaces({
    hashes: Buffer.from(next(about.places * HASH_BYTES)),
    files: integers(about.places),
    offsets: numbers(about.places),
    bytes: integers(about.places),
  });
  const rows = {
    place: integers(about.keys),
    storedAt: numbers(about.keys),
    before: integers(about.keys),
    beforeAt: numbers(about.keys),
  };
  const [keyEnds, factEnds] = [integers(about.keys), integers(about.keys)];
  const keyText = JSON.parse(next(about.keyBytes).toString()) as string;
  const keys = { text: keyText, ends: keyEnds };
  const facts = { text: next(about.factBytes).toString(), ends: factEnds };
  const index = new Map<string, number>();
  await eachInSlices(rows.place.keys(), (row) => void index.set(textAt(keys, row), row), slices);
  return over({ ...about, damaged: new Map(about.damaged) }, places, index, { ...rows, facts });
}

const copied = (bytes: Buffer) =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
