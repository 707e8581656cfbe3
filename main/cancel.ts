// Ends awaited work by a signal or a time limit, each with its own failure, and cleans up after it.
import { cancelled } from './problems.ts';

export interface Ends {
  /** Whichever ends first ends the work, with its reason. */
  readonly signals?: readonly (AbortSignal | undefined)[];
  /** What the work fails with when it has not ended after `ms`. */
  readonly limit?: { readonly ms: number; readonly late: () => Error };
}

/**
 * Runs `work` with one signal for all that may end it. Not `AbortSignal.any`: the signal of a session or of the program keeps
 * an entry for each call for ever (nodejs/node#55351). Not `AbortSignal.timeout`: it cannot be cleared, and does not hold the
 * process.
 */
export async function until<T>(
  { signals = [], limit }: Ends,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const stops = signals.flatMap((signal) => {
    if (signal === undefined) return [];
    const stop = () => {
      controller.abort(reasonOf(signal));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    return [{ signal, stop }];
  });
  const timer =
    limit &&
    setTimeout(() => {
      controller.abort(limit.late());
    }, limit.ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    for (const { signal, stop } of stops) signal.removeEventListener('abort', stop);
  }
}

/** Waits for work that nobody can stop, or that goes on for others who wait for it: rejects as soon as the signal ends. */
export function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work;
  return new Promise((resolve, reject) => {
    const stop = () => {
      reject(reasonOf(signal));
    };
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}

/** The same with a limit of time instead of a signal. */
export const within = <T>(ms: number, late: () => Error, work: Promise<T>): Promise<T> =>
  until({ limit: { ms, late } }, (signal) => orAborted(work, signal));

/** True when the work ended in time, however; it goes on in any case. */
export const endsWithin = (ms: number, work: Promise<unknown>): Promise<boolean> => {
  const ended = work.then(
    () => true,
    () => true,
  );
  return within(ms, cancelled, ended).catch(() => false);
};

/** Waits; Problem cancelled when the signal ends it. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> => {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return orAborted(over, signal).finally(() => {
    clearTimeout(timer);
  });
};

/** A caller that ends its call gives no reason of its own: that is `cancelled`. */
function reasonOf({ reason }: AbortSignal): Error {
  return reason instanceof Error && reason.name !== 'AbortError' ? reason : cancelled();
}
