// A small stand-in for the `electron` module: records what it is told, and lets a test play the system's part.
// Bundled, it also stands in for the runtime in a process of its own (electron-process.ts): it imports Node alone.
import { EventEmitter } from 'node:events';

export interface Recorded {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** Everything that was called, in order, over all objects. */
export const calls: Recorded[] = [];
export const callsOf = (name: string) => calls.filter((call) => call.name === name);

const record =
  <T>(name: string, answer: (...args: never[]) => T) =>
  (...args: unknown[]): T => {
    calls.push({ name, args });
    return answer(...(args as never[]));
  };
const nothing = () => undefined;

/** What the person and the system will say, set by a test. */
export const world = {
  /** As the runtime says it; the program goes by `process.defaultApp`. */
  packaged: true,
  minimised: false,
  firstInstance: true,
  openDialog: { canceled: true, filePaths: [] as string[] },
  saveDialog: { canceled: true, filePath: '' },
  messageBox: { response: 1 },
  clipboard: '',
  proxy: 'DIRECT',
};

let isReady = false;
let ready: () => void = nothing;
let whenReady = new Promise<void>((resolve) => (ready = resolve));

/** Puts everything back; before each test. */
export function resetElectron(): void {
  isReady = false;
  calls.length = 0;
  windows.length = 0;
  applicationMenu = undefined;
  sessions.clear();
  for (const emitter of [app, ipcMain, powerMonitor]) emitter.removeAllListeners();
  Object.assign(world, {
    packaged: true,
    minimised: false,
    firstInstance: true,
    openDialog: { canceled: true, filePaths: [] },
    saveDialog: { canceled: true, filePath: '' },
    messageBox: { response: 1 },
    clipboard: '',
    proxy: 'DIRECT',
  });
  whenReady = new Promise<void>((resolve) => (ready = resolve));
}

export function becomeReady(): void {
  isReady = true;
  ready();
}

/** As in Electron, too late once it is ready. */
const beforeReady = (name: string) =>
  record(name, () => {
    if (isReady) throw new Error(`${name} can only be called before the app is ready.`);
  });

class App extends EventEmitter {
  get isPackaged() {
    return world.packaged;
  }
  readonly commandLine = { appendSwitch: record('commandLine.appendSwitch', nothing) };
  readonly enableSandbox = beforeReady('app.enableSandbox');
  readonly setPath = record('app.setPath', nothing);
  readonly exit = record('app.exit', nothing);
  readonly quit = record('app.quit', nothing);
  readonly relaunch = record('app.relaunch', nothing);
  readonly setAppUserModelId = record('app.setAppUserModelId', nothing);
  readonly getLocale = () => 'nb-NO';
  readonly getName = () => 'Steward';
  readonly setAsDefaultProtocolClient = record('app.setAsDefaultProtocolClient', nothing);
  readonly requestSingleInstanceLock = record(
    'app.requestSingleInstanceLock',
    () => world.firstInstance,
  );
  readonly whenReady = () => whenReady;
}
export const app = new App();

class IpcMain extends EventEmitter {
  readonly handle = record('ipcMain.handle', nothing);
}
export const ipcMain = new IpcMain();
export const powerMonitor = new EventEmitter();

type Handler = (request: Request) => Response | Promise<Response>;

export class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, Handler>();
  permissionRequest: ((...args: never[]) => void) | undefined;
  readonly decide: Record<string, (...args: never[]) => unknown> = {};
  readonly protocol = {
    handle: (scheme: string, handler: Handler) => this.handlers.set(scheme, handler),
  };
  readonly webRequest = {
    onBeforeRequest: (handler: (...args: never[]) => unknown) => {
      this.decide['onBeforeRequest'] = handler;
    },
  };
  /** Where the page's requests would go; undefined: where the system says. */
  proxy: object | undefined;
  readonly setProxy = record('session.setProxy', async (proxy: object) => {
    this.proxy = proxy;
  });
  readonly resolveProxy = record('session.resolveProxy', async () => world.proxy);
  setPermissionRequestHandler = this.#keep('permissionRequest');
  setPermissionCheckHandler = this.#keep('permissionCheck');
  setDevicePermissionHandler = this.#keep('devicePermission');
  setDisplayMediaRequestHandler = this.#keep('displayMedia');
  setBluetoothPairingHandler = this.#keep('bluetoothPairing');

  #keep(name: string) {
    return (handler: (...args: never[]) => unknown) => {
      this.decide[name] = handler;
    };
  }
}

const sessions = new Map<string, FakeSession>();
const sessionNamed = (name: string) => {
  const found = sessions.get(name) ?? new FakeSession();
  sessions.set(name, found);
  return found;
};
export const session = {
  fromPartition: record('session.fromPartition', (name: string) => sessionNamed(name)),
  get defaultSession() {
    return sessionNamed('');
  },
};

export interface FakeFrame {
  readonly parent: FakeFrame | null;
  readonly frameTreeNodeId: number;
  readonly origin: string;
  readonly url: string;
  isDestroyed(): boolean;
}

export const frame = (given: Partial<FakeFrame> = {}): FakeFrame => ({
  parent: null,
  frameTreeNodeId: 1,
  origin: 'app://steward',
  url: 'app://steward/index.html',
  isDestroyed: () => false,
  ...given,
});

