// The environment of checks: the real program in one of its shells, started and ended as often as a check needs.
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { openChromiumWindow } from '../e2e/chromium-window.ts';
import { listen } from '../e2e/complaints.ts';
import { openElectronWindow } from '../e2e/electron-window.ts';
import type { ShellWindow } from '../e2e/shell-window.ts';
import { callFromPage } from '../support/page-call.ts';
import { makeTempFolder } from '../support/temp-folder.ts';

export interface Place {
  readonly shell: 'electron' | 'chromium';
  /** The packed program's folder, when there is one. */
  readonly packed?: string | undefined;
  /** That of the next version. */
  readonly packedNext?: string | undefined;
  /** Opens the program on an empty data folder, or again on one; ends when `use` does. */
  use<T>(options: Use, act: (running: Running) => Promise<T>): Promise<T>;
}

export interface Use {
  readonly keychain?: 'memory' | 'system';
  readonly env?: NodeJS.ProcessEnv;
  /** Of a former use. */
  readonly folder?: string;
}

export interface Running {
  readonly window: ShellWindow;
  readonly folder: string;
  readonly dataFolder: string;
  /** Address of the page. */
  readonly origin: string;
  /** What the page reported since its first script: errors, and violations of its policy (`csp: …`). */
  readonly complaints: readonly string[];
  readonly call: <T = Record<string, unknown>>(name: string, input: unknown) => Promise<T>;
  /** A file as if it had been picked in the system's dialog. */
  readonly pick: (purpose: string, file: string) => Promise<string>;
}

export function openPlace(shell: Place['shell'], packed?: string, packedNext?: string): Place {
  return {
    shell,
    packed,
    packedNext,
    async use({ keychain = 'memory', env = {}, folder: given }, act) {
      const own = given === undefined ? makeTempFolder('steward-verify') : undefined;
      const folder = given ?? own?.path ?? '';
      const home = path.join(folder, 'home');
      const downloads = path.join(folder, 'downloads');
      for (const one of [home, downloads]) mkdirSync(one, { recursive: true });
      const dataFolder = path.join(folder, 'data');
      const open = shell === 'electron' ? openElectronWindow : openChromiumWindow;
      const complaints: string[] = [];
      const window = await open({
        args: ['--data', dataFolder, '--keychain', keychain],
        downloads,
        env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', ...env },
        listen: (context) => listen(context, { complaints, asked: [] }),
      });
      try {
        return await act(running(window, { folder, dataFolder, shell, complaints }));
      } finally {
        // A check may have ended it itself.
        await window.end().catch(() => undefined);
        await window.ended;
        await window.disconnect();
        own?.remove();
      }
    },
  };
}

function running(
  window: ShellWindow,
  more: Pick<Running, 'folder' | 'dataFolder' | 'complaints'> & Pick<Place, 'shell'>,
): Running {
  const { folder, dataFolder, shell, complaints } = more;
  const call = <T>(name: string, input: unknown) =>
    callFromPage(window.page, name, input) as Promise<T>;
  return {
    window,
    folder,
    dataFolder,
    complaints,
    call,
    origin: shell === 'electron' ? 'app://steward' : 'https://steward.local',
    async pick(purpose, file) {
      let chosen: Promise<{ handle: string }> | undefined;
      await window.pick(async () => {
        chosen = call('files.choose', { purpose });
      }, file);
      return (await chosen)?.handle ?? '';
    },
  };
}
