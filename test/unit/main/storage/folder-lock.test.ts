// Sole ownership of a folder, among real processes and through kills.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdExclusively, takeInstanceLock } from '../../../../main/storage/folder-lock.ts';
import { bundleMain } from '../../../support/run-main.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { endsWithUs } from '../../../support/ends-with-us.ts';

let program: string;
beforeAll(async () => {
  program = await bundleMain(`
    import { holdExclusively } from './main/storage/folder-lock.ts';
    const held = await holdExclusively(process.argv[2], 'escrow');
    console.log(held ? 'held' : 'not held');
    setInterval(() => undefined, 1000);
  `);
});

interface Contender {
  readonly child: ChildProcess;
  readonly said: string;
}

async function contend(folder: string): Promise<Contender> {
  const child = endsWithUs(
    spawn(process.execPath, [program, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

async function kill({ child }: Contender) {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

/** Of this process. */
const openFiles = () =>
  readdirSync('/proc/self/fd').map((descriptor) => {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`);
    } catch {
      return '';
    }
  });

describe('holding a folder', () => {
  it('INS-02 stays with its holder when the files of the other lock are taken away', async () => {
    const folder = tempFolder();
    const program = await takeInstanceLock(folder, { woken: () => undefined });
    const escrow = await holdExclusively(folder, 'escrow');
    for (const name of readdirSync(folder).filter((one) => one.startsWith('steward.lock')))
      rmSync(path.join(folder, name));
    expect(await holdExclusively(folder, 'escrow')).toBeUndefined();
    escrow?.release();
    program?.release();
  });

  it('INS-02 leaves nothing behind, and takes away what kills have left', async () => {
    const folder = tempFolder();
    writeFileSync(path.join(folder, 'steward.lock.0123456789abcdef'), '');
    for (const name of ['steward.lock.3', 'steward.lock.12'])
      writeFileSync(path.join(folder, name), '');
    for (let start = 0; start < 3; start += 1) {
      const lock = await takeInstanceLock(folder, { woken: () => undefined });
      expect(readdirSync(folder)).toHaveLength(1);
      lock?.release();
    }
    expect(readdirSync(folder)).toEqual([]);
  });

  it('INS-02 a number above the lock, left by a start that came too late, lets nobody in and blocks nobody', async () => {
    const folder = tempFolder();
    let woken = 0;
    const lock = await takeInstanceLock(folder, { woken: () => (woken += 1) });
    writeFileSync(path.join(folder, 'steward.lock.7'), '');
    expect(await takeInstanceLock(folder, { woken: () => undefined })).toBeUndefined();
    expect(woken).toBe(1);
    lock?.release();
    const next = await takeInstanceLock(folder, { woken: () => undefined });
    expect(next).toBeDefined();
    expect(await takeInstanceLock(folder, { woken: () => undefined })).toBeUndefined();
    next?.release();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('INS-02 a folder in which nothing can be made is refused as a matter of files', async () => {
    const failure = { kind: 'file', problem: 'not-permitted' };
    const folder = '/proc/self/task';
    const locks = [
      holdExclusively(folder, 'escrow'),
      takeInstanceLock(folder, { woken: () => undefined }),
    ];
    for (const lock of locks) await expect(lock).rejects.toMatchObject({ failure });
  });

  it('INS-02 a start that fails when it has the file of the lock lets go of it again', async () => {
    // macOS, where the lock is an open file beside the socket; no socket can be where this folder is.
    const real = process.platform;
    const folder = tempFolder();
    mkdirSync(path.join(folder, 'steward.sock'));
    Object.defineProperty(process, 'platform', { value: 'darwin' });
    try {
      const failing = takeInstanceLock(folder, { woken: () => undefined, quiet: true });
      await expect(failing).rejects.toThrow();
    } finally {
      Object.defineProperty(process, 'platform', { value: real });
    }
    expect(openFiles()).not.toContain(path.join(folder, 'steward.lock'));
  });

  it('INS-02 three starts at once have one owner, and a kill frees it at once, five times over', async () => {
    const folder = tempFolder();
    for (let round = 0; round < 5; round++) {
      const three = await Promise.all([contend(folder), contend(folder), contend(folder)]);
      expect(three.map(({ said }) => said).sort()).toEqual(['held', 'not held', 'not held']);
      await Promise.all(three.map(kill));
    }
  });

  it('INS-02 is the same folder through a link', async () => {
    const folder = tempFolder();
    const link = path.join(tempFolder(), 'link');
    await symlink(folder, link);
    const held = await holdExclusively(folder, 'escrow');
    expect(held).toBeDefined();
    expect(await holdExclusively(link, 'escrow')).toBeUndefined();
    held?.release();
    const again = await holdExclusively(link, 'escrow');
    expect(again).toBeDefined();
    again?.release();
  });

  it('INS-03 folders and purposes do not block each other', async () => {
    const held = await Promise.all([
      holdExclusively(tempFolder(), 'escrow'),
      holdExclusively(tempFolder(), 'escrow'),
    ]);
    expect(held.every((one) => one !== undefined)).toBe(true);
    for (const one of held) one?.release();
  });
});
