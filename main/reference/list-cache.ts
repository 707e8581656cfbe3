// Caches lists of the platform in memory where there is no copy: each is loaded once for all, and again on request.
import { orAborted } from '../cancel.ts';
import type { WholeList } from '../http/complete-list.ts';

/** A list, and when it was loaded. */
export interface Dated<T> {
  readonly list: WholeList<T>;
  readonly fetched: string;
}

export interface ListCache<T> {
  /** Joins a load that is under way. `fresh` begins another; the cached value stays when that one fails. */
  get(key: string, load: (signal: AbortSignal) => Promise<T>, options: CacheOptions): Promise<T>;
  /** Forgets everything; a load under way still answers those who wait for it, but is not cached. */
  clear(): void;
  close(): void;
}
export interface CacheOptions {
  /** Ends the waiting, not the load: otherwise each key of somebody who types would begin it again. */
  readonly signal: AbortSignal;
  readonly fresh?: boolean | undefined;
}

export function createListCache<T>(): ListCache<T> {
  const closing = new AbortController();
  const values = new Map<string, T>();
  const loads = new Map<string, Promise<T>>();
  const begin = (key: string, load: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const end = () => loads.get(key) === loading && loads.delete(key);
    const loading = load(closing.signal).then(
      (value) => {
        // Not when the cache was cleared meanwhile.
        if (end()) values.set(key, value);
        return value;
      },
      (error: unknown) => {
        end();
        throw error;
      },
    );
    loads.set(key, loading);
    return loading;
  };
  const clear = () => {
    values.clear();
    loads.clear();
  };
  return {
    async get(key, load, { signal, fresh = false }) {
      const cached = fresh ? undefined : values.get(key);
      return cached ?? orAborted(loads.get(key) ?? begin(key, load), signal);
    },
    clear,
    close() {
      clear();
      closing.abort();
    },
  };
}
