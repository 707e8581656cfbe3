// Complete lists: pages, duplicates, empty ones; beyond the data-layer limit whole or marked incomplete, in few calls.
import { describe, expect, it } from 'vitest';
import {
  type Asked,
  itemReaders,
  type Page,
  readCompleteList,
  readWholeList,
  together,
  WholeList,
  type WholeListSource,
} from '../../../../main/http/complete-list.ts';
import { failureOf } from '../../../../main/problem.ts';
import { itAtLength } from '../../../support/at-length.ts';
import { leastCalls } from '../../../support/least-calls.ts';

interface Item {
  readonly id: string;
  readonly at: number;
}

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;

/** Repeatable chance in [0, 1). */
function chanceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Items over ten years: a third in bursts of a day or a minute, quiet months, more in recent years. */
function unevenly(count: number, seed = 1): Item[] {
  const chance = chanceOf(seed);
  const bursts = Array.from({ length: 15 }, () => ({
    day: chance() * 3650,
    spread: chance() < 0.3 ? 60_000 : 8 * 3_600_000,
  }));
  return Array.from({ length: count }, (_, index) => {
    const burst = index % 3 === 0 ? bursts[index % bursts.length] : undefined;
    const day = burst ? burst.day : 3650 * (chance() < 0.4 ? chance() ** 3 : chance());
    const at = NOW - day * DAY - chance() * (burst?.spread ?? DAY);
    return { id: `a${index}`, at: Math.floor(at) };
  });
}

type Order = 'newest' | 'oldest' | 'none';

/** A platform in this process: exclusive bounds, its limit before the filter, pages of 50. */
interface PlatformFacts {
  readonly limit?: number;
  readonly order?: Order;
  readonly filter?: (item: Item) => boolean;
}

function platformOf(items: readonly Item[], facts: PlatformFacts = {}) {
  const { limit = 1000, order = 'newest', filter = () => true } = facts;
  const sign = order === 'newest' ? -1 : 1;
  const sorted =
    order === 'none'
      ? items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
      : items.toSorted((a, b) => sign * (a.at - b.at));
  const asked: Asked[] = [];
  const give = (ask: Asked, wanted: (item: Item) => boolean): Page<Item> => {
    asked.push(ask);
    const { after, before, skip } = ask;
    const dated = sorted.filter(
      ({ at }) => (after === null || at > after) && (before === null || at < before),
    );
    const given = dated.slice(0, limit).filter(wanted);
    return { items: given.slice(skip, skip + 50), limited: dated.length > limit };
  };
  return {
    asked,
    source: {
      page: async (ask: Asked) => give(ask, filter),
      probe: async (ask: Asked) => give(ask, () => true),
      key: ({ id }: Item) => id,
      timeOf: ({ at }: Item) => at,
    },
  };
}

const readShown = async (...given: Parameters<typeof readCompleteList<Item>>) =>
  (await readCompleteList(...given)).shown();

const everything = { from: null, to: null, now: NOW };
const idsOf = (items: readonly Item[]) => items.map(({ id }) => id).sort();

describe('a list below the limit', () => {
  it('QRY-01 LIM-01 is read by $skip to the page that brings nothing, with no call more', async () => {
    const items = unevenly(120);
    const { source, asked } = platformOf(items);
    const list = await readShown(source, everything);
    expect(idsOf(list.items)).toEqual(idsOf(items));
    expect(list.completeness).toMatchObject({ complete: true, because: null, calls: 4 });
    expect(asked.map(({ skip }) => skip)).toEqual([0, 50, 100, 120]);
  });

  it('ends when a server that ignores $skip repeats itself', async () => {
    const { source } = platformOf(unevenly(30));
    const deaf = { ...source, page: (ask: Asked) => source.page({ ...ask, skip: 0 }) };
    expect((await readShown(deaf, everything)).completeness.calls).toBe(2);
  });

  it('QRY-04 holds what lies between the bounds, both of them included', async () => {
    const times = [0, 1, 2, 3, 4, 5].map((second) => NOW + second * 1000);
    const items = times.map((at, index) => ({ id: `a${index}`, at }));
    const { source } = platformOf(items);
    const list = await readShown(source, { from: NOW + 1000, to: NOW + 4000, now: NOW });
    expect(idsOf(list.items)).toEqual(['a1', 'a2', 'a3', 'a4']);
  });
});

