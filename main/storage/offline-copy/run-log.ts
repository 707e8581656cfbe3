// Writes the progress of a run: texts first, then the records that refer to them, in batches.
import { line } from './document-files.ts';
import { type GrowingFile, openGrowingFile } from './growing-file.ts';
import { createPlaces, type Place, type Places } from './places.ts';
import { runLine, type RunRecord } from './run-file.ts';
import { fileIn, RUN, type Store } from './store.ts';

/** Throws Problem file{...}; the next write tries again what could not be written. */
export interface RunLog {
  /** Places of texts in files that the index of the copy does not refer to. */
  readonly places: Places;
  /** A text that is not written yet. */
  pendingTexts(hash: string): Buffer | undefined;
  /** Writes when enough is pending, or when the last write failed. */
  ready(): Promise<void>;
  note(record: RunRecord, text?: Buffer): void;
  /** Inside `runExclusive`. */
  write(): Promise<void>;
  /** Inside `runExclusive`: writes and syncs everything. */
  sync(): Promise<void>;
  forget(hashes: ReadonlySet<string>): void;
  moved(file: number, to: readonly Place[]): Promise<void>;
  /** Inside `runExclusive`: what is still pending is never written. */
  close(): Promise<void>;
}

/** Records of one write; a kill loses at most this much. */
const BATCH = 64;
const BATCH_BYTES = 4 << 20;
const BATCH_MS = 250;
/** Bytes between two syncs, so that the last one is not long. */
const SYNC_BYTES = 16 << 20;

interface PendingRecord {
  readonly line: Buffer;
  readonly hash: string | undefined;
}

interface State {
  pending: PendingRecord[];
  readonly pendingTexts: Map<string, Buffer>;
  bytes: number;
  /** Bytes written and not synced. */
  unsynced: number;
  /** The last write failed. */
  hasFailed: boolean;
  places: Places;
  documents: { readonly number: number; readonly file: GrowingFile } | undefined;
  timer: NodeJS.Timeout | undefined;
}

export function createRunLog(store: Store, places: Places, end: number): RunLog {
  const state: State = {
    pending: [],
    pendingTexts: new Map(),
    bytes: 0,
    unsynced: 0,
    hasFailed: false,
    places,
    documents: undefined,
    timer: undefined,
  };
  const records = openGrowingFile(fileIn(store, RUN), store.disk, end);
  const write = () => writePending(store, state, records);
  return {
    get places() {
      return state.places;
    },
    pendingTexts: (hash) => state.pendingTexts.get(hash),
    async ready() {
      const { hasFailed, pending, bytes } = state;
      if (hasFailed || pending.length >= BATCH || bytes >= BATCH_BYTES)
        await store.runExclusive(write);
    },
    note(record, text) {
      note(state, record, text);
      state.timer ??= setTimeout(() => {
        state.timer = undefined;
        store.runExclusive(write).catch(() => undefined);
      }, BATCH_MS).unref();
    },
    write,
    async sync() {
      await write();
      await syncDocuments(state);
      await records.sync();
    },
    forget: (hashes) => {
      rebuild(state, (place) => (hashes.has(place.hash) ? undefined : place));
    },
    moved: (file, to) => moved(state, file, to),
    async close() {
      clearTimeout(state.timer);
      // A write that stands in line finds nothing: its files may be gone by then, or be those of the next run.
      state.pending = [];
      await closeDocuments(state);
      await records.close();
    },
  };
}

function note(state: State, record: RunRecord, text: Buffer | undefined): void {
  // Two keys may have the same text, which is written once.
  const first = text && 'hash' in record && !state.pendingTexts.has(record.hash);
  const hash = first ? record.hash : undefined;
  // Encoded now, because the caller may change its facts later.
  state.pending.push({ line: runLine(JSON.stringify(record)), hash });
  if (hash === undefined || !text) return;
  state.pendingTexts.set(hash, text);
  state.bytes += text.length;
}

async function moved(state: State, file: number, to: readonly Place[]): Promise<void> {
  const places = new Map(to.map((place) => [place.hash, place]));
  rebuild(state, (place) => places.get(place.hash) ?? place);
  if (state.documents?.number === file) await closeDocuments(state);
}

async function writePending(store: Store, state: State, records: GrowingFile): Promise<void> {
  const batch = state.pending.slice();
  if (batch.length === 0) return;
  state.hasFailed = true;
  await writeTexts(store, state, batch);
  await records.append(Buffer.concat(batch.map((pending) => pending.line)));
  state.pending.splice(0, batch.length);
  state.hasFailed = false;
}

/**
 * Texts are written before the records that refer to them, and not synced each time, which would take longer than all else: a
 * record counts only where its text is whole, so a power loss loses some documents, and a kill none that were written.
 */
async function writeTexts(
  store: Store,
  state: State,
  batch: readonly PendingRecord[],
): Promise<void> {
  const texts = batch.flatMap(({ hash }) => {
    const text = hash === undefined ? undefined : state.pendingTexts.get(hash);
    return hash === undefined || !text ? [] : [[hash, text] as const];
  });
  if (texts.length === 0) return;
  const { number, file } = (state.documents ??= newDocuments(store));
  const before = file.end;
  let end = before;
  const lines = texts.map(([hash, text]) => line(hash, text));
  await file.append(Buffer.concat(lines));
  for (const [index, [hash, text]] of texts.entries()) {
    state.places.add({ hash, file: number, offset: end, bytes: text.length });
    end += lines[index]?.length ?? 0;
    state.pendingTexts.delete(hash);
    state.bytes -= text.length;
  }
  state.unsynced += file.end - before;
  if (state.unsynced >= SYNC_BYTES) await syncDocuments(state);
}

async function syncDocuments(state: State): Promise<void> {
  await state.documents?.file.sync();
  state.unsynced = 0;
}

function newDocuments(store: Store) {
  const number = store.next++;
  const file = fileIn(store, store.files.name(number));
  return { number, file: openGrowingFile(file, store.disk, 'new') };
}

async function closeDocuments(state: State): Promise<void> {
  const left = state.documents;
  state.documents = undefined;
  state.unsynced = 0;
  await left?.file.close();
}

function rebuild(state: State, as: (place: Place) => Place | undefined): void {
  const next = createPlaces();
  for (const place of state.places.all()) {
    const mapped = as(place);
    if (mapped) next.add(mapped);
  }
  state.places = next;
}
