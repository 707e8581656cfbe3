// A window of the Electron shell, where the runtime exists: the system's dialogs are answered inside Electron.
import path from 'node:path';
import { _electron } from 'playwright-core';
import { exitCode, type ShellStart, type ShellWindow } from './shell-window.ts';

const root = path.resolve(import.meta.dirname, '../..');

export async function openElectronWindow({
  args,
  env,
  downloads,
}: ShellStart): Promise<ShellWindow> {
  // Electron as root has no sandbox to build.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const given = Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : []));
  const electron = await _electron.launch({
    args: [...sandbox, root, ...args],
    cwd: root,
    env: Object.fromEntries(given) as Record<string, string>,
  });
  const child = electron.process();
  const ended = exitCode(child);
  await electron.evaluate(({ dialog }, folder) => {
    dialog.showSaveDialog = async (...asked: unknown[]) => {
      const { defaultPath = 'file' } = asked.at(-1) as { defaultPath?: string };
      return { canceled: false, filePath: `${folder}/${defaultPath}` };
    };
  }, downloads);
  return {
    child,
    page: await electron.firstWindow(),
    ended,
    async pick(act, file) {
      await electron.evaluate(({ dialog }, picked) => {
        dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [picked] });
      }, file);
      await act();
    },
    disconnect: () => electron.close().catch(() => undefined),
  };
}
