// A shell without a window: the test plays its person, and its keychain is in memory unless a real one is asked for.
import path from 'node:path';
import type { Secret } from '../../main/secret.ts';
import type { Question, Shell } from '../../main/shell/shell.ts';
import { expectWellPut } from './consent.ts';

export interface TestShell extends Shell {
  /** Paths the next dialogs answer; a dialog without one is cancelled. */
  readonly picks: string[];
  /** What the clipboard holds. */
  clipboardText: string;
  readonly opened: string[];
  /** Files that the file manager was asked to select. */
  readonly shown: string[];
  /** What the person was asked; they say yes unless `answer` says otherwise. */
  readonly asked: Question[];
  answer: (question: Question) => boolean | Promise<boolean>;
  readonly hidden: boolean[];
  quits: number;
}

export function createTestShell(
  dataFolder: string,
  keychain: 'memory' | 'system' = 'memory',
): TestShell {
  const picks: string[] = [];
  const shell: TestShell = {
    name: 'terminal',
    version: '0.0.0-test',
    dataFolder,
    keychain,
    picks,
    osLanguage: 'en-GB',
    installed: false,
    materialsFolder: path.join(dataFolder, 'materials'),
    managed: null,
    untrustedSettings: null,
    can: { hideFromScreenSharing: true, saveDialog: true },
    clipboardText: '',
    opened: [],
    shown: [],
    asked: [],
    answer: () => true,
    hidden: [],
    quits: 0,
    dialogs: {
      open: async () => picks.shift(),
      save: async () => picks.shift(),
      folder: async () => picks.shift(),
    },
    clipboard: {
      async write(secret: Secret) {
        shell.clipboardText = secret.expose();
      },
      async writeText(text) {
        shell.clipboardText = text;
      },
      holds: async (secret) => shell.clipboardText === secret.expose(),
      async clear() {
        shell.clipboardText = '';
      },
    },
    async ask(question) {
      expectWellPut(question);
      shell.asked.push(question);
      return shell.answer(question);
    },
    async openExternal(address) {
      shell.opened.push(address.href);
    },
    async showInFolder(file) {
      shell.shown.push(file);
    },
    bodyAddress: (name) => `app-msg://${name}/`,
    hideFromScreenSharing: (hide) => shell.hidden.push(hide),
    systemProxy: async () => undefined,
    quit() {
      shell.quits += 1;
    },
  };
  return shell;
}
