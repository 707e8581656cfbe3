// The Chromium shell: main runs in Node, the page in an app window of Chromium that has no network of its own.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BrowserContext, Frame, Page, Request, Route } from 'playwright-core';
import { version } from '../../package.json';
import { localeFor } from '../../preload/contract/locale.ts';
import { createApp } from '../app.ts';
import { boundYoungGeneration } from '../young-generation.ts';
import { keepOutOfCoreDumps } from './core-dumps.ts';
import { bodyFonts } from './body-fonts.ts';
import { type BodyFrames, openBodyFrames, type PressedLink } from './body-frames.ts';
import { ORIGIN } from './chromium-arguments.ts';
import { type BridgeEnd, openBridgeEnd } from './chromium-bridge-end.ts';
import { launchChromium, profileFolder, removeProfile } from './chromium-launch.ts';
import { createPageTools, type PageTools } from './chromium-page.ts';
import { findChromium, isExecutable } from './chromium-program.ts';
import type { Protocol } from './chromium-protocol.ts';
import { homeFolder, prepareDataFolder, usualDataFolder } from './data-folder.ts';
import { desktopNotifications } from './desktop-notifications.ts';
import { downloadsFolder } from './downloads-folder.ts';
import { fileProblem } from '../problems.ts';
import { endProcess } from '../process-end.ts';
import { fileProblemOf, FULL_AT_START, tryRoom } from '../storage/disk.ts';
import { freePath } from '../storage/file-names.ts';
import { type Holder, takeInstanceLock } from '../storage/folder-lock.ts';
import { type Managed, readManagedSettings, untrustedSentence } from './managed-file.ts';
import { crashBox, crashWords, createCrashCount } from './page-crashes.ts';
import { openPageFiles, type PageFiles } from './page-files.ts';
import { proxyFromVariables } from './proxy-variables.ts';
import type { App, Shell } from './shell.ts';
import { createPageWatch, makeSelfTestFolder, runSelfTest } from './self-test.ts';
import { checkStart } from './start-check.ts';
import { readStartOptions, type StartOptions, startUsage } from './start-options.ts';
import { notOpened } from './external-address.ts';
import { showInFileManager } from './file-manager.ts';
import { openInSystemBrowser } from './system-browser.ts';
import { type ShellWords, shellWords } from './shell-words.ts';
import { systemLanguage } from './terminal-shell.ts';

const dist = path.resolve(import.meta.dirname, '..');
const { env, platform } = process;
const surroundings = { platform, home: homeFolder(), env };
/** How long a window may take to go before it is closed once more. */
const STILL_OPEN_MS = 500;
const START_ADDRESS = `${ORIGIN}/index.html`;
/** Of the bodies of messages: each has an origin of its own. */
const BODIES = {
  before: 'https://',
  after: '.message.steward.local/',
  ancestor: ORIGIN,
} as const;

interface Window {
  readonly page: Page;
  readonly tools: PageTools;
  readonly bridge: BridgeEnd;
  readonly context: BrowserContext;
}

