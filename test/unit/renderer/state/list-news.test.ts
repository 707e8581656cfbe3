// The list of jobs as events change it.
import { expect, it } from 'vitest';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { withChanges } from '../../../../renderer/state/list-news.ts';

const job = (id: string, state: Job['state'] = 'running'): Job => ({
  id,
  connection: 'c',
  connectionName: 'C',
  environment: 'test',
  organisationName: 'O',
  state,
  because: 'none',
  started: '2026-11-21T10:00:00Z',
  changed: '2026-11-21T10:00:00Z',
  kind: 'rotate-secrets',
  details: { destination: { kind: 'keychain' } },
  tally: { waiting: 0, running: 0, done: 0, notFound: 0, refused: 0, unknown: 0, skipped: 0 },
});

it('a job that changed stays in its place, a new one comes first, one that was taken off is gone', () => {
  const before = [job('b'), job('a')];
  const now = withChanges(before, {
    changed: [job('c'), job('a', 'finished')],
    removed: ['b'],
  });
  expect(now.map(({ id, state }) => [id, state])).toEqual([
    ['c', 'running'],
    ['a', 'finished'],
  ]);
});
