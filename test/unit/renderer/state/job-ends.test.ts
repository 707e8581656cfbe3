// Downloads that ended or stopped are reported once; those a person stopped, and those from before the start, never.
import { expect, it } from 'vitest';
import type { JobOf } from '../../../../preload/contract/jobs.ts';
import { newsOf } from '../../../../renderer/state/job-ends.ts';

type Download = JobOf<'synchronise'>;
const job = (
  state: Download['state'],
  because: Download['because'] = 'none',
  id = 'a',
): Download => ({
  id,
  kind: 'synchronise',
  state,
  because,
  connection: 'c',
  connectionName: 'C',
  environment: 'test',
  organisationName: 'O',
  started: '',
  changed: '',
  tally: { waiting: 0, running: 0, done: 1, notFound: 0, refused: 0, unknown: 0, skipped: 0 },
  details: {
    language: 1044,
    scope: { what: 'list' },
    unchanged: 0,
    bytes: 0,
    secondsLeft: null,
    skippedAreas: [],
  },
});
const ids = (before: Download[], after: Download[]) =>
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
