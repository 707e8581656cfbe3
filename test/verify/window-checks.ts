// Checks of the window: what the page may do, where it can go, what reaches it and what leaves it.
import { spawn } from 'node:child_process';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { electronProgram } from '../../build/electron-runtime.mjs';
import { policyAt } from '../../main/shell/content-security-policy.ts';
import { waysOut } from '../conformance/ways-out.ts';
import { listenAsAttacker } from '../support/listening.ts';
import { countWindows } from '../support/window.ts';
import { type Check, failed, type Finding, passed, soon, unlessWrong } from './finding.ts';
import type { Place, Running } from './place.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

const root = path.resolve(import.meta.dirname, '../..');

const inWindow =
  (look: (running: Running) => Promise<Finding>): Check<Place>['find'] =>
  (place) =>
    place.use({}, look);

export const windowChecks: readonly Check<Place>[] = [
  {
    id: 'CSP-01',
    name: 'the page is answered with the policy and the other headers',
    find: inWindow(headers),
  },
  { id: 'NAV-05', name: 'every permission is denied', find: inWindow(permissions) },
  { id: 'NAV-01', name: 'no other address, window, frame or view', find: inWindow(guards) },
  { id: 'CSP-04', name: 'the page has no network: 42 ways out', find: inWindow(waysOutOfThePage) },
  { id: 'ISO-03', name: 'nothing is kept in the browser', find: inWindow(keepsNothing) },
  { id: 'INS-01', name: 'a second start raises the first and ends', find: secondStart },
];

const HEADERS: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

async function headers({ window: { page }, origin }: Running): Promise<Finding> {
  const answer = await page.reload();
  if (answer === null) return failed('The page came without an answer.');
  const given = await answer.allHeaders();
  const expected = { ...HEADERS, 'content-security-policy': policyAt(origin) };
  const wrong = Object.entries(expected).filter(([name, value]) => given[name] !== value);
  return unlessWrong(
    wrong.map(([name]) => `${name}: ${given[name] ?? 'none'}`),
    `${String(Object.keys(expected).length)} headers`,
  );
}

/** What is granted, or handed out when it is asked for. */
async function permissions({ window: { page } }: Running): Promise<Finding> {
  const granted = await page.evaluate(async () => {
    const names = [
      ...['geolocation', 'notifications', 'camera', 'microphone', 'midi', 'clipboard-read'],
      ...['clipboard-write', 'persistent-storage', 'idle-detection', 'local-fonts'],
      ...['window-management', 'screen-wake-lock'],
    ];
    const found: string[] = [];
    for (const name of names) {
      const query = navigator.permissions.query({ name: name as PermissionName });
      const state = await query.then((answer) => answer.state).catch(() => 'unknown');
      if (state === 'granted' || state === 'prompt') found.push(`${name}: ${state}`);
    }
    return found;
  });
  const got = await page.evaluate(async () => {
    type Device = { requestDevice?: (o: object) => Promise<unknown> };
    const { hid, usb, bluetooth, serial } = navigator as unknown as Record<string, Device> & {
      serial?: { requestPort(): Promise<unknown> };
    };
    const asks: Record<string, () => Promise<unknown>> = {
      geolocation: () =>
        new Promise((yes, no) => {
          navigator.geolocation.getCurrentPosition(yes, no, { timeout: 3000 });
        }),
      notifications: async () => {
        if ((await Notification.requestPermission()) !== 'granted') throw new Error('denied');
      },
      camera: () => navigator.mediaDevices.getUserMedia({ video: true }),
      microphone: () => navigator.mediaDevices.getUserMedia({ audio: true }),
      screen: () => navigator.mediaDevices.getDisplayMedia({ video: true }),
      clipboard: () => navigator.clipboard.readText(),
      hid: async () => {
        const chosen = await hid?.requestDevice?.({ filters: [] });
        if (!Array.isArray(chosen) || chosen.length === 0) throw new Error('none');
      },
      usb: async () => {
        if (!usb?.requestDevice) throw new Error('absent');
        await usb.requestDevice({ filters: [] });
      },
      bluetooth: async () => {
        if (!bluetooth?.requestDevice) throw new Error('absent');
        await bluetooth.requestDevice({ acceptAllDevices: true });
      },
      serial: async () => {
        if (!serial) throw new Error('absent');
        await serial.requestPort();
      },
    };
    const answers: string[] = [];
    for (const [name, ask] of Object.entries(asks)) {
      await ask().then(
        () => answers.push(`${name} was given`),
        () => undefined,
      );
    }
    return answers;
  });
  return unlessWrong([...granted, ...got], '12 states, 10 asked for');
}

