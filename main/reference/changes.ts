// The differences between two copies, as a person would name them: added, changed and removed services, lists, roles.
import type { z } from '../../preload/contract/schema.ts';
import type { CodeListHead, OpenRole, ServiceSummary } from '../../preload/contract/metadata.ts';
import type { reference } from '../../preload/contract/reference.ts';
import type { Slices } from '../pauses.ts';
import { codeListKey, requirementsKey, serviceKey } from './keys.ts';
import { editionOf } from './plan.ts';

export type Changes = Omit<NonNullable<z.infer<typeof reference.changes.output>>, 'since' | 'at'>;
type ChangedService = Changes['services']['changed'][number];
type Part = NonNullable<ChangedService['parts']>[number];

/** The lists of a copy; undefined where the copy does not have one. */
export interface Listed {
  readonly services: readonly ServiceSummary[] | undefined;
  readonly codeLists: readonly CodeListHead[] | undefined;
  readonly roles: readonly OpenRole[] | undefined;
}

export interface ChangesInput {
  readonly before: Listed;
  readonly now: Listed;
  /** Keys of documents whose text differs; documents that are new are not among them. */
  readonly changed: Iterable<string>;
  readonly slices: Slices;
}

export async function changesBetween({
  before,
  now,
  changed,
  slices,
}: ChangesInput): Promise<Changes> {
  const documents = documentsOf(changed);
  const services = await difference(before.services, now.services, {
    key: ({ type, code, edition }) => `${type}/${editionOf(code, edition)}`,
    parts: (was, is) => partsOf(was, is, documents),
    slices,
  });
  const codeLists = await difference(before.codeLists, now.codeLists, {
    key: ({ name, version }) => codeListKey(name, version),
    parts: (_was, { name, version }) =>
      documents.keys.has(codeListKey(name, version)) ? ['service'] : [],
    slices,
  });
  const roles = await difference(before.roles, now.roles, {
    key: ({ id }) => String(id),
    parts: (was, is) => (isSame(was, is) ? [] : ['list']),
    slices,
  });
  return {
    services: {
      added: services.added.map(serviceName),
      removed: services.removed.map(serviceName),
      changed: services.changed.map(({ item, parts }) => ({ ...serviceName(item), parts })),
    },
    codeLists: named(codeLists, ({ name, version }) => ({ name, version })),
    roles: named(roles, ({ id, code, name }) => ({ id, code, name })),
  };
}

export const countOf = (changes: Changes): number =>
  Object.values(changes).reduce(
    (sum, { added, removed, changed }) => sum + added.length + removed.length + changed.length,
    0,
  );

interface Difference<T> {
  readonly added: readonly T[];
  readonly removed: readonly T[];
  readonly changed: readonly { readonly item: T; readonly parts: Part[] }[];
}

interface ListComparison<T> {
  readonly key: (item: T) => string;
  readonly parts: (was: T, is: T) => Part[];
  readonly slices: Slices;
}

/** No difference where one of the two lists is not known. */
async function difference<T>(
  before: readonly T[] | undefined,
  now: readonly T[] | undefined,
  { key, parts, slices }: ListComparison<T>,
): Promise<Difference<T>> {
  const added: T[] = [];
  const changed: { item: T; parts: Part[] }[] = [];
  if (before === undefined || now === undefined) return { added, removed: [], changed };
  const left = new Map<string, T>();
  for (const one of before) {
    left.set(key(one), one);
    if (slices.isDue()) await slices.pause();
  }
  for (const item of now) {
    const was = left.get(key(item));
    left.delete(key(item));
    const found = was === undefined ? [] : parts(was, item);
    if (was === undefined) added.push(item);
    else if (found.length > 0) changed.push({ item, parts: found });
    if (slices.isDue()) await slices.pause();
  }
  return { added, removed: [...left.values()], changed };
}

interface Documents {
  readonly keys: ReadonlySet<string>;
  /** Services with a changed schema, by `editionOf`. */
  readonly schemas: ReadonlySet<string>;
}

function documentsOf(changed: Iterable<string>): Documents {
  const keys = new Set(changed);
  const schemas = [...keys].filter((key) => key.startsWith('schema/'));
  return { keys, schemas: new Set(schemas.map((key) => key.split('/').slice(1, 3).join('/'))) };
}

function partsOf(was: ServiceSummary, is: ServiceSummary, { keys, schemas }: Documents): Part[] {
  const { kind, code, edition } = is;
  const parts: Part[] = isSame(was, is) ? [] : ['list'];
  if (kind === null) return parts;
  if (keys.has(serviceKey(kind, code, edition))) parts.push('service');
  if (schemas.has(editionOf(code, edition))) parts.push('schema');
  if (keys.has(requirementsKey(code, edition))) parts.push('role-requirements');
  return parts;
}

const isSame = (was: object, is: object): boolean => JSON.stringify(was) === JSON.stringify(is);

const serviceName = ({ kind, type, code, edition, name }: ServiceSummary) => ({
  kind,
  type,
  code,
  edition,
  name,
});

const named = <T, N>({ added, removed, changed }: Difference<T>, name: (item: T) => N) => ({
  added: added.map(name),
  removed: removed.map(name),
  changed: changed.map(({ item }) => name(item)),
});
