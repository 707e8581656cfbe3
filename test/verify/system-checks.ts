// Checks of what the system tells Electron and gets from it: clipboard, lock and sleep, proxies.
import { everythingOn } from '../platform/shape.ts';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectTcp, type Socket } from 'node:net';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright-core';
import { en } from '../../renderer/texts/en.ts';
import { nb } from '../../renderer/texts/nb.ts';
import { startPlatform } from '../platform/platform.ts';
import { callFromPage } from '../support/page-call.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { connect } from './connection-checks.ts';
import { type Check, type Finding, notPossible, unlessWrong } from './finding.ts';
import type { Place, Running } from './place.ts';

const root = path.resolve(import.meta.dirname, '../..');
const CHROMIUM = 'This is the Chromium shell.';
const WITHIN_MS = 20_000;

export const systemChecks: readonly Check<Place>[] = [
  {
    id: 'CLP-01',
    name: 'a copied secret is marked for the system, and gone after the end',
    find: inElectron(copied),
  },
  {
    id: 'CLP-02',
    name: 'what a person copied after a secret is there after the end',
    find: inElectron(copiedSince),
  },
  {
    id: 'MEM-02',
    name: 'a locked screen, sleep and waking put the window away',
    find: inElectron(putAway),
  },
  { id: 'TLS-06', name: 'the system’s proxy is used, fixed and by PAC', find: inElectron(proxies) },
  {
    id: 'TLS-06',
    name: 'the system’s proxy is found out by itself (WPAD)',
    find: async () => notPossible('It takes a network that announces one.'),
  },
];

interface Started extends Pick<Running, 'call' | 'pick'> {
  readonly electron: ElectronApplication;
  readonly page: Page;
}

function inElectron(look: (started: Started) => Promise<Finding>): Check<Place>['find'] {
  return async ({ shell }) => {
    if (shell !== 'electron') return notPossible(CHROMIUM);
    const folder = makeTempFolder('steward-verify-system');
    const args = [root, '--data', path.join(folder.path, 'data'), '--keychain', 'memory'];
    const electron = await _electron.launch({ args, cwd: root });
    try {
      return await look(await steered(electron));
    } finally {
      await electron.close().catch(() => undefined);
      folder.remove();
    }
  };
}

/** Its dialogs pick the file that is waited for, and every question is answered with its first button. */
async function steered(electron: ElectronApplication): Promise<Started> {
  await electron.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false });
  });
  const page = await electron.firstWindow();
  await page.waitForLoadState('load');
  const call = <T>(name: string, input: unknown) => callFromPage(page, name, input) as Promise<T>;
  const pick = async (purpose: string, file: string) => {
    await electron.evaluate(({ dialog }, picked) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [picked] });
    }, file);
    return (await call<{ handle: string }>('files.choose', { purpose })).handle;
  };
  return { electron, page, call, pick };
}

/** What each system's own conventions name; written down here once more, so that a wrong mark of the program is seen. */
const MARKS: Readonly<Record<string, readonly string[]>> = {
  win32: [
    'ExcludeClipboardContentFromMonitorProcessing',
    'CanIncludeInClipboardHistory',
    'CanUploadToCloudClipboard',
  ],
  darwin: ['org.nspasteboard.ConcealedType'],
};
const LINUX_MARKS = ['x-kde-passwordManagerHint'];

/** Rotates a user's secret and copies it with the operation of the button. The secret, as the platform has it. */
async function copySecret({ call, pick }: Started): Promise<string> {
  const platform = await startPlatform({ users: 1, switches: everythingOn });
  try {
    const more = { highestTls: 'TLSv1.3', ...platform };
    const made = await connect({ call, pick }, platform, platform.certificateFile, more);
    const [userName = ''] = platform.control.users;
    const { secret } = await call<{ secret: string }>('enterpriseUsers.rotateSecret', {
      connection: made.connection,
      userName,
    });
    await call('oneTimeSecrets.copy', { secret });
    const text = platform.control.secretOf(userName) ?? '';
    if (text === '') throw new Error('The platform has no secret.');
    return text;
  } finally {
    await platform.stop();
  }
}

/** Another program that reads and writes the system's clipboard; it lives on when Steward has ended. */
const openNeighbour = () =>
  _electron.launch({ args: [path.join(root, 'test/verify/empty.cjs')], cwd: root });
const textOf = (electron: ElectronApplication) =>
  electron.evaluate(({ clipboard }) => clipboard.readText());

async function quit({ electron }: Started): Promise<void> {
  const ended = new Promise((done) => electron.process().once('exit', done));
  await electron.evaluate(({ app }) => app.quit()).catch(() => undefined);
  await ended;
}

