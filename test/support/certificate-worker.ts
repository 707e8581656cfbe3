// The certificate worker built from its source, so that tests run the real one in a real thread.
import { Worker } from 'node:worker_threads';
import { bundleMain } from './run-main.ts';

let built: Promise<string> | undefined;

/** For `createCertificates({ startWorker })`; builds once per test process. */
export async function certificateWorker(): Promise<() => Worker> {
  const file = await (built ??= bundleMain('main/secrets/certificate-worker.ts'));
  return () => new Worker(file, { env: {} });
}
