// The checker of schemas built from its source, so that tests run the real one in a real thread.
import { Worker } from 'node:worker_threads';
import { bundleMain } from './run-main.ts';

let built: Promise<string> | undefined;

/** Builds once per test process, and only for who needs it. */
export async function startXsdWorker(mostMemory?: number): Promise<Worker> {
  const file = await (built ??= bundleMain('main/xsd/xsd-worker.ts'));
  const resourceLimits = { maxOldGenerationSizeMb: 512 };
  return new Worker(file, { resourceLimits, env: {}, workerData: { mostMemory } });
}
