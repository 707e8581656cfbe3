// Jobs as a person handles them: start, watch, pause, settle rows, take a report.
import type { Handlers } from '../../preload/contract/contract.ts';
import type { AnsweredJob, BatchRow, Job, RotationRow } from '../../preload/contract/jobs.ts';
import type { Failure } from '../../preload/result.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Policy } from '../policy/policy.ts';
import { verifyExport } from '../messages/export-verify.ts';
import { failureOf } from '../problem.ts';
import { Secret } from '../secret.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import { toCsv } from '../storage/csv.ts';
import type { FileHandles } from '../storage/files.ts';
import { notFound } from '../problems.ts';

export interface JobsServiceNeeds {
  readonly jobs: Jobs;
  readonly connections: ConnectionStore;
  readonly files: FileHandles;
  readonly managed: Pick<Policy, 'allowJob'>;
}

type Service = Handlers<'jobs'>;
type Destination = Parameters<Service['testDestination']>[0]['destination'];
type Change = Parameters<Service['startContactEntries']>[0]['changes'][number];

export function jobsService({ jobs, connections, files, managed }: JobsServiceNeeds): Service {
  const where = (given: Destination) =>
    given.kind === 'keychain'
      ? given
      : {
          kind: given.kind,
          file: files.path(given.target, 'destination.target'),
          passphrase: new Secret(given.passphrase),
        };
  return {
    list: () => Promise.all(jobs.list().map((job) => answered(jobs, job))),
    async testDestination({ destination }) {
      await jobs.test(where(destination));
      return {};
    },
    startRotation: async ({ connection, userNames, destination }) =>
      answered(
        jobs,
        await jobs.startRotation(connections.find(connection), userNames, where(destination)),
      ),
    startContactEntries: async ({ connection, changes, ...of }) =>
      jobs.startContactEntries(connections.find(connection), {
        ...{ ...of, changes: changes.map(wantedOf) },
      }),
    startLookUp: async ({ connection, ...wish }) =>
      jobs.startLookUp(connections.find(connection), wish),
    startSynchronise: async ({ connection, ...wish }) =>
      jobs.startSynchronise(connections.find(connection), wish),
    ...exportsOf({ jobs, connections, files }),
    async rows({ job, from, count, onlyOpen = false, changedSince }) {
      const all = await jobs.rows(job);
      const shown = all
        .filter((row) => !onlyOpen || isOpen(row))
        .filter(({ revision }) => changedSince === undefined || revision > changedSince);
      const revision = all.reduce((most, row) => Math.max(most, row.revision), 0);
      return { rows: shown.slice(from, from + count), total: shown.length, revision };
    },
    ...courseOf(jobs, managed),
    saveReport: ({ job, target }) => saveReport(jobs, files, job, target),
    async forget({ job }) {
      await jobs.forget(job);
      return {};
    },
  };
}

const exportsOf = ({
  jobs,
  connections,
  files,
}: Omit<JobsServiceNeeds, 'managed'>): Pick<Service, 'startMessageExport' | 'verifyExport'> => ({
  startMessageExport: async ({ connection, folder, ...wish }, { signal }) => {
    const given = { ...wish, path: files.path(folder, 'folder') };
    return jobs.startMessageExport(connections.find(connection), given, signal);
  },
  verifyExport: ({ job }, { signal, report }) =>
    verifyExport(jobs.exportFolder(job), signal, report),
});

/** Jobs of a feature that was switched off rest: they can be seen, stopped and taken off the list. */
function courseOf(
  jobs: Jobs,
  managed: JobsServiceNeeds['managed'],
): Pick<Service, 'pause' | 'resume' | 'retry' | 'stop' | 'resolveRow'> {
  const mayGoOn = (job: string) => {
    managed.allowJob(find(jobs, job).kind);
  };
  return {
    pause: async ({ job }) => answered(jobs, await jobs.pause(job)),
    async resume({ job }) {
      mayGoOn(job);
      return answered(jobs, await jobs.resume(job));
    },
    async retry({ job }) {
      mayGoOn(job);
      return answered(jobs, await jobs.retry(job));
    },
    stop: async ({ job }) => answered(jobs, await jobs.stop(job)),
    async resolveRow({ job, userName, how }) {
      if (how === 'rotate-again') mayGoOn(job);
      return answered(jobs, await jobs.resolveRow(job, userName, how));
    },
  };
}

/** A mobile number as it is sent: without blanks. */
function wantedOf(change: Change) {
  const { action } = change;
  return 'email' in change
    ? { action, subject: change.email }
    : { action, subject: change.mobileNumber.replaceAll(/\s/g, '') };
}

async function saveReport(jobs: Jobs, files: FileHandles, job: string, target: string) {
  const lines = await reportOf(jobs, find(jobs, job));
  await files.write(target, toCsv(lines), 'target');
  return { name: files.name(target, 'target'), rows: lines.length - 1 };
}

const isOpen = ({ state }: BatchRow) =>
  state === 'refused' || state === 'unknown' || state === 'not-found';

function find(jobs: Jobs, id: string): Job {
  const found = jobs.list().find((job) => job.id === id);
  if (found) return found;
  throw notFound('There is no such job.');
}

/** With its rows, where it is a rotation and they can be read. */
async function answered(jobs: Jobs, job: Job): Promise<AnsweredJob> {
  if (job.kind !== 'rotate-secrets') return job;
  const rows = await jobs.rows(job.id).catch((error: unknown) => {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  });
  return rows === undefined ? job : { ...job, rows: rows.map(rotationRowOf) };
}

const ROTATION_STATES: Readonly<Record<BatchRow['state'], RotationRow['state']>> = {
  ...{ waiting: 'waiting', running: 'rotating', done: 'rotated', 'not-found': 'refused' },
  ...{ refused: 'refused', unknown: 'unknown', skipped: 'skipped' },
};

type Row = Awaited<ReturnType<Jobs['rows']>>[number];

const rotationRowOf = ({ subject, state, at, failure, secret }: Row): RotationRow => ({
  ...{ userName: subject, state: ROTATION_STATES[state], at, failure, secret },
});

async function reportOf(jobs: Jobs, job: Job): Promise<string[][]> {
  const rows = await jobs.rows(job.id);
  if (job.kind === 'rotate-secrets')
    return [
      ['user name', 'state', 'time', 'reason'],
      ...rows.map((row) => userCells(rotationRowOf(row))),
    ];
  return [['line', 'action', 'subject', 'state', 'time', 'reason'], ...rows.map(rowCells)];
}

const userCells = ({ userName, state, at, failure }: RotationRow) => [
  ...[userName, state, at ?? '', reasonOf(failure)],
];

const rowCells = ({ row, action, subject, state, at, failure }: BatchRow) => [
  ...[String(row + 1), action, subject, state, at ?? '', reasonOf(failure)],
];

/** The server's own words where there are any. */
function reasonOf(failure: Failure | null): string {
  const reason = failure && 'reason' in failure ? failure.reason : undefined;
  return reason || (failure?.message ?? '');
}
