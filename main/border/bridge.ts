// Serves the contract on one window's port: limits, flood control, paced progress, cancellation.
// The work itself is in operations.ts.
import type { Notify, Run } from '../../preload/contract/contract.ts';
import type { Result } from '../../preload/result.ts';
import type { Port, ToMain, ToPage } from '../../preload/wire.ts';
import { until } from '../cancel.ts';
import { type Events, trimmedEvent } from './events.ts';
import { newErrorId } from '../diagnostics/error-id.ts';
import type { Log } from '../diagnostics/log.ts';
import type { Call, Operations } from './operations.ts';
import { longAnswerInParts, withoutSecrets } from './outgoing.ts';

/** Calls a window may make in a second, at once and on average (IPC-08). */
const CALLS_PER_SECOND = 200;
const MOST_AT_ONCE = 500;
const LONGEST_NAME = 100;

export interface Bridge {
  /** Answers one window until closed. Closing aborts its reads; its writes are awaited to their end (OTS-13). */
  serve(port: Port<ToPage, ToMain>): {
    close(): void;
    /** An event for this window alone. */
    readonly notify: Notify;
  };
  /** Performs an operation for a job: same checks and journal as a click. No page can say what a job was allowed. */
  readonly run: Run;
  /** Cancels every call of every window and waits for writes no longer. */
  abortAll(): void;
}

export interface BridgeOptions {
  readonly operations: Operations;
  readonly events: Events;
  readonly log: Log;
  /** A window is gone, and whatever only it had. */
  readonly closed?: ((window: symbol) => void) | undefined;
  /** Milliseconds that never jump back. */
  readonly clock?: () => number;
}

interface Running {
  readonly controller: AbortController;
  readonly writes: boolean;
}

export function createBridge(options: BridgeOptions): Bridge {
  const { operations, events } = options;
  const everyCall = new Set<AbortController>();
  const stopping = new AbortController();

  return {
    serve(port) {
      const window = createWindow(port, everyCall, options);
      const unlisten = [
        port.listen((message: unknown) => {
          window.receive(message);
        }),
        events.listen((name, value) => {
          window.post({ kind: 'event', name, value });
        }),
      ];
      return {
        notify(name, value) {
          const trimmed = trimmedEvent(name, value, options.log);
          if (trimmed !== undefined) window.post({ kind: 'event', name, value: trimmed });
        },
        close() {
          for (const stop of unlisten) stop();
          window.close();
        },
      };
    },
    // What the operation answers is of its shape: `perform` has trimmed it.
    run: ((name, input, signal, report = () => undefined, allowedFor) =>
      until({ signals: [signal, stopping.signal] }, (both) =>
        operations.perform(name, input, {
          signal: both,
          report: report as Call['report'],
          allowedFor,
        }),
      )) as Run,
    abortAll() {
      stopping.abort();
      for (const controller of everyCall) controller.abort();
    },
  };
}

/** Performs one call and sends its progress and answer. */
async function answerCall(
  { operations }: BridgeOptions,
  call: { readonly id: number; readonly name: string; readonly input: unknown },
  { signal, window }: { readonly signal: AbortSignal; readonly window: symbol },
  { post, postClean }: WaysOut,
): Promise<void> {
  const { id, name, input } = call;
  const progress = paced((value) => {
    post({ kind: 'progress', id, value });
  });
  const result = await operations.perform(name, input, { signal, window, report: progress.push });
  progress.finish();
  const answer = { kind: 'answer', id, result } as const;
  const parts = longAnswerInParts(answer, name);
  if (parts === undefined) post(answer, name);
  else for await (const part of parts) postClean(part);
}

interface WaysOut {
  readonly post: (message: ToPage, operation?: string) => void;
  /** What has no secrets any more. */
  readonly postClean: (message: ToPage) => void;
}

