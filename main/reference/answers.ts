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
import type { Api } from '../platform/api.ts';
import type { ReadClient } from '../platform/client.ts';
import type { ListCall } from './metadata/call.ts';
import { fetchCodeList, listCodeLists } from './metadata/code-lists.ts';
import { type AccessTo, fetchRequirements, type Requirements } from './metadata/requirements.ts';
import { fetchRole, listRoles } from './metadata/roles.ts';
import { type AskedService, fetchService, listServices, serviceIn } from './metadata/services.ts';
import { failureOf } from '../problem.ts';
import {
  type Catalogue,
  createCatalogue,
  keptCompleteness,
  type Known,
  type ReadList,
} from './catalogue.ts';
import type { Copies, Copy } from './copies.ts';
import type { Dated, Held } from './held.ts';
import { codeListKey, LISTS, requirementsKey, serviceKey } from './keys.ts';
import { notFound } from '../problems.ts';

/** Whose metadata, and in which language: the connection's where none is named. */
export interface At {
  readonly connection: string;
  readonly language?: Language | undefined;
}
export interface Asking {
  readonly signal: AbortSignal;
  /** Asks the platform although the copy has it; the copy stays as it is. */
  readonly fresh?: boolean | undefined;
  /** The version before the last synchronisation that changed it, which only the copy has. */
  readonly was?: 'now' | 'before' | undefined;
  /** How far a list is, where this asking is what begins to read it. */
  readonly report?: ListCall['report'];
}
export interface Answer<T> {
  readonly value: T;
  readonly origin: Origin;
  /** Of when the version before it is; null where none is kept. */
  readonly before: string | null;
  /** What else the copy has. */
  readonly known: Known;
}

