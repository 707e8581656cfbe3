// Locks of the data folder: only its owner can take them, and they end with the process (INS-01, INS-02, ATK-06).
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import path from 'node:path';
import { fileProblem } from '../problems.ts';
import { errorCode, fileProblemOf } from './disk.ts';

export interface FolderLock {
  release(): void;
}

/** What another start does to the holder, by a connection. */
type Called = (socket: Socket) => void;

/** Who holds the lock, as it says itself: a window, or a command line by its operations. */
export type Holder =
  | { readonly kind: 'window' }
  | { readonly kind: 'command'; readonly name: string };

export interface LockGiven {
  /** Another start was here. */
  readonly woken: () => void;
  /** What this one says it is; a window when nothing is given. */
  readonly holder?: Holder;
  /** Who holds the lock when it cannot be had. */
  readonly held?: (by: Holder) => void;
  /** Whoever holds it is not woken. */
  readonly quiet?: boolean;
}

const LOCK = 'steward.lock';
/** macOS: a socket. Windows: a file with the name of a pipe. */
const WAKE_FILE = 'steward.sock';
const WAKE = 'show\n';
/** Wants an answer and nothing else. */
const ASK = 'who\n';
const ANSWER_WITHIN_MS = 2000;

/**
 * The lock of the whole program, or undefined when another process holds it; that one is woken unless `quiet`. Everything
 * that makes the lock is inside the folder, where no other account can put or open anything (ATK-06). A file with a pid would
 * outlive a kill. Problem file{...}.
 */
export async function takeInstanceLock(
  folder: string,
  { woken, holder = { kind: 'window' }, held, quiet = false }: LockGiven,
): Promise<FolderLock | undefined> {
  const called: Called = (socket) => {
    // That something came is the message; nothing else of it is looked at (INS-04). Who says nothing only wanted to know.
    socket.once('data', (said) => {
      socket.end(wordOf(holder));
      if (said.toString('latin1') !== ASK) woken();
    });
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('error', () => undefined);
  };
  const wake: Wake | undefined =
    quiet && held === undefined
      ? undefined
      : {
          say: quiet ? ASK : WAKE,
          answered: (text) => {
            held?.(holderOf(text));
          },
        };
  try {
    if (usesFiles()) return await takeFile(folder, called, wake);
    return await takeNumber(folder, LOCK, called, wake);
  } catch (error) {
    throw lockProblem(error);
  }
}

const COMMAND = 'command ';
const LONGEST_NAME = 120;

const wordOf = (holder: Holder): string =>
  holder.kind === 'command' ? `${COMMAND}${holder.name.slice(0, LONGEST_NAME)}\n` : 'window\n';

/** Whatever is no name of operations is not shown. */
function holderOf(text: string): Holder {
  const name = /^command ([\w. ]{1,120})\n/.exec(text)?.[1];
  return name === undefined ? { kind: 'window' } : { kind: 'command', name };
}

/**
 * Sole ownership of one file in the folder; undefined when another process has it. It stands beside the program's lock and has
 * another name on purpose: whoever removes that lock's files while Steward runs still does not get two writers. Problem file{...}.
 */
export async function holdExclusively(
  folder: string,
  purpose: string,
): Promise<FolderLock | undefined> {
  try {
    if (usesFiles()) return await holdFile(path.join(folder, `.${purpose}`));
    return await takeNumber(folder, `.${purpose}`, (socket) => socket.destroy());
  } catch (error) {
    throw lockProblem(error);
  }
}

/** Linux lets Node lock no file. */
const usesFiles = () => process.platform === 'darwin' || process.platform === 'win32';

const UNABLE = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'EMLINK'];

function lockProblem(error: unknown) {
  if (!UNABLE.includes(errorCode(error) ?? '')) return fileProblemOf(error);
  const why =
    'The data folder is on a disk that has no sockets or hard links, so Steward cannot lock it.';
  return fileProblem('not-permitted', `${why} Choose a folder on a disk of this computer.`, error);
}

