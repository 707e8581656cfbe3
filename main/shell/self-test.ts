// `steward --self-test` in each shell: a data folder of its own, its page or terminal watched, one line of JSON.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { selfTest, type Part } from '../self-test.ts';
import { createCaller } from './caller.ts';
import type { App, Shell } from './shell.ts';

/** Nothing of the person's is opened, so it can be done while Steward is open. */
export interface SelfTestFolder {
  readonly folder: string;
  /** At once: Electron waits for nobody when it quits. */
  readonly remove: () => void;
}

export function makeSelfTestFolder(): SelfTestFolder {
  const parent = mkdtempSync(path.join(tmpdir(), 'steward-self-test-'));
  return {
    folder: path.join(parent, 'data'),
    remove() {
      rmSync(parent, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Hears when the page has been answered, for which all that it begins with had to be loaded. */
export interface PageWatch {
  readonly drawn: Promise<void>;
  /** The app, as the window is to get it. */
  watch(app: App): App;
}

export function createPageWatch(): PageWatch {
  let answered: () => void = () => undefined;
  const drawn = new Promise<void>((resolve) => {
    answered = resolve;
  });
  const watch = (app: App): App => ({
    ...app,
    serve: (port) =>
      app.serve({
        ...port,
        post(message) {
          port.post(message);
          if (message.kind === 'answer' && message.result.ok) answered();
        },
      }),
  });
  return { drawn, watch };
}

/** The program without a window: it opens an empty folder, performs an operation and closes everything. */
export const tryTerminal =
  (createApp: () => Promise<App>): Part =>
  async () => {
    const app = await createApp();
    const caller = createCaller(app);
    try {
      const result = await caller.call('settings.get', {});
      if (!result.ok) throw new TypeError(result.failure.kind);
    } finally {
      caller.close();
      await app.stop();
    }
  };

export interface SelfTestRun {
  readonly shell: Pick<Shell, 'name' | 'version'>;
  readonly keychain: Shell['keychain'];
  readonly own: Readonly<Record<string, Part>>;
  readonly out: (line: string) => void;
}

/** Prints the report. The exit code. */
export async function runSelfTest({ shell, keychain, own, out }: SelfTestRun): Promise<0 | 1> {
  const report = await selfTest({ version: shell.version, shell: shell.name, keychain, own });
  out(JSON.stringify(report));
  return report.ok ? 0 : 1;
}
