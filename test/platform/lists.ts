// Pages of a list: `$skip` and `$top`, `$filter` and `$orderby`, continuation tokens, parameters given several times.
import type { Call } from './call.ts';
import { filterOf, orderOf, type Lookup } from './message-query.ts';
import type { ListFacts } from './representation.ts';
import type { Shape } from './shape.ts';
import { localTime, momentOf } from './timestamps.ts';

/** A parameter that is a whole number; one that is none counts as not given. */
export function wholeOf(given: URLSearchParams, name: string): number | undefined {
  const text = given.get(name) ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** The part of a list that a query asks for: most of one answer are 50 as documented, or others (platform.md, Lists). */
export function pageOf<T>(
  items: readonly T[],
  { given, shape }: Pick<Call, 'given' | 'shape'>,
): T[] {
  const { pageSize } = shape;
  const from = wholeOf(given, '$skip') ?? 0;
  return items.slice(from, from + Math.min(wholeOf(given, '$top') ?? pageSize, pageSize));
}

export interface ListingFacts extends Omit<ListFacts, 'self' | 'relation'> {
  /** The path of the call when left out. */
  readonly self?: string;
  /** A bare array to HAL callers too, whatever the row says. */
  readonly bare?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Of an act: the items of a list, of which the door makes an answer in the form of the row. */
export class Listing {
  constructor(
    readonly page: (call: Call) => readonly unknown[],
    readonly facts: ListingFacts,
  ) {}
}

/** The page that is asked for: `shown` makes an item of each that it has. */
export const listed = <T>(
  all: readonly T[],
  shown: (one: T, at: number) => unknown = (one) => one,
  facts: ListingFacts = {},
): Listing => new Listing((call) => pageOf(all, call).map(shown), facts);

/** Not by `$skip` and `$top`. */
export const wholeList = (items: readonly unknown[], facts: ListingFacts = {}): Listing =>
  new Listing(() => items, facts);

/** Filtered and sorted by OData; what its parser cannot read is 400 with the parser's words. */
export function byOData<T>(
  { given }: Pick<Call, 'given'>,
  items: readonly T[],
  types: Readonly<Record<string, string>>,
  look: Lookup<T>,
): readonly T[] {
  const [filter, order] = [given.get('$filter'), given.get('$orderby')];
  const found = filter === null ? items : items.filter(filterOf(filter, types, look));
  return order === null ? found : found.toSorted(orderOf(order, types, look));
}

/** All values of a parameter that may come several times: `status=a&status=b`, or `status[0]=a` (section 5). */
export function repeatedOf(
  { given, shape }: Pick<Call, 'given' | 'shape'>,
  name: string,
): readonly string[] {
  const notation = shape.repeatedParameters;
  return [...given].flatMap(([key, value]) => {
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
  { given, shape }: Pick<Call, 'given' | 'shape'>,
  most: number,
): ContinuedPage<T> | undefined {
  const token = given.get('continuation') ?? '';
  const sorted = all.toSorted(inOrder);
  const behind = token === '' ? sorted : itemsBehind(sorted, token, shape);
  if (!behind) return undefined;
  const from = wholeOf(given, '$skip') ?? 0;
  const to = from + Math.min(wholeOf(given, '$top') ?? most, most);
  const items = behind.slice(from, to);
  const last = items.at(-1);
  const isMore = to < behind.length || shape.lastPage === 'next';
  return { items, next: last && isMore ? continuationOf(last, shape) : undefined };
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
  { shape, path, given }: Pick<Call, 'shape' | 'path' | 'given'>,
  next: string | undefined,
): Pick<ListingFacts, 'more' | 'state'> {
  if (next === undefined) return {};
  const query = new URLSearchParams(given);
  for (const name of ['continuation', '$skip', 'ForceEIAuthentication']) query.delete(name);
  query.set('continuation', next);
  return {
    ...(shape.continuationToken === 'field' ? {} : { more: { next: `${path}?${query}` } }),
    ...(shape.continuationToken === 'link' ? {} : { state: { continuationtoken: next } }),
  };
}
