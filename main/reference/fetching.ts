// Asks the platform for one document of the copy: the value that is kept, and what is known of it without reading it.
import type { CodeListHead } from '../../preload/contract/code-lists.ts';
import type { OpenRole, Service, ServiceSummary } from '../../preload/contract/metadata.ts';
import type { RoleRequirement } from '../../preload/contract/role-requirements.ts';
import type { Language } from '../../preload/contract/schema.ts';
import type { ReadClient } from '../platform/client.ts';
import { fetchCodeList } from './metadata/code-lists.ts';
import { fetchRequirements } from './metadata/requirements.ts';
import { fetchSchema } from './metadata/schemas.ts';
import { type AskedService, fetchService, serviceIn } from './metadata/services.ts';
import { LISTS } from './keys.ts';
import { COPY_FORM, readCodeLists, readRoles, readServices } from './lists.ts';
import { MOST_CODE_LISTS, MOST_SERVICES, schemasOf, type Task } from './plan.ts';

export interface Asking {
  readonly reading: ReadClient;
  readonly language: Language;
  readonly signal: AbortSignal;
}

export interface Fetched {
  readonly value: unknown;
  readonly facts?: unknown;
  /** What it leads to. */
  readonly more?: readonly Task[];
}

/** Throws Problem: also for a document that is about something else. */
export async function fetchDocument(asking: Asking, task: Task): Promise<Fetched> {
  const { reading, language, signal } = asking;
  const how = { language, signal, accept: COPY_FORM };
  switch (task.area) {
    case 'services': {
      const value = await fetchService(reading, task.service, { ...how, links: true });
      return { value, ...serviceParts(value, task.service) };
    }
    case 'role-requirements': {
      const value = await fetchRequirements(reading, { service: task.service }, how);
      return { value, facts: value.requirements.map(requirementFact) };
    }
    case 'schemas':
      return { value: (await fetchSchema(reading, task.document, task.form, signal)).text };
    case 'code-lists':
      return { value: await fetchCodeList(reading, task.list, how) };
  }
}

/** What a service's document says of itself and leads to. Problem unexpected-answer when it is another's. */
export function serviceParts(document: unknown, asked: AskedService) {
  const { enterpriseUserEnabled, forms } = serviceIn(document, asked);
  return {
    facts: { enterpriseUserEnabled, forms: forms.map(formFact) },
    more: schemasOf(asked, forms).map((one): Task => ({ ...one, area: 'schemas', document })),
  };
}

const formFact = ({ name, dataFormatId }: Service['forms'][number]) => [name, dataFormatId];

const requirementFact = ({ role, operations }: RoleRequirement) => [
  role,
  [...new Set(operations.map(({ action, name }) => name ?? action))],
];

/** One of the lists that all hangs on; the areas of LISTS. */
export type ListTask =
  | { readonly key: string; readonly list: 'services' }
  | { readonly key: string; readonly list: 'code-lists' }
  | { readonly key: string; readonly list: 'roles' };

export const LIST_TASKS: readonly ListTask[] = [
  { key: LISTS.services, list: 'services' },
  { key: LISTS.codeLists, list: 'code-lists' },
  { key: LISTS.roles, list: 'roles' },
];

export interface FetchedList {
  readonly value: readonly (ServiceSummary | CodeListHead | OpenRole)[];
  /** It was longer than a copy takes. */
  readonly isCut: boolean;
}

export async function fetchList(asking: Asking, { list }: ListTask): Promise<FetchedList> {
  const { reading, language, signal } = asking;
  switch (list) {
    case 'services':
      return limited(await readServices(reading, signal), MOST_SERVICES);
    case 'code-lists':
      return limited(await readCodeLists(reading, { language, signal }), MOST_CODE_LISTS);
    case 'roles':
      return limited(await readRoles(reading, { language, signal }), Infinity);
  }
}

const limited = (all: FetchedList['value'], most: number): FetchedList => ({
  value: all.length > most ? all.slice(0, most) : all,
  isCut: all.length > most,
});
