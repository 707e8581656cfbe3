// Runs a Node.js program for the tests: shows or keeps its output, measures its time and ends it after a time limit.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './root.mjs';

const GRACE_MS = 5000;
const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    for (const child of running) end(child, signal);
    process.exit(130);
  });
}

/**
 * Answers whether it ended well within `ms`, what it printed, and how many seconds it took. Output that is not `seen` is
 * shown when it failed. An `idle` program leaves the processor to the others.
 */
export function runNode([file, ...args], { seen = false, idle = false, env = {}, ms } = {}) {
  const begun = Date.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      env: { ...process.env, NO_COLOR: '1', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own: what it has started ends with it.
      detached: process.platform !== 'win32',
    });
    if (idle) stepBack(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text;
        if (seen) process.stdout.write(text);
      });
    }
    let late = false;
    let killing;
    const limit =
      ms &&
      setTimeout(() => {
        late = true;
        end(child, 'SIGINT');
        killing = setTimeout(() => end(child, 'SIGKILL'), GRACE_MS);
      }, ms);
    running.add(child);
    child.once('close', (code) => {
      running.delete(child);
      clearTimeout(limit);
      clearTimeout(killing);
      const ok = code === 0 && !late;
      if (!ok && !seen) process.stdout.write(output);
      resolve({ ok, output, seconds: Math.round((Date.now() - begun) / 1000) });
    });
  });
}

function end(child, signal) {
  try {
    if (process.platform === 'win32') child.kill(signal);
    else process.kill(-child.pid, signal);
  } catch {
    // It has ended already.
  }
}

function stepBack(pid) {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_LOW);
  } catch {
    // It has ended already.
  }
}
