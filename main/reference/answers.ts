// Answers about the open metadata: from the copy where it has the document, else from the platform anonymously.
import {
  type CodeList,
  codeList,
  type CodeListHead,
  codeListHead,
  openRole,
  type OpenRole,
  roleRequirement,
  type Service,
} from '../../preload/contract/metadata.ts';
import type { Origin } from '../../preload/contract/reference.ts';
import { completeness, type Language, z } from '../../preload/contract/schema.ts';
import type { WholeList } from '../http/complete-list.ts';
import type { Api } from '../platform/api.ts';
import type { ReadClient } from '../platform/client.ts';
import type { ListCall } from './metadata/call.ts';
import { loadCodeList, listCodeLists } from './metadata/code-lists.ts';
import { type AccessTo, loadRequirements, type Requirements } from './metadata/requirements.ts';
import { loadRole, listRoles } from './metadata/roles.ts';
import { type ServiceRef, loadService, listServices, serviceIn } from './metadata/services.ts';
import { failureOf } from '../problem.ts';
import {
  type Catalogue,
  createCatalogue,
  keptList,
  type CopyEntries,
  serviceFactsOf,
} from './catalogue.ts';
import type { Copies, Copy } from './copies.ts';
import type { Dated, ListCache } from './list-cache.ts';
import { codeListKey, LISTS, requirementsKey, serviceKey } from './keys.ts';
import { notFound } from '../problems.ts';
import { createSearchIndex } from './search-index.ts';

/** The connection whose metadata is read, and the language: the connection's where none is named. */
export interface Target {
  readonly connection: string;
  readonly language?: Language | undefined;
}
export interface ReadOptions {
  readonly signal: AbortSignal;
  /** Loads from the platform even where the copy has it; the copy is not changed. */
  readonly fresh?: boolean | undefined;
  /** `before`: as it was before the last synchronisation that changed it; only the copy has that. */
  readonly was?: 'now' | 'before' | undefined;
  /** Progress of a list, only where this call begins to load it. */
  readonly report?: ListCall['report'];
}
export interface Answer<T> {
  readonly value: T;
  readonly origin: Origin;
  /** Date of the previous version; null where none is kept. */
  readonly before: string | null;
  /** The entries of the copy. */
  readonly known: CopyEntries;
}

export interface Answers {
  /** Lists of the platform are loaded once and cached until a copy is put in place, or `fresh` is asked for. */
  catalogue(target: Target, options: ReadOptions): Promise<Answer<Catalogue>>;
  codeLists(target: Target, options: ReadOptions): Promise<Answer<WholeList<CodeListHead>>>;
  roles(target: Target, options: ReadOptions): Promise<Answer<WholeList<OpenRole>>>;
  role(target: Target, role: number, options: ReadOptions): Promise<Answer<OpenRole>>;
  service(target: Target, asked: ServiceRef, options: ReadOptions): Promise<Answer<Document>>;
  requirements(target: Target, of: AccessTo, options: ReadOptions): Promise<Answer<Requirements>>;
  codeList(
    target: Target,
    asked: Pick<CodeListHead, 'name' | 'version'>,
    options: ReadOptions,
  ): Promise<Answer<CodeList>>;
}
export interface Document {
  readonly service: Service;
  /** As the platform gave it, in the JSON form of HAL. */
  readonly document: unknown;
}

export interface AnswersNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly copies: Pick<Copies, 'open'>;
  readonly now: () => Date;
}

/** Where one document comes from. */
interface Source<T> {
  /** Of the document in the copy; undefined for documents that no copy has. */
  readonly key: string | undefined;
  /** Undefined when it cannot be read: stored by another version of the program. */
  readonly read: (value: unknown) => T | undefined;
  readonly load: (client: ReadClient, options: LoadOptions) => Promise<T>;
}
interface LoadOptions extends Pick<ListCall, 'report'> {
  /** The connection's where none is named. */
  readonly language: Language | undefined;
  readonly signal: AbortSignal;
}

export function createAnswers(needs: AnswersNeeds): Answers {
  return {
    catalogue: (target, options) => catalogue(needs, target, options),
    codeLists: (target, options) =>
      list(needs, target, codeListsSource, (copy) => copy.live.codeLists, options),
    roles: (target, options) =>
      list(needs, target, rolesSource, (copy) => copy.live.roles, options),
    service: (target, asked, options) => document(needs, target, serviceSource(asked), options),
    role: (target, role, options) => document(needs, target, roleSource(role), options),
    requirements: (target, of, options) => document(needs, target, requirementsSource(of), options),
    codeList: (target, asked, options) => document(needs, target, codeListSource(asked), options),
  };
}

async function document<T>(
  needs: AnswersNeeds,
  target: Target,
  source: Source<T>,
  { fresh = false, was = 'now', signal }: ReadOptions,
): Promise<Answer<T>> {
  const { api, now } = needs;
  const copy = await openCopy(needs, target, fresh);
  const known = copy?.store ?? NO_ENTRIES;
  const kept = fresh ? undefined : await readKept(copy, source, was);
  if (kept !== undefined) return { ...kept, known };
  if (was === 'before') throw notFound('No version before it is kept.');
  const options = { language: target.language, signal };
  const value = await source.load(await api.open(target.connection), options);
  return { value, origin: live(now().toISOString()), before: beforeOf(known, source), known };
}

