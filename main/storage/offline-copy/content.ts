// The index of a copy: its keys in columns, and the one file that holds them, valid only as a whole.
import { createHash } from 'node:crypto';
import { createPlaces, type Place, type PlaceColumns, type Places } from './places.ts';

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
  keys(): Iterable<string>;
  get(key: string): Item | undefined;
  columns(): unknown;
}

export type About = Pick<Content, 'run' | 'head' | 'damaged'>;

interface Columns {
  readonly index: ReadonlyMap<string, number>;
  readonly place: Uint32Array;
  readonly storedAt: Float64Array;
  /** Id of the previous version's place plus 1; 0: none. */
  readonly before: Uint32Array;
  readonly beforeAt: Float64Array;
  readonly facts: readonly string[];
}

const FORMAT = 1;
const NO_FACTS = 'null';

export const NOTHING: Content = createContent({ run: null, head: null, damaged: new Map() }, []);

export function createContent(
  about: About,
  items: Iterable<readonly [key: string, item: Item]>,
): Content {
  const places = createPlaces();
  const index = new Map<string, number>();
  const facts: string[] = [];
  const [place, storedAt, before, beforeAt]: number[][] = [[], [], [], []] as const;
  for (const [key, item] of items) {
    index.set(key, facts.length);
    facts.push(item.facts);
    place?.push(places.add(item.place));
    storedAt?.push(item.storedAt);
    before?.push(item.before ? places.add(item.before.place) + 1 : 0);
    beforeAt?.push(item.before?.storedAt ?? 0);
  }
  return over(about, places, {
    index,
    facts,
    place: Uint32Array.from(place ?? []),
    storedAt: Float64Array.from(storedAt ?? []),
    before: Uint32Array.from(before ?? []),
    beforeAt: Float64Array.from(beforeAt ?? []),
  });
}

function over(about: About, places: Places, columns: Columns): Content {
  const { index } = columns;
  const { run, head, damaged } = about;
  return {
    run,
    head,
    damaged,
    places,
    keys: () => index.keys(),
    get(key) {
      const row = index.get(key);
      if (row === undefined) return undefined;
      const before = columns.before[row] ?? 0;
      return {
        place: places.get(columns.place[row] ?? 0),
        storedAt: columns.storedAt[row] ?? 0,
        facts: columns.facts[row] ?? NO_FACTS,
        before: before
          ? { place: places.get(before - 1), storedAt: columns.beforeAt[row] ?? 0 }
          : null,
      };
    },
    columns: () => ({
      keys: [...index.keys()],
      place: [...columns.place],
      at: [...columns.storedAt],
      before: [...columns.before],
      beforeAt: [...columns.beforeAt],
      facts: columns.facts,
    }),
  };
}

const sumOf = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex');

/** A line with the format and the checksum of the rest, and the rest. */
export function encodeContent(content: Content): Buffer {
  const { run, head, damaged, places } = content;
  const written = { run, head, damaged: [...damaged], entries: content.columns() };
  const rest = Buffer.from(JSON.stringify({ ...written, ...places.columns() }));
  return Buffer.concat([Buffer.from(`copy ${String(FORMAT)} ${sumOf(rest)}\n`), rest]);
}

interface Written extends PlaceColumns {
  readonly run: string | null;
  readonly head: unknown;
  readonly damaged: readonly (readonly [string, string])[];
  readonly entries: {
    readonly keys: readonly string[];
    readonly place: readonly number[];
    readonly at: readonly number[];
    readonly before: readonly number[];
    readonly beforeAt: readonly number[];
    readonly facts: readonly string[];
  };
}

/** Undefined when it is not exactly what was written, or of another format. */
export function decodeContent(bytes: Buffer): Content | undefined {
  const end = bytes.indexOf(10);
  const rest = bytes.subarray(end + 1);
  const line = `copy ${String(FORMAT)} ${sumOf(rest)}`;
  if (end < 0 || bytes.toString('latin1', 0, end) !== line) return undefined;
  // The checksum proves that this program wrote it, so no schema is needed.
  const { run, head, damaged, entries, ...places } = JSON.parse(rest.toString()) as Written;
  return over({ run, head, damaged: new Map(damaged) }, createPlaces(places), {
    index: new Map(entries.keys.map((key, row) => [key, row])),
    place: Uint32Array.from(entries.place),
    storedAt: Float64Array.from(entries.at),
    before: Uint32Array.from(entries.before),
    beforeAt: Float64Array.from(entries.beforeAt),
    // One string in memory instead of thousands of equal ones.
    facts: entries.facts.map((text) => (text === NO_FACTS ? NO_FACTS : text)),
  });
}
