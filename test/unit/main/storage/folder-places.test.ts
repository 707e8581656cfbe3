// The files of the data folder: exactly those the README names, and only those are ever touched.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES, placeOf } from '../../../../main/storage/folder-places.ts';
import { root } from '../../../support/imports.ts';

describe('the places of the data folder', () => {
  it('are the lines of the table in the README, and say the same about sealing', () => {
    const readme = readFileSync(path.join(root, 'main/storage/README.md'), 'utf8');
    const [, section = ''] = readme.split('## The data folder');
    const [table = ''] = section.split('Documents are described below');
    const lines = [...table.matchAll(/^\| `([^`]+)` +\|[^|]+\| ([^|]+?) +\|/gm)];
    const named = lines.map(([, name]) => name).sort();
    expect(named).toEqual(PLACES.map(({ name }) => name).sort());
    const sealed = lines.filter(([, , is]) => is === 'yes').map(([, name = '']) => placeOf(name));
    expect(sealed.map((place) => place?.restsOnSecrets)).toEqual([true, true, true]);
  });

  it('know what was set aside, closed or half written by its name', () => {
    const hex = '0123456789abcdef';
    const ours = {
      'vault.log.bad-2026-11-22T02-40-00-000Z': 'vault.log',
      'journal.jsonl.closed-2026-11-22T02-40-00-000Z': 'journal.jsonl',
      [`.settings.json.${hex}.tmp`]: 'settings.json',
      [`steward.lock.${hex}`]: 'steward.lock',
    };
    for (const [name, place] of Object.entries(ours)) expect(placeOf(name)?.name).toBe(place);
  });

  it.each([
    ...[
      'settings.json.old',
      'settings.jsonx',
      'journal.jsonl.copy',
      'drafts.bad-1',
      '.settings.json.tmp',
    ],
    ...['Settings.json', 'notes.txt', '.drafts.0123456789abcdef.tmp', 'vault.log~', ''],
  ])('%s is not one of them', (name) => {
    expect(placeOf(name)).toBeUndefined();
  });
});
