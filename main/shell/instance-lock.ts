// One program per data folder: the first start holds the lock, a later one wakes the first and ends (INS-01).
import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { errorCode } from '../storage/disk.ts';

export interface InstanceLock {
  release(): void;
}

const LOCK_FILE = 'steward.lock';
const WAKE = 'show\n';
const ANSWER_WITHIN_MS = 2000;
/** macOS only: open(2) takes the kernel's lock on the file; it ends with the process. */
const O_EXLOCK = 0x20;

/**
 * Takes the lock of a data folder, or undefined when another process holds it; that one is woken unless `quiet`.
 * The kernel lets go of it when the process ends in whatever way: an abstract socket on Linux, a named pipe on
 * Windows, a locked file on macOS. A socket file with removal of a stale one has two owners now and then (INS-02).
 */
export async function takeInstanceLock(
  folder: string,
  { woken, quiet = false }: { readonly woken: () => void; readonly quiet?: boolean },
): Promise<InstanceLock | undefined> {
  const place = placeOf(folder);
  const guard = process.platform === 'darwin' ? lockFile(folder) : undefined;
  if (guard === null) {
    if (!quiet) await wake(place);
    return undefined;
  }
  // Only the holder of the file's lock gets here, so nobody else's socket is removed.
  if (guard !== undefined) rmSync(place, { force: true });
  const server = await listen(place, woken);
  if (!server) {
    if (!quiet) await wake(place);
    return undefined;
  }
  return {
    release() {
      server.close();
      if (guard !== undefined) closeSync(guard);
    },
  };
}

/**
 * Named by a random text that only the folder's owner can read: other users can neither guess nor block it (INS-03). And by
 * the folder itself: a copy has the same text, and is another folder (ATK-01).
 */
function placeOf(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  const digest = createHash('sha256').update(nonce(folder));
  const name = digest
    .update(`${String(dev)}:${String(ino)}`)
    .digest('hex')
    .slice(0, 32);
  if (process.platform === 'win32') return `\\\\.\\pipe\\steward-${name}`;
  if (process.platform === 'darwin') return path.join(folder, 'steward.sock');
  return `\0steward-${name}`;
}

/** The file appears whole, by its second name: whoever reads it half written would take another lock beside ours. */
function nonce(folder: string): Buffer {
  const file = path.join(folder, LOCK_FILE);
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(8).toString('hex')}`;
    try {
      writeFileSync(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
      linkSync(draft, file);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  }
  return readFileSync(file);
}

/** A descriptor that holds the lock, or null when another process does. */
function lockFile(folder: string): number | null {
  try {
    const flags = constants.O_RDWR | constants.O_NONBLOCK | O_EXLOCK;
    return openSync(path.join(folder, LOCK_FILE), flags);
  } catch (error) {
    if (errorCode(error) === 'EAGAIN' || errorCode(error) === 'EWOULDBLOCK') return null;
    throw error;
  }
}

function listen(place: string, woken: () => void): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      // What another start sends is not read: being called is all there is to say (INS-04).
      socket.on('error', () => undefined);
      socket.resume();
      socket.end();
      woken();
    });
    server.once('error', (error) => {
      if (errorCode(error) === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(place, () => {
      server.unref();
      resolve(server);
    });
  });
}

/** Waits until the holder took notice, but not for long: it may be stopped in a debugger. */
function wake(place: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(place);
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('connect', () => socket.end(WAKE));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve();
    });
    socket.resume();
  });
}
