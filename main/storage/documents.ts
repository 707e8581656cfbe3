// Small schema-checked JSON documents on disk: replaced atomically, set aside when damaged.
import type { z } from '../../preload/contract/schema.ts';

export interface Document<T> {
  /** The value as last written, or the initial one. */
  value(): T;
  /** Changes and saves; one change at a time, each sees the one before. Problem file{...}; then nothing has changed. */
  change(to: (now: T) => T): Promise<T>;
}

export interface Documents {
  /** File `<name>.json` with a version and a checksum. A damaged file is renamed `.bad-<time>` and listed in setAside. */
  open<S extends z.ZodType>(
    name: string,
    schema: S,
    initial: z.output<S>,
  ): Promise<Document<z.output<S>>>;
  readonly setAside: readonly string[];
}
