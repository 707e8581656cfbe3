// Validates files against schemas in threads, which are ended when they take too long or are not wanted any more.
import type { Worker } from 'node:worker_threads';
import { isOutOfMemory, startBuiltThread, type StartThread } from '../threads.ts';
import { Threads } from './threads.ts';
import type { FromChecker, Outline, ToChecker, Trouble, Verdict } from './messages.ts';

export type { Outline, Verdict };
export type CheckStep = 'compiling' | 'checking';

/** Problems of schema and file are values; nothing else is thrown but what the signal says. */
export interface Xsd {
  readonly outline: (schema: string, signal: AbortSignal) => Promise<Outline>;
  readonly validate: (
    asked: { readonly schema: string; readonly xml: Uint8Array },
    signal: AbortSignal,
    step?: (step: CheckStep) => void,
  ) => Promise<Verdict>;
  /** Ends the thread that is kept for the next file. */
  readonly close: () => Promise<void>;
}

export interface XsdOptions {
  readonly startThread?: StartThread | undefined;
  /** For one step, be it an outline, compiling or checking. */
  readonly stepMs?: number;
  /** More for each MiB that is checked. */
  readonly perMibMs?: number;
  readonly idleMs?: number;
}

const MIB = 1024 * 1024;
/** In bytes of UTF-8. */
export const LARGEST_SCHEMA = 10 * MIB;
/** 100 MiB took 1.7 GB of memory; half of it is what an ordinary computer can spare. */
export const LARGEST_FILE = 50 * MIB;

const STEP_MS = 20_000;
const PER_MIB_MS = 2_000;
/** A person mends the file and checks it again. */
const IDLE_MS = 5 * 60_000;
/** A thread that holds more is not kept. */
const MOST_KEPT = 128 * MIB;
const MOST_AT_ONCE = 2;

export function createXsd(options: XsdOptions = {}): Xsd {
  const { stepMs = STEP_MS, perMibMs = PER_MIB_MS, idleMs = IDLE_MS } = options;
  const { startThread = startBuiltThread } = options;
  const threads = new Threads({ startThread, idleMs, atOnce: MOST_AT_ONCE });

  async function run(asked: ToChecker, how: Asking): Promise<Answer> {
    const worker = await threads.acquire(how.signal);
    let isFit = false;
    try {
      const found = await converse(worker, asked, how);
      isFit = found.kind !== 'trouble' && !found.fit.broken && found.fit.memory <= MOST_KEPT;
      return found;
    } finally {
      await threads.release(worker, isFit);
    }
  }

  return {
    async outline(schema, signal) {
      const asked = { kind: 'outline', schema } as const;
      const found = schemaTooLarge(schema) ?? (await run(asked, { signal, limitMs: stepMs }));
      if (found.kind === 'outline') return found.answer;
      return { nodes: null, cut: false, problem: problemOf(found) };
    },
    async validate({ schema, xml }, signal, step) {
      const limitMs = stepMs + (xml.length / MIB) * perMibMs;
      const asked = () => ({ kind: 'validate', schema, xml: Uint8Array.from(xml) }) as const;
      const found =
        schemaTooLarge(schema) ??
        fileTooLarge(xml) ??
        (await run(asked(), { signal, limitMs, step }));
      if (found.kind === 'verdict') return found.answer;
      return { valid: null, issues: [], total: 0, problem: problemOf(found) };
    },
    close: () => threads.close(),
  };
}

type Told = { readonly kind: 'trouble'; readonly problem: Trouble };
type Answer = Exclude<FromChecker, { kind: 'step' | 'ready' }> | Told;

const told = (kind: Trouble['kind'], message: string): Told => ({
  kind: 'trouble',
  problem: { kind, message },
});
const problemOf = (found: Answer): Trouble =>
  found.kind === 'trouble' ? found.problem : told('too-costly', 'No answer to this.').problem;

const schemaTooLarge = (schema: string) =>
  Buffer.byteLength(schema) > LARGEST_SCHEMA
    ? told('too-large', 'The schema is larger than can be worked with.')
    : undefined;
const fileTooLarge = (xml: Uint8Array) =>
  xml.length > LARGEST_FILE
    ? told('file-too-large', 'The file is larger than can be checked.')
    : undefined;

interface Asking {
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly step?: ((step: CheckStep) => void) | undefined;
}

/** One question and its answer. A thread that ends by itself met something it could not bear: that is an answer too. */
async function converse(worker: Worker, asked: ToChecker, how: Asking): Promise<Answer> {
  const over = new AbortController();
  const hear = (event: string, then: (value: unknown) => void) => {
    worker.on(event, then);
    over.signal.addEventListener('abort', () => worker.off(event, then));
  };
  try {
    return await new Promise<Answer>((resolve, reject) => {
      const { signal } = how;
      signal.throwIfAborted();
      signal.addEventListener(
        'abort',
        () => {
          reject(signal.reason as Error);
        },
        { signal: over.signal },
      );
      const clock = startClock(how.limitMs, over.signal, resolve);
      hear('message', (message) => {
        const from = message as FromChecker;
        if (from.kind === 'step') {
          clock.again();
          how.step?.(from.step);
        } else if (from.kind !== 'ready') resolve(from);
      });
      for (const end of ['error', 'exit']) {
        hear(end, (why) => {
          resolve(endOf(asked, why));
        });
      }
      worker.postMessage(asked, asked.kind === 'validate' ? [asked.xml.buffer] : []);
    });
  } finally {
    over.abort();
  }
}

/** It holds the program, which would else end before the answer comes: threads do not. */
function startClock(limitMs: number, over: AbortSignal, resolve: (answer: Answer) => void) {
  let timer: NodeJS.Timeout | undefined;
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      resolve(told('too-costly', 'It took longer than the time there is for it.'));
    }, limitMs);
  };
  over.addEventListener('abort', () => {
    clearTimeout(timer);
  });
  again();
  return { again };
}

function endOf({ kind }: ToChecker, error: unknown): Told {
  if (!isOutOfMemory(error)) return told('too-costly', 'The checker gave up.');
  return told(kind === 'outline' ? 'too-large' : 'file-too-large', 'There is not enough memory.');
}
