// Answers about the open metadata: from the copy where it has the document, else from the platform, without a credential.
import {
  codeList,
  type CodeList,
  codeListHead,
  type CodeListHead,
} from '../../preload/contract/code-lists.ts';
import { openRole, type OpenRole, type Service } from '../../preload/contract/metadata.ts';
import type { Origin } from '../../preload/contract/reference.ts';
import { roleRequirement } from '../../preload/contract/role-requirements.ts';
import { completeness, type Language, z } from '../../preload/contract/schema.ts';
import type { Api } from '../platform/api.ts';
import type { ReadClient } from '../platform/client.ts';
import { fetchCodeList } from './metadata/code-lists.ts';
import { fetchRequirements, type Requirements } from './metadata/requirements.ts';
import { type AskedService, fetchService, serviceIn } from './metadata/services.ts';
import { failureOf } from '../problem.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { Copies, Copy } from './copies.ts';
import type { Dated, Held } from './held.ts';
import { codeListKey, LISTS, requirementsKey, serviceKey } from './keys.ts';
import { COPY_FORM, readCodeLists, readRoles, readServices } from './lists.ts';
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
}
export interface Answer<T> {
  readonly value: T;
  readonly origin: Origin;
  /** Of when the version before it is; null where none is kept. */
  readonly before: string | null;
}

export interface Answers {
  /** Lists of the platform are read once and held until a copy is put in place, or `fresh` ones are asked for. */
  catalogue(at: At, asking: Asking): Promise<Answer<Catalogue>>;
  codeLists(at: At, asking: Asking): Promise<Answer<readonly CodeListHead[]>>;
  roles(at: At, asking: Asking): Promise<Answer<readonly OpenRole[]>>;
  service(at: At, asked: AskedService, asking: Asking): Promise<Answer<Document>>;
  requirements(
    at: At,
    asked: Pick<AskedService, 'code' | 'edition'>,
    asking: Asking,
  ): Promise<Answer<Requirements>>;
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
  /** In the copy. */
  readonly key: string;
  /** Undefined for what it cannot be: a document of another version of this program. */
  readonly read: (value: unknown) => T | undefined;
  readonly ask: (reading: ReadClient, how: How) => Promise<T>;
}
interface How {
  readonly language: Language;
  readonly signal: AbortSignal;
  readonly accept: typeof COPY_FORM;
}

export function createAnswers(needs: AnswersNeeds): Answers {
  return {
    catalogue: (at, asking) => catalogue(needs, at, asking),
    codeLists: (at, asking) =>
      list(needs, at, codeListsSource, (copy) => copy.live.codeLists, asking),
    roles: (at, asking) => list(needs, at, rolesSource, (copy) => copy.live.roles, asking),
    service: (at, asked, asking) => document(needs, at, serviceSource(asked), asking),
    requirements: (at, asked, asking) => document(needs, at, requirementsSource(asked), asking),
    codeList: (at, asked, asking) => document(needs, at, codeListSource(asked), asking),
  };
}

async function document<T>(
  { api, copies, now }: AnswersNeeds,
  at: At,
  source: Source<T>,
  { fresh = false, was = 'now', signal }: Asking,
): Promise<Answer<T>> {
  const copy = await copies.open(at.connection, at.language);
  const kept = fresh ? undefined : await readKept(copy, source, was);
  if (kept !== undefined) return kept;
  if (was === 'before') throw notFound('No version before it is kept.');
  const value = await source.ask(await api.open(at.connection), howOf(copy, signal));
  const before = copy.store.entry(source.key)?.before ?? null;
  return { value, origin: live(now().toISOString()), before };
}

async function list<T>(
  { api, copies, now }: AnswersNeeds,
  at: At,
  source: Source<readonly T[]>,
  heldOf: (copy: Copy) => Held<Dated<T>>,
  { fresh = false, signal }: Asking,
): Promise<Answer<readonly T[]>> {
  const copy = await copies.open(at.connection, at.language);
  const kept = fresh ? undefined : await readKept(copy, source, 'now');
  if (kept !== undefined) return kept;
  const read = async (ending: AbortSignal) => {
    const all = await source.ask(await api.open(at.connection), howOf(copy, ending));
    return { all, fetched: now().toISOString() };
  };
  const { all, fetched } = await heldOf(copy).get(at.connection, read, { signal, fresh });
  return { value: all, origin: live(fetched), before: null };
}

async function catalogue(
  { api, copies, now }: AnswersNeeds,
  at: At,
  { fresh = false, signal }: Asking,
): Promise<Answer<Catalogue>> {
  const copy = await copies.open(at.connection, at.language);
  const kept = fresh ? undefined : await copy.catalogue();
  if (kept !== undefined)
    return { value: kept, origin: { from: 'copy', fetched: kept.fetched }, before: null };
  const read = async (ending: AbortSignal) => {
    const services = await readServices(await api.open(at.connection), ending);
    return createCatalogue(services, now().toISOString(), copy.store, now());
  };
  const value = await copy.live.services.get(at.connection, read, { signal, fresh });
  return { value, origin: live(value.fetched), before: null };
}

const live = (fetched: string): Origin => ({ from: 'platform', fetched });

const howOf = ({ of }: Copy, signal: AbortSignal): How => ({
  ...{ language: of.language, signal, accept: COPY_FORM },
});

async function readKept<T>(
  { store }: Copy,
  { key, read }: Source<T>,
  was: 'now' | 'before',
): Promise<Answer<T> | undefined> {
  const kept = await store.read(key, was);
  const value = kept && read(kept.value);
  if (kept === undefined || value === undefined) return undefined;
  const before = store.entry(key)?.before ?? null;
  return { value, origin: { from: 'copy', fetched: kept.at }, before };
}

const codeListsSource: Source<readonly CodeListHead[]> = {
  key: LISTS.codeLists,
  read: (value) => z.array(codeListHead).safeParse(value).data,
  ask: readCodeLists,
};

const rolesSource: Source<readonly OpenRole[]> = {
  key: LISTS.roles,
  read: (value) => z.array(openRole).safeParse(value).data,
  ask: readRoles,
};

const serviceSource = (asked: AskedService): Source<Document> => {
  const read = (document: unknown) => ({ service: serviceIn(document, asked), document });
  return {
    key: serviceKey(asked.kind, asked.code, asked.edition),
    read: (value) => unlessOdd(() => read(value)),
    ask: async (reading, { signal, accept }) =>
      read(await fetchService(reading, asked, { signal, accept, links: true })),
  };
};

const keptRequirements = z.object({ requirements: z.array(roleRequirement), completeness });

const requirementsSource = ({
  code,
  edition,
}: Pick<AskedService, 'code' | 'edition'>): Source<Requirements> => ({
  key: requirementsKey(code, edition),
  read: (value) => keptRequirements.safeParse(value).data,
  ask: (reading, how) => fetchRequirements(reading, { service: { code, edition } }, how),
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
