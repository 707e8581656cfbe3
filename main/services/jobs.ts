// Jobs for a person: starting, watching, pausing, deciding about rows, and saving a report.
import type { SaveTarget } from '../../preload/contract/schema.ts';
import type { Handlers } from '../../preload/contract/contract.ts';
import type { Job, JobRow } from '../../preload/contract/jobs.ts';
import { jobReport } from '../file-formats/job-report.ts';
import type { Jobs } from '../jobs/jobs.ts';
import type { Policy } from '../policy/policy.ts';
import { type FormTableNeeds, tryTable } from '../messages/form-table.ts';
import type { TryConsents } from '../consents/table.ts';
import type { KeptForms } from '../messages/kept-forms.ts';
import type { KeptTransfers } from '../transfers/kept-transfers.ts';
import { verifyExport } from '../messages/export-folder.ts';
import { Secret } from '../secret.ts';
import type { ConnectionStore } from '../storage/connection-store.ts';
import { toCsv } from '../storage/csv.ts';
import type { FileHandles } from '../storage/files.ts';
import { ignoreProblem } from '../problem.ts';
import { conflict, notFound } from '../problems.ts';

export interface JobsServiceNeeds {
  readonly jobs: Jobs;
  readonly connections: ConnectionStore;
  readonly files: FileHandles;
  readonly managed: Pick<Policy, 'allowJob'>;
  readonly showInFolder: (file: string) => Promise<void>;
  readonly formTables: FormTableNeeds;
  readonly keptForms: Pick<KeptForms, 'keep'>;
  readonly tryConsents: TryConsents;
  readonly keptTransfers: Pick<KeptTransfers, 'keep'>;
}

type Service = Handlers<'jobs'>;
type Destination = Parameters<Service['testDestination']>[0]['destination'];
type Change = Parameters<Service['startContactEntries']>[0]['changes'][number];

export function jobsService(needs: JobsServiceNeeds): Service {
  const { jobs, connections, files, managed } = needs;
  const choiceOf = (given: Destination) =>
    given.kind === 'keychain'
      ? given
      : {
          kind: given.kind,
          file: files.place(given.target, 'destination.target'),
          passphrase: new Secret(given.passphrase),
        };
  return {
    list: async () => [...jobs.list()],
    async testDestination({ destination }) {
      await jobs.testDestination(choiceOf(destination));
      return {};
    },
    startRotation: async ({ connection, userNames, destination }) =>
      jobs.startRotation(connections.find(connection), userNames, choiceOf(destination)),
    startContactEntries: async ({ connection, changes, ...of }) =>
      jobs.startContactEntries(connections.find(connection), {
        ...of,
        changes: changes.map(rowRequestOf),
      }),
    startDelegations: async ({ connection, ...request }) =>
      jobs.startDelegations(connections.find(connection), request),
    startMessageChanges: async ({ connection, ...request }) =>
      jobs.startMessageChanges(connections.find(connection), request),
    startUserDeletion: async ({ connection, users }) =>
      jobs.startUserDeletion(connections.find(connection), users),
    startForms: (input, call) => startForms(needs, input, call),
    startConsentRequests: (input, call) => startConsentRequests(needs, input, call),
    ...transfersOf(needs),
    startLookUp: async ({ connection, ...request }) =>
      jobs.startLookUp(connections.find(connection), request),
    startSynchronise: async ({ connection, ...request }) =>
      jobs.startSynchronise(connections.find(connection), request),
    ...exportsOf({ jobs, connections, files }),
    async rows({ job, from, count, onlyOpen = false, changedSince }) {
      const all = await jobs.rows(job);
      const shown = all
        .filter((row) => !onlyOpen || isOpen(row))
        .filter(({ revision }) => changedSince === undefined || revision > changedSince);
      const revision = all.reduce((most, row) => Math.max(most, row.revision), 0);
      // Who follows a job hears of each secret by its own event: here it would be said twice for each row.
      const show = changedSince === undefined ? shownRow : withoutSecret;
      return { rows: shown.slice(from, from + count).map(show), total: shown.length, revision };
    },
    ...controlsOf(jobs, managed),
    saveReport: ({ job, target }) => saveReport(jobs, files, job, target),
    async showWritten({ job }) {
      await needs.showInFolder(jobs.written(job));
      return {};
    },
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
}: Pick<JobsServiceNeeds, 'jobs' | 'connections' | 'files'>): Pick<
  Service,
  'startMessageExport' | 'verifyExport'
> => ({
  startMessageExport: async ({ connection, folder, ...choice }, { signal }) => {
    const request = { ...choice, path: files.place(folder, 'folder') };
    return jobs.startMessageExport(connections.find(connection), request, signal);
  },
  verifyExport: ({ job }, { signal, report }) => {
    const { path, sealKey } = jobs.exportFolder(job);
    return verifyExport(path, sealKey, signal, report);
  },
});

