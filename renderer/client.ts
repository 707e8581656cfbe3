// The page's end of the border: turns contract calls into wire messages, and dispatches results, progress and events.
import type { Client, EventName, EventValue } from '../preload/contract/contract.ts';
import { createParts, type Parts } from '../preload/parts.ts';
import type { Result } from '../preload/result.ts';
import type { Port, TextPort, ToMain, ToPage } from '../preload/wire.ts';

export interface Connected {
  readonly client: Client;
  /** Calls `receive` with each event of that name; answers a function that stops it. */
  readonly on: <E extends EventName>(
    name: E,
    receive: (value: EventValue<E>) => void,
  ) => () => void;
  /** Stops listening. Calls under way are left unanswered. */
  readonly close: () => void;
}

interface Waiting {
  readonly settle: (result: Result<unknown>) => void;
  readonly progress: ((step: unknown) => void) | undefined;
}
interface Options {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((step: unknown) => void) | undefined;
}
type Receiver = (value: unknown) => void;

const cancelled: Result<never> = {
  ok: false,
  failure: { kind: 'cancelled', message: 'The call was cancelled before it was sent.' },
};

/** Main vouches for every value it sends (both ways are checked there), so nothing is parsed twice. */
/** Messages over a bridge: text is all that it carries, whatever the page's state is made of. */
export const overText = (bridge: TextPort): Port<ToMain, ToPage> => ({
  post: (message) => {
    bridge.post(JSON.stringify(message));
  },
  listen: (receive) =>
    bridge.listen((text) => {
      receive(JSON.parse(text) as ToPage);
    }),
});

/** `heard` is told of every call that was answered well. */
export function connect(
  port: Port<ToMain, ToPage>,
  heard: (name: string, input: unknown) => void = () => undefined,
): Connected {
  const waiting = new Map<number, Waiting>();
  const parts = createParts();
  const receivers = new Map<string, Set<Receiver>>();
  let last = 0;

  const call = (name: string, input: unknown, options: Options = {}): Promise<Result<unknown>> => {
    const { signal, onProgress } = options;
    if (signal?.aborted === true) return Promise.resolve(cancelled);
    const id = (last += 1);
    return new Promise((resolve) => {
      // An abort asks; only main's answer says how it ended: a write may already have been done.
      const abort = () => {
        port.post({ kind: 'cancel', id });
      };
      signal?.addEventListener('abort', abort, { once: true });
      const settle = (result: Result<unknown>) => {
        signal?.removeEventListener('abort', abort);
        if (result.ok) heard(name, input);
        resolve(result);
      };
      waiting.set(id, { settle, progress: onProgress });
      port.post({ kind: 'call', id, name, input });
    });
  };

  const close = port.listen((message) => {
    receiveMessage(message, { waiting, parts, receivers });
  });
  return { client: clientOf(call), on: subscriber(receivers), close };
}

function receiveMessage(
  message: ToPage,
  {
    waiting,
    parts,
    receivers,
  }: {
    readonly waiting: Map<number, Waiting>;
    readonly parts: Parts;
    readonly receivers: ReadonlyMap<string, ReadonlySet<Receiver>>;
  },
): void {
  switch (message.kind) {
    case 'progress':
      waiting.get(message.id)?.progress?.(message.value);
      return;
    case 'part':
      if (waiting.has(message.id)) parts.take(message);
      return;
    case 'answer': {
      const call = waiting.get(message.id);
      waiting.delete(message.id);
      call?.settle(parts.whole(message));
      return;
    }
    case 'event':
      for (const receive of receivers.get(message.name) ?? []) receive(message.value);
  }
}

function subscriber(receivers: Map<string, Set<Receiver>>): Connected['on'] {
  return (name, receive) => {
    const own = receivers.get(name) ?? new Set();
    receivers.set(name, own);
    const receiver = receive as Receiver;
    own.add(receiver);
    return () => own.delete(receiver);
  };
}

type Call = (input: unknown, options?: Options) => Promise<Result<unknown>>;

/**
 * A function for each operation, named as it is asked for: the contract itself, with all its schemas, stays out of the page.
 * The compiler knows which operations there are, and main refuses any other.
 */
const clientOf = (call: (name: string, ...given: Parameters<Call>) => ReturnType<Call>): Client =>
  namedBy((feature) =>
    namedBy<Call>(
      (operation) => (input, options) => call(`${feature}.${operation}`, input, options),
    ),
  ) as unknown as Client;

/** An object that cannot be changed. What it is asked for is made once, by its name; it is no promise (`then`). */
function namedBy<T>(make: (name: string) => T): object {
  const made = new Map<string, T>();
  return new Proxy(Object.freeze({}), {
    get: (_, name) => {
      if (typeof name === 'symbol' || name === 'then') return undefined;
      const known = made.get(name) ?? make(name);
      made.set(name, known);
      return known;
    },
  });
}
