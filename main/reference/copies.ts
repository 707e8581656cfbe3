// The copies on this computer: one per platform and language, shared by its connections, opened once and kept open.
import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  type CodeListHead,
  type OpenRole,
  type ServiceSummary,
  serviceSummary,
} from '../../preload/contract/metadata.ts';
import type { Notify } from '../../preload/contract/contract.ts';
import type { CopyState } from '../../preload/contract/reference.ts';
import type { Environment, Language } from '../../preload/contract/schema.ts';
import { failureOf } from '../problem.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import type { OfflineCopy } from '../storage/offline-copy.ts';
import type { Derived } from '../storage/offline-copy/derived.ts';
import {
  type Catalogue,
  createCatalogue,
  keptList,
  serviceFactsOf,
  shareTexts,
} from './catalogue.ts';
import { createListCache, type Dated, type ListCache } from './list-cache.ts';
import { copyHead, type CopyHead, listFacts, LISTS } from './keys.ts';
import {
  bytesOf,
  createSearchIndex,
  INDEX_FORM,
  indexFrom,
  type SearchIndex,
  type SearchSource,
} from './search-index.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import { conflict } from '../problems.ts';

/** Identifies a copy: connections with the same three values share it. */
export interface CopyIdentity {
  readonly environment: Environment;
  readonly baseAddress: string;
  readonly language: Language;
}

export interface Copy {
  readonly of: CopyIdentity;
  readonly store: OfflineCopy;
  /** The facts stored with the current copy; undefined where there is none. */
  head(): CopyHead | undefined;
  state(): Promise<CopyState>;
  /** The services of the copy, loaded when first asked for; undefined where there is none, or its list is damaged. */
  catalogue(): Promise<Catalogue | undefined>;
  /** Caches of the platform's lists, used while there is no copy; by connection. */
  readonly live: PlatformLists;
  /** To be called when a synchronisation has put a new copy in place: reloads the catalogue and notifies every window. */
  replaced(): Promise<void>;
  /** For a synchronisation that runs: the copy cannot be removed until the returned function is called. */
  hold(): () => void;
  /** Removes a suspended run too: its job has to begin anew. Problem conflict while the copy is held. */
  remove(): Promise<void>;
}

export interface PlatformLists {
  readonly services: ListCache<Catalogue>;
  readonly codeLists: ListCache<Dated<CodeListHead>>;
  readonly roles: ListCache<Dated<OpenRole>>;
}

export interface Copies {
  /** In the connection's language where none is named. Problem not-found, file{...}. */
  open(connection: string, language?: Language): Promise<Copy>;
  /** Reads every document of every copy; what is damaged is set aside, and loaded again by the next synchronisation. */
  check(run: StoreCheck): Promise<void>;
  close(): Promise<void>;
}

export interface CopiesNeeds {
  /** The parent of the copies' folders. */
  readonly folder: string;
  readonly openStore: (where: {
    readonly folder: string;
    readonly now: () => Date;
  }) => Promise<OfflineCopy>;
  readonly connections: Pick<ConnectionStore, 'find' | 'all'>;
  readonly notify: Notify;
  readonly now: () => Date;
}

export function createCopies({ folder, openStore, connections, notify, now }: CopiesNeeds): Copies {
  const opened = new Map<string, Promise<Copy>>();
  const notifyState = (of: CopyIdentity, state: CopyState): void => {
    for (const { id, ...one } of connections.all())
      if (nameOf(one) === nameOf(of)) notify('referenceChanged', { connection: id, state });
  };
  const copies: Copies = {
    async check(run) {
      const names = await readdir(folder).catch(() => []);
      const left = new Set(names);
      for (const connection of connections.all())
        for (const language of LANGUAGES) {
          const name = nameOf({ ...connection, language });
          // One copy of several connections is read once.
          if (!left.delete(name)) continue;
          const { store } = await copies.open(connection.id, language);
          await checkCopy(run, store, connection.name);
        }
      for (const what of left) run.left({ kind: 'orphaned', what: `reference/${what}` });
    },
    async open(connection, language) {
      const { environment, baseAddress, ...saved } = connections.find(connection);
      const of = { environment, baseAddress, language: language ?? saved.language };
      const name = nameOf(of);
      const known = opened.get(name);
      if (known !== undefined) return known;
      const copy = openStore({ folder: path.join(folder, name), now }).then((store) =>
        createCopy({ of, store, now, notifyState: (state) => void notifyState(of, state) }),
      );
      opened.set(name, copy);
      // So that the next call tries again: the disk may have room by then.
      copy.catch(() => opened.delete(name));
      return copy;
    },
    async close() {
      const all = await Promise.allSettled(opened.values());
      opened.clear();
      for (const one of all) {
        if (one.status !== 'fulfilled') continue;
        const { services, codeLists, roles } = one.value.live;
        for (const cache of [services, codeLists, roles]) cache.close();
        await one.value.store.close();
      }
    },
  };
  return copies;
}

const LANGUAGES: readonly Language[] = [1033, 1044, 2068];

