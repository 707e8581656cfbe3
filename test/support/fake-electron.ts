// A stand-in for the `electron` module, as Electron 45 documents it: a test plays the person's and the system's part.
// Bundled, it also stands in for the runtime in a process of its own (play-program.ts): it imports Node alone.
// What it does is written from Electron's documentation and its sources (browser.cc, context_bridge.cc), not from ours.
import { EventEmitter } from 'node:events';
import { mkdirSync } from 'node:fs';
import { types } from 'node:util';

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
  /** Which button; undefined: the person leaves the box open until `answerBox`, or its signal closes it. */
  messageBox: { response: 1 } as { response: number } | undefined,
  clipboard: '',
  /** Whether the clipboard takes formats of the system beside text. */
  takesFormats: true,
  proxy: 'DIRECT',
  idleState: 'active' as 'active' | 'idle' | 'locked' | 'unknown',
  languages: ['nb-NO'] as string[],
  dark: false,
  /** Whether the system shows notifications. */
  notifications: true,
  /** Whether pages come; a page that does not come loads until its window is gone. */
  loads: true,
};
const untouched = structuredClone(world);

/** How the process ended: its exit code, or that the system ended it. Undefined while it runs. */
export const processOfProgram = { ended: undefined as number | 'killed' | undefined };

let isReady = false;
let ready: () => void = nothing;
let whenReady = new Promise<void>((resolve) => (ready = resolve));

/** Puts everything back; before each test. */
export function resetElectron(): void {
  taken.clear();
  isReady = false;
  calls.length = 0;
  windows.length = 0;
  boxes.clear();
  notifications.length = 0;
  applicationMenu = undefined;
  poppedUp = undefined;
  userData = undefined;
  processOfProgram.ended = undefined;
  sessions.clear();
  for (const emitter of [app, ipcMain, powerMonitor, nativeTheme]) emitter.removeAllListeners();
  nativeTheme.themeSource = 'system';
  Object.assign(world, structuredClone(untouched));
  app.begin();
  whenReady = new Promise<void>((resolve) => (ready = resolve));
}

