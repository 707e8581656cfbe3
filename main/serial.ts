// Runs one piece of work at a time, in the order requested. A failure does not stop the next one.

export interface Serial {
  <T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when all that was asked for until now is over, however it ended. */
  idle(): Promise<void>;
}

export function serial(): Serial {
  let last: Promise<unknown> = Promise.resolve();
  const run = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return Object.assign(run, {
    idle: async () => {
      await last;
    },
  });
}

/** The same for each key by itself. Nothing is kept of a key whose work is over. */
export function serialByKey(): <T>(key: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, work) => {
    const mine = (last.get(key) ?? Promise.resolve()).then(work);
    const over = mine.catch(() => undefined);
    last.set(key, over);
    void over.then(() => {
      if (last.get(key) === over) last.delete(key);
    });
    return mine;
  };
}
