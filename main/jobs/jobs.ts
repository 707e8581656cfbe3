// Jobs: long work that goes on while windows open and close. The interface of main/jobs, and how each kind begins.
import type { Run } from '../../preload/contract/contract.ts';
import type { Sealed } from '../secrets/sealing-keys.ts';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { NewRequest } from '../../preload/contract/consents.ts';
import type { DelegationChange } from '../../preload/contract/delegations.ts';
import type { Job, MessageChange } from '../../preload/contract/jobs.ts';
import type { MessagePlace } from '../../preload/contract/messages.ts';
import type { Scope } from '../../preload/contract/reference.ts';
import type { LookUpResult } from '../../preload/contract/service-owner.ts';
import type { Language } from '../../preload/contract/schema.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Api } from '../platform/api.ts';
import type { ContactFilters } from '../platform/organisations.ts';
import type { Escrow } from '../secrets/escrow.ts';
import type { AgeOptions } from '../secrets/age.ts';
import type { Vault } from '../secrets/vault.ts';
import { contactKey } from '../file-formats/contact-changes.ts';
import { changeKey, changeText } from '../file-formats/delegation-changes.ts';
import { type Batch, createBatch, type Task } from './batch.ts';
import { consentRequests } from './consent-requests.ts';
import { contactEntries, contactOf } from './contact-entries.ts';
import { delegationChanges } from './delegation-changes.ts';
import { lookUps } from './look-ups.ts';
import { messageChanges } from './message-changes.ts';
import {
  chooseMessages,
  createFolder,
  exportFacts,
  type MessageExportRequest,
  messageExports,
} from './message-export.ts';
import {
  type BatchRecord,
  EMPTY_TALLY,
  hasEnded,
  type HandOverRecord,
  type JobRecord,
  type JobRecords,
  type MessageExportRecord,
  type RotationRecord,
  shownJob,
  type SynchroniseRecord,
  wrongState,
} from './records.ts';
import {
  createRotation,
  type DestinationChoice,
  type Rotation,
  rotationOf,
  type RowResolution,
} from './rotation.ts';
import { type Row, type RowRequest, type Rows, type RowStore } from './rows.ts';
import { createJobRunner, type JobRunner } from './runner.ts';
import { downloadRows, fileDownload, type FileDownloadRequest } from './file-download.ts';
import { beginFolder, handOver, handOverRows, type HandOverRequest } from './hand-over.ts';
import { fileSending, type FilesToSend, sendingRows } from './file-sending.ts';
import { formSending } from './form-sending.ts';
import { userDeletion } from './user-deletion.ts';
import { createSynchronisation, NOTHING_COPIED } from './synchronise.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import type { RowNames } from '../messages/row-names.ts';
import type { Copies } from '../reference/copies.ts';
import type { ConnectionStore, SavedConnection } from '../storage/connection-store.ts';
import { fileTrouble } from '../storage/disk.ts';
import type { StoreCheck } from '../storage/store-check.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import type { Parts } from '../storage/parts.ts';
import { conflict } from '../problems.ts';
import type { Journal } from '../storage/journal.ts';
import type { StartThread } from '../threads.ts';

