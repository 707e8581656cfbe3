// Electron's one window: how it is opened, raised, and served by main, one document at a time.
import { BrowserWindow, ipcMain, type IpcMainEvent, type WebContents } from 'electron';
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
  readonly crashWords: Asked;
  /** Ends the program, whatever is held: a page that has crashed cannot show it. */
  readonly quit: () => void;
}

export async function openWindow(given: WindowGiven): Promise<BrowserWindow> {
  const window = new BrowserWindow({
    width: 1280,
    height: 800,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: 'Steward',
    webPreferences: webPreferences(bridge, given.packaged),
  });
  // The menu is there for its keys alone; where it is part of the window, it stays out of sight.
  window.setMenuBarVisibility(false);
  serve(window, given);
  window.on('close', (event) => {
    if (!given.mayClose()) event.preventDefault();
  });
  if (!given.headless) {
    window.once('ready-to-show', () => {
      window.show();
    });
  }
  await window.loadURL(START_ADDRESS);
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
      void contents.loadURL(START_ADDRESS);
      return;
    }
    asking = true;
    void wantsItAgain(window, given).then((again) => {
      asking = false;
      if (contents.isDestroyed()) return;
      crashes.forget();
      if (again) void contents.loadURL(START_ADDRESS);
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

/** Asked by the system, as the page cannot; where nobody looks, the program ends. */
async function wantsItAgain(
  window: BrowserWindow,
  { crashWords, headless }: WindowGiven,
): Promise<boolean> {
  if (!headless) return ask(crashWords, window);
  process.stderr.write(`${crashWords.message} ${crashWords.detail}\n`);
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