describe('a list beyond the limit', () => {
  for (const seed of [1, 2, 3, 4, 5, 6])
    itAtLength(
      `LIM-02 LIM-03 20 000 items are read whole in at most 1.5 times the least calls (${String(seed)})`,
      async () => {
        const items = unevenly(20_000, seed);
        const { source } = platformOf(items);
        const list = await readShown(source, everything);
        expect(idsOf(list.items)).toEqual(idsOf(items));
        expect(list.completeness).toMatchObject({ complete: true, because: null });
        const least = leastCalls(
          items.map(({ at }) => at),
          { limit: 1000, page: 50 },
        );
        expect(list.completeness.calls / least).toBeLessThan(1.5);
        expect(list.completeness.calls).toBeGreaterThanOrEqual(least);
      },
    );

  it('LIM-03 can be taken as it comes: each item once, only those between the bounds, and none is held', async () => {
    const items = unevenly(3000);
    const { source } = platformOf(items);
    const taken: Item[] = [];
    const take = (some: readonly Item[]) => void taken.push(...some);
    const from = NOW - 700 * DAY;
    const list = await readShown(source, { ...everything, from, take });
    const wanted = items.filter(({ at }) => at >= from);
    expect(idsOf(taken)).toEqual(idsOf(wanted));
    expect(taken).toHaveLength(wanted.length);
    expect(list.items).toEqual([]);
    expect(list.completeness.complete).toBe(true);
  });

  it.each([60, 137, 400, 5000])('LIM-03 whatever the limit is: %i', async (limit) => {
    const items = unevenly(6000);
    const { source } = platformOf(items, { limit });
    const list = await readShown(source, everything);
    expect(list.items.length).toBe(6000);
    expect(list.completeness.complete).toBe(true);
  });

  it('LIM-02 QRY-03 a filter applies after the limit: all that fit are found although few do', async () => {
    const items = unevenly(20_000);
    const filter = ({ id }: Item) => id.endsWith('77');
    const { source } = platformOf(items, { filter });
    const list = await readShown(source, everything);
    expect(idsOf(list.items)).toEqual(idsOf(items.filter(filter)));
    expect(list.completeness.complete).toBe(true);
    expect(list.completeness.calls).toBeLessThan(120);
  });

  it.each(['oldest', 'none'] as const)(
    'LIM-03 also where the platform fetches in another order than one would think: %s',
    async (order) => {
      const items = unevenly(6000);
      const { source } = platformOf(items, { order });
      const list = await readShown(source, everything);
      expect(idsOf(list.items)).toEqual(idsOf(items));
      expect(list.completeness.complete).toBe(true);
    },
  );

  it('LIM-03 every part that is relied on came without the warning, and parts overlap by a second', async () => {
    const items = unevenly(5000);
    const { source, asked } = platformOf(items);
    const trusted: Asked[] = [];
    const page = async (ask: Asked) => {
      const answer = await source.page(ask);
      if (!answer.limited) trusted.push(ask);
      return answer;
    };
    await readShown({ ...source, page }, everything);
    expect(asked.length).toBeGreaterThan(0);
    const parts = [...new Map(trusted.map((ask) => [ask.after, ask])).values()];
    const bounds = parts.map(
      ({ after, before }) => [after ?? -Infinity, before ?? Infinity] as const,
    );
    const [newest] = bounds;
    expect(newest?.[1]).toBe(Infinity);
    for (const [index, [, before]] of bounds.entries()) {
      const newer = bounds[index - 1];
      if (newer) expect(before - newer[0]).toBe(2000);
    }
    expect(bounds.at(-1)?.[0]).toBe(-Infinity);
  });

  it('PAR-16 more in one second than the platform gives is said, and all the rest is there', async () => {
    const burst = Array.from({ length: 1500 }, (_, n) => ({ id: `b${n}`, at: NOW - 400 * DAY }));
    const items = [...unevenly(3000), ...burst];
    const { source } = platformOf(items);
    const list = await readShown(source, everything);
    expect(list.completeness).toMatchObject({ complete: false, because: 'limit' });
    expect(list.items.filter(({ id }) => id.startsWith('a'))).toHaveLength(3000);
  });

  it('PAR-16 QRY-03 the same with a filter that few of them fit', async () => {
    const burst = Array.from({ length: 1500 }, (_, n) => ({ id: `b${n}`, at: NOW - 400 * DAY }));
    const items = [...unevenly(3000), ...burst];
    const filter = ({ id }: Item) => id.endsWith('7');
    const list = await readShown(platformOf(items, { filter }).source, everything);
    expect(list.completeness).toMatchObject({ complete: false, because: 'limit' });
    expect(list.items.filter(({ id }) => id.startsWith('a'))).toHaveLength(300);
  });

  itAtLength('PAR-16 a list without end is given up after 10 000 calls, and says so', async () => {
    let count = 0;
    const page = async () => ({
      items: Array.from({ length: 50 }, () => ({ id: `a${(count += 1)}`, at: NOW })),
      limited: false,
    });
    const { source } = platformOf([]);
    const list = await readShown({ ...source, page, probe: page }, everything);
    expect(list.completeness).toMatchObject({ complete: false, because: 'endless', calls: 10_000 });
  });

  it('FLT-09 a box of more than 100 000 messages is read to its end', async () => {
    const all = Array.from({ length: 100_020 }, (_, index) => ({
      id: `a${index}`,
      at: NOW - index,
    }));
    const page = async ({ skip }: Asked) => ({ items: all.slice(skip, skip + 50), limited: false });
    const { source } = platformOf([]);
    const list = await readShown({ ...source, page, probe: page }, everything);
    expect(list.completeness).toEqual({ complete: true, because: null, calls: 2002 });
    expect(list.items).toHaveLength(all.length);
  });

  it('PAR-16 a platform that always warns is given up too', async () => {
    const { source } = platformOf(unevenly(100));
    const warned = async (ask: Asked) => ({ ...(await source.page(ask)), limited: true });
    const list = await readShown({ ...source, page: warned, probe: warned }, everything);
    expect(list.completeness.complete).toBe(false);
    expect(list.items.length).toBe(100);
  });

  it('tells how far it is, and ends with the error of a call', async () => {
    const { source } = platformOf(unevenly(3000));
    const steps: { items: number; calls: number }[] = [];
    let left = 30;
    const page = async (ask: Asked) => {
      if ((left -= 1) < 0) throw new Error('cancelled');
      return source.page(ask);
    };
    const reading = readCompleteList(
      { ...source, page },
      { ...everything, report: (step) => steps.push(step) },
    );
    await expect(reading).rejects.toThrow('cancelled');
    expect(steps.length).toBeGreaterThan(30);
    expect(steps.at(-1)?.items).toBeGreaterThan(1000);
  });
});

