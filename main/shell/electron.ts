// The Electron shell: main in Electron's Node, the page in one sandboxed window at a private origin without a network.
import {
  app as electron,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  type IpcMainEvent,
  type OpenDialogOptions,
  powerMonitor,
  protocol,
  type SaveDialogOptions,
  session,
  type Session,
  shell as desktop,
  type WebContents,
} from 'electron';
import { homedir } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import type { ManagedSettings } from '../../preload/contract/managed.ts';
import { createApp } from '../app.ts';
import { type BodyFrames, openBodyFrames } from './body-frames.ts';
import { concealingFormats } from './concealed-clipboard.ts';
import { prepareDataFolder, usualDataFolder } from './data-folder.ts';
import { safeFileName } from '../storage/file-names.ts';
import { checkedExternalAddress, notOpened } from './external-address.ts';
import { takeInstanceLock } from './instance-lock.ts';
import { readManagedSettings } from './managed-file.ts';
import { openPageFiles } from './page-files.ts';
import { createPagePort, type PagePort } from './page-port.ts';
import type { App, Clipboard, Dialogs, Serving, Shell } from './shell.ts';
import { checkStart } from './start-check.ts';
import { readStartOptions, type StartOptions, startUsage } from './start-options.ts';
import { PARTITION, webPreferences } from './web-preferences.ts';

const SCHEME = 'app';
const ORIGIN = `${SCHEME}://steward`;
const START_ADDRESS = `${ORIGIN}/index.html`;
/** Of the bodies of messages: each has an origin of its own. */
const BODY_SCHEME = 'app-msg';
const BODIES = { before: `${BODY_SCHEME}://`, after: '/', ancestor: `${SCHEME}:` } as const;
/** The only channel there is; known to preload/electron-bridge.ts. */
const CHANNEL = 'steward';
/** Paths of dropped files, from the preload alone: the page has no way to it. */
const DROPPED = 'steward-dropped';
const dist = path.resolve(import.meta.dirname, '..');
const { env, platform } = process;

/** Everything that Electron wants to hear before it is ready; `ready` waits for this module (no await here). */
function main(): void {
  electron.enableSandbox();
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true } },
    // Standard, so that each name is an origin; secure, or the page could not frame it.
    { scheme: BODY_SCHEME, privileges: { standard: true, secure: true } },
  ]);
  electron.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  electron.commandLine.appendSwitch('disable-background-networking');
  const args = process.argv.slice(electron.isPackaged ? 1 : 2);
  const { refused } = checkStart({
    env,
    args: [...args, ...process.execArgv],
    packaged: electron.isPackaged,
  });
  if (refused.length > 0) return refuse(refused.join('\n'));
  const options = readStartOptions(args, env);
  if (typeof options === 'string') return refuse(`${options}\n\n${startUsage}`);
  const folder = path.resolve(options.data ?? usualDataFolder({ platform, home: homedir(), env }));
  // The lock belongs to this folder, so two data folders are two programs.
  electron.setPath('userData', path.join(folder, 'window'));
  if (!electron.requestSingleInstanceLock()) {
    electron.exit(0);
    return;
  }
  const running: Running = {};
  const bodies = openBodyFrames(BODIES, (name) => running.steward?.shownBody(name));
  electron.on('web-contents-created', (_event, contents) => {
    guard(contents, bodies);
  });
  void electron
    .whenReady()
    .then(() => start(folder, options, running, bodies))
    .catch((error: unknown) => {
      refuse(error instanceof Error ? error.message : 'Steward could not start.');
    });
}

function refuse(text: string): void {
  dialog.showErrorBox('Steward does not start', text);
  electron.exit(1);
}

interface Running {
  steward?: App;
  window?: BrowserWindow;
  ending?: Promise<void>;
}

async function start(
  given: string,
  options: StartOptions,
  running: Running,
  bodies: BodyFrames,
): Promise<void> {
  const managed = await readManagedSettings({ platform, home: homedir(), env });
  const dataFolder = await prepareDataFolder(given);
  const show = () => {
    running.window?.show();
    running.window?.focus();
  };
  // Electron's lock knows only Electron; this one also holds back the Chromium and terminal shells.
  const lock = await takeInstanceLock(dataFolder, { woken: show });
  if (!lock) {
    electron.exit(0);
    return;
  }
  electron.on('second-instance', show);
  const endAll = async () => {
    await running.steward?.stop();
    lock.release();
    electron.exit(0);
  };
  const end = () => (running.ending ??= endAll());
  await closeSession(session.fromPartition(PARTITION, { cache: false }), bodies);
  running.steward = await createApp(
    createShell(dataFolder, options, managed, () => running.window, end),
  );
  listenToSystem(running.steward, end);
  running.window = await openWindow(running.steward, options, () => running.ending !== undefined);
}

