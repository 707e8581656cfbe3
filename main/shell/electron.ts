// The Electron shell: main in Electron's Node, the page in one sandboxed window at a private origin without a network.
import {
  app as electron,
  type BrowserWindow,
  dialog,
  nativeTheme,
  powerMonitor,
  session,
} from 'electron';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { version } from '../../package.json';
import { type Locale, localeFor } from '../../preload/contract/locale.ts';
import { createApp } from '../app.ts';
import { proxyFromPac } from '../http/proxy.ts';
import { boundYoungGeneration } from '../young-generation.ts';
import { keepOutOfCoreDumps } from './core-dumps.ts';
import { failureOf } from '../problem.ts';
import { endProcess } from '../process-end.ts';
import { homeFolder, prepareDataFolder, RefusedFolder, usualDataFolder } from './data-folder.ts';
import { systemClipboard } from './electron-clipboard.ts';
import {
  ask,
  createDialogs,
  openExternal,
  showInFolder,
  tell,
  touchId,
} from './electron-dialogs.ts';
import { setMenu } from './electron-menu.ts';
import { systemNotifications } from './electron-notifications.ts';
import {
  bodyAddress,
  type Closed,
  closeSession,
  guardContents,
  openBodies,
  registerSchemes,
} from './electron-session.ts';
import { bringForward, openWindow } from './electron-window.ts';
import { preferredLanguage, shellWords } from './shell-words.ts';
import { type FolderLock, type Holder, takeInstanceLock } from '../storage/folder-lock.ts';
import { type Managed, readManagedSettings, untrustedSentence } from './managed-file.ts';
import { crashWords } from './page-crashes.ts';
import type { App, Installer, Shell } from './shell.ts';
import { createPageWatch, makeSelfTestFolder, runSelfTest } from './self-test.ts';
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

/**
 * Everything that Electron wants to hear before it is ready, and the folder judged before Electron makes its own in it. Electron
 * says `ready` only when the entry has been evaluated, so nothing here may wait for that.
 */
export async function openSteward({ args, packaged }: StartedWith): Promise<void> {
  electron.enableSandbox();
  boundYoungGeneration();
  keepOutOfCoreDumps();
  registerSchemes();
  electron.commandLine.appendSwitch('disable-background-networking');
  if (platform === 'win32') electron.setAppUserModelId(APP_ID);
  // Switches before the program's own arguments count too.
  const given = { env, packaged, args: [...process.argv.slice(1), ...process.execArgv] };
  if (checkStart(given).refused.length > 0)
    return refuse((locale) => checkStart({ ...given, locale }).refused.join('\n'));
  const options = readStartOptions(args, env);
  if (typeof options === 'string') return refuse(() => `${options}\n\n${startUsage}`);
  let folder: string;
  try {
    const wanted = folderWanted(options);
    folder = await prepareDataFolder(path.resolve(wanted));
  } catch (error) {
    return refuse((locale) => sentenceOf(error, locale));
  }
  // The lock belongs to this folder, so two data folders are two programs.
  electron.setPath('userData', path.join(folder, 'window'));
  if (!electron.requestSingleInstanceLock()) {
    exitElectron(0);
    return;
  }
  const running: Running = {
    folder,
    headless: options.headless,
    // Until its report says otherwise.
    code: options.selfTest === undefined ? 0 : 1,
  };
  const end: End = (then) => (running.ending ??= endAll(running, then));
  listenToEnds(running, end);
  const bodies = openBodies((name) => running.steward?.shownBody(name));
  electron.on('web-contents-created', (_event, contents) => {
    guardContents(contents, {
      bodies,
      linkPressed: (pressed) => running.steward?.bodyLinkPressed(pressed),
      locale: () => localeOf(running),
    });
  });
  void electron
    .whenReady()
    .then(() => start(options, running, { bodies, packaged }, end))
    .catch((error: unknown) => {
      if (!running.ending) refuse((locale) => sentenceOf(error, locale));
    });
}

/** Of a system's own error the text stands as it came, behind a sentence in the person's language. */
function sentenceOf(error: unknown, locale: Locale): string {
  if (error instanceof RefusedFolder) return error.sentences[locale];
  const { couldNotStart, files } = shellWords(locale);
  if (!(error instanceof Error)) return couldNotStart;
  const failure = failureOf(error);
  const known = failure?.kind === 'file' ? files[failure.problem] : undefined;
  return known ?? (locale === 'en' ? error.message : `${couldNotStart}\n\n${error.message}`);
}

/** For who typed it at once, for who clicked an icon once Electron can show it: earlier Linux shows nothing. */
function refuse(say: (locale: Locale) => string): void {
  process.stderr.write(`${say('en')}\n`);
  // Chromium makes a folder all the same: not in the one that was refused, nor where no one looks for it.
  if (!electron.isReady()) useFolderOfNobody();
  void electron.whenReady().then(() => {
    const locale = systemLocale();
    const isSeen = !['--headless', '--self-test'].some((unseen) => process.argv.includes(unseen));
    if (isSeen) dialog.showErrorBox(shellWords(locale).doesNotStart, say(locale));
    exitElectron(1);
  });
}

