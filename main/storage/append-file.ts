// A file that only grows: appends are synced before they count, and a failed one leaves no half behind.
import { constants } from 'node:fs';
import { open, readFile, statfs } from 'node:fs/promises';
import path from 'node:path';
import { errorCode, fileProblemOf, replaceFile, syncFolder, writeNew } from './disk.ts';

/** Every method throws Problem file{...}. One call at a time. */
export interface AppendFile {
  /** All bytes; none when there is no file yet. */
  read(): Promise<Buffer>;
  /** On the disk when it resolves. When it rejects, the file is as long as before. */
  append(bytes: Buffer): Promise<void>;
  /** Drops what is behind this length. */
  cut(length: number): Promise<void>;
  /** The whole content anew, old or new through a crash. */
  replace(bytes: Buffer): Promise<void>;
  /** Keeps damaged bytes in a file beside this one, whose name it answers. */
  setAside(bytes: Buffer, at: Date): Promise<string>;
  /** Bytes free on this disk. */
  free(): Promise<number>;
}

export function openAppendFile(file: string): AppendFile {
  const guarded = async <T>(act: () => Promise<T>): Promise<T> =>
    act().catch((error: unknown) => {
      throw fileProblemOf(error);
    });
  return {
    read: () => guarded(() => readOrNothing(file)),
    append: (bytes) => guarded(() => appendSynced(file, bytes)),
    cut: (length) => guarded(() => cutTo(file, length)),
    replace: (bytes) => replaceFile(file, bytes),
    setAside: (bytes, at) =>
      guarded(async () => {
        const aside = `${file}.bad-${at.toISOString().replace(/[:.]/g, '-')}`;
        await writeNew(aside, bytes).catch((error: unknown) => {
          if (errorCode(error) !== 'EEXIST') throw error;
        });
        return path.basename(aside);
      }),
    free: () =>
      guarded(async () => {
        const { bavail, bsize } = await statfs(path.dirname(file));
        return bavail * bsize;
      }),
  };
}

async function readOrNothing(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

async function appendSynced(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const { size } = await handle.stat();
    try {
      for (let done = 0; done < bytes.length;) {
        const { bytesWritten } = await handle.write(bytes, done, bytes.length - done, size + done);
        done += bytesWritten;
      }
      await handle.datasync();
    } catch (error) {
      await handle.truncate(size).catch(() => undefined);
      throw error;
    }
    if (size === 0) await syncFolder(path.dirname(file));
  } finally {
    await handle.close();
  }
}

async function cutTo(file: string, length: number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.truncate(length);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
