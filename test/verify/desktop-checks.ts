// Checks of how the program begins and ends in Electron: quitting, a folder in use, crashes, large values.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { takeInstanceLock } from '../../main/storage/folder-lock.ts';
import type { StewardWindow, ToPage } from '../../preload/wire.ts';
import { exitCode } from '../e2e/shell-window.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { type Check, failed, type Finding, notPossible, passed, unlessWrong } from './finding.ts';
import type { Place } from './place.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CHROMIUM = 'This is the Chromium shell.';

export const desktopChecks: readonly Check<Place>[] = [
  { id: 'INS-05', name: 'quitting with a window open runs the end', find: inElectron(quitting) },
  { id: 'INS-07', name: 'a command that has the folder is waited for', find: inElectron(waiting) },
  { id: 'ISO-04', name: 'the page and the graphics process come back', find: inElectron(crashes) },
  { id: 'IPC-06', name: '900 levels and 10 000 rows cross the bridge', find: largeValues },
];

interface Started {
  readonly electron: ElectronApplication;
  readonly dataFolder: string;
  /** Exit code of the program. */
  readonly ended: Promise<number | null>;
}

function inElectron(look: (dataFolder: string) => Promise<Finding>): Check<Place>['find'] {
  return async ({ shell }) => {
    if (shell !== 'electron') return notPossible(CHROMIUM);
    const folder = makeTempFolder('steward-verify-desktop');
    try {
      return await look(path.join(folder.path, 'data'));
    } finally {
      folder.remove();
    }
  };
}

async function started(dataFolder: string): Promise<Started> {
  const electron = await _electron.launch({
    args: [root, '--data', dataFolder, '--keychain', 'memory'],
    cwd: root,
  });
  return { electron, dataFolder, ended: exitCode(electron.process()) };
}

const logged = (dataFolder: string): readonly string[] =>
  readFileSync(path.join(dataFolder, 'logs', 'steward.log'), 'utf8')
    .trimEnd()
    .split('\n');

/** As the menu, Cmd+Q and the Dock do it: no `window-all-closed` comes. */
async function quitting(dataFolder: string): Promise<Finding> {
  const { electron, ended } = await started(dataFolder);
  await electron.firstWindow();
  // The program goes while this is still to be answered.
  await electron.evaluate(({ app }) => app.quit()).catch(() => undefined);
  const code = await ended;
  const last = logged(dataFolder).at(-1) ?? '';
  return unlessWrong([
    ...(code === 0 ? [] : [`It ended with ${String(code)}.`]),
    ...(last.includes('"event":"stop"') ? [] : ['The log does not end with the end.']),
  ]);
}

/** This process plays the command. The person waits; the window comes when the folder is free. */
async function waiting(dataFolder: string): Promise<Finding> {
  const first = await started(dataFolder);
  await first.electron.firstWindow();
  await first.electron.close();
  const holder = { kind: 'command', name: 'call jobs.resume' } as const;
  const lock = await takeInstanceLock(dataFolder, { woken: () => undefined, holder });
  if (!lock) return failed('The folder was not free after the end.');
  const { electron } = await started(dataFolder);
  try {
    const asked = await electron.evaluate(
      ({ dialog }) =>
        new Promise<string>((resolve) => {
          dialog.showMessageBox = async (...given: readonly unknown[]) => {
            resolve(JSON.stringify(given.at(-1)));
            return { response: 0, checkboxChecked: false };
          };
        }),
    );
    lock.release();
    await electron.firstWindow();
    return unlessWrong(asked.includes(holder.name) ? [] : ['The box does not name the command.']);
  } finally {
    lock.release();
    await electron.close();
  }
}

async function crashes(dataFolder: string): Promise<Finding> {
  const { electron } = await started(dataFolder);
  try {
    await electron.firstWindow();
    const cameBack = await electron.evaluate(async ({ app, BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      if (!window) return false;
      const { webContents } = window;
      const loaded = new Promise<void>((resolve) => {
        webContents.once('did-finish-load', () => {
          resolve();
        });
      });
      webContents.forcefullyCrashRenderer();
      await loaded;
      for (const { type, pid } of app.getAppMetrics()) if (type === 'GPU') process.kill(pid);
      // Painted by the process that took its place.
      const picture = await webContents.capturePage();
      return !webContents.isCrashed() && !picture.isEmpty();
    });
    return cameBack ? passed() : failed('The window is empty.');
  } finally {
    await electron.close();
  }
}

/** What is too much for the contract is refused by main, which has to get it first. Made in the page: only the bridge carries it. */
async function largeValues(place: Place): Promise<Finding> {
  return place.use({}, async ({ window: { page }, call }) => {
    const kinds = await page.evaluate(async () => {
      const { steward } = window as unknown as StewardWindow;
      const ask = (id: number, input: unknown) =>
        new Promise<string>((resolve) => {
          const stop = steward.listen((text) => {
            const message = JSON.parse(text) as ToPage;
            if (message.kind !== 'answer' || message.id !== id) return;
            stop();
            resolve(message.result.ok ? 'taken' : message.result.failure.kind);
          });
          steward.post(JSON.stringify({ kind: 'call', id, name: 'settings.change', input }));
        });
      let deep: unknown = 'the bottom';
      for (let level = 0; level < 900; level += 1) deep = [deep];
      const rows = Array.from({ length: 10_000 }, (_, row) => ({ row, text: 'æ'.repeat(50) }));
      return [await ask(2_000_000_001, { deep }), await ask(2_000_000_002, { rows })];
    });
    await call('settings.get', {});
    return unlessWrong(kinds.filter((kind) => kind !== 'invalid-input'));
  });
}
