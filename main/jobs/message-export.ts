// Exports messages into a folder, a few at a time and reads only: the choice of messages, the folder and its manifest.
import type { Run } from '../../preload/contract/contract.ts';
import { randomBytes } from 'node:crypto';
import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExportFolder as MessageFolder, ExportWish } from '../../preload/contract/jobs.ts';
import type { MessageSummary } from '../../preload/contract/messages.ts';
import { resourceId } from '../../preload/contract/schema.ts';
import { obstacleOf } from '../../preload/failures.ts';
import type { Failure } from '../../preload/result.ts';
import type { Api } from '../platform/api.ts';
import { type ExportFolder, openExportFolder } from '../messages/export-folder.ts';
import {
  createManifest,
  type Head,
  type Manifest,
  MANIFEST_FILES,
  openManifest,
  readFiles,
  type ShownMessage,
} from '../messages/export-manifest.ts';
import { BAD_ID, exportMessage, type Left, whyOf } from '../messages/export-files.ts';
import { conflict } from '../problems.ts';
import { failureOf, ignoreProblem, Problem } from '../problem.ts';
import { fileProblemOf, syncFolder } from '../storage/disk.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import type { Parts } from '../storage/parts.ts';
import { createNotFoundCheck, type RowHandler, type Task, valueOf } from './batch.ts';
import { createFolderProgress } from './file-progress.ts';
import { openFolders } from './open-folders.ts';
import type { BatchRecord, Change, JobRecords, MessageExportRecord } from './records.ts';
import type { Row, RowRequest, Rows, RowState } from './rows.ts';
import type { RunControl } from './runner.ts';

export interface MessageExportNeeds {
  readonly api: Pick<Api, 'client'>;
  readonly records: JobRecords;
  readonly now: () => Date;
  readonly mark: MarkDownloaded;
  readonly parts?: Parts;
}

export interface MessageExportRequest extends ExportWish {
  readonly who: string;
  readonly partyName: string;
  readonly filter?: string | undefined;
  /** Chosen one by one; undefined: by folder, dates and filter. */
  readonly messages?:
    | readonly { readonly message: string; readonly title?: string | undefined }[]
    | undefined;
  /** Absolute path of a folder that does not exist yet. */
  readonly path: string;
}

const CONCURRENCY = 3;
const MOST_MESSAGES = 20_000;

export function messageExports(needs: MessageExportNeeds): Task {
  const folders = openFolders((job: MessageExportRecord) => openFolder(job, needs));
  return {
    effect: 'read',
    concurrency: CONCURRENCY,
    gap: async () => undefined,
    async checkReady(job) {
      await openFolder(exportOf(job), needs);
    },
    createHandler: async (job, _rows, control) => {
      const of = exportOf(job);
      return createHandler(needs, of, await folders.begin(of), control);
    },
    onPause: (job) => {
      folders.end(exportOf(job));
      return countFiles(exportOf(job));
    },
    finish: async (job, rows, how) => {
      const of = exportOf(job);
      try {
        return await finish(needs, await folders.of(of), rows, how);
      } finally {
        folders.end(of);
      }
    },
  };
}

const openFolder = ({ path: root, sealKey }: MessageExportRecord, needs: MessageExportNeeds) =>
  openExportFolder(root, needs, (folder) => openManifest(folder, sealKey));

function exportOf(job: BatchRecord): MessageExportRecord {
  if (job.kind !== 'export-messages') throw new TypeError('Another kind of job.');
  return job;
}

async function createHandler(
  needs: MessageExportNeeds,
  job: MessageExportRecord,
  folder: ExportFolder<Manifest>,
  { callSignal: signal }: RunControl,
): Promise<RowHandler> {
  const { api, now } = needs;
  const bytes = createFolderProgress(needs.records, job.id, folder.manifest);
  const notFound = createNotFoundCheck();
  return async ({ row, subject }) => {
    // A kill between the message's last file and the row's own line.
    if (folder.manifest.entry(subject).missing?.length === 0)
      return { state: 'done', failure: null };
    if (!resourceId.safeParse(subject).success) return { state: 'refused', failure: BAD_ID };
    const report = bytes.of(row);
    try {
      const client = await api.client(job.connection);
      const tools = { client, folder, signal, now, report, wish: job.wish };
      const missing = await exportMessage(tools, { who: job.who, message: subject });
      notFound.areaAnswered();
      return stateWithout(missing);
    } catch (error) {
      const failure = failureOf(error);
      if (notFound.isBelieved(failure)) return { state: 'not-found', failure };
      if (failure !== undefined && isAboutTheMessage(failure)) return { state: 'refused', failure };
      throw error;
    } finally {
      report(0);
      bytes.report();
    }
  };
}

/** A missing permission is missing for the next message as well: it is thrown, and two in a row end the run. */
function stateWithout(missing: readonly Left[]): RowState {
  const [first] = missing;
  if (first === undefined) return { state: 'done', failure: null };
  const forbidden = missing.find(({ failure }) => isForbidden(failure));
  if (forbidden) throw new Problem(forbidden.failure);
  return { state: 'refused', failure: first.failure };
}

const isAboutTheMessage = (failure: Failure): boolean =>
  obstacleOf(failure) === 'unclear' || (failure.kind === 'refused' && !isForbidden(failure));

const isForbidden = (failure: Failure): boolean =>
  failure.kind === 'refused' && [401, 403, 405, 410].includes(failure.status);

