// An append-only file that stays open: the next append overwrites what a failed one left.
import type { FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { type Disk, fileProblemOf, syncFolder, watchRoom } from '../disk.ts';

/** Every method throws Problem file{...}; one call at a time. */
export interface GrowingFile {
  /** Where the last complete append ends. */
  readonly end: number;
  /** Writes all of it, or leaves `end` where it is. */
  append(bytes: Buffer): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The first append creates a new file (0600), or truncates an existing one to `from`. */
export function openGrowingFile(file: string, disk: Disk, from: number | 'new'): GrowingFile {
  const state: State = { end: from === 'new' ? 0 : from, made: from !== 'new', handle: undefined };
  const room = watchRoom(path.dirname(file));
  const open = async () => {
    if (state.handle) return state.handle;
    const opened = await disk.open(file, state.made ? 'r+' : 'wx', 0o600);
    state.handle = opened;
    const before = state.made;
    state.made = true;
    if (before) await opened.truncate(state.end);
    else await syncFolder(path.dirname(file), disk);
    return opened;
  };
  return {
    get end() {
      return state.end;
    },
    append: (bytes) =>
      guarded(async () => {
        await room.take(bytes.length);
        await write(await open(), state.end, bytes);
        state.end += bytes.length;
      }),
    sync: () => guarded(async () => state.handle?.datasync()),
    async close() {
      const closing = state.handle;
      state.handle = undefined;
      await closing?.close().catch(() => undefined);
    },
  };
}

interface State {
  end: number;
  /** The file exists. */
  made: boolean;
  handle: FileHandle | undefined;
}

async function write(to: FileHandle, end: number, bytes: Buffer): Promise<void> {
  try {
    for (let done = 0; done < bytes.length;) {
      const { bytesWritten } = await to.write(bytes, done, bytes.length - done, end + done);
      done += bytesWritten;
    }
  } catch (error) {
    // Frees the space. Should it fail, the rest is no whole line, and the next append overwrites it.
    await to.truncate(end).catch(() => undefined);
    throw error;
  }
}

const guarded = (act: () => Promise<void>) =>
  act().catch((error: unknown) => {
    throw fileProblemOf(error);
  });
