// A window of the Chromium shell, steered over its debug port.
import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import { pickFile } from '../support/file-dialog.ts';
import { exitCode, type ShellStart, type ShellWindow } from './shell-window.ts';

const program = path.resolve(import.meta.dirname, '../../dist/main/chromium.js');

export async function openChromiumWindow({
  args,
  env,
  downloads,
}: ShellStart): Promise<ShellWindow> {
  const child = spawn(process.execPath, [program, '--headless', ...args, '--debug-port', '0'], {
    env: { ...env, STEWARD_E2E: '1', STEWARD_DOWNLOADS: downloads },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = exitCode(child);
  const port = await readyPort(child, ended);
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${String(port)}`);
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('The program has no window.');
  return {
    page,
    ended,
    pick: (act, file) => pickFile(page, act, file),
    kill: () => void child.kill('SIGKILL'),
    end: async () => void child.kill('SIGTERM'),
    disconnect: () => browser.close().catch(() => undefined),
  };
}

async function readyPort(child: ChildProcess, ended: Promise<number>): Promise<number> {
  if (child.stdout === null) throw new Error('The program has no output.');
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<number>((resolve) => {
    lines.on('line', (line) => {
      if (!line.startsWith('{"ready":true')) return;
      resolve((JSON.parse(line) as { debugPort: number }).debugPort);
    });
  });
  const gone = ended.then((code) => {
    throw new Error(`The program ended with ${String(code)} before its window was open.`);
  });
  gone.catch(() => undefined);
  return Promise.race([ready, gone]);
}
