// Reads a whole list past the platform's data-layer limit: intervals of time small enough that no answer carries the warning.

/** Bounds as the platform compares them: exclusive, in whole seconds of wall time (platform-time.ts); null for none. */
export interface Asked {
  readonly skip: number;
  readonly after: number | null;
  readonly before: number | null;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Whether the answer carried `X-Warning-LimitReached` (platform.md, Limits). */
  readonly limited: boolean;
}

export interface ListSource<T> {
  /** One page of what is wanted. */
  page(asked: Asked): Promise<Page<T>>;
  /**
   * One page of all there is, without a filter, last changed first: only looked at to guess where to cut. Nothing of the
   * result rests on its order.
   */
  probe(asked: Asked): Promise<Page<T>>;
  id(item: T): string;
  /** When it was last changed, as wall time in milliseconds; null when nobody knows. */
  at(item: T): number | null;
}

export interface ListAsked {
  /** Both included; null for none. */
  readonly from: number | null;
  readonly to: number | null;
  /** The present, as wall time. */
  readonly now: number;
  readonly report?: (step: { readonly items: number; readonly calls: number }) => void;
}

export interface CompleteList<T> {
  /** Each once, in the order in which they came. */
  readonly items: readonly T[];
  readonly complete: boolean;
  /** `limit`: more messages within two seconds than the platform gives; `endless`: more calls than are bearable. */
  readonly because: 'limit' | 'endless' | null;
  readonly calls: number;
}

const SECOND = 1000;
const MOST_CALLS = 2000;
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
 * each side, since an item on a bound may be left out, and doubles are removed (platform.md, Limits). Rejects as `page` does.
 */
export async function readCompleteList<T>(
  source: ListSource<T>,
  { from, to, now, report }: ListAsked,
): Promise<CompleteList<T>> {
  const found = new Map<string, T>();
  let calls = 0;
  let limited = false;
  const counted =
    (ask: ListSource<T>['page']) =>
    async (interval: Interval, skip: number): Promise<Page<T>> => {
      if (calls >= MOST_CALLS) throw new TooManyCalls();
      calls += 1;
      const page = await ask({ skip, ...boundsOf(interval) });
      report?.({ items: found.size, calls });
      return page;
    };
  const reading: Reading<T> = {
    page: counted((asked) => source.page(asked)),
    probe: counted((asked) => source.probe(asked)),
    at: (item) => source.at(item),
    id: (item) => source.id(item),
    keep: (item) => found.set(source.id(item), found.get(source.id(item)) ?? item),
    givenUp: () => (limited = true),
  };
  const result = (because: CompleteList<T>['because']) => ({
    items: [...found.values()].filter((item) => isWithin(source.at(item), { from, to })),
    ...{ complete: because === null, because, calls },
  });
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
  at(item: T): number | null;
  id(item: T): string;
  keep(item: T): void;
  /** An interval that cannot be cut smaller is not whole. */
  givenUp(): void;
}

/** Overlapping its neighbours by a second: an item on a bound may be left out. */
const boundsOf = ({ from, to }: Interval): Omit<Asked, 'skip'> => ({
  after: from === null ? null : from - SECOND,
  before: to === null ? null : to + SECOND,
});

/** What cannot be placed is kept. */
const isWithin = (at: number | null, { from, to }: Interval) =>
  at === null || ((from === null || at >= from) && (to === null || at < to + SECOND));

/** All pages of an interval, until one brings nothing new; false as soon as one carries the warning. */
async function readPart<T>(reading: Reading<T>, interval: Interval): Promise<boolean> {
  return (await readPages(reading, interval, true)) !== null;
}

/** Null when the warning came and is heeded. */
async function readPages<T>(
  reading: Reading<T>,
  interval: Interval,
  heed: boolean,
): Promise<number | null> {
  const ids = new Set<string>();
  for (let skip = 0; ;) {
    const { items, limited } = await reading.page(interval, skip);
    for (const item of items) reading.keep(item);
    if (limited && heed) return null;
    const before = ids.size;
    for (const item of items) ids.add(reading.id(item));
    if (ids.size === before) return before;
    skip += items.length;
  }
}

/** From the newest into the past. `rest` carries the warning. */
async function readInParts<T>(reading: Reading<T>, rest: Interval, now: number): Promise<void> {
  const limit = await findLimit(reading, rest);
  let target = targetFor(limit);
  for (let { to } = rest; ;) {
    const open = { from: rest.from, to };
    const { cut, whole } = await findCut(reading, open, target);
    if (whole && (await readPart(reading, open))) return;
    const newest = { cut: whole ? null : cut, now };
    const { begin, tooMany, givenUp } = await readNewest(reading, open, newest);
    if (givenUp !== null) {
      reading.givenUp();
      // A warning of a second that holds far less than the limit warns of nothing, and cutting is of no use.
      const { items } = await reading.probe(givenUp, Math.floor(limit / 2));
      const meansIt = items.length > 0;
      await readPages(reading, meansIt ? givenUp : rest, false);
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
  const times = items.flatMap((item) => reading.at(item) ?? []);
  return { cut: times.length === 0 ? null : secondOf(Math.min(...times)), whole: !limited };
}

const secondOf = (at: number) => Math.floor(at / SECOND) * SECOND;

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
