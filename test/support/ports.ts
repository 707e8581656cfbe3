// Both ends of the border in one process, and a minimal page that calls operations by name.
import { createParts } from '../../preload/parts.ts';
import type { Result } from '../../preload/result.ts';
import type { Port, ToMain, ToPage } from '../../preload/wire.ts';

export interface Ports {
  readonly page: Port<ToMain, ToPage>;
  readonly main: Port<ToPage, ToMain>;
  /** Everything that main posted, in order. */
  readonly sent: readonly ToPage[];
}

/** Messages arrive later and as JSON text would carry them; `raw` hands over the very value, as no real port would. */
/** `kept: false`: answers are not kept, where many of them would fill the memory that is measured. */
export function createPorts({ raw = false, kept = true } = {}): Ports {
  const sent: ToPage[] = [];
  const toMain = createLane<ToMain>(raw);
  const toPage = createLane<ToPage>(false);
  return {
    page: { ...toPage, post: toMain.post },
    main: {
      ...toMain,
      post(message) {
        if (kept) sent.push(message);
        toPage.post(message);
      },
    },
    sent,
  };
}

function createLane<T>(raw: boolean) {
  const listeners = new Set<(message: T) => void>();
  return {
    post: (message: T) => {
      const carried = raw ? message : (JSON.parse(JSON.stringify(message)) as T);
      setImmediate(() => {
        for (const hear of [...listeners]) hear(carried);
      });
    },
    listen: (hear: (message: T) => void) => {
      listeners.add(hear);
      return () => {
        listeners.delete(hear);
      };
    },
  };
}

export interface Caller {
  readonly call: (
    name: string,
    input: unknown,
    options?: { signal?: AbortSignal; onProgress?: (step: unknown) => void },
  ) => Promise<Result<unknown>>;
}

/** A page without any check of its own: what it is given goes out as it is. */
export function createCaller(port: Port<ToMain, ToPage>): Caller {
  const waiting = new Map<number, (message: ToPage) => void>();
  const parts = createParts();
  let last = 0;
  port.listen((message) => {
    if (message.kind !== 'event') waiting.get(message.id)?.(message);
  });
  return {
    call: (name, input, { signal, onProgress } = {}) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, (message) => {
          if (message.kind === 'progress') onProgress?.(message.value);
          if (message.kind === 'part') parts.take(message);
          if (message.kind === 'answer') resolve(parts.whole(message));
        });
        port.post({ kind: 'call', id, name, input });
        signal?.addEventListener('abort', () => {
          port.post({ kind: 'cancel', id });
        });
      }),
  };
}