async function copied(started: Started): Promise<Finding> {
  const neighbour = await openNeighbour();
  try {
    const secret = await copySecret(started);
    const wrong: string[] = [];
    if ((await textOf(neighbour)) !== secret) wrong.push('The clipboard has another text.');
    const marks = MARKS[process.platform] ?? LINUX_MARKS;
    const sizes = await started.electron.evaluate(async ({ clipboard }, formats) => {
      const items = await clipboard.read();
      const found: Record<string, string> = {};
      for (const format of formats) {
        for (const item of items) {
          try {
            const type = `electron application/osclipboard;format="${format}"`;
            const blob = (await item.getType(type)) as Blob;
            found[format] = Buffer.from(await blob.arrayBuffer()).toString('hex');
          } catch {
            // Not of this item.
          }
        }
      }
      return found;
    }, marks);
    for (const mark of marks) {
      const value = sizes[mark];
      if (value === undefined) wrong.push(`${mark} is not there.`);
      else if (process.platform === 'win32' && value !== '00000000')
        wrong.push(`${mark}: ${value}`);
      else if (mark.startsWith('x-kde') && value !== '736563726574')
        wrong.push(`${mark}: ${value}`);
    }
    // On Linux what a program has copied ends with it; that it is cleared before is seen from here.
    await started.electron.evaluate(({ clipboard, app }) => {
      const fs = process.getBuiltinModule('node:fs');
      const file = `${app.getPath('userData')}.cleared`;
      const clear = clipboard.clear.bind(clipboard);
      clipboard.clear = () => {
        clear();
        fs.writeFileSync(file, 'cleared');
      };
    });
    const cleared = await started.electron.evaluate(
      ({ app }) => `${app.getPath('userData')}.cleared`,
    );
    await quit(started);
    const { existsSync } = process.getBuiltinModule('node:fs');
    if (!existsSync(cleared)) wrong.push('It was not cleared at the end.');
    if ((await textOf(neighbour)) === secret) wrong.push('It is there after the end.');
    return unlessWrong(wrong, marks.join(', '));
  } finally {
    await neighbour.close();
  }
}

async function copiedSince(started: Started): Promise<Finding> {
  const neighbour = await openNeighbour();
  try {
    const secret = await copySecret(started);
    const wrong = (await textOf(neighbour)) === secret ? [] : ['The secret was not copied.'];
    const other = 'What a person copied since';
    await neighbour.evaluate(({ clipboard }, text) => clipboard.writeText(text), other);
    await quit(started);
    const now = await textOf(neighbour);
    if (now !== other) wrong.push(`Now it has ${String(now.length)} other characters.`);
    return unlessWrong(wrong);
  } finally {
    await neighbour.close();
  }
}

async function putAway({ electron, page, call, pick }: Started): Promise<Finding> {
  const platform = await startPlatform({ users: 1, switches: everythingOn });
  const wrong: string[] = [];
  try {
    const more = { highestTls: 'TLSv1.3', ...platform };
    const made = await connect({ call, pick }, platform, platform.certificateFile, more);
    await call('connections.choose', { connection: made.connection });
    await page.evaluate((to) => (location.hash = `#/${to}/enterprise-users`), made.connection);
    const [user = ''] = platform.control.users;
    const shown = page.getByText(user).first();
    const openAgain = [en, nb]
      .map(({ frame }) => page.getByRole('button', { name: frame.openAgain, exact: true }))
      .reduce((all, one) => all.or(one))
      .first();
    const isPutAway = async (how: string, begin: () => Promise<unknown>) => {
      await shown.waitFor({ timeout: WITHIN_MS });
      await begin();
      const away = await openAgain.waitFor({ timeout: WITHIN_MS }).then(
        () => true,
        () => false,
      );
      if (!away) wrong.push(`${how} did not put it away.`);
      if (await shown.isVisible()) wrong.push(`After ${how} the list is still to be seen.`);
      if (away) await openAgain.click();
    };
    for (const name of ['lock-screen', 'suspend', 'resume'])
      await isPutAway(name, () =>
        electron.evaluate(({ powerMonitor }, event) => powerMonitor.emit(event), name),
      );
    // Linux tells of no locked screen: it is asked for, every few seconds.
    if (process.platform === 'linux')
      await isPutAway('an idle state of locked', () =>
        electron.evaluate(({ powerMonitor }) => {
          powerMonitor.getSystemIdleState = () => 'locked';
        }),
      );
    return unlessWrong(
      wrong,
      process.platform === 'linux' ? '3 events and the idle state' : '3 events',
    );
  } finally {
    await platform.stop();
  }
}

const NAME = 'verified.example';