export interface Answers {
  /** Lists of the platform are read once and held until a copy is put in place, or `fresh` ones are asked for. */
  catalogue(at: At, asking: Asking): Promise<Answer<Catalogue>>;
  codeLists(at: At, asking: Asking): Promise<Answer<ReadList<CodeListHead>>>;
  roles(at: At, asking: Asking): Promise<Answer<ReadList<OpenRole>>>;
  role(at: At, role: number, asking: Asking): Promise<Answer<OpenRole>>;
  service(at: At, asked: AskedService, asking: Asking): Promise<Answer<Document>>;
  requirements(at: At, of: AccessTo, asking: Asking): Promise<Answer<Requirements>>;
  codeList(
    at: At,
    asked: Pick<CodeListHead, 'name' | 'version'>,
    asking: Asking,
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

/** Where a value is to be had. */
interface Source<T> {
  /** In the copy; undefined for what no copy has. */
  readonly key: string | undefined;
  /** Undefined for what it cannot be: a document of another version of this program. */
  readonly read: (value: unknown) => T | undefined;
  readonly ask: (reading: ReadClient, how: How) => Promise<T>;
}
interface How extends Pick<ListCall, 'report'> {
  /** The connection's where none is named. */
  readonly language: Language | undefined;
  readonly signal: AbortSignal;
}

export function createAnswers(needs: AnswersNeeds): Answers {
  return {
    catalogue: (at, asking) => catalogue(needs, at, asking),
    codeLists: (at, asking) =>
      list(needs, at, codeListsSource, (copy) => copy.live.codeLists, asking),
    roles: (at, asking) => list(needs, at, rolesSource, (copy) => copy.live.roles, asking),
    service: (at, asked, asking) => document(needs, at, serviceSource(asked), asking),
    role: (at, role, asking) => document(needs, at, roleSource(role), asking),
    requirements: (at, of, asking) => document(needs, at, requirementsSource(of), asking),
    codeList: (at, asked, asking) => document(needs, at, codeListSource(asked), asking),
  };
}

async function document<T>(
  needs: AnswersNeeds,
  at: At,
  source: Source<T>,
  { fresh = false, was = 'now', signal }: Asking,
): Promise<Answer<T>> {
  const { api, now } = needs;
  const copy = await copyAt(needs, at, fresh);
  const known = copy?.store ?? NOTHING;
  const kept = fresh ? undefined : await readKept(copy, source, was);
  if (kept !== undefined) return { ...kept, known };
  if (was === 'before') throw notFound('No version before it is kept.');
  const how = { language: at.language, signal };
  const value = await source.ask(await api.open(at.connection), how);
  return { value, origin: live(now().toISOString()), before: beforeOf(known, source), known };
}

/** What is asked of the platform takes no copy: one that cannot be opened is no reason to have nothing. */
async function copyAt({ copies }: AnswersNeeds, at: At, fresh: boolean): Promise<Copy | undefined> {
  try {
    return await copies.open(at.connection, at.language);
  } catch (error) {
    if (fresh && failureOf(error)?.kind === 'file') return undefined;
    throw error;
  }
}
const NOTHING: Known = { entry: () => undefined };

const beforeOf = (known: Known, { key }: Pick<Source<unknown>, 'key'>) =>
  key === undefined ? null : (known.entry(key)?.before ?? null);

/** A list of the platform, and how it is found in a copy. */
interface ListSource<T> {
  readonly key: string;
  readonly read: (value: unknown) => readonly T[] | undefined;
  readonly ask: (reading: ReadClient, how: How) => Promise<ReadList<T>>;
}

async function list<T>(
  needs: AnswersNeeds,
  at: At,
  source: ListSource<T>,
  heldOf: (copy: Copy) => Held<Dated<T>>,
  { fresh = false, signal, report }: Asking,
): Promise<Answer<ReadList<T>>> {
  const { api, now } = needs;
  const copy = await copyAt(needs, at, fresh);
  const known = copy?.store ?? NOTHING;
  const kept = fresh ? undefined : await readKept(copy, source, 'now');
  if (kept !== undefined) {
    const completeness = keptCompleteness(known, source.key);
    return { ...kept, value: { items: kept.value, completeness }, known };
  }
  const read = async (ending: AbortSignal) => {
    const how = { language: at.language, signal: ending, report };
    const all = await source.ask(await api.open(at.connection), how);
    return { ...all, fetched: now().toISOString() };
  };
  const { fetched, ...value } = await (copy === undefined
    ? read(signal)
    : heldOf(copy).get(at.connection, read, { signal, fresh }));
  return { value, origin: live(fetched), before: null, known };
}

async function catalogue(
  needs: AnswersNeeds,
  at: At,
  { fresh = false, signal, report }: Asking,
): Promise<Answer<Catalogue>> {
  const { api, now } = needs;
  const copy = await copyAt(needs, at, fresh);
  const known = copy?.store ?? NOTHING;
  const kept = fresh ? undefined : await copy?.catalogue();
  if (kept !== undefined)
    return { value: kept, origin: { from: 'copy', fetched: kept.fetched }, before: null, known };
  const read = async (ending: AbortSignal) => {
    const list = await listServices(await api.open(at.connection), { signal: ending, report });
    return createCatalogue({ list, fetched: now().toISOString(), known, now: now() });
  };
  const value = await (copy === undefined
    ? read(signal)
    : copy.live.services.get(at.connection, read, { signal, fresh }));
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
  return { value, origin: { from: 'copy', fetched: kept.at }, before };
}

const codeListsSource: ListSource<CodeListHead> = {
  key: LISTS.codeLists,
  read: (value) => z.array(codeListHead).safeParse(value).data,
  ask: listCodeLists,
};

const rolesSource: ListSource<OpenRole> = {
  key: LISTS.roles,
  read: (value) => z.array(openRole).safeParse(value).data,
  ask: listRoles,
};

/** Out of the list of them, which has all that the platform says of one. */
const roleSource = (role: number): Source<OpenRole> => ({
  key: LISTS.roles,
  read: (value) => rolesSource.read(value)?.find(({ id }) => id === role),
  ask: (reading, how) => fetchRole(reading, role, how),
});

const serviceSource = (asked: AskedService): Source<Document> => {
  const read = (document: unknown) => ({ service: serviceIn(document, asked), document });
  return {
    key: serviceKey(asked.kind, asked.code, asked.edition),
    read: (value) => unlessOdd(() => read(value)),
    ask: async (reading, { signal }) =>
      read(await fetchService(reading, asked, { signal, links: true })),
  };
};

const keptRequirements = z.object({ requirements: z.array(roleRequirement), completeness });

const requirementsSource = (of: AccessTo): Source<Requirements> => ({
  key: 'service' in of ? requirementsKey(of.service.code, of.service.edition) : undefined,
  read: (value) => keptRequirements.safeParse(value).data,
  ask: (reading, how) => fetchRequirements(reading, of, how),
});

const codeListSource = (asked: Pick<CodeListHead, 'name' | 'version'>): Source<CodeList> => ({
  key: codeListKey(asked.name, asked.version),
  read: (value) => codeList.safeParse(value).data,
  ask: (reading, how) => fetchCodeList(reading, asked, how),
});

function unlessOdd<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  }
}
