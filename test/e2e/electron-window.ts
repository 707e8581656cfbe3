// A window of the Electron shell, where the runtime exists. System dialogs are answered inside Electron's main process.
import path from 'node:path';
import { _electron, type Dialog, type ElectronApplication, type Page } from 'playwright-core';
import { electronProgram } from '../../build/electron-runtime.mjs';
import { exitCode, type ShellStart, type ShellWindow } from './shell-window.ts';
import { pickedFileShown } from '../support/file-dialog.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** What Electron cannot start without, beside what the journey gives; names of Windows, macOS and Linux. */
const NEEDED = [
  ...['DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR'],
  ...['SystemRoot', 'windir', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'TMPDIR'],
  ...['USERPROFILE', 'APPDATA', 'LOCALAPPDATA', 'ProgramData', 'USER', 'LOGNAME'],
];

/** The answers that wait inside Electron: the test puts them there, the program's dialogs take them. */
interface Waiting {
  picks: string[];
  questions: { readonly text: string; readonly answer: (button: number) => void }[];
  asked: (text: string) => void;
}
type WithWaiting = typeof globalThis & { stewardWaiting: Waiting };

export async function openElectronWindow(start: ShellStart): Promise<ShellWindow> {
  if (electronProgram() === undefined) throw new Error('The Electron runtime is not here.');
  const electron = await _electron.launch({
    // No path of the program: with the library's own Playwright takes its switches out of the arguments again.
    args: [root, ...start.args],
    cwd: root,
    env: environment(start.env),
  });
  return steered(electron, start).catch(async (error) => {
    await electron.close();
    throw error;
  });
}

async function steered(electron: ElectronApplication, start: ShellStart): Promise<ShellWindow> {
  const child = electron.process();
  const ended = exitCode(child);
  // The window is opened after all that main reads at its start.
  await start.listen?.(electron.context());
  // On Windows the process that was started is the command interpreter around the program.
  const pid = await electron.evaluate(() => process.pid);
  await answerDialogs(electron, start.downloads);
  const page = await electron.firstWindow();
  await loaded(electron);
  await page.setViewportSize({ width: 1280, height: 800 });
  void passQuestions(electron, page);
  return {
    page,
    ended,
    async pick(act, file) {
      await pick(electron, act, file);
      await pickedFileShown(page);
    },
    kill: () => process.kill(pid, 'SIGKILL'),
    async end() {
      if (process.platform !== 'win32') process.kill(pid, 'SIGTERM');
      // Windows has no such signal: what the program does on it is done by hand.
      else await electron.evaluate(() => process.emit('SIGTERM')).catch(() => undefined);
    },
    disconnect: () => electron.close().catch(() => undefined),
  };
}

function environment(given: NodeJS.ProcessEnv): Record<string, string> {
  const needed = NEEDED.map((name) => [name, process.env[name]] as const);
  const all = [...needed, ...Object.entries(given)].filter(([, value]) => value);
  return Object.fromEntries(all) as Record<string, string>;
}

/** What is done to the page while the program still waits for it could be a failed start to it. */
async function loaded(electron: ElectronApplication): Promise<void> {
  await electron.evaluate(async ({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    while (window?.webContents.isLoading() !== false) {
      await new Promise((again) => setTimeout(again, 20));
    }
  });
}

/** Saves to the downloads folder, never over a file that is there; picks what waits; folders are the downloads folder. */
async function answerDialogs(electron: ElectronApplication, downloads: string): Promise<void> {
  await electron.evaluate(({ dialog }, folder) => {
    const waiting: Waiting = { picks: [], questions: [], asked: () => undefined };
    (globalThis as WithWaiting).stewardWaiting = waiting;
    const fs = process.getBuiltinModule('node:fs');
    const path = process.getBuiltinModule('node:path');
    // Each is called with the window in front or without.
    const askedFor = <T>(given: readonly unknown[]) => given.at(-1) as T;
    dialog.showSaveDialog = async (...given: unknown[]) => {
      const { defaultPath = 'file' } = askedFor<{ defaultPath?: string }>(given);
      const { name, ext } = path.parse(defaultPath);
      let filePath = path.join(folder, defaultPath);
      for (let n = 2; fs.existsSync(filePath); n++) {
        filePath = path.join(folder, `${name} (${String(n)})${ext}`);
      }
      return { canceled: false, filePath };
    };
    dialog.showOpenDialog = async (...given: unknown[]) => {
      const { properties = [] } = askedFor<{ properties?: readonly string[] }>(given);
      if (properties.includes('openDirectory')) return { canceled: false, filePaths: [folder] };
      const picked = waiting.picks.shift();
      return { canceled: picked === undefined, filePaths: picked === undefined ? [] : [picked] };
    };
    dialog.showMessageBox = (...given: unknown[]) =>
      new Promise((done) => {
        const { message = '' } = askedFor<{ message?: string }>(given);
        const answer = (response: number) => {
          done({ response, checkboxChecked: false });
        };
        waiting.questions.push({ text: message, answer });
        waiting.asked(message);
      });
  }, downloads);
}

async function pick(
  electron: ElectronApplication,
  act: () => Promise<void>,
  file: string,
): Promise<void> {
  await electron.evaluate((_electron, picked) => {
    (globalThis as WithWaiting).stewardWaiting.picks.push(picked);
  }, file);
  await act();
  // As with a person: the dialog has been answered when this is over.
  await electron.evaluate(async () => {
    const { picks } = (globalThis as WithWaiting).stewardWaiting;
    while (picks.length > 0) await new Promise((again) => setTimeout(again, 20));
  });
}

/** What the shell asks a person reaches the journey as it does in the Chromium shell: as a question of the page. */
async function passQuestions(electron: ElectronApplication, page: Page): Promise<void> {
  try {
    for (let seen = 0; ; seen++) {
      const text = await electron.evaluate(async (_electron, at) => {
        const waiting = (globalThis as WithWaiting).stewardWaiting;
        const there = waiting.questions[at];
        if (there !== undefined) return there.text;
        return new Promise<string>((asked) => (waiting.asked = asked));
      }, seen);
      const answered = (button: number) =>
        electron.evaluate(
          (_electron, [at, given]) => {
            (globalThis as WithWaiting).stewardWaiting.questions[at ?? -1]?.answer(given ?? 1);
          },
          [seen, button],
        );
      const question: Pick<Dialog, 'type' | 'message' | 'accept' | 'dismiss'> = {
        type: () => 'confirm',
        message: () => text,
        accept: () => answered(0),
        dismiss: () => answered(1),
      };
      for (const heard of [page.context(), page])
        (heard as unknown as NodeJS.EventEmitter).emit('dialog', question);
    }
  } catch {
    // The program has ended.
  }
}
