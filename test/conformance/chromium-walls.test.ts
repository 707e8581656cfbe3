// The isolation of the real Chromium shell: what a page script can reach, store, read and open, with real attackers.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { policyAt, securityHeaders } from '../../main/shell/content-security-policy.ts';
import { listenAsAttacker, type Listening, PAGE } from '../support/listening.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { countWindows, openSteeredWindow, type SteeredWindow } from '../support/window.ts';
import { type BuiltShells, buildShells } from './shells.ts';
import { waysOut } from './ways-out.ts';

const WAYS = 42;
/** The page's own script has tried its ways out: from now on it does nothing. */
const allTried = (page: Page) =>
  page.waitForFunction(() => document.title.startsWith('tried'), undefined, {
    timeout: PATIENCE_MS,
  });

describe('a page script in the Chromium shell', () => {
  let attacker: Listening;
  let built: BuiltShells;
  let window: SteeredWindow;
  beforeAll(async () => {
    attacker = await listenAsAttacker(waysOut);
    built = await buildShells({ 'index.html': PAGE, 'probe.js': waysOut(attacker) });
    window = await openSteeredWindow({ main: built.chromium });
  });
  afterAll(async () => {
    await window.stop();
    built.remove();
    await attacker.stop();
  });

  it(`CSP-01 CSP-04 NAV-01 tries ${String(WAYS)} ways out and reaches nobody`, async () => {
    await allTried(window.page);
    expect(await window.page.evaluate(() => document.title)).toBe(
      `tried ${String(WAYS)} of ${String(WAYS)}`,
    );
    // A window that was asked for is closed before it has asked for anything, though not at once.
    await expect.poll(() => countWindows(window.page)).toBe(1);
    await attacker.heard();
    expect(attacker.hits).toEqual([]);
    expect(window.page.url()).toMatch(/^https:\/\/steward\.local\/index\.html/);
  });

  it('CSP-01 CSP-03 runs under the strict policy: no code from text, no HTML from text', async () => {
    await allTried(window.page);
    const { tried, thrown, ran, told } = await window.page.evaluate(async () => {
      const CODE = 'globalThis.ran = true';
      const script = (text: Partial<HTMLScriptElement>) =>
        Object.assign(document.createElement('script'), text);
      const call = (name: string) =>
        (Reflect.get(globalThis, name) as (code: string) => void)(CODE);
      const attempts = {
        setHTMLUnsafe: () => document.createElement('p').setHTMLUnsafe('<b>x</b>'),
        innerHTML: () => (document.createElement('p').innerHTML = '<b>x</b>'),
        parser: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
        write: () => document.write('<b>x</b>'),
        eval: () => call('eval'),
        function: () => call('Function'),
        timer: () => call('setTimeout'),
        scriptText: () => script({ textContent: CODE }),
        scriptSource: () => script({ src: `data:text/javascript,${CODE}` }),
        // Nothing throws where a text is put into a script: the policy keeps it from running.
        inline: () => {
          const inline = script({});
          inline.append(CODE);
          document.body.append(inline);
        },
      };
      const told: string[] = [];
      const allTold = new Promise<void>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
          told.push(effectiveDirective);
          if (told.length === Object.keys(attempts).length) resolve();
        });
      });
      const thrown: string[] = [];
      // In a task of the page's own: what a debugger runs itself may make code from text.
      await new Promise<void>((resolve) => {
        setTimeout(() => {
          for (const [name, attempt] of Object.entries(attempts)) {
            try {
              attempt();
            } catch {
              thrown.push(name);
            }
          }
          resolve();
        });
      });
      await allTold;
      return { tried: Object.keys(attempts), thrown, ran: 'ran' in globalThis, told };
    });
    expect({ thrown, ran, told }).toEqual({
      thrown: tried.filter((name) => name !== 'inline'),
      ran: false,
      told: tried.map(() => 'require-trusted-types-for'),
    });
    expect(tried).toHaveLength(10);
    const policy = policyAt('https://steward.local');
    const frames = 'frame-src https://*.message.steward.local;';
    expect(policy).toContain(frames);
    expect(policy.replace(frames, '')).not.toMatch(/unsafe-|blob:|https?:|\*/);
    expect(policy).toContain("connect-src 'none'");
    expect(policyAt('app://steward')).toContain('frame-src app-msg:;');
  });

  it('CLP-03 NAV-05 is denied every permission', async () => {
    const states = await window.page.evaluate(async () => {
      const names = [
        'geolocation',
        'notifications',
        'camera',
        'microphone',
        'midi',
        'clipboard-read',
        'clipboard-write',
        'persistent-storage',
        'idle-detection',
        'local-fonts',
        'window-management',
        'screen-wake-lock',
      ];
      const found: Record<string, string> = {};
      for (const name of names) {
        found[name] = await navigator.permissions.query({ name: name as PermissionName }).then(
          ({ state }) => state,
          () => 'unknown',
        );
      }
      return found;
    });
    expect(
      Object.values(states).filter((state) => state === 'granted' || state === 'prompt'),
    ).toEqual([]);
    const read = await window.page.evaluate(() =>
      navigator.clipboard.readText().then(
        () => 'read',
        (error: unknown) => (error as Error).name,
      ),
    );
    expect(read).toBe('NotAllowedError');
    // Nor may a browser that grants it hand it out.
    const { 'permissions-policy': policy = '' } = securityHeaders('https://steward.local');
    expect(policy).toContain('clipboard-read=()');
  });

  it('ISO-03 keeps nothing: no cookie, no storage', async () => {
    expect(await window.page.context().cookies()).toEqual([]);
    const kept = await window.page.evaluate(async () => [
      localStorage.length,
      sessionStorage.length,
      (await indexedDB.databases()).length,
      (await caches.keys()).length,
    ]);
    expect(kept).toEqual([0, 0, 0, 0]);
  });

  it('NAV-02 does nothing when a file or link is dropped on it', async () => {
    const protocol = await window.page.context().newCDPSession(window.page);
    const data = {
      items: [{ mimeType: 'text/uri-list', data: 'https://example.org/' }],
      files: ['/etc/hostname'],
      dragOperationsMask: 1,
    };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
      await protocol.send('Input.dispatchDragEvent', { type, x: 200, y: 200, data });
    }
    expect(window.page.url()).toMatch(/^https:\/\/steward\.local\/index\.html/);
    // The browser opens a window for it, which the shell closes.
    await expect.poll(() => countWindows(window.page)).toBe(1);
  });
});

