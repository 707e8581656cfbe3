// Writes a large offline copy of invented open metadata to disk, through the program's own store and without a network.
import { type Copies, createCopies } from '../../main/reference/copies.ts';
import {
  codeListKey,
  type CopyHead,
  LISTS,
  requirementsKey,
  schemaKey,
  serviceKey,
} from '../../main/reference/keys.ts';
import { serviceIn } from '../../main/reference/metadata/services.ts';
import { openOfflineCopy } from '../../main/storage/offline-copy.ts';
import type { CopyRun } from '../../main/storage/offline-copy/run.ts';
import type { Environment, Language } from '../../preload/contract/schema.ts';
import type {
  Service as ServiceDocument,
  ServiceSummary,
} from '../../preload/contract/metadata.ts';
import type { Call } from '../../test/platform/call.ts';
import { createCodeLists } from '../../test/platform/code-lists.ts';
import { createLinks } from '../../test/platform/links.ts';
import { metadataRoutes } from '../../test/platform/metadata-routes.ts';
import { createMetadata, type Metadata } from '../../test/platform/metadata.ts';
import { createChance } from '../../test/platform/randomness.ts';
import { roleDefinitions } from '../../test/platform/role-definitions.ts';
import { rolesFor } from '../../test/platform/role-requirements.ts';
import type { Service } from '../../test/platform/service-data.ts';
import { usualShape } from '../../test/platform/shape.ts';

export interface LargeCopy {
  /** `reference` of a data folder that no program has open. */
  readonly folder: string;
  readonly of: {
    readonly environment: Environment;
    readonly baseAddress: string;
    readonly language: Language;
  };
  readonly services: number;
  readonly seed: number;
}

/** Everything of every service: its document, its role requirements, its schemas. Answers how many documents there are. */
export async function fillLargeCopy({ folder, of, services, seed }: LargeCopy): Promise<number> {
  const copies = openCopies(folder, of);
  const { store } = await copies.open('only');
  const metadata = withManyNames(createMetadata({ seed, services }), seed);
  const run = await store.begin('large');
  const lines: ServiceSummary[] = [];
  for (const service of metadata.services)
    lines.push(summaryOf(await putService(run, metadata, service)));
  await putLists(run, lines);
  const at = new Date().toISOString();
  await run.commit({ ...headOf(of), fetched: at, last: { ...lastOf, at } }, () => true);
  const documents = [...store.keys()].length;
  await copies.close();
  return documents;
}

/** Of a data folder that no program has open. */
export const openCopies = (folder: string, of: LargeCopy['of']): Copies =>
  createCopies({
    folder,
    openStore: openOfflineCopy,
    connections: {
      // Of a connection only that is asked for which names a copy.
      find: () => ({ id: 'only', ...of }) as unknown as ReturnType<ConnectionFind>,
      all: () => [],
    },
    notify: () => undefined,
    now: () => new Date(),
  });
type ConnectionFind = Parameters<typeof createCopies>[0]['connections']['find'];

const headOf = (
  of: LargeCopy['of'],
): Pick<CopyHead, 'environment' | 'baseAddress' | 'language'> &
  Pick<CopyHead, 'failures' | 'changes' | 'pace'> => ({
  ...of,
  failures: [],
  changes: null,
  pace: null,
});
const lastOf = { scope: { what: 'everything' as const }, failed: 0, skippedAreas: [], changed: 0 };

const beginnings = ['Fjell', 'Fjord', 'Grøn', 'Hav', 'Høg', 'Lang', 'Lyng', 'Myr', 'Nord', 'Rein'];
const middles = [
  'ås',
  'berg',
  'bukt',
  'dal',
  'havn',
  'heim',
  'lund',
  'nes',
  'strand',
  'sund',
  'vær',
];
const endings = ['bygda', 'siden', 'øya', 'kroken', 'garden', 'marka', 'vika', 'moen'];

