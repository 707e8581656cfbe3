// Checks the tables of checks and of the API: every P0 check and every row has a test, and the README lists them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readme, uncovered, uncoveredRows } from '../build/test-index.mjs';

it('every P0 check of what is built is named by a test', () => {
  expect(uncovered().map((check) => check.id)).toEqual([]);
});

it('every endpoint, transition, rule, error and limit of the API is covered by a test', () => {
  expect(uncoveredRows().map(({ id, row }) => `${id} ${row}`)).toEqual([]);
});

it('test/README.md is what `node build/test-index.mjs` writes', async () => {
  const written = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  expect(written).toBe(await readme());
});
