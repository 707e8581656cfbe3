// Reads lists to their end: pages by `$skip`, without doubles, past the platform's data-layer limit.
import type { z, completeness as shape, listProgress } from '../../preload/contract/schema.ts';
import { eachInSlices } from '../pauses.ts';
import { incompleteList } from '../problems.ts';
import { fieldOf, readResource } from './hal.ts';
import { readersOf, type Names, type ResourceReader } from './reader.ts';

export type Completeness = z.infer<typeof shape>;
export type ListStep = z.infer<typeof listProgress>;

export interface Page<T> {
  readonly items: readonly T[];
  /** Whether the answer carried the warning of `isLimited`. */
  readonly limited: boolean;
}

type Headers = Readonly<Record<string, string>>;

/** The platform fetched no more than its data layer gives: there may be more, whatever the pages say. Its value is undefined. */
export const isLimited = ({ headers }: { readonly headers: Headers }): boolean =>
  headers['x-warning-limitreached'] !== undefined;

/** Where Steward gives up a list that goes on bringing more: our own limit, which is never said to be the platform's. */
const MOST_PAGES = 2000;

interface Pages {
  readonly limited: boolean;
  /** False when it was given up: at the warning, where that is `heeded`, or after too many pages (PAR-16). */
  readonly ended: boolean;
}

/**
 * All pages of a list: a full page is no proof of more, a short one none of the end, so only one that brings nothing new is
 * the end. `page` is given how many came before.
 */
async function readPages<T>(
  page: (skip: number) => Promise<Page<T>>,
  key: (item: T) => string,
  { heeded = false, most = Infinity }: { readonly heeded?: boolean; readonly most?: number } = {},
): Promise<Pages> {
  const known = new Set<string>();
  let limited = false;
  let skip = 0;
  for (let count = 0; count < most; count++) {
    const found = await page(skip);
    limited ||= found.limited;
    const before = known.size;
    await eachInSlices(found.items, (item) => void known.add(key(item)));
    if (limited && heeded) break;
    if (known.size === before) return { limited, ended: true };
    skip += found.items.length;
  }
  return { limited, ended: false };
}

/** One list may have 20 000 items. */
const addNew = <T>(all: Map<string, T>, items: readonly T[], key: (item: T) => string) =>
  eachInSlices(items, (item) => {
    const its = key(item);
    if (!all.has(its)) all.set(its, item);
  });

/** The part of an answer that a list is read from. */
interface Answer {
  readonly value: unknown;
  readonly headers: Headers;
}

export interface WholeListSource<T> {
  /** Asks for the items from `$skip` on; the query is empty for the first page. */
  readonly load: (query: Readonly<Record<string, string>>) => Promise<Answer>;
  /** The items of one answer; it throws for what is no list. */
  readonly read: (value: unknown) => readonly T[] | Promise<readonly T[]>;
  /** What makes two items the same one. */
  readonly key: (item: T) => string;
  readonly report?: ((step: ListStep) => void) | undefined;
  /**
   * For a list that comes all at once: one item more is asked for behind the last, since only a platform that pages has
   * one. Then pages of this size are read.
   */
  readonly atOnce?: { readonly pageSize: number; readonly mostPages: number };
}

/** A list with what it says of itself, as it crosses the border. */
export interface ShownList<T> {
  readonly items: T[];
  readonly completeness: Completeness;
}

/** What was read of a list. Its items come out with a word on whether they are all, so that a part is never taken for the whole (LIM-02). */
export class WholeList<T> {
  readonly #items: readonly T[];
  readonly #completeness: Completeness;

  constructor({
    items,
    completeness,
  }: {
    readonly items: readonly T[];
    readonly completeness: Completeness;
  }) {
    this.#items = items;
    this.#completeness = completeness;
  }