type AtOnce = NonNullable<WholeListSource<string>['atOnce']>;

const listOf = (
  pages: readonly (readonly string[])[],
  more: { readonly headers?: Record<string, string>; readonly atOnce?: AtOnce } = {},
) => {
  const { headers = {}, atOnce } = more;
  const queries: Readonly<Record<string, string>>[] = [];
  const steps: unknown[] = [];
  const list = readWholeList<string>({
    load: async (query) => {
      queries.push(query);
      return { value: pages[queries.length - 1] ?? [], headers };
    },
    read: (value) => value as readonly string[],
    key: (item) => item,
    report: (step) => steps.push(step),
    ...(atOnce && { atOnce }),
  }).then((read) => read.shown());
  return { list, queries, steps };
};

describe('readWholeList', () => {
  it('LIM-01 pages by $skip until a page brings nothing new, and drops doubles', async () => {
    const { list, queries, steps } = listOf([['a', 'b'], ['b', 'c'], ['c']]);
    expect(await list).toEqual({
      items: ['a', 'b', 'c'],
      completeness: { complete: true, because: null, calls: 3 },
    });
    expect(queries).toEqual([{}, { $skip: '2' }, { $skip: '4' }]);
    expect(steps.at(-1)).toEqual({ items: 5, calls: 3 });
  });

  it('PAR-16 a short page is not the end, a repeated one is', async () => {
    const short = listOf([['a', 'b'], ['c'], ['d', 'e'], []]);
    expect((await short.list).items).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(short.queries.map(({ $skip = '0' }) => $skip)).toEqual(['0', '2', '3', '5']);
    const repeated = listOf([['a', 'b'], ['b', 'c'], ['b', 'c'], ['z']]);
    expect((await repeated.list).items).toEqual(['a', 'b', 'c']);
    expect(repeated.queries).toHaveLength(3);
  });

  it('PAR-16 a list that comes all at once is asked for one item more, and paged only where there is one', async () => {
    const atOnce = { pageSize: 100, mostPages: 2 };
    const whole = listOf([['a', 'b'], []], { atOnce });
    expect((await whole.list).items).toEqual(['a', 'b']);
    expect(whole.queries).toEqual([{}, { $skip: '2', $top: '1' }]);
    // A server that takes no notice of the query gives the same again.
    expect((await listOf([['a'], ['a']], { atOnce }).list).completeness.calls).toBe(2);
    const paged = listOf([['a', 'b'], ['c'], ['c', 'd'], []], { atOnce });
    expect((await paged.list).items).toEqual(['a', 'b', 'c', 'd']);
    expect(paged.queries.slice(1)).toEqual([
      { $skip: '2', $top: '1' },
      { $skip: '2', $top: '100' },
      { $skip: '4', $top: '1' },
    ]);
    const endless = listOf([['a'], ['b'], ['b'], ['c'], ['c'], ['d'], ['d']], { atOnce });
    expect((await endless.list).completeness).toMatchObject({ because: 'endless', calls: 5 });
  });

  it('LIM-02 says that the platform held back, on whichever page it said so', async () => {
    const { list } = listOf([['a']], {
      headers: { 'x-warning-limitreached': '' },
    });
    expect((await list).completeness).toEqual({ complete: false, because: 'limit', calls: 2 });
  });

  it('PAR-16 gives up a list without end and says so', async () => {
    let next = 0;
    const list = await readWholeList<number>({
      load: () => Promise.resolve({ value: [(next += 1)], headers: {} }),
      read: (value) => value as readonly number[],
      key: String,
    });
    expect(list.shown().completeness).toEqual({ complete: false, because: 'endless', calls: 2000 });
  });
});

