// Types of launch.mjs for the tests that import it.
import type { ChildProcess } from 'node:child_process';

export interface StartedShell {
  readonly child: ChildProcess;
  /** The exit code. */
  readonly ended: Promise<number>;
  /** With `steered`: the port on which Playwright can steer the window; with `held` too, before the window goes to its page. */
  readonly ready: Promise<{ readonly debugPort: number } | undefined>;
  /** Lets a held window go to its page. */
  letGo(): void;
  stop(): Promise<number>;
}
export function startChromiumShell(options?: {
  readonly dataFolder?: string;
  readonly headless?: boolean;
  readonly keychain?: 'system' | 'memory';
  readonly steered?: boolean;
  readonly held?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly args?: readonly string[];
  readonly main?: string;
}): StartedShell;
export function hasDisplay(env?: Readonly<Record<string, string | undefined>>): boolean;
/** A display for windows: the one that is there, or on Linux an Xvfb of its own, which `close` ends. Undefined where neither can be had. */
export function openDisplay(): Promise<
  { readonly env: Readonly<Record<string, string>>; close(): void } | undefined
>;
