// Locks of the data folder, held by the kernel: each ends with the process, however that ends (INS-01, INS-02).
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
import { connect, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { errorCode, fileProblemOf } from './disk.ts';

export interface FolderLock {
  release(): void;
}

const LOCK_FILE = 'steward.lock';
const WAKE = 'show\n';
const ANSWER_WITHIN_MS = 2000;
/** macOS only: open(2) takes the kernel's lock on the file. */
const O_EXLOCK = 0x20;

/**
 * The lock of the whole program, or undefined when another process holds it; that one is woken unless `quiet`. It is an
 * abstract socket on Linux, a named pipe on Windows, a locked file on macOS. A file with a pid would outlive a kill, and a
 * socket file with removal of a stale one has two owners now and then (INS-02).
 */
export async function takeInstanceLock(
  folder: string,
  { woken, quiet = false }: { readonly woken: () => void; readonly quiet?: boolean },
): Promise<FolderLock | undefined> {
  // The name depends on a random text that only the folder's owner can read, so other users can neither guess nor block it
  // (INS-03), and on the folder itself, because a copy of the folder has the same text (ATK-01).
  const name = nameOf([nonce(folder), ids(folder)]);
  const isMac = process.platform === 'darwin';
  const address = isMac ? path.join(folder, 'steward.sock') : addressOf(name);
  const called = (socket: Socket) => {
    // Nothing is read from another start: the connection itself is the message (INS-04).
    socket.on('error', () => undefined);
    socket.resume();
    socket.end();
    woken();
  };
  let guard: FolderLock | undefined;
  try {
    guard = isMac ? holdFile(path.join(folder, LOCK_FILE)) : undefined;
    // Only the holder of the file's lock gets here, so no socket in use is removed.
    if (guard) rmSync(address, { force: true });
    const held = await holdAddress(address, called);
    return {
      release() {
        held.release();
        guard?.release();
      },
    };
  } catch (error) {
    // Otherwise the next attempt of this process would find the folder locked by itself.
    guard?.release();
    if (!isHeld(error)) throw error;
    if (!quiet) await wake(address);
    return undefined;
  }
}

/**
 * Sole ownership of one file in the folder; undefined when another process has it. It stands beside the program's lock and is
 * named in another way on purpose: whoever removes that lock's file while Steward runs still does not get two writers. The
 * name says what the folder is, not what it is called: the same through a link, another for every user. `id` keeps apart
 * folders of file systems that number alike in one list of names, as those of containers do. Problem file{...}.
 */
export async function holdExclusively(
  folder: string,
  purpose: string,
  id: string,
): Promise<FolderLock | undefined> {
  try {
    if (process.platform === 'darwin')
      return holdFile(path.join(folder, `.${purpose}`), constants.O_CREAT);
    const address = addressOf(nameOf([`${ids(folder)}:${id}:${purpose}`]));
    return await holdAddress(address, (caller) => caller.destroy());
  } catch (error) {
    if (isHeld(error) || errorCode(error) === 'EACCES') return undefined;
    throw fileProblemOf(error);
  }
}

const isHeld = (error: unknown) =>
  ['EADDRINUSE', 'EAGAIN', 'EWOULDBLOCK'].includes(errorCode(error) ?? '');

function ids(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true });
  return `${String(dev)}:${String(ino)}`;
}

/** Must never change: versions of Steward that run side by side find each other by it. */
function nameOf(parts: readonly (string | Buffer)[]): string {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part);
  return `steward-${digest.digest('hex').slice(0, 32)}`;
}

const addressOf = (name: string) =>
  process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;

async function holdAddress(address: string, called: (socket: Socket) => void): Promise<FolderLock> {
  const server = createServer(called);
  await new Promise<void>((resolve, reject) => {
    // The lock stays when a connection cannot be accepted.
    server.on('error', reject);
    server.listen(address, resolve);
  });
  server.unref();
  return {
    release() {
      server.close();
    },
  };
}

function holdFile(file: string, more = 0): FolderLock {
  const flags = constants.O_RDWR | constants.O_NONBLOCK | O_EXLOCK | more;
  const descriptor = openSync(file, flags, 0o600);
  return {
    release() {
      closeSync(descriptor);
    },
  };
}

/** The file appears complete, by a hard link: a process that read half of it would take a different lock. */
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

/** Waits until the holder has answered, with a limit: it may be stopped in a debugger. */
function wake(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('connect', () => socket.end(WAKE));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      resolve();
    });
    socket.resume();
  });
}