export interface Jobs {
  list(): readonly Job[];
  /** Whether the secrets of a rotation could be stored there. */
  testDestination(choice: DestinationChoice): Promise<void>;
  startRotation(
    saved: SavedConnection,
    userNames: readonly string[],
    choice: DestinationChoice,
  ): Promise<Job>;
  startContactEntries(saved: SavedConnection, request: ContactChanges): Promise<Job>;
  startDelegations(saved: SavedConnection, request: DelegationChanges): Promise<Job>;
  startMessageChanges(saved: SavedConnection, request: MessageChanges): Promise<Job>;
  /** Problem file{too-large} when the forms are more than a job holds. */
  startForms(saved: SavedConnection, request: FormsToSend): Promise<Job>;
  startConsentRequests(saved: SavedConnection, requests: readonly AskedConsent[]): Promise<Job>;
  /** Problem conflict at `files` when none waits, file{...} when the folder is none. */
  startFileDownload(
    saved: SavedConnection,
    request: FileDownloadRequest,
    signal: AbortSignal,
  ): Promise<Job>;
  /** Problem file{...} for what cannot be sent: then nothing is. */
  startFileSending(saved: SavedConnection, request: FilesToSend): Promise<Job>;
  startUserDeletion(saved: SavedConnection, users: readonly ShownUser[]): Promise<Job>;
  startLookUp(saved: SavedConnection, request: LookUpRequest): Promise<Job>;
  /** Problem conflict while another synchronisation of the same copy has not ended. */
  startSynchronise(saved: SavedConnection, request: SynchroniseRequest): Promise<Job>;
  /** Problem conflict when no message fits, file{...} when the folder cannot be made. */
  startMessageExport(
    saved: SavedConnection,
    request: MessageExportRequest,
    signal: AbortSignal,
  ): Promise<Job>;
  /** Problem conflict while another one has not ended, or where the folder holds anything else; file{...} where it cannot be used. */
  startHandOver(saved: SavedConnection, request: HandOverRequest): Promise<Job>;
  /** Absolute path of an export's folder, and the key that its files are sealed with. */
  exportFolder(id: string): Pick<MessageExportRecord, 'path' | 'sealKey'>;
  /** Absolute path of what it writes for a person: an export's folder, a rotation's file. Problem conflict where it writes none. */
  written(id: string): string;
  pause(id: string): Promise<Job>;
  resume(id: string): Promise<Job>;
  stop(id: string): Promise<Job>;
  /** Of a rotation, where a person decides about each refused or unknown row. */
  resolveRow(id: string, userName: string, how: RowResolution['how']): Promise<Job>;
  /** Of any other job with rows: refused and unknown rows wait again, and the job goes on. */
  retry(id: string): Promise<Job>;
  rows(id: string): Promise<readonly Row[]>;
  readonly lookUps: LookUps;
  forget(id: string): Promise<void>;
  /** At start, after the escrow's recovery: jobs that ran are paused. */
  recover(): Promise<void>;
  /** Once the keychain can be used: looks at rows that a kill interrupted, counts anew. */
  countRows(): Promise<void>;
  /** Removes rows from memory that only an unlocked program may hold: those of all jobs that do not run. */
  lock(): void;
  /** Resolves when no job runs. */
  whenIdle(): Promise<void>;
  /** Ends after the present rows; the next start finds the jobs as `restarted`. */
  close(): Promise<void>;
  /** The rows of all jobs; a job whose rows are given up can only be removed. Problem conflict while a job runs. */
  readonly sealed: Sealed;
  /** Reads the rows of every job. Problem file{...}, keychain{...}. */
  check(run: StoreCheck): Promise<void>;
  /** Names of the files that damaged lines of rows were set aside in. */
  readonly setAside: readonly string[];
}

export interface ContactChanges {
  readonly organisationNumber: string;
  readonly organisationName: string;
  readonly changes: readonly RowRequest[];
}

export interface DelegationChanges {
  readonly who: string;
  readonly organisationName: string;
  readonly changes: readonly DelegationChange[];
}

export interface MessageChanges {
  readonly who: string;
  readonly organisationName: string;
  readonly change: MessageChange;
  readonly from: MessagePlace;
  readonly messages: readonly {
    readonly message: string;
    readonly title?: string | undefined;
    readonly forGood?: true | undefined;
  }[];
}

export interface FormsToSend extends Omit<NonNullable<RowRequest['form']>, 'xml'> {
  readonly organisationName: string;
  readonly serviceName: string;
  readonly forms: readonly {
    readonly line: number;
    readonly title: string;
    readonly xml: string;
  }[];
}

