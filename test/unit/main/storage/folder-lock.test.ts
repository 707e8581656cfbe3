// Sole ownership of a folder, among real processes and through kills.
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdExclusively, takeInstanceLock } from '../../../../main/storage/folder-lock.ts';
import { bundleMain } from '../../../support/run-main.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { endsWithUs } from '../../../support/ends-with-us.ts';

const ID = 'b'.repeat(32);
let program: string;
beforeAll(async () => {
  program = await bundleMain(`
    import { holdExclusively } from './main/storage/folder-lock.ts';
    const held = await holdExclusively(process.argv[2], 'escrow', '${ID}');
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

/** The names by which versions that run side by side see each other, written out as released versions make them. */
const named = (...parts: readonly string[]) =>
  `\0steward-${createHash('sha256').update(parts.join('')).digest('hex').slice(0, 32)}`;

async function taken(name: string): Promise<boolean> {
  const server = createServer();
  server.listen(name);
  const isTaken = await once(server, 'listening').then(
    () => false,
    () => true,
  );
  server.close();
  return isTaken;
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
  it('INS-02 is seen by other versions of the program, by the names they have for it', async () => {
    const folder = tempFolder();
    writeFileSync(path.join(folder, 'steward.lock'), 'nonce-of-a-release');
    const { dev, ino } = statSync(folder, { bigint: true });
    const ids = `${String(dev)}:${String(ino)}`;
    const program = named('nonce-of-a-release', ids);
    const escrow = named(`${ids}:${ID}:escrow`);
    expect([await taken(program), await taken(escrow)]).toEqual([false, false]);
    const lock = await takeInstanceLock(folder, { woken: () => undefined });
    expect([await taken(program), await taken(escrow)]).toEqual([true, false]);
    const held = await holdExclusively(folder, 'escrow', ID);
    expect(await taken(escrow)).toBe(true);
    lock?.release();
    held?.release();
    expect([await taken(program), await taken(escrow)]).toEqual([false, false]);
    // And the other way round: what another version holds is not taken.
    const other = createServer().listen(program);
    await once(other, 'listening');
    const refused = await takeInstanceLock(folder, { woken: () => undefined, quiet: true });
    expect(refused).toBeUndefined();
    other.close();
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
    const held = await holdExclusively(folder, 'escrow', ID);
    expect(held).toBeDefined();
    expect(await holdExclusively(link, 'escrow', ID)).toBeUndefined();
    held?.release();
    const again = await holdExclusively(link, 'escrow', ID);
    expect(again).toBeDefined();
    again?.release();
  });

  it('INS-03 folders and purposes do not block each other', async () => {
    const held = await Promise.all([
      holdExclusively(tempFolder(), 'escrow', ID),
      holdExclusively(tempFolder(), 'escrow', ID),
    ]);
    expect(held.every((one) => one !== undefined)).toBe(true);
    for (const one of held) one?.release();
  });
});
