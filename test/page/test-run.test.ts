// A test of a connection that failed, and a sign-in after it: what it said of there being none does not stand.
import { beforeEach, expect, it, vi } from 'vitest';
import type { TestStep } from '../../preload/contract/connections.ts';
import type { Failure } from '../../preload/result.ts';
import type { TestRun } from '../../renderer/screens/connections/test-run.svelte.ts';
import { openPage, type Page } from './support/page.ts';
import { AT, offline, signInNeeded } from './support/samples.ts';

let page: Page;
let run: TestRun;
beforeEach(async () => {
  vi.useFakeTimers({ now: new Date(AT) });
  page = await openPage();
  const module = await import('../../renderer/screens/connections/test-run.svelte.ts');
  run = new module.TestRun();
});

const failedAt = (step: TestStep['step'], failure: Failure): TestStep[] => [
  { step: 'address', state: 'passed', detail: '', failure: null, advice: null },
  { step, state: 'failed', detail: '', failure, advice: null },
];
const LATER = '2026-03-02T08:05:00.000Z';

it.each<[string, TestStep[], string | null, TestRun['state']]>([
  ['there was no sign-in', failedAt('sign-in', signInNeeded), LATER, 'not-run'],
  ['the call found nobody', failedAt('api-key', signInNeeded), LATER, 'not-run'],
  ['there was no sign-in, nor is there now', failedAt('sign-in', signInNeeded), null, 'failed'],
  ['the sign-in is that of the test', failedAt('api-key', signInNeeded), AT, 'failed'],
  ['the server was not found', failedAt('tcp', offline), LATER, 'failed'],
])('FLD-13 a test that failed since %s, after a sign-in', async (_, steps, since, state) => {
  page.main.always('connections.test', () => ({ passed: false, steps }));
  await run.run('c-1');
  expect(run.state).toBe('failed');
  run.outdate(since);
  expect(run.state).toBe(state);
});