/** Undefined when it cannot be opened and `fresh` does not need it. */
async function openCopy(
  { copies }: AnswersNeeds,
  target: Target,
  fresh: boolean,
): Promise<Copy | undefined> {
  try {
    return await copies.open(target.connection, target.language);
  } catch (error) {
    if (fresh && failureOf(error)?.kind === 'file') return undefined;
    throw error;
  }
}
const NO_ENTRIES: CopyEntries = {
  entry: () => undefined,
  has: () => false,
  facts: () => undefined,
};

const beforeOf = (known: CopyEntries, { key }: Pick<Source<unknown>, 'key'>) =>
  key === undefined ? null : (known.entry(key)?.before ?? null);

/** Where one list comes from. */
interface ListSource<T> {
  readonly key: string;
  readonly read: (value: unknown) => readonly T[] | undefined;
  readonly load: (client: ReadClient, options: LoadOptions) => Promise<WholeList<T>>;
}

async function list<T>(
  needs: AnswersNeeds,
  target: Target,
  source: ListSource<T>,
  cacheOf: (copy: Copy) => ListCache<Dated<T>>,
  { fresh = false, signal, report }: ReadOptions,
): Promise<Answer<WholeList<T>>> {
  const { api, now } = needs;
  const copy = await openCopy(needs, target, fresh);
  const known = copy?.store ?? NO_ENTRIES;
  const kept = fresh ? undefined : await readKept(copy, source, 'now');
  if (kept !== undefined) {
    return { ...kept, value: keptList(known, source.key, kept.value), known };
  }
  const read = async (ending: AbortSignal) => {
    const options = { language: target.language, signal: ending, report };
    const read = await source.load(await api.open(target.connection), options);
    return { list: read, fetched: now().toISOString() };
  };
  const { fetched, list: value } = await (copy === undefined
    ? read(signal)
    : cacheOf(copy).get(target.connection, read, { signal, fresh }));
  return { value, origin: live(fetched), before: null, known };
}

async function catalogue(
  needs: AnswersNeeds,
  target: Target,
  { fresh = false, signal, report }: ReadOptions,
): Promise<Answer<Catalogue>> {
  const { api, now } = needs;
  const copy = await openCopy(needs, target, fresh);
  const known = copy?.store ?? NO_ENTRIES;
  const kept = fresh ? undefined : await copy?.catalogue();
  if (kept !== undefined)
    return { value: kept, origin: { from: 'copy', fetched: kept.fetched }, before: null, known };
  const read = async (ending: AbortSignal) => {
    const list = await listServices(await api.open(target.connection), { signal: ending, report });
    const services = { services: list.shown().items, factsOf: serviceFactsOf(known), now: now() };
    const index = await createSearchIndex(services);
    return createCatalogue({ list, fetched: now().toISOString(), known, index });
  };
  const value = await (copy === undefined
    ? read(signal)
    : copy.live.services.get(target.connection, read, { signal, fresh }));
  return { value, origin: live(value.fetched), before: null, known };
}

const live = (fetched: string): Origin => ({ from: 'platform', fetched });

async function readKept<T>(
  copy: Copy | undefined,
  { key, read }: Pick<Source<T>, 'key' | 'read'>,
  was: 'now' | 'before',
): Promise<Omit<Answer<T>, 'known'> | undefined> {
  if (copy === undefined || key === undefined) return undefined;
  const kept = await copy.store.read(key, was);
  const value = kept && read(kept.value);
  if (kept === undefined || value === undefined) return undefined;
  const before = beforeOf(copy.store, { key });
  return { value, origin: { from: 'copy', fetched: kept.storedAt }, before };
}

const codeListsSource: ListSource<CodeListHead> = {
  key: LISTS.codeLists,
  read: (value) => z.array(codeListHead).safeParse(value).data,
  load: listCodeLists,
};

const rolesSource: ListSource<OpenRole> = {
  key: LISTS.roles,
  read: (value) => z.array(openRole).safeParse(value).data,
  load: listRoles,
};

/** In the copy a role is read from the list of roles, which is complete for each of them. */
const roleSource = (role: number): Source<OpenRole> => ({
  key: LISTS.roles,
  read: (value) => rolesSource.read(value)?.find(({ id }) => id === role),
  load: (client, options) => loadRole(client, role, options),
});

const serviceSource = (asked: ServiceRef): Source<Document> => {
  const read = (document: unknown) => ({ service: serviceIn(document, asked), document });
  return {
    key: serviceKey(asked.kind, asked.code, asked.edition),
    read: (value) => unlessUnreadable(() => read(value)),
    load: async (client, { signal }) =>
      read(await loadService(client, asked, { signal, links: true })),
  };
};

const keptRequirements = z.object({ requirements: z.array(roleRequirement), completeness });

const requirementsSource = (of: AccessTo): Source<Requirements> => ({
  key: 'service' in of ? requirementsKey(of.service.code, of.service.edition) : undefined,
  read: (value) => keptRequirements.safeParse(value).data,
  load: (client, options) => loadRequirements(client, of, options),
});

const codeListSource = (asked: Pick<CodeListHead, 'name' | 'version'>): Source<CodeList> => ({
  key: codeListKey(asked.name, asked.version),
  read: (value) => codeList.safeParse(value).data,
  load: (client, options) => loadCodeList(client, asked, options),
});

function unlessUnreadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  }
}
