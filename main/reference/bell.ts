// An event to wait for: wakes all waiters when it is signalled or after a time limit.

export interface Bell {
  readonly ring: () => void;
  /** At the next ring, one that came since the last time anybody heard included, or after a while. */
  heard(ms: number): Promise<void>;
}

export function createBell(): Bell {
  let isRung = false;
  const waiting = new Set<() => void>();
  return {
    ring: () => {
      isRung = waiting.size === 0;
      for (const wake of [...waiting]) wake();
    },
    async heard(ms) {
      if (!isRung)
        await new Promise<void>((resolve) => {
          const wake = () => {
            clearTimeout(timer);
            waiting.delete(wake);
            resolve();
          };
          const timer = Number.isFinite(ms) ? setTimeout(wake, ms) : undefined;
          waiting.add(wake);
        });
      isRung = false;
    },
  };
}