/** The two origins there are: the page's files by their list, and the bodies of messages. */
function answerItself(ses: Session, bodies: BodyFrames): void {
  const files = openPageFiles(path.join(dist, 'renderer'), ORIGIN);
  for (const [scheme, origin] of [
    [SCHEME, files],
    [BODY_SCHEME, bodies],
  ] as const) {
    ses.protocol.handle(scheme, ({ url, method }) => {
      const { status, headers, body } = origin.answer(url, method);
      return new Response(new Uint8Array(body), { status, headers: { ...headers } });
    });
  }
}

/** Nobody asks the page's session for a network, a permission, a device or a download and gets it. */
async function closeSession(ses: Session, bodies: BodyFrames): Promise<void> {
  answerItself(ses, bodies);
  ses.setPermissionRequestHandler((_contents, _permission, decide) => {
    decide(false);
  });
  ses.setPermissionCheckHandler(() => false);
  ses.setDevicePermissionHandler(() => false);
  ses.setDisplayMediaRequestHandler((_request, decide) => {
    decide(null);
  });
  ses.setBluetoothPairingHandler((_details, decide) => {
    decide({ confirmed: false });
  });
  ses.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault();
    choose(null);
  });
  ses.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault();
    choose();
  });
  ses.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose('');
  });
  ses.on('will-download', (event) => {
    event.preventDefault();
  });
  ses.webRequest.onBeforeRequest(({ url, resourceType }, decide) => {
    const tools = !electron.isPackaged && url.startsWith('devtools://');
    const body = resourceType === 'subFrame' && bodies.covers(url);
    decide({ cancel: !url.startsWith(`${ORIGIN}/`) && !body && !tools });
  });
  await ses.setProxy({ proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' });
}

/** Every web contents there will ever be: no other address, window or view, and no frame but those of messages. */
function guard(contents: WebContents, bodies: BodyFrames): void {
  const stay = (event: { preventDefault: () => void }) => {
    event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-frame-navigate', (event) => {
    if (!bodies.admits(event, contents.mainFrame)) stay(event);
  });
  contents.on('will-attach-webview', stay);
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    event.preventDefault();
    choose('');
  });
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
}

async function openWindow(
  steward: App,
  options: StartOptions,
  ending: () => boolean,
): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Steward',
    autoHideMenuBar: true,
    webPreferences: webPreferences(
      path.join(dist, 'preload/electron-bridge.cjs'),
      electron.isPackaged,
    ),
  });
  serve(window, steward);
  window.on('close', (event) => {
    if (!ending() && !steward.mayQuit()) event.preventDefault();
  });
  if (!options.headless)
    window.once('ready-to-show', () => {
      window.show();
    });
  await window.loadURL(START_ADDRESS);
  return window;
}

/** One document at a time gets main's end of the border; a new document gets a new one. */
function serve(window: BrowserWindow, steward: App): void {
  const contents = window.webContents;
  let served: { readonly channel: PagePort; readonly serving: Serving } | undefined;
  const begin = () => {
    served?.serving.close();
    const channel = createPagePort((text) => {
      if (!contents.isDestroyed()) contents.send(CHANNEL, text);
    });
    served = { channel, serving: steward.serve(channel.port) };
  };
  begin();
  let first = true;
  contents.on('did-start-navigation', ({ isMainFrame, isSameDocument }) => {
    if (!isMainFrame || isSameDocument) return;
    if (!first) begin();
    first = false;
  });
  contents.on('render-process-gone', () => {
    begin();
    void contents.loadURL(START_ADDRESS);
  });
  ipcMain.on(CHANNEL, (event, text: unknown) => {
    if (isOurPage(event, contents)) served?.channel.receive(text);
  });
  ipcMain.on(DROPPED, (event, given: unknown) => {
    if (isOurPage(event, contents)) served?.serving.dropped(pathsOf(given));
  });
  window.on('closed', () => {
    served?.serving.close();
    served = undefined;
  });
}

/** Only what can be a path. */
const pathsOf = (given: unknown): readonly string[] =>
  Array.isArray(given)
    ? given.filter((one): one is string => typeof one === 'string' && path.isAbsolute(one))
    : [];