async function main(): Promise<void> {
  boundYoungGeneration();
  keepOutOfCoreDumps();
  const options = readStartOptions(process.argv.slice(2), env);
  if (typeof options === 'string') return exit(2, `${options}\n\n${startUsage}`);
  const { refused } = checkStart({ env, args: process.execArgv, packaged: false });
  if (refused.length > 0) return exit(1, refused.join('\n'));
  const program = findChromium(surroundings);
  if (program === undefined)
    return exit(
      1,
      'No Chromium, Chrome or Edge was found here. Install one, or name one in STEWARD_CHROMIUM.',
    );

  const managed = await readManagedSettings(surroundings, { installed: false });
  if (managed.untrusted !== null) process.stderr.write(`${untrustedSentence(managed.untrusted)}\n`);
  const own = options.selfTest === undefined ? undefined : makeSelfTestFolder();
  const wanted = own?.folder ?? options.data ?? usualDataFolder(surroundings);
  const dataFolder = await prepareDataFolder(wanted);
  let show: () => void = () => undefined;
  const by: { holder?: Holder } = {};
  const lock = await takeInstanceLock(dataFolder, {
    woken: () => {
      show();
    },
    held: (holder) => (by.holder = holder),
  });
  if (!lock && by.holder?.kind === 'command')
    return exit(
      1,
      `"steward ${by.holder.name}" is using this data folder. Start again when it has ended.`,
    );
  if (!lock) return exit(0, 'Steward is already open; its window was brought to the front.');
  await new Promise<void>((hasEnded, couldNotBegin) => {
    const steward = createSteward({ dataFolder, program, options, managed }, hasEnded);
    show = steward.show;
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => void steward.end());
    }
    steward.begin().catch(couldNotBegin);
    if (options.selfTest !== undefined)
      void tryAll(options.selfTest, steward).finally(() => void steward.end());
  });
  lock.release();
  own?.remove();
}

/** Failed until its report says otherwise: a window that goes first ends the program without one. */
async function tryAll(
  keychain: Shell['keychain'],
  { drawn }: { readonly drawn: Promise<void> },
): Promise<void> {
  process.exitCode = 1;
  const out = (line: string) => process.stdout.write(`${line}\n`);
  const shell = { name: 'chromium', version } as const;
  process.exitCode = await runSelfTest({ shell, keychain, own: { page: () => drawn }, out });
}

interface Given {
  readonly dataFolder: string;
  readonly program: string;
  readonly options: StartOptions;
  readonly managed: Managed;
}

/** The program with its window: begins both at once, keeps the window while something is held, ends both. */
function createSteward(given: Given, hasEnded: () => void) {
  let app: App | undefined;
  let window: Window | undefined;
  let ending: Promise<void> | undefined;
  let opening: Promise<void> | undefined;
  let isBrowserGone = false;
  const files = openPageFiles(path.join(dist, 'renderer'), ORIGIN);
  const page = createPageWatch();

  const end = () => (ending ??= endAll());
  const endAll = async () => {
    await app?.stop();
    await opening;
    await window?.bridge.close();
    // It rejects when the browser has gone first.
    await window?.context.close().catch(() => undefined);
    await removeProfile(given.dataFolder);
    hasEnded();
  };
  const closed = () => {
    if (ending) return;
    isBrowserGone = true;
    // The browser let the window go without asking: it comes back and says what is held.
    if (app && !app.mayQuit()) void comeBack(app).catch(() => void end());
    else void end();
  };
  const comeBack = async (held: App) => {
    await openAgain(held);
    await enter(window);
    held.mayQuit();
  };
  /** A new browser: the library can do nothing more with a page that has crashed. */
  const openAgain = (held: App) => {
    const opened = (async () => {
      await window?.bridge.close();
      window?.context.off('close', closed);
      await window?.context.close().catch(() => undefined);
      window = await furnish(await launchChromium(toLaunch(given), closed), files, held, crashed);
    })();
    // Whoever asked for it is told when it fails; the end only waits for it.
    opening = opened.catch(() => undefined);
    return opened;
  };
  const crashes = createCrashCount();
  const crashed = () => {
    if (ending || !app) return;
    const isTooMany = crashes.isTooMany();
    app.pageCrashed(!isTooMany);
    void recover(app, isTooMany).catch(() => void end());
  };
  const recover = async (held: App, isTooMany: boolean) => {
    const words = crashWords(held.locale(), path.join(given.dataFolder, 'logs'));
    if (isTooMany) process.stderr.write(`${words.message} ${words.detail}\n`);
    // Where nobody looks, the program ends; what is held is not asked for, as a page that has crashed cannot show it.
    if (isTooMany && given.options.headless) return void end();
    await openAgain(held);
    // Asked by the browser over its empty page: one that was closed means no.
    if (isTooMany && !(await toolsOf(window).confirm(crashBox(systemLanguage(env), words))))
      return void end();
    if (isTooMany) crashes.forget();
    await enter(window);
  };
  return {
    end,
    drawn: page.drawn,
    show: () => void window?.tools.bringForward().catch(() => undefined),
    async begin() {
      const tools = () => toolsOf(window);
      await refuseWithoutRoom(given.dataFolder);
      // Both take their time and neither needs the other yet.
      const launching = launchChromium(toLaunch(given), closed);
      const words = () => shellWords(app?.locale() ?? localeFor('auto', systemLanguage(env)));
      const creating = createApp(createShell(given, tools, words, () => void end()));
      const { debugPort, hold } = given.options;
      if (hold) {
        tellWhenDone('browser', launching);
        tellWhenDone('app', creating);
      }
      const [browser, created] = await Promise.allSettled([launching, creating]);
      app = page.watch(valueOf(created));
      try {
        window = await furnish(valueOf(browser), files, app, crashed);
      } catch (error) {
        await app.stop();
        // The browser may have used up what was left.
        await refuseWithoutRoom(given.dataFolder);
        throw error;
      }
      if (hold) {
        announce(given.dataFolder);
        await once(process.stdin.resume(), 'end');
      }
      await enter(window).catch((error: unknown) => {
        // Whoever ended it meanwhile, such as the self-test, which has all it wants once the page is drawn, is told of no failed start.
        if (!ending || isBrowserGone) throw error;
      });
      if (debugPort !== undefined && !hold) announce(given.dataFolder);
    },
  };
}