/** As the browser of this moment says itself. */
async function windowsOf(dataFolder: string): Promise<number> {
  const [port] = readFileSync(path.join(dataFolder, 'window/DevToolsActivePort'), 'utf8').split(
    '\n',
  );
  const answer = await fetch(`http://127.0.0.1:${port ?? ''}/json/list`);
  const targets = (await answer.json()) as readonly { readonly type: string }[];
  return targets.filter(({ type }) => type === 'page').length;
}

describe('a page that opens a hundred windows', () => {
  it('NAV-01 does not end the program, although many are closed while they ask for something', async () => {
    const built = await buildShells({ 'index.html': '<!doctype html><title>opens</title>' });
    onTestFinished(() => built.remove());
    const window = await openSteeredWindow({ main: built.chromium });
    onTestFinished(async () => void (await window.stop()));
    for (let n = 0; n < 25; n += 1) {
      await window.page
        .evaluate(
          (address) => {
            for (let i = 0; i < 4; i += 1) globalThis.open(`${address}&${String(i)}`);
          },
          `https://steward.local/index.html?${String(n)}`,
        )
        // The browser may give the page up meanwhile: the shell shows it anew, in a new browser.
        .catch(() => undefined);
    }
    await expect.poll(() => windowsOf(window.dataFolder)).toBe(1);
    expect(await window.stop()).toBe(0);
  }, 120_000);
});

describe('the same script in a browser without walls', () => {
  it('gets out in many ways: the attackers hear what there is to hear', async () => {
    const attacker = await listenAsAttacker(waysOut);
    const browser = await chromium.launch({
      executablePath: process.env['STEWARD_CHROMIUM'] ?? '/usr/bin/chromium',
      chromiumSandbox: process.getuid?.() !== 0,
    });
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${String(attacker.http)}/page.html`);
    await expect.poll(() => new Set(attacker.hits).size, { interval: 200 }).toBeGreaterThan(24);
    await expect.poll(() => attacker.hits).toContain('udp');
    await browser.close();
    await attacker.stop();
  });
});
