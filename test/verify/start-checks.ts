// Checks of starts with the runtime: right behind an end, and the program's own test.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { exitCode } from '../e2e/shell-window.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { type Check, failed, type Finding, notPossible, passed, unlessWrong } from './finding.ts';
import type { Place } from './place.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CHROMIUM = 'This is the Chromium shell.';

export const startChecks: readonly Check<Place>[] = [
  {
    id: 'INS-05',
    name: 'a window that is closed ends in order, and a start right behind it gets its own',
    find: closedAndStarted,
  },
  { id: 'INS-15', name: 'the self-test passes in this shell', find: selfTest },
];

type Act = (electron: ElectronApplication, dataFolder: string) => Promise<Finding>;

function inElectron(act: Act): Check<Place>['find'] {
  return async ({ shell }) => {
    if (shell !== 'electron') return notPossible(CHROMIUM);
    const folder = makeTempFolder('steward-verify-system');
    const dataFolder = path.join(folder.path, 'data');
    try {
      const electron = await open(dataFolder);
      await electron.firstWindow();
      try {
        return await act(electron, dataFolder);
      } finally {
        await electron.close().catch(() => undefined);
      }
    } finally {
      folder.remove();
    }
  };
}

const open = (dataFolder: string) =>
  _electron.launch({ args: [root, '--data', dataFolder, '--keychain', 'memory'], cwd: root });

const log = (dataFolder: string): string =>
  readFileSync(path.join(dataFolder, 'logs', 'steward.log'), 'utf8');

/** Closed, and started again at once: the second start gets the folder, and the first has ended in order. */
function closedAndStarted(place: Place): Promise<Finding> {
  return inElectron(async (electron, dataFolder) => {
    const ended = exitCode(electron.process());
    await electron
      .evaluate(({ app, BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.close();
        app.quit();
      })
      .catch(() => undefined);
    const again = await open(dataFolder);
    const endedAgain = exitCode(again.process());
    const code = await ended;
    const came = await again.firstWindow().then(
      () => true,
      () => false,
    );
    // A start during the end is either told to the one that ends, which starts anew, or waits for the folder.
    await again.close().catch(() => undefined);
    await endedAgain;
    const text = log(dataFolder);
    return unlessWrong([
      ...(code === 0 ? [] : [`It ended with ${String(code)}.`]),
      ...(text.includes('"event":"stop"') ? [] : ['The end is not in the log.']),
      ...(came || text.split('"event":"start"').length > 2
        ? []
        : ['The second start came to nothing.']),
    ]);
  })(place);
}

/** Ciphers, Ed25519, scrypt and PBKDF2 as the runtime's TLS library has them, by the program's own pieces. */
async function selfTest({ shell }: Place): Promise<Finding> {
  if (shell !== 'electron') return notPossible(CHROMIUM);
  const electron = await _electron.launch({
    args: [root, '--self-test', '--keychain', 'memory'],
    cwd: root,
  });
  let out = '';
  electron.process().stdout?.on('data', (text: Buffer) => (out += text.toString()));
  const code = await exitCode(electron.process());
  const line = out.trim().split('\n').at(-1) ?? '';
  if (code !== 0) return failed(`It ended with ${String(code)}: ${line.slice(0, 500)}`);
  return passed(line.slice(0, 500));
}
