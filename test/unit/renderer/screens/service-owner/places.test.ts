// The places of the Contact look-up screen, and the job its search links to.
import { expect, it } from 'vitest';
import type { JobOf } from '../../../../../preload/contract/jobs.ts';
import { newestOf } from '../../../../../renderer/screens/service-owner/jobs.ts';
import { BULK, placeOf } from '../../../../../renderer/screens/service-owner/places.ts';
import { batchPlace } from '../../../../../renderer/state/job-place.ts';

it('only an organisation number, numbers from a file or a job is a place', () => {
  expect(placeOf('910514318')).toEqual({ view: 'search', organisationNumber: '910514318' });
  expect(placeOf(BULK)).toEqual({ view: 'bulk' });
  expect(placeOf(batchPlace('job-1'))).toEqual({ view: 'job', job: 'job-1' });
  for (const id of [null, '', '91051431', '01819012345', 'post@fjord.example', '90000418', '+x'])
    expect(placeOf(id)).toEqual({ view: 'search', organisationNumber: null });
});

type LookUp = JobOf<'look-up'>;
const tally = { waiting: 0, running: 0, done: 1, notFound: 0, refused: 0, unknown: 0, skipped: 0 };
function job(id: string, state: LookUp['state'], started: string, connection = 'a'): LookUp {
  return {
    id,
    state,
    connection,
    connectionName: '',
    environment: 'test',
    organisationName: '',
    because: 'none',
    started,
    changed: started,
    tally,
    kind: 'look-up',
    details: { officialContacts: true, personalContacts: true },
  };
}

it('a job that goes on comes before one that has ended, and the newer before the older', () => {
  const jobs = [
    job('old', 'paused', '2026-01-01T00:00:00Z'),
    job('new', 'running', '2026-01-02T00:00:00Z'),
    job('done', 'finished', '2026-01-03T00:00:00Z'),
    job('other', 'running', '2026-01-04T00:00:00Z', 'b'),
  ];
  expect(newestOf(jobs, 'a')?.id).toBe('new');
  expect(newestOf(jobs.slice(2), 'a')?.id).toBe('done');
  expect(newestOf(jobs, 'c')).toBeUndefined();
  expect(newestOf(jobs, 'b')?.id).toBe('other');
});
