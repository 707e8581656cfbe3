// Lists of the platform in memory where there is no copy: each is loaded once for all, and again on request.
import { orAborted } from '../cancel.ts';
import type { ReadList } from './catalogue.ts';

/** A list, and of when it is. */
export interface Dated<T> extends ReadList<T> {
  readonly fetched: string;
}

export interface Held<T> {
  /** Waits for the reading that is under way. `fresh` begins another; what was held stays when that fails. */
  get(key: string, read: (signal: AbortSignal) => Promise<T>, how: How): Promise<T>;
  /** Everything; what is under way is given to those who wait for it, and not held. */
  drop(): void;
  close(): void;
}
export interface How {
  /** Ends the waiting, not the reading: a person who types on would begin it again with every key. */
  readonly signal: AbortSignal;
  readonly fresh?: boolean | undefined;
}

export function createHeld<T>(): Held<T> {
  const ending = new AbortController();
  const values = new Map<string, T>();
  const underWay = new Map<string, Promise<T>>();
  const begin = (key: string, read: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const end = () => underWay.get(key) === reading && underWay.delete(key);
    const reading = read(ending.signal).then(
      (value) => {
        // Not when it was dropped meanwhile.
        if (end()) values.set(key, value);
        return value;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
    underWay.set(key, reading);
    return reading;
  };
  const drop = () => {
    values.clear();
    underWay.clear();
  };
  return {
    async get(key, read, { signal, fresh = false }) {
      const known = fresh ? undefined : values.get(key);
      return known ?? orAborted(underWay.get(key) ?? begin(key, read), signal);
    },
    drop,
    close() {
      drop();
      ending.abort();
    },
  };
}
