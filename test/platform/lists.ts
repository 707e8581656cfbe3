// Pages of a list: `$skip` and `$top`, `$filter` and `$orderby`, continuation tokens, parameters given several times.
import type { Answer, Call } from './call.ts';
import { refusalWith } from './errors.ts';
import { filterOf, orderOf, QueryFault, type Lookup } from './message-query.ts';
import { listOf, represent, type Fields, type ListFacts, type Shown } from './representation.ts';
import type { Shape } from './shape.ts';
import { localTime, momentOf } from './timestamps.ts';

export interface ListRules {
  /** Most items of one answer: 50 as documented; other servers give all at once (platform.md, Lists). */
  pageSize: number;
}

/** A parameter that is a whole number; one that is none counts as not given. */
export function wholeOf(given: URLSearchParams, name: string): number | undefined {
  const text = given.get(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The part of a list that a query asks for. */
export function pageOf<T>(items: readonly T[], query: string, { pageSize }: ListRules): T[] {
  const given = new URLSearchParams(query);
  const from = wholeOf(given, '$skip') ?? 0;
  return items.slice(from, from + Math.min(wholeOf(given, '$top') ?? pageSize, pageSize));
}

/** The page of a list as a resource: `shown` makes an item of each that the page has. */
export const listed = <T>(
  call: Call,
  all: readonly T[],
  shown: (one: T, at: number) => object,
  {
    name,
    path,
    headers,
    ...facts
  }: Omit<ListFacts, 'self'> & Pick<Shown, 'name' | 'headers'> & { readonly path: string },
): Answer =>
  represent(
    call,
    listOf(pageOf(all, call.query, call.shape).map(shown), { ...facts, self: call.links.to(path) }),
    { name, ...(headers ? { headers } : {}) },
  );

/** Filtered and sorted by OData; what its parser cannot read is 400 with the parser's words. */
export function byOData<T>(
  call: Pick<Call, 'query'>,
  items: readonly T[],
  types: Readonly<Record<string, string>>,
  look: Lookup<T>,
): readonly T[] | Answer {
  const given = new URLSearchParams(call.query);
  const [filter, order] = [given.get('$filter'), given.get('$orderby')];
  try {
    const found = filter === null ? items : items.filter(filterOf(filter, types, look));
    return order === null ? found : found.toSorted(orderOf(order, types, look));
  } catch (error) {
    if (error instanceof QueryFault) return refusalWith(400, error.message);
    throw error;
  }
}

/** All values of a parameter that may come several times: `status=a&status=b`, or `status[0]=a` (section 5). */
export function repeatedOf(call: Pick<Call, 'query' | 'shape'>, name: string): readonly string[] {
  const notation = call.shape.repeatedParameters;
  return [...new URLSearchParams(call.query)].flatMap(([key, value]) => {
    const isPlain = key === name && notation !== 'indexed';
    const isIndexed = key.startsWith(`${name}[`) && /\[\d*\]$/.test(key) && notation !== 'plain';
    return isPlain || isIndexed ? [value] : [];
  });
}

/** What a continuation token points at: the last change, and which of those of the same moment. */
export interface Continued {
  readonly id: string;
  readonly changed: Date;
}

export interface ContinuedPage<T> {
  readonly items: readonly T[];
  /** Where the next page begins; undefined after the last one. */
  readonly next: string | undefined;
}

/** An id as a number: tokens end in digits. */
const numberOf = ({ id }: Pick<Continued, 'id'>): bigint => BigInt(`0x${id.replaceAll('-', '')}`);

/** `2026-03-02T10:15:07.123_7`, without a zone (section 8). */
export const continuationOf = (last: Continued, { zonelessTimes }: Shape): string =>
  `${localTime(last.changed, 3, zonelessTimes)}_${numberOf(last)}`;

/** Oldest change first, from behind the token of the query; `$skip` then loses items. Undefined for a token that is none. */
export function continuedPage<T extends Continued>(
  all: readonly T[],
  call: Pick<Call, 'query' | 'shape'>,
  most: number,
): ContinuedPage<T> | undefined {
  const given = new URLSearchParams(call.query);
  const token = given.get('continuation') ?? '';
  const sorted = all.toSorted(inOrder);
  const behind = token === '' ? sorted : itemsBehind(sorted, token, call.shape);
  if (!behind) return undefined;
  const from = wholeOf(given, '$skip') ?? 0;
  const to = from + Math.min(wholeOf(given, '$top') ?? most, most);
  const items = behind.slice(from, to);
  const last = items.at(-1);
  const isMore = to < behind.length || call.shape.lastPage === 'next';
  return { items, next: last && isMore ? continuationOf(last, call.shape) : undefined };
}

const inOrder = (a: Continued, b: Continued): number =>
  a.changed.getTime() - b.changed.getTime() || Number(numberOf(a) > numberOf(b)) * 2 - 1;

function itemsBehind<T extends Continued>(
  sorted: readonly T[],
  token: string,
  { zonelessTimes }: Shape,
): readonly T[] | undefined {
  const [, time = '', digits = ''] = /^([^_]+)_(\d+)$/.exec(token) ?? [];
  const at = momentOf(zonelessTimes === 'utc' ? `${time}Z` : time);
  if (at === undefined) return undefined;
  const number = BigInt(digits);
  return sorted.filter((one) => {
    const later = one.changed.getTime() - at;
    return later > 0 || (later === 0 && numberOf(one) > number);
  });
}

/** Where the next page is said to be: as a relation, as a field, or both (section 8). */
export function continuationFacts(
  { shape }: Pick<Call, 'shape'>,
  address: string,
  query: string,
  next: string | undefined,
): { more?: Fields; state?: Fields } {
  if (next === undefined) return {};
  const given = new URLSearchParams(query);
  for (const name of ['continuation', '$skip', 'ForceEIAuthentication']) given.delete(name);
  given.set('continuation', next);
  const href = `${address}?${given.toString()}`;
  return {
    ...(shape.continuationToken === 'field' ? {} : { more: { next: { href } } }),
    ...(shape.continuationToken === 'link' ? {} : { state: { continuationtoken: next } }),
  };
}