async function guards({ window: { page }, origin }: Running): Promise<Finding> {
  const before = page.url();
  const wrong = await page.evaluate(async () => {
    const found: string[] = [];
    /** A frame is refused by the policy; what was begun before it has been judged by then. */
    const refused = async (src: string) => {
      const told = new Promise((done) =>
        document.addEventListener('securitypolicyviolation', done, { once: true }),
      );
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
      await told;
      frame.remove();
    };
    const targets = [
      'https://127.0.0.1:9/',
      'file:///etc/hosts',
      'data:text/html,x',
      'about:blank',
    ];
    for (const target of targets) window.open(target);
    for (const target of targets.slice(0, 3)) {
      try {
        location.href = target;
      } catch {
        // As it should be.
      }
      await refused('https://127.0.0.1:9/');
    }
    const link = document.createElement('a');
    Object.assign(link, { href: 'https://127.0.0.1:9/', target: '_blank' });
    document.body.append(link);
    link.click();
    link.remove();
    const view = document.createElement('webview');
    if ('loadURL' in view) found.push('a <webview> works');
    for (const src of ['https://127.0.0.1:9/', 'data:text/html,x']) await refused(src);
    return found;
  });
  await dropLink(page);
  if (page.url() !== before || !page.url().startsWith(`${origin}/`)) wrong.push(page.url());
  // The Chromium shell closes at once what opens; that nothing gets out meanwhile is the next check's to see.
  await soon(async () => (await countWindows(page)) === 1);
  const windows = await countWindows(page);
  if (windows !== 1) wrong.push(`${String(windows)} windows`);
  return unlessWrong(wrong, '4 windows, 4 addresses, 2 frames, a view and a dropped link');
}

async function dropLink(page: Page): Promise<void> {
  const protocol = await page.context().newCDPSession(page);
  const items = [{ mimeType: 'text/uri-list', data: 'https://127.0.0.1:9/' }];
  const data = { items, files: [], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await protocol.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
  }
  await protocol.detach();
}

async function waysOutOfThePage({ window: { page }, origin }: Running): Promise<Finding> {
  const attacker = await listenAsAttacker(waysOut);
  try {
    const script = waysOut(attacker);
    await page.evaluate(`void (async () => { ${script} })()`);
    const done = await page.waitForFunction(
      () => (document.title.startsWith('tried') ? document.title : undefined),
      undefined,
      { timeout: 90_000 },
    );
    const tried = (await done.jsonValue()) ?? '';
    await attacker.heard();
    const wrong = [...new Set(attacker.hits)].map((name) => `reached by ${name}`);
    if (!page.url().startsWith(`${origin}/`)) wrong.push(`led to ${page.url()}`);
    return unlessWrong(wrong, `${tried}; three listeners heard nothing`);
  } finally {
    await attacker.stop();
  }
}

async function keepsNothing({ window: { page } }: Running): Promise<Finding> {
  const kept = await page.evaluate(async () => ({
    localStorage: localStorage.length,
    sessionStorage: sessionStorage.length,
    databases: (await indexedDB.databases()).length,
    caches: await caches.keys().then(
      (keys) => keys.length,
      () => 0,
    ),
  }));
  const cookies = (await page.context().cookies()).length;
  const all = Object.entries({ ...kept, cookies }).filter(([, count]) => count > 0);
  return unlessWrong(all.map(([name, count]) => `${name}: ${String(count)}`));
}

async function secondStart(place: Place): Promise<Finding> {
  return place.use({}, async ({ window, dataFolder, folder }) => {
    const args = ['--data', dataFolder, '--keychain', 'memory'];
    const electron = place.shell === 'electron';
    const program = electron ? (electronProgram() ?? '') : process.execPath;
    const sandbox = process.platform === 'linux' ? ['--no-sandbox'] : [];
    const first = electron ? [...sandbox, root] : [path.join(root, 'dist/main/chromium.js')];
    const env = { ...process.env, HOME: path.join(folder, 'home') };
    const second = endsWithUs(spawn(program, [...first, ...args], { env, stdio: 'ignore' }));
    const code = await new Promise<number | null>((done) => second.once('exit', done));
    const alive = await window.page.evaluate(() => document.visibilityState);
    if (code !== 0) return failed(`The second start ended with ${String(code)}.`);
    return passed(`ended with 0; the first window is ${alive}`);
  });
}
