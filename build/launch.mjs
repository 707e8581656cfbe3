// Starts the built shells as processes of their own; used by start, develop, demo and bench.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { root } from './root.mjs';

const READY_WITHIN_MS = 60_000;
export const electronFolder = path.join(root, 'node_modules/electron');

/** The Electron runtime if it has been fetched; asking the library for it would fetch it. */
export function electronProgram() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const named = path.join(electronFolder, 'path.txt');
  if (!given && !existsSync(named)) return undefined;
  const program = existsSync(named) ? readFileSync(named, 'utf8').trim() : 'electron';
  const file = path.join(given ?? path.join(electronFolder, 'dist'), program);
  return existsSync(file) ? file : undefined;
}

/**
 * The Chromium shell. With `steered`, `ready` answers the port on which Playwright can steer the window.
 * `ended` answers the exit code; `stop()` ends it as closing the window would not: without asking.
 */
export function startChromiumShell({
  dataFolder,
  headless = false,
  keychain,
  steered = false,
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
    ...args,
  ];
  const child = spawn(process.execPath, all, {
    env: steered ? { ...env, STEWARD_E2E: '1' } : env,
    stdio: ['ignore', steered ? 'pipe' : 'inherit', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
  return {
    child,
    ended,
    ready: steered ? readyLine(child, ended) : Promise.resolve(undefined),
    async stop() {
      child.kill('SIGTERM');
      return await ended;
    },
  };
}

async function readyLine(child, ended) {
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise((resolve) => {
    lines.on('line', (line) => {
      if (line.startsWith('{"ready":true')) resolve(JSON.parse(line));
    });
  });
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('The window did not open in time.')),
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
