// Messages exported into a folder, a few at a time and reads only: which ones, where they go, and what the manifest says at the end.
import { mkdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { ExportFolder as Lies, ExportWish } from '../../preload/contract/jobs.ts';
import { messages, type MessageSummary } from '../../preload/contract/messages.ts';
import { resourceId } from '../../preload/contract/schema.ts';
import { obstacleOf } from '../../preload/failures.ts';
import type { Failure, Result } from '../../preload/result.ts';
import type { Api } from '../platform/api.ts';
import { type ExportFolder, openExportFolder } from '../messages/export-folder.ts';
import {
  createManifest,
  type Head,
  MANIFEST_FILES,
  readFiles,
  type ShownMessage,
} from '../messages/export-manifest.ts';
import { exportMessage, type Left, whyOf } from '../messages/export-files.ts';
import { conflict } from '../messages/records.ts';
import { failureOf, Problem } from '../problem.ts';
import { fileProblemOf, syncFolder } from '../storage/disk.ts';
import { type Task, valueOf } from './batch.ts';
import { isSilent } from './look-ups.ts';
import type { BatchRecord, Change, JobRecords, MessageExportRecord } from './records.ts';
import type { Row, Rows, RowState, Wanted } from './rows.ts';
import type { Course } from './runs.ts';

export interface MessageExportNeeds {
  readonly api: Pick<Api, 'client'>;
  readonly records: JobRecords;
  readonly now: () => Date;
}

export interface MessageExportWish extends ExportWish {
  readonly who: string;
  readonly partyName: string;
  readonly filter?: string | undefined;
  /** Absolute path of a folder that is not there yet. */
  readonly path: string;
}

const AT_ONCE = 3;
/** Between two words on what is on its way. */
const BYTES_MS = 250;
const MOST_MESSAGES = 20_000;

export function messageExports(needs: MessageExportNeeds): Task {
  return {
    ...{ effect: 'read', atOnce: AT_ONCE, gap: async () => undefined },
    async ready(job) {
      await openExportFolder(exportOf(job).path, needs.now);
    },
    begin: async (job, _rows, course) => createHand(needs, exportOf(job), course),
    rested: (job) => rested(exportOf(job)),
    finish: (job, rows, how) => finish(needs, exportOf(job), rows, how),
  };
}

function exportOf(job: BatchRecord): MessageExportRecord {
  if (job.kind !== 'export-messages') throw new TypeError('Another kind of job.');
  return job;
}

async function createHand(needs: MessageExportNeeds, job: MessageExportRecord, course: Course) {
  const { api, now } = needs;
  const folder = await openExportFolder(job.path, now);
  const { callSignal: signal } = course;
  const count = createCount(needs, job, folder);
  let answers = false;
  return async ({ row, subject }: Row): Promise<RowState> => {
    // Killed between its last file and the row's own line.
    if (folder.manifest.entry(subject).missing?.length === 0)
      return { state: 'done', failure: null };
    if (!resourceId.safeParse(subject).success) return { state: 'refused', failure: NO_ADDRESS };
    const report = count.of(row);
    try {
      const client = await api.client(job.connection);
      const tools = { client, folder, signal, now, report, wish: job.wish };
      const left = await exportMessage(tools, { who: job.who, message: subject });
      answers = true;
      return endOf(left);
    } catch (error) {
      return stateOf(error, answers);
    } finally {
      report(0);
      count.save();
    }
  };
}

/** A right that is missing is missing for the next message as well: thrown, two in a row end the run. */
function endOf(left: readonly Left[]): RowState {
  const [first] = left;
  if (first === undefined) return { state: 'done', failure: null };
  const barred = left.find(({ failure }) => isBarred(failure));
  if (barred) throw new Problem(barred.failure);
  return { state: 'refused', failure: first.failure };
}

/** What speaks of one message alone is its end; anything else is thrown. */
function stateOf(error: unknown, answers: boolean): RowState {
  const failure = failureOf(error);
  if (failure === undefined) throw error;
  // An area that is switched off says 404 without a word to everything: that is no word on the message.
  if (failure.kind === 'not-found' && (answers || !isSilent(failure)))
    return { state: 'not-found', failure };
  if (obstacleOf(failure) === 'unclear' || (failure.kind === 'refused' && !isBarred(failure)))
    return { state: 'refused', failure };
  throw error;
}

const isBarred = (failure: Failure): boolean =>
  failure.kind === 'refused' && [401, 403, 405, 410].includes(failure.status);

const NO_ADDRESS: Failure = {
  ...{ kind: 'unexpected-answer', status: 200, reference: '' },
  message: 'The platform gave this message an id that cannot be asked for.',
};

/** Bytes that are here and on their way, told now and then; the manifest is what they are counted from. */
function createCount(
  { records }: MessageExportNeeds,
  { id }: MessageExportRecord,
  { manifest }: ExportFolder,
) {
  const coming = new Map<number, number>();
  let last = -Infinity;
  const save = () => {
    last = performance.now();
    let [files, bytes] = [0, 0];
    for (const file of manifest.files()) [files, bytes] = [files + 1, bytes + file.bytes];
    for (const more of coming.values()) bytes += more;
    records.tell(id, { files, bytes });
  };
  const soon = () => {
    if (performance.now() - last >= BYTES_MS) save();
  };
  return {
    of: (row: number) => (bytes: number) => {
      if (bytes === 0) coming.delete(row);
      else coming.set(row, bytes);
      soon();
    },
    save: soon,
  };
}

/** Exactly what is there; where the folder is gone, what was counted last. */
async function rested(job: MessageExportRecord): Promise<Change | undefined> {
  const files = await readFiles(job.path).catch((error: unknown) => {
    if (failureOf(error) === undefined) throw error;
    return undefined;
  });
  return files && { files: files.length, bytes: files.reduce((sum, file) => sum + file.bytes, 0) };
}

/** The document of it all, and nothing half beside it. */
async function finish(
  { now }: MessageExportNeeds,
  job: MessageExportRecord,
  rows: Rows,
  how: 'finished' | 'stopped',
): Promise<Change> {
  const folder = await openExportFolder(job.path, now);
  const there = await folder.present();
  const all = rows.all().map((row) => shownOf(row, folder, there));
  const files = all.flatMap((one) => one.files);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  await folder.tidy();
  const state = how === 'stopped' ? 'cancelled' : 'finished';
  await folder.manifest.close(state, now().toISOString(), all);
  return { files: files.length, bytes };
}

function shownOf(row: Row, { manifest }: ExportFolder, there: ReadonlySet<string>): ShownMessage {
  const { changed, files, missing = [] } = manifest.entry(row.subject);
  const here = files.filter((file) => there.has(file.path));
  const gone = files
    .filter((file) => !there.has(file.path))
    .map(({ part, path: name }) => ({ part, name, why: 'It is not in the folder any more.' }));
  const why = row.failure === null ? 'It was not begun.' : whyOf(row.failure);
  const message = { part: 'message', name: row.title ?? '', why };
  const left = [...missing, ...gone];
  const own = left.length > 0 || row.state === 'done' ? left : [message];
  return {
    ...{ id: row.subject, subject: row.title ?? '', changed, files: here, missing: own },
    state: shownState(row, here.length, own.length),
  };
}

function shownState({ state }: Row, here: number, missing: number): ShownMessage['state'] {
  if (state === 'done' && missing === 0) return 'whole';
  if (here > 0) return 'partly';
  return state === 'skipped' ? 'not-begun' : 'missing';
}

const STATES: Readonly<Record<MessageSummary['status']['state'], Lies | null>> = {
  ...{ unread: 'inbox', read: 'inbox', unknown: 'inbox' },
  ...{ 'filling-in': 'work-list', signing: 'work-list' },
  ...{ 'archived-form': 'archive', archived: 'archive' },
  // It can be listed, but not read.
  deleted: null,
};

type Run = (name: string, input: unknown, signal: AbortSignal) => Promise<Result<unknown>>;

export interface Chosen {
  readonly rows: readonly Wanted[];
  readonly list: Head['list'];
}

/** Reads the list; Problem conflict when nothing fits, or too much. */
export async function chooseMessages(
  run: Run,
  connection: string,
  { who, folders, from, to, filter }: MessageExportWish,
  signal: AbortSignal,
): Promise<Chosen> {
  const bounds = { ...(from !== null && { from }), ...(to !== null && { to }) };
  const input = { connection, who, all: true, ...bounds, ...(filter !== undefined && { filter }) };
  const answer = messages.list.output.parse(valueOf(await run('messages.list', input, signal)));
  const fitting = answer.messages.filter(({ status }) => {
    const lies = STATES[status.state];
    return lies !== null && folders.includes(lies);
  });
  if (fitting.length === 0) throw conflict('There is no such message to export.');
  if (fitting.length > MOST_MESSAGES)
    throw conflict(`More than ${String(MOST_MESSAGES)} messages fit. Narrow the dates.`);
  const rows = fitting.map(({ id, subject }) => ({
    ...{ action: 'export' as const, subject: id, title: subject },
  }));
  return { rows, list: { ...answer.completeness, messages: rows.length } };
}

/** Makes the folder, which must not be there, with the beginning of its manifest; `taken` puts the job down. */
export async function beginFolder(
  root: string,
  head: Omit<Head, 'format'>,
  taken: () => Promise<void>,
): Promise<void> {
  await mkdir(root, { mode: 0o700 }).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  try {
    await createManifest(root, head);
    await syncFolder(path.dirname(root)).catch(() => undefined);
    await taken();
  } catch (error) {
    await Promise.all(
      MANIFEST_FILES.map((name) => rm(path.join(root, name), { force: true })),
    ).catch(() => undefined);
    await rmdir(root).catch(() => undefined);
    throw error;
  }
}

/** What the record says of it, and the manifest's head. */
export function exportFacts(wish: MessageExportWish, list: Chosen['list']) {
  const { who, path: folder, filter, partyName, folders, from, to } = wish;
  const asked = { folders, from, to, ...partsOf(wish) };
  const shown: Pick<
    MessageExportRecord,
    'kind' | 'who' | 'wish' | 'folder' | 'wholeList' | 'files' | 'bytes'
  > = {
    ...{ kind: 'export-messages', who, wish: asked, folder: path.basename(folder) },
    ...{ wholeList: list.complete, files: 0, bytes: 0 },
  };
  return {
    // A person's name stays out of what is not sealed.
    record: { ...shown, ...(isNumber(who) && { organisationName: partyName }), path: folder },
    head: { party: { who, name: partyName }, asked: { ...asked, filter: filter ?? null }, list },
  };
}

const isNumber = (who: string) => /^\d{9}$/.test(who);

const partsOf = ({ forms, attachments, print }: ExportWish) => ({ forms, attachments, print });
