// Starts the built shells as processes of their own; used by start, develop, demo and bench.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { electronSwitches } from './electron-runtime.mjs';
import { passSignals } from './pass-signals.mjs';
import { root } from './root.mjs';

/** No measure, only an end for what hangs; the program itself starts another browser when one does not answer. */
const READY_WITHIN_MS = 200_000;

/** Windows need a display; where Linux has none, an Xvfb of its own is one. */
export async function openDisplay() {
  if (hasDisplay()) return { env: {}, close: () => undefined };
  const options = ['-displayfd', '1', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  const number = await new Promise((resolve) => {
    child.stdout.setEncoding('utf8').once('data', (text) => resolve(text.trim()));
    child.once('error', () => resolve(undefined)).once('exit', () => resolve(undefined));
  });
  if (number === undefined) return undefined;
  const close = () => child.kill();
  process.once('exit', close);
  return { env: { DISPLAY: `:${number}` }, close };
}

/** Steward in Electron until it ends: its exit code. */
export function startElectron(program, args, env = process.env) {
  const child = spawn(program, [...electronSwitches(), root, ...args], { stdio: 'inherit', env });
  passSignals(child);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}

/**
 * The Chromium shell. With `steered`, `ready` answers the port on which Playwright can steer the window;
 * with `held` too, it does so before the window goes to its page, which `letGo()` lets it do.
 * `ended` answers the exit code; `stop()` ends it as closing the window would not: without asking.
 */
export function startChromiumShell({
  dataFolder,
  headless = false,
  keychain,
  steered = false,
  held = false,
  env = process.env,
  args = [],
  main = path.join(root, 'dist/main/chromium.js'),
} = {}) {
  const all = [
    main,
    ...(dataFolder === undefined ? [] : ['--data', dataFolder]),
    ...(keychain === undefined ? [] : ['--keychain', keychain]),
    ...(headless ? ['--headless'] : []),
    ...(steered ? ['--debug-port', '0'] : []),
    ...(held ? ['--hold'] : []),
    ...args,
  ];
  const child = spawn(process.execPath, all, {
    env: steered ? { ...env, STEWARD_E2E: '1' } : env,
    stdio: [held ? 'pipe' : 'ignore', steered ? 'pipe' : 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  return {
    child,
    ended,
    letGo: () => void child.stdin?.end(),
    ready: steered ? readyLine(child, ended) : Promise.resolve(undefined),
    async stop() {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}

async function readyLine(child, ended) {
  const lines = createInterface({ input: child.stdout });
  const had = [];
  const ready = new Promise((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line));
      if (line.startsWith('{"has":')) had.push(JSON.parse(line).has);
    });
  });
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`The window did not open in time. It had: ${had.join(', ')}.`)),
      READY_WITHIN_MS,
    );
  });
  const gone = ended.then((code) => {
    throw new Error(`Steward ended with ${code} before its window was open.`);
  });
  try {
    return await Promise.race([ready, late, gone]);
  } finally {
    clearTimeout(timer);
    gone.catch(() => undefined);
  }
}

/** Whether a window can be shown here. */
export function hasDisplay(env = process.env) {
  if (process.platform !== 'linux') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
