// Starts Chromium on a profile that ends with it, and once more where one that was started says nothing.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { type BrowserContext, chromium, errors } from 'playwright-core';
import { chromiumArguments } from './chromium-arguments.ts';
import { variablesForOthers } from './variables-for-others.ts';

export interface ToLaunch {
  readonly dataFolder: string;
  /** Absolute path of the browser. */
  readonly program: string;
  readonly headless: boolean;
  /** Only for tests: the port on which they steer the window. */
  readonly debugPort: number | undefined;
  readonly env: NodeJS.ProcessEnv;
}

/** One that has said nothing for so long is ended, and another one started. The library would wait for three minutes. */
const ANSWERS_WITHIN_MS = 20_000;
/** Each later one is given twice the time: a slow computer is no browser that hangs. */
const ATTEMPTS = 4;

/** The browser with its one window; `closed` is told when it goes. Throws when none answers, or one ends at once. */
export async function launchChromium(
  wanted: ToLaunch,
  closed: () => void,
): Promise<BrowserContext> {
  for (let attempt = 1, patience = ANSWERS_WITHIN_MS; ; attempt += 1, patience *= 2) {
    await removeProfile(wanted.dataFolder);
    try {
      const context = await launchOnce(wanted, patience);
      context.once('close', closed);
      return context;
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error;
      if (attempt === ATTEMPTS) throw new Error(NEVER_ANSWERED, { cause: error });
    }
  }
}

const NEVER_ANSWERED =
  'The browser does not answer. Start it by itself to see what it waits for, or name another one in STEWARD_CHROMIUM.';

function launchOnce(
  { dataFolder, program, headless, debugPort, env }: ToLaunch,
  timeout: number,
): Promise<BrowserContext> {
  const root = process.getuid?.() === 0;
  return chromium.launchPersistentContext(profileFolder(dataFolder), {
    executablePath: program,
    env: variablesForOthers(env),
    timeout,
    headless,
    viewport: null,
    acceptDownloads: false,
    serviceWorkers: 'block',
    bypassCSP: false,
    chromiumSandbox: !root,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    ignoreDefaultArgs: ['--enable-automation'],
    args: chromiumArguments({ root, debugPort }),
  });
}

export const profileFolder = (dataFolder: string): string => path.join(dataFolder, 'window');

/** The browser keeps nothing between starts: no cache, no history, no storage (ISO-03). */
export async function removeProfile(dataFolder: string): Promise<void> {
  const options = { recursive: true, force: true, maxRetries: 20, retryDelay: 100 };
  await rm(profileFolder(dataFolder), options);
}