/** The sender is the main frame of our window, still there, at exactly our origin (checks.md IPC-02). */
function isOurPage({ sender, senderFrame }: IpcMainEvent, contents: WebContents): boolean {
  if (contents.isDestroyed() || sender.isDestroyed() || sender.id !== contents.id) return false;
  if (!senderFrame || senderFrame.isDestroyed() || senderFrame.parent !== null) return false;
  const main = contents.mainFrame;
  if (senderFrame.frameTreeNodeId !== main.frameTreeNodeId) return false;
  return senderFrame.origin === ORIGIN && senderFrame.url.startsWith(`${ORIGIN}/`);
}

function listenToSystem(steward: App, end: () => Promise<void>): void {
  const lock = () => {
    steward.lock();
  };
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('suspend', lock);
  electron.on('window-all-closed', () => void end());
  electron.on('before-quit', (event) => {
    // Windows decide for themselves in `close`; the program ends after the last one.
    if (BrowserWindow.getAllWindows().length > 0) return;
    event.preventDefault();
    void end();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end());
  }
}

function createShell(
  dataFolder: string,
  options: StartOptions,
  managed: ManagedSettings | null,
  window: () => BrowserWindow | undefined,
  end: () => Promise<void>,
): Shell {
  return {
    name: 'electron',
    version,
    dataFolder,
    osLanguage: electron.getLocale(),
    keychain: options.keychain,
    installed: electron.isPackaged,
    materialsFolder: path.join(dist, 'materials'),
    managed,
    can: { hideFromScreenSharing: platform !== 'linux', saveDialog: true },
    dialogs: createDialogs(window),
    clipboard: systemClipboard,
    openExternal: (address) => openExternal(address, window()),
    bodyAddress: (name) => `${BODIES.before}${name}${BODIES.after}`,
    hideFromScreenSharing: (hide) => window()?.setContentProtection(hide),
    systemProxy: (address) => session.defaultSession.resolveProxy(address.href),
    quit: () => void end(),
  };
}

function createDialogs(window: () => BrowserWindow | undefined): Dialogs {
  return {
    async open({ extensions }) {
      const filters =
        extensions.length === 0
          ? []
          : [{ name: extensions.join(', '), extensions: [...extensions] }];
      const asked: OpenDialogOptions = { properties: ['openFile'], filters };
      const over = window();
      const { canceled, filePaths } = await (over
        ? dialog.showOpenDialog(over, asked)
        : dialog.showOpenDialog(asked));
      return canceled ? undefined : filePaths[0];
    },
    async openSeveral() {
      const asked: OpenDialogOptions = { properties: ['openFile', 'multiSelections'] };
      const over = window();
      const { canceled, filePaths } = await (over
        ? dialog.showOpenDialog(over, asked)
        : dialog.showOpenDialog(asked));
      return canceled ? [] : filePaths;
    },
    async save({ suggestedName }) {
      const asked: SaveDialogOptions = { defaultPath: safeFileName(suggestedName) };
      const over = window();
      const { canceled, filePath } = await (over
        ? dialog.showSaveDialog(over, asked)
        : dialog.showSaveDialog(asked));
      return canceled ? undefined : filePath;
    },
    async folder() {
      const asked: OpenDialogOptions = { properties: ['openDirectory', 'createDirectory'] };
      const over = window();
      const { canceled, filePaths } = await (over
        ? dialog.showOpenDialog(over, asked)
        : dialog.showOpenDialog(asked));
      return canceled ? undefined : filePaths[0];
    },
  };
}

const systemClipboard: Clipboard = {
  async write(secret) {
    const items: Record<string, string | Blob> = { 'text/plain': secret.expose() };
    for (const [format, bytes] of concealingFormats(platform)) {
      const type = `electron application/osclipboard;format="${format}"`;
      items[type] = new Blob([new Uint8Array(bytes)]);
    }
    // One write for all formats: a second one would replace the first.
    await clipboard.write([new ClipboardItem(items)]);
  },
  writeText: async (text) => {
    await clipboard.writeText(text);
  },
  holds: async (secret) => (await clipboard.readText()) === secret.expose(),
  clear: async () => {
    clipboard.clear();
  },
};

/** The person sees the host that will be opened, and decides. */
async function openExternal(address: URL, over: BrowserWindow | undefined): Promise<void> {
  const checked = checkedExternalAddress(address);
  const question = {
    type: 'question' as const,
    message: `Open ${checked.host} in the system's browser?`,
    detail: checked.href,
    buttons: ['Open', 'Cancel'],
    defaultId: 1,
    cancelId: 1,
  };
  const { response } = over
    ? await dialog.showMessageBox(over, question)
    : await dialog.showMessageBox(question);
  if (response !== 0) throw notOpened();
  await desktop.openExternal(checked.href);
}

main();
