// Makes workbooks for spreadsheet programs in a thread; rows are passed to it in batches.
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
  const tell = (message: ToWorker) => {
    worker.postMessage(message);
  };
  const answer = new Promise<Uint8Array>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', (error: Error) => {
      reject(isOutOfMemory(error) ? fileTrouble('too-large', error) : error);
    });
    worker.once('exit', () => {
      reject(fileTrouble('other'));
    });
  });
  // It may be rejected long before it is awaited.
  answer.catch(() => undefined);
  let rows = 0;
  return {
    async add(more) {
      rows += more.length;
      if (rows > MOST_ROWS) throw fileTrouble('too-large');
      tell({ kind: 'rows', rows: more });
      // postMessage copies at once, so other work runs between two batches.
      await nextTurn();
    },
    finish(columns, above = []) {
      tell({ kind: 'end', columns, above });
      return answer;
    },
    async close() {
      await worker.terminate();
    },
  };
}
