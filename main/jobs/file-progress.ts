// How far a job is that moves files: how many are whole, and the bytes of these and of the one that is on its way.
import type { FolderLines } from '../messages/folder-lines.ts';
import type { JobRecords } from './records.ts';
import type { Row, Rows } from './rows.ts';
import { createProgressReporter } from './runner.ts';

export interface FileProgress {
  /** Bytes of the row that is on its way. */
  moved(bytes: number): void;
  /** What is whole now. */
  whole(): { readonly files: number; readonly bytes: number };
}

/** Of rows that are done; `bytesOf` says how long each is. */
export function createFileProgress(
  records: JobRecords,
  id: string,
  rows: Rows,
  bytesOf: (row: Row) => number,
): FileProgress {
  let onItsWay = 0;
  const whole = () => wholeFiles(rows, bytesOf);
  const reporter = createProgressReporter(() => {
    const { files, bytes } = whole();
    records.report(id, { files, bytes: bytes + onItsWay });
  });
  return {
    moved(bytes) {
      onItsWay = bytes;
      // The row's own change says it when it ends.
      if (bytes > 0) reporter.changed();
    },
    whole,
  };
}

export function wholeFiles(rows: Rows, bytesOf: (row: Row) => number) {
  const done = rows.all().filter(({ state }) => state === 'done');
  return { files: done.length, bytes: done.reduce((sum, row) => sum + bytesOf(row), 0) };
}

/** Between two reports on the bytes that have arrived. */
const REPORT_MS = 250;

/** Reports the bytes in a folder that Steward fills and those that are arriving, by row; they are counted from its lines. */
export function createFolderProgress(records: JobRecords, id: string, lines: FolderLines) {
  const arriving = new Map<number, number>();
  let last = -Infinity;
  const report = () => {
    if (performance.now() - last < REPORT_MS) return;
    last = performance.now();
    const { files, bytes } = lines.count();
    const coming = [...arriving.values()].reduce((sum, more) => sum + more, 0);
    records.report(id, { files, bytes: bytes + coming });
  };
  return {
    of: (row: number) => (bytes: number) => {
      if (bytes === 0) arriving.delete(row);
      else arriving.set(row, bytes);
      report();
    },
    report,
  };
}