/** One line of a table of requests for consent. */
export interface AskedConsent {
  readonly line: number;
  readonly text: string;
  readonly request: NewRequest;
}

/** A user as a person was shown it. */
export interface ShownUser {
  readonly userName: string;
  readonly created?: string | null | undefined;
}

export interface LookUpRequest extends ContactFilters {
  readonly organisationNumbers: readonly string[];
  readonly officialContacts: boolean;
  readonly personalContacts: boolean;
}

export interface SynchroniseRequest {
  /** The connection's when left out. */
  readonly language?: Language | undefined;
  readonly scope: Scope;
}

/** What jobs of look-ups found, read from their sealed rows: of a national identity number never more than its mask. */
export interface LookUps {
  /** In the order of the rows, of those that found something. Problem not-found when there is no such job. */
  results(job: string, from: number, count: number): Promise<LookUpPage>;
  /** All of them, a page in memory at a time. */
  all(job: string): AsyncIterable<LookUpResult>;
  /** What the job was begun with, and its connection. */
  filters(job: string): ContactFilters & { readonly connection: string };
}

export interface LookUpPage {
  readonly results: LookUpResult[];
  readonly total: number;
}

export interface JobsNeeds {
  readonly records: JobRecords;
  readonly rowStore: RowStore;
  readonly log: Pick<Log, 'error'>;
  readonly connections: Pick<ConnectionStore, 'all'>;
  readonly startThread?: StartThread | undefined;
  readonly vault: Vault;
  readonly escrow: Escrow;
  readonly copies: Pick<Copies, 'open'>;
  readonly api: Pick<Api, 'open' | 'client'>;
  /** Performs an operation of the contract with its checks and its journal lines, like a click. */
  readonly run: Run;
  readonly journal: Pick<Journal, 'newest'>;
  /** A handle for a file that a person chose when the job began. */
  readonly handleFor?: (path: string) => string;
  /** Removes what this computer holds of an enterprise user that is gone. */
  readonly forgetUser?: (connection: string, userName: string) => Promise<void>;
  /** Remembers of a user in which file its new secret is. */
  readonly savedInFile?: (connection: string, userName: string, name: string) => Promise<void>;
  /** Keeps which line of a spreadsheet a message was made of. */
  readonly nameRow?: RowNames['keep'];
  /** Of what comes from the platform into a folder. */
  readonly mark: MarkDownloaded;
  /** Names half files, so that the next start finds them. */
  readonly parts?: Parts;
  readonly now?: () => Date;
  /** Name and version of the program, for manifests. */
  readonly program?: string;
  /** Waits between two rows that change something. */
  readonly gap?: () => Promise<void>;
  /** Called at the beginning of a run; its answer is called at the pause or end. */
  readonly busy?: () => () => Promise<void>;
  /** For tests: how much work the encryption of a file of secrets is. */
  readonly age?: AgeOptions;
}

const GAP_MS = 250;
const wait = () => new Promise<void>((resolve) => setTimeout(resolve, GAP_MS));

interface Context extends JobsNeeds {
  readonly runner: JobRunner;
  readonly rotation: Rotation;
  readonly batches: Readonly<Record<BatchRecord['kind'], Batch>>;
  readonly now: () => Date;
}

