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
  /** The number of the place; of the one that is there already where the hash is known. */
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

/** As they are written down. */
export interface PlaceColumns {
  readonly hashes: string;
  readonly files: readonly number[];
  readonly offsets: readonly number[];
  readonly bytes: readonly number[];
}

/** Hash, blank and line break. */
const FRAME = 34;
const HASH_BYTES = 16;
export const lineBytes = ({ bytes }: { readonly bytes: number }) => bytes + FRAME;

/** What is held: grown by doubling, since how many there will be is not known. */
interface Held {
  size: number;
  hashes: Buffer;
  files: Uint32Array;
  offsets: Float64Array;
  bytes: Uint32Array;
}

export function createPlaces(from?: PlaceColumns): Places {
  const held = from ? filled(from) : empty(64);
  /** Made when the first place is looked for: who only reads needs none. */
  let slots: Slots | undefined;
  const found = () => (slots ??= createSlots(held));
  return {
    get size() {
      return held.size;
    },
    add(place) {
      const known = found().find(place.hash);
      if (known >= 0) return known;
      push(held, place);
      found().added();
      return held.size - 1;
    },
    get: (id) => placeAt(held, id),
    find(hash) {
      const id = found().find(hash);
      return id < 0 ? undefined : placeAt(held, id);
    },
    ends: () =>
      sums(held, (id, before) => Math.max(before, (held.offsets[id] ?? 0) + lineAt(held, id))),
    live: () => sums(held, (id, before) => before + lineAt(held, id)),
    *all() {
      for (let id = 0; id < held.size; id++) yield placeAt(held, id);
    },
    columns: () => ({
      hashes: held.hashes.toString('hex', 0, held.size * HASH_BYTES),
      files: [...held.files.subarray(0, held.size)],
      offsets: [...held.offsets.subarray(0, held.size)],
      bytes: [...held.bytes.subarray(0, held.size)],
    }),
  };
}

const lineAt = (held: Held, id: number) => lineBytes({ bytes: held.bytes[id] ?? 0 });

/** One number for each file. */
function sums(held: Held, of: (id: number, before: number) => number): ReadonlyMap<number, number> {
  const sum = new Map<number, number>();
  for (let id = 0; id < held.size; id++) {
    const file = held.files[id] ?? 0;
    sum.set(file, of(id, sum.get(file) ?? 0));
  }
  return sum;
}

const empty = (room: number): Held => ({
  size: 0,
  hashes: Buffer.alloc(room * HASH_BYTES),
  files: new Uint32Array(room),
  offsets: new Float64Array(room),
  bytes: new Uint32Array(room),
});

function filled(from: PlaceColumns): Held {
  return {
    size: from.files.length,
    hashes: Buffer.from(from.hashes, 'hex'),
    files: Uint32Array.from(from.files),
    offsets: Float64Array.from(from.offsets),
    bytes: Uint32Array.from(from.bytes),
  };
}

const hashAt = ({ hashes }: Held, id: number) =>
  hashes.toString('hex', id * HASH_BYTES, (id + 1) * HASH_BYTES);

function placeAt(held: Held, id: number): Place {
  return {
    hash: hashAt(held, id),
    file: held.files[id] ?? 0,
    offset: held.offsets[id] ?? 0,
    bytes: held.bytes[id] ?? 0,
  };
}

function push(held: Held, { hash, file, offset, bytes }: Place): void {
  const id = held.size;
  if (id >= held.files.length) {
    const more = empty(Math.max(64, id * 2));
    more.hashes.set(held.hashes);
    more.files.set(held.files);
    more.offsets.set(held.offsets);
    more.bytes.set(held.bytes);
    Object.assign(held, { ...more, size: id });
  }
  held.hashes.write(hash, id * HASH_BYTES, 'hex');
  held.files[id] = file;
  held.offsets[id] = offset;
  held.bytes[id] = bytes;
  held.size = id + 1;
}

interface Slots {
  /** Below 0 where there is none. */
  find(hash: string): number;
  /** The last place is new. */
  added(): void;
}

/** A table of numbers instead of a Map of texts: a tenth of its memory. */
function createSlots(held: Held): Slots {
  let table = new Int32Array(0);
  const wanted = Buffer.alloc(HASH_BYTES);
  const first = (id: number) => held.hashes.readUInt32LE(id * HASH_BYTES);
  const enter = (id: number) => {
    let slot = first(id) & (table.length - 1);
    while ((table[slot] ?? 0) !== 0) slot = (slot + 1) & (table.length - 1);
    table[slot] = id + 1;
  };
  const grow = () => {
    table = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(64, held.size * 3))));
    for (let id = 0; id < held.size; id++) enter(id);
  };
  grow();
  return {
    find(hash) {
      if (wanted.write(hash, 'hex') !== HASH_BYTES) return -1;
      let slot = wanted.readUInt32LE(0) & (table.length - 1);
      for (; (table[slot] ?? 0) !== 0; slot = (slot + 1) & (table.length - 1)) {
        const id = (table[slot] ?? 0) - 1;
        if (wanted.equals(held.hashes.subarray(id * HASH_BYTES, (id + 1) * HASH_BYTES))) return id;
      }
      return -1;
    },
    added() {
      if (held.size * 2 > table.length) grow();
      else enter(held.size - 1);
    },
  };
}
