// The position of each text by its hash: tens of thousands of them in columns.

/** One line of a documents file: its hash, a blank, the JSON text, a line break. */
export interface Place {
  /** 32 hexadecimal digits. */
  readonly hash: string;
  /** Number of the documents file. */
  readonly file: number;
  /** Where the line begins. */
  readonly offset: number;
  /** Of the text alone. */
  readonly bytes: number;
}

/** One place for each hash. */
export interface Places {
  readonly size: number;
  /** Returns the id of the place; a known hash keeps its first place. */
  add(place: Place): number;
  get(id: number): Place;
  find(hash: string): Place | undefined;
  /** Where the last line of each file ends. */
  ends(): ReadonlyMap<number, number>;
  /** Bytes of all lines in each file. */
  live(): ReadonlyMap<number, number>;
  all(): Iterable<Place>;
  columns(): PlaceColumns;
}

/** The stored form. */
export interface PlaceColumns {
  /** `HASH_BYTES` each. */
  readonly hashes: Buffer;
  readonly files: Uint32Array;
  readonly offsets: Float64Array;
  readonly bytes: Uint32Array;
}

/** Hash, blank and line break. */
const FRAME = 34;
export const HASH_BYTES = 16;
export const lineBytes = ({ bytes }: { readonly bytes: number }) => bytes + FRAME;

/** Grows by doubling, because the number of places is not known in advance. */
interface Columns {
  size: number;
  hashes: Buffer;
  files: Uint32Array;
  offsets: Float64Array;
  bytes: Uint32Array;
}

export function createPlaces(from?: PlaceColumns): Places {
  const columns = from ? filled(from) : empty(64);
  /** Built by the first search: reading by id needs none. */
  let slots: Slots | undefined;
  const found = () => (slots ??= createSlots(columns));
  return {
    get size() {
      return columns.size;
    },
    add(place) {
      const known = found().find(place.hash);
      if (known >= 0) return known;
      push(columns, place);
      found().added();
      return columns.size - 1;
    },
    get: (id) => placeAt(columns, id),
    find(hash) {
      const id = found().find(hash);
      return id < 0 ? undefined : placeAt(columns, id);
    },
    ends: () =>
      sums(columns, (id, before) =>
        Math.max(before, (columns.offsets[id] ?? 0) + lineAt(columns, id)),
      ),
    live: () => sums(columns, (id, before) => before + lineAt(columns, id)),
    *all() {
      for (let id = 0; id < columns.size; id++) yield placeAt(columns, id);
    },
    columns: () => ({
      hashes: columns.hashes.subarray(0, columns.size * HASH_BYTES),
      files: columns.files.subarray(0, columns.size),
      offsets: columns.offsets.subarray(0, columns.size),
      bytes: columns.bytes.subarray(0, columns.size),
    }),
  };
}

const lineAt = (columns: Columns, id: number) => lineBytes({ bytes: columns.bytes[id] ?? 0 });

/** One number for each file. */
function sums(
  columns: Columns,
  of: (id: number, before: number) => number,
): ReadonlyMap<number, number> {
  const sum = new Map<number, number>();
  for (let id = 0; id < columns.size; id++) {
    const file = columns.files[id] ?? 0;
    sum.set(file, of(id, sum.get(file) ?? 0));
  }
  return sum;
}

const empty = (capacity: number): Columns => ({
  size: 0,
  hashes: Buffer.alloc(capacity * HASH_BYTES),
  files: new Uint32Array(capacity),
  offsets: new Float64Array(capacity),
  bytes: new Uint32Array(capacity),
});

const filled = (from: PlaceColumns): Columns => ({ ...from, size: from.files.length });

const hashAt = ({ hashes }: Columns, id: number) =>
  hashes.toString('hex', id * HASH_BYTES, (id + 1) * HASH_BYTES);

function placeAt(columns: Columns, id: number): Place {
  return {
    hash: hashAt(columns, id),
    file: columns.files[id] ?? 0,
    offset: columns.offsets[id] ?? 0,
    bytes: columns.bytes[id] ?? 0,
  };
}

function push(columns: Columns, { hash, file, offset, bytes }: Place): void {
  const id = columns.size;
  if (id >= columns.files.length) {
    const more = empty(Math.max(64, id * 2));
    more.hashes.set(columns.hashes);
    more.files.set(columns.files);
    more.offsets.set(columns.offsets);
    more.bytes.set(columns.bytes);
    Object.assign(columns, { ...more, size: id });
  }
  columns.hashes.write(hash, id * HASH_BYTES, 'hex');
  columns.files[id] = file;
  columns.offsets[id] = offset;
  columns.bytes[id] = bytes;
  columns.size = id + 1;
}

interface Slots {
  /** The id, or -1. */
  find(hash: string): number;
  /** To be called after a place was appended. */
  added(): void;
}

/** A hash table of ids; a Map of strings would take ten times the memory. */
function createSlots(columns: Columns): Slots {
  let table = new Int32Array(0);
  const wanted = Buffer.alloc(HASH_BYTES);
  const first = (id: number) => columns.hashes.readUInt32LE(id * HASH_BYTES);
  const enter = (id: number) => {
    let slot = first(id) & (table.length - 1);
    while ((table[slot] ?? 0) !== 0) slot = (slot + 1) & (table.length - 1);
    table[slot] = id + 1;
  };
  const grow = () => {
    table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(64, columns.size * 3))));
    for (let id = 0; id < columns.size; id++) enter(id);
  };
  grow();
  return {
    find(hash) {
      if (wanted.write(hash, 'hex') !== HASH_BYTES) return -1;
      let slot = wanted.readUInt32LE(0) & (table.length - 1);
      for (; (table[slot] ?? 0) !== 0; slot = (slot + 1) & (table.length - 1)) {
        const id = (table[slot] ?? 0) - 1;
        if (wanted.equals(columns.hashes.subarray(id * HASH_BYTES, (id + 1) * HASH_BYTES)))
          return id;
      }
      return -1;
    },
    added() {
      if (columns.size * 2 > table.length) grow();
      else enter(columns.size - 1);
    },
  };
}
