// Copies of the open metadata: one per platform and language, shared by its connections, renewed without a gap.
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ServiceSummary } from '../../../../preload/contract/metadata.ts';
import type { CopyState } from '../../../../preload/contract/reference.ts';
import { type Copies, type Copy, createCopies } from '../../../../main/reference/copies.ts';
import { type CopyHead, LISTS, serviceKey } from '../../../../main/reference/keys.ts';
import { Problem } from '../../../../main/problem.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { openOfflineCopy } from '../../../../main/storage/offline-copy.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const connection = (id: string, changes: Partial<SavedConnection> = {}) =>
  // The other fields of a connection are none of the copies' business.
  ({
    id,
    environment: 'test',
    baseAddress: 'https://platform.example',
    language: 1044,
    ...changes,
  }) as SavedConnection;

const book = [
  connection('one'),
  connection('two'),
  connection('english', { language: 1033 }),
  connection('production', { environment: 'production' }),
  connection('elsewhere', { baseAddress: 'https://other.example' }),
];

interface World {
  readonly copies: Copies;
  readonly heard: { readonly connection: string; readonly state: CopyState }[];
}

function world(
  openStore: typeof openOfflineCopy = openOfflineCopy,
  folder = path.join(tempFolder(), 'reference'),
): World {
  const heard: World['heard'] = [];
  const copies = createCopies({
    folder,
    openStore,
    connections: {
      all: () => book,
      find: (id) => {
        const found = book.find((one) => one.id === id);
        if (found === undefined) throw new Problem({ kind: 'not-found', message: 'None.' });
        return found;
      },
    },
    notify: (_name, value) => void heard.push(value as World['heard'][number]),
    now: () => new Date('2024-05-05T10:00:00Z'),
  });
  onTestFinished(() => copies.close());
  return { copies, heard };
}

const service = (name: string): ServiceSummary => ({
  ownerCode: 'FYR',
  ownerName: 'Fyrtilsynet',
  name,
  code: '4628',
  edition: 1,
  validFrom: null,
  validTo: null,
  kind: 'formtask',
  type: 'FormTask',
  restEnabled: true,
});

const headOf = ({ of }: Copy, fetched: string): CopyHead => ({
  ...of,
  fetched,
  job: 'j-1',
  failures: [],
  changes: null,
  pace: null,
  last: {
    at: fetched,
    scope: { what: 'list' },
    failed: 0,
    skippedAreas: [],
    cutAreas: [],
    changed: 0,
  },
});

async function synchronised(copy: Copy, name: string, fetched: string): Promise<void> {
  const run = await copy.store.begin({});
  await run.put(LISTS.services, [service(name)], { count: 1, cut: false });
  await run.put(
    serviceKey('formtask', '4628', 1),
    {},
    {
      restEnabled: null,
      enterpriseUserEnabled: true,
      forms: [],
    },
  );
  await run.commit(headOf(copy, fetched), () => false);
}
const namesIn = async (copy: Copy) => (await copy.catalogue())?.services.map(({ name }) => name);

