// A copy that is being made: its stored and failed documents, and how it replaces the current copy.
import { fileTrouble, syncFolder } from '../disk.ts';
import {
  type Content,
  createContent,
  type Item,
  type KeptDocument,
  type KeptEntry,
} from './content.ts';
import { hashOf, MOST_BYTES } from './document-files.ts';
import { compacted, readKept, readText, writeIndex } from './repair.ts';
import type { Places } from './places.ts';
import type { RunHead, RunRecord } from './run-file.ts';
import { createRunLog, type RunLog } from './run-log.ts';
import { dropRun, type ActiveRun, type Store, sweep } from './store.ts';

/** A copy that is being made; the current copy does not change before `commit`. Every method throws Problem file{...}. */
export interface CopyRun {
  readonly about: unknown;
  /** Only of this run. */
  entry(key: string): KeptEntry | undefined;
  has(key: string): boolean;
  /** Of this run, else of the current copy. */
  read(key: string): Promise<KeptDocument | undefined>;
  /** Written soon after it resolves; a kill may lose it. The text of an unchanged document is not written again. */
  put(key: string, value: unknown, facts?: unknown): Promise<'new' | 'changed' | 'unchanged'>;
  /** Records the failure; the version in the current copy stays. */
  fail(key: string, why: unknown): Promise<void>;
  failures(): readonly { readonly key: string; readonly why: unknown }[];
  /** Keys that are new or differ from the current copy. */
  changes(): readonly { readonly key: string; readonly how: 'new' | 'changed' }[];
  /** Replaces the current copy: the documents of this run, and those of the current copy that `keeps` accepts. */
  commit(head: unknown, keeps: (key: string) => boolean): Promise<void>;
  /** Writes and syncs everything and ends; the run can be resumed, also by another process. */
  suspend(): Promise<void>;
  abandon(): Promise<void>;
}

interface Put {
  readonly hash: string;
  readonly bytes: number;
  readonly storedAt: number;
  readonly facts: string;
}

interface Run {
  readonly store: Store;
  readonly head: RunHead;
  readonly log: RunLog;
  readonly puts: Map<string, Put>;
  /** Stored by this run and lost by damage since, with their hashes. */
  readonly gone: Map<string, string>;
  readonly failures: Map<string, unknown>;
  ended: boolean;
}

/** The state that a run begins or continues with. */
export interface RunStart {
  readonly head: RunHead;
  readonly records: readonly RunRecord[];
  /** End of the run's file. */
  readonly end: number;
  /** Texts in files that the index of the copy does not refer to. */
  readonly places: Places;
}

export function createRun(store: Store, from: RunStart): CopyRun {
  const log = createRunLog(store, from.places, from.end);
  const run: Run = {
    store,
    head: from.head,
    log,
    ended: false,
    puts: new Map(),
    gone: new Map(),
    failures: new Map(),
  };
  for (const record of from.records) applyRecord(run, record);
  store.run = activeRun(run);
  store.unfinished = from.head;
  return {
    about: from.head.about,
    entry: (key) => entryOf(run, key),
    has: (key) => run.puts.has(key),
    read: (key) => read(run, key),
    put: (key, value, facts) => put(run, key, value, facts),
    fail: (key, why) => fail(run, key, why),
    failures: () => [...run.failures].map(([key, why]) => ({ key, why })),
    changes: () => changes(run),
    commit: (head, keeps) => store.runExclusive(() => commit(run, head, keeps)),
    suspend: () => store.runExclusive(async () => (run.ended ? undefined : store.run?.suspend())),
    abandon: () => store.runExclusive(() => abandon(run)),
  };
}

function activeRun(run: Run): ActiveRun {
  const { store, head, log } = run;
  const stop = async () => {
    run.ended = true;
    if (store.run === self) store.run = undefined;
    await log.close();
  };
  const self: ActiveRun = {
    head,
    places: () => log.places.all(),
    forget(hashes) {
      log.forget(hashes);
      for (const [key, { hash }] of run.puts) {
        if (!hashes.has(hash)) continue;
        run.puts.delete(key);
        run.gone.set(key, hash);
      }
    },
    moved: (file, to) => log.moved(file, to),
    async suspend() {
      // The run ends even when the disk fails: otherwise no other could begin before the next start.
      try {
        await log.sync();
      } finally {
        await stop();
      }
    },
    stop,
  };
  return self;
}

/** A record counts only where its text exists. */
function applyRecord(run: Run, record: RunRecord): void {
  if (!('hash' in record)) {
    run.puts.delete(record.key);
    run.failures.set(record.key, record.why);
    return;
  }
  const { key, hash, at: storedAt } = record;
  const place = placeOf(run, hash);
  if (!place) return;
  run.puts.set(key, { hash, storedAt, bytes: place.bytes, facts: JSON.stringify(record.facts) });
  run.failures.delete(key);
}

const placeOf = ({ log, store }: Run, hash: string) =>
  log.places.find(hash) ?? store.content.places.find(hash);

function requireActive({ ended }: Run): void {
  // Ended meanwhile: the copy was removed, or the program closes.
  if (ended) throw fileTrouble('changed-meanwhile');
}

