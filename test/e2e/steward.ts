// The handle by which a journey drives the program.
import type { Page } from 'playwright-core';

export interface Steward {
  /** The window; another one after `restart`. */
  readonly page: Page;
  /** The data folder. */
  readonly data: string;
  /** Where files are saved: the shell has no save dialog. */
  readonly downloads: string;
  /** What the page complained about: errors and reports of the content security policy. */
  readonly complaints: string[];
  /** The consents that a person was asked for, as the question box showed them; each was given. */
  readonly asked: string[];
  /** The names of the files that a person picked in the system's dialog, in order. */
  readonly picked: string[];
  /** An operation of the contract, as the page's own code calls it. */
  call(name: string, input: unknown): Promise<unknown>;
  /** Picks a file in the system's dialog that `act` opens. */
  pick(act: () => Promise<void>, file: string): Promise<void>;
  /** As `kill -9` does. */
  kill(): Promise<void>;
  restart(): Promise<void>;
  /** Ends it properly, once; answers the exit code. */
  end(): Promise<number>;
}
