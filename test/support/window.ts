// The real program in the Chromium shell as a process of its own, steered from outside as a person would.
import { chromium, type Page } from 'playwright-core';
import { startChromiumShell } from '../../build/launch.mjs';
import { endsWithUs } from './ends-with-us.ts';
import { answerNextDialog } from './file-dialog.ts';
import { makeTempFolder } from './temp-folder.ts';

export interface SteeredWindow {
  readonly page: Page;
  readonly dataFolder: string;
  /** The exit code, when the program ends. */
  readonly ended: Promise<number>;
  readonly pid: number;
  /** The next file dialog is answered with this path, as if a person had picked it there. */
  pickNext(path: string): Promise<void>;
  /** Ends the program with SIGTERM and removes a data folder of its own; the exit code. */
  stop(): Promise<number>;
}

export interface WindowOptions {
  /** A given folder is left when the window is stopped. */
  readonly dataFolder?: string;
  readonly keychain?: 'system' | 'memory';
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** A built chromium.js other than that of dist/. */
  readonly main?: string;
  readonly headless?: boolean;
}

export async function openSteeredWindow(options: WindowOptions = {}): Promise<SteeredWindow> {
  const own = options.dataFolder === undefined ? makeTempFolder('steward-window') : undefined;
  const dataFolder = options.dataFolder ?? own?.path ?? '';
  const started = startChromiumShell({
    dataFolder,
    headless: options.headless ?? true,
    keychain: options.keychain ?? 'memory',
    steered: true,
    env: { ...process.env, ...options.env },
    ...(options.main === undefined ? {} : { main: options.main }),
  });
  endsWithUs(started.child);
  const { browser, page } = await steer(started.ready).catch(async (error) => {
    await started.stop();
    own?.remove();
    throw error;
  });
  return {
    page,
    dataFolder,
    ended: started.ended,
    pid: started.child.pid ?? 0,
    async pickNext(path) {
      const { answered } = await answerNextDialog(page, path);
      // The page may be gone before it asks.
      answered.catch(() => undefined);
    },
    async stop() {
      const code = await started.stop();
      await browser.close().catch(() => undefined);
      own?.remove();
      return code;
    },
  };
}

async function steer(ready: Promise<{ readonly debugPort: number } | undefined>) {
  const address = `http://127.0.0.1:${String((await ready)?.debugPort)}`;
  const browser = await chromium.connectOverCDP(address);
  const page = browser.contexts()[0]?.pages()[0];
  if (!page) throw new Error('The window has no page.');
  return { browser, page };
}

/**
 * How many windows the browser itself says it has: what the library knows of one that opens and goes at once can stay
 * behind. Electron lends the library no browser to ask.
 */
export async function countWindows(page: Page): Promise<number> {
  const browser = page.context().browser();
  if (!browser) return page.context().pages().length;
  const protocol = await browser.newBrowserCDPSession();
  const { targetInfos } = await protocol.send('Target.getTargets');
  await protocol.detach();
  return targetInfos.filter(({ type }) => type === 'page').length;
}
