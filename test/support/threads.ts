// The threads of main built from their sources, so that tests run the real ones.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import type { ThreadName } from '../../main/threads.ts';
import { root } from './imports.ts';
import { bundleMain } from './run-main.ts';

const built = new Map<ThreadName, Promise<string>>();

/** The built file of one; made once per test process, and only for who needs it. */
export function threadFile(name: ThreadName): Promise<string> {
  const known = built.get(name) ?? bundleMain(sourceOf(name));
  built.set(name, known);
  return known;
}

export async function startThread(name: ThreadName, options: WorkerOptions = {}): Promise<Worker> {
  return new Worker(await threadFile(name), { env: {}, ...options });
}

function sourceOf(name: ThreadName): string {
  const found = readdirSync(path.join(root, 'main'), { recursive: true })
    .map((one) => String(one).replaceAll(path.sep, '/'))
    .find((one) => one.endsWith(`/${name}.ts`));
  if (found === undefined) throw new Error(`There is no thread ${name}.`);
  return `main/${found}`;
}