const toLaunch = ({ dataFolder, program, options: { headless, debugPort } }: Given) => ({
  dataFolder,
  program,
  headless,
  debugPort,
  env,
});

/** What a browser writes before it shows its page, with room to spare. */
const ROOM_FOR_BROWSER = 8 * 1024 * 1024;

/** A browser without room for its files ends or stays blank, and says nothing that a person could use. */
async function refuseWithoutRoom(dataFolder: string): Promise<void> {
  await tryRoom(dataFolder, ROOM_FOR_BROWSER).catch((error: unknown) => {
    const problem = fileProblemOf(error);
    if (problem.failure.kind !== 'file' || problem.failure.problem !== 'disk-full') throw problem;
    throw fileProblem('disk-full', `${FULL_AT_START} Nothing in it was changed.`);
  });
}

function valueOf<T>(settled: PromiseSettledResult<T>): T {
  if (settled.status === 'rejected') throw settled.reason;
  return settled.value;
}

/** A page that crashes on its way is recovered by whoever hears of the crash. */
async function enter(window: Window | undefined): Promise<void> {
  await window?.page.goto(START_ADDRESS).catch((error: unknown) => {
    if (!(error instanceof Error && error.message.includes('crashed'))) throw error;
  });
}

function toolsOf(window: Window | undefined): PageTools {
  if (!window) throw new TypeError('The window is not open yet.');
  return window.tools;
}