describe('copies', () => {
  it('are one for each environment, address and language', async () => {
    const { copies } = world();
    const open = (id: string, language?: 1033 | 1044) => copies.open(id, language);
    const mine = await open('one');
    expect(await open('two')).toBe(mine);
    expect(await open('english', 1044)).toBe(mine);
    const others = [await open('english'), await open('production'), await open('elsewhere')];
    expect(new Set([mine, ...others]).size).toBe(4);
    expect(await open('one', 1033)).toBe(others[0]);
    await expect(open('none')).rejects.toMatchObject({ failure: { kind: 'not-found' } });
  });

  it('a folder that could not be opened is tried again by the next one who asks', async () => {
    let tries = 0;
    const { copies } = world((options) => {
      tries += 1;
      if (tries > 1) return openOfflineCopy(options);
      throw new Problem({ kind: 'file', message: 'Full.', problem: 'disk-full' });
    });
    await expect(copies.open('one')).rejects.toMatchObject({ failure: { kind: 'file' } });
    expect((await (await copies.open('one')).state()).fetched).toBeNull();
  });

  it('a renewed copy is told to the connections whose it is, with what it holds', async () => {
    const { copies, heard } = world();
    const copy = await copies.open('two');
    expect(await copy.catalogue()).toBeUndefined();
    await synchronised(copy, 'First', '2024-05-01T00:00:00Z');
    await copy.replaced();
    expect(heard.map((one) => one.connection)).toEqual(['one', 'two']);
    expect(heard[0]?.state).toMatchObject({
      language: 1044,
      fetched: '2024-05-01T00:00:00Z',
      counts: { services: 1, keptServices: 1, schemas: 0, requirements: 0, roles: 0 },
    });
    expect(await namesIn(copy)).toEqual(['First']);
    expect((await copy.catalogue())?.owners()).toEqual([
      { code: 'FYR', name: 'Fyrtilsynet', services: 1, keptServices: 1 },
    ]);
  });

  it('the list before goes on answering until the new one is loaded', async () => {
    const { copies, heard } = world();
    const copy = await copies.open('one');
    await synchronised(copy, 'First', '2024-05-01T00:00:00Z');
    expect(await namesIn(copy)).toEqual(['First']);
    await synchronised(copy, 'Second', '2024-05-02T00:00:00Z');
    const renewed = copy.replaced();
    expect(await namesIn(copy)).toEqual(['First']);
    expect(heard).toEqual([]);
    await renewed;
    expect(await namesIn(copy)).toEqual(['Second']);
  });

  it('what a search needs is computed once, not at each start', async () => {
    const folder = path.join(tempFolder(), 'reference');
    let asked = 0;
    const counting: typeof openOfflineCopy = async (options) => {
      const store = await openOfflineCopy(options);
      const facts = store.facts.bind(store);
      return Object.assign(store, { facts: (key: string) => ((asked += 1), facts(key)) });
    };
    const first = world(counting, folder).copies;
    const copy = await first.open('one');
    await synchronised(copy, 'First', '2024-05-01T00:00:00Z');
    await copy.replaced();
    await first.close();
    asked = 0;
    const catalogue = await (await world(counting, folder).copies.open('one')).catalogue();
    const find = { typed: 'first', filters: { enterpriseUsers: true }, from: 0, count: 1 };
    // Asked once alone: whether the list is complete.
    expect([catalogue?.find(find, new Date()).total, asked]).toEqual([1, 1]);
  });

  it('a list that is longer than a copy takes is said not to be complete', async () => {
    const { copies } = world();
    const copy = await copies.open('one');
    const run = await copy.store.begin({});
    await run.put(LISTS.services, [service('First')], { count: 1, cut: true });
    await run.commit(headOf(copy, '2024-05-01T00:00:00Z'), () => false);
    expect((await copy.catalogue())?.completeness).toEqual({
      complete: false,
      because: 'asked',
      calls: 0,
    });
  });

  it('what another version of the program put down is no copy', async () => {
    const { copies } = world();
    const copy = await copies.open('one');
    const run = await copy.store.begin({});
    await run.put(LISTS.services, [{ title: 'Other' }], { count: 1, cut: false });
    await run.commit(headOf(copy, '2024-05-01T00:00:00Z'), () => false);
    expect(await copy.catalogue()).toBeUndefined();

    const other = await copies.open('production');
    const begun = await other.store.begin({});
    await begun.commit({ format: 7 }, () => false);
    expect(other.head()).toBeUndefined();
    expect((await other.state()).fetched).toBeNull();
  });

  it('a copy that is held is not removed; each hold is let go once', async () => {
    const { copies, heard } = world();
    const copy = await copies.open('one');
    await synchronised(copy, 'First', '2024-05-01T00:00:00Z');
    const [first, second] = [copy.hold(), copy.hold()];
    first();
    first();
    await expect(copy.remove()).rejects.toMatchObject({ failure: { kind: 'conflict' } });
    second();
    await copy.remove();
    expect(await copy.catalogue()).toBeUndefined();
    expect(heard.at(-1)?.state.fetched).toBeNull();
  });
});
