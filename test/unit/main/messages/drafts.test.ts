// The draft service: ownership, consecutive changes, what stays in memory, and the cost of an edit.
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLAIN } from '../../../../main/messages/xml-bytes.ts';
import type { SavedConnection } from '../../../../main/storage/connection-store.ts';
import { CONNECTION, draftWorld, form, HEAD, TARGET } from '../../../support/draft-desk.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const insert = (text: string) => [{ from: 0, to: 0, insert: text }];
const failure = (kind: string) => ({ failure: { kind } });
const bytesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((one) => one.isFile())
    .map((one) => statSync(path.join(one.parentPath, one.name)).size)
    .reduce((sum, size) => sum + size, 0);

describe('whose a draft is', () => {
  it('CCH-01 it is seen through the connection it was begun in, while that leads where it led', async () => {
    const world = draftWorld(tempFolder());
    const { drafts } = world;
    await drafts.put(TARGET, HEAD, form('<a/>'));
    const elsewhere: readonly Partial<SavedConnection>[] = [
      { environment: 'production' },
      { baseAddress: 'https://other.example' },
      { organisationNumber: '911111111' },
    ];
    const { connection } = world;
    for (const change of elsewhere) {
      world.connection = { ...connection, ...change };
      expect(await drafts.open(TARGET), JSON.stringify(change)).toBeUndefined();
      expect(await drafts.list(CONNECTION)).toEqual([]);
      await expect(drafts.form(TARGET, '1')).rejects.toMatchObject(failure('not-found'));
      await drafts.drop(TARGET);
    }
    // A certificate is renewed while a form is half filled in.
    const signIn = { way: 'certificate', certificate: 'renewed' } as const;
    world.connection = { ...connection, signIn, name: 'Renamed', language: 1044 };
    expect((await drafts.form(TARGET, '1')).xml).toBe('<a/>');
    for (const target of [
      { ...TARGET, connection: 'other' },
      { ...TARGET, who: 'my' },
      { ...TARGET, message: 'a101' },
    ])
      expect(await drafts.open(target)).toBeUndefined();
    await expect(drafts.list('none')).rejects.toMatchObject(failure('not-found'));
  });

  it('it goes with its connection, whatever it is sealed with', async () => {
    const folder = tempFolder();
    const world = draftWorld(folder);
    await world.drafts.put(TARGET, HEAD, form('<a/>'));
    const other = { ...TARGET, connection: 'other' };
    await world.drafts.put(other, HEAD, form('<b/>'));
    world.key = Buffer.alloc(32, 9);
    const drafts = world.again();
    await drafts.forget(CONNECTION);
    expect(await drafts.list(CONNECTION)).toEqual([]);
    world.key = Buffer.alloc(32, 7);
    expect((await world.again().form(other, '1')).xml).toBe('<b/>');
  });
});

