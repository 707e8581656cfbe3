// Downloads that ended or stand still are news once; what a person pressed, and what was so at the start, is none.
import { expect, it } from 'vitest';
import type { SynchroniseJob } from '../../../../preload/contract/jobs.ts';
import { newsOf } from '../../../../renderer/state/job-ends.ts';

const job = (
  state: SynchroniseJob['state'],
  because: SynchroniseJob['because'] = 'none',
  id = 'a',
): SynchroniseJob => ({
  ...{ id, kind: 'synchronise', state, because, connection: 'c', connectionName: 'C' },
  ...{ environment: 'test', organisationName: 'O', started: '', changed: '', language: 1044 },
  documents: { all: 1, fetched: 1, unchanged: 0, failed: 0, skipped: 0 },
  ...{ scope: { what: 'list' }, bytes: 0, secondsLeft: null, skippedAreas: [] },
});
const ids = (before: SynchroniseJob[], after: SynchroniseJob[]) =>
  newsOf(before, after).map(({ id, state }) => `${id} ${state}`);

it('an end is news, once', () => {
  expect(ids([job('running')], [job('finished')])).toEqual(['a finished']);
  expect(ids([job('finished')], [job('finished')])).toEqual([]);
});

it('a standstill that nobody asked for is news', () => {
  expect(ids([job('running')], [job('paused', 'unreachable')])).toEqual(['a paused']);
  expect(ids([job('pausing')], [job('paused', 'asked')])).toEqual([]);
  expect(ids([job('running')], [job('stopped', 'asked')])).toEqual([]);
});

it('what already was so when the window opened is none, nor what still goes on', () => {
  expect(ids([], [job('finished'), job('paused', 'restarted', 'b')])).toEqual([]);
  expect(ids([job('running')], [job('running'), job('running', 'none', 'b')])).toEqual([]);
});