  /** For what decides, proves or changes. Problem refused{incomplete-list} of a list that was cut. */
  whole(): T[] {
    if (!this.#completeness.complete) throw incompleteList();
    return [...this.#items];
  }

  /** The same for who goes on without it: undefined of a list that was cut. */
  ifWhole(): T[] | undefined {
    return this.#completeness.complete ? this.whole() : undefined;
  }

  /** For what shows, copies or exports, and says with it whether it is all. */
  shown(): ShownList<T> {
    return { items: [...this.#items], completeness: this.#completeness };
  }

  /** What is in a cut list is there; that something is not there, only a whole one says: as `whole`. */
  find(fits: (item: T) => boolean): T | undefined {
    return this.#items.find(fits) ?? this.whole().find(fits);
  }

  filter(fits: (item: T) => boolean): WholeList<T> {
    return new WholeList({ items: this.#items.filter(fits), completeness: this.#completeness });
  }

  map<R>(turn: (item: T) => R): WholeList<R> {
    const items = this.#items.map((item) => turn(item));
    return new WholeList({ items, completeness: this.#completeness });
  }
}

/** All items. Two calls at least, unless the first answer is empty: a short page is no proof of the end. */
export async function readWholeList<T>(source: WholeListSource<T>): Promise<WholeList<T>> {
  const { load, read, key, report, atOnce } = source;
  let calls = 0;
  let items = 0;
  /** Each once, in the order in which they came. */
  const all = new Map<string, T>();
  const readPage = async (skip: number, top?: number): Promise<Page<T>> => {
    const answer = await load({
      ...(skip > 0 && { $skip: String(skip) }),
      ...(top !== undefined && { $top: String(top) }),
    });
    const found = await read(answer.value);
    calls += 1;
    items += found.length;
    await addNew(all, found, key);
    report?.({ items, calls });
    return { items: found, limited: isLimited(answer) };
  };
  const known = new Set<string>();
  const takeMore = async (skip: number): Promise<Page<T>> => {
    const one = skip === 0 ? undefined : await readPage(skip, 1);
    const page =
      one?.items.every((item) => known.has(key(item))) === true
        ? one
        : await readPage(skip, skip === 0 ? undefined : atOnce?.pageSize);
    await eachInSlices(page.items, (item) => void known.add(key(item)));
    return page;
  };
  const pages = atOnce
    ? await readPages(takeMore, key, { most: atOnce.mostPages + 1 })
    : await readPages(readPage, key, { most: MOST_PAGES });
  const because = pages.limited ? 'limit' : pages.ended ? null : 'endless';
  return listOf([...all.values()], because, calls);
}

const listOf = <T>(
  items: readonly T[],
  because: Completeness['because'],
  calls: number,
): WholeList<T> =>
  new WholeList({ items, completeness: { complete: because === null, because, calls } });

export interface ContinuedListSource<T> extends Omit<WholeListSource<T>, 'load' | 'atOnce'> {
  /** Asks for what lies behind a token, or from `$skip` on; never for both, which loses items (platform.md, Limits). */
  readonly load: (query: {
    readonly continuation?: string;
    readonly $skip?: string;
  }) => Promise<Answer>;
}

/**
 * All items of a list that says where its next page begins: by a link or by a token. One that never says so is read by `$skip`. What says that
 * there is more, and not where, is not complete.
 */
export async function readContinuedList<T>(source: ContinuedListSource<T>): Promise<WholeList<T>> {
  const { load, read, key, report } = source;
  const found = new Map<string, T>();
  let calls = 0;
  let token: string | undefined;
  let hasTokens = false;
  let isOpen = false;
  const { limited, ended } = await readPages<T>(
    async (skip) => {
      if (hasTokens && token === undefined) return { items: [], limited: false };
      const answer = await load({
        ...(token !== undefined && { continuation: token }),
        ...(token === undefined && skip > 0 && { $skip: String(skip) }),
      });
      const items = await read(answer.value);
      calls += 1;
      await addNew(found, items, key);
      report?.({ items: found.size, calls });
      const next = nextOf(answer.value);
      token = next.token;
      hasTokens ||= token !== undefined;
      isOpen = next.isOpen;
      return { items, limited: isLimited(answer) };
    },
    key,
    { most: MOST_PAGES },
  );
  const because = limited || isOpen ? 'limit' : ended ? null : 'endless';
  return listOf([...found.values()], because, calls);
}

/** `isOpen`: there is a next page, and nothing tells how it is asked for. */
function nextOf(value: unknown): { readonly token: string | undefined; readonly isOpen: boolean } {
  const list = Array.isArray(value) ? undefined : readResource(value);
  const field = list && fieldOf(list.state, 'continuationtoken', 'continuation');
  const [link] = list?.links.get('next') ?? [];
  const said = typeof field === 'string' && field !== '' ? field : continuationIn(link?.href);
  return { token: said, isOpen: said === undefined && link !== undefined };
}

function continuationIn(href: string | undefined): string | undefined {
  const [, query = ''] = (href ?? '').split('?');
  return new URLSearchParams(query).get('continuation') ?? undefined;
}

/** One verdict over several lists: the first that is not complete tells why. */
export function together(parts: readonly Completeness[]): Completeness {
  const because = parts.find((part) => part.because !== null)?.because ?? null;
  const calls = parts.reduce((sum, part) => sum + part.calls, 0);
  return { complete: because === null, because, calls };
}

/**
 * The items of a list answer in any of the four media types, each of which has one of `fields` at least, be it null: what has none is not
 * understood. An empty list is `[]` in JSON, `''` in plain XML, and in HAL a resource with links and nothing in it: HAL XML has no
 * element that says so, and releases add fields of their own.
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

/** Bounds as the platform compares them: exclusive, in whole seconds of wall time (platform-time.ts); null for none. */
export interface Asked {
  readonly skip: number;
  readonly after: number | null;
  readonly before: number | null;
}

export interface TimedListSource<T> {
  /** One page of what is wanted. */
  page(asked: Asked): Promise<Page<T>>;
  /**
   * One page of all there is, without a filter, last changed first: only looked at to guess where to cut. Nothing of the
   * result rests on its order.
   */
  probe(asked: Asked): Promise<Page<T>>;
  key(item: T): string;
  /** When it was last changed, as wall time in milliseconds; null when nobody knows. */
  timeOf(item: T): number | null;
}

export interface ListAsked<T> {
  /** Both included; null for none. */
  readonly from: number | null;
  readonly to: number | null;
  /** The present, as wall time. */
  readonly now: number;
  readonly report?: (step: ListStep) => void;
  /** Is given each item once, as they come: nothing but their keys is held then, and the list in the end has no items. */
  readonly take?: ((items: readonly T[]) => void) | undefined;
}

const SECOND = 1000;
/** Half a million messages in pages of 50. */
const MOST_CALLS = 10_000;
const PAGE = 50;
const DAY = 24 * 3_600_000;
/** Of the known limit: room for the seconds that two parts share. */
const ROOM = 0.95;

/** Thrown inside only. */
class TooManyCalls extends Error {}

interface Interval {
  readonly from: number | null;
  readonly to: number | null;
}

/**
 * Without the warning one reading is all. With it the platform's limit, which it does not tell, is found out by looking
 * at pages far down (`$skip`); then the newest part of just under that many is cut off, read, and so on into the past. A
 * part that carries the warning all the same is cut smaller, until it is a second and its overlap. Parts overlap by a second on
 * each side, since an item on a bound may be left out, and doubles are removed (platform.md, Limits). Rejects as `page` does. It is cut by
 * `limit` where there are more within two seconds than the platform gives, `endless` after more calls than Steward makes.
 */
export async function readCompleteList<T>(
  source: TimedListSource<T>,
  { from, to, now, report, take }: ListAsked<T>,
): Promise<WholeList<T>> {
  const known = new Set<string>();
  const items: T[] = [];
  const takeNow = take ?? ((some: readonly T[]) => void items.push(...some));
  let calls = 0;
  let limited = false;
  const counted =
    (load: TimedListSource<T>['page']) =>
    async (interval: Interval, skip: number): Promise<Page<T>> => {
      if (calls >= MOST_CALLS) throw new TooManyCalls();
      calls += 1;
      const page = await load({ skip, ...boundsOf(interval) });
      report?.({ items: known.size, calls });
      return page;
    };
  const reading: Reading<T> = {
    page: counted(async (asked) => {
      const page = await source.page(asked);
      const fresh = page.items.filter((item) => {
        const isNew = !known.has(source.key(item));
        known.add(source.key(item));
        return isNew && isWithin(source.timeOf(item), { from, to });
      });
      if (fresh.length > 0) takeNow(fresh);
      return page;
    }),
    probe: counted((asked) => source.probe(asked)),
    timeOf: (item) => source.timeOf(item),
    key: (item) => source.key(item),
    givenUp: () => (limited = true),
  };
  const result = (because: Completeness['because']) => listOf(items, because, calls);
  try {
    const whole = { from, to };
    if (!(await readPart(reading, whole))) await readInParts(reading, whole, now);
    return result(limited ? 'limit' : null);
  } catch (error) {
    if (error instanceof TooManyCalls) return result('endless');
    throw error;
  }
}

interface Reading<T> {
  page(interval: Interval, skip: number): Promise<Page<T>>;
  probe(interval: Interval, skip: number): Promise<Page<T>>;
  timeOf(item: T): number | null;
  key(item: T): string;
  /** An interval that cannot be cut smaller is not whole. */
  givenUp(): void;
}

/** Overlapping its neighbours by a second: an item on a bound may be left out. */
const boundsOf = ({ from, to }: Interval): Omit<Asked, 'skip'> => ({
  after: from === null ? null : from - SECOND,
  before: to === null ? null : to + SECOND,
});

/** What cannot be placed is kept. */
const isWithin = (time: number | null, { from, to }: Interval) =>
  time === null || ((from === null || time >= from) && (to === null || time < to + SECOND));

/** All pages of an interval; false as soon as one carries the warning. */
const readPart = async <T>(reading: Reading<T>, interval: Interval): Promise<boolean> =>
  (await pagesOf(reading, interval, true)).ended;

const pagesOf = <T>(reading: Reading<T>, interval: Interval, heeded: boolean) =>
  readPages(
    (skip) => reading.page(interval, skip),
    (item) => reading.key(item),
    { heeded },
  );

/** From the newest into the past. `rest` carries the warning. */
async function readInParts<T>(reading: Reading<T>, rest: Interval, now: number): Promise<void> {
  const limit = await findLimit(reading, rest);
  let target = targetFor(limit);
  for (let { to } = rest; ;) {
    const open = { from: rest.from, to };
    const { cut, whole } = await findCut(reading, open, target);
    if (whole && (await readPart(reading, open))) return;
    const bounds = { cut: whole ? null : cut, now };
    const { begin, tooMany, givenUp } = await readNewest(reading, open, bounds);
    if (givenUp !== null) {
      reading.givenUp();
      // A warning of a second that holds far less than the limit warns of nothing, and cutting is of no use.
      const { items } = await reading.probe(givenUp, Math.floor(limit / 2));
      const meansIt = items.length > 0;
      await pagesOf(reading, meansIt ? givenUp : rest, false);
      if (!meansIt) return;
    }
    if (tooMany) target = Math.max(PAGE, Math.floor(target * 0.9));
    if (rest.from !== null && begin <= rest.from) return;
    to = begin;
  }
}

/** Just under a number of whole pages, so that the doubles at the bounds do not open another one. */
const targetFor = (limit: number) =>
  Math.max(PAGE, Math.floor((limit * ROOM) / PAGE) * PAGE - PAGE / 5);

/**
 * How many the platform gives of a list that carries the warning, to about a tenth and never more than it gives: four
 * times as far down each time, then halfway between.
 */
async function findLimit<T>(reading: Reading<T>, list: Interval): Promise<number> {
  let given = PAGE;
  let empty = Infinity;
  while (empty > given * 1.1 && empty - given > PAGE) {
    const middle = empty === Infinity ? given * 4 : (given + empty) / 2;
    const skip = Math.ceil(middle / PAGE) * PAGE;
    const { items } = await reading.probe(list, skip);
    if (items.length > 0) given = skip + items.length;
    else empty = skip;
  }
  return given;
}

interface Cut {
  /** Where the newest part begins; null where the probe says nothing. */
  readonly cut: number | null;
  /** The list carries no warning any more. */
  readonly whole: boolean;
}

/** The second in which the item `target` places down was changed: the oldest of the page that ends there. */
async function findCut<T>(reading: Reading<T>, list: Interval, target: number): Promise<Cut> {
  const { items, limited } = await reading.probe(list, target - PAGE);
  const times = items.flatMap((item) => reading.timeOf(item) ?? []);
  return { cut: times.length === 0 ? null : secondOf(Math.min(...times)), whole: !limited };
}

const secondOf = (time: number) => Math.floor(time / SECOND) * SECOND;

/**
 * Reads the newest part of `open`, from `cut` on, cut smaller while it carries the warning. What is older than `begin` is
 * left to read; it is always older than before. `givenUp` is a part that cannot be cut smaller.
 */
async function readNewest<T>(
  reading: Reading<T>,
  open: Interval,
  { cut, now }: { readonly cut: number | null; readonly now: number },
): Promise<{
  readonly begin: number;
  readonly tooMany: boolean;
  readonly givenUp: Interval | null;
}> {
  const end = open.to ?? Math.max(now, cut ?? 0) + DAY;
  const first = open.from ?? -Infinity;
  let from = Math.min(Math.max(cut ?? halfway(open.from, end), first), end);
  for (let tooMany = false; ; tooMany = true) {
    const part = { from, to: open.to };
    const begin = open.to === null ? from : Math.min(from, open.to - SECOND);
    if (await readPart(reading, part)) return { begin, tooMany, givenUp: null };
    if (from >= end) return { begin, tooMany, givenUp: part };
    from = secondOf((from + end + SECOND) / 2);
  }
}

/** Where no probe helps: the middle of what is left, or a year back. */
const halfway = (from: number | null, end: number) =>
  secondOf(from === null ? end - 365 * DAY : (from + end) / 2);
