// Sole ownership of a folder, among real processes and through kills.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { symlink } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { holdExclusively } from '../../../../main/storage/exclusive.ts';
import { bundleMain } from '../../../support/run-main.ts';
import { tempFolder } from '../../../support/temp-folder.ts';

const ID = 'b'.repeat(32);
let program: string;
beforeAll(async () => {
  program = await bundleMain(`
    import { holdExclusively } from './main/storage/exclusive.ts';
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
  const child = spawn(process.execPath, [program, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [said] = (await once(child.stdout, 'data')) as [Buffer];
  return { child, said: said.toString().trim() };
}

async function kill({ child }: Contender) {
  const closed = once(child, 'close');
  child.kill('SIGKILL');
  await closed;
}

describe('holding a folder', () => {
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
    await held?.release();
    const again = await holdExclusively(link, 'escrow', ID);
    expect(again).toBeDefined();
    await again?.release();
  });

  it('INS-03 folders and purposes do not block each other', async () => {
    const held = await Promise.all([
      holdExclusively(tempFolder(), 'escrow', ID),
      holdExclusively(tempFolder(), 'escrow', ID),
    ]);
    expect(held.every((one) => one !== undefined)).toBe(true);
    for (const one of held) await one?.release();
  });
});
