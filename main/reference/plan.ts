// Plans a synchronisation: the documents that the lists require, and those of an older copy that are still valid.
import {
  type CodeListHead,
  codeListName,
  dataFormat,
  type Service,
  serviceCode,
  type ServiceKind,
  type ServiceSummary,
} from '../../preload/contract/metadata.ts';
import { eachInSlices } from '../pauses.ts';
import type { Scope } from '../../preload/contract/reference.ts';
import type { FormRef } from './metadata/schemas.ts';
import type { ServiceRef } from './metadata/services.ts';
import { codeListKey, LISTS, requirementsKey, schemaKey, serviceKey } from './keys.ts';

interface HasKey {
  /** Key of the document in the copy. */
  readonly key: string;
}
export type Task = HasKey &
  (
    | { readonly area: 'services'; readonly service: ServiceRef }
    | { readonly area: 'role-requirements'; readonly service: ServiceRef }
    | { readonly area: 'schemas'; readonly form: FormRef; readonly document: unknown }
    | { readonly area: 'code-lists'; readonly list: Pick<CodeListHead, 'name' | 'version'> }
  );

/** Undefined for a list that could not be loaded. */
export interface Lists {
  readonly services: readonly ServiceSummary[] | undefined;
  readonly codeLists: readonly CodeListHead[] | undefined;
}

export const MOST_SERVICES = 20_000;
export const MOST_CODE_LISTS = 1_000;

type Listed = ServiceSummary & { readonly kind: ServiceKind };

/** Services of a kind without a path, or with a code that no path can hold, have no document. */
const canBeLoaded = (one: ServiceSummary): one is Listed =>
  one.kind !== null && serviceCode.safeParse(one.code).success && one.edition >= 0;

const hasValidName = ({ name, version }: CodeListHead) =>
  codeListName.safeParse(name).success && version >= 0;

/** In the order of loading; schemas are added while services are loaded. */
export async function planTasks(
  scope: Scope,
  { services = [], codeLists = [] }: Lists,
): Promise<Task[]> {
  if (scope.what === 'list') return [];
  const tasks = new Map<string, Task>();
  for (const one of codeLists.filter(hasValidName)) tasks.set(...codeListTask(one));
  const isWanted = isInScope(scope);
  const add = (one: ServiceSummary) => {
    if (!canBeLoaded(one) || !isWanted(one)) return;
    for (const [key, task] of serviceTasks(one)) tasks.set(key, task);
  };
  await eachInSlices(services, add);
  return [...tasks.values()];
}

const isInScope =
  (scope: Scope) =>
  ({ ownerCode }: ServiceSummary) =>
    scope.what !== 'owner' || ownerCode === scope.owner;

function codeListTask({ name, version }: CodeListHead): [string, Task] {
  const key = codeListKey(name, version);
  return [key, { key, area: 'code-lists', list: { name, version } }];
}

/** The service first, since its schemas are planned from it; then its role requirements. */
function serviceTasks({ kind, code, edition }: Listed): [string, Task][] {
  const service = { kind, code, edition };
  const keys = [serviceKey(kind, code, edition), requirementsKey(code, edition)] as const;
  return [
    [keys[0], { key: keys[0], area: 'services', service }],
    [keys[1], { key: keys[1], area: 'role-requirements', service }],
  ];
}

/** The schemas of a service's forms, each once. */
export function schemasOf({ kind, code, edition }: ServiceRef, forms: Service['forms']) {
  if (kind !== 'formtask') return [];
  const asked = forms
    .filter((one) => dataFormat.dataFormatId.safeParse(one.dataFormatId).success)
    .filter((one) => dataFormat.dataFormatVersion.safeParse(one.dataFormatVersion).success)
    .map(({ dataFormatId, dataFormatVersion }): [string, FormRef] => [
      schemaKey(code, edition, dataFormatId, dataFormatVersion),
      { code, edition, dataFormatId, dataFormatVersion },
    ]);
  return [...new Map(asked)].map(([key, form]) => ({ key, form }));
}

/**
 * Whether the new copy keeps a document of the old one: it belongs to an item of a list, or its list could not be loaded.
 * `schemas` has the keys of the schemas of each service whose forms were read, by `editionOf`.
 */
export async function isRetained(
  { services, codeLists }: Lists,
  schemas: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<(key: string) => boolean> {
  const named = new Set<string>(Object.values(LISTS));
  const editions = new Set<string>();
  const add = ({ kind, code, edition }: ServiceSummary) => {
    editions.add(editionOf(code, edition));
    named.add(requirementsKey(code, edition));
    if (kind !== null) named.add(serviceKey(kind, code, edition));
  };
  await eachInSlices(services ?? [], add);
  for (const { name, version } of codeLists ?? []) named.add(codeListKey(name, version));
  return (key) => {
    if (named.has(key)) return true;
    const [kind = '', ...parts] = key.split('/');
    if (kind === 'code-list') return codeLists === undefined;
    if (services === undefined) return true;
    if (kind !== 'schema') return false;
    const edition = parts.slice(0, 2).join('/');
    return schemas.get(edition)?.has(key) ?? editions.has(edition);
  };
}

/** The part of a schema's key that names its service. */
export const editionOf = (code: string, edition: number) =>
  `${encodeURIComponent(code)}/${String(edition)}`;
