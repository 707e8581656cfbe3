// Checks of the Electron shell alone: its sandbox, and hiding the window from screen capture.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { _electron } from 'playwright-core';
import { makeTempFolder } from '../support/temp-folder.ts';
import { type Check, type Finding, notPossible, passed, unlessWrong } from './finding.ts';
import type { Place } from './place.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CHROMIUM = 'This is the Chromium shell.';

export const electronChecks: readonly Check<Place>[] = [
  { id: 'ISO-02', name: 'the page is in its sandbox', find: sandbox },
  { id: 'MEM-03', name: 'the window is hidden from screen capture', find: protection },
];

interface Facts {
  readonly sandboxed: boolean;
  readonly isolated: boolean;
  readonly node: boolean;
  readonly renderer: number;
  readonly metrics: readonly (boolean | null)[];
  readonly hidden: boolean;
}

/** With the sandbox on, which a steered start leaves out on Linux unless it is asked for. */
async function facts(): Promise<Facts> {
  const folder = makeTempFolder('steward-verify-electron');
  const data = path.join(folder.path, 'data');
  const electron = await _electron.launch({
    args: [root, '--data', data, '--keychain', 'memory'],
    cwd: root,
    chromiumSandbox: true,
  });
  try {
    await electron.firstWindow();
    return await electron.evaluate(({ app, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      const contents = window?.webContents;
      const preferences = (
        contents as unknown as { getLastWebPreferences(): Record<string, unknown> } | undefined
      )?.getLastWebPreferences();
      window?.setContentProtection(true);
      return {
        sandboxed: preferences?.['sandbox'] === true,
        isolated: preferences?.['contextIsolation'] === true,
        node: preferences?.['nodeIntegration'] === true,
        renderer: contents?.getOSProcessId() ?? 0,
        metrics: app
          .getAppMetrics()
          .filter(({ type }) => type === 'Tab')
          .map((one) => (one as { sandboxed?: boolean }).sandboxed ?? null),
        hidden: window?.isContentProtected() === true,
      };
    });
  } finally {
    await electron.close();
    folder.remove();
  }
}

async function sandbox({ shell }: Place): Promise<Finding> {
  if (shell !== 'electron') return notPossible(CHROMIUM);
  if (process.getuid?.() === 0) return notPossible('root has no sandbox to build.');
  const { sandboxed, isolated, node, renderer, metrics } = await facts();
  const seccomp = process.platform === 'linux' ? seccompOf(renderer) : undefined;
  return unlessWrong(
    [
      ...(sandboxed ? [] : ['The sandbox is not asked for.']),
      ...(isolated ? [] : ['The page’s context is not isolated.']),
      ...(node ? ['The page has Node.'] : []),
      ...(metrics.includes(false) ? ['A page’s process is not sandboxed.'] : []),
      ...(seccomp === undefined || seccomp === '2' ? [] : [`Seccomp is ${seccomp}.`]),
    ],
    seccomp === undefined ? 'as Electron measures it' : 'with seccomp filters',
  );
}

const seccompOf = (pid: number): string =>
  /^Seccomp:\s*(\d)/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8'))?.[1] ?? 'unknown';

async function protection({ shell }: Place): Promise<Finding> {
  if (shell !== 'electron') return notPossible('The Chromium shell cannot, and says so.');
  if (process.platform === 'linux') return notPossible('Linux has no way, and the page says so.');
  const { hidden } = await facts();
  return hidden ? passed() : unlessWrong(['The window is not protected.']);
}
