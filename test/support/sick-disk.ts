// A disk below the whole process that refuses changes from a chosen one on until the test repairs it.
import { constants } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { onTestFinished } from 'vitest';

export interface SickDisk {
  /** Each change from the n-th on fails, counted from now; a write is half done by then. */
  fail(from: number, code: string): void;
  /** The same of what takes a file's place only, as long as this holds: asked at each, so that no moment is missed. */
  failRenames(code: string, now: () => boolean): void;
  /** None has failed since the last `fail`. */
  untouched(): boolean;
  heal(): void;
  /** Reads of files whose name ends like this fail, until it is well again. */
  failReads(ending: string, code: string): void;
}

/** Opened for writing, which a read-only disk refuses, and which makes the file on any other. */
const isWriting = (flags: string | number | undefined): boolean =>
  typeof flags === 'number'
    ? (flags & (constants.O_WRONLY | constants.O_RDWR)) !== 0
    : /[wa+]/.test(flags ?? 'r');

export function sickDisk(): SickDisk {
  const { open, rename, rm, readFile, mkdir, link } = fs;
  let left = Infinity;
  let code = '';
  let unreadable: string | undefined;
  let onlyRenames: (() => boolean) | undefined;
  let failed = false;
  const trouble = () => Object.assign(new Error(code), { code });
  const change = async <T>(act: () => Promise<T>, half?: () => Promise<unknown>): Promise<T> => {
    if (onlyRenames !== undefined) return act();
    left -= 1;
    if (left > 0) return act();
    failed = true;
    await half?.();
    throw trouble();
  };
  const isUnreadable = (file: unknown) =>
    unreadable !== undefined && typeof file === 'string' && file.endsWith(unreadable);
  fs.open = async (...given: Parameters<typeof open>) => {
    if (isUnreadable(given[0]) && !isWriting(given[1])) throw trouble();
    const handle = await (isWriting(given[1]) ? change(() => open(...given)) : open(...given));
    const write = handle.write.bind(handle) as (
      bytes: Uint8Array,
      from: number,
      length: number,
      at: number,
    ) => Promise<unknown>;
    const writeFile = handle.writeFile.bind(handle);
    const [datasync, sync] = [handle.datasync.bind(handle), handle.sync.bind(handle)];
    return Object.assign(handle, {
      write: (bytes: Uint8Array, from: number, length: number, at: number) =>
        change(
          () => write(bytes, from, length, at),
          () => write(bytes, from, length >> 1, at),
        ),
      writeFile: (content: string | Uint8Array) =>
        change(
          () => writeFile(content),
          () => writeFile(content.slice(0, content.length >> 1)),
        ),
      datasync: () => change(datasync),
      sync: () => change(sync),
    });
  };
  fs.rename = async (...given) => {
    if (onlyRenames === undefined) return change(() => rename(...given));
    if (onlyRenames()) throw trouble();
    return rename(...given);
  };
  fs.link = (...given) => change(() => link(...given));
  fs.mkdir = ((...given: Parameters<typeof mkdir>) =>
    change(() => mkdir(...given))) as typeof mkdir;
  // What is removed makes room: a full disk refuses none of it.
  fs.rm = (...given) => (code === 'ENOSPC' ? rm(...given) : change(() => rm(...given)));
  fs.readFile = ((...given: Parameters<typeof readFile>) => {
    if (isUnreadable(given[0])) return Promise.reject(trouble());
    return readFile(...given);
  }) as typeof readFile;
  syncBuiltinESMExports();
  onTestFinished(() => {
    Object.assign(fs, { open, rename, rm, readFile, mkdir, link });
    syncBuiltinESMExports();
  });
  return {
    fail(from, why) {
      [left, code, failed, onlyRenames] = [from, why, false, undefined];
    },
    failRenames(why, now) {
      [code, onlyRenames] = [why, now];
    },
    untouched: () => !failed,
    heal() {
      [left, code, unreadable, onlyRenames] = [Infinity, '', undefined, undefined];
    },
    failReads(ending, why) {
      [unreadable, code] = [ending, why];
    },
  };
}