function createShell(
  { dataFolder, options, managed }: Given,
  tools: () => PageTools,
  words: () => ShellWords,
  quit: () => void,
): Shell {
  return {
    name: 'chromium',
    version,
    dataFolder,
    osLanguage: systemLanguage(env),
    keychain: options.keychain,
    installed: false,
    materialsFolder: path.join(dist, 'materials'),
    managed: managed.settings,
    untrustedSettings: managed.untrusted,
    // Chromium can name no path to save to, and cannot hide a window from screen sharing.
    can: { hideFromScreenSharing: false, saveDialog: false },
    dialogs: {
      open: async ({ extensions }) => tools().pickFile(extensions),
      openSeveral: async ({ extensions }) => tools().pickFiles(extensions),
      // What the system's own dialog would be: nothing lands on the disk without a person (ATK-25).
      async save({ suggestedName }) {
        const place = freePath(downloadsFolder(surroundings), suggestedName);
        const said = words();
        const question = said.saveIn(path.basename(place), path.dirname(place));
        return (await tools().consent(question, said.toSave)) ? place : undefined;
      },
      async folder() {
        const folder = downloadsFolder(surroundings);
        const said = words();
        return (await tools().consent(said.useFolder(folder), said.toSave)) ? folder : undefined;
      },
    },
    clipboard: {
      write: (secret) => tools().clipboard.write(secret),
      writeText: (text) => tools().clipboard.writeText(text),
      holds: (secret) => tools().clipboard.holds(secret),
      clear: () => tools().clipboard.clear(),
    },
    // A window that nobody sees has nobody to tell.
    notifications: options.headless ? undefined : desktopNotifications(surroundings, isExecutable),
    // A window that is gone says no.
    ask: ({ message, detail, ...typed }, signal) =>
      tools()
        .consent(`${message}\n\n${detail}`, typed, signal)
        .catch(() => false),
    async openExternal(address) {
      const said = words();
      const { message } = said.openInBrowser(address.host, address.href);
      if (!(await tools().consent(message, said.toOpen))) throw notOpened();
      openInSystemBrowser(address);
    },
    showInFolder: (file) => showInFileManager(file),
    bodyAddress: (name) => `${BODIES.before}${name}${BODIES.after}`,
    hideFromScreenSharing: () => undefined,
    systemProxy: async (address) => proxyFromVariables(address, env),
    quit,
  };
}

async function furnish(
  context: BrowserContext,
  files: PageFiles,
  app: App,
  crashed: () => void,
): Promise<Window> {
  const page = context.pages()[0] ?? (await context.newPage());
  const cdp = await context.newCDPSession(page);
  // One place where our small table of commands meets the library's generated one.
  const protocol = cdp as unknown as Protocol;
  const tools = createPageTools(protocol);
  await guard(context, page, files, app, tools);
  page.once('crash', crashed);
  await protocol.send('Page.enable');
  await closeOtherWindows(context, protocol);
  const bridge = await openBridgeEnd({ protocol, app, address: () => page.mainFrame().url() });
  await tools.watchDrops((paths) => bridge.dropped(paths));
  await tools.denyAll();
  await context.addInitScript(readFileSync(path.join(dist, 'preload/chromium-bridge.js'), 'utf8'));
  return { page, tools, bridge, context };
}

/**
 * Closes each window that is not ours as soon as the browser has it. The browser's own list is asked: the library tells
 * of a window only once it has prepared it, and one that goes while it is prepared may never be told of. A busy browser
 * may forget to close one that it is still making, so it is told again until the window is gone.
 */
async function closeOtherWindows(context: BrowserContext, window: Protocol): Promise<void> {
  const all = (await context.browser()?.newBrowserCDPSession()) as Protocol | undefined;
  if (!all) throw new TypeError('The browser cannot be asked for its windows.');
  const ours = (await window.send('Target.getTargetInfo')).targetInfo.targetId;
  const others = new Map<string, NodeJS.Timeout>();
  const isGone = (targetId: string) => {
    clearTimeout(others.get(targetId));
    others.delete(targetId);
  };
  const close = (targetId: string) => {
    others.set(targetId, setTimeout(() => close(targetId), STILL_OPEN_MS).unref());
    // It rejects when the window has gone first, or the browser.
    all.send('Target.closeTarget', { targetId }).catch(() => isGone(targetId));
  };
  all.on('Target.targetCreated', ({ targetInfo: { type, targetId } }) => {
    if (type === 'page' && targetId !== ours) close(targetId);
  });
  all.on('Target.targetDestroyed', ({ targetId }) => isGone(targetId));
  await all.send('Target.setDiscoverTargets', { discover: true });
}