/** A new kind needs a record in `records.ts`, a task here and a function below that begins it; the compiler asks for the rest. */
function createContext(given: JobsNeeds): Context {
  const { records, connections, run, gap = wait } = given;
  const now = given.now ?? (() => new Date());
  const rowStore = withoutOlderCopies(given);
  const needs = { ...given, rowStore, gap, now };
  const rotation = createRotation(needs);
  /** A person has allowed at the job's start what its rows do. */
  const runFor =
    (kind: BatchRecord['kind']): Run =>
    (name, input, signal, report) =>
      run(name, input, signal, report, kind);
  const tasks: Readonly<Record<BatchRecord['kind'], Task>> = {
    'rotate-secrets': rotation,
    'change-contact-entries': contactEntries({ run, gap }),
    'change-delegations': delegationChanges({
      run: runFor('change-delegations'),
      gap,
    }),
    'change-messages': messageChanges({
      run: runFor('change-messages'),
      gap,
    }),
    'send-forms': formSending({
      run: runFor('send-forms'),
      madeByOthers: (job) => madeByOthers({ records, rowStore }, 'send-forms', job),
      nameRow: needs.nameRow ?? (async () => undefined),
      gap,
    }),
    'request-consents': consentRequests({
      run: runFor('request-consents'),
      client: (connection) => given.api.client(connection),
      own: (connection) =>
        connections.all().find(({ id }) => id === connection)?.organisationNumber ?? '',
      madeByOthers: (job) => madeByOthers({ records, rowStore }, 'request-consents', job),
      gap,
    }),
    'download-files': fileDownload({
      ...needs,
      run: runFor('download-files'),
    }),
    'send-files': fileSending({
      records,
      run: runFor('send-files'),
      handleFor: needs.handleFor ?? ((file) => file),
      gap,
    }),
    'delete-users': userDeletion({
      run: runFor('delete-users'),
      gap,
      forgetUser: needs.forgetUser ?? (async () => undefined),
    }),
    'look-up': lookUps({ run }),
    'export-messages': messageExports(needs),
    'hand-over': handOver({
      ...needs,
      run: runFor('hand-over'),
      program: needs.program ?? 'Steward',
      keyFor: handOverKey(rowStore),
    }),
  };
  const batchOf = (kind: BatchRecord['kind']) =>
    createBatch({ records, rowStore, task: tasks[kind] });
  const batches = {
    'rotate-secrets': batchOf('rotate-secrets'),
    'change-contact-entries': batchOf('change-contact-entries'),
    'change-delegations': batchOf('change-delegations'),
    'change-messages': batchOf('change-messages'),
    'send-forms': batchOf('send-forms'),
    'request-consents': batchOf('request-consents'),
    'delete-users': batchOf('delete-users'),
    'look-up': batchOf('look-up'),
    'export-messages': batchOf('export-messages'),
    'hand-over': batchOf('hand-over'),
    'download-files': batchOf('download-files'),
    'send-files': batchOf('send-files'),
  };
  const kinds = { ...batches, synchronise: createSynchronisation(needs) };
  const runner = createJobRunner({ ...needs, records, connections, kinds });
  return { ...needs, rotation, batches, runner };
}

/** What cannot be opened now tells nothing, and is no reason not to go on. */
async function madeByOthers(
  { records, rowStore }: Pick<JobsNeeds, 'records' | 'rowStore'>,
  of: BatchRecord['kind'],
  job: string,
): Promise<readonly string[]> {
  const others = records.all().filter(({ kind, id }) => kind === of && id !== job);
  const rows = await Promise.all(others.map(({ id }) => rowStore.open(id).catch(ignoreProblem)));
  return rows.flatMap((of) => of?.all().flatMap(({ made }) => made ?? []) ?? []);
}

/**
 * A change is in the file of rows before it is counted in the record, and what is done stays done. A file with less than the record has
 * counted is an older copy: what was done would be done once more, and its secrets would look lost (FLT-09).
 */
function withoutOlderCopies({ records, rowStore }: JobsNeeds): RowStore {
  const compared = new WeakSet<Rows>();
  return {
    ...rowStore,
    async open(id) {
      const rows = await rowStore.open(id);
      if (compared.has(rows)) return rows;
      const tally = rows.tally();
      const counted = records.batch(id).tally;
      if (tally.done + tally.notFound < counted.done + counted.notFound) {
        // Of a damaged file what was whole is kept: that is less, and was said.
        const isRest = rowStore.setAside.some((name) => name.startsWith(`${id}.rows.`));
        if (!isRest) {
          rowStore.close(id);
          throw fileTrouble('outdated');
        }
        await records.change(id, { tally });
      }
      compared.add(rows);
      return rows;
    },
  };
}

