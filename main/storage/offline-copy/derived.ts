// What the owner of a copy computed from all of it, kept beside it: for that copy alone, made anew where it is lost.
import { createHash } from 'node:crypto';
import { type Content, sumOf } from './content.ts';
import { readOwnFile } from './own-file.ts';
import { DERIVED, fileIn, replaceIn, type Store } from './store.ts';

export interface Derived {
  /** Undefined where there is none, it is damaged, or the copy is another one by now. */
  read(): Promise<Buffer | undefined>;
  /** Unless the copy is another one by now. Never fails: whoever finds nothing computes it again. */
  keep(make: () => Buffer): Promise<void>;
}

/** Of the copy that there is when this is called; `form` tells what it is, and how it is written. */
export function derivedOf(store: Store, form: string): Derived {
  const { content } = store;
  const isCurrent = () => store.content === content && content.run !== null;
  const firstLine = async (bytes: Buffer) =>
    `derived ${form} ${nameOf(content)} ${await sumOf(bytes)}`;
  return {
    async read() {
      const file = await readOwnFile(fileIn(store, DERIVED)).catch(() => 'damaged' as const);
      if (!Buffer.isBuffer(file)) return undefined;
      const end = file.indexOf(10);
      if (end < 0) return undefined;
      const bytes = file.subarray(end + 1);
      const isRight = file.toString('utf8', 0, end) === (await firstLine(bytes));
      return isRight && isCurrent() ? bytes : undefined;
    },
    keep: (make) =>
      store
        .runExclusive(async () => {
          if (!isCurrent()) return;
          const bytes = make();
          const line = Buffer.from(`${await firstLine(bytes)}\n`);
          await replaceIn(store, DERIVED, Buffer.concat([line, bytes]));
        })
        .catch(() => undefined),
  };
}

/** Keys and facts of a copy are those of its run, without what was lost since. */
const nameOf = ({ run, damaged }: Content): string =>
  createHash('sha256')
    .update(JSON.stringify([run, ...damaged.keys()]))
    .digest('hex');
