// Types of launch.mjs for the tests that import it.
import type { ChildProcess } from 'node:child_process';

export interface StartedShell {
  readonly child: ChildProcess;
  /** The exit code. */
  readonly ended: Promise<number>;
  /** With `steered`: the port on which Playwright can steer the window. */
  readonly ready: Promise<{ readonly debugPort: number } | undefined>;
  stop(): Promise<number>;
}
export function startChromiumShell(options?: {
  readonly dataFolder?: string;
  readonly headless?: boolean;
  readonly keychain?: 'system' | 'memory';
  readonly steered?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly args?: readonly string[];
  readonly main?: string;
}): StartedShell;
export function hasDisplay(env?: Readonly<Record<string, string | undefined>>): boolean;
