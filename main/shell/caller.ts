// Calls operations of an app inside the process, by the same messages a page would send, as JSON text.
import type {
  AnswerOf,
  CallOptions,
  OperationName,
  SentTo,
  StepOf,
} from '../../preload/contract/contract.ts';
import { createParts } from '../../preload/parts.ts';
import type { Result } from '../../preload/result.ts';
import type { ToMain, ToPage } from '../../preload/wire.ts';
import { createPagePort } from './page-port.ts';
import type { App } from './shell.ts';

export interface Caller {
  /** By its name in the contract: another one, or another input, does not compile. */
  call<N extends OperationName>(
    name: N,
    input: SentTo<N>,
    options?: CallOptions<StepOf<N>>,
  ): Promise<Result<AnswerOf<N>>>;
  /** What somebody wrote: whether there is such an operation, and takes this, the border says. */
  callAsWritten(
    name: string,
    input: unknown,
    options?: CallOptions<unknown>,
  ): Promise<Result<unknown>>;
  /** Hears every event until closed. */
  onEvent(hear: (name: string, value: unknown) => void): void;
  close(): void;
}

interface Waiting {
  readonly answer: (result: Result<unknown>) => void;
  readonly progress: (step: unknown) => void;
}

export function createCaller(app: Pick<App, 'serve'>): Caller {
  const waiting = new Map<number, Waiting>();
  const parts = createParts();
  const listeners: ((name: string, value: unknown) => void)[] = [];
  const channel = createPagePort((text) => {
    const message = JSON.parse(text) as ToPage;
    if (message.kind === 'event') for (const hear of listeners) hear(message.name, message.value);
    if (message.kind === 'progress') waiting.get(message.id)?.progress(message.value);
    if (message.kind === 'part') parts.take(message);
    if (message.kind === 'answer') waiting.get(message.id)?.answer(parts.whole(message));
  });
  const served = app.serve(channel.port);
  const callAsWritten = createCall(waiting, (message) => {
    channel.receive(JSON.stringify(message));
  });
  return {
    onEvent: (hear) => {
      listeners.push(hear);
    },
    close: () => {
      served.close();
    },
    // What the border answers is of the operation's shape.
    call: callAsWritten as Caller['call'],
    callAsWritten,
  };
}

function createCall(
  waiting: Map<number, Waiting>,
  send: (message: ToMain) => void,
): Caller['callAsWritten'] {
  let last = 0;
  return async (name, input, { signal, onProgress = () => undefined } = {}) => {
    const id = ++last;
    const cancel = () => {
      send({ kind: 'cancel', id });
    };
    const answered = new Promise<Result<unknown>>((answer) => {
      waiting.set(id, { answer, progress: onProgress });
    });
    send({ kind: 'call', id, name, input });
    if (signal?.aborted) cancel();
    signal?.addEventListener('abort', cancel);
    try {
      return await answered;
    } finally {
      signal?.removeEventListener('abort', cancel);
      waiting.delete(id);
    }
  };
}