async function checkRows({ records, rowStore, runner }: Context, run: StoreCheck): Promise<void> {
  const known = jobsWithRows(records.all());
  await rowStore.check(run, known);
  for (const [id, concerns] of known) {
    if (runner.isRunning(id)) continue;
    const failed = await rowStore.open(id).then(() => undefined, failureOf);
    if (failed?.kind === 'file' && failed.problem === 'outdated')
      run.left({ kind: 'damaged', what: `${id}.rows`, concerns });
    // It may have been resumed meanwhile: then these are the rows that it writes.
    if (!runner.isRunning(id)) rowStore.close(id);
  }
}

export function createJobs(needs: JobsNeeds): Jobs {
  const context = createContext(needs);
  const { records, rowStore, rotation, runner } = context;
  const after = async (id: string, act: Promise<void>) => {
    await act;
    return shownJob(records.find(id));
  };
  return {
    list: () => records.all().map(shownJob),
    testDestination: (choice) => rotation.testDestination(choice),
    startRotation: (...given) => startRotation(context, ...given),
    startContactEntries: (...given) => startContactEntries(context, ...given),
    startDelegations: (...given) => startDelegations(context, ...given),
    startMessageChanges: (...given) => startMessageChanges(context, ...given),
    startForms: (...given) => startForms(context, ...given),
    startConsentRequests: (...given) => startConsentRequests(context, ...given),
    startFileDownload: (...given) => startFileDownload(context, ...given),
    startFileSending: (...given) => startFileSending(context, ...given),
    startUserDeletion: (...given) => startUserDeletion(context, ...given),
    startLookUp: (...given) => startLookUp(context, ...given),
    startSynchronise: (...given) => startSynchronise(context, ...given),
    startMessageExport: (...given) => startMessageExport(context, ...given),
    startHandOver: (...given) => startHandOver(context, ...given),
    exportFolder(id) {
      const job = records.batch(id);
      if (job.kind === 'export-messages') return job;
      throw wrongState();
    },
    written(id) {
      const job = records.batch(id);
      if ('path' in job) return job.path;
      if (job.kind === 'rotate-secrets' && job.file !== null) return job.file;
      throw wrongState();
    },
    pause: (id) => after(id, runner.pause(id)),
    resume: (id) => after(id, runner.resume(id)),
    stop: (id) => after(id, runner.stop(id)),
    resolveRow: (id, userName, how) => after(id, resolveRow(context, id, { userName, how })),
    retry: (id) => after(id, retry(context, id)),
    rows: async (id) => (await rowStore.open(records.batch(id).id)).all(),
    lookUps: lookUpsOf(context),
    forget: (id) => runner.forget(id),
    recover: () => recover(context),
    countRows: () => countRows(context),
    lock() {
      for (const { id } of records.all()) if (!runner.isRunning(id)) rowStore.close(id);
    },
    whenIdle: () => runner.whenIdle(),
    close: () => runner.close(),
    sealed: {
      count: () => rowStore.sealed.count(),
      async giveUp() {
        if (records.all().some(({ id }) => runner.isRunning(id))) throw wrongState();
        await rowStore.sealed.giveUp();
      },
    },
    check: (run) => checkRows(context, run),
    setAside: rowStore.setAside,
  };
}

/** The jobs that have a file of rows, with the names of their connections. */
const jobsWithRows = (all: readonly JobRecord[]): ReadonlyMap<string, string> =>
  new Map(
    all
      .filter((one) => one.kind !== 'synchronise' && !('rows' in one && one.rows !== undefined))
      .map(({ id, connectionName }) => [id, connectionName]),
  );