/** What the folder holds now; undefined where the folder is gone, so that the last count stays. */
async function countFiles(job: MessageExportRecord): Promise<Change | undefined> {
  const files = await readFiles(job.path, job.sealKey).catch(ignoreProblem);
  return files && { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

/** Writes the manifest of the whole export and removes half files. */
async function finish(
  needs: MessageExportNeeds,
  folder: ExportFolder<Manifest>,
  rows: Rows,
  how: 'finished' | 'stopped',
): Promise<Change> {
  const present = await folder.present();
  const messages = rows.all().map((row) => shownMessage(row, folder, present));
  const files = messages.flatMap((one) => one.files);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await folder.tidy();
  const state = how === 'stopped' ? 'cancelled' : 'finished';
  await folder.manifest.close(state, needs.now().toISOString(), messages);
  return { files: files.length, bytes };
}

function shownMessage(
  row: Row,
  { manifest }: ExportFolder<Manifest>,
  present: ReadonlySet<string>,
): ShownMessage {
  const { changed, files, missing = [] } = manifest.entry(row.subject);
  const presentFiles = files.filter((file) => present.has(file.path));
  const removedFiles = files
    .filter((file) => !present.has(file.path))
    .map(({ part, path: name }) => ({ part, name, why: 'It is not in the folder any more.' }));
  const missingParts = [...missing, ...removedFiles];
  if (missingParts.length === 0 && row.state !== 'done') {
    const why = row.failure === null ? 'It was not begun.' : whyOf(row.failure);
    missingParts.push({ part: 'message', name: row.title ?? '', why });
  }
  return {
    id: row.subject,
    subject: row.title ?? '',
    changed,
    files: presentFiles,
    missing: missingParts,
    state: shownState(row, presentFiles.length, missingParts.length),
  };
}

function shownState({ state }: Row, present: number, missing: number): ShownMessage['state'] {
  if (state === 'done' && missing === 0) return 'whole';
  if (present > 0) return 'partly';
  return state === 'skipped' ? 'not-begun' : 'missing';
}

const FOLDERS: Readonly<Record<MessageSummary['status']['state'], MessageFolder | null>> = {
  unread: 'inbox',
  read: 'inbox',
  unknown: 'inbox',
  'filling-in': 'work-list',
  signing: 'work-list',
  'archived-form': 'archive',
  archived: 'archive',
  // The platform lists the message and has no way to read it.
  deleted: null,
};

export interface MessageChoice {
  readonly rows: readonly RowRequest[];
  readonly list: Head['list'];
}

/** Loads the list, unless each message was chosen; Problem conflict when no message fits, or too many do. */
export async function chooseMessages(
  run: Run,
  connection: string,
  { who, folders, from, to, filter, messages: chosenOnes }: MessageExportRequest,
  signal: AbortSignal,
): Promise<MessageChoice> {
  if (chosenOnes !== undefined) {
    const titles = new Map(chosenOnes.map(({ message, title = '' }) => [message, title]));
    const rows = [...titles].map(([id, title]) => rowOf(id, title));
    return { rows, list: { complete: true, because: null, calls: 0, messages: rows.length } };
  }
  const bounds = { ...(from !== null && { from }), ...(to !== null && { to }) };
  const input = { connection, who, all: true, ...bounds, ...(filter !== undefined && { filter }) };
  const answer = valueOf(await run('messages.list', input, signal));
  const chosen = answer.messages.filter(({ status }) => {
    const folder = FOLDERS[status.state];
    return folder !== null && folders.includes(folder);
  });
  if (chosen.length === 0) throw conflict('There is no such message to export.');
  if (chosen.length > MOST_MESSAGES)
    throw conflict(`More than ${String(MOST_MESSAGES)} messages fit. Narrow the dates.`);
  const rows = chosen.map(({ id, subject }) => rowOf(id, subject));
  return { rows, list: { ...answer.completeness, messages: rows.length } };
}

const rowOf = (subject: string, title: string) => ({ action: 'export' as const, subject, title });

/** Makes the folder, which must not exist, and begins its manifest; removes both when `createRecord` fails. */
export async function createFolder(
  root: string,
  head: Omit<Head, 'format'>,
  createRecord: () => Promise<void>,
): Promise<void> {
  await mkdir(root, { mode: 0o700 }).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  try {
    await createManifest(root, head);
    await syncFolder(path.dirname(root)).catch(() => undefined);
    await createRecord();
  } catch (error) {
    await Promise.all(
      MANIFEST_FILES.map((name) => rm(path.join(root, name), { force: true })),
    ).catch(() => undefined);
    await rmdir(root).catch(() => undefined);
    throw error;
  }
}

/** What the job's record says of the export, and what the head of its manifest says. */
export function exportFacts(request: MessageExportRequest, list: MessageChoice['list']) {
  const { who, path: folder, filter, partyName, folders, from, to, messages } = request;
  const { forms, attachments, print } = request;
  const wish = { folders, from, to, forms, attachments, print };
  const shown: Pick<
    MessageExportRecord,
    'kind' | 'who' | 'wish' | 'folder' | 'wholeList' | 'files' | 'bytes'
  > = {
    kind: 'export-messages',
    who,
    wish,
    folder: path.basename(folder),
    wholeList: list.complete,
    files: 0,
    bytes: 0,
  };
  return {
    // The record is not sealed, so it has no name of a person.
    record: {
      ...shown,
      ...(isOrganisationNumber(who) && { organisationName: partyName }),
      path: folder,
      sealKey: randomBytes(32).toString('base64url'),
    },
    head: {
      party: { who, name: partyName },
      asked: {
        ...wish,
        filter: filter ?? null,
        ...(messages !== undefined && { chosen: true as const }),
      },
      list,
    },
  };
}

const isOrganisationNumber = (who: string) => /^\d{9}$/.test(who);