/** Nothing but our own page in one window: no other request, address or question box. */
async function guard(
  context: BrowserContext,
  page: Page,
  files: PageFiles,
  app: App,
  tools: PageTools,
) {
  const bodies = openBodyFrames(
    BODIES,
    (name) => app.shownBody(name),
    () => bodyFonts(files, ORIGIN),
  );
  await context.route('**/*', async (route) => {
    await answer(route, page, files, bodies);
    const pressed = linkPressedBy(route.request(), page, bodies);
    if (pressed !== undefined) app.bodyLinkPressed(pressed);
  });
  // Headless Chromium outlives its last window.
  page.once('close', () => void context.close().catch(() => undefined));
  const home = () => void page.goto(START_ADDRESS).catch(() => undefined);
  page.on('framenavigated', (frame) => {
    // The app window begins at a data: address, which no page can go back to.
    const away = !/^(https:\/\/steward\.local\/|data:)/.test(frame.url());
    if (frame === page.mainFrame() && away) home();
  });
  page.on('dialog', (dialog) => {
    const answer = tools.answerTo(dialog, () => app.mayQuit());
    if (answer !== 'left') void dialog[answer]().catch(() => undefined);
  });
}

async function answer(
  route: Route,
  page: Page,
  files: PageFiles,
  bodies: BodyFrames,
): Promise<void> {
  const request = route.request();
  const address = request.url();
  const within = frameOf(request, page);
  const answered =
    within === undefined
      ? address.startsWith(`${ORIGIN}/`) && files.answer(address, request.method())
      : // The first document of a frame in the page: whatever it asks for later, a message asks for.
        request.isNavigationRequest() &&
        within.parentFrame() === page.mainFrame() &&
        bodies.covers(address) &&
        bodies.isFirstOf(within) &&
        bodies.answer(address, request.method());
  if (answered === false) {
    // An aborted navigation leaves the page where it is; a blocked one would show an error page.
    await route
      .abort(request.isNavigationRequest() ? 'aborted' : 'blockedbyclient')
      .catch(windowIsGone);
    return;
  }
  const { status, headers, body } = answered;
  await route.fulfill({ status, headers: { ...headers }, body }).catch(windowIsGone);
}

/** By a person, in a frame of the page. What it asked for was refused: there is no document at such an address. */
function linkPressedBy(request: Request, page: Page, bodies: BodyFrames): PressedLink | undefined {
  const within = request.isNavigationRequest() ? frameOf(request, page) : undefined;
  return within?.parentFrame() === page.mainFrame()
    ? bodies.linkPressed(request.url(), within.url())
    : undefined;
}

/** A window that was closed while it asked needs no answer, and must not end the program. */
const windowIsGone = () => undefined;

/** The frame within the page that asks; undefined when it is the page itself, or a window that has no frame yet. */
function frameOf(request: Request, page: Page): Frame | undefined {
  try {
    const frame = request.frame();
    return frame === page.mainFrame() ? undefined : frame;
  } catch {
    return undefined;
  }
}

/** For tests: the line that says where the window can be steered. */
function announce(dataFolder: string): void {
  const text = readFileSync(path.join(profileFolder(dataFolder), 'DevToolsActivePort'), 'utf8');
  tell({ ready: true, debugPort: Number(text.split('\n')[0]) });
}

/** For tests: one part of the start, so that a start that never ends shows what it waits for. */
function tellWhenDone(part: string, begun: Promise<unknown>): void {
  // The start itself reports a failure.
  begun.then(() => tell({ has: part })).catch(() => undefined);
}

const tell = (said: object) => void process.stdout.write(`${JSON.stringify(said)}\n`);

function exit(code: number, text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = code;
}

await main().catch((error: unknown) => {
  const [first = ''] = (error instanceof Error ? error.message : '').split('\n');
  exit(1, `Steward could not start. ${first}`);
});
// Chromium's pipes and the timers of what was cut off must not hold an ended program.
endProcess(() => process.exit());
