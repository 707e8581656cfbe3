// The Electron shell against a stand-in for Electron: every restriction of the window, and who may send through it.
import type { ReadHandle, SaveTarget } from '../../../../preload/contract/schema.ts';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { PressedLink } from '../../../../main/shell/body-frames.ts';
import { createShownBodies, type ShownBodies } from '../../../../main/messages/shown-bodies.ts';
import { policyAt } from '../../../../main/shell/content-security-policy.ts';
import { Secret } from '../../../../main/secret.ts';
import type { SelfTestGiven } from '../../../../main/self-test.ts';
import type { App, Installer, Shell } from '../../../../main/shell/shell.ts';
import type { Port, ToMain, ToPage } from '../../../../preload/wire.ts';
import {
  app,
  becomeReady,
  calls,
  callsOf,
  disposedFrame,
  FakeWebContents,
  type FakeFrame,
  frame,
  ipcMain,
  answerBox,
  endSession,
  lockScreen,
  nativeTheme,
  notifications,
  openBoxes,
  powerMonitor,
  processOfProgram,
  raiseSignal,
  resetElectron,
  shutDownSystem,
  shownMenu,
  session,
  touchId,
  windows,
  world,
} from '../../../support/fake-electron.ts';
import * as fakeElectron from '../../../support/fake-electron.ts';
import { root, sources } from '../../../support/imports.ts';
import { tempFolder } from '../../../support/temp-folder.ts';
import { eventually } from '../../../support/eventually.ts';

// The very instance this file looks at, also after the module registry was emptied.
vi.mock('electron', () => fakeElectron);
vi.mock('../../../../main/shell/page-files.ts', () => ({
  openPageFiles: () => ({
    paths: [],
    answer: (url: string) => ({
      status: url.endsWith('/index.html') ? 200 : 404,
      headers: { 'content-security-policy': policyAt('app://steward') },
      body: Buffer.from(url),
    }),
  }),
}));
const made: {
  shell?: Shell;
  served: Port<ToPage, ToMain>[];
  heard: ToMain[];
  mayQuit: boolean;
  log: string[];
  dropped: string[];
  pressed: PressedLink[];
  bodies: ShownBodies;
  locale: 'en' | 'nb';
  reported: unknown[];
  /** What the self-test finds. */
  tested: boolean;
  /** What the app's end waits for. */
  stopping: Promise<void> | undefined;
  /** What its opening waits for. */
  opening: Promise<void> | undefined;
} = {
  served: [],
  heard: [],
  mayQuit: true,
  log: [],
  dropped: [],
  pressed: [],
  bodies: createShownBodies(),
  locale: 'nb',
  reported: [],
  tested: true,
  stopping: undefined,
  opening: undefined,
};
vi.mock('../../../../main/app.ts', () => ({
  createApp: async (shell: Shell): Promise<App> => {
    calls.push({ name: 'createApp', args: [] });
    made.shell = shell;
    await made.opening;
    return {
      serve: (port) => {
        made.served.push(port);
        const stop = port.listen((message) => made.heard.push(message));
        return { close: stop, dropped: (paths) => made.dropped.push(...paths) };
      },
      mayQuit: () => made.mayQuit,
      stop: async () => {
        await made.stopping;
        made.log.push('stop');
      },
      handleFor: () => '' as ReadHandle,
      targetFor: () => '' as SaveTarget,
      shownBody: (name) => made.bodies.find(name),
      bodyLinkPressed: (pressed) => made.pressed.push(pressed),
      lock: () => made.log.push('lock'),
      locale: () => made.locale,
      reportError: (error) => {
        made.reported.push(error);
        return '12ab-34cd';
      },
      pageCrashed: (again) => calls.push({ name: 'pageCrashed', args: [again] }),
    };
  },
}));

vi.mock('../../../../main/young-generation.ts', () => ({
  boundYoungGeneration: () => {
    calls.push({ name: 'boundYoungGeneration', args: [] });
  },
}));

const installer = { install: () => made.log.push('install') } as unknown as Installer;
vi.mock('../../../../main/shell/electron-installer.ts', () => ({
  createElectronInstaller: () => installer,
}));

/** What is tried everywhere has its own test; here is what this shell adds. */
vi.mock('../../../../main/self-test.ts', () => ({
  selfTest: async ({ own, ...given }: SelfTestGiven): Promise<object> => {
    for (const attempt of Object.values(own)) await attempt();
    return { ok: made.tested, tried: Object.keys(own), ...given };
  },
}));

const argv = process.argv;

beforeEach(() => {
  resetElectron();
  Object.assign(made, {
    shell: undefined,
    served: [],
    heard: [],
    mayQuit: true,
    log: [],
    dropped: [],
    pressed: [],
    locale: 'nb',
    reported: [],
    tested: true,
    stopping: undefined,
    opening: undefined,
  });
  process.argv = [argv[0] ?? 'node', '--data', tempFolder()];
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal);
});
afterEach(() => {
  // Not those of the runner of tests.
  for (const hear of ourListeners('uncaughtException')) process.off('uncaughtException', hear);
  for (const hear of ourListeners('unhandledRejection')) process.off('unhandledRejection', hear);
});

const others = new Set<unknown>([
  ...process.listeners('uncaughtException'),
  ...process.listeners('unhandledRejection'),
]);
const ourListeners = (event: 'uncaughtException' | 'unhandledRejection') =>
  process.listeners(event as 'uncaughtException').filter((hear) => !others.has(hear));

/** Loads the entry as Electron would, then says that Electron is ready. `on`: the system it believes to be on. */
async function start(on = process.platform) {
  vi.resetModules();
  Object.assign(process, { defaultApp: !world.packaged });
  await onPlatform(on, () => import('../../../../main/shell/program.ts'));
  becomeReady();
  await eventually(() => {
    expect(callsOf('window.loadURL').length + callsOf('app.exit').length).toBeGreaterThan(0);
  });
}
const theWindow = () => {
  const [window] = windows;
  if (!window) throw new Error('no window');
  return window;
};
/** No longer than that: files, locks and sockets are those of this system. */
async function onPlatform(value: NodeJS.Platform, act: () => Promise<unknown>): Promise<void> {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value });
  try {
    await act();
  } finally {
    Object.defineProperty(process, 'platform', { value: platform });
  }
}
const ended = () =>
  eventually(() => {
    expect(processOfProgram.ended).toBeDefined();
    return processOfProgram.ended;
  });
/** The whole text of a box as the person reads it. */
const boxes = () =>
  callsOf('dialog.showMessageBox').map(({ args }) => args.at(-1) as Record<string, unknown>);
const theSession = () => session.fromPartition('steward');