function useFolderOfNobody(): void {
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-refused-'));
  electron.setPath('userData', folder);
  electron.once('quit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
}

function folderWanted({ data, selfTest }: StartOptions): string {
  if (selfTest === undefined) return data ?? usualDataFolder({ platform, home: homeFolder(), env });
  const { folder, remove } = makeSelfTestFolder();
  electron.once('quit', remove);
  return folder;
}

const systemLanguage = () =>
  preferredLanguage([...electron.getPreferredSystemLanguages(), electron.getLocale()]);
const systemLocale = () => localeFor('auto', systemLanguage());

interface Running {
  readonly folder: string;
  readonly headless: boolean;
  /** Which it ends with, if nothing fails on the way. */
  code: 0 | 1;
  lock?: FolderLock;
  /** Begun, and perhaps not there yet: an end waits for it, or what it has opened would stay open. */
  creating?: Promise<App>;
  steward?: App;
  window?: BrowserWindow | undefined;
  ending?: Promise<void>;
  /** Nothing runs any more; Electron may quit. */
  ended?: true;
  /** Somebody started Steward while it was ending. */
  startedAgain?: true;
  /** The system is being shut down, or the session ended. */
  leaving?: true;
  /** An error that nothing caught; told while the program ends. */
  failed?: Promise<void>;
}

/** The person's language; without an app the system's. */
const localeOf = ({ steward }: Running): Locale => steward?.locale() ?? systemLocale();

async function start(
  options: StartOptions,
  running: Running,
  closed: Closed,
  end: End,
): Promise<void> {
  const { packaged } = closed;
  const { folder: dataFolder } = running;
  const managed = await readManagedSettings(
    { platform, home: homeFolder(), env },
    { installed: packaged },
  );
  if (managed.untrusted !== null) process.stderr.write(`${untrustedSentence(managed.untrusted)}\n`);
  const lock = await takeFolder(running);
  if (running.ending) {
    lock?.release();
    return;
  }
  if (!lock) {
    exitElectron(0);
    return;
  }
  running.lock = lock;
  setMenu({ platform, packaged, language: systemLanguage() });
  await closeSession(closed);
  const installer = packaged ? await installerOfThisProgram(dataFolder) : undefined;
  if (running.ending !== undefined) return;
  const shellGiven = { dataFolder, options, managed, packaged, installer };
  running.creating = createApp(createShell(shellGiven, running, end));
  const steward = await running.creating;
  // What ends it has waited for it, and closes it.
  if (running.ending !== undefined) return;
  running.steward = steward;
  const page = createPageWatch();
  listenToSystem(steward, () => {
    running.leaving = true;
    void end();
  });
  const window = openWindow({
    steward: page.watch(steward),
    packaged,
    headless: options.headless,
    mayClose: () => running.ending !== undefined || steward.mayQuit(),
    crashWords: () => crashWords(localeOf(running), path.join(dataFolder, 'logs')),
    quit: () => void end(),
    sessionEnds: () => {
      running.leaving = true;
      void end();
    },
    notLoaded: (error) => void fail(running, end, error),
  });
  running.window = window;
  // Whoever uses it later would use what is destroyed.
  window.once('closed', () => {
    running.window = undefined;
  });
  const { selfTest: keychain } = options;
  if (keychain === undefined) return;
  const shell = { name: 'electron', version } as const;
  const out = (line: string) => process.stdout.write(`${line}\n`);
  running.code = await runSelfTest({ shell, keychain, own: { page: () => page.drawn }, out });
  void end();
}

/** A wait for a command ends after this long with the question whether to go on waiting. */
const WAIT_MS = 60_000;
const LOOK_AGAIN_MS = 500;

/** Electron's lock knows only Electron; this one also holds back the Chromium and terminal shells. Undefined: not to be had. */
async function takeFolder(running: Running): Promise<FolderLock | undefined> {
  const { folder, headless } = running;
  // Whoever starts Steward again wants this window; what else they said is not looked at (INS-04).
  const woken = () => {
    show(running);
  };
  for (let until = 0; ;) {
    const by: { holder?: Holder } = {};
    const held = (holder: Holder) => (by.holder = holder);
    const lock = await takeInstanceLock(folder, { woken, held });
    if (lock || by.holder?.kind !== 'command' || running.ending) return lock;
    if (performance.now() >= until) {
      const words = shellWords(systemLocale()).folderInUse(by.holder.name, folder);
      if (headless) process.stderr.write(`${words.message} ${words.detail}\n`);
      if (headless || !(await ask(words, undefined))) return undefined;
      until = performance.now() + WAIT_MS;
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

function show(running: Running): void {
  if (running.ending) running.startedAgain = true;
  else if (running.window) bringForward(running.window);
}

/** What `then` does ends the program instead. */
type End = (then?: () => void) => Promise<void>;

async function endAll(running: Running, then?: () => void): Promise<void> {
  let { code } = running;
  try {
    const steward = running.steward ?? (await running.creating?.catch(() => undefined));
    await steward?.stop();
  } catch {
    // What could not be closed must not keep the program, which nobody can see or end any more.
    code = 1;
  }
  running.lock?.release();
  running.ended = true;
  if (then) return handOver(then, running);
  if (running.failed) code = 1;
  await running.failed;
  if (running.startedAgain && !running.leaving) relaunch();
  exitElectron(code);
}

const relaunch = () => {
  const image = env['APPIMAGE'];
  electron.relaunch(image === undefined ? {} : { execPath: image });
};

/** Logged without what it says, told in the person's language, and ended in order: what goes on after it may be wrong. */
function fail(running: Running, end: End, error: unknown): void {
  const errorId = running.steward?.reportError(error);
  if (running.failed) return;
  const words = shellWords(localeOf(running)).failed(errorId, path.join(running.folder, 'logs'));
  process.stderr.write(`${words.message} ${words.detail}\n`);
  running.failed = running.headless ? Promise.resolve() : tell(words, running.window);
  void end();
}

/** Only an installed program has something to replace; a developer's start does not load what does it. */
async function installerOfThisProgram(dataFolder: string): Promise<Installer | undefined> {
  const { createElectronInstaller } = await import('./electron-installer.ts');
  return createElectronInstaller({
    version,
    platform,
    env,
    arch: process.arch,
    name: electron.getName(),
    program: process.execPath,
    resources: process.resourcesPath,
    folder: path.join(dataFolder, 'updates'),
    relaunch,
    exit: () => {
      exitElectron(0);
    },
  });
}

/** Lets another program take this one's place: without a window that could hold it, and not for ever. */
function handOver(then: () => void, running: Running): void {
  running.window?.destroy();
  try {
    then();
    setTimeout(() => {
      exitElectron(0);
    }, SUCCESSOR_WITHIN_MS).unref();
  } catch (error) {
    const why = error instanceof Error ? error.message : '';
    dialog.showErrorBox(shellWords(localeOf(running)).notUpdated, why);
    exitElectron(1);
  }
}

/** In memory: the session that Electron has by itself would make a profile on the disk, with an entry of its own in the keychain. */
const proxies = () => session.fromPartition('steward-proxies', { cache: false });

/** Electron's own way, which tells nobody before it is ready. */
const exitElectron = (code: number) => {
  endProcess(() => {
    electron.exit(code);
  });
};

/** Every way in which the program is ended comes to one end, which nothing can skip. */
function listenToEnds(running: Running, end: End): void {
  electron.on('second-instance', () => {
    show(running);
  });
  electron.on('window-all-closed', () => void end());
  // The menu, Cmd+Q, Ctrl+Q and the Dock close the windows, which are asked; then this comes, and no `window-all-closed`.
  electron.on('will-quit', (event) => {
    if (running.ended) return;
    event.preventDefault();
    void end();
  });
  listenToSignals(end);
  // Electron puts handlers of its own in the place of those set before: a listener that is new to all of Node takes it back.
  void electron.whenReady().then(() => {
    listenToSignals(end);
  });
  process.on('uncaughtException', (error) => {
    if (electron.isReady()) fail(running, end, error);
    else refuse((locale) => shellWords(locale).couldNotStart);
  });
  process.on('unhandledRejection', (reason) => {
    running.steward?.reportError(reason);
  });
}

function listenToSignals(end: End): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.removeAllListeners(signal);
    process.on(signal, () => void end());
  }
}

/** Linux does not say that the screen is locked; it is asked, as often as this. */
const LOCK_LOOK_MS = 5000;

function listenToSystem(steward: App, leave: () => void): void {
  const lock = () => {
    steward.lock();
  };
  powerMonitor.on('lock-screen', lock);
  powerMonitor.on('suspend', lock);
  // Not every system waits for that: what slept on is dropped when it wakes (CLK-05).
  powerMonitor.on('resume', lock);
  if (platform === 'linux') watchIdleState(lock);
  // Given as an event that can be prevented, which has the system wait; the declarations leave it out.
  powerMonitor.on('shutdown', (event?: { preventDefault: () => void }) => {
    event?.preventDefault();
    leave();
  });
}

function watchIdleState(lock: () => void): void {
  let wasLocked = false;
  setInterval(() => {
    const isLocked = powerMonitor.getSystemIdleState(LOCK_LOOK_MS / 1000) === 'locked';
    if (isLocked && !wasLocked) lock();
    wasLocked = isLocked;
  }, LOCK_LOOK_MS).unref();
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
  running: Running,
  end: End,
): Shell {
  const window = () => running.window;
  return {
    name: 'electron',
    version,
    dataFolder,
    osLanguage: systemLanguage(),
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
    person: touchId(platform),
    // A window that is never shown has nobody to tell.
    notifications: options.headless ? undefined : systemNotifications(window),
    openExternal: (address) => openExternal(address, window(), shellWords(localeOf(running))),
    showInFolder: async (file) => showInFolder(file),
    bodyAddress,
    useScheme(scheme) {
      nativeTheme.themeSource = scheme === 'auto' ? 'system' : scheme;
    },
    hideFromScreenSharing: (hide) => window()?.setContentProtection(hide),
    systemProxy: async (address) => proxyFromPac(await proxies().resolveProxy(address.href)),
    quit: (then) => void end(then),
  };
}
