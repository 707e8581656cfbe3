// The list of services held in memory: searched, looked up by code, and counted by owner.
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import { type Completeness, WholeList } from '../http/complete-list.ts';
import {
  listFacts,
  requirementFacts,
  requirementsKey,
  type ServiceFacts,
  serviceFacts,
  serviceKey,
} from './keys.ts';
import type { OfflineCopy } from '../storage/offline-copy.ts';
import { eachInSlices } from '../pauses.ts';
import { createSearch, type Search } from './search.ts';
import type { SearchIndex } from './search-index.ts';

export interface Catalogue extends Search {
  /** In the platform's order. */
  readonly listed: readonly ServiceSummary[];
  readonly completeness: Completeness;
  /** When the list was loaded. */
  readonly fetched: string;
  /** One edition; the form task where two kinds have the same code and edition. */
  named(code: string, edition: number): ServiceSummary | undefined;
  /** By name. */
  owners(): Owner[];
}

export interface Owner {
  readonly code: string;
  readonly name: string;
  readonly services: number;
  readonly keptServices: number;
}

/** The entries of a copy: facts of each document, without reading it. */
export type CopyEntries = Pick<OfflineCopy, 'entry' | 'has' | 'facts'>;

/** A list of the copy, with its completeness from its stored facts; no call was made. */
export function keptList<T>(known: CopyEntries, key: string, items: readonly T[]): WholeList<T> {
  const facts = listFacts.safeParse(known.facts(key)).data;
  const because = facts?.heldBack ?? (facts?.cut === true ? 'asked' : null);
  return new WholeList({ items, completeness: { complete: because === null, because, calls: 0 } });
}

export const isKept = (known: CopyEntries, { kind, code, edition }: ServiceSummary): boolean =>
  kind !== null && known.has(serviceKey(kind, code, edition));

/** Undefined where the copy does not have the service. */
export const serviceFactsOf =
  (known: CopyEntries) =>
  ({ kind, code, edition }: ServiceSummary): ServiceFacts | undefined => {
    if (kind === null) return undefined;
    const facts = known.facts(serviceKey(kind, code, edition));
    if (facts === undefined) return undefined;
    // Facts stored by another version of the program: only that the service is in the copy is known.
    return serviceFacts.safeParse(facts).data ?? NOTHING;
  };
const NOTHING: ServiceFacts = { restEnabled: null, enterpriseUserEnabled: null, forms: [] };

/** Roles and what they may do with a service; undefined where the copy does not have its role requirements. */
export function requirementsOf(known: CopyEntries, { code, edition }: ServiceSummary) {
  const facts = known.facts(requirementsKey(code, edition));
  return facts === undefined ? undefined : requirementFacts.safeParse(facts).data;
}

export interface CatalogueSource {
  readonly list: WholeList<ServiceSummary>;
  readonly fetched: string;
  readonly known: CopyEntries;
  /** Of the services of this list. */
  readonly index: SearchIndex;
}

/** Equal texts of services that were just read become one string in memory. */
export async function shareTexts(services: readonly ServiceSummary[]): Promise<void> {
  const texts = new Map<string, string>();
  const share = <T extends string | null>(text: T): T => {
    if (text === null) return text;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return (known ?? text) as T;
  };
  await eachInSlices(services, (one) => {
    one.ownerCode = share(one.ownerCode);
    one.ownerName = share(one.ownerName);
    one.validFrom = share(one.validFrom);
    one.validTo = share(one.validTo);
    one.type = share(one.type);
  });
}

export function createCatalogue({ list, fetched, known, index }: CatalogueSource): Catalogue {
  const { items: listed, completeness } = list.shown();
  const search = createSearch(index, serviceFactsOf(known));
  let editions: ReadonlyMap<string, ServiceSummary> | undefined;
  const editionIndex = () =>
    (editions ??= new Map(search.services.toSorted(formTasksLast).map(byName)));
  return {
    ...search,
    listed,
    completeness,
    fetched,
    named: (code, edition) => editionIndex().get(nameOf(code, edition)),
    owners: () => ownersOf(search.services, known),
  };
}

const nameOf = (code: string, edition: number) => `${code}/${String(edition)}`;
const byName = (one: ServiceSummary) => [nameOf(one.code, one.edition), one] as const;
/** A Map keeps the last value of a key, so form tasks win. */
const formTasksLast = (a: ServiceSummary, b: ServiceSummary) =>
  Number(a.kind === 'formtask') - Number(b.kind === 'formtask');

/** Where an owner's name has several spellings, the one that most services use. */
function ownersOf(services: readonly ServiceSummary[], known: CopyEntries): Owner[] {
  const all = new Map<string, { names: Map<string, number>; services: number; kept: number }>();
  for (const service of services) {
    const { ownerCode: code, ownerName: name } = service;
    const one = all.get(code) ?? { names: new Map<string, number>(), services: 0, kept: 0 };
    one.names.set(name, (one.names.get(name) ?? 0) + 1);
    one.services += 1;
    one.kept += Number(isKept(known, service));
    all.set(code, one);
  }
  const { compare } = new Intl.Collator('nb', { numeric: true });
  return [...all]
    .map(([code, one]) => ({
      code,
      services: one.services,
      keptServices: one.kept,
      name: [...one.names].sort((a, b) => b[1] - a[1])[0]?.[0] ?? '',
    }))
    .sort((a, b) => compare(a.name, b.name) || compare(a.code, b.code));
}
