// Threads for what may hold the program or break: what each may take, and one question with its answer.
import path from 'node:path';
import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads';
import { type Ends, orAborted, until } from './cancel.ts';

/** What each may take: more ends it. */
const LIMITS = {
  'certificate-worker': { maxOldGenerationSizeMb: 128, stackSizeMb: 4 },
  'table-worker': { maxOldGenerationSizeMb: 768 },
  'xlsx-worker': { maxOldGenerationSizeMb: 1536 },
  'xml-worker': { maxOldGenerationSizeMb: 1024 },
  'xsd-worker': { maxOldGenerationSizeMb: 512, stackSizeMb: 4 },
} as const satisfies Readonly<Record<string, ResourceLimits>>;

export type ThreadName = keyof typeof LIMITS;
export type StartThread = (name: ThreadName) => Worker | Promise<Worker>;

/** The build puts `<name>.js` beside the bundle that holds this file. A thread sees no variables of the environment. */
export const startBuiltThread: StartThread = (name) =>
  new Worker(path.join(import.meta.dirname, `${name}.js`), {
    resourceLimits: LIMITS[name],
    env: {},
  });

export interface Asking<Question> extends Ends {
  readonly question: Question;
  /** Given away with the question instead of copied. */
  readonly transfer?: readonly TransferListItem[];
  /** What is thrown when the thread ended by itself: with its error, or undefined without one. */
  readonly died: (error: Error | undefined) => Error;
}

/** The answer of a thread to one question; the thread is ended with it. */
export async function askThread<Question, Answer>(
  worker: Worker,
  { question, transfer = [], died, ...ends }: Asking<Question>,
): Promise<Answer> {
  try {
    return await until(ends, (signal) =>
      orAborted(
        new Promise<Answer>((resolve, reject) => {
          worker.once('message', resolve);
          worker.once('error', (error: unknown) => {
            reject(died(error instanceof Error ? error : new Error('It threw what is no error.')));
          });
          worker.once('exit', () => {
            reject(died(undefined));
          });
          worker.postMessage(question, transfer);
        }),
        signal,
      ),
    );
  } finally {
    await worker.terminate();
  }
}

export const isOutOfMemory = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
