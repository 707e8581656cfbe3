// Makes workbooks for spreadsheet programs in a thread; rows are passed to it in batches.
import type { Worker } from 'node:worker_threads';
import { nextTurn } from '../pauses.ts';
import { isOutOfMemory, startBuiltThread, type StartThread } from '../threads.ts';
import { fileTrouble } from './disk.ts';
import type { ToWorker, XlsxColumn } from './xlsx-worker.ts';

/** A workbook that is not finished yet. */
export interface XlsxDraft {
  /** Problem file{too-large} beyond what the thread can hold. */
  add(rows: readonly (readonly string[])[]): Promise<void>;
  /** The bytes of the file: what is to be said `above`, the headings, the rows. */
  finish(
    columns: readonly XlsxColumn[],
    above?: readonly (readonly string[])[],
  ): Promise<Uint8Array>;
  /** Ends the thread; at any time. */
  close(): Promise<void>;
}

/** Measured: 60 000 rows of twelve cells took 6 s and 540 MB; programs that open such files are slow already. */
const MOST_ROWS = 100_000;

export async function beginXlsx(startThread: StartThread = startBuiltThread): Promise<XlsxDraft> {
  const worker = await startThread('xlsx-worker');
  return { ...draftBy(worker), close: async () => void (await worker.terminate()) };
}

/** Workbooks one after the other by one thread: to begin one takes longer than to make a short workbook. */
export interface Workbooks {
  /** The one before is closed by then. */
  begin(): Promise<XlsxDraft>;
  close(): Promise<void>;
}

export function openWorkbooks(startThread: StartThread = startBuiltThread): Workbooks {
  let worker: Worker | undefined;
  const end = async () => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };
  return {
    async begin() {
      const running = (worker ??= await startThread('xlsx-worker'));
      const { forget, ...draft } = draftBy(running);
      let isMade = false;
      return {
        ...draft,
        async finish(...given) {
          const bytes = await draft.finish(...given);
          isMade = true;
          return bytes;
        },
        async close() {
          // One that was given up has left rows in the thread, or has ended it.
          if (isMade) forget();
          else await end();
        },
      };
    },
    close: end,
  };
}

function draftBy(worker: Worker) {
  const tell = (message: ToWorker) => {
    worker.postMessage(message);
  };
  const answer = Promise.withResolvers<Uint8Array>();
  const failed = (error: Error) => {
    answer.reject(isOutOfMemory(error) ? fileTrouble('too-large', error) : error);
  };
  const exited = () => {
    answer.reject(fileTrouble('other'));
  };
  worker.once('message', answer.resolve).once('error', failed).once('exit', exited);
  // It may be rejected long before it is awaited.
  answer.promise.catch(() => undefined);
  let rows = 0;
  return {
    async add(more: readonly (readonly string[])[]) {
      rows += more.length;
      if (rows > MOST_ROWS) throw fileTrouble('too-large');
      tell({ kind: 'rows', rows: more });
      // postMessage copies at once, so other work runs between two batches.
      await nextTurn();
    },
    finish(columns: readonly XlsxColumn[], above: readonly (readonly string[])[] = []) {
      tell({ kind: 'end', columns, above });
      return answer.promise;
    },
    /** Once it is made, the thread is another draft's. */
    forget: () => void worker.off('error', failed).off('exit', exited),
  };
}
