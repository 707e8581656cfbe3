// The tables of checks and of the API: each check has a test or a known limit, each row a test, and README lists them.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  checks,
  limitedChecks,
  readme,
  testsByCheck,
  uncovered,
  uncoveredRows,
} from '../build/test-index.mjs';

it('every check is named by a test, or by the known limits of the guide; those of P0 by a test', () => {
  expect(uncovered().map((check) => check.id)).toEqual([]);
  const tests = testsByCheck();
  const untested = checks().filter(({ id, priority }) => priority === 0 && !tests.has(id));
  expect(untested.map(({ id }) => id)).toEqual([]);
});

it('the known limits name no check that is not there', () => {
  const known = new Set(checks().map(({ id }) => id));
  expect([...limitedChecks()].filter((id) => !known.has(id))).toEqual([]);
});

it('every endpoint, transition, rule, error and limit of the API is covered by a test', () => {
  expect(uncoveredRows().map(({ id, row }) => `${id} ${row}`)).toEqual([]);
});

it('test/README.md is what `node build/test-index.mjs` writes', async () => {
  const written = readFileSync(new URL('README.md', import.meta.url), 'utf8');
  expect(written).toBe(await readme());
});