/** Electron makes its folder before it says that it is ready. */
export function becomeReady(): void {
  if (processOfProgram.ended !== undefined) return;
  makeUserData();
  for (const signal of SIGNALS) taken.add(signal);
  isReady = true;
  ready();
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** Signals that Electron took before it was ready: Node.js sets its own handler only for a listener that is its first. */
const taken = new Set<string | symbol>();
process.on('newListener', (event: string | symbol) => {
  if (process.listenerCount(event) === 0) taken.delete(event);
});

/** What the system sends: Steward hears it, or Electron, which quits as its menu does and the next time ends at once. */
export function raiseSignal(signal: (typeof SIGNALS)[number]): void {
  if (!taken.has(signal) && process.listenerCount(signal) > 0) process.emit(signal);
  else if (isReady) app.quit();
  else processOfProgram.ended ??= 'killed';
}

let userData: string | undefined;

/** Chromium's profile; where nobody named it, it would be in the place of the program's name. */
function makeUserData(): void {
  calls.push({ name: 'userData made', args: [userData] });
  if (userData !== undefined) mkdirSync(userData, { recursive: true });
}

/** What an object that has been destroyed answers to whatever it is asked. */
const destroyed = () => new TypeError('Object has been destroyed');

/** As `record`, while the object is there. */
const alive =
  <T>(owner: { readonly destroyed: boolean }, name: string, answer: (...args: never[]) => T) =>
  (...args: unknown[]): T => {
    if (owner.destroyed) throw destroyed();
    return record(name, answer)(...args);
  };

/** An event that can be prevented, given to who listens; whether somebody did. */
function prevented(emitter: EventEmitter, name: string, more: object = {}): boolean {
  let isPrevented = false;
  const event = {
    ...more,
    preventDefault: () => {
      isPrevented = true;
    },
    get defaultPrevented() {
      return isPrevented;
    },
  };
  emitter.emit(name, event);
  return isPrevented;
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
  #isQuitting = false;
  #isExiting = false;
  #exitCode = 0;

  begin(): void {
    this.#isQuitting = false;
    this.#isExiting = false;
    this.#exitCode = 0;
  }

  readonly enableSandbox = beforeReady('app.enableSandbox');
  readonly setPath = record('app.setPath', (name: string, folder: string) => {
    if (name === 'userData') userData = folder;
  });
  readonly isReady = () => isReady;
  /** At once: windows go unasked, and of the events of quitting only the last one comes. Before `ready`, none. */
  readonly exit = record('app.exit', (code = 0) => {
    if (processOfProgram.ended !== undefined) return;
    if (!isReady) {
      processOfProgram.ended = code;
      return;
    }
    this.#isQuitting = true;
    this.#isExiting = true;
    this.#exitCode = code;
    if (windows.length === 0) this.#shutDown();
    for (const window of [...windows]) window.destroy();
  });
  /** What the menu, Cmd+Q, Ctrl+Q and the Dock do as well. */
  readonly quit = record('app.quit', () => {
    if (this.#isQuitting || processOfProgram.ended !== undefined) return;
    if (prevented(this, 'before-quit')) return;
    this.#isQuitting = true;
    if (windows.length === 0) this.#willQuit();
    for (const window of [...windows]) if (this.#isQuitting) window.close();
  });
  closeCancelled(): void {
    this.#isQuitting = false;
  }
  /** `window-all-closed` is for who closes the last window; who quits gets `will-quit` instead. */
  allClosed(): void {
    if (this.#isExiting) this.#shutDown();
    else if (this.#isQuitting) this.#willQuit();
    else if (!this.emit('window-all-closed')) this.quit();
  }
  #willQuit(): void {
    if (prevented(this, 'will-quit')) this.#isQuitting = false;
    else this.#shutDown();
  }
  #shutDown(): void {
    if (processOfProgram.ended !== undefined) return;
    processOfProgram.ended = this.#exitCode;
    this.emit('quit', {}, this.#exitCode);
  }
  readonly relaunch = record('app.relaunch', nothing);
  readonly dock = { hide: record('app.dock.hide', nothing) };
  readonly setAppUserModelId = record('app.setAppUserModelId', nothing);
  /** Empty until it is ready; then one of the languages that the program was packed with. */
  readonly getLocale = () => (isReady ? 'nb' : '');
  readonly getPreferredSystemLanguages = () => {
    if (!isReady) throw new Error('The languages are not known before the app is ready.');
    return world.languages;
  };
  readonly getName = () => 'Steward';
  readonly setAsDefaultProtocolClient = record('app.setAsDefaultProtocolClient', nothing);
  readonly requestSingleInstanceLock = record('app.requestSingleInstanceLock', () => {
    makeUserData();
    return world.firstInstance;
  });
  readonly whenReady = () => whenReady;
}
export const app = new App();

class IpcMain extends EventEmitter {
  readonly handle = record('ipcMain.handle', nothing);
}
export const ipcMain = new IpcMain();
class PowerMonitor extends EventEmitter {
  readonly getSystemIdleState = record(
    'powerMonitor.getSystemIdleState',
    (_seconds: number) => world.idleState,
  );
}
export const powerMonitor = new PowerMonitor();

class NativeTheme extends EventEmitter {
  /** What the program wants; the system's own scheme by `system`. */
  #source: 'system' | 'light' | 'dark' = 'system';
  get themeSource() {
    return this.#source;
  }
  set themeSource(source) {
    if (source === this.#source) return;
    this.#source = source;
    this.emit('updated');
  }
  get shouldUseDarkColors() {
    return this.#source === 'system' ? world.dark : this.#source === 'dark';
  }
}
export const nativeTheme = new NativeTheme();

/** The person locks the screen: `lock-screen` comes on Windows and macOS alone, elsewhere the state can be asked for. */
export function lockScreen(): void {
  world.idleState = 'locked';
  if (process.platform !== 'linux') powerMonitor.emit('lock-screen');
}

/** The computer is switched off, as Linux and macOS say it; whether the program has it wait. */
export const shutDownSystem = (): boolean => prevented(powerMonitor, 'shutdown');

/** The person signs out of Windows: each window is asked; unless one has it wait, the process is ended without more ado. */
export function endSession(reasons: readonly string[] = ['logoff']): boolean {
  const held = windows.map((window) => prevented(window, 'query-session-end', { reasons }));
  if (held.includes(true)) return true;
  for (const window of windows) window.emit('session-end', { reasons });
  processOfProgram.ended = 'killed';
  return false;
}

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
  get defaultSession(): FakeSession {
    throw new Error('Electron makes a profile on the disk for its own session.');
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

/** A frame that has gone: it can be asked for nothing but that. */
export function disposedFrame(): FakeFrame {
  const disposed = (): never => {
    throw new Error('Render frame was disposed before WebFrameMain could be accessed');
  };
  return {
    frameTreeNodeId: 1,
    isDestroyed: () => true,
    get parent() {
      return disposed();
    },
    get origin() {
      return disposed();
    },
    get url() {
      return disposed();
    },
  };
}

export class FakeWebContents extends EventEmitter {
  static count = 0;
  readonly id = ++FakeWebContents.count;
  destroyed = false;
  #mainFrame = frame();
  windowOpen: ((details: { url: string }) => { action: string }) | undefined;
  /** Texts sent to the page, in order. */
  readonly sent: string[] = [];
  readonly isDestroyed = () => this.destroyed;
  get mainFrame() {
    if (this.destroyed) throw destroyed();
    return this.#mainFrame;
  }
  readonly send = alive(this, 'webContents.send', (_channel: string, text: string) => {
    this.sent.push(structuredClone(text));
    this.emit('fake-sent', text);
  });
  readonly setWindowOpenHandler = (handler: (details: { url: string }) => { action: string }) => {
    this.windowOpen = handler;
  };
  readonly setWebRTCIPHandlingPolicy = alive(
    this,
    'webContents.setWebRTCIPHandlingPolicy',
    nothing,
  );
  readonly loadURL = alive(this, 'webContents.loadURL', async () => undefined);
}

export const windows: BrowserWindow[] = [];
let applicationMenu: readonly FakeItem[] | undefined;

export interface WindowOptions {
  readonly webPreferences: object;
  readonly name?: string;
  readonly width?: number;
  readonly height?: number;
  readonly backgroundColor?: string;
  readonly windowStatePersistence?: boolean | { readonly bounds?: boolean };
}

export class BrowserWindow extends EventEmitter {
  destroyed = false;
  readonly #contents = new FakeWebContents();
  visible = false;
  focused = false;
  /** The menu there was when it was made, and whether its bar is there. */
  readonly menu = applicationMenu;
  hasMenuBar = true;
  backgroundColor: string | undefined;
  /** The proxy there was when it went to its page. */
  proxyOfPage: object | undefined;
  constructor(readonly options: WindowOptions) {
    super();
    if (options.windowStatePersistence !== undefined && !options.name)
      throw new Error('A window is remembered by its name.');
    calls.push({ name: 'new BrowserWindow', args: [options] });
    this.backgroundColor = options.backgroundColor;
    windows.push(this);
    app.emit('web-contents-created', {}, this.#contents);
  }
  static readonly getAllWindows = () => [...windows];
  get webContents() {
    if (this.destroyed) throw destroyed();
    return this.#contents;
  }
  readonly isDestroyed = () => this.destroyed;
  readonly setMenuBarVisibility = alive(this, 'window.setMenuBarVisibility', (visible: boolean) => {
    this.hasMenuBar = visible;
  });
  readonly isFocused = alive(this, 'window.isFocused', () => this.focused);
  readonly isMinimized = alive(this, 'window.isMinimized', () => world.minimised);
  readonly restore = alive(this, 'window.restore', () => {
    world.minimised = false;
  });
  /** As the person closes it: it can be prevented, which ends a quitting under way. */
  readonly close = alive(this, 'window.close', () => {
    if (prevented(this, 'close')) app.closeCancelled();
    else this.#gone();
  });
  /** Nobody is asked; of the events only `closed` comes. */
  readonly destroy = () => {
    calls.push({ name: 'window.destroy', args: [] });
    if (!this.destroyed) this.#gone();
  };
  #gone(): void {
    this.destroyed = true;
    this.#contents.destroyed = true;
    windows.splice(windows.indexOf(this), 1);
    this.#contents.emit('destroyed');
    this.emit('closed');
    if (windows.length === 0) app.allClosed();
  }
  readonly show = alive(this, 'window.show', () => {
    this.visible = true;
  });
  readonly focus = alive(this, 'window.focus', () => {
    this.focused = this.visible && !world.minimised;
  });
  readonly setContentProtection = alive(this, 'window.setContentProtection', nothing);
  readonly setBackgroundColor = alive(this, 'window.setBackgroundColor', (color: string) => {
    this.backgroundColor = color;
  });
  readonly loadURL = alive(this, 'window.loadURL', async (url: string) => {
    this.proxyOfPage = sessionNamed('steward').proxy;
    const navigation = { isMainFrame: true, isSameDocument: false, url };
    this.#contents.emit('did-start-navigation', navigation);
    if (!world.loads) {
      await new Promise<never>((_, reject) => {
        this.once('closed', () => reject(new Error(`ERR_ABORTED (-3) loading '${url}'`)));
      });
    }
    this.emit('ready-to-show');
  });
}

/** Boxes that the person has left open, by what answers them. */
const boxes = new Set<(response: number) => void>();
/** The person presses a button of every open box. */
export function answerBox(response: number): void {
  for (const answer of [...boxes]) answer(response);
}
export const openBoxes = () => boxes.size;

/** The window is the first argument, where there is one; Electron takes no destroyed one, and none of it before `ready`. */
function optionsOf<T>(args: readonly unknown[]): T {
  if (!isReady) throw new Error('dialog module can only be used after app is ready');
  const [first, second] = args;
  if (!(first instanceof BrowserWindow)) return first as T;
  if (first.destroyed) throw destroyed();
  return second as T;
}

interface BoxOptions {
  readonly signal?: AbortSignal;
  readonly cancelId?: number;
}

export const dialog = {
  /** Before `ready` Linux shows nothing and prints it, which nobody sees who clicked an icon. */
  showErrorBox: (title: string, content: string) => {
    const isShown = isReady || process.platform !== 'linux';
    const name = isShown ? 'dialog.showErrorBox' : 'dialog.showErrorBox on standard error';
    calls.push({ name, args: [title, content] });
    if (!isShown) process.stderr.write(`${title}\n${content}\n`);
  },
  showOpenDialog: record('dialog.showOpenDialog', async (...args: unknown[]) => {
    optionsOf(args);
    return world.openDialog;
  }),
  showSaveDialog: record('dialog.showSaveDialog', async (...args: unknown[]) => {
    optionsOf(args);
    return world.saveDialog;
  }),
  showMessageBox: record('dialog.showMessageBox', async (...args: unknown[]) => {
    const { signal, cancelId = 0 } = optionsOf<BoxOptions>(args);
    if (world.messageBox) return world.messageBox;
    return new Promise<{ response: number }>((resolve) => {
      const answer = (response: number) => {
        boxes.delete(answer);
        resolve({ response });
      };
      boxes.add(answer);
      signal?.addEventListener('abort', () => answer(cancelId));
    });
  }),
};

/** Those that the system shows or keeps in its list, oldest first. */
export const notifications: Notification[] = [];

/** One that was closed is gone; one that was clicked goes from sight, and may stay in the list. */
export class Notification extends EventEmitter {
  static readonly isSupported = record('Notification.isSupported', () => world.notifications);
  readonly title: string;
  readonly body: string;
  constructor({ title = '', body = '' }: { readonly title?: string; readonly body?: string }) {
    super();
    this.title = title;
    this.body = body;
  }
  readonly show = record('notification.show', () => {
    if (!isReady) throw new Error('Cannot create Notification before app is ready');
    if (world.notifications && !notifications.includes(this)) notifications.push(this);
    this.emit('show', {});
  });
  readonly close = record('notification.close', () => {
    const index = notifications.indexOf(this);
    if (index < 0) return;
    notifications.splice(index, 1);
    this.emit('close', {});
  });
}

export class ClipboardItem {
  constructor(readonly items: Readonly<Record<string, string | Blob>>) {}
}

export const clipboard = {
  write: record('clipboard.write', async ([item]: readonly ClipboardItem[]) => {
    const formats = Object.keys(item?.items ?? {});
    if (!world.takesFormats && formats.some((format) => format.startsWith('electron ')))
      throw new TypeError('NotAllowedError: a format is not supported.');
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
  readonly enabled?: boolean;
}
let poppedUp: readonly FakeItem[] | undefined;
/** What the newest menu at the pointer offers. */
export const shownMenu = () => poppedUp;
export const Menu = {
  buildFromTemplate: (template: readonly FakeItem[]) =>
    Object.assign([...template], {
      popup: record('menu.popup', () => {
        poppedUp = template;
      }),
    }),
  setApplicationMenu: record('Menu.setApplicationMenu', (menu: readonly FakeItem[]) => {
    applicationMenu = menu;
  }),
};

export const crashReporter = { start: record('crashReporter.start', nothing) };

export const shell = {
  openExternal: record('shell.openExternal', async () => undefined),
  openPath: record('shell.openPath', async () => ''),
  showItemInFolder: record('shell.showItemInFolder', nothing),
};

/** As the test has the system's fingerprint reader. */
export const touchId = { there: false, accepts: false };
export const systemPreferences = {
  canPromptTouchID: record('systemPreferences.canPromptTouchID', () => touchId.there),
  promptTouchID: record('systemPreferences.promptTouchID', async (_reason: string) => {
    if (!touchId.accepts) throw new Error('Canceled by user.');
  }),
};

export const protocol = {
  registerSchemesAsPrivileged: beforeReady('protocol.registerSchemesAsPrivileged'),
};

/** The page's side, for tests of the preload. */
export const exposed = new Map<string, unknown>();

const DEEPEST = 1000;

/**
 * What becomes of a value that goes from one world to the other: functions are wrapped, plain arrays and objects rebuilt and
 * frozen, and all else is cloned, which refuses a Proxy (so a page's reactive state) as it refuses what holds a function.
 */
export function acrossBridge(value: unknown, depth = 0): unknown {
  if (depth >= DEEPEST)
    throw new TypeError(
      'Electron contextBridge recursion depth exceeded.  Nested objects deeper than 1000 are not supported.',
    );
  if (typeof value === 'function') {
    const inner = value as (...args: unknown[]) => unknown;
    return (...args: unknown[]) => acrossBridge(inner(...args.map((one) => acrossBridge(one))));
  }
  if (typeof value !== 'object' || value === null) return value;
  if (types.isProxy(value))
    throw new DOMException('An object could not be cloned.', 'DataCloneError');
  if (types.isPromise(value)) return value.then((one) => acrossBridge(one));
  if (types.isNativeError(value)) return new Error(value.message);
  if (Array.isArray(value)) return value.map((one) => acrossBridge(one, depth + 1));
  if (types.isDate(value) || types.isMap(value) || types.isSet(value) || types.isRegExp(value))
    return structuredClone(value);
  if (types.isAnyArrayBuffer(value) || ArrayBuffer.isView(value)) return structuredClone(value);
  const entries = Object.entries(value).map(([key, one]) => [key, acrossBridge(one, depth + 1)]);
  return Object.freeze(Object.fromEntries(entries));
}

export const contextBridge = {
  exposeInMainWorld: record('contextBridge.exposeInMainWorld', (name: string, value: unknown) => {
    exposed.set(name, acrossBridge(value));
  }),
};
/** Files of the page by their path; what the page made up has none. */
export const filePaths = new Map<unknown, string>();
export const webUtils = { getPathForFile: (file: unknown) => filePaths.get(file) ?? '' };
class IpcRenderer extends EventEmitter {
  /** Cloned on its way to main, as all that goes through it. */
  readonly send = record('ipcRenderer.send', (...args: unknown[]) => void structuredClone(args));
  readonly invoke = record('ipcRenderer.invoke', nothing);
}
export const ipcRenderer = new IpcRenderer();

// The folder of a package's own files; there is none.
Object.assign(process, { resourcesPath: process.resourcesPath ?? '/nowhere' });
