// Sole ownership of a folder's file, held by the kernel: it ends with the process, however that ends (INS-02).
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { errorCode, fileProblemOf } from './disk.ts';

export interface Held {
  release(): Promise<void>;
}

/** Of macOS: a lock of the kernel taken while opening. */
const EXCLUSIVE_LOCK = 0x20;

/**
 * Undefined when another process holds it. It stands beside the lock of the whole program and is named in another way on
 * purpose: whoever removes that lock's file while Steward runs still does not get two writers. A file with a pid would outlive a kill and its removal can race, and so can
 * a Unix socket with a path; an abstract socket (Linux), a pipe name (Windows) and a lock taken on opening (macOS) cannot.
 */
export async function holdExclusively(
  folder: string,
  purpose: string,
  id: string,
): Promise<Held | undefined> {
  try {
    if (process.platform === 'darwin') return await holdByFile(path.join(folder, `.${purpose}`));
    return await holdByName(await nameOf(folder, purpose, id));
  } catch (error) {
    if (['EADDRINUSE', 'EACCES', 'EAGAIN'].includes(errorCode(error) ?? '')) return undefined;
    throw fileProblemOf(error);
  }
}

/**
 * The folder by what it is, not by what it is called: the same through a link, another for every user. Its id keeps apart
 * folders of file systems that number alike in one list of names, as those of containers do.
 */
async function nameOf(folder: string, purpose: string, id: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const digest = createHash('sha256').update(`${String(dev)}:${String(ino)}:${id}:${purpose}`);
  const name = `steward-${digest.digest('hex').slice(0, 32)}`;
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`;
}

async function holdByName(name: string): Promise<Held> {
  const server = net.createServer((caller) => caller.destroy());
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(name, () => {
      server.removeListener('error', reject);
      resolve();
    });
  });
  server.unref();
  return {
    release: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}

async function holdByFile(file: string): Promise<Held> {
  const flags = constants.O_RDWR | constants.O_CREAT | constants.O_NONBLOCK | EXCLUSIVE_LOCK;
  const handle = await open(file, flags, 0o600);
  return { release: () => handle.close() };
}
