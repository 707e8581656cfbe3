// The connection store on disk: kept over a restart, and a missing connection is never the chosen one.
import { afterEach, expect, it } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  openConnectionStore,
  type SavedConnection,
} from '../../../../main/storage/connection-store.ts';
import { openDocuments } from '../../../../main/storage/documents.ts';
import { connectionTo } from '../../../support/connection-desk.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function open(folder = mkdtempSync(path.join(tmpdir(), 'steward-book-'))) {
  folders.push(folder);
  return {
    folder,
    book: await openConnectionStore({ documents: await openDocuments({ folder }) }),
  };
}

const saved = (id: string, name: string): SavedConnection => ({
  ...connectionTo('https://api.example.no', { name }),
  id,
  extraCa: 'ca.pem',
  extraCaPem: 'PEM',
});

it('keeps connections sorted by name over a restart, with what only main knows', async () => {
  const { folder, book } = await open();
  await book.save(saved('b', 'Å'));
  await book.save(saved('a', 'Anna'));
  await book.save({ ...saved('b', 'Berit'), extraCa: null, extraCaPem: null });
  await book.choose('a');
  const again = (await open(folder)).book;
  expect(again.all().map((one) => [one.id, one.name, one.extraCaPem])).toEqual([
    ['a', 'Anna', 'PEM'],
    ['b', 'Berit', null],
  ]);
  expect(again.chosen()).toBe('a');
  expect(again.find('a').name).toBe('Anna');
});

it('a removed connection is not chosen any more; what is not there is not found', async () => {
  const { book } = await open();
  await book.save(saved('a', 'Anna'));
  await book.choose('a');
  await book.remove('a');
  expect([book.all(), book.chosen()]).toEqual([[], null]);
  const notFound = { failure: { kind: 'not-found' } };
  expect(() => book.find('a')).toThrow('There is no such connection.');
  await expect(book.remove('a')).rejects.toMatchObject(notFound);
  await expect(book.choose('a')).rejects.toMatchObject(notFound);
  await book.choose(null);
});
