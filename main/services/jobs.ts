// Jobs as a person handles them: start, watch, pause, settle rows, take a report.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { RotationJob } from '../../preload/contract/jobs.ts';
import type { Jobs } from '../jobs.ts';
import { Problem } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { ConnectionBook } from '../storage/connection-book.ts';
import { toCsv } from '../storage/csv.ts';
import type { FileHandles } from '../storage/files.ts';

export interface JobsServiceNeeds {
  readonly jobs: Jobs;
  readonly connections: ConnectionBook;
  readonly files: FileHandles;
}

type Destination = Parameters<Handlers<'jobs'>['testDestination']>[0]['destination'];

const HEADINGS = ['user name', 'state', 'time', 'reason'];

export function jobsService({ jobs, connections, files }: JobsServiceNeeds): Handlers<'jobs'> {
  const where = (given: Destination) =>
    given.kind === 'keychain'
      ? given
      : {
          kind: given.kind,
          file: files.path(given.target, 'destination.target'),
          passphrase: new Secret(given.passphrase),
        };
  return {
    list: async () => [...jobs.list()],
    async testDestination({ destination }) {
      await jobs.test(where(destination));
      return {};
    },
    startRotation: ({ connection, userNames, destination }) =>
      jobs.start(connections.find(connection), userNames, where(destination)),
    pause: ({ job }) => jobs.pause(job),
    resume: ({ job }) => jobs.resume(job),
    stop: ({ job }) => jobs.stop(job),
    resolveRow: ({ job, userName, how }) => jobs.resolveRow(job, userName, how),
    startContactEntries: notYet,
    startLookUp: notYet,
    rows: notYet,
    retry: notYet,
    async saveReport({ job, target }) {
      const found = find(jobs, job);
      await files.write(target, toCsv([HEADINGS, ...found.rows.map(cells)]), 'target');
      return { name: files.name(target, 'target'), rows: found.rows.length };
    },
    async forget({ job }) {
      await jobs.forget(job);
      return {};
    },
  };
}

function find(jobs: Jobs, id: string): RotationJob {
  const found = jobs.list().find((job) => job.id === id);
  if (found) return found;
  throw new Problem({ kind: 'not-found', message: 'There is no such job.' });
}

function cells({ userName, state, at, failure }: RotationJob['rows'][number]): string[] {
  const reason =
    failure && 'reason' in failure && failure.reason ? failure.reason : failure?.message;
  return [userName, state, at ?? '', reason ?? ''];
}

const notYet = async () => {
  throw new Problem({ kind: 'internal', message: 'Not there yet.', reference: '' });
};
