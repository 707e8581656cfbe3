// Starts the processes that the benchmarks need: the local platform, and the steps of a measurement.
import { fork, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../root.mjs';

/** The platform, so that it does not share a processor with the program; `args` as of `npm run platform`. */
export async function startPlatform(args) {
  const command = [path.join(root, 'build/platform.mjs'), ...args.map(String)];
  const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const line = new Promise((resolve) =>
    createInterface({ input: child.stdout }).once('line', resolve),
  );
  const announcement = JSON.parse(
    (await Promise.race([line, exited.then(() => 'null')])) ?? 'null',
  );
  if (announcement === null) throw new Error('The platform did not start.');
  return {
    announcement,
    async control(method, what, body) {
      const answer = await fetch(`${announcement.control}${what}`, {
        method,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return await answer.json();
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}

/** `file child step given` in a fresh process: the value it sends, or an error when it fails or takes longer than `longestMs`. */
export function inChild(file, { step, given, execArgv, longestMs, env = process.env }) {
  const child = fork(file, ['child', step, JSON.stringify(given)], { execArgv, env });
  const limit = setTimeout(() => child.kill('SIGKILL'), longestMs);
  return new Promise((resolve, reject) => {
    let answer;
    child.on('message', (message) => (answer = message));
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      if (code === 0 && answer) resolve(answer.value);
      else reject(new Error(`${step} ended with ${signal ?? code}.`));
    });
  });
}
