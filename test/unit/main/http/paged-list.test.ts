// Lists to their end: pages, doubles, what the platform held back, lists without items, and links with a query.
import { describe, expect, it } from 'vitest';
import {
  itemReaders,
  linkWith,
  readWholeList,
  together,
} from '../../../../main/http/paged-list.ts';

const source = (pages: readonly (readonly string[])[], headers = {}) => {
  const queries: Readonly<Record<string, string>>[] = [];
  const steps: unknown[] = [];
  const list = readWholeList<string>({
    ask: async (query) => {
      queries.push(query);
      return { value: pages[queries.length - 1] ?? [], headers };
    },
    read: (value) => value as readonly string[],
    key: (item) => item,
    report: (step) => steps.push(step),
  });
  return { list, queries, steps };
};

describe('readWholeList', () => {
  it('LIM-01 pages by $skip until a page brings nothing new, and drops doubles', async () => {
    const { list, queries, steps } = source([['a', 'b'], ['b', 'c'], ['c']]);
    expect(await list).toEqual({
      items: ['a', 'b', 'c'],
      completeness: { complete: true, because: null, calls: 3 },
    });
    expect(queries).toEqual([{}, { $skip: '2' }, { $skip: '4' }]);
    expect(steps.at(-1)).toEqual({ items: 5, calls: 3 });
  });

  it('LIM-02 says that the platform held back, on whichever page it said so', async () => {
    const { list } = source([['a']], { 'x-warning-limitreached': '' });
    expect((await list).completeness).toEqual({ complete: false, because: 'limit', calls: 2 });
  });

  it('PAR-16 gives up a list without end and says so', async () => {
    let next = 0;
    const list = await readWholeList<number>({
      ask: () => Promise.resolve({ value: [(next += 1)], headers: {} }),
      read: (value) => value as readonly number[],
      key: String,
    });
    expect(list.completeness).toEqual({ complete: false, because: 'endless', calls: 2000 });
  });
});

describe('together', () => {
  it('is complete only when all are, and counts all calls', () => {
    const whole = { complete: true, because: null, calls: 2 };
    expect(together([whole, whole])).toEqual({ ...whole, calls: 4 });
    expect(together([whole, { complete: false, because: 'endless', calls: 9 }])).toEqual({
      ...{ complete: false, because: 'endless', calls: 11 },
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

describe('linkWith', () => {
  it('fills templates, adds the rest, and leaves out what is not given', () => {
    const query = { roleDefinitionCode: 'A&B', $skip: undefined, serviceCode: '0011' };
    const both = 'roleDefinitionCode=A%26B&serviceCode=0011';
    expect(linkWith('https://a/api/x', query)).toBe(`https://a/api/x?${both}`);
    expect(linkWith('https://a/api/x?z=1', query)).toBe(`https://a/api/x?z=1&${both}`);
    expect(linkWith('/api/x{?RoleDefinitionCode,other}', query)).toBe(
      '/api/x?RoleDefinitionCode=A%26B&serviceCode=0011',
    );
    expect(linkWith('/api/x{?other}', {})).toBe('/api/x');
    expect(linkWith('/api/x#part', { $skip: '50' })).toBe('/api/x?$skip=50');
  });
});
