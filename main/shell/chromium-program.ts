// Finds a browser of the Chromium family on this computer.
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import type { Surroundings } from './data-folder.ts';

const ON_LINUX = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const ON_MACOS = ['Google Chrome', 'Chromium', 'Microsoft Edge'];
const ON_WINDOWS = [
  'Google/Chrome/Application/chrome.exe',
  'Microsoft/Edge/Application/msedge.exe',
  'Chromium/Application/chrome.exe',
];

/** Absolute path of the first that can be run; `STEWARD_CHROMIUM` names one. */
export function findChromium(
  surroundings: Surroundings,
  canRun: (file: string) => boolean = isExecutable,
): string | undefined {
  const given = surroundings.env['STEWARD_CHROMIUM'];
  if (given) return canRun(given) ? given : undefined;
  return candidates(surroundings).find(canRun);
}

function candidates({ platform, home, env }: Surroundings): string[] {
  if (platform === 'win32') {
    const folders = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']];
    return folders.flatMap((folder) =>
      folder ? ON_WINDOWS.map((name) => path.win32.join(folder, name)) : [],
    );
  }
  if (platform === 'darwin') {
    return ['/Applications', path.posix.join(home, 'Applications')].flatMap((folder) =>
      ON_MACOS.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
    );
  }
  const folders = (env['PATH'] ?? '').split(':').filter((folder) => folder.startsWith('/'));
  return ON_LINUX.flatMap((name) => [...folders, '/usr/bin'].map((folder) => `${folder}/${name}`));
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