// Linux: sockets with numbers
//
// `<name>.<number>` is a socket, and the highest number is the lock: held while somebody answers at it. Whoever finds nobody
// there listens first, under a random name, and then gives the socket the next number by a hard link, which one process alone
// can do and which is complete at once. With one fixed name, a process that has found the socket stale and then waits would
// take away its successor's. Who has chosen a number by an old look at the folder finds that out by a second look.

const numbered = (name: string, entry: string): number | undefined => {
  const rest = entry.startsWith(`${name}.`) ? entry.slice(name.length + 1) : '';
  return /^\d{1,15}$/.test(rest) ? Number(rest) : undefined;
};

/** A number's socket. */
interface Numbered {
  readonly file: string;
  readonly number: number;
  readonly inode: bigint;
  readonly server: Server;
}

async function takeNumber(
  folder: string,
  name: string,
  called: Called,
  wake?: Wake,
): Promise<FolderLock | undefined> {
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY);
  // The name of a socket holds 107 bytes; through the descriptor every folder has a short one, also when it is moved.
  const within = `/proc/self/fd/${String(descriptor)}`;
  try {
    const held = await takeNumberWithin(within, name, called, wake);
    if (!held) {
      closeSync(descriptor);
      return undefined;
    }
    return {
      release() {
        // The name first: a socket that refuses is never found where there was no kill.
        rmSync(held.file, { force: true });
        held.server.close();
        closeSync(descriptor);
      },
    };
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

async function takeNumberWithin(
  within: string,
  name: string,
  called: Called,
  wake?: Wake,
): Promise<Numbered | undefined> {
  for (;;) {
    const highest = numbersIn(within, name).at(-1) ?? 0;
    const last = `${within}/${name}.${String(highest)}`;
    if (highest > 0 && (await answers(last, wake))) return undefined;
    const own = await listenAs(within, { name, number: highest + 1 }, called);
    if (!own) continue;
    const standing = await standingOf(within, name, own, wake);
    if (standing === 'lock') {
      clear(within, name, own.number);
      return own;
    }
    if (standing === 'surplus') rmSync(own.file, { force: true });
    own.server.close();
    if (standing === 'surplus') return undefined;
  }
}

const numbersIn = (within: string, name: string) =>
  readdirSync(within)
    .flatMap((entry) => numbered(name, entry) ?? [])
    .sort((a, b) => a - b);

/** Undefined when another process was there first. */
async function listenAs(
  within: string,
  { name, number }: { readonly name: string; readonly number: number },
  called: Called,
): Promise<Numbered | undefined> {
  const draft = `${within}/${name}.${randomBytes(8).toString('hex')}`;
  const file = `${within}/${name}.${String(number)}`;
  const server = await listen(draft, called);
  try {
    // The folder is private by itself; that a backup or a copy of it stays so does not hang on the umask (SAR-08).
    chmodSync(draft, 0o600);
    const { ino: inode } = lstatSync(draft, { bigint: true });
    linkSync(draft, file);
    return { file, number, inode, server };
  } catch (error) {
    server.close();
    // The holder clears away names like this one, too.
    if (['EEXIST', 'ENOENT'].includes(errorCode(error) ?? '')) return undefined;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * What a number is that was just given: the lock when it is the highest, no lower one answers, and it still is this socket's. Of
 * two that were given, the later one finds the earlier one, or finds itself cleared away by whoever had the lock in between.
 */
async function standingOf(
  within: string,
  name: string,
  own: Numbered,
  wake: Wake | undefined,
): Promise<'lock' | 'late' | 'surplus'> {
  const numbers = numbersIn(within, name);
  if (numbers.at(-1) !== own.number) return 'late';
  for (const lower of numbers.slice(0, -1)) {
    if (await answers(`${within}/${name}.${String(lower)}`, wake)) return 'surplus';
  }
  const isOwn = lstatSync(own.file, { bigint: true, throwIfNoEntry: false })?.ino === own.inode;
  return isOwn ? 'lock' : 'late';
}

/** What killed processes and given up numbers have left. */
function clear(within: string, name: string, own: number): void {
  for (const entry of readdirSync(within)) {
    const isDraft =
      entry.startsWith(`${name}.`) && /^[0-9a-f]{16}$/.test(entry.slice(name.length + 1));
    const number = numbered(name, entry);
    const isOld = number !== undefined && number < own;
    if (isDraft || isOld) rmSync(`${within}/${entry}`, { force: true });
  }
}

// macOS and Windows: a file that the system lets only one process have

async function takeFile(
  folder: string,
  called: Called,
  wake: Wake | undefined,
): Promise<FolderLock | undefined> {
  const file = path.join(folder, WAKE_FILE);
  const guard = await holdFile(path.join(folder, LOCK));
  if (!guard) {
    if (wake !== undefined) await answers(addressIn(file), wake).catch(() => undefined);
    return undefined;
  }
  try {
    // Only the holder of the file's lock gets here, so no socket in use is removed.
    rmSync(file, { force: true });
    const isPipe = process.platform === 'win32';
    // The names of pipes are known to every account: a new one for each start cannot be taken beforehand.
    const address = isPipe ? `\\\\.\\pipe\\steward-${randomBytes(16).toString('hex')}` : file;
    const server = await listen(address, called);
    if (isPipe) writeFileSync(file, address, { flag: 'wx', mode: 0o600 });
    return {
      release() {
        server.close();
        guard.release();
      },
    };
  } catch (error) {
    // Otherwise the next attempt of this process would find the folder locked by itself.
    guard.release();
    throw error;
  }
}

const addressIn = (file: string) =>
  process.platform === 'win32' ? readFileSync(file, 'utf8') : file;

/** macOS: O_EXLOCK. Windows: libuv's flag of the same name, by which nobody else can open the file. */
const exclusive = () => (process.platform === 'win32' ? 0x10000000 : 0x20 | constants.O_NONBLOCK);
/** On Windows a program that looks for viruses may have the file for a moment (DSK-02). */
const TRIES = 5;
const FIRST_WAIT_MS = 10;

/** Undefined when another process has it. */
async function holdFile(file: string): Promise<FolderLock | undefined> {
  const flags = constants.O_RDWR | constants.O_CREAT | exclusive();
  for (let attempt = 1; ; attempt += 1) {
    try {
      const descriptor = openSync(file, flags, 0o600);
      return {
        release() {
          closeSync(descriptor);
        },
      };
    } catch (error) {
      const code = errorCode(error) ?? '';
      if (['EAGAIN', 'EWOULDBLOCK'].includes(code)) return undefined;
      if (code !== 'EBUSY') throw error;
      if (attempt === TRIES) return undefined;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (attempt - 1)));
    }
  }
}

// Sockets

async function listen(address: string, called: Called): Promise<Server> {
  const server = createServer(called);
  await new Promise<void>((resolve, reject) => {
    // The lock stays when a connection cannot be accepted.
    server.on('error', reject);
    server.listen(address, resolve);
  });
  return server.unref();
}

/** Nobody listens, there is no such socket, or its process ended before it let us in. */
const GONE = ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE'];

/** What is said to the holder, and who hears what it answers. */
interface Wake {
  readonly say: string;
  readonly answered: (text: string) => void;
}
const LONGEST_ANSWER = 200;

/**
 * Whether somebody listens there. With `wake` it is said, and waited for an end, with a limit: the holder may be stopped in a
 * debugger.
 */
function answers(address: string, wake?: Wake): Promise<boolean> {
  return new Promise((resolve, reject) => {
    let isThere = false;
    let answer = '';
    const socket = connect(address);
    socket.setTimeout(ANSWER_WITHIN_MS, () => socket.destroy());
    socket.on('connect', () => {
      isThere = true;
      if (wake === undefined) socket.destroy();
      else socket.end(wake.say);
    });
    socket.on('error', (error) => {
      const code = errorCode(error) ?? '';
      // So many wait to be let in that there is no room.
      if (code === 'EAGAIN') isThere = true;
      else if (!isThere && !GONE.includes(code)) reject(error);
    });
    socket.on('close', () => {
      if (isThere) wake?.answered(answer);
      resolve(isThere);
    });
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer = `${answer}${text}`.slice(0, LONGEST_ANSWER);
    });
  });
}
