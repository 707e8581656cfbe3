// Downloads files for a party into a folder, one at a time; each is confirmed once it is whole on the disk.
import type { Run } from '../../preload/contract/contract.ts';
import { createHash } from 'node:crypto';
import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type { Api } from '../platform/api.ts';
import { WholeList } from '../http/complete-list.ts';
import { failureOf, ignoreProblem } from '../problem.ts';
import { conflict, fileProblem } from '../problems.ts';
import { fileProblemOf, fileTrouble, readInPieces, realDisk } from '../storage/disk.ts';
import type { MarkDownloaded } from '../storage/download-mark.ts';
import type { Parts } from '../storage/parts.ts';
import { isSafeFileName } from '../storage/file-names.ts';
import { openSink } from '../storage/file-streams.ts';
import { filePath } from '../transfers/files.ts';
import { createNotFoundCheck, type RowHandler, type Task, valueOf } from './batch.ts';
import { createFileProgress, wholeFiles } from './file-progress.ts';
import type { BatchRecord, FileDownloadRecord, JobRecords } from './records.ts';
import type { PlacedFile, Row, RowRequest, Rows, RowState } from './rows.ts';
import type { RunControl } from './runner.ts';

export interface FileDownloadNeeds {
  readonly api: Pick<Api, 'client'>;
  readonly records: JobRecords;
  readonly run: Run;
  readonly mark: MarkDownloaded;
  readonly parts?: Parts;
}

export interface FileDownloadRequest {
  readonly who: string;
  readonly organisationName: string;
  /** Absolute path of a folder that exists. */
  readonly path: string;
  /** Undefined: all that wait. */
  readonly files?: readonly string[] | undefined;
  readonly service?: { readonly code: string; readonly edition: number } | undefined;
  readonly confirm: boolean;
}

export function fileDownload(needs: FileDownloadNeeds): Task {
  return {
    effect: 'read',
    concurrency: 1,
    gap: async () => undefined,
    checkReady: (job) => checkFolder(recordOf(job).path),
    createHandler: (job, rows, control) => createHandler(needs, recordOf(job), rows, control),
    async onPause(job, rows) {
      await removeParts(recordOf(job));
      return wholeFiles(rows, bytesOf);
    },
    async finish(job, rows) {
      await removeParts(recordOf(job));
      return wholeFiles(rows, bytesOf);
    },
  };
}

function recordOf(job: BatchRecord): FileDownloadRecord {
  if (job.kind !== 'download-files') throw new TypeError('Another kind of job.');
  return job;
}

const bytesOf = ({ placed }: Row) => placed?.bytes ?? 0;

/**
 * The list is read for names and lengths. Problem conflict at `files` when there is nothing to download, refused{incomplete-list} where only
 * a part of the list says so.
 */
export async function downloadRows(
  run: Run,
  connection: string,
  { who, path: folder, files, service }: FileDownloadRequest,
  signal: AbortSignal,
): Promise<{ readonly rows: readonly RowRequest[]; readonly wholeList: boolean }> {
  await checkFolder(folder);
  const input = { connection, who, ...(service !== undefined && { service }) };
  const list = WholeList.of('files', valueOf(await run('fileTransfer.list', input, signal)));
  const { items, completeness } = list.shown();
  const listed = new Map(items.map((file) => [file.reference.toLowerCase(), file]));
  const references = files?.map((one) => one.toLowerCase()) ?? [...listed.keys()];
  if (references.length === 0 && list.whole().length === 0)
    throw conflict('No file waits to be downloaded.', { field: 'files' });
  const rows = [...new Set(references)].map((subject) => {
    const { name = '', bytes = null } = listed.get(subject) ?? {};
    return {
      action: 'download' as const,
      subject,
      ...(name !== '' && { title: name }),
      download: { who, bytes },
    };
  });
  return { rows, wholeList: files !== undefined || completeness.complete };
}

/** Packages of files are the largest that the platform hands on; most lists say how long theirs are. */
const MOST_BYTES = 10 * 1024 ** 3;

/** A folder of its own, never one behind a link that has taken its place. */
async function checkFolder(folder: string): Promise<void> {
  const facts = await lstat(folder).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  if (!facts.isDirectory()) throw fileTrouble('not-a-file');
}

/** Half files grow here, in the chosen folder, so that what a kill leaves is known to be ours. */
const partFolderOf = ({ path: folder, id }: FileDownloadRecord) =>
  path.join(folder, `.steward-${id}`);

