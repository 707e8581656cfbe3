// The table of checks is true: every P0 check of what is built has a test that names it, and the README says so.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readme, uncovered } from '../build/test-index.mjs';

it('every P0 check of what is built is named by a test', () => {
  expect(uncovered().map((check) => check.id)).toEqual([]);
});

it('test/README.md is what `node build/test-index.mjs` writes', async () => {
  const written = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  expect(written).toBe(await readme());
});
