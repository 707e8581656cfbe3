// One program per data folder, proven with real processes that are killed.
import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { takeInstanceLock } from '../../../../main/storage/folder-lock.ts';
import { eventually } from '../../../support/eventually.ts';
import { bundleMain } from '../../../support/run-main.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { endsWithUs } from '../../../support/ends-with-us.ts';

/** Takes the lock when told to, says whether it has it, and holds it until killed or told to let go. */
const HOLDER = `
import { takeInstanceLock } from './main/storage/folder-lock.ts';
const held = [];
process.on('message', async (folder) => {
  const lock = await takeInstanceLock(folder, { woken: () => process.send('woken') });
  if (lock) held.push(lock);
  process.send(lock ? 'held' : 'refused');
});
process.send('ready');
`;
let program: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  program = await bundleMain(HOLDER);
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
});

async function start(): Promise<ChildProcess> {
  const child = endsWithUs(fork(program));
  children.push(child);
  await next(child);
  return child;
}

async function next(child: ChildProcess): Promise<unknown> {
  const [message] = (await once(child, 'message')) as unknown[];
  return message;
}

function tell(child: ChildProcess, folder: string): Promise<unknown> {
  const answer = next(child);
  child.send(folder);
  return answer;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

describe('the lock of a data folder', () => {
  it('ATK-01 a copy of a folder, with all its files, is not held by the one that holds the first', async () => {
    const folder = tempFolder();
    const first = await takeInstanceLock(folder, { woken: () => undefined });
    const copy = path.join(tempFolder(), 'copy');
    execFileSync('cp', ['-a', folder, copy]);
    let woken = 0;
    const second = await takeInstanceLock(copy, { woken: () => (woken += 1) });
    expect([first, second].every((lock) => lock !== undefined)).toBe(true);
    expect(await takeInstanceLock(copy, { woken: () => undefined })).toBeUndefined();
    await eventually(() => {
      expect(woken).toBe(1);
    });
    first?.release();
    second?.release();
  });

  it('INS-01 belongs to the first; a second start is refused and the first is woken', async () => {
    const folder = tempFolder();
    let woken = 0;
    const first = await takeInstanceLock(folder, { woken: () => (woken += 1) });
    expect(first).toBeDefined();
    const second = await start();
    expect(await tell(second, folder)).toBe('refused');
    expect(woken).toBe(1);
    first?.release();
    expect(await tell(await start(), folder)).toBe('held');
  });

  it('INS-01 a terminal that only wants to know wakes nobody', async () => {
    const folder = tempFolder();
    let woken = 0;
    const first = await takeInstanceLock(folder, { woken: () => (woken += 1) });
    expect(await takeInstanceLock(folder, { woken: () => undefined, quiet: true })).toBeUndefined();
    expect(woken).toBe(0);
    first?.release();
  });

  it('INS-02 of 3 starts at once, 20 times, with and without kill -9 before, exactly one has it', async () => {
    const owners: number[] = [];
    let three: ChildProcess[] = await Promise.all([start(), start(), start()]);
    for (let round = 0; round < 20; round += 1) {
      const folder = tempFolder();
      if (round % 2 === 1) {
        // The holder before was killed: what it left must neither block nor let two in.
        const dead = await start();
        expect(await tell(dead, folder)).toBe('held');
        await kill(dead);
      }
      const answers = await Promise.all(three.map((child) => tell(child, folder)));
      owners.push(answers.filter((answer) => answer === 'held').length);
      const holder = three[answers.indexOf('held')];
      if (holder) await kill(holder);
      const rest = three.filter((child) => child !== holder);
      three = [...rest, ...(rest.length < 3 ? [await start()] : [])];
    }
    expect(owners).toEqual(Array.from({ length: 20 }, () => 1));
  });

  it('INS-03 is inside the folder, so that other users and folders are not in the way', async () => {
    const [one, two] = [tempFolder(), tempFolder()];
    const locks = await Promise.all(
      [one, two].map((folder) => takeInstanceLock(folder, { woken: () => undefined })),
    );
    expect(locks.every(Boolean)).toBe(true);
    // Who may not write to a socket may not connect to it either.
    expect(statSync(path.join(one, 'steward.lock.1')).mode & 0o022).toBe(0);
    for (const lock of locks) lock?.release();
  });
});