describe('what was read', () => {
  const of = (because: 'limit' | 'endless' | 'asked' | null) =>
    new WholeList({
      items: ['a', 'b'],
      completeness: { complete: because === null, because, calls: 2 },
    });
  const given = (way: () => unknown) => {
    try {
      return way();
    } catch (error) {
      return failureOf(error);
    }
  };

  it('LIM-02 gives its items with a word on whether they are all, and in no other way', () => {
    const list = of(null);
    // @ts-expect-error -- no way out that says nothing of its completeness
    expect(list.items).toBeUndefined();
    // @ts-expect-error -- nor is it a list of its items
    const bare: readonly string[] = list;
    expect(Array.isArray(bare)).toBe(false);
  });

  it.each([
    ['no part is missing', null, ['a', 'b']],
    ['the platform held back a part', 'limit', undefined],
    ['Steward has given up the rest', 'endless', undefined],
    ['only a part was asked for', 'asked', undefined],
  ] as const)(
    'LIM-02 of a list of which %s, `whole` gives all or refuses',
    (_title, because, whole) => {
      const list = of(because);
      expect(list.shown()).toEqual({
        items: ['a', 'b'],
        completeness: { complete: whole !== undefined, because, calls: 2 },
      });
      expect(list.find((one) => one === 'b')).toBe('b');
      expect(list.ifWhole()).toEqual(whole);
      for (const turned of [list, list.filter(() => true), list.map((one) => one)])
        for (const decides of [() => turned.whole(), () => turned.find(() => false) ?? whole])
          if (whole === undefined)
            expect(given(decides)).toMatchObject({ kind: 'refused', cause: 'incomplete-list' });
          else expect(given(decides)).toEqual(whole);
    },
  );
});

describe('together', () => {
  it('is complete only when all are, and counts all calls', () => {
    const whole = { complete: true, because: null, calls: 2 };
    expect(together([whole, whole])).toEqual({ ...whole, calls: 4 });
    expect(together([whole, { complete: false, because: 'endless', calls: 9 }])).toEqual({
      complete: false,
      because: 'endless',
      calls: 11,
    });
  });
});

describe('itemReaders', () => {
  const ids = (value: unknown) =>
    itemReaders(value, 'the things', ['things'], ['Id', 'Key']).map((one) => one.text('Id', 'Key'));
  const links = { self: { href: '/api/things' } };

  it('takes every shape of a list, and a HAL resource without items as an empty one', () => {
    expect(ids([{ Id: 1 }])).toEqual(['1']);
    expect(ids({ _links: links, _embedded: { things: [{ Id: 1 }, { Key: 'x' }] } })).toEqual([
      ...['1', 'x'],
    ]);
    expect(ids({ _links: links })).toEqual([]);
    expect(ids({ _links: links, AddedLater: 'text' })).toEqual([]);
    expect(ids({ _links: links, _embedded: { things: [] } })).toEqual([]);
    // One item that came without its list.
    expect(ids({ _links: links, id: 7 })).toEqual(['7']);
    expect(ids([{ Id: null }])).toEqual([null]);
  });

  it('PAR-08 never takes for empty what may hold a list it does not know', () => {
    for (const value of [{}, { AddedLater: 'x' }, { _links: links, Others: { Other: { a: 1 } } }])
      expect(() => ids(value), JSON.stringify(value)).toThrow('the things');
    for (const value of ['x', 5, null, [1]]) expect(() => ids(value)).toThrow('the things');
  });
});