async function makePartFolder(job: FileDownloadRecord): Promise<string> {
  const folder = partFolderOf(job);
  await removeParts(job);
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    throw fileProblemOf(error);
  });
  return folder;
}

const PART = /^steward-[0-9a-f]{16}\.part$/;

/** What cannot be removed is left: it is hidden, and harms nothing. */
async function removeParts(job: FileDownloadRecord): Promise<void> {
  const folder = partFolderOf(job);
  const facts = await lstat(folder).catch(() => undefined);
  if (facts?.isDirectory() !== true) return;
  const names = await readdir(folder).catch(() => []);
  for (const name of names)
    if (PART.test(name)) await rm(path.join(folder, name), { force: true }).catch(() => undefined);
  await rmdir(folder).catch(() => undefined);
}

async function createHandler(
  needs: FileDownloadNeeds,
  job: FileDownloadRecord,
  rows: Rows,
  { callSignal: signal }: RunControl,
): Promise<RowHandler> {
  await checkFolder(job.path);
  const partFolder = await makePartFolder(job);
  const progress = createFileProgress(needs.records, job.id, rows, bytesOf);
  const notFound = createNotFoundCheck();
  // A download may be repeated, and so may its confirmation: nothing has to be looked for.
  for (const { row, state } of rows.all())
    if (state === 'unknown') await rows.change(row, { state: 'waiting', failure: null });

  const download = async (row: Row): Promise<PlacedFile> => {
    const { who, bytes } = requestOf(row);
    const client = await needs.api.client(job.connection);
    const hash = createHash('sha256');
    let placed: PlacedFile | undefined;
    const sink = await openSink(
      job.path,
      {
        suggestedName: row.title ?? `${row.subject}.zip`,
        expectedBytes: bytes ?? undefined,
        partFolder,
        mostBytes: MOST_BYTES,
        mark: needs.mark,
        parts: needs.parts,
        // Stored before the file takes its place: after a kill it is found, and not downloaded twice.
        async placing(file, length) {
          placed = { name: path.basename(file), bytes: length, sha256: hash.copy().digest('hex') };
          await rows.change(row.row, { state: 'running', failure: null, placed });
        },
      },
      realDisk,
    );
    const hashing = {
      ...sink,
      write(chunk: Buffer) {
        hash.update(chunk);
        return sink.write(chunk);
      },
    };
    const from = { path: filePath.download(who, row.subject) };
    await client.download(from, hashing, {
      signal,
      report: (step) => {
        progress.moved(step.bytes);
      },
    });
    if (placed === undefined) throw fileProblem('other', 'The file took no place.');
    return placed;
  };

  return async (row): Promise<RowState> => {
    try {
      const isThere = row.placed !== undefined && (await isWhole(job.path, row.placed));
      const placed = isThere && row.placed ? row.placed : await download(row);
      notFound.areaAnswered();
      const { who } = requestOf(row);
      const target = { connection: job.connection, who, reference: row.subject };
      if (job.confirm) valueOf(await needs.run('fileTransfer.confirm', target, signal));
      return { state: 'done', failure: null, made: placed.name, placed };
    } catch (error) {
      const failure = failureOf(error);
      if (notFound.isBelieved(failure)) return { state: 'not-found', failure };
      // Of another length than the platform says: nothing of it is left, and it is not confirmed.
      if (
        failure?.kind === 'file' &&
        (failure.problem === 'changed-meanwhile' || failure.problem === 'no-end')
      )
        return { state: 'refused', failure };
      throw error;
    } finally {
      progress.moved(0);
    }
  };
}

/** The rows are sealed, and the record is not: the party is the one that was chosen. */
function requestOf({ download }: Row) {
  if (download === undefined) throw new TypeError('A row of another kind.');
  return download;
}

/** Whether a file that was to take its place before a kill is there, byte by byte. */
async function isWhole(folder: string, { name, bytes, sha256 }: PlacedFile): Promise<boolean> {
  if (!isSafeFileName(name)) return false;
  const file = path.join(folder, name);
  const facts = await lstat(file).catch(() => undefined);
  if (facts?.isFile() !== true || facts.size !== bytes) return false;
  const hash = createHash('sha256');
  const read = async () => {
    for await (const piece of readInPieces(file)) hash.update(piece);
    return hash.digest('hex') === sha256;
  };
  return (await read().catch((error: unknown) => ignoreProblem(fileProblemOf(error)))) ?? false;
}
