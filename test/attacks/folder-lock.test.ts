// Attacks on the lock of a data folder: another account, another network namespace, 200 starts with kills.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { beforeAll, describe, expect, it } from 'vitest';
import { endsWithUs } from '../support/ends-with-us.ts';
import { bundleMain } from '../support/run-main.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

/** Takes both locks, says which it has, and keeps them until it is killed. */
const HOLDER = `
import { holdExclusively, takeInstanceLock } from './main/storage/folder-lock.ts';
const [folder] = process.argv.slice(2);
const program = await takeInstanceLock(folder, { woken: () => undefined });
const escrow = await holdExclusively(folder, 'escrow');
console.log(JSON.stringify([program !== undefined, escrow !== undefined]));
setInterval(() => undefined, 1000);
`;

/** Waits for a word, tries forty times at most, and notes in the log when it got the lock and before it lets it go. */
const STARTER = `
import { appendFileSync } from 'node:fs';
import { takeInstanceLock } from './main/storage/folder-lock.ts';
const [folder, log, ms] = process.argv.slice(2);
console.log('ready');
await new Promise((resolve) => process.stdin.once('data', resolve));
process.stdin.destroy();
let lock;
for (let attempt = 0; attempt < 40 && !lock; attempt += 1) {
  lock = await takeInstanceLock(folder, { woken: () => undefined, quiet: true });
  // As a terminal that waits for its turn.
  if (!lock) await new Promise((resolve) => setTimeout(resolve, 10));
}
if (lock) {
  appendFileSync(log, 'has ' + process.pid + '\\n');
  console.log('has');
  setTimeout(() => {
    appendFileSync(log, 'let ' + process.pid + '\\n');
    lock.release();
    process.exit();
  }, Number(ms));
}
`;

/**
 * Takes every name it is told: those of abstract sockets as such, others as sockets and as folders. Says what it got, and keeps
 * it.
 */
const THIEF = `
const { createServer } = require('node:net');
const { mkdirSync } = require('node:fs');
const names = JSON.parse(process.argv[1]);
const attempts = names.flatMap((name) => {
  const listening = new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error) => resolve([name, error.code]));
    server.listen(name.replace(/^@/, '\\0').replace(/@+$/, ''), () => resolve([name, 'taken']));
  });
  if (name.startsWith('@')) return [listening];
  try {
    mkdirSync(name);
    return [listening, [name, 'taken']];
  } catch (error) {
    return [listening, [name, error.code]];
  }
});
Promise.all(attempts).then((got) => console.log(JSON.stringify(got)));
setInterval(() => undefined, 1000);
`;

let holder: string;
let starter: string;
beforeAll(async () => {
  [holder, starter] = await Promise.all([bundleMain(HOLDER), bundleMain(STARTER)]);
});

const start = (command: string, args: readonly string[], uid?: number) =>
  endsWithUs(
    spawn(command, args, {
      stdio: ['pipe', 'pipe', 'inherit'],
      ...(uid !== undefined && { uid, gid: uid, cwd: '/' }),
    }),
  );

