// The workbook worker built from its source, so that tests run the real one in a real thread.
import { Worker } from 'node:worker_threads';
import { bundleMain } from './run-main.ts';

let built: Promise<string> | undefined;

/** Builds once per test process, and only for who needs it. */
export async function startXlsxWorker(): Promise<Worker> {
  return new Worker(await (built ??= bundleMain('main/storage/xlsx-worker.ts')), { env: {} });
}
