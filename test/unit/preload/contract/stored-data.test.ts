// What is said to be stored: the same in the table, the places of the data folder, both languages and the guide's page.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES, placeOf } from '../../../../main/storage/folder-places.ts';
import { storedData } from '../../../../preload/contract/stored-data.ts';
import { placeWords } from '../../../../renderer/screens/settings/stored-places.ts';
import { en } from '../../../../renderer/texts/en.ts';
import { nb } from '../../../../renderer/texts/nb.ts';
import { root } from '../../../support/imports.ts';

const t = en.storedData;
const named = storedData.flatMap(({ places }): readonly string[] => places);

describe('what is said to be stored', () => {
  it('names each place of the data folder once, and no other', () => {
    expect(named.toSorted()).toEqual(PLACES.map(({ name }) => name).sort());
  });

  it.each(PLACES.map(({ name, restsOnSecrets }) => [name, restsOnSecrets] as const))(
    '%s is removed by what is said',
    (name, restsOnSecrets) => {
      const row = storedData.find(({ places }) => places.some((place) => place === name));
      expect(row?.removedBy).toBe(restsOnSecrets ? 'secrets' : 'everything');
    },
  );

  it('is sealed where the places are, as the README of storage says', () => {
    const readme = readFileSync(path.join(root, 'main/storage/README.md'), 'utf8');
    const lines = [...readme.matchAll(/^\| `([^`]+)` +\|[^|]+\| ([^|]+?) +\|/gm)];
    const sealed = lines.flatMap(([, name = '', is]) =>
      is === 'yes' && placeOf(name) !== undefined ? [name] : [],
    );
    expect(sealed.length).toBeGreaterThan(2);
    const protectedBy = (name: string) =>
      storedData.find(({ places }) => places.some((place) => place === name))?.protection;
    expect(sealed.filter((name) => !/sealed$/.test(protectedBy(name) ?? ''))).toEqual([]);
    const saidSealed = storedData.filter(({ protection }) => protection === 'sealed');
    expect(
      saidSealed
        .flatMap(({ places }): readonly string[] => places)
        .filter((name) => !sealed.includes(name)),
    ).toEqual([]);
  });

  it.each([
    ['en', en],
    ['nb', nb],
  ] as const)(
    'has words for each row in %s, and for no other',
    (_language, { storedData: words }) => {
      expect(Object.keys(words.rows).sort()).toEqual(storedData.map(({ id }) => id).sort());
      for (const row of storedData) {
        expect(placeWords(row, words)).not.toBe('');
        // Nothing personal is the word for none, and only that.
        const none = words.rows.secretNames.personal;
        expect([row.id, words.rows[row.id].personal.startsWith(none)]).toEqual([
          row.id,
          !row.isPersonal,
        ]);
      }
    },
  );

  it('is the table of the guide, row by row', () => {
    const page = readFileSync(path.join(root, 'build/guide/privacy.md'), 'utf8');
    const [, part = ''] = page.split('## What is stored');
    const [table = ''] = part.split('\n## ');
    const rows = [...table.matchAll(/^\|(.+)\|$/gm)]
      .map(([, cells = '']) => cells.split('|').map((cell) => cell.trim().replaceAll('`', '')))
      .filter(([first = '']) => !/^-+$/.test(first));
    const { what, personal, where, protection, kept, removal } = t.columns;
    expect(rows).toEqual([
      [what, personal, where, protection, kept, removal],
      ...storedData.map((row) => [
        t.rows[row.id].what,
        t.rows[row.id].personal,
        placeWords(row, t),
        t.protections[row.protection],
        t.rows[row.id].kept,
        t.removals[row.removedBy],
      ]),
    ]);
  });
});