/** What the record of every kind begins with. */
const headOf = ({ now }: Context, saved: SavedConnection) => {
  const started = now().toISOString();
  return {
    id: randomUUID(),
    connection: saved.id,
    connectionName: saved.name,
    environment: saved.environment,
    baseAddress: saved.baseAddress,
    organisationName: saved.organisationName,
    started,
    changed: started,
    state: 'running' as const,
    because: 'none' as const,
  };
};

async function startRotation(
  context: Context,
  saved: SavedConnection,
  userNames: readonly string[],
  choice: DestinationChoice,
): Promise<Job> {
  const rows = [...new Set(userNames)].map((subject) => ({ action: 'rotate' as const, subject }));
  const file = choice.kind === 'file' ? choice.file : null;
  const job: RotationRecord = {
    ...headOf(context, saved),
    kind: 'rotate-secrets',
    file,
    destination: file === null ? { kind: 'keychain' } : { kind: 'file', name: path.basename(file) },
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, async () => {
    await context.rowStore.create(job.id, rows);
    try {
      await context.rotation.prepare(job, choice);
    } catch (error) {
      await context.rowStore.remove(job.id).catch(() => undefined);
      throw error;
    }
  });
}

/** A job that has ended does the row again once it is resumed. */
async function resolveRow(context: Context, id: string, resolution: RowResolution): Promise<void> {
  const { records, rowStore, rotation, runner } = context;
  const job = rotationOf(records.batch(id));
  const rows = await rowStore.open(id);
  const waitsAgain = await rotation.resolveRow(job, rows, resolution);
  records.report(id, { tally: rows.tally() });
  if (waitsAgain && !runner.isRunning(id) && hasEnded(records.find(id)))
    await records.change(id, { state: 'paused', because: 'asked' });
}

/** The rows before the record: every job on the list has its rows. */
async function begin(context: Context, job: JobRecord, prepare: () => Promise<void>): Promise<Job> {
  await context.runner.begin(job.kind, job.id, async () => {
    await prepare();
    await context.records.add(job);
  });
  return shownJob(context.records.find(job.id));
}