const transfersOf = ({
  jobs,
  connections,
  files,
  keptTransfers,
}: JobsServiceNeeds): Pick<Service, 'startFileDownload' | 'startFileSending'> => ({
  startFileDownload: async ({ connection, folder, ...request }, { signal }) => {
    const path = files.place(folder, 'folder');
    return jobs.startFileDownload(connections.find(connection), { ...request, path }, signal);
  },
  async startFileSending({ connection, who, organisationName, sources, ...description }) {
    const job = await jobs.startFileSending(connections.find(connection), {
      who,
      organisationName,
      paths: sources.map((source) => files.path(source, 'sources')),
      description,
    });
    const { code, edition, ...kept } = description;
    // The next sending of the service begins with it; the job is under way whether it is kept or not.
    await keptTransfers.keep({ connection, code, edition }, kept).catch(ignoreProblem);
    return job;
  },
});

/** What is sent is what was tried: the table is read and tried once more, and nothing is begun where anything is another. */
async function startForms(
  { jobs, connections, formTables, keptForms }: JobsServiceNeeds,
  {
    organisationName,
    serviceName,
    then,
    count,
    digest,
    ...table
  }: Parameters<Service['startForms']>[0],
  { signal, report }: Parameters<Service['startForms']>[1],
): Promise<Job> {
  const saved = connections.find(table.connection);
  const tried = await tryTable(formTables, table, signal, report);
  if (tried.digest !== digest || tried.forms.length !== count)
    throw conflict('The table or its form was changed since it was tried. Try it again.', {
      field: 'digest',
    });
  const job = await jobs.startForms(saved, {
    organisationName,
    serviceName,
    who: table.who,
    serviceCode: table.code,
    serviceEdition: table.edition,
    dataFormatId: table.dataFormatId,
    dataFormatVersion: table.dataFormatVersion,
    then,
    forms: tried.forms,
  });
  const mapping = table.mapping.map(({ column, path }) => ({
    heading: tried.columns[column]?.heading ?? '',
    path,
  }));
  // The next table of the same form begins with it; the job is under way whether it is kept or not.
  await keptForms.keep(table, { mapping }).catch(ignoreProblem);
  return job;
}

/** What is asked is what was tried: the table is read and compared once more. */
async function startConsentRequests(
  { jobs, connections, tryConsents }: JobsServiceNeeds,
  { count, digest, ...table }: Parameters<Service['startConsentRequests']>[0],
  { signal }: Parameters<Service['startConsentRequests']>[1],
): Promise<Job> {
  const saved = connections.find(table.connection);
  const tried = await tryConsents(table, { signal });
  if (tried.digest !== digest || tried.requests.length !== count)
    throw conflict(
      'The table or the list of requests was changed since it was tried. Try it again.',
      {
        field: 'digest',
      },
    );
  return jobs.startConsentRequests(saved, tried.requests);
}

/** Jobs of a feature that was switched off rest: they can be seen, stopped and taken off the list. */
function controlsOf(
  jobs: Jobs,
  managed: JobsServiceNeeds['managed'],
): Pick<Service, 'pause' | 'resume' | 'retry' | 'stop' | 'resolveRow'> {
  const mayGoOn = (job: string) => {
    managed.allowJob(find(jobs, job).kind);
  };
  return {
    pause: async ({ job }) => jobs.pause(job),
    async resume({ job }) {
      mayGoOn(job);
      return jobs.resume(job);
    },
    async retry({ job }) {
      mayGoOn(job);
      return jobs.retry(job);
    },
    stop: async ({ job }) => jobs.stop(job),
    async resolveRow({ job, userName, how }) {
      if (how === 'rotate-again') mayGoOn(job);
      return jobs.resolveRow(job, userName, how);
    },
  };
}

/** A mobile number as it is sent: without blanks. */
function rowRequestOf(change: Change) {
  const { action } = change;
  return 'email' in change
    ? { action, subject: change.email }
    : { action, subject: change.mobileNumber.replaceAll(/\s/g, '') };
}

async function saveReport(jobs: Jobs, files: FileHandles, job: string, target: SaveTarget) {
  const lines = jobReport((await jobs.rows(job)).map(shownRow));
  await files.write(target, toCsv(lines), 'target');
  return { name: files.targetName(target, 'target'), rows: lines.length - 1 };
}

type Row = Awaited<ReturnType<Jobs['rows']>>[number];

function shownRow(all: Row): JobRow {
  const {
    secret,
    delegation: _delegation,
    message: _message,
    form: _form,
    user: _user,
    consent: _consent,
    download: _download,
    file: _file,
    placed: _placed,
    handOver: _handOver,
    ...row
  } = all;
  return secret === null ? row : { ...row, secret };
}
const withoutSecret = (row: Row): JobRow => shownRow({ ...row, secret: null });

const isOpen = ({ state }: Row) =>
  state === 'refused' || state === 'unknown' || state === 'not-found';

function find(jobs: Jobs, id: string): Job {
  const found = jobs.list().find((job) => job.id === id);
  if (found) return found;
  throw notFound('There is no such job.');
}