/** The hash that the copy has for this key, also where the document itself was lost. */
const hashBefore = ({ store: { content } }: Run, key: string) =>
  content.get(key)?.place.hash ?? content.damaged.get(key);

function compared(run: Run, key: string, hash: string): 'new' | 'changed' | 'unchanged' {
  const before = hashBefore(run, key);
  return before === undefined ? 'new' : before === hash ? 'unchanged' : 'changed';
}

async function put(
  run: Run,
  key: string,
  value: unknown,
  facts: unknown = null,
): Promise<'new' | 'changed' | 'unchanged'> {
  await run.log.ready();
  const text = Buffer.from(JSON.stringify(value));
  if (text.length > MOST_BYTES) throw fileTrouble('too-large');
  const hash = hashOf(text);
  const storedAt = run.store.now().getTime();
  // The text is read, not only looked up: a damaged one has to be written again.
  const known = await textOf(run, hash);
  requireActive(run);
  run.log.note({ key, hash, at: storedAt, facts }, known ? undefined : text);
  run.puts.set(key, { hash, storedAt, bytes: text.length, facts: JSON.stringify(facts) });
  run.gone.delete(key);
  run.failures.delete(key);
  await run.log.ready();
  return compared(run, key, hash);
}

async function fail(run: Run, key: string, why: unknown): Promise<void> {
  await run.log.ready();
  requireActive(run);
  run.log.note({ key, why });
  run.puts.delete(key);
  run.failures.set(key, why);
}

function entryOf(run: Run, key: string): KeptEntry | undefined {
  const found = run.puts.get(key);
  if (!found) return undefined;
  const { hash, storedAt, bytes, facts } = found;
  const before = beforeOf(run.store.content.get(key), hash)?.storedAt;
  return {
    hash,
    bytes,
    storedAt: new Date(storedAt).toISOString(),
    facts: JSON.parse(facts) as unknown,
    before: before === undefined ? null : new Date(before).toISOString(),
  };
}

/** The version before the one with this hash: unchanged documents keep theirs. */
function beforeOf(old: Item | undefined, hash: string): Item['before'] {
  if (!old) return null;
  return old.place.hash === hash ? old.before : { place: old.place, storedAt: old.storedAt };
}

async function read(run: Run, key: string): Promise<KeptDocument | undefined> {
  const found = run.puts.get(key);
  if (!found) return readKept(run.store, key, 'now');
  const { hash, storedAt } = found;
  const text = await textOf(run, hash);
  // Lost by damage: the current copy answers.
  if (!text) return readKept(run.store, key, 'now');
  return { value: JSON.parse(text.toString()), storedAt: new Date(storedAt).toISOString() };
}

async function textOf(run: Run, hash: string): Promise<Buffer | undefined> {
  return run.log.pendingTexts(hash) ?? readText(run.store, () => placeOf(run, hash));
}

function changes(run: Run): readonly { readonly key: string; readonly how: 'new' | 'changed' }[] {
  return [...run.puts].flatMap(([key, { hash }]) => {
    const how = compared(run, key, hash);
    return how === 'unchanged' ? [] : [{ key, how }];
  });
}

async function commit(run: Run, head: unknown, keeps: (key: string) => boolean): Promise<void> {
  requireActive(run);
  const { store, log } = run;
  await log.sync();
  const content = await compacted(store, await contentOf(run, head, keeps));
  await writeIndex(store, content);
  store.content = content;
  await store.run?.stop();
  // The folder is synced before old files are removed: after a power loss the old index must still find them.
  try {
    await syncFolder(store.folder, store.disk);
    await dropRun(store);
    await sweep(store);
  } catch {
    // The next start does the rest: the index names the run that it was made of.
    store.unfinished = undefined;
  }
}

async function contentOf(
  run: Run,
  head: unknown,
  keeps: (key: string) => boolean,
): Promise<Content> {
  const old = run.store.content;
  const about = { run: run.head.id, head, damaged: new Map<string, string>() };
  const content = await createContent(about, itemsOf(run, keeps));
  const lost = [...old.damaged].filter(([key]) => keeps(key));
  const damaged = [...lost, ...run.gone].filter(([key]) => !content.has(key));
  return { ...content, damaged: new Map(damaged) };
}

/** Those of the current copy first, in their order. */
function* itemsOf(
  run: Run,
  keeps: (key: string) => boolean,
): Generator<readonly [key: string, item: Item]> {
  const old = run.store.content;
  for (const key of old.keys()) {
    const item = itemOf(run, key) ?? (keeps(key) ? old.get(key) : undefined);
    if (item) yield [key, item];
  }
  for (const key of run.puts.keys()) {
    const item = old.has(key) ? undefined : itemOf(run, key);
    if (item) yield [key, item];
  }
}

function itemOf(run: Run, key: string): Item | undefined {
  const found = run.puts.get(key);
  const place = found && placeOf(run, found.hash);
  if (!place) return undefined;
  const { storedAt, facts, hash } = found;
  return { place, storedAt, facts, before: beforeOf(run.store.content.get(key), hash) };
}

async function abandon(run: Run): Promise<void> {
  if (run.ended) return;
  const { store } = run;
  await store.run?.stop();
  await dropRun(store);
  await sweep(store);
}
