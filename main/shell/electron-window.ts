// Electron's one window: how it is opened, raised, and served by main, one document at a time.
import { BrowserWindow, ipcMain, type IpcMainEvent, nativeTheme, type WebContents } from 'electron';
import path from 'node:path';
import { ask } from './electron-dialogs.ts';
import { ORIGIN, START_ADDRESS } from './electron-session.ts';
import { createCrashCount } from './page-crashes.ts';
import { createPagePort, type PagePort } from './page-port.ts';
import type { App, Asked, Serving } from './shell.ts';
import { webPreferences } from './web-preferences.ts';

/** The only channel there is; known to preload/electron-bridge.ts. */
const CHANNEL = 'steward';
/** Paths of dropped files, from the preload alone: the page has no way to it. */
const DROPPED = 'steward-dropped';
const bridge = path.resolve(import.meta.dirname, '../preload/electron-bridge.cjs');

export interface WindowGiven {
  readonly steward: App;
  /** Loaded, and never shown. */
  readonly headless: boolean;
  readonly packaged: boolean;
  /** Asked when the person closes it. */
  readonly mayClose: () => boolean;
  /** Said when the page has crashed too often. */
  readonly crashWords: () => Asked;
  /** Ends the program, whatever is held: a page that has crashed cannot show it. */
  readonly quit: () => void;
  /** The person signs out of Windows, which ends the process soon, and says it to windows alone. */
  readonly sessionEnds: () => void;
  readonly notLoaded: (error: unknown) => void;
}

/** As `--app-canvas` of renderer/styles/app.css, light and dark: what is behind the page where it has not painted yet. */
const LIGHT = '#f3f4f4';
const DARK = '#13181f';
const backgroundColor = () => (nativeTheme.shouldUseDarkColors ? DARK : LIGHT);

/** The window is there at once, and goes to its page: who wants to raise it need not wait for that. */
export function openWindow(given: WindowGiven): BrowserWindow {
  const window = new BrowserWindow({
    // Size and place are kept by Electron, with the displays there were, in its own folder.
    name: 'main',
    windowStatePersistence: true,
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Steward',
    backgroundColor: backgroundColor(),
    webPreferences: webPreferences(bridge, given.packaged),
  });
  // The menu is there for its keys alone; where it is part of the window, it stays out of sight.
  window.setMenuBarVisibility(false);
  serve(window, given);
  window.on('close', (event) => {
    if (!given.mayClose()) event.preventDefault();
  });
  window.on('query-session-end', (event) => {
    // Windows waits while the end is under way; where it does not, `session-end` comes.
    event.preventDefault();
    given.sessionEnds();
  });
  window.on('session-end', given.sessionEnds);
  const recolour = () => {
    window.setBackgroundColor(backgroundColor());
  };
  nativeTheme.on('updated', recolour);
  window.on('closed', () => nativeTheme.off('updated', recolour));
  if (!given.headless) {
    window.once('ready-to-show', () => {
      window.show();
    });
  }
  window.loadURL(START_ADDRESS).catch((error: unknown) => {
    if (!window.isDestroyed()) given.notLoaded(error);
  });
  return window;
}

/** In front of the person, wherever it was: behind others, hidden or minimised. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** One document at a time gets main's end of the border; a new document gets a new one. */
function serve(window: BrowserWindow, given: WindowGiven): void {
  const { steward } = given;
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
  const crashes = createCrashCount();
  let asking = false;
  contents.on('render-process-gone', () => {
    begin();
    if (asking) return;
    const isTooMany = crashes.isTooMany();
    steward.pageCrashed(!isTooMany);
    if (!isTooMany) {
      loadAgain(contents);
      return;
    }
    asking = true;
    void wantsItAgain(window, given).then((again) => {
      asking = false;
      if (contents.isDestroyed()) return;
      crashes.forget();
      if (again) loadAgain(contents);
      else given.quit();
    });
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

/** A load that another crash or the closing cuts off is told of by that. */
function loadAgain(contents: WebContents): void {
  contents.loadURL(START_ADDRESS).catch(() => undefined);
}

/** Asked by the system, as the page cannot; where nobody looks, the program ends. */
async function wantsItAgain(
  window: BrowserWindow,
  { crashWords, headless }: WindowGiven,
): Promise<boolean> {
  const words = crashWords();
  if (!headless) return ask(words, window);
  process.stderr.write(`${words.message} ${words.detail}\n`);
  return false;
}

/** Only what can be a path. */
const pathsOf = (given: unknown): readonly string[] =>
  Array.isArray(given)
    ? given.filter((one): one is string => typeof one === 'string' && path.isAbsolute(one))
    : [];

/** The sender is the main frame of our window, still there, at exactly our origin (IPC-02). */
function isOurPage({ sender, senderFrame }: IpcMainEvent, contents: WebContents): boolean {
  if (contents.isDestroyed() || sender.isDestroyed() || sender.id !== contents.id) return false;
  if (!senderFrame || senderFrame.isDestroyed() || senderFrame.parent !== null) return false;
  const main = contents.mainFrame;
  if (senderFrame.frameTreeNodeId !== main.frameTreeNodeId) return false;
  return senderFrame.origin === ORIGIN && senderFrame.url.startsWith(`${ORIGIN}/`);
}
