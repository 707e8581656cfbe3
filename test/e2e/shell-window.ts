// One window of the real program in one of its shells, as the journeys see it.
import type { ChildProcess } from 'node:child_process';
import type { BrowserContext, Page } from 'playwright-core';

export interface ShellWindow {
  readonly page: Page;
  /** The exit code of the program. */
  readonly ended: Promise<number>;
  /**
   * Picks a file in the system's dialog that `act` opens. What the shell asks a person (whether to open the system's browser)
   * comes as a `dialog` event of the page in every shell; a question nobody answers stays open.
   */
  pick(act: () => Promise<void>, file: string): Promise<void>;
  /** As `kill -9` does. */
  kill(): void;
  /** As the system ends a program: it may finish what it does. */
  end(): Promise<void>;
  /** Lets go of a program that has ended. */
  disconnect(): Promise<void>;
}

export interface ShellStart {
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Where saved files go without asking. */
  readonly downloads: string;
  /** Called before the window goes to its page. */
  readonly listen?: (context: BrowserContext) => Promise<void>;
}

export const exitCode = (child: ChildProcess): Promise<number> =>
  new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