/** The first line that a process says. */
async function first(child: ReturnType<typeof start>): Promise<unknown> {
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return JSON.parse(line);
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** The names in the system's list of sockets, which every account may read. */
const listed = () =>
  readFileSync('/proc/net/unix', 'utf8')
    .split('\n')
    .flatMap((line) => /[@/].*steward.*$|[@/].*escrow.*$/.exec(line)?.[0] ?? []);

describe('ATK-06 the lock of a data folder', () => {
  it('ATK-06 is not taken by whoever has read every name of it in the list of sockets, and Steward starts again', async () => {
    const folder = tempFolder();
    const before = new Set(listed());
    const owner = start(process.execPath, [holder, folder]);
    expect(await first(owner)).toEqual([true, true]);
    const seen = listed().filter((name) => !before.has(name));
    await kill(owner);
    // More than the list tells: the very files, and the names that a next start may choose.
    const files = readdirSync(folder).flatMap((name) => [
      name,
      name.replace(/\d+$/, '2'),
      `${name}.1`,
    ]);
    // Only root can become another account; otherwise the folder's mode would stop nobody.
    const isRoot = process.getuid?.() === 0;
    const own = isRoot ? files.map((name) => path.join(folder, name)) : [];
    const names = [...new Set([...seen.filter((name) => name.startsWith('@')), ...own])];
    const thief = start(
      process.execPath,
      ['-e', THIEF, JSON.stringify(names)],
      isRoot ? 65534 : undefined,
    );
    const got = (await first(thief)) as readonly (readonly [string, string])[];
    const next = start(process.execPath, [holder, folder]);
    const held = await first(next);
    const tried = `as ${isRoot ? 'another account' : 'this account, outside of the folder'}: ${String(names.length)} names`;
    const taken = got.filter(([, answer]) => answer === 'taken');
    tell(
      'ATK-06',
      tried,
      `${String(taken.length)} taken; then a start had ${JSON.stringify(held)}`,
    );
    await Promise.all([thief, next].map(kill));
    expect(seen.length).toBeGreaterThan(0);
    expect(taken).toEqual([]);
    expect(held).toEqual([true, true]);
  });

  it('ATK-06 holds across network namespaces, and when the folder has a name of 300 bytes', async () => {
    const folder = path.join(tempFolder(), 'a'.repeat(150), 'b'.repeat(150));
    execFileSync('mkdir', ['-p', '-m', '700', folder]);
    const isolated = ['--user', '--map-root-user', '--net', process.execPath, holder, folder];
    const owner = start(process.execPath, [holder, folder]);
    const own = await first(owner);
    const other = start('unshare', isolated);
    const others = await first(other);
    await Promise.all([owner, other].map(kill));
    const successor = start('unshare', isolated);
    const then = await first(successor);
    await kill(successor);
    const said = [own, others, then].map((one) => JSON.stringify(one)).join(', ');
    tell(
      'ATK-06',
      'a second start in a network namespace of its own, and one after the first',
      said,
    );
    expect([own, others, then]).toEqual([
      [true, true],
      [false, false],
      [true, true],
    ]);
  });

  it('ATK-06 of 200 starts at once, of which up to 15 are killed, there are never two owners', async () => {
    const [folder, elsewhere] = [tempFolder(), tempFolder()];
    const log = path.join(elsewhere, 'log');
    writeFileSync(log, '');
    let kills = 0;
    const strike = (child: ChildProcess) => {
      if (kills === 15 || child.exitCode !== null) return;
      kills += 1;
      // Before the signal: who has the lock after this line has it rightly.
      appendFileSync(log, `end ${String(child.pid)}\n`);
      child.kill('SIGKILL');
    };
    const children = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const ms = String(index % 7);
        const child = start(process.execPath, [starter, folder, log, ms]);
        await once(child.stdout, 'data');
        return child;
      }),
    );
    const ends = children.map((child) => once(child, 'exit'));
    for (const [index, child] of children.entries()) {
      // Every second owner is killed while it holds the lock, some others while they try.
      child.stdout.once('data', () => {
        if (index % 2 === 0) strike(child);
      });
      child.stdin.on('error', () => undefined).write('go\n');
      if (index % 50 === 0) setImmediate(strike, child);
    }
    await Promise.all(ends);
    const { owners, overlaps } = judge(readFileSync(log, 'utf8'));
    tell(
      'ATK-06',
      `200 starts at once, ${String(kills)} killed`,
      `${String(owners)} owners, ${String(overlaps)} overlaps`,
    );
    expect(overlaps).toBe(0);
    expect(owners).toBeGreaterThan(3);
    expect(kills).toBeGreaterThan(3);
    const last = start(process.execPath, [holder, folder]);
    expect(await first(last)).toEqual([true, true]);
    await kill(last);
  }, 300_000);
});

/** An overlap: somebody got the lock while another one had it, had not let it go, and was not yet to be killed. */
function judge(log: string) {
  const now = new Set<string>();
  let [owners, overlaps] = [0, 0];
  for (const line of log.trim().split('\n')) {
    const [what, pid = ''] = line.split(' ');
    if (what !== 'has') now.delete(pid);
    else {
      owners += 1;
      if (now.size > 0) overlaps += 1;
      now.add(pid);
    }
  }
  return { owners, overlaps };
}
