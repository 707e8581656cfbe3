// Sends files and folders to other organisations, each as a file of its own, one at a time and never twice.
import type { Run } from '../../preload/contract/contract.ts';
import type { FileDescription } from '../../preload/contract/file-transfer.ts';
import { obstacleOf } from '../../preload/failures.ts';
import { failureOf } from '../problem.ts';
import { outcomeUnknown } from '../problems.ts';
import { nameOf } from '../storage/file-names.ts';
import { openZipSource } from '../storage/zip-source.ts';
import { type RowHandler, type Task, valueOf } from './batch.ts';
import { createFileProgress, wholeFiles } from './file-progress.ts';
import type { BatchRecord, JobRecords } from './records.ts';
import type { Row, RowRequest, Rows, RowState } from './rows.ts';
import type { RunControl } from './runner.ts';

export interface FileSendingNeeds {
  readonly records: JobRecords;
  /** A person has allowed what the rows send when the job began. */
  readonly run: Run;
  readonly handleFor: (path: string) => string;
  /** Waits between two files. */
  readonly gap: () => Promise<void>;
}

export interface FilesToSend {
  readonly who: string;
  readonly organisationName: string;
  /** Absolute paths of files and folders. */
  readonly paths: readonly string[];
  readonly description: FileDescription;
}

export function fileSending(needs: FileSendingNeeds): Task {
  return {
    effect: 'write',
    concurrency: 1,
    gap: needs.gap,
    createHandler: async (job, rows, control) => createHandler(needs, job, rows, control),
    onPause: async (_job, rows) => wholeFiles(rows, bytesOf),
    finish: async (_job, rows) => wholeFiles(rows, bytesOf),
  };
}

const bytesOf = ({ file }: Row) => file?.bytes ?? 0;

/** Each is opened once: what cannot be sent is told before anything is. */
export async function sendingRows({
  who,
  paths,
  description,
}: FilesToSend): Promise<readonly RowRequest[]> {
  const rows: RowRequest[] = [];
  for (const one of new Set(paths)) {
    const source = await openZipSource(one);
    await source.close();
    const leftOut = source.leftOut.length;
    const file = { who, path: one, bytes: source.bytes, description };
    rows.push({ action: 'send', subject: nameOf(one), file, ...(leftOut > 0 && { leftOut }) });
  }
  return rows;
}

function createHandler(
  { records, run, handleFor }: FileSendingNeeds,
  job: BatchRecord,
  rows: Rows,
  control: RunControl,
): RowHandler {
  if (job.kind !== 'send-files') throw new TypeError('Another kind of job.');
  const progress = createFileProgress(records, job.id, rows, bytesOf);
  const stopping = whenStopped(control);
  return async (row, markTried) => {
    // It may have arrived, and nothing tells: only a person can find out, and send it in a job of its own.
    if (row.tried) return stillUnknown(row);
    const { who, path: file, description } = requestOf(row);
    const { connection } = job;
    const input = { connection, who, source: handleFor(file), ...description };
    await markTried();
    try {
      const answer = await run('fileTransfer.send', input, stopping.signal, (step) => {
        progress.moved(step.bytes);
        stopping.look();
      });
      const { reference } = valueOf(answer);
      return { state: 'done', failure: null, ...(reference !== null && { made: reference }) };
    } catch (error) {
      const failure = failureOf(error);
      // The file is at fault, and the next one may be whole: nothing of this one was sent as a whole.
      if (failure?.kind === 'file') return { state: 'refused', failure };
      if (failure === undefined || obstacleOf(failure) !== 'unclear') throw error;
      return { state: 'unknown', failure, tried: true, because: 'unknown-outcome' };
    } finally {
      progress.moved(0);
    }
  };
}

/** A pause waits for the file that is on its way: cut off, it would be unknown whether it arrived. A stop does not wait. */
function whenStopped(control: RunControl) {
  const controller = new AbortController();
  const look = () => {
    if (control.isStopped()) controller.abort();
  };
  control.callSignal.addEventListener('abort', look);
  // Who stops a job that is being paused already fires no signal again: it is seen at the next bytes.
  return { signal: controller.signal, look };
}

function requestOf({ file }: Row) {
  if (file === undefined) throw new TypeError('A row of another kind.');
  return file;
}

const stillUnknown = (row: Row): RowState => ({
  state: 'unknown',
  failure:
    row.failure ?? outcomeUnknown('The platform has no list in which it could be found.').failure,
  tried: true,
});
