// The open metadata as a person looks it up: from the copy on this computer where it is there, else from the platform.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Code, CodeListHead } from '../../preload/contract/code-lists.ts';
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import type { FoundService, ServiceFilters } from '../../preload/contract/reference.ts';
import type { Api } from '../api.ts';
import { fetchCodeList } from '../metadata/code-lists.ts';
import { fetchRequirements } from '../metadata/requirements.ts';
import { fetchService, serviceIn } from '../metadata/services.ts';
import { COPY_FORM, readCodeLists, readRoles, readServices } from '../reference/lists.ts';
import type { ConnectionBook } from '../storage/connection-book.ts';
import type { Tables } from '../storage/tables.ts';

export interface ReferenceNeeds {
  readonly api: Pick<Api, 'open'>;
  readonly connections: Pick<ConnectionBook, 'find'>;
  readonly tables: Tables;
  readonly now: () => Date;
}

export function referenceService({
  api,
  connections,
  tables,
  now,
}: ReferenceNeeds): Handlers<'reference'> {
  const held = new Map<string, { services: readonly ServiceSummary[]; fetched: string }>();
  const live = () => ({ from: 'platform' as const, fetched: now().toISOString() });
  const servicesOf = async (connection: string, signal: AbortSignal) => {
    const known = held.get(connection);
    if (known) return known;
    const services = await readServices(await api.open(connection), signal);
    const made = { services, fetched: now().toISOString() };
    held.set(connection, made);
    return made;
  };
  const emptyState = (connection: string, language: 1033 | 1044 | 2068 | undefined) => ({
    language: language ?? connections.find(connection).language,
    fetched: null,
    counts: {
      ...{ services: 0, keptServices: 0, schemas: 0, requirements: 0 },
      ...{ codeLists: 0, keptCodeLists: 0, roles: 0 },
    },
    ...{ bytes: 0, last: null, damaged: 0, setAside: [] },
  });
  return {
    state: async ({ connection, language }) => emptyState(connection, language),
    estimate: async () => ({ calls: 0, seconds: null, bytes: null }),
    async search({ connection, typed, filters, from, count }, { signal }) {
      const { services, fetched } = await servicesOf(connection, signal);
      const found = services.filter(fits(typed, filters)).map(asFound);
      return {
        services: found.slice(from, from + count),
        ...{ total: found.length, all: services.length, exact: found[0]?.code === typed },
        origin: { from: 'platform', fetched },
      };
    },
    async owners({ connection }, { signal }) {
      const { services, fetched } = await servicesOf(connection, signal);
      const byCode = new Map<string, { name: string; services: number }>();
      for (const { ownerCode, ownerName } of services) {
        const one = byCode.get(ownerCode) ?? { name: ownerName, services: 0 };
        byCode.set(ownerCode, { ...one, services: one.services + 1 });
      }
      const owners = [...byCode].map(([code, one]) => ({ code, ...one, keptServices: 0 }));
      return { owners, origin: { from: 'platform', fetched } };
    },
    async named({ connection, services: asked }, { signal }) {
      const { services, fetched } = await servicesOf(connection, signal);
      const find = ({ code, edition }: (typeof asked)[number]) =>
        services.find((one) => one.code === code && one.edition === edition) ?? null;
      return { services: asked.map(find), origin: { from: 'platform', fetched } };
    },
    async service({ connection, ...asked }, { signal }) {
      const how = { signal, links: true, accept: COPY_FORM };
      const value = await fetchService(await api.open(connection), asked, how);
      const raw = JSON.stringify(value, null, 2);
      return { service: serviceIn(value, asked), raw, origin: live(), before: null };
    },
    async requirements({ connection, language, code, edition }, { signal }) {
      const reading = await api.open(connection);
      const of = { service: { code, edition } };
      const found = await fetchRequirements(reading, of, { language, signal, accept: COPY_FORM });
      return { ...found, origin: live() };
    },
    async codeLists({ connection, language }, { signal }) {
      const heads = await readCodeLists(await api.open(connection), { language, signal });
      return { lists: byName(heads), origin: live() };
    },
    async codeList({ connection, language, ...asked }, { signal }) {
      const reading = await api.open(connection);
      const list = await fetchCodeList(reading, asked, { language, signal, accept: COPY_FORM });
      return { list, origin: live(), before: null };
    },
    async saveCodeList({ connection, language, headings, format, target, ...asked }, { signal }) {
      const reading = await api.open(connection);
      const { codes } = await fetchCodeList(reading, asked, { language, signal });
      return tables.save(
        { handle: target, field: 'target', format },
        { columns: headings.map((heading) => ({ heading, width: 30 })), rows: rowsOf(codes) },
        signal,
      );
    },
    async roles({ connection, language }, { signal }) {
      const roles = await readRoles(await api.open(connection), { language, signal });
      return { roles: [...roles], origin: live() };
    },
    roleServices: async () => ({ services: [], known: 0, all: 0 }),
    changes: async () => null,
    failures: async () => ({ documents: [], total: 0 }),
    remove: async ({ connection, language }) => emptyState(connection, language),
  };
}

async function* rowsOf(codes: readonly Code[]): AsyncIterable<readonly string[]> {
  for (const one of codes) yield [one.code, one.value1, one.value2, one.value3];
}

const asFound = (one: ServiceSummary): FoundService => ({
  ...{ ...one, enterpriseUserEnabled: null, kept: false, form: null },
});

const fits =
  (typed: string, { type, restEnabled, owner }: ServiceFilters) =>
  (one: ServiceSummary): boolean =>
    (type === undefined || (one.kind ?? 'other') === type) &&
    (restEnabled === undefined || one.restEnabled === restEnabled) &&
    (owner === undefined || one.ownerCode === owner) &&
    `${one.code}/${String(one.edition)} ${one.name} ${one.ownerName}`
      .toLowerCase()
      .includes(typed.trim().toLowerCase());

function byName(heads: readonly CodeListHead[]) {
  const names = new Map<string, number[]>();
  for (const { name, version } of heads) names.set(name, [...(names.get(name) ?? []), version]);
  return [...names].map(([name, versions]) => ({
    name,
    versions: versions.sort((a, b) => b - a).map((version) => ({ version, kept: false })),
  }));
}
