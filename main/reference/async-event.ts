// An event that can be waited for: `set` wakes every waiter, and is kept for the next one when nobody waits.

export interface AsyncEvent {
  readonly set: () => void;
  /** Resolves at the next `set`, at once if one came while nobody waited, or after the time limit. Resets the event. */
  wait(limitMs: number): Promise<void>;
}

export function createAsyncEvent(): AsyncEvent {
  let isSet = false;
  const waiters = new Set<() => void>();
  return {
    set: () => {
      isSet = waiters.size === 0;
      for (const wake of [...waiters]) wake();
    },
    async wait(limitMs) {
      if (!isSet)
        await new Promise<void>((resolve) => {
          const wake = () => {
            clearTimeout(timer);
            waiters.delete(wake);
            resolve();
          };
          const timer = Number.isFinite(limitMs) ? setTimeout(wake, limitMs) : undefined;
          waiters.add(wake);
        });
      isSet = false;
    },
  };
}
