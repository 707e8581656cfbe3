// Checks of the program between Electron and the system: clipboard, lock, proxies, bodies, the policy, cryptography.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { _electron, type ElectronApplication } from 'playwright-core';
import { exitCode } from '../e2e/shell-window.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { type Check, failed, type Finding, notPossible, passed, unlessWrong } from './finding.ts';
import type { Place } from './place.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CHROMIUM = 'This is the Chromium shell.';

export const systemChecks: readonly Check<Place>[] = [
  {
    id: 'CLP-01',
    name: 'the clipboard takes the concealing mark and gives it back',
    find: clipboard,
  },
  { id: 'MEM-02', name: 'locking and suspending put the program away', find: putAway },
  {
    id: 'INS-05',
    name: 'a window that is closed ends in order, and a start right behind it gets its own',
    find: closedAndStarted,
  },
  {
    id: 'CSP-04',
    name: 'fixed proxies and proxy scripts are told as the system has them',
    find: proxies,
  },
  {
    id: 'CSP-01',
    name: 'the page starts and changes its screen without a report of its policy',
    find: policy,
  },
  { id: 'INS-15', name: 'the self-test passes in this shell', find: cryptography },
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

/** Text with the concealing format of the system, written as main/shell/electron-clipboard.ts writes it and read back. */
function clipboard(place: Place): Promise<Finding> {
  return inElectron(async (electron) => {
    const ended = exitCode(electron.process());
    const formats = await electron.evaluate(async ({ clipboard: board, ClipboardItem }) => {
      const mark =
        {
          darwin: 'org.nspasteboard.ConcealedType',
          win32: 'ExcludeClipboardContentFromMonitorProcessing',
        }[process.platform as string] ?? 'x-kde-passwordManagerHint';
      const type = `electron application/osclipboard;format="${mark}"`;
      await board.write([
        new ClipboardItem({ 'text/plain': 'S3cr3t-One', [type]: new Blob([Uint8Array.of(1)]) }),
      ]);
      const items = await board.read();
      return {
        mark,
        types: items.flatMap((item) => [...item.types]),
        text: await board.readText(),
      };
    });
    const wrong = [
      ...(formats.text === 'S3cr3t-One' ? [] : ['The text was not there.']),
      ...(formats.types.some((type) => type.includes(formats.mark))
        ? []
        : ['The mark was not there.']),
    ];
    // It is nobody's secret to the program, so it is no reason to hold the end.
    await electron.evaluate(({ app }) => app.quit()).catch(() => undefined);
    const code = await ended;
    return unlessWrong([...wrong, ...(code === 0 ? [] : [`It ended with ${String(code)}.`])]);
  })(place);
}

function putAway(place: Place): Promise<Finding> {
  return inElectron(async (electron, dataFolder) => {
    const wrong: string[] = [];
    const times = () => log(dataFolder).split('"event":"locked"').length - 1;
    for (const event of ['lock-screen', 'suspend', 'resume'] as const) {
      const before = times();
      await electron.evaluate(({ powerMonitor }, name) => {
        powerMonitor.emit(name);
      }, event);
      const until = Date.now() + 10_000;
      while (times() === before && Date.now() < until)
        await new Promise((resolve) => setTimeout(resolve, 100));
      if (times() === before) wrong.push(`${event} did nothing.`);
    }
    const idle = await electron.evaluate(({ powerMonitor }) => powerMonitor.getSystemIdleState(5));
    return unlessWrong(wrong, `the idle state is told as ${idle}`);
  })(place);
}

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

function proxies(place: Place): Promise<Finding> {
  return inElectron(async (electron) => {
    const script = createServer((_request, response) => {
      response.setHeader('content-type', 'application/x-ns-proxy-autoconfig');
      response.end('function FindProxyForURL() { return "PROXY script.example:3129"; }');
    });
    await new Promise<void>((resolve) => {
      script.listen(0, '127.0.0.1', resolve);
    });
    const { port } = script.address() as AddressInfo;
    try {
      const told = await electron.evaluate(
        async ({ session }, pac) => {
          const { defaultSession: system } = session;
          const asked = () => system.resolveProxy('https://platform.example/');
          await system.setProxy({ mode: 'fixed_servers', proxyRules: 'fixed.example:3128' });
          const fixed = await asked();
          await system.setProxy({ mode: 'pac_script', pacScript: pac });
          const byScript = await asked();
          await system.setProxy({ mode: 'direct' });
          const page = session.fromPartition('steward');
          return {
            fixed,
            byScript,
            direct: await asked(),
            page: await page.resolveProxy('https://platform.example/'),
          };
        },
        // By a name, which has to be resolved: no rule of ours may be in the way.
        `http://localhost:${String(port)}/proxy.pac`,
      );
      return unlessWrong([
        ...(told.fixed === 'PROXY fixed.example:3128' ? [] : [`fixed: ${told.fixed}`]),
        ...(told.byScript === 'PROXY script.example:3129' ? [] : [`script: ${told.byScript}`]),
        ...(told.direct === 'DIRECT' ? [] : [`direct: ${told.direct}`]),
        ...(told.page.includes('127.0.0.1:9') ? [] : [`The page may go by ${told.page}.`]),
      ]);
    } finally {
      script.close();
    }
  })(place);
}

async function policy(place: Place): Promise<Finding> {
  return place.use({}, async ({ window: { page } }) => {
    const said: string[] = [];
    page.on('console', (message) => {
      if (/content security policy|violates/i.test(message.text())) said.push(message.text());
    });
    await page.reload();
    await page.evaluate(() => {
      const reports: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
        reports.push(`${effectiveDirective} ${blockedURI}`);
      });
      Object.assign(window, { reports });
    });
    await page.waitForSelector('main');
    for (const key of ['Control+Comma', 'Control+K', 'Escape']) await page.keyboard.press(key);
    const reports = await page.evaluate(() => (window as unknown as { reports: string[] }).reports);
    return unlessWrong([...said, ...reports].map((one) => one.slice(0, 200)));
  });
}

/** Ciphers, Ed25519, scrypt and PBKDF2 as the runtime's TLS library has them, by the program's own pieces. */
async function cryptography({ shell }: Place): Promise<Finding> {
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
