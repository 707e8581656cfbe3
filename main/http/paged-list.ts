// Reads a list to its end by `$skip`, without doubles, and says what the platform held back (platform.md, Limits).
import type { z, completeness as shape, listProgress } from '../../preload/contract/schema.ts';
import { expandTemplate, fieldOf, readPages, readResource, variablesOf } from './hal.ts';
import { readersOf, type Names, type ResourceReader } from './reader.ts';

export type Completeness = z.infer<typeof shape>;
export type ListStep = z.infer<typeof listProgress>;

/** The part of an answer that a list is read from. */
interface Answer {
  readonly value: unknown;
  readonly headers: Readonly<Record<string, string>>;
}

export interface ListSource<T> {
  /** Asks for the items from `$skip` on; the query is empty for the first page. */
  readonly ask: (query: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The items of one answer; it throws for what is no list. */
  readonly read: (value: unknown) => readonly T[];
  /** What makes two items the same one. */
  readonly key: (item: T) => string;
  readonly report?: ((step: ListStep) => void) | undefined;
}

/** All items. Two calls at least: a short page is no proof of the end (platform.md, Lists). */
export async function readWholeList<T>(
  source: ListSource<T>,
): Promise<{ readonly items: T[]; readonly completeness: Completeness }> {
  let calls = 0;
  let items = 0;
  let limited = false;
  const page = async (skip: number): Promise<readonly T[]> => {
    const answer = await source.ask(skip === 0 ? {} : { $skip: String(skip) });
    const found = source.read(answer.value);
    calls += 1;
    items += found.length;
    limited ||= answer.headers['x-warning-limitreached'] !== undefined;
    source.report?.({ items, calls });
    return found;
  };
  const { items: all, complete } = await readPages(page, source.key);
  const because = limited ? 'limit' : complete ? null : 'endless';
  return { items: [...all], completeness: { complete: because === null, because, calls } };
}

/** One verdict over several lists: the first that is not complete tells why. */
export function together(parts: readonly Completeness[]): Completeness {
  const because = parts.find((part) => part.because !== null)?.because ?? null;
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  return { complete: because === null, because, calls };
}

/**
 * The items of a list answer, as `readersOf` of reader.ts, each of which has one of `fields` at least, be it null: what has
 * none is not understood. A list resource without items has nothing embedded in HAL XML and so looks like such an item.
 */
export function itemReaders(
  value: unknown,
  what: string,
  names: Names,
  fields: Names,
): readonly ResourceReader[] {
  if (isEmptyList(value, names, fields)) return [];
  const readers = readersOf(value, what, ...names);
  const odd = readers.find(({ resource }) => fieldOf(resource.state, ...fields) === undefined);
  if (odd !== undefined) throw odd.wrong(fields[0]);
  return readers;
}

function isEmptyList(value: unknown, names: Names, fields: Names): boolean {
  if (Array.isArray(value)) return false;
  const list = readResource(value);
  if (list === undefined || list.links.size === 0) return false;
  if (Object.keys(list.embedded).length > 0) return false;
  // Under any other name stands something we do not know: that is not empty.
  const isFlat = Object.values(list.state).every((one) => typeof one !== 'object' || one === null);
  return isFlat && fieldOf(list.state, ...names, ...fields) === undefined;
}

/** A link with a query: fills in its template, and adds what it does not say yet. Undefined values are left out. */
export function linkWith(
  href: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const inTemplate = new Set(variablesOf(href).map((name) => name.toLowerCase()));
  const [filled = ''] = expandTemplate(href, Object.fromEntries(given)).split('#', 1);
  const added = given
    .filter(([name]) => !inTemplate.has(name.toLowerCase()))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  if (added === '') return filled;
  return `${filled}${filled.includes('?') ? '&' : '?'}${added}`;
}
