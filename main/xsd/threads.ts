// The threads that check XML: at most two at work, one kept for a while, none that delays the program's end.
import type { Worker } from 'node:worker_threads';
import type { StartThread } from '../threads.ts';
import type { FromChecker } from './messages.ts';

export interface ThreadOptions {
  readonly startThread: StartThread;
  readonly atOnce: number;
  readonly idleMs: number;
}

export class Threads {
  readonly #options: ThreadOptions;
  readonly #waiting: (() => void)[] = [];
  #atWork = 0;
  #kept: { readonly worker: Worker; readonly timer: NodeJS.Timeout } | undefined;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /** Throws what the signal says. */
  async acquire(signal: AbortSignal): Promise<Worker> {
    signal.throwIfAborted();
    if (this.#atWork >= this.#options.atOnce) await this.#turn(signal);
    else this.#atWork += 1;
    try {
      return this.#takeKept() ?? (await this.#start());
    } catch (error) {
      this.#freePlace();
      throw error;
    }
  }

  /** What is not fit to go on is ended. */
  async release(worker: Worker, isFit: boolean): Promise<void> {
    if (isFit && this.#kept === undefined) {
      const timer = setTimeout(() => void this.close(), this.#options.idleMs).unref();
      this.#kept = { worker, timer };
    } else {
      await worker.terminate();
    }
    this.#freePlace();
  }

  /** Ends the kept one. */
  async close(): Promise<void> {
    await this.#takeKept()?.terminate();
  }

  async #start(): Promise<Worker> {
    const worker = await this.#options.startThread('xsd-worker');
    await begun(worker);
    // One that ends while it is idle is missed by nobody.
    worker.on('error', () => undefined);
    worker.once('exit', () => {
      if (this.#kept?.worker === worker) this.#takeKept();
    });
    worker.unref();
    return worker;
  }

  #takeKept(): Worker | undefined {
    const found = this.#kept;
    clearTimeout(found?.timer);
    this.#kept = undefined;
    return found?.worker;
  }

  /** The place of who goes is handed on, so the count stays. */
  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal.removeEventListener('abort', cancel);
        resolve();
      };
      const cancel = () => {
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(signal.reason as Error);
      };
      this.#waiting.push(go);
      signal.addEventListener('abort', cancel, { once: true });
    });
  }

  #freePlace(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#atWork -= 1;
    else next();
  }
}

/**
 * Resolves when its module has been evaluated, or will never be. That waits for WebAssembly, and a thread that is ended meanwhile
 * takes the whole process with it on the Node.js that Electron embeds (nodejs/node#53238, #62114).
 */
function begun(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    const over = () => {
      worker.off('message', heard).off('error', over).off('exit', over);
      resolve();
    };
    const heard = ({ kind }: FromChecker) => {
      if (kind === 'ready') over();
    };
    worker.on('message', heard).on('error', over).on('exit', over);
  });
}
