// The processes that the benchmarks need: the platform, an idle one, and each step of a measurement in a fresh one.
import { fork, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { bundled } from '../bundled.mjs';
import { root } from '../root.mjs';

/** Of the program as it is built: where its threads are. */
const builtMain = path.join(root, 'dist/main');

/** In a folder of its own that is gone afterwards. */
export async function inFolder(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-bench-'));
  try {
    return await work(folder);
  } finally {
    removeFolder(folder);
  }
}

/** A process that has just ended may still write into it. */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** What a step is given to start the program with: a new data folder below `folder`, the built threads, the platform. */
export const worldIn = (folder, { announcement }) => ({
  dataFolder: mkdtempSync(path.join(folder, 'data-')),
  builtMain,
  platform: announcement,
});

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

const canPin =
  process.platform === 'linux' &&
  cpus().length > 1 &&
  spawnSync('taskset', ['--version'], { stdio: 'ignore' }).status === 0;

/** A command that runs on one processor alone, so that sender and receiver never share one; as it is where that cannot be had. */
export const onCore = (core, command) =>
  core === undefined || !canPin ? command : ['taskset', '--cpu-list', String(core), ...command];

const OWN_NETWORK = 'STEWARD_BENCH_NETWORK';
const INSIDE =
  'ip link set lo up && echo reno > /proc/sys/net/ipv4/tcp_congestion_control && exec "$@"';

/**
 * This command again in a network of its own, where nothing but its own connections runs and none is paced (`reno`): its exit code.
 * Undefined where it runs in one already, and where none can be made (Linux as root alone).
 */
export function inOwnNetwork(args) {
  const inside = ['--net', 'sh', '-c', INSIDE, 'sh'];
  const can = () => spawnSync('unshare', [...inside, 'true'], { stdio: 'ignore' }).status === 0;
  if (isInOwnNetwork() || process.platform !== 'linux' || !can()) return undefined;
  const env = { ...process.env, [OWN_NETWORK]: 'yes' };
  const again = [...inside, process.execPath, ...args];
  return spawnSync('unshare', again, { stdio: 'inherit', env }).status ?? 1;
}

export const isInOwnNetwork = () => process.env[OWN_NETWORK] === 'yes';

/**
 * The steps of a benchmark (`<name>-steps.ts`), bundled: `own` is what they export, and `run` calls one of them in a fresh process: its
 * value, or an error when it fails or takes longer than `longestMs`, much more than it needs.
 */
export async function stepsOf(name, longestMs) {
  const own = await bundled(`build/bench/${name}-steps.ts`, `bench-${name}`);
  const bundle = path.join(root, `dist/bench-${name}/bench-${name}.mjs`);
  const start = (step, given, { execArgv = ['--expose-gc'], env = process.env, core } = {}) => {
    const [execPath, ...before] = onCore(core, [process.execPath]);
    const options = { execPath, execArgv: [...before, ...execArgv], env };
    const child = fork(import.meta.filename, ['step', bundle, step], options);
    // Not as an argument: the calls that an anchor makes again may be more than one may hold.
    child.send(given);
    return child;
  };
  return {
    own,
    start,
    run: (step, given, { heard, ...options } = {}) =>
      valueOf(start(step, given, options), { step, longestMs, heard }),
  };
}

function valueOf(child, { step, longestMs, heard }) {
  const limit = setTimeout(() => child.kill('SIGKILL'), longestMs);
  return new Promise((resolve, reject) => {
    let answer;
    child.on('message', (message) => {
      if (typeof message === 'object') answer = message;
      else heard?.(message);
    });
    child.once('exit', (code, signal) => {
      clearTimeout(limit);
      if (code === 0 && answer) resolve(answer.value);
      else reject(new Error(`${step} ended with ${signal ?? code}.`));
    });
  });
}

/**
 * While `work` runs, a Node process beside it that does nothing: the value, and what that one measured of itself. `work` is given `heard`
 * for its step, so that both watch their loops in the same time.
 */
export async function besideIdle(work) {
  const idle = await stepsOf('idle');
  const child = idle.start('idle', []);
  // It may have ended by itself.
  const tell = (word) => void (child.connected && child.send(word, () => undefined));
  try {
    const alone = new Promise((resolve, reject) => {
      child.on('message', (message) => {
        if (typeof message === 'object') resolve(message.value);
      });
      child.once('exit', () => reject(new Error('The idle process has ended.')));
    });
    await Promise.race([new Promise((resolve) => child.once('message', resolve)), alone]);
    const value = await work(tell);
    tell('end');
    return { value, idle: await alone };
  } finally {
    child.kill('SIGKILL');
  }
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'step') {
  const [, , , bundle, step] = process.argv;
  const given = new Promise((resolve) => process.once('message', resolve));
  const steps = await import(pathToFileURL(bundle).href);
  const value = await steps[step](...(await given));
  process.send({ value }, () => process.exit(0));
}