export class FakeWebContents extends EventEmitter {
  static count = 0;
  readonly id = ++FakeWebContents.count;
  destroyed = false;
  mainFrame = frame();
  windowOpen: ((details: { url: string }) => { action: string }) | undefined;
  /** Texts sent to the page, in order. */
  readonly sent: string[] = [];
  readonly isDestroyed = () => this.destroyed;
  readonly send = (channel: string, text: string) => {
    calls.push({ name: 'webContents.send', args: [channel, text] });
    this.sent.push(text);
    this.emit('fake-sent', text);
  };
  readonly setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.windowOpen = handler;
  };
  readonly setWebRTCIPHandlingPolicy = record('webContents.setWebRTCIPHandlingPolicy', nothing);
  readonly loadURL = record('webContents.loadURL', async () => undefined);
}

export const windows: BrowserWindow[] = [];
let applicationMenu: readonly FakeItem[] | undefined;

export class BrowserWindow extends EventEmitter {
  readonly webContents = new FakeWebContents();
  visible = false;
  focused = false;
  /** The menu there was when it was made, and whether its bar is there. */
  readonly menu = applicationMenu;
  hasMenuBar = true;
  /** The proxy there was when it went to its page. */
  proxyOfPage: object | undefined;
  constructor(readonly options: { readonly webPreferences: object }) {
    super();
    calls.push({ name: 'new BrowserWindow', args: [options] });
    windows.push(this);
    app.emit('web-contents-created', {}, this.webContents);
  }
  static readonly getAllWindows = () => windows;
  readonly setMenuBarVisibility = record('window.setMenuBarVisibility', (visible: boolean) => {
    this.hasMenuBar = visible;
  });
  readonly isMinimized = () => world.minimised;
  readonly restore = record('window.restore', () => {
    world.minimised = false;
  });
  readonly destroy = () => {
    calls.push({ name: 'window.destroy', args: [] });
    windows.splice(windows.indexOf(this), 1);
    this.emit('closed');
    if (windows.length === 0) app.emit('window-all-closed');
  };
  readonly show = record('window.show', () => {
    this.visible = true;
  });
  readonly focus = record('window.focus', () => {
    this.focused = this.visible && !world.minimised;
  });
  readonly setContentProtection = record('window.setContentProtection', nothing);
  readonly loadURL = async (url: string) => {
    calls.push({ name: 'window.loadURL', args: [url] });
    this.proxyOfPage = sessionNamed('steward').proxy;
    const navigation = { isMainFrame: true, isSameDocument: false, url };
    this.webContents.emit('did-start-navigation', navigation);
    this.emit('ready-to-show');
  };
}

export const dialog = {
  showErrorBox: record('dialog.showErrorBox', nothing),
  showOpenDialog: record('dialog.showOpenDialog', async () => world.openDialog),
  showSaveDialog: record('dialog.showSaveDialog', async () => world.saveDialog),
  showMessageBox: record('dialog.showMessageBox', async () => world.messageBox),
};

export class ClipboardItem {
  constructor(readonly items: Readonly<Record<string, string | Blob>>) {}
}

export const clipboard = {
  write: record('clipboard.write', async ([item]: readonly ClipboardItem[]) => {
    const text = item?.items['text/plain'];
    if (typeof text === 'string') world.clipboard = text;
  }),
  writeText: record('clipboard.writeText', async (text: string) => {
    world.clipboard = text;
  }),
  readText: record('clipboard.readText', async () => world.clipboard),
  clear: record('clipboard.clear', () => {
    world.clipboard = '';
  }),
};

export interface FakeItem {
  readonly role?: string;
  readonly label?: string;
  readonly submenu?: readonly FakeItem[];
}
export const Menu = {
  buildFromTemplate: (template: readonly FakeItem[]) => template,
  setApplicationMenu: record('Menu.setApplicationMenu', (menu: readonly FakeItem[]) => {
    applicationMenu = menu;
  }),
};

export const crashReporter = { start: record('crashReporter.start', nothing) };

export const shell = {
  openExternal: record('shell.openExternal', async () => undefined),
  openPath: record('shell.openPath', async () => ''),
};

export const protocol = {
  registerSchemesAsPrivileged: beforeReady('protocol.registerSchemesAsPrivileged'),
};

/** The page's side, for tests of the preload. */
export const exposed = new Map<string, unknown>();
export const contextBridge = {
  exposeInMainWorld: record('contextBridge.exposeInMainWorld', (name: string, value: unknown) => {
    exposed.set(name, value);
  }),
};
/** Files of the page by their path; what the page made up has none. */
export const filePaths = new Map<unknown, string>();
export const webUtils = { getPathForFile: (file: unknown) => filePaths.get(file) ?? '' };
class IpcRenderer extends EventEmitter {
  readonly send = record('ipcRenderer.send', nothing);
  readonly invoke = record('ipcRenderer.invoke', nothing);
}
export const ipcRenderer = new IpcRenderer();

// The folder of a package's own files; there is none.
Object.assign(process, { resourcesPath: process.resourcesPath ?? '/nowhere' });