async function checkCopy(run: StoreCheck, store: OfflineCopy, concerns: string): Promise<void> {
  const before = new Set(store.setAside);
  run.read([...store.keys()].length);
  await store.verify(run.signal);
  for (const what of store.damaged) run.left({ kind: 'damaged', what, concerns });
  for (const what of store.setAside)
    if (!before.has(what)) run.repaired({ kind: 'damaged', what, concerns }, what);
}

/** The name of the folder: a hash, because an address is no valid file name. */
function nameOf({ environment, baseAddress, language }: CopyIdentity): string {
  const identity = JSON.stringify([environment, baseAddress, language]);
  return createHash('sha256').update(identity).digest('hex').slice(0, 32);
}

interface CopyNeeds extends Pick<Copy, 'of' | 'store'> {
  readonly now: () => Date;
  readonly notifyState: (state: CopyState) => void;
}

function createCopy({ of, store, now, notifyState }: CopyNeeds): Copy {
  const live = {
    services: createListCache<Catalogue>(),
    codeLists: createListCache<Dated<CodeListHead>>(),
    roles: createListCache<Dated<OpenRole>>(),
  };
  const catalogue = createCatalogueLoader(store, now);
  const state = () => stateOf(of, store);
  const hold = createHoldCount();
  const changed = async () => {
    await catalogue.renew();
    for (const cache of [live.services, live.codeLists, live.roles]) cache.clear();
    notifyState(await state());
  };
  return {
    of,
    store,
    live,
    state,
    head: () => headOf(store),
    catalogue: () => catalogue.get(),
    replaced: changed,
    hold: () => hold.acquire(),
    async remove() {
      if (hold.isTaken()) {
        const message = 'The copy is being synchronised.';
        throw conflict(message);
      }
      await store.remove();
      await changed();
    },
  };
}

const headOf = (store: OfflineCopy) => copyHead.safeParse(store.head).data;

function createHoldCount() {
  let holds = 0;
  return {
    isTaken: () => holds > 0,
    acquire(): () => void {
      holds += 1;
      let isHeld = true;
      return () => {
        if (isHeld) holds -= 1;
        isHeld = false;
      };
    },
  };
}

/** The old catalogue answers while the new one is loaded. */
function createCatalogueLoader(store: OfflineCopy, now: () => Date) {
  let loaded: Promise<Catalogue | undefined> | undefined;
  const load = async () => {
    const head = headOf(store);
    const derived = store.derived(INDEX_FORM);
    const list = head && (await store.read(LISTS.services));
    if (list === undefined || !isServiceList(list.value)) return undefined;
    await shareTexts(list.value);
    const source = { services: list.value, factsOf: serviceFactsOf(store), now: now() };
    return createCatalogue({
      list: keptList(store, LISTS.services, list.value),
      fetched: head?.fetched ?? list.storedAt,
      known: store,
      index: await indexOf(source, derived),
    });
  };
  const loading = () => {
    const made = load().catch((error: unknown) => {
      if (loaded === made) loaded = undefined;
      // The next call tries the disk again; until then the platform answers.
      if (failureOf(error) === undefined) throw error;
      return undefined;
    });
    return made;
  };
  return {
    get: () => (loaded ??= loading()),
    async renew() {
      const made = loading();
      loaded ??= made;
      await made;
      loaded = made;
    },
  };
}

/** Made once for a copy: that takes longer than all else of a start. */
async function indexOf(source: SearchSource, derived: Derived): Promise<SearchIndex> {
  const kept = await derived.read();
  const found = kept && indexFrom(kept, source);
  if (found !== undefined) return found;
  const made = await createSearchIndex(source);
  void derived.keep(() => bytesOf(made));
  return made;
}

/** The hash proves that the value is intact, so the first item is enough to tell whether this version wrote it. */
const isServiceList = (value: unknown): value is readonly ServiceSummary[] =>
  Array.isArray(value) && (value.length === 0 || serviceSummary.safeParse(value[0]).success);

async function stateOf({ language }: CopyIdentity, store: OfflineCopy): Promise<CopyState> {
  const head = headOf(store);
  return {
    language,
    fetched: head?.fetched ?? null,
    counts: countsOf(store),
    bytes: await store.bytes(),
    last: head === undefined ? null : { ...head.last, skippedAreas: [...head.last.skippedAreas] },
    damaged: store.damaged.length,
    setAside: [...store.setAside],
  };
}

function countsOf(store: OfflineCopy): CopyState['counts'] {
  const kept = new Map<string, number>();
  for (const key of store.keys()) {
    const kind = key.slice(0, key.indexOf('/'));
    kept.set(kind, (kept.get(kind) ?? 0) + 1);
  }
  const listed = (key: string) => listFacts.safeParse(store.facts(key)).data?.count ?? 0;
  return {
    services: listed(LISTS.services),
    keptServices: kept.get('service') ?? 0,
    schemas: kept.get('schema') ?? 0,
    requirements: kept.get('requirements') ?? 0,
    codeLists: listed(LISTS.codeLists),
    keptCodeLists: kept.get('code-list') ?? 0,
    roles: listed(LISTS.roles),
  };
}
