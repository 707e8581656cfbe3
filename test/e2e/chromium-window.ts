// A window of the Chromium shell: steered over its debug port, and listened to before it goes to its page.
import { type BrowserContext, type Browser, chromium, type Page } from 'playwright-core';
import { startChromiumShell } from '../../build/launch.mjs';
import { endsWithUs } from '../support/ends-with-us.ts';
import { pickFile } from '../support/file-dialog.ts';
import type { ShellStart, ShellWindow } from './shell-window.ts';

/** A Chromium shell that was started `steered` and `held`. */
export type HeldProgram = Pick<ReturnType<typeof startChromiumShell>, 'ready' | 'letGo'>;

export async function openChromiumWindow(start: ShellStart): Promise<ShellWindow> {
  const program = startChromiumShell({
    headless: true,
    steered: true,
    held: true,
    args: start.args,
    env: { ...start.env, STEWARD_DOWNLOADS: start.downloads },
  });
  endsWithUs(program.child);
  const { browser, page } = await enterWindow(program, start.listen).catch(async (error) => {
    await program.stop();
    throw error;
  });
  return {
    page,
    ended: program.ended,
    pick: (act, file) => pickFile(page, act, file),
    kill: () => void program.child.kill('SIGKILL'),
    end: async () => void program.child.kill('SIGTERM'),
    disconnect: () => browser.close().catch(() => undefined),
  };
}

/** Listens, then lets the window go to its page, as it does at once when a person starts it; never loads it again. */
export async function enterWindow(
  program: HeldProgram,
  listen: (context: BrowserContext) => Promise<void> = async () => undefined,
): Promise<{ readonly browser: Browser; readonly page: Page }> {
  const ready = await program.ready;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${String(ready?.debugPort)}`);
  const [context] = browser.contexts();
  const page = context?.pages()[0];
  if (context === undefined || page === undefined) throw new Error('The program has no window.');
  await listen(context);
  await page.setViewportSize({ width: 1280, height: 800 });
  program.letGo();
  await page.waitForURL('https://steward.local/**');
  return { browser, page };
}