describe('the window', () => {
  const frozen = {
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    contextIsolation: true,
    sandbox: true,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    disableBlinkFeatures: 'Auxclick',
    spellcheck: false,
    partition: 'steward',
  };

  it.each([true, false])(
    'ISO-01 gets exactly the frozen preferences (packaged: %s)',
    async (packaged) => {
      world.packaged = packaged;
      if (!packaged) process.argv.splice(1, 0, '.');
      await start();
      expect(windows).toHaveLength(1);
      const { preload, ...preferences } = theWindow().options.webPreferences as { preload: string };
      expect(preferences).toEqual({ ...frozen, devTools: !packaged });
      expect(preload).toMatch(/electron-bridge\.cjs$/);
      expect(Object.isFrozen(theWindow().options.webPreferences)).toBe(true);
    },
  );

  it('ISO-01 takes no preference from outside: the function has two arguments and no spread', () => {
    const file = sources(['main']).find((one) => one.path === 'main/shell/web-preferences.ts');
    expect(file?.text).not.toContain('...');
    const shell = sources(['main']).filter(({ text }) =>
      /new (BrowserWindow|WebContentsView)\(/.test(text),
    );
    expect(shell.map((one) => one.path)).toEqual(['main/shell/electron-window.ts']);
  });

  it('ISO-02 the sandbox is on, and schemes are registered, before Electron is ready', async () => {
    await start();
    // Electron refuses both once it is ready, and then there would be no program.
    expect(callsOf('app.enableSandbox')).toHaveLength(1);
    expect(callsOf('protocol.registerSchemesAsPrivileged')).toHaveLength(1);
    expect(callsOf('dialog.showErrorBox')).toEqual([]);
    expect(made.shell).toBeDefined();
  });

  it('V8 is kept from growing before the program is made', async () => {
    await start();
    const names = calls.map(({ name }) => name);
    const [kept, created] = [names.indexOf('boundYoungGeneration'), names.indexOf('createApp')];
    expect(kept).toBeGreaterThanOrEqual(0);
    expect(created).toBeGreaterThan(kept);
  });

  it('ISO-03 has one session, in memory, without a cache', async () => {
    await start();
    const partitions = callsOf('session.fromPartition').map(({ args }) => args[0]);
    expect(new Set(partitions)).toEqual(new Set(['steward']));
    expect(callsOf('session.fromPartition')[0]?.args[1]).toEqual({ cache: false });
  });

  it('ELC-13 the proxy of the system is asked for in a session that leaves nothing on the disk', async () => {
    await start();
    await made.shell?.systemProxy(new URL('https://platform.example/'));
    expect(callsOf('session.fromPartition').at(-1)?.args).toEqual([
      'steward-proxies',
      { cache: false },
    ]);
  });

  it('ISO-04 comes back after a crash of the page, with a new end of the border', async () => {
    await start();
    const before = made.served.length;
    theWindow().webContents.emit('render-process-gone', {}, { reason: 'crashed' });
    expect(callsOf('webContents.loadURL').map(({ args }) => args[0])).toEqual([
      'app://steward/index.html',
    ]);
    expect(made.served).toHaveLength(before + 1);
    expect(made.log).toEqual([]);
  });

  describe('ATK-19 a page that crashes again and again', () => {
    const crash = () => theWindow().webContents.emit('render-process-gone', {}, { reason: 'oom' });
    const loads = () => callsOf('webContents.loadURL').length;

    it('ATK-19 is loaded again twice in a minute; then the system says so, and the person decides', async () => {
      world.messageBox = { response: 0 };
      await start();
      for (let n = 0; n < 10; n += 1) crash();
      expect(loads()).toBe(2);
      expect(callsOf('pageCrashed').map(({ args }) => args[0])).toEqual([true, true, false]);
      const [asked, ...more] = callsOf('dialog.showMessageBox');
      expect(more).toEqual([]);
      expect(asked?.args[1]).toMatchObject({
        type: 'question',
        message: expect.stringMatching(/several times|flere ganger/) as unknown,
        detail: expect.stringContaining(`${path.sep}logs`) as unknown,
        buttons: [
          expect.stringMatching(/^(Load again|Last på nytt)$/) as unknown,
          expect.stringMatching(/^(Quit|Avslutt) Steward$/) as unknown,
        ],
        defaultId: 1,
        cancelId: 1,
      });
      await eventually(() => {
        expect(loads()).toBe(3);
      });
      crash();
      expect(loads()).toBe(4);
      expect(made.log).toEqual([]);
    });

    it('ATK-19 ends the program when the person wants that, also where something is held that no page can show', async () => {
      world.messageBox = { response: 1 };
      made.mayQuit = false;
      await start();
      for (let n = 0; n < 3; n += 1) crash();
      await eventually(() => {
        expect(callsOf('app.exit').map(({ args }) => args)).toEqual([[0]]);
      });
      expect([loads(), made.log]).toEqual([2, ['stop']]);
    });

    it('ATK-19 crashes that are far from each other are no circle', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      await start();
      for (let n = 0; n < 5; n += 1) {
        crash();
        vi.advanceTimersByTime(31_000);
      }
      expect(loads()).toBe(5);
      expect(callsOf('dialog.showMessageBox')).toEqual([]);
    });
  });

  it('ISO-05 no webview is attached, and none is in the page', async () => {
    await start();
    expect(prevented('will-attach-webview', {}, {})).toBe(true);
    expect(sources(['renderer']).filter(({ text }) => /<webview/i.test(text))).toEqual([]);
  });

  it('ISO-06 its origin answers with the list of files and the policy', async () => {
    await start();
    const handle = theSession().handlers.get('app');
    const found = await handle?.(new Request('https://x/index.html'));
    expect(found?.status).toBe(200);
    expect(found?.headers.get('content-security-policy')).toBe(policyAt('app://steward'));
    expect((await handle?.(new Request('https://x/other')))?.status).toBe(404);
  });

  it('ISO-07 the page’s scheme has three privileges, that of messages two, and no more; NAV-09 no protocol is claimed', async () => {
    await start();
    expect(callsOf('protocol.registerSchemesAsPrivileged').map(({ args }) => args)).toEqual([
      [
        [
          { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
          { scheme: 'app-msg', privileges: { standard: true, secure: true } },
        ],
      ],
    ]);
    expect(callsOf('app.setAsDefaultProtocolClient')).toEqual([]);
  });

  it('ISO-09 does not open under a switch that opens it to others', async () => {
    process.argv.push('--inspect=9229');
    await start();
    expect(callsOf('dialog.showErrorBox')).toHaveLength(1);
    expect(callsOf('app.exit').map(({ args }) => args)).toEqual([[1]]);
    expect(callsOf('createApp')).toEqual([]);
  });
});

function prevented(event: string, ...args: unknown[]): boolean {
  let stopped = false;
  const given = { preventDefault: () => (stopped = true), url: args[0], isMainFrame: true };
  theWindow().webContents.emit(event, given, ...args);
  return stopped;
}

describe('ways out of the window', () => {
  const addresses = [
    'https://example.org/',
    'http://127.0.0.1/',
    'file:///etc/passwd',
    'app://steward.evil/',
    'app://other/index.html',
    'app://steward/index.html?x',
    'app://steward/../secret',
    'about:blank',
    'about:srcdoc',
    'data:text/html,x',
    'blob:app://steward/1',
    'javascript:alert(1)',
    'chrome://gpu',
    'devtools://devtools/bundled/inspector.html',
    'view-source:app://steward/index.html',
    'ftp://example.org',
    'ws://example.org',
    'mailto:kari@example.org',
    'smb://server/share',
    'ms-settings:privacy',
    'vscode://file/x',
    '//example.org',
    '\\\\server\\share',
    'https://app:steward@example.org/',
    'https://steward/',
    'APP://STEWARD/',
    'filesystem:app://steward/x',
    'intent://x',
    'tel:1',
    '',
  ];

  it('NAV-01 30 addresses x three kinds of navigation: none is taken', async () => {
    await start();
    expect(addresses).toHaveLength(30);
    const taken = ['will-navigate', 'will-redirect', 'will-frame-navigate'].flatMap((event) =>
      addresses.filter((address) => !prevented(event, address)),
    );
    expect(taken).toEqual([]);
  });

  it('NAV-01 the page may load itself anew, wherever in it one is; nothing is redirected there, and no frame gets it', async () => {
    await start();
    for (const address of ['app://steward/index.html', 'app://steward/index.html#/c-1/inbox']) {
      expect(prevented('will-navigate', address)).toBe(false);
      expect(prevented('will-frame-navigate', address)).toBe(false);
      expect(prevented('will-redirect', address)).toBe(true);
      let stopped = false;
      const within = { url: address, isMainFrame: false, preventDefault: () => (stopped = true) };
      theWindow().webContents.emit('will-frame-navigate', { ...within, frame: frame({}) });
      expect(stopped).toBe(true);
    }
  });

  it('CSP-05 NAV-01 a frame of the page gets the body it was made for, and never goes on from there', async () => {
    await start();
    const { webContents } = theWindow();
    const shown = () => {
      const name = made.bodies.add({ html: '<p>Hei</p>', scheme: 'light', title: '' });
      return made.shell?.bodyAddress(name) ?? '';
    };
    const address = shown();
    expect(address).toMatch(/^app-msg:\/\/[0-9a-f]{32}\/$/);
    const inner = frame({ parent: webContents.mainFrame, frameTreeNodeId: 2, origin: 'null' });
    const goesTo = (url: string, given: object = {}) => {
      let stopped = false;
      const details = { url, isMainFrame: false, frame: inner, ...given };
      webContents.emit('will-frame-navigate', {
        preventDefault: () => (stopped = true),
        ...details,
      });
      return !stopped;
    };
    const away = addresses.filter((url) => goesTo(url));
    expect(away).toEqual([]);
    expect(goesTo(address, { isMainFrame: true, frame: webContents.mainFrame })).toBe(false);
    expect(goesTo(address)).toBe(true);
    const later = [...addresses, address, shown()].filter((url) => goesTo(url));
    expect(later).toEqual([]);
  });

  it('CSP-05 NAV-01 a pressed link of a body leads nowhere and is told by its number, from the frame that shows it alone', async () => {
    await start();
    const { webContents } = theWindow();
    const name = made.bodies.add({ html: '<a href="/3">x</a>', scheme: 'light', title: '' });
    const address = made.shell?.bodyAddress(name) ?? '';
    const within = { parent: webContents.mainFrame, frameTreeNodeId: 2, url: address };
    const press = (from: FakeFrame | null, url = `${address}3`) => {
      let stopped = false;
      const preventDefault = () => (stopped = true);
      webContents.emit('will-frame-navigate', {
        preventDefault,
        url,
        isMainFrame: false,
        frame: from,
      });
      return stopped;
    };
    expect(press(frame(within))).toBe(true);
    expect(made.pressed).toEqual([{ body: name, link: 3 }]);
    const others = [
      null,
      disposedFrame(),
      webContents.mainFrame,
      frame({ ...within, url: 'about:blank' }),
      frame({ ...within, parent: frame(within) }),
    ];
    expect(others.map((from) => press(from))).toEqual(others.map(() => true));
    expect(addresses.map((url) => press(frame(within), url))).toEqual(addresses.map(() => true));
    expect(made.pressed).toHaveLength(1);
  });

  it('CSP-05 a body is served at its own origin with its own policy, until it is forgotten', async () => {
    await start();
    const name = made.bodies.add({ html: '<p>Hei</p>', scheme: 'dark', title: 'Brev' });
    const handle = theSession().handlers.get('app-msg');
    const ask = async () => handle?.(new Request(`app-msg://${name}/`));
    const found = await ask();
    expect(found?.status).toBe(200);
    expect(await found?.text()).toContain('<p>Hei</p>');
    expect(found?.headers.get('content-security-policy')).toMatch(
      /^sandbox; default-src 'none'; .*frame-ancestors app:$/,
    );
    made.bodies.clear();
    expect((await ask())?.status).toBe(404);
  });

  it('NAV-03 no new window opens, from whatever contents', async () => {
    await start();
    const other = new FakeWebContents();
    app.emit('web-contents-created', {}, other);
    for (const contents of [theWindow().webContents, other]) {
      const answers = addresses.map((url) => contents.windowOpen?.({ url }));
      expect(answers).toEqual(addresses.map(() => ({ action: 'deny' })));
    }
  });

  it('NAV-05 every permission, device and capture is denied', async () => {
    await start();
    const names = permissionNames();
    expect(names.length).toBeGreaterThan(40);
    const { decide } = theSession();
    const ask = (name: string, ...args: unknown[]) =>
      (decide[name] as (...given: unknown[]) => unknown)(...args);
    const granted: string[] = [];
    for (const name of names) {
      ask('permissionRequest', {}, name, (yes: boolean) => yes && granted.push(name), {});
      if (ask('permissionCheck', {}, name, 'app://steward', {})) granted.push(name);
    }
    for (const type of ['hid', 'usb', 'serial']) {
      if (ask('devicePermission', { deviceType: type })) granted.push(type);
    }
    ask('displayMedia', {}, (streams: unknown) => streams && granted.push('display'));
    ask(
      'bluetoothPairing',
      {},
      ({ confirmed }: { confirmed: boolean }) => confirmed && granted.push('bluetooth'),
    );
    expect(granted).toEqual([]);
    const chosen: unknown[] = [];
    const stop = { preventDefault: () => chosen.push('prevented') };
    theSession().emit('select-hid-device', stop, {}, (id: unknown) => chosen.push(id));
    theSession().emit('select-usb-device', stop, {}, (id: unknown) => chosen.push(id));
    theSession().emit('select-serial-port', stop, [], {}, (id: unknown) => chosen.push(id));
    theWindow().webContents.emit('select-bluetooth-device', stop, [], (id: unknown) =>
      chosen.push(id),
    );
    theSession().emit('will-download', stop);
    expect(chosen.filter((id) => id !== 'prevented' && id)).toEqual([]);
    expect(chosen.filter((id) => id === 'prevented')).toHaveLength(5);
  });

  it('CSP-04 the page has no network: requests cancelled, a dead proxy, no names, no direct UDP', async () => {
    await start();
    const decide = theSession().decide['onBeforeRequest'] as unknown as (
      details: { url: string; resourceType: string },
      answer: (given: { cancel: boolean }) => void,
    ) => void;
    const passedAs = (resourceType: string, urls: readonly string[]) =>
      urls.filter((url) => {
        let cancelled = true;
        decide({ url, resourceType }, ({ cancel }) => (cancelled = cancel));
        return !cancelled;
      });
    const body = `app-msg://${'0'.repeat(32)}/`;
    expect(passedAs('image', [body])).toEqual([]);
    expect(passedAs('subFrame', [body])).toEqual([body]);
    expect(passedAs('subFrame', [...addresses, 'app://steward/assets/app.js'])).toEqual([
      'app://steward/index.html?x',
      'app://steward/../secret',
      'app://steward/assets/app.js',
    ]);
    // It was there before the page was.
    const dead = { proxyRules: 'http://127.0.0.1:9', proxyBypassRules: '<-loopback>' };
    expect([theWindow().proxyOfPage, theSession().proxy]).toEqual([dead, dead]);
    expect(callsOf('webContents.setWebRTCIPHandlingPolicy').map(({ args }) => args)).toEqual([
      ['disable_non_proxied_udp'],
    ]);
  });

  it('ATK-03 asks in the system’s own box, over the window, where Enter and closing say no', async () => {
    await start();
    const question = {
      why: 'reveal',
      targets: ['ola'],
      message: 'Show the secret of ola?',
      detail: 'Whoever sees it can sign in with it.',
      yes: 'Show',
      no: 'Cancel',
      typed: '',
      again: '',
    } as const;
    const { signal } = new AbortController();
    expect(await made.shell?.ask(question, signal)).toBe(false);
    world.messageBox = { response: 0 };
    expect(await made.shell?.ask(question, signal)).toBe(true);
    const { message, detail } = question;
    const [first] = callsOf('dialog.showMessageBox');
    expect(first?.args).toHaveLength(2);
    expect(first?.args[1]).toEqual({
      type: 'question',
      message,
      detail,
      buttons: ['Show', 'Cancel'],
      defaultId: 1,
      cancelId: 1,
      signal,
    });
  });

  it('NAV-06 the system browser opens only after the person saw the host and said so', async () => {
    await start();
    const address = new URL('https://portal.example.org/inbox');
    await expect(made.shell?.openExternal(address)).rejects.toMatchObject({
      failure: { kind: 'cancelled' },
    });
    expect(callsOf('shell.openExternal')).toEqual([]);
    world.messageBox = { response: 0 };
    await made.shell?.openExternal(address);
    expect(callsOf('shell.openExternal').map(({ args }) => args)).toEqual([[address.href]]);
    expect(JSON.stringify(callsOf('dialog.showMessageBox')[0]?.args[1])).toContain(
      'portal.example.org',
    );
    for (const bad of ['file:///etc/passwd', 'https://kari@example.org/', 'http://example.org/']) {
      await expect(made.shell?.openExternal(new URL(bad))).rejects.toThrow(/https/);
    }
    expect(callsOf('shell.openExternal')).toHaveLength(1);
    expect(callsOf('shell.openPath')).toEqual([]);
  });

  it.each(['linux', 'win32'] as const)('on %s nobody can be asked for', async (platform) => {
    await start(platform);
    expect(made.shell?.person).toBeUndefined();
  });

  it('ATK-22 Touch ID is asked on a Mac that has it', async () => {
    await start('darwin');
    const { person } = made.shell ?? {};
    expect(person?.canAsk()).toBe(false);
    Object.assign(touchId, { there: true, accepts: false });
    expect(person?.canAsk()).toBe(true);
    expect(await person?.ask('open again')).toBe(false);
    touchId.accepts = true;
    expect(await person?.ask('open again')).toBe(true);
    expect(callsOf('systemPreferences.promptTouchID')[0]?.args).toEqual(['open again']);
    Object.assign(touchId, { there: false, accepts: false });
  });

  it('NAV-07 a saved file is selected in its folder and not opened; a path with a NUL goes nowhere', async () => {
    await start();
    const file = path.resolve('/somewhere/list, 1.csv');
    await made.shell?.showInFolder(file);
    for (const bad of [`${file}\0.txt`, 'list.csv'])
      await expect(made.shell?.showInFolder(bad)).rejects.toMatchObject({
        failure: { kind: 'file', problem: 'not-a-file' },
      });
    expect(callsOf('shell.showItemInFolder').map(({ args }) => args)).toEqual([[file]]);
    expect(callsOf('shell.openPath')).toEqual([]);
  });
});

/** Every permission the installed Electron knows, from its own declarations. */
function permissionNames(): string[] {
  const line = /setPermissionCheckHandler\(handler: .*?permission: ([^,]+),/.exec(
    declarations,
  )?.[1];
  return [...(line ?? '').matchAll(/'([\w-]+)'/g)].map((match) => match[1] ?? '');
}
const declarations = readFileSync(path.join(root, 'node_modules/electron/electron.d.ts'), 'utf8');

describe('who may speak through the border', () => {
  const message = JSON.stringify({ kind: 'call', id: 1, name: 'app.start', input: {} });
  type Bad = (contents: FakeWebContents) => {
    sender: FakeWebContents;
    senderFrame: FakeFrame | null;
  };
  const bad: Readonly<Record<string, Bad>> = {
    'no frame': (sender) => ({ sender, senderFrame: null }),
    'a destroyed frame': (sender) => ({ sender, senderFrame: frame({ isDestroyed: () => true }) }),
    'a frame within': (sender) => ({
      sender,
      senderFrame: frame({ parent: frame(), frameTreeNodeId: 2 }),
    }),
    'a frame within that says it is on top': (sender) => ({
      sender,
      senderFrame: frame({ frameTreeNodeId: 2 }),
    }),
    'app://evil': (sender) => ({
      sender,
      senderFrame: frame({ origin: 'app://evil', url: 'app://evil/' }),
    }),
    'app://steward.evil': (sender) => ({
      sender,
      senderFrame: frame({ origin: 'app://steward.evil', url: 'app://steward.evil/index.html' }),
    }),
    'https://steward': (sender) => ({
      sender,
      senderFrame: frame({ origin: 'https://steward', url: 'https://steward/index.html' }),
    }),
    'a file': (sender) => ({
      sender,
      senderFrame: frame({ origin: 'file://', url: 'file:///index.html' }),
    }),
    'an opaque origin at our address': (sender) => ({
      sender,
      senderFrame: frame({ origin: 'null' }),
    }),
    'our origin at another address': (sender) => ({
      sender,
      senderFrame: frame({ url: 'blob:app://steward/1' }),
    }),
    'other contents': () => ({ sender: new FakeWebContents(), senderFrame: frame() }),
    'destroyed contents': (sender) => {
      sender.destroyed = true;
      return { sender, senderFrame: frame() };
    },
  };

  it('IPC-02 there is one channel, and our own page is heard on it', async () => {
    await start();
    expect(ipcMain.eventNames()).toEqual(['steward', 'steward-dropped']);
    expect(callsOf('ipcMain.handle')).toEqual([]);
    const { webContents } = theWindow();
    ipcMain.emit('steward', { sender: webContents, senderFrame: webContents.mainFrame }, message);
    expect(made.heard).toEqual([JSON.parse(message)]);
  });

  it.each(Object.keys(bad))('IPC-02 each channel refuses %s', async (name) => {
    await start();
    const { webContents } = theWindow();
    let tried = 0;
    for (const channel of ipcMain.eventNames()) {
      tried += 1;
      ipcMain.emit(channel, bad[name]?.(webContents), message);
      ipcMain.emit(channel, bad[name]?.(webContents), ['/home/a/one.pdf']);
    }
    expect({ tried, heard: made.heard }).toEqual({ tried: 2, heard: [] });
    expect(made.dropped).toEqual([]);
    expect(webContents.sent).toEqual([]);
  });

  it('takes the paths of dropped files from the preload, and nothing that is no path', async () => {
    await start();
    const { webContents } = theWindow();
    const event = { sender: webContents, senderFrame: webContents.mainFrame };
    ipcMain.emit('steward-dropped', event, ['/home/a/one.pdf', 'two.pdf', 3, null]);
    ipcMain.emit('steward-dropped', event, '/home/a/three.pdf');
    expect({ dropped: made.dropped, heard: made.heard }).toEqual({
      dropped: ['/home/a/one.pdf'],
      heard: [],
    });
  });

  it('what is no JSON text of a bounded size does not get further', async () => {
    await start();
    const { webContents } = theWindow();
    const event = { sender: webContents, senderFrame: webContents.mainFrame };
    for (const text of [undefined, null, 1, {}, [], '{', `"${'x'.repeat(17 * 1024 * 1024)}"`]) {
      ipcMain.emit('steward', event, text);
    }
    expect(made.heard).toEqual([]);
  });

  it('sends text to the page, and nothing to a page that is gone', async () => {
    await start();
    const { webContents } = theWindow();
    const port = made.served.at(-1);
    port?.post({ kind: 'event', name: 'locked', value: {} });
    webContents.destroyed = true;
    port?.post({ kind: 'event', name: 'locked', value: {} });
    expect(webContents.sent).toEqual(['{"kind":"event","name":"locked","value":{}}']);
  });
});

/** The files that speak with Electron. */
const hosts = () => sources(['main']).filter(({ imports }) => imports.includes('electron'));

describe('the end', () => {
  /** Every way in which a person or the system ends the program with its window open. */
  const ways: Readonly<Record<string, () => void>> = {
    'the menu, Cmd+Q, Ctrl+Q or the Dock': () => {
      app.quit();
    },
    'the window’s close button': () => {
      theWindow().close();
    },
    'a shutdown of Linux or macOS, which waits': () => {
      expect(shutDownSystem()).toBe(true);
    },
    'signing out of Windows, which waits': () => {
      expect(endSession()).toBe(true);
    },
    'the page’s own Quit': () => made.shell?.quit(),
    SIGTERM: () => {
      raiseSignal('SIGTERM');
    },
    'Ctrl+C': () => {
      raiseSignal('SIGINT');
    },
    'the end of its terminal': () => {
      raiseSignal('SIGHUP');
    },
  };

  it.each(Object.keys(ways))(
    'INS-05 by %s: the app is stopped once, before the process ends with 0',
    async (way) => {
      let goOn: () => void = () => undefined;
      made.stopping = new Promise((resolve) => (goOn = resolve));
      await start();
      ways[way]?.();
      // Whatever else is tried meanwhile.
      app.quit();
      windows[0]?.close();
      expect([processOfProgram.ended, made.log]).toEqual([undefined, []]);
      goOn();
      expect(await ended()).toBe(0);
      expect(made.log).toEqual(['stop']);
      expect(windows).toEqual([]);
      expect(callsOf('app.relaunch')).toEqual([]);
    },
  );

  it.each(['SIGTERM', 'Ctrl+C', 'the end of its terminal'])(
    'ELC-03 by %s: what a person would be asked about does not hold it',
    async (way) => {
      await start();
      made.mayQuit = false;
      ways[way]?.();
      expect(await ended()).toBe(0);
      expect(made.log).toEqual(['stop']);
    },
  );

  it.each([Object.keys(ways)[0] ?? '', Object.keys(ways)[1] ?? ''])(
    'INS-05 by %s: what would be lost holds it, and the program goes on as it was',
    async (way) => {
      await start();
      made.mayQuit = false;
      ways[way]?.();
      expect([windows.length, processOfProgram.ended, made.log]).toEqual([1, undefined, []]);
      made.mayQuit = true;
      ways[way]?.();
      expect(await ended()).toBe(0);
      expect(made.log).toEqual(['stop']);
    },
  );

  it('ELC-07 on macOS a command leaves the Dock before anything else, and elsewhere there is none', async () => {
    const performed: unknown[] = [];
    vi.doMock('../../../../main/shell/terminal-process.ts', () => ({
      performCommandLine: async () => void performed.push(callsOf('app.dock.hide').length),
    }));
    onTestFinished(() => {
      vi.doUnmock('../../../../main/shell/terminal-process.ts');
      Reflect.deleteProperty(process, 'type');
    });
    Object.assign(process, { type: 'browser' });
    const command = async (on: NodeJS.Platform) => {
      vi.resetModules();
      process.argv = ['steward', '/steward', 'operations'];
      Object.assign(process, { defaultApp: true });
      await onPlatform(on, () => import('../../../../main/shell/program.ts'));
    };
    await command('darwin');
    await command('linux');
    expect([performed, callsOf('app.dock.hide').length]).toEqual([[1, 1], 1]);
  });

  it('INS-05 an app that cannot be stopped does not keep the process', async () => {
    await start();
    made.stopping = Promise.reject(new Error('no'));
    app.quit();
    expect(await ended()).toBe(1);
  });

  it('INS-05 quitting while the app is still being opened waits for it and stops it', async () => {
    let opened: () => void = () => undefined;
    made.opening = new Promise((resolve) => (opened = resolve));
    vi.resetModules();
    Object.assign(process, { defaultApp: false });
    await import('../../../../main/shell/program.ts');
    becomeReady();
    await eventually(() => {
      expect(callsOf('createApp')).toHaveLength(1);
    });
    app.quit();
    opened();
    expect(await ended()).toBe(0);
    expect(made.log).toEqual(['stop']);
    expect(callsOf('new BrowserWindow')).toEqual([]);
  });

  it('INS-06 a closed window is used by nobody any more, and a start meanwhile starts anew', async () => {
    let goOn: () => void = () => undefined;
    made.stopping = new Promise((resolve) => (goOn = resolve));
    await start();
    const port = made.served.at(-1);
    theWindow().close();
    port?.post({ kind: 'event', name: 'locked', value: {} });
    made.shell?.hideFromScreenSharing(false);
    nativeTheme.emit('updated');
    expect(await made.shell?.dialogs.open({ purpose: 'certificate', extensions: [] })).toBe(
      undefined,
    );
    app.emit('second-instance', {}, [], '/');
    expect(callsOf('dialog.showErrorBox')).toEqual([]);
    expect(callsOf('app.relaunch')).toEqual([]);
    goOn();
    expect(await ended()).toBe(0);
    expect(callsOf('app.relaunch')).toHaveLength(1);
  });

  it('INS-06 a start while the system shuts down is not followed', async () => {
    await start();
    shutDownSystem();
    app.emit('second-instance', {}, [], '/');
    expect(await ended()).toBe(0);
    expect(callsOf('app.relaunch')).toEqual([]);
  });

  it('INS-06 a window that is closed before its page has come ends the program without a complaint', async () => {
    world.loads = false;
    await start();
    app.emit('second-instance', {}, [], '/');
    expect(theWindow().visible).toBe(true);
    theWindow().close();
    expect(await ended()).toBe(0);
    expect([callsOf('dialog.showErrorBox'), boxes()]).toEqual([[], []]);
    expect(made.log).toEqual(['stop']);
  });

  describe('INS-09 an error that nothing caught', () => {
    const happens = (error: unknown) => {
      const [hear] = ourListeners('uncaughtException');
      hear?.(error as Error, 'uncaughtException');
    };

    it.each([
      ['en', /has to close because of an error/, 'Close Steward'],
      ['nb', /må avsluttes på grunn av en feil/, 'Avslutt Steward'],
    ] as const)(
      'INS-09 is told in %s without what it says, and the program is ended in order',
      async (locale, message, close) => {
        made.locale = locale;
        world.messageBox = undefined;
        await start();
        happens(new Error('hunter2'));
        happens(new Error('hunter3'));
        await eventually(() => {
          expect(made.log).toEqual(['stop']);
        });
        expect(boxes()).toEqual([
          {
            type: 'error',
            message: expect.stringMatching(message) as unknown,
            detail: expect.stringMatching(/12ab-34cd .*logs\.$/) as unknown,
            buttons: [close],
          },
        ]);
        expect(JSON.stringify(boxes())).not.toContain('hunter');
        expect(made.reported).toEqual([new Error('hunter2'), new Error('hunter3')]);
        expect(processOfProgram.ended).toBeUndefined();
        answerBox(0);
        expect(await ended()).toBe(1);
      },
    );

    it('INS-09 a promise that nobody waited for is logged, and the program goes on', async () => {
      await start();
      const [hear] = ourListeners('unhandledRejection');
      (hear as ((reason: unknown) => void) | undefined)?.(new Error('hunter2'));
      expect(made.reported).toEqual([new Error('hunter2')]);
      expect([processOfProgram.ended, boxes()]).toEqual([undefined, []]);
    });
  });
});

describe('a folder that a command is using', () => {
  const hold = async () => {
    const { takeInstanceLock } = await import('../../../../main/storage/folder-lock.ts');
    const holder = { kind: 'command', name: 'call jobs.resume' } as const;
    return takeInstanceLock(process.argv[2] ?? '', { woken: () => undefined, holder });
  };
  const begin = async () => {
    vi.resetModules();
    Object.assign(process, { defaultApp: false });
    await import('../../../../main/shell/program.ts');
    becomeReady();
  };

  it('INS-07 is said with the command; who waits gets the window once it has ended', async () => {
    const lock = await hold();
    world.languages = ['en-GB'];
    world.messageBox = undefined;
    await begin();
    await eventually(() => {
      expect(openBoxes()).toBe(1);
    });
    expect(boxes()[0]).toMatchObject({
      message: "A command is using Steward's data folder.",
      detail: expect.stringContaining('"steward call jobs.resume" is running') as unknown,
      buttons: ['Wait', 'Cancel'],
    });
    answerBox(0);
    expect(callsOf('createApp')).toEqual([]);
    lock?.release();
    await eventually(() => {
      expect(callsOf('window.loadURL')).toHaveLength(1);
    });
    expect(boxes()).toHaveLength(1);
  });

  it('INS-07 is left alone by who does not want to wait', async () => {
    const lock = await hold();
    world.messageBox = { response: 1 };
    await begin();
    expect(await ended()).toBe(0);
    expect(boxes()[0]).toMatchObject({ buttons: ['Vent', 'Avbryt'] });
    expect(callsOf('createApp')).toEqual([]);
    lock?.release();
  });

  it('INS-07 whoever quits while waiting is not kept', async () => {
    const lock = await hold();
    world.messageBox = undefined;
    await begin();
    await eventually(() => {
      expect(openBoxes()).toBe(1);
    });
    app.quit();
    expect(await ended()).toBe(0);
    lock?.release();
  });

  it('INS-07 a holder that says what no command is called is taken for a window', async () => {
    const { takeInstanceLock } = await import('../../../../main/storage/folder-lock.ts');
    const holder = { kind: 'command', name: '<b>\n"$(rm)"' } as const;
    const given = { woken: () => undefined, holder };
    const lock = await takeInstanceLock(process.argv[2] ?? '', given);
    await start();
    expect([processOfProgram.ended, boxes()]).toEqual([0, []]);
    lock?.release();
  });
});

describe('INS-15 the self-test', () => {
  const written: string[] = [];
  beforeEach(() => {
    written.length = 0;
    vi.stubEnv('DISPLAY', ':99');
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
    onTestFinished(() => {
      vi.restoreAllMocks();
      vi.unstubAllEnvs();
    });
  });
  const answer = (ok: boolean) => {
    const result = ok ? { ok, value: {} } : { ok, failure: { kind: 'internal', message: '' } };
    made.served.at(-1)?.post({ kind: 'answer', id: 1, result } as ToPage);
  };

  it.each([
    [true, 0],
    [false, 1],
  ])(
    'INS-15 reports once its page has been answered, unseen and in a folder of nobody (ok: %s)',
    async (tested, code) => {
      made.tested = tested;
      process.argv = [argv[0] ?? 'node', '--self-test'];
      await start();
      const folder = made.shell?.dataFolder ?? '';
      expect(path.basename(path.dirname(folder))).toMatch(/^steward-self-test-/);
      expect(made.shell?.keychain).toBe('memory');
      answer(false);
      expect(written).toEqual([]);
      answer(true);
      expect(await ended()).toBe(code);
      expect(written.map((line) => JSON.parse(line) as unknown)).toEqual([
        expect.objectContaining({
          ok: tested,
          tried: ['page'],
          shell: 'electron',
          keychain: 'system',
        }),
      ]);
      expect(callsOf('window.show')).toEqual([]);
      expect(made.log).toEqual(['stop']);
      expect(existsSync(folder)).toBe(false);
    },
  );

  it('INS-15 that ends before its report is not ok', async () => {
    process.argv = [argv[0] ?? 'node', '--self-test'];
    await start();
    theWindow().close();
    expect(await ended()).toBe(1);
    expect(written).toEqual([]);
  });
});

describe('what a person sees of a start', () => {
  it('INS-08 a refusal is shown once Electron can show it, in the language of the system', async () => {
    process.argv.push('--no-sandbox');
    await start();
    await ended();
    expect(callsOf('dialog.showErrorBox').map(({ args }) => args)).toEqual([
      [
        'Steward starter ikke',
        'Valget --no-sandbox kjører vinduet utenfor sandkassen. Fjern det, og start Steward på nytt.',
      ],
    ]);
    expect(processOfProgram.ended).toBe(1);
  });

  it('INS-08 a start without a window is refused without a box that nobody answers', async () => {
    process.argv.push('--headless', '--unknown');
    await start();
    expect(await ended()).toBe(1);
    expect(callsOf('dialog.showErrorBox')).toEqual([]);
  });

  it('INS-08 harmless switches keep nobody out', async () => {
    process.argv.splice(1, 0, '--disable-gpu', '--ozone-platform=wayland');
    await start();
    expect(windows).toHaveLength(1);
  });

  it('FIL-08 a folder that is refused gets nothing of Electron’s, nor does the place it would choose itself', async () => {
    const folder = path.join(tempFolder(), 'data');
    symlinkSync(tempFolder(), folder);
    process.argv = [argv[0] ?? 'node', '--data', folder];
    await start();
    expect(await ended()).toBe(1);
    expect(callsOf('dialog.showErrorBox')[0]?.args[1]).toMatch(/symbolsk lenke/);
    expect(readdirSync(folder)).toEqual([]);
    const [used = ''] = callsOf('userData made').map(({ args }) => String(args[0]));
    expect(path.dirname(used)).toBe(tmpdir());
    expect(existsSync(used)).toBe(false);
  });

  it('keeps size and place of the window, and the page’s colour behind it, as the system has it', async () => {
    world.dark = true;
    await start();
    const { options } = theWindow();
    expect(options).toMatchObject({ name: 'main', windowStatePersistence: true });
    const styles = readFileSync(path.join(root, 'renderer/styles/theme.css'), 'utf8');
    const colour = (name: string) =>
      [
        ...styles.matchAll(
          new RegExp(`--ds-color-neutral-background-${name}: (#[0-9a-f]{6})`, 'g'),
        ),
      ].map(([, found]) => found);
    expect(theWindow().backgroundColor).toBe(colour('default').at(-1));
    world.dark = false;
    nativeTheme.emit('updated');
    expect(theWindow().backgroundColor).toBe(colour('tinted')[0]);
    // What the person has chosen counts, for the system's boxes and menus too.
    made.shell?.useScheme?.('dark');
    expect(theWindow().backgroundColor).toBe(colour('default').at(-1));
    made.shell?.useScheme?.('auto');
    expect(theWindow().backgroundColor).toBe(colour('tinted')[0]);
  });

  it('is told in the person’s language why the folder is refused', async () => {
    world.languages = ['nb-NO'];
    const folder = path.join(tempFolder(), 'data');
    symlinkSync(tempFolder(), folder);
    process.argv = [argv[0] ?? 'node', '--data', folder];
    await start();
    expect(await ended()).toBe(1);
    expect(callsOf('dialog.showErrorBox').map(({ args }) => args)).toEqual([
      [
        'Steward starter ikke',
        `Datamappen ${folder} er en symbolsk lenke; oppgi selve mappen. En annen kan oppgis med --data.`,
      ],
    ]);
  });

  it('has the languages that a person prefers decide, not the ones that the program was packed with', async () => {
    world.languages = ['sv-SE', 'en-GB', 'nb'];
    await start();
    expect(made.shell?.osLanguage).toBe('en-GB');
  });

  it('has a menu at the pointer', async () => {
    await start();
    const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true };
    const clicked = { isEditable: true, selectionText: '', editFlags };
    theWindow().webContents.emit('context-menu', {}, clicked);
    expect(shownMenu()?.map(({ role }) => role)).toEqual(['cut', 'copy', 'paste', 'selectAll']);
  });

  it('asks before the browser opens in the person’s language', async () => {
    await start();
    await made.shell?.openExternal(new URL(PORTAL)).catch(() => undefined);
    made.locale = 'en';
    await made.shell?.openExternal(new URL(PORTAL)).catch(() => undefined);
    expect(boxes().map(({ message, buttons }) => [message, buttons])).toEqual([
      ['Vil du åpne portal.example.org i systemets nettleser?', ['Åpne', 'Avbryt']],
      ["Open portal.example.org in the system's browser?", ['Open', 'Cancel']],
    ]);
  });
});
const PORTAL = 'https://portal.example.org/inbox';

describe('the system', () => {
  it('INS-01 a second start ends before data, vault or journal is touched; the first is shown', async () => {
    world.firstInstance = false;
    await start();
    expect(callsOf('app.exit').map(({ args }) => args)).toEqual([[0]]);
    expect(made.shell).toBeUndefined();
    resetElectron();
    process.argv = [argv[0] ?? 'node', '--data', tempFolder()];
    await start();
    theWindow().focused = false;
    app.emit('second-instance', {}, [], '/');
    expect(callsOf('window.loadURL')).toHaveLength(1);
    expect(theWindow()).toMatchObject({ visible: true, focused: true });
  });

  it('NOT-05 a click on a notification brings the window to the front, and then says so', async () => {
    await start();
    const { notifications: host } = made.shell ?? {};
    const opened: string[] = [];
    for (const title of ['first', 'second']) {
      host?.show({ title, body: 'details' }, () => {
        opened.push(`${title}: ${String(theWindow().focused)}`);
      });
    }
    // One at a time.
    expect(notifications.map(({ title, body }) => [title, body])).toEqual([['second', 'details']]);
    world.minimised = true;
    Object.assign(theWindow(), { visible: false, focused: false });
    expect(host?.isWatched()).toBe(false);
    notifications[0]?.emit('click', {});
    expect(opened).toEqual(['second: true']);
    expect(theWindow()).toMatchObject({ visible: true, focused: true });
    expect(host?.isWatched()).toBe(true);
    // What is clicked in the system's list once the window is gone opens nothing.
    const [left] = notifications;
    theWindow().close();
    await ended();
    left?.emit('click', {});
    expect(opened).toHaveLength(1);
    expect(host?.isWatched()).toBe(false);
  });

  it('NOT-05 there are none where the system shows none, and none of a program that nobody sees', async () => {
    world.notifications = false;
    await start();
    expect(made.shell?.notifications).toBeUndefined();
    resetElectron();
    process.argv = [argv[0] ?? 'node', '--headless', '--data', tempFolder()];
    await start();
    expect(made.shell?.notifications).toBeUndefined();
  });

  it('INS-01 a second start brings a minimised window back', async () => {
    await start();
    for (const minimised of [true, false]) {
      world.minimised = minimised;
      Object.assign(theWindow(), { visible: false, focused: false });
      app.emit('second-instance', {}, [], '/');
      expect(theWindow()).toMatchObject({ visible: true, focused: true });
      expect(world.minimised).toBe(false);
    }
  });

  it('INS-04 nothing that a second start says is used, whatever it is', async () => {
    await start();
    const { env } = process;
    const before = { cwd: process.cwd(), env: { ...env }, argv: [...process.argv] };
    const hostile = [
      ['--no-sandbox', '--data', '/etc', 'https://evil.example/'],
      ['call', 'oneTimeSecrets.reveal', '{"secret":"x"}'],
      ['erase', '--everything', '--yes'],
    ];
    for (const said of hostile) {
      calls.length = 0;
      Object.assign(theWindow(), { visible: false, focused: false });
      app.emit('second-instance', {}, said, '/etc', { argv: said });
      expect(theWindow()).toMatchObject({ visible: true, focused: true });
      const shown = ['window.show', 'window.focus', 'window.isMinimized'];
      expect(calls.filter(({ name, args }) => !shown.includes(name) || args.length > 0)).toEqual(
        [],
      );
    }
    expect({ cwd: process.cwd(), env: { ...env }, argv: process.argv }).toEqual(before);
    expect(made.heard).toEqual([]);
  });

  it('INS-01 a start in another shell on the same data folder brings a minimised window back too', async () => {
    await start();
    const { takeInstanceLock } = await import('../../../../main/storage/folder-lock.ts');
    world.minimised = true;
    Object.assign(theWindow(), { visible: false, focused: false });
    const second = await takeInstanceLock(process.argv[2] ?? '', { woken: () => undefined });
    expect(second).toBeUndefined();
    expect(theWindow()).toMatchObject({ visible: true, focused: true });
    expect(world.minimised).toBe(false);
  });

  it('INS-01 a Steward in another shell on the same data folder holds it back too', async () => {
    const { takeInstanceLock } = await import('../../../../main/storage/folder-lock.ts');
    let woken = 0;
    const lock = await takeInstanceLock(process.argv[2] ?? '', { woken: () => (woken += 1) });
    await start();
    expect(callsOf('createApp')).toEqual([]);
    expect(woken).toBe(1);
    lock?.release();
  });

  it.each(['darwin', 'linux', 'win32'] as const)(
    'MEM-02 CLK-05 on %s locks when the screen locks, once for each time, when the computer sleeps and when it wakes',
    async (platform) => {
      vi.useFakeTimers({ toFake: ['setInterval'] });
      onTestFinished(() => {
        vi.useRealTimers();
      });
      await start(platform);
      vi.advanceTimersByTime(60_000);
      expect(made.log).toEqual([]);
      for (let times = 0; times < 2; times += 1) {
        await onPlatform(platform, async () => lockScreen());
        vi.advanceTimersByTime(60_000);
        world.idleState = 'active';
        vi.advanceTimersByTime(60_000);
      }
      expect(made.log).toEqual(['lock', 'lock']);
      for (const event of ['suspend', 'resume']) powerMonitor.emit(event);
      expect(made.log).toHaveLength(4);
    },
  );

  it('MEM-04 hides the window from screen sharing when asked', async () => {
    await start();
    made.shell?.hideFromScreenSharing(true);
    made.shell?.hideFromScreenSharing(false);
    expect(callsOf('window.setContentProtection').map(({ args }) => args)).toEqual([
      [true],
      [false],
    ]);
  });

  it('CLP-01 a copied secret is written once, with the marks that keep it out of histories', async () => {
    await start();
    const secret = new Secret('S3cr3t-One');
    await made.shell?.clipboard.write(secret);
    const [written] = callsOf('clipboard.write');
    expect(callsOf('clipboard.write')).toHaveLength(1);
    const [[item]] = written?.args as [[{ items: Record<string, string | Blob> }]];
    expect(item.items['text/plain']).toBe('S3cr3t-One');
    expect(Object.keys(item.items)).toContain(
      'electron application/osclipboard;format="x-kde-passwordManagerHint"',
    );
    expect(await made.shell?.clipboard.holds(secret)).toBe(true);
    expect(await made.shell?.clipboard.holds(new Secret('other'))).toBe(false);
    await made.shell?.clipboard.clear();
    expect(await made.shell?.clipboard.holds(secret)).toBe(false);
  });

  it('leaves the names of hosts to the system, whose proxy script may stand behind one', async () => {
    await start();
    const switches = callsOf('commandLine.appendSwitch').map(({ args }) => args[0]);
    expect(switches).not.toContain('host-resolver-rules');
    world.proxy = 'PROXY proxy.example:3128';
    const proxy = await made.shell?.systemProxy(new URL('https://platform.example/'));
    expect(proxy).toEqual({ host: 'proxy.example', port: 3128 });
  });

  it('CLP-01 a secret is copied also where the system does not take the marks', async () => {
    await start();
    world.takesFormats = false;
    const secret = new Secret('S3cr3t-One');
    await made.shell?.clipboard.write(secret);
    expect(await made.shell?.clipboard.holds(secret)).toBe(true);
    await made.shell?.clipboard.clear();
    expect(await made.shell?.clipboard.holds(secret)).toBe(false);
  });

  it('CLP-01 on Windows and macOS the marks are theirs, each of at least a byte', async () => {
    const { concealingFormats } = await import('../../../../main/shell/electron-clipboard.ts');
    const formats = (platform: NodeJS.Platform) =>
      concealingFormats(platform).map(([name, bytes]) =>
        bytes.length > 0 ? name : `${name}: empty`,
      );
    expect(formats('win32')).toEqual([
      'ExcludeClipboardContentFromMonitorProcessing',
      'CanIncludeInClipboardHistory',
      'CanUploadToCloudClipboard',
    ]);
    expect(formats('darwin')).toEqual(['org.nspasteboard.ConcealedType']);
  });

  it('dialogs answer what the person picked, under a name that is safe', async () => {
    await start();
    expect(
      await made.shell?.dialogs.open({ purpose: 'certificate', extensions: ['p12'] }),
    ).toBeUndefined();
    world.openDialog = { canceled: false, filePaths: ['/x/kari æ.p12'] };
    expect(await made.shell?.dialogs.open({ purpose: 'certificate', extensions: ['p12'] })).toBe(
      '/x/kari æ.p12',
    );
    world.openDialog = { canceled: false, filePaths: ['/x/a.xml', '/x/b.xml'] };
    const several = { purpose: 'attachment', extensions: [] };
    expect(await made.shell?.dialogs.openSeveral?.(several)).toEqual(['/x/a.xml', '/x/b.xml']);
    expect(await made.shell?.dialogs.folder({ suggestedName: 'export' })).toBe('/x/a.xml');
    const properties = callsOf('dialog.showOpenDialog').map(
      ({ args }) => (args[1] as { readonly properties: unknown }).properties,
    );
    expect(properties.slice(-2)).toEqual([
      ['openFile', 'multiSelections'],
      ['openDirectory', 'createDirectory'],
    ]);
    // What the dialog still names is not meant.
    world.openDialog = { canceled: true, filePaths: ['/x/a.xml'] };
    expect(await made.shell?.dialogs.openSeveral?.(several)).toEqual([]);
    expect(await made.shell?.dialogs.folder({ suggestedName: 'export' })).toBeUndefined();
    world.saveDialog = { canceled: false, filePath: '/x/report.csv' };
    expect(await made.shell?.dialogs.save({ suggestedName: '../report.csv' })).toBe(
      '/x/report.csv',
    );
    expect(callsOf('dialog.showSaveDialog')[0]?.args[1]).toEqual({ defaultPath: '_report.csv' });
  });

  it('UPD-04 a successor is started after the app has stopped, and nothing of the window holds the end', async () => {
    await start();
    made.mayQuit = false;
    made.shell?.quit(() => made.shell?.installer?.install());
    await eventually(() => {
      expect(made.log).toEqual(['stop', 'install']);
    });
    expect(windows).toEqual([]);
    // The successor's starter quits through Electron: nothing prevents it any more.
    expect([processOfProgram.ended, callsOf('app.exit')]).toEqual([undefined, []]);
    app.quit();
    expect(processOfProgram.ended).toBe(0);
    expect(made.log).toEqual(['stop', 'install']);
  });

  it('UPD-04 a successor that never comes leaves no unseen program that holds the next start back', async () => {
    await start();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    try {
      made.shell?.quit(() => made.log.push('nothing'));
      await eventually(() => {
        expect(made.log).toEqual(['stop', 'nothing']);
      });
      expect(callsOf('app.exit')).toEqual([]);
      vi.advanceTimersByTime(60_000);
    } finally {
      vi.useRealTimers();
    }
    expect(callsOf('app.exit').map(({ args }) => args)).toEqual([[0]]);
  });

  it('has a menu of its own before there is a window, and no bar for it', async () => {
    await start();
    expect(theWindow().menu?.length).toBeGreaterThan(0);
    expect(theWindow().hasMenuBar).toBe(false);
  });

  it('UPD-04 a successor that cannot be started is said, and the program has ended', async () => {
    await start();
    made.shell?.quit(() => {
      throw new Error('The file is gone.');
    });
    await eventually(() => {
      expect(callsOf('app.exit').map(({ args }) => args)).toEqual([[1]]);
    });
    expect(callsOf('dialog.showErrorBox').map(({ args }) => args)).toEqual([
      ['Steward ble ikke oppdatert', 'The file is gone.'],
    ]);
  });

  it('UPD-04 a developer’s copy has nothing to be replaced', async () => {
    world.packaged = false;
    process.argv.splice(1, 0, '.');
    await start();
    expect(made.shell).toMatchObject({ installed: false, installer: undefined });
  });

  it('Windows knows the program by the name it was packed under', async () => {
    await start('win32');
    const packed = readFileSync(path.join(root, 'electron-builder.yml'), 'utf8');
    const [id] = callsOf('app.setAppUserModelId').map(({ args }) => args[0]);
    expect(packed).toMatch(new RegExp(`^appId: ${String(id)}$`, 'm'));
  });

  it('never fetches through Electron’s own network stack and awaits no readiness', () => {
    const texts = hosts().map(({ text }) => text);
    expect(texts.length).toBeGreaterThan(5);
    const found = texts.flatMap(
      (text) => /\bnet\.|safeStorage|autoUpdater|await electron\s*\.whenReady/.exec(text) ?? [],
    );
    expect(found).toEqual([]);
  });

  it('ISO-10 starts no crash reporter, which would write the memory to a file', async () => {
    await start();
    expect(callsOf('crashReporter.start')).toEqual([]);
    const found = sources(['main', 'preload']).filter(({ text }) => text.includes('crashReporter'));
    expect(found.map(({ path: file }) => file)).toEqual([]);
  });
});
