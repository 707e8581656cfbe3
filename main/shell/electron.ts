// The Electron shell: main in Electron's Node, the page in one sandboxed window at a private origin without a network.
import { app as electron, BrowserWindow, dialog, powerMonitor, session } from 'electron';
import { homedir } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import { createApp } from '../app.ts';
import { prepareDataFolder, usualDataFolder } from './data-folder.ts';
import { systemClipboard } from './electron-clipboard.ts';
import { ask, createDialogs, openExternal } from './electron-dialogs.ts';
import { setMenu } from './electron-menu.ts';
import {
  bodyAddress,
  type Closed,
  closeSession,
  guardContents,
  openBodies,
  registerSchemes,
} from './electron-session.ts';
import { bringForward, openWindow } from './electron-window.ts';
import { type FolderLock, takeInstanceLock } from '../storage/folder-lock.ts';
import { type Managed, readManagedSettings, untrustedSentence } from './managed-file.ts';
import { crashWords } from './page-crashes.ts';
import type { App, Installer, Shell } from './shell.ts';
import { checkStart } from './start-check.ts';
import { readStartOptions, type StartOptions, startUsage } from './start-options.ts';

/** As in electron-builder.yml: Windows finds the shortcut and the program's place in the taskbar by it. */
const APP_ID = 'steward.desktop';
/** A successor that has not taken over by then will not: an unseen program would hold the next start back. */
const SUCCESSOR_WITHIN_MS = 60_000;
const dist = path.resolve(import.meta.dirname, '..');
const { env, platform } = process;

export interface StartedWith {
  /** What the person gave, without the program. */
  readonly args: readonly string[];
  /** The installed program, not a developer's copy. */
  readonly packaged: boolean;
}

/** Everything that Electron wants to hear before it is ready; `ready` waits for the entry (no await here). */
export function openSteward({ args, packaged }: StartedWith): void {
  electron.enableSandbox();
  registerSchemes();
  electron.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND');
  electron.commandLine.appendSwitch('disable-background-networking');
  if (platform === 'win32') electron.setAppUserModelId(APP_ID);
  // Switches before the program's own arguments count too.
  const { refused } = checkStart({
    env,
    packaged,
    args: [...process.argv.slice(1), ...process.execArgv],
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
  const bodies = openBodies((name) => running.steward?.shownBody(name));
  electron.on('web-contents-created', (_event, contents) => {
    guardContents(contents, bodies);
  });
  void electron
    .whenReady()
    .then(() => start(folder, options, running, { bodies, packaged }))
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
  /** Nothing runs any more; Electron may quit. */
  ended?: true;
}

async function start(
  given: string,
  options: StartOptions,
  running: Running,
  closed: Closed,
): Promise<void> {
  const { packaged } = closed;
  const managed = await readManagedSettings(
    { platform, home: homedir(), env },
    { installed: packaged },
  );
  if (managed.untrusted !== null) process.stderr.write(`${untrustedSentence(managed.untrusted)}\n`);
  const dataFolder = await prepareDataFolder(given);
  // Whoever starts Steward again wants this window; what else they said is not looked at (INS-04).
  const show = () => {
    if (running.window) bringForward(running.window);
  };
  // Electron's lock knows only Electron; this one also holds back the Chromium and terminal shells.
  const lock = await takeInstanceLock(dataFolder, { woken: show });
  if (!lock) {
    electron.exit(0);
    return;
  }
  electron.on('second-instance', show);
  const end: End = (then) => (running.ending ??= endAll(running, lock, then));
  setMenu({ platform, packaged, language: electron.getLocale() });
  await closeSession(closed);
  const installer = packaged ? await installerOfThisProgram(dataFolder) : undefined;
  const shellGiven = { dataFolder, options, managed, packaged, installer };
  running.steward = await createApp(createShell(shellGiven, () => running.window, end));
  const { steward } = running;
  listenToSystem(running, steward, end);
  running.window = await openWindow({
    steward,
    packaged,
    headless: options.headless,
    mayClose: () => running.ending !== undefined || steward.mayQuit(),
    crashWords: crashWords(electron.getLocale(), path.join(dataFolder, 'logs')),
    quit: () => void end(),
  });
}

/** What `then` does ends the program instead. */
type End = (then?: () => void) => Promise<void>;

async function endAll(running: Running, lock: FolderLock, then?: () => void): Promise<void> {
  await running.steward?.stop();
  lock.release();
  running.ended = true;
  if (then) handOver(then, running.window);
  else electron.exit(0);
}

/** Only an installed program has something to replace; a developer's start does not load what does it. */
async function installerOfThisProgram(dataFolder: string): Promise<Installer | undefined> {
  const { createElectronInstaller } = await import('./electron-installer.ts');
  const image = env['APPIMAGE'];
  return createElectronInstaller({
    version,
    platform,
    env,
    arch: process.arch,
    name: electron.getName(),
    program: process.execPath,
    resources: process.resourcesPath,
    folder: path.join(dataFolder, 'updates'),
    relaunch: () => {
      electron.relaunch(image === undefined ? {} : { execPath: image });
    },
    exit: () => {
      electron.exit(0);
    },
  });
}

/** Lets another program take this one's place: without a window that could hold it, and not for ever. */
function handOver(then: () => void, window: BrowserWindow | undefined): void {
  window?.destroy();
  try {
    then();
    setTimeout(() => {
      electron.exit(0);
    }, SUCCESSOR_WITHIN_MS).unref();
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    dialog.showErrorBox('Steward was not updated', why);
    electron.exit(1);
  }
}

function listenToSystem(running: Running, steward: App, end: End): void {
  const lock = () => {
    steward.lock();
  };
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('suspend', lock);
  // Not every system waits for that: what slept on is dropped when it wakes (CLK-05).
  powerMonitor.on('resume', lock);
  electron.on('window-all-closed', () => void end());
  electron.on('before-quit', (event) => {
    // Windows decide for themselves in `close`; the program ends after the last one.
    if (running.ended || BrowserWindow.getAllWindows().length > 0) return;
    event.preventDefault();
    void end();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void end());
  }
}

interface ShellGiven {
  readonly dataFolder: string;
  readonly options: StartOptions;
  readonly managed: Managed;
  readonly packaged: boolean;
  readonly installer: Installer | undefined;
}

function createShell(
  { dataFolder, options, managed, packaged, installer }: ShellGiven,
  window: () => BrowserWindow | undefined,
  end: End,
): Shell {
  return {
    name: 'electron',
    version,
    dataFolder,
    osLanguage: electron.getLocale(),
    keychain: options.keychain,
    installed: packaged,
    materialsFolder: path.join(dist, 'materials'),
    managed: managed.settings,
    untrustedSettings: managed.untrusted,
    installer,
    can: { hideFromScreenSharing: platform !== 'linux', saveDialog: true },
    dialogs: createDialogs(window),
    clipboard: systemClipboard,
    ask: (question, signal) => ask(question, window(), signal),
    openExternal: (address) => openExternal(address, window()),
    bodyAddress,
    hideFromScreenSharing: (hide) => window()?.setContentProtection(hide),
    systemProxy: (address) => session.defaultSession.resolveProxy(address.href),
    quit: (then) => void end(then),
  };
}