/** Names of the field are less alike than those of the seed: two of five go on with a place. */
function withManyNames(metadata: Metadata, seed: number): Metadata {
  const chance = createChance(seed);
  const part = (of: readonly string[]) => of[chance.below(of.length)] ?? '';
  const services = metadata.services.map((service) => {
    const place = `${part(beginnings)}${part(middles)}${part(endings)}`;
    const isOfPlace = chance.below(5) < 2;
    return isOfPlace ? { ...service, name: `${service.name.trim()} i ${place}` } : service;
  });
  const byName = new Map(services.map((one) => [`${one.code}/${one.edition}`, one]));
  return {
    ...metadata,
    services,
    find: (code, edition) => byName.get(`${code}/${edition}`),
  };
}

async function putService(run: CopyRun, metadata: Metadata, service: Service) {
  const { kind, code, edition } = service;
  const value = documentOf(metadata, service);
  const document = serviceIn(value, service);
  const { enterpriseUserEnabled, forms } = document;
  await run.put(serviceKey(kind, code, edition), value, {
    enterpriseUserEnabled,
    forms: forms.map(({ name, dataFormatId }) => [name, dataFormatId]),
  });
  const requirements = rolesFor(`${code}/${edition}`).map((role) => requirementOf(role));
  await run.put(
    requirementsKey(code, edition),
    { requirements, completeness: { complete: true, because: null, calls: 1 } },
    requirements.map(({ role }) => [role, ACTIONS]),
  );
  for (const { format } of metadata.detail(service).forms) {
    const key = schemaKey(code, edition, format.id, String(format.version));
    await run.put(key, metadata.schema(service, format));
  }
  return document;
}

const ACTIONS = ['Lese', 'Fylle ut', 'Lese i arkivet'];

const requirementOf = ({ id, code, name, parents }: (typeof roleDefinitions)[number]) => ({
  role: id,
  code,
  name: name[1],
  parents,
  delegable: true,
  operations: ACTIONS.map((action) => ({ action: 'Read', name: action, appliesTo: [] })),
});

/** As the platform's route answers it, in the form that copies are of. */
function documentOf(metadata: Metadata, { kind, code, edition }: Service): unknown {
  const path = `metadata/${kind}/{serviceCode}/{serviceEditionCode}`;
  const route = routesOf(metadata).find((one) => one.path === path);
  const answer = route?.act({
    headers: { accept: 'application/hal+json' },
    query: '',
    given: new URLSearchParams(),
    shape,
    links,
    address,
    parts: { serviceCode: code, serviceEditionCode: String(edition) },
  } as unknown as Call) as { readonly body?: string } | undefined;
  return JSON.parse(answer?.body ?? '') as unknown;
}

const address = 'https://platform.example.test';
const shape = usualShape();
const links = createLinks(() => address);
const known = new WeakMap<Metadata, ReturnType<typeof metadataRoutes>>();
function routesOf(metadata: Metadata) {
  const routes = known.get(metadata) ?? metadataRoutes(metadata);
  known.set(metadata, routes);
  return routes;
}

const summaryOf = (one: ServiceDocument): ServiceSummary => ({
  ownerCode: one.ownerCode,
  ownerName: one.ownerName,
  name: one.name,
  code: one.code,
  edition: one.edition,
  kind: one.kind,
  type: one.type,
  validFrom: one.validFrom,
  validTo: one.validTo,
  restEnabled: one.restEnabled,
});

async function putLists(run: CopyRun, services: readonly ServiceSummary[]): Promise<void> {
  const codeLists = createCodeLists().all;
  for (const { name, version, codes } of codeLists) {
    const lines = codes.map(({ code, texts, value2 = '' }) => ({
      code,
      value1: texts[1],
      value2,
      value3: '',
    }));
    await run.put(codeListKey(name, version), { name, version, language: 1044, codes: lines });
  }
  const heads = codeLists.map(({ name, version }) => ({ name, version, language: 1044 }));
  const roles = roleDefinitions.map(({ id, type, code, name, description, parents, children }) => ({
    id,
    kind: type === 'External' ? 'external' : 'platform',
    type,
    code,
    name: name[1],
    description: description[1],
    parents,
    children,
  }));
  await run.put(LISTS.services, services, { count: services.length });
  await run.put(LISTS.codeLists, heads, { count: heads.length });
  await run.put(LISTS.roles, roles, { count: roles.length });
}