async function startContactEntries(
  context: Context,
  saved: SavedConnection,
  { organisationNumber, organisationName, changes }: ContactChanges,
): Promise<Job> {
  const rows = onceEach(
    changes,
    ({ action, subject }) => `${action} ${contactKey(contactOf(subject))}`,
  );
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'change-contact-entries',
    organisationNumber,
    organisationName,
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

async function startDelegations(
  context: Context,
  saved: SavedConnection,
  { who, organisationName, changes }: DelegationChanges,
): Promise<Job> {
  const all = changes.map((change) => ({
    action: change.action === 'give' ? ('add' as const) : ('remove' as const),
    subject: changeText(change),
    delegation: { who, change },
  }));
  const rows = onceEach(all, ({ delegation }) => changeKey(delegation.change));
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'change-delegations',
    who,
    ...nameOf(who, organisationName),
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

async function startMessageChanges(
  context: Context,
  saved: SavedConnection,
  { who, organisationName, change, from, messages }: MessageChanges,
): Promise<Job> {
  const all = messages.map(({ message: subject, title, forGood = false }) => ({
    action: change,
    subject,
    ...(title !== undefined && { title }),
    message: { who, from, forGood },
  }));
  const rows = onceEach(all, ({ subject }) => subject.toLowerCase());
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'change-messages',
    who,
    change,
    from,
    ...nameOf(who, organisationName),
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

/** The record is not sealed, so it has no name of a person. */
const nameOf = (who: string, organisationName: string) =>
  /^\d{9}$/.test(who) ? { organisationName } : {};

/** All of the rows are in memory while the job runs. */
const MOST_FORM_CHARACTERS = 32 * 1024 * 1024;

async function startForms(
  context: Context,
  saved: SavedConnection,
  { organisationName, serviceName, forms, ...about }: FormsToSend,
): Promise<Job> {
  const length = forms.reduce((sum, { xml }) => sum + xml.length, 0);
  if (length > MOST_FORM_CHARACTERS) throw fileTrouble('too-large');
  const rows = forms.map(({ line, title, xml }) => ({
    action: 'send' as const,
    subject: String(line),
    ...(title !== '' && { title }),
    form: { ...about, xml },
  }));
  const { who, serviceCode, serviceEdition, then } = about;
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'send-forms',
    who,
    serviceCode,
    serviceEdition,
    serviceName,
    then,
    ...nameOf(who, organisationName),
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

async function startConsentRequests(
  context: Context,
  saved: SavedConnection,
  requests: readonly AskedConsent[],
): Promise<Job> {
  const rows = requests.map(({ line, text, request }) => ({
    action: 'send' as const,
    subject: `${String(line)}: ${text}`,
    consent: request,
  }));
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'request-consents',
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

async function startFileDownload(
  context: Context,
  saved: SavedConnection,
  request: FileDownloadRequest,
  signal: AbortSignal,
): Promise<Job> {
  const { who, path: folder, organisationName, confirm } = request;
  const { rows, wholeList } = await downloadRows(context.run, saved.id, request, signal);
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'download-files',
    who,
    ...nameOf(who, organisationName),
    folder: path.basename(folder),
    path: folder,
    confirm,
    wholeList,
    files: 0,
    bytes: 0,
    totalBytes: rows.reduce((sum, { download }) => sum + (download?.bytes ?? 0), 0),
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

async function startFileSending(
  context: Context,
  saved: SavedConnection,
  request: FilesToSend,
): Promise<Job> {
  const { who, organisationName, description } = request;
  const rows = await sendingRows(request);
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'send-files',
    who,
    ...nameOf(who, organisationName),
    serviceCode: description.code,
    serviceEdition: description.edition,
    files: 0,
    bytes: 0,
    totalBytes: rows.reduce((sum, { file }) => sum + (file?.bytes ?? 0), 0),
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

async function startUserDeletion(
  context: Context,
  saved: SavedConnection,
  users: readonly ShownUser[],
): Promise<Job> {
  const all = users.map(({ userName: subject, created = null }) => ({
    action: 'delete' as const,
    subject,
    user: { created },
  }));
  const rows = onceEach(all, ({ subject }) => subject);
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'delete-users',
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

async function startLookUp(
  context: Context,
  saved: SavedConnection,
  { organisationNumbers, officialContacts, personalContacts, ...filters }: LookUpRequest,
): Promise<Job> {
  const all = organisationNumbers.map((subject) => ({ action: 'look-up' as const, subject }));
  const rows = onceEach(all, ({ subject }) => subject);
  const job: BatchRecord = {
    ...headOf(context, saved),
    kind: 'look-up',
    officialContacts,
    personalContacts,
    ...filters,
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, () => context.rowStore.create(job.id, rows));
}

/** The list is loaded while no other export can begin, and the folder exists before the job does. */
async function startMessageExport(
  context: Context,
  saved: SavedConnection,
  request: MessageExportRequest,
  signal: AbortSignal,
): Promise<Job> {
  const { runner, records, rowStore, run, program = 'Steward' } = context;
  const jobHead = headOf(context, saved);
  const { id, started, environment, baseAddress: platform } = jobHead;
  await runner.begin('export-messages', id, async () => {
    const { rows, list } = await chooseMessages(run, saved.id, request, signal);
    const { record, head } = exportFacts(request, list);
    const tally = { ...EMPTY_TALLY, waiting: rows.length };
    const job: MessageExportRecord = { ...jobHead, ...record, tally };
    const manifestHead = { program, started, environment, platform, ...head };
    await createFolder(request.path, manifestHead, async () => {
      await rowStore.create(id, rows);
      await records.add(job);
    });
  });
  return shownJob(records.find(id));
}

/** Of one folder, by the id in its head. */
const handOverKey = (rowStore: RowStore) => (folder: string) =>
  rowStore.keyFor(`steward-hand-over-1 ${folder}`);

/** The folder is made, or looked at, while no other hand-over can begin. */
async function startHandOver(
  context: Context,
  saved: SavedConnection,
  request: HandOverRequest,
): Promise<Job> {
  const { organisationName, organisationNumber, path: folder, locale, parts } = request;
  const rows = handOverRows(request);
  const head = headOf(context, saved);
  const job: HandOverRecord = {
    ...head,
    organisationName,
    kind: 'hand-over',
    organisationNumber,
    parts: parts.map(({ part }) => part),
    folder: path.basename(folder),
    files: 0,
    bytes: 0,
    path: folder,
    locale,
    readers: [...parts],
    tally: { ...EMPTY_TALLY, waiting: rows.length },
  };
  return begin(context, job, async () => {
    await beginFolder(saved, request, head.started, handOverKey(context.rowStore));
    await context.rowStore.create(job.id, rows);
  });
}

async function startSynchronise(
  context: Context,
  saved: SavedConnection,
  { language = saved.language, scope }: SynchroniseRequest,
): Promise<Job> {
  const { records, runner, copies } = context;
  const job: SynchroniseRecord = {
    ...headOf(context, saved),
    kind: 'synchronise',
    language,
    scope,
    ...NOTHING_COPIED,
  };
  const earlier = records.all().filter((one) => isOfSameCopy(one, job));
  if (earlier.some((one) => !hasEnded(one))) throw synchronisationNotEnded();
  return begin(context, job, async () => {
    await copies.open(saved.id, language);
    // Only the latest synchronisation says anything about the copy.
    for (const { id } of earlier) await runner.forget(id);
  });
}

const isOfSameCopy = (one: JobRecord, job: SynchroniseRecord): boolean =>
  one.kind === 'synchronise' &&
  one.environment === job.environment &&
  one.baseAddress === job.baseAddress &&
  one.language === job.language;

const synchronisationNotEnded = () =>
  conflict('A synchronisation of this copy is not at its end: resume it, or cancel it.');

/** Of rows with the same key the first, in their order. */
function onceEach<T extends RowRequest>(all: readonly T[], keyOf: (one: T) => string): T[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const isNew = !seen.has(keyOf(one));
    seen.add(keyOf(one));
    return isNew;
  });
}

async function retry({ records, runner, batches }: Context, id: string): Promise<void> {
  const { kind } = records.batch(id);
  // In a rotation a person decides about each row.
  if (kind === 'rotate-secrets') throw wrongState();
  await runner.resume(id, () => batches[kind].retry(id));
}

async function recover({ records, rowStore, runner }: Context): Promise<void> {
  await runner.recover();
  // Where the records were damaged, the row files are all that is left of the jobs.
  if (records.isIntact) await rowStore.removeOrphans(records.all().map(({ id }) => id));
}

async function countRows({ records, batches }: Context): Promise<void> {
  for (const job of records.all())
    // A job whose rows cannot be read says so when a person opens it.
    if (job.kind !== 'synchronise' && job.state === 'paused')
      await batches[job.kind].count(job.id).catch(ignoreProblem);
}

/** How many results are in memory at once. */
const PAGE = 50;

function lookUpsOf({ records, rowStore }: Context): LookUps {
  const find = (id: string) => {
    const job = records.batch(id);
    if (job.kind === 'look-up') return job;
    throw wrongState();
  };
  const rowsOf = (id: string) => rowStore.open(find(id).id);
  return {
    async results(id, from, count) {
      const rows = await rowsOf(id);
      return { results: await rows.results(from, count), total: rows.resultCount() };
    },
    async *all(id) {
      const rows = await rowsOf(id);
      for (let from = 0; from < rows.resultCount(); from += PAGE)
        yield* await rows.results(from, PAGE);
    },
    filters(id) {
      const { connection, roleDefinitionCode, service } = find(id);
      return { connection, roleDefinitionCode, service };
    },
  };
}