function createWindow(
  port: Port<ToPage, ToMain>,
  everyCall: Set<AbortController>,
  options: BridgeOptions,
) {
  const { operations, log, clock = () => performance.now() } = options;
  const running = new Map<number, Running>();
  const flood = createFlood(CALLS_PER_SECOND, clock, () => {
    log.warn('window-floods');
  });
  const window = Symbol('window');
  let open = true;
  /** The only way out to the page. */
  const postClean = (message: ToPage) => {
    if (open) postQuietly(port, message, log);
  };
  const post = (message: ToPage, operation?: string) => {
    if (open) postClean(withoutSecrets(message, operation));
  };
  const begin = (call: Extract<ToMain, { kind: 'call' }>) => {
    const controller = new AbortController();
    running.set(call.id, { controller, writes: operations.effect(call.name) === 'write' });
    everyCall.add(controller);
    void answerCall(options, call, { signal: controller.signal, window }, { post, postClean })
      .catch((error: unknown) => {
        // The page waits for an answer, whatever happened to this one.
        const reference = newErrorId();
        log.error(reference, call.name, error);
        postClean({ kind: 'answer', id: call.id, result: internalFailure(reference) });
      })
      .finally(() => {
        running.delete(call.id);
        everyCall.delete(controller);
      });
  };
  return {
    post,
    receive(raw: unknown) {
      const message = open ? readMessage(raw) : undefined;
      if (message?.kind === 'cancel') running.get(message.id)?.controller.abort();
      // A number in use would answer the wrong call; only a broken page does this.
      if (message?.kind !== 'call' || running.has(message.id)) return;
      if (running.size < MOST_AT_ONCE && !flood.tooMuch()) begin(message);
      else post({ kind: 'answer', id: message.id, result: FLOODED });
    },
    close() {
      open = false;
      for (const { controller, writes } of running.values()) if (!writes) controller.abort();
      options.closed?.(window);
    },
  };
}

/** The window may be gone before its shell closes us; what runs is not to fail for it. */
function postQuietly(port: Port<ToPage, ToMain>, message: ToPage, log: Log): void {
  try {
    port.post(message);
  } catch (error) {
    log.warn('window-unreachable', { kind: message.kind });
    if (message.kind !== 'answer' || !message.result.ok) return;
    // Perhaps the answer alone cannot be sent: whoever waits for it is told.
    const reference = newErrorId();
    log.error(reference, 'answer-not-sent', error);
    postQuietly(port, { ...message, result: internalFailure(reference) }, log);
  }
}

const internalFailure = (reference: string): Result<never> => ({
  ok: false,
  failure: { kind: 'internal', message: 'Something went wrong inside Steward.', reference },
});

const FLOODED: Result<never> = {
  ok: false,
  failure: { kind: 'busy', message: 'Too many calls at once.', retryAfterSeconds: 1 },
};

/** A message of the wire or undefined. Only own, plain values are read; the input is looked at later. */
function readMessage(raw: unknown): ToMain | undefined {
  if (typeof raw !== 'object' || raw === null) return undefined;
  const { kind, id, name, input } = raw as Record<string, unknown>;
  if (typeof id !== 'number' || !Number.isSafeInteger(id)) return undefined;
  if (kind === 'cancel') return { kind, id };
  if (kind !== 'call' || typeof name !== 'string') return undefined;
  return { kind, id, name: name.length > LONGEST_NAME ? '' : name, input };
}

const PROGRESS_EVERY_MS = 100;

/** The newer value, with what had arrived by the older one before its own. */
function joined(older: unknown, newer: unknown): unknown {
  const before = arrivedIn(older);
  if (before === undefined || typeof newer !== 'object' || newer === null) return newer;
  return { ...newer, arrived: [...before, ...(arrivedIn(newer) ?? [])] };
}
const arrivedIn = (value: unknown): readonly unknown[] | undefined => {
  const found = typeof value === 'object' && value !== null && 'arrived' in value && value.arrived;
  return Array.isArray(found) ? (found as readonly unknown[]) : undefined;
};

/** A bucket of calls that fills by the second; `clock` gives milliseconds. `flooded` is told once per flood (IPC-08). */
function createFlood(perSecond: number, clock: () => number, flooded: () => void) {
  let left = perSecond;
  let last = clock();
  let flooding = false;
  return {
    tooMuch(): boolean {
      const time = clock();
      left = Math.min(perSecond, left + ((time - last) / 1000) * perSecond);
      last = time;
      const refuse = left < 1;
      if (refuse && !flooding) flooded();
      flooding = refuse;
      if (!refuse) left -= 1;
      return refuse;
    },
  };
}

/** Sends the first value at once, then the newest at most once per interval, and always the last. Of what `arrived` nothing is left out. */
function paced(send: (value: unknown) => void) {
  let waiting: { readonly value: unknown } | undefined;
  let timer: NodeJS.Timeout | undefined;
  let finished = false;

  const sendWaiting = () => {
    timer = undefined;
    if (!waiting) return;
    const { value } = waiting;
    waiting = undefined;
    send(value);
    timer = setTimeout(sendWaiting, PROGRESS_EVERY_MS);
  };
  return {
    push: (value: unknown) => {
      if (finished) return;
      waiting = { value: waiting === undefined ? value : joined(waiting.value, value) };
      if (!timer) sendWaiting();
    },
    finish: () => {
      finished = true;
      clearTimeout(timer);
      if (waiting) send(waiting.value);
    },
  };
}
