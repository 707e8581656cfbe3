// The system browser of a journey: the command that opens addresses is replaced, and a small client takes over.
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { visit, type Visit, type Visitor } from '../support/sign-in-browser.ts';
import { answerQuestions, asksForConsent } from '../support/consent.ts';
import { expect } from './program.ts';

export interface SystemBrowser {
  /** For the program's environment: its `xdg-open` is found first. */
  readonly path: string;
  /** Says yes when the shell asks whether to open the browser. */
  allow(page: Page): void;
  /** Waits until the program has opened this many addresses since the start; answers the last. */
  opened(count: number): Promise<string>;
  /** Goes on at an address as a person would, up to the program's own answer page. */
  visit(address: string, visitor: Visitor): Promise<Visit>;
}

export function systemBrowser(folder: string): SystemBrowser {
  const bin = path.join(folder, 'bin');
  const list = path.join(folder, 'opened.txt');
  mkdirSync(bin, { recursive: true });
  const command = path.join(bin, 'xdg-open');
  writeFileSync(command, `#!/bin/sh\nprintf '%s\\n' "$1" >> '${list}'\n`);
  chmodSync(command, 0o755);
  // What is written has its line end: the file is there before its first line is.
  const addresses = () =>
    existsSync(list) ? readFileSync(list, 'utf8').split('\n').slice(0, -1) : [];
  return {
    path: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    allow: (page) => {
      answerQuestions(page, (asks) => (asksForConsent(asks) ? undefined : true));
    },
    async opened(count) {
      await expect.poll(() => addresses().length).toBe(count);
      return addresses().at(-1) ?? '';
    },
    visit,
  };
}