describe('one change after another', () => {
  it('edits given at once are taken in their order; one of an older text changes nothing', async () => {
    const { drafts, again } = draftWorld(tempFolder());
    await drafts.put(TARGET, HEAD, form(''));
    const given = Array.from({ length: 30 }, (_all, n) =>
      drafts.edit(TARGET, '1', { revision: n, changes: insert(`${String(n)};`) }),
    );
    const late = drafts.edit(TARGET, '1', { revision: 3, changes: insert('late') });
    expect((await Promise.all(given)).map(({ revision }) => revision)).toEqual(
      given.map((_one, n) => n + 1),
    );
    await expect(late).rejects.toMatchObject(failure('conflict'));
    const expected = given
      .map((_one, n) => `${String(n)};`)
      .reverse()
      .join('');
    expect(await again().form(TARGET, '1')).toMatchObject({ xml: expected, revision: 30 });
  });

  it('two windows: the second to change the same text is told so and loses nothing of the first', async () => {
    const { drafts } = draftWorld(tempFolder());
    await drafts.put(TARGET, HEAD, form('<a/>'));
    const both = await Promise.allSettled([
      drafts.edit(TARGET, '1', { revision: 0, changes: insert('one') }),
      drafts.edit(TARGET, '1', { revision: 0, changes: insert('two') }),
    ]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    // A file in place of the text, or taking it out, is a change too.
    await drafts.fill(TARGET, '1', { xml: '<b/>', written: PLAIN });
    await drafts.setRemoved(TARGET, '1', true);
    const stale = { revision: 1, changes: insert('x') };
    await expect(drafts.edit(TARGET, '1', stale)).rejects.toMatchObject(failure('conflict'));
    expect(await drafts.form(TARGET, '1')).toMatchObject({ xml: '<b/>', revision: 3 });
  });

  it('a form that is begun twice stays as it is the second time', async () => {
    const { drafts } = draftWorld(tempFolder());
    await drafts.put(TARGET, HEAD, form('<a/>'));
    await drafts.edit(TARGET, '1', { revision: 0, changes: insert('typed') });
    const again = await drafts.put(TARGET, { ...HEAD, expected: null }, form('<new/>'));
    expect(again).toMatchObject({ xml: 'typed<a/>', revision: 1 });
    expect(await drafts.open(TARGET)).toMatchObject({ ...HEAD, forms: [{ key: '1' }] });
  });

  it('new forms have numbers that are never given again, and the last form takes the draft along', async () => {
    const { drafts } = draftWorld(tempFolder());
    const add = async () => (await drafts.put(TARGET, HEAD, form('<s/>', null))).key;
    expect([await add(), await add()]).toEqual(['new-1', 'new-2']);
    await drafts.revert(TARGET, 'new-2');
    expect(await add()).toBe('new-3');
    await drafts.revert(TARGET, 'new-1');
    await drafts.revert(TARGET, 'new-3');
    expect(await drafts.open(TARGET)).toBeUndefined();
    expect(await add()).toBe('new-4');
    await drafts.drop(TARGET);
    await drafts.drop(TARGET);
    expect(await drafts.list(CONNECTION)).toEqual([]);
    await expect(drafts.revert(TARGET, 'new-4')).rejects.toMatchObject(failure('not-found'));
  });
});

describe('memory and disk', () => {
  it('MEM-02 a locked program holds neither texts nor key; what was under way goes on to its end', async () => {
    const world = draftWorld(tempFolder());
    const { drafts } = world;
    await drafts.put(TARGET, HEAD, form('<a/>'));
    await drafts.open(TARGET);
    expect(world.asked).toBe(1);
    const typed = drafts.edit(TARGET, '1', { revision: 0, changes: insert('typed') });
    drafts.lock();
    expect((await typed).revision).toBe(1);
    const { key } = world;
    world.key = undefined;
    drafts.lock();
    await expect(drafts.form(TARGET, '1')).rejects.toMatchObject(failure('keychain'));
    world.key = key;
    expect((await drafts.form(TARGET, '1')).xml).toBe('typed<a/>');
  });

  it('many drafts are listed without all of their texts in memory, each as it is now', async () => {
    const world = draftWorld(tempFolder());
    const target = (n: number) => ({ ...TARGET, message: `a${String(n)}` });
    for (let n = 0; n < 12; n++) await world.drafts.put(target(n), HEAD, form('<a/>'));
    const drafts = world.again();
    for (let n = 0; n < 12; n += 2)
      await drafts.edit(target(n), '1', { revision: 0, changes: insert('x') });
    const found = await drafts.list(CONNECTION);
    expect(found.map(({ message, forms }) => [message, forms]).sort()).toEqual(
      Array.from({ length: 12 }, (_one, n) => [`a${String(n)}`, n % 2 === 0 ? 1 : 0]).sort(),
    );
  });

  it('an edit costs its own size, and a long way of edits no more than twice the text', async () => {
    const folder = tempFolder();
    const { drafts } = draftWorld(folder);
    const text = `<a>${'0123456789'.repeat(100_000)}</a>`;
    await drafts.put(TARGET, HEAD, form(text));
    const before = bytesIn(folder);
    await drafts.edit(TARGET, '1', { revision: 0, changes: insert('x') });
    expect(bytesIn(folder) - before).toBeLessThan(400);
    for (let revision = 1; revision <= 60; revision++) {
      const changes = [{ from: 0, to: 60_000, insert: 'x'.repeat(60_000) }];
      await drafts.edit(TARGET, '1', { revision, changes });
    }
    // Base64 makes four of three bytes.
    expect(bytesIn(folder)).toBeLessThan(text.length * 2 * 1.4);
    expect(await drafts.form(TARGET, '1')).toMatchObject({ revision: 61 });
  });
});