interface Proxy {
  readonly port: number;
  /** `host:port` of each that was asked for. */
  readonly targets: readonly string[];
  stop(): void;
}

/** Takes every host to be this computer's `port`: only through it the name leads anywhere. Serves the PAC file, too. */
async function startProxy(to: number): Promise<Proxy> {
  const targets: string[] = [];
  const open = new Set<Socket>();
  const server: Server = createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    const script = `function FindProxyForURL(url, host) { return "PROXY 127.0.0.1:${String(port)}"; }`;
    if (request.url === '/proxy.pac')
      response.writeHead(200, { 'content-type': 'application/x-ns-proxy-autoconfig' }).end(script);
    else {
      targets.push(request.url ?? '');
      response.writeHead(405).end();
    }
  });
  server.on('connect', (request, client: Socket) => {
    targets.push(request.url ?? '');
    const upstream = connectTcp(to, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(upstream).pipe(client);
    });
    for (const socket of [client, upstream]) {
      open.add(socket);
      socket.on('error', () => undefined);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    targets,
    stop() {
      for (const socket of open) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

async function proxies({ electron, page, call }: Started): Promise<Finding> {
  const platform = await startPlatform({ users: 1, switches: everythingOn });
  const proxy = await startProxy(Number(new URL(platform.address).port));
  const wrong: string[] = [];
  const said: string[] = [];
  try {
    const { id: connection } = await call<{ id: string }>('connections.create', {
      name: 'By the system’s proxy',
      environment: 'test',
      baseAddress: `https://${NAME}`,
      organisationNumber: platform.organisationNumber,
      organisationName: platform.organisation.name,
      signIn: { way: 'none' },
      apiKey: null,
      highestTls: 'TLSv1.3',
      language: 1044,
      mediaType: 'application/hal+json',
      proxy: { use: 'system' },
      formerHosts: [],
    });
    const address = `127.0.0.1:${String(proxy.port)}`;
    const script = `function FindProxyForURL() { return "PROXY ${address}"; }`;
    const settings = [
      ['none', { mode: 'direct' }, false],
      ['fixed', { mode: 'fixed_servers', proxyRules: `https=${address}` }, true],
      ['PAC', { mode: 'pac_script', pacScript: `http://${address}/proxy.pac` }, true],
      // Not every version of Chromium reads one from an address of a file: told, not asked for.
      ['PAC of a file', 'file', undefined],
    ] as const;
    const folder = makeTempFolder('steward-verify-pac');
    const file = path.join(folder.path, 'proxy.pac');
    process.getBuiltinModule('node:fs').writeFileSync(file, script);
    const { pathToFileURL } = process.getBuiltinModule('node:url');
    for (const [name, given, expected] of settings) {
      const config =
        given === 'file'
          ? ({ mode: 'pac_script', pacScript: pathToFileURL(file).href } as const)
          : given;
      await electron.evaluate(async ({ session }, wanted) => {
        await session.defaultSession.setProxy(wanted);
        await session.defaultSession.forceReloadProxyConfig();
      }, config);
      const before = proxy.targets.length;
      // Its certificate is for another name, which is no matter here: the proxy is asked before.
      await call('connections.test', { connection }).catch(() => undefined);
      const used = proxy.targets.slice(before).includes(`${NAME}:443`);
      if (expected === undefined) said.push(`${name} is ${used ? '' : 'not '}read`);
      else if (used !== expected) wrong.push(`${name}: the proxy was ${used ? '' : 'not '}asked`);
      else said.push(name);
    }
    folder.remove();
    // With a proxy in the system's place, the page's own session still reaches nothing.
    const before = proxy.targets.length;
    const reached = await page.evaluate(
      (host) =>
        fetch(`https://${host}/`, { mode: 'no-cors' }).then(
          () => true,
          () => false,
        ),
      NAME,
    );
    await page.evaluate(
      (host) =>
        new Promise((done) => {
          const image = new Image();
          image.addEventListener('error', done);
          image.addEventListener('load', done);
          image.src = `https://${host}/x.png`;
        }),
      NAME,
    );
    // The session itself, past the policy of the page, answers with its own dead proxy.
    const own = await electron.evaluate(
      ({ BrowserWindow }, host) =>
        BrowserWindow.getAllWindows()[0]?.webContents.session.resolveProxy(`https://${host}/`),
      NAME,
    );
    if (reached || proxy.targets.length > before) wrong.push('The page reached the proxy.');
    if (own === undefined || own.includes('DIRECT') || own.includes(address))
      wrong.push(`The page’s session would go by ${own ?? 'nothing'}.`);
    return unlessWrong(wrong, said.join(', '));
  } finally {
    proxy.stop();
    await platform.stop();
  }
}
