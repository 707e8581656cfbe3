// Reads documents and repairs damaged files: whole lines move to a new file, lost ones are reported.
import {
  type Content,
  createContent,
  encodeContent,
  type Item,
  type KeptDocument,
} from './content.ts';
import type { Place } from './places.ts';
import { INDEX, putAside, readIndex, replaceIn, type Store } from './store.ts';

/** The text at the place that `where` returns. A damaged one makes its file be repaired, and `where` is called again. */
export async function readText(
  store: Store,
  where: () => Place | undefined,
): Promise<Buffer | undefined> {
  for (let tries = 0; tries < TRIES; tries++) {
    const place = where();
    const text = place && (await store.files.read(place));
    if (!place || text) return text;
    await store.runExclusive(() => repairFile(store, place.file));
  }
  return undefined;
}
/** A repair may move the text while it is read; after so many tries it is lost. */
const TRIES = 3;

export async function readKept(
  store: Store,
  key: string,
  was: 'now' | 'before',
): Promise<KeptDocument | undefined> {
  let storedAt = 0;
  const text = await readText(store, () => {
    const item = store.content.get(key);
    const version = was === 'now' ? item : item?.before;
    storedAt = version?.storedAt ?? 0;
    return version?.place;
  });
  return text && { value: JSON.parse(text.toString()), storedAt: new Date(storedAt).toISOString() };
}

/** Reads every known line of the file, and repairs it unless all are whole. Inside `runExclusive`. */
export async function repairFile(store: Store, file: number, signal?: AbortSignal): Promise<void> {
  const known = new Map<string, Place>();
  for (const places of [store.content.places.all(), store.run?.places() ?? []])
    for (const place of places) if (place.file === file) known.set(place.hash, place);
  const lost = new Set<string>();
  for await (const { place, text } of store.files.texts(known.values(), signal))
    if (!text) lost.add(place.hash);
  if (lost.size === 0) return;
  store.content = await without(store.content, lost);
  store.run?.forget(lost);
  const whole = [...known.values()].filter(({ hash }) => !lost.has(hash));
  // On a full disk the file stays in place, which is safe: every read checks the hash.
  await moveOut(store, file, whole).catch(() => undefined);
}

/** Reads all documents and the index, and repairs what is damaged. */
export async function verifyAll(store: Store, signal: AbortSignal): Promise<void> {
  for (const file of store.content.places.ends().keys()) {
    signal.throwIfAborted();
    await store.runExclusive(() => repairFile(store, file, signal));
  }
  await store.runExclusive(async () => {
    if (store.content.run === null || typeof (await readIndex(store)) !== 'string') return;
    await putAside(store, INDEX);
    await writeIndex(store, store.content);
  });
}

/** Repairs files that are missing or too short; damage inside a file is found by the read. */
export async function repairAtOpen(store: Store): Promise<void> {
  const sizes = await store.files.sizes();
  for (const [file, end] of store.content.places.ends())
    if ((sizes.get(file) ?? 0) < end) await repairFile(store, file);
}

export const writeIndex = async (store: Store, content: Content) =>
  replaceIn(store, INDEX, await encodeContent(content));

async function moveOut(store: Store, file: number, whole: readonly Place[]): Promise<void> {
  const to = whole.length > 0 ? await store.files.rewrite(whole, store.next++) : [];
  // Damaged meanwhile: the next read repairs it.
  if (!to) return;
  const content = await relocated(store.content, to);
  if (content.run !== null) await writeIndex(store, content);
  store.content = content;
  await store.run?.moved(file, to);
  await store.files.closeFile(file);
  await putAside(store, store.files.name(file));
}

/** The same documents with these new places. */
export function relocated(content: Content, to: readonly Place[]): Promise<Content> {
  const places = new Map(to.map((place) => [place.hash, place]));
  const moved = (place: Place) => places.get(place.hash) ?? place;
  return createContent(
    content,
    itemsOf(content, ({ place, before, ...item }) => ({
      ...item,
      place: moved(place),
      before: before && { ...before, place: moved(before.place) },
    })),
  );
}

function without(content: Content, lost: ReadonlySet<string>): Promise<Content> {
  const damaged = new Map(content.damaged);
  for (const key of content.keys()) {
    const hash = content.get(key)?.place.hash ?? '';
    if (lost.has(hash)) damaged.set(key, hash);
  }
  const items = itemsOf(content, (item) => {
    if (lost.has(item.place.hash)) return undefined;
    return item.before && lost.has(item.before.place.hash) ? { ...item, before: null } : item;
  });
  return createContent({ ...content, damaged }, items);
}

function* itemsOf(
  content: Content,
  as: (item: Item) => Item | undefined,
): Generator<readonly [string, Item]> {
  for (const key of content.keys()) {
    const item = content.get(key);
    const next = item && as(item);
    if (next) yield [key, next];
  }
}

const MOST_FILES = 16;
const GARBAGE_BYTES = 8 << 20;

/** The content with all its texts in one new file, where too much of the files is garbage; else unchanged. */
export async function compacted(store: Store, content: Content): Promise<Content> {
  const live = content.places.live();
  const sizes = await store.files.sizes();
  const used = [...live.keys()].reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0);
  const alive = [...live.values()].reduce((sum, bytes) => sum + bytes, 0);
  const dead = used - alive;
  if (live.size <= MOST_FILES && (dead <= GARBAGE_BYTES || dead <= used / 2)) return content;
  const file = store.next++;
  // It only saves space: should it fail (a full disk, a damaged line), the copy is put in place without it.
  const to = await store.files.rewrite([...content.places.all()], file).catch(() => undefined);
  return to ? relocated(content, to) : content;
}
