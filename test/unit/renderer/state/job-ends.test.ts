// Jobs left to themselves are reported once when they end or stop by themselves, and never those from before the start.
import { expect, it } from 'vitest';
import type { Job, JobOf } from '../../../../preload/contract/jobs.ts';
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
    cutAreas: [],
  },
});
const ids = (before: Job[], after: Job[]) =>
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

it('so is the end of a job that changes messages, and not of one that has a place of its own', () => {
  const details = { who: 'my', change: 'delete', from: 'box' } as const;
  const changes = (state: Job['state']): Job => ({
    ...job('running', 'none', 'm'),
    ...{ kind: 'change-messages', state, details },
  });
  const lookUp = (state: Job['state']): Job => ({
    ...job('running', 'none', 'l'),
    ...{ kind: 'look-up', state, details: { officialContacts: true, personalContacts: true } },
  });
  expect(
    ids([changes('running'), lookUp('running')], [changes('finished'), lookUp('finished')]),
  ).toEqual(['m finished']);
});
