// The life of the real Chromium shell: dialogs, clipboard, the second start, closing, and its end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { findChromium } from '../../main/shell/chromium-program.ts';
import { answerQuestions } from '../support/consent.ts';
import { makeTempFolder, tempFolder } from '../support/temp-folder.ts';
import { openSteeredWindow, type SteeredWindow, type WindowOptions } from '../support/window.ts';
import { type BuiltShells, buildShells } from './shells.ts';
import { endsWithUs } from '../support/ends-with-us.ts';

let built: BuiltShells;
beforeAll(async () => {
  built = await buildShells();
});
afterAll(() => {
  built.remove();
});

async function open(options: WindowOptions = {}) {
  const window = await openSteeredWindow({ main: built.chromium, ...options });
  onTestFinished(async () => {
    await window.stop();
  });
  await prepare(window.page);
  return window;
}

interface Probe {
  readonly steward: {
    post: (text: string) => void;
    listen: (hear: (text: string) => void) => void;
  };
  call: (name: string, input: unknown) => Promise<unknown>;
  events: string[];
}

/** Until the function that it gives back is called. */
function answerWhile(page: Page, says: (asks: string) => boolean): () => void {
  let isOver = false;
  answerQuestions(page, (asks) => (isOver ? undefined : says(asks)));
  return () => {
    isOver = true;
  };
}

async function prepare(page: Page): Promise<void> {
  await page.evaluate(() => {
    const probe = globalThis as unknown as Probe;
    const waiting = new Map<number, (result: unknown) => void>();
    let last = 0;
    probe.events = [];
    probe.steward.listen((text) => {
      const message = JSON.parse(text) as {
        kind: string;
        id?: number;
        name?: string;
        result?: unknown;
      };
      if (message.kind === 'event') probe.events.push(message.name ?? '');
      else if (message.kind === 'answer') waiting.get(message.id ?? 0)?.(message.result);
    });
    probe.call = (name, input) =>
      new Promise((resolve) => {
        const id = ++last;
        waiting.set(id, resolve);
        probe.steward.post(JSON.stringify({ kind: 'call', id, name, input }));
      });
  });
}

const call = (page: Page, name: string, input: unknown = {}) =>
  page.evaluate(([operation, given]) => (globalThis as unknown as Probe).call(operation, given), [
    name,
    input,
  ] as const);
const stopped = (folder: string) => existsSync(path.join(folder, 'stopped'));

/** A browser of which the first that is started says nothing and leaves its number; the others are real. */
function hangsOnce(): { readonly program: string; readonly silent: () => number } {
  const folder = tempFolder();
  const program = path.join(folder, 'browser');
  const silent = path.join(folder, 'silent');
  const real = findChromium({ platform: process.platform, home: folder, env: process.env }) ?? '';
  const script = [
    '#!/bin/sh',
    `[ -e '${silent}' ] && exec '${real}' "$@"`,
    `echo $$ > '${silent}'`,
    'exec tail -f /dev/null',
  ];
  writeFileSync(program, script.join('\n'), { mode: 0o755 });
  return { program, silent: () => Number(readFileSync(silent, 'utf8')) };
}

it('a browser that never answers is ended, and another one is started', async () => {
  const { program, silent } = hangsOnce();
  const window = await open({ env: { STEWARD_CHROMIUM: program } });
  expect(() => process.kill(silent(), 0)).toThrow('ESRCH');
  expect(await window.stop()).toBe(0);
});

describe('an open window', () => {
  let window: SteeredWindow;
  const folders = {
    downloads: makeTempFolder(),
    browser: makeTempFolder(),
    files: makeTempFolder(),
  };
  const note = path.join(folders.browser.path, 'opened');
  beforeAll(async () => {
    // An `xdg-open` that only leaves a mark.
    const opener = `#!/bin/sh\necho "$@" > '${note}'\n`;
    writeFileSync(path.join(folders.browser.path, 'xdg-open'), opener, { mode: 0o755 });
    window = await openSteeredWindow({
      main: built.chromium,
      env: {
        STEWARD_DOWNLOADS: folders.downloads.path,
        PATH: `${folders.browser.path}:${process.env['PATH'] ?? ''}`,
      },
    });
  });
  beforeEach(() => prepare(window.page));
  afterAll(async () => {
    await window.stop();
    for (const folder of Object.values(folders)) folder.remove();
  });

  it('answers a file dialog with the whole path, which the page never sees by itself', async () => {
    const file = path.join(folders.files.path, 'sertifikat æ 1.p12');
    writeFileSync(file, 'x');
    await window.pickNext(file);
    expect(await call(window.page, 'files.choose', { purpose: 'certificate' })).toMatchObject({
      ok: true,
      value: { name: file },
    });
  });

  it('FIL-02 saves to the downloads folder under a name that nothing has', async () => {
    const downloads = folders.downloads.path;
    const { page } = window;
    const stop = answerWhile(page, () => true);
    writeFileSync(path.join(downloads, 'report.csv'), '');
    symlinkSync('/nowhere', path.join(downloads, 'report (2).csv'));
    mkdirSync(path.join(downloads, 'report (3).csv'));
    expect(await call(page, 'files.chooseTarget', { suggestedName: 'report.csv' })).toMatchObject({
      value: { name: path.join(downloads, 'report (4).csv') },
    });
    expect(await call(page, 'files.chooseTarget', { suggestedName: '../../x.csv' })).toMatchObject({
      value: { name: path.join(downloads, '_.._x.csv') },
    });
    stop();
  });

  it('ATK-25 no place to save is given without a person, who is asked with the name and the folder', async () => {
    const { page } = window;
    const downloads = folders.downloads.path;
    const asked: string[] = [];
    const stop = answerWhile(page, (asks) => asked.push(asks) % 2 === 0);
    const target = () => call(page, 'files.chooseTarget', { suggestedName: 'bodies.pdf' });
    const folder = () => call(page, 'files.chooseFolder', { suggestedName: 'messages' });
    const answers = [await target(), await target(), await folder(), await folder()];
    // In the language that the person has chosen.
    await call(page, 'settings.change', { language: 'nb' });
    await target();
    await folder();
    await call(page, 'settings.change', { language: 'en' });
    stop();
    expect(answers).toMatchObject([
      { ok: true, value: null },
      { ok: true, value: { name: path.join(downloads, 'bodies.pdf') } },
      { ok: true, value: null },
      { ok: true, value: { name: downloads } },
    ]);
    expect(asked).toEqual([
      ...[`Save bodies.pdf in ${downloads}?`, `Save bodies.pdf in ${downloads}?`],
      ...[`Use the folder ${downloads}?`, `Use the folder ${downloads}?`],
      ...[`Lagre bodies.pdf i ${downloads}?`, `Bruke mappen ${downloads}?`],
    ]);
  });

  it('CLP-03 writes, compares and clears the clipboard; the page is refused before and after', async () => {
    const { page } = window;
    const pageReads = () =>
      page.evaluate(() =>
        navigator.clipboard.readText().then(
          () => 'read',
          () => 'refused',
        ),
      );
    expect(await pageReads()).toBe('refused');
    expect(await call(page, 'oneTimeSecrets.copy', { secret: 'one' })).toMatchObject({ ok: true });
    expect(await call(page, 'oneTimeSecrets.list')).toEqual({ ok: true, value: [] });
    expect(await pageReads()).toBe('refused');
    await call(page, 'app.lock');
    expect(await call(page, 'oneTimeSecrets.list')).toMatchObject({ ok: false });
  });

  const noted = () => existsSync(note);
  it('NAV-06 asks the person with the host before the system browser opens', async () => {
    const { page } = window;
    const asked: string[] = [];
    const stop = answerWhile(page, (asks) => {
      asked.push(asks);
      return asked.length > 1;
    });
    await call(page, 'app.openPortal', { connection: 'x' });
    expect(asked).toEqual(["Open portal.example.org in the system's browser?"]);
    expect(noted()).toBe(false);
    await call(page, 'app.openPortal', { connection: 'x' });
    await expect.poll(noted).toBe(true);
    stop();
  });

  it('ISO-04 goes on after the page was loaded again: a new page, a new end of the border', async () => {
    await window.page.reload();
    await prepare(window.page);
    expect(await call(window.page, 'settings.get')).toMatchObject({ ok: true });
  });

  it('INS-01 a second start brings a minimised window back, ends at once and leaves vault and journal alone', async () => {
    const { dataFolder, page } = window;
    const protocol = await page.context().newCDPSession(page);
    const { windowId } = await protocol.send('Browser.getWindowForTarget');
    const windowState = async () =>
      (await protocol.send('Browser.getWindowBounds', { windowId })).bounds.windowState;
    const bounds = { windowState: 'minimized' } as const;
    await protocol.send('Browser.setWindowBounds', { windowId, bounds });
    expect(await windowState()).toBe('minimized');
    const before = readdirSync(dataFolder);
    const second = endsWithUs(
      spawn(
        process.execPath,
        [built.chromium, '--headless', '--data', dataFolder, '--keychain', 'memory'],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      ),
    );
    let said = '';
    second.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const [code] = (await once(second, 'close')) as [number];
    expect(code).toBe(0);
    expect(said).toMatch(/already open/);
    await expect.poll(windowState).toBe('normal');
    expect(readdirSync(dataFolder)).toEqual(before);
    expect(stopped(dataFolder)).toBe(false);
  });
});

describe('the end of a window', () => {
  it('ends when the page asks for it, after the answer has arrived', async () => {
    const { page, dataFolder, ended } = await open({ dataFolder: tempFolder() });
    expect(await call(page, 'app.quit', { anyway: false })).toEqual({
      ok: true,
      value: { held: false },
    });
    expect(await ended).toBe(0);
    expect(stopped(dataFolder)).toBe(true);
    // Where the system locks a file, that stays.
    const lock = process.platform === 'linux' ? [] : ['steward.lock'];
    expect(readdirSync(dataFolder).sort()).toEqual(['serving', ...lock, 'stopped']);
  });

  it('stays when the window is closed while something is held, and says what', async () => {
    const { page, dataFolder, ended } = await open({ dataFolder: tempFolder() });
    // Playwright answers the browser's question by itself unless somebody listens: here the shell answers.
    page.on('dialog', () => undefined);
    await call(page, 'settings.change', { clipboardSeconds: 300 });
    await page.mouse.click(10, 10);
    await page.close({ runBeforeUnload: true });
    await expect
      .poll(() => page.evaluate(() => (globalThis as unknown as Probe).events))
      .toContain('quitHeld');
    expect(stopped(dataFolder)).toBe(false);
    await call(page, 'settings.change', { clipboardSeconds: 30 });
    await page.close({ runBeforeUnload: true });
    expect(await ended).toBe(0);
    expect(stopped(dataFolder)).toBe(true);
  });

  it('ends when its browser is killed, and the app is stopped as it should be', async () => {
    const { dataFolder, ended, pid } = await open({ dataFolder: tempFolder() });
    for (const child of childrenOf(pid)) process.kill(child, 'SIGKILL');
    expect(await ended).toBe(0);
    expect(stopped(dataFolder)).toBe(true);
  });

  it('comes back when the browser goes without asking while something is held', async () => {
    const { page, dataFolder, ended, pid } = await open({ dataFolder: tempFolder() });
    await call(page, 'settings.change', { clipboardSeconds: 300 });
    const port = path.join(dataFolder, 'window/DevToolsActivePort');
    const before = readFileSync(port, 'utf8');
    for (const child of childrenOf(pid)) process.kill(child, 'SIGKILL');
    const again = () => existsSync(port) && readFileSync(port, 'utf8') !== before;
    await expect.poll(again).toBe(true);
    expect(stopped(dataFolder)).toBe(false);
    process.kill(pid, 'SIGTERM');
    expect(await ended).toBe(0);
    expect(stopped(dataFolder)).toBe(true);
  });

  it('ends on SIGTERM', async () => {
    const steered = await open({ dataFolder: tempFolder() });
    const { dataFolder } = steered;
    expect(await steered.stop()).toBe(0);
    expect(stopped(dataFolder)).toBe(true);
  });

  it('INS-04 refuses what it does not know on the command line', async () => {
    const child = endsWithUs(
      spawn(process.execPath, [built.chromium, 'https://evil.example/'], {
        stdio: 'ignore',
      }),
    );
    expect(await once(child, 'close')).toEqual([2, null]);
  });

  it('ISO-09 does not open where certificates are not checked', async () => {
    const env = { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' };
    const child = endsWithUs(
      spawn(process.execPath, [built.chromium, '--headless', '--data', tempFolder()], {
        stdio: 'ignore',
        env,
      }),
    );
    expect(await once(child, 'close')).toEqual([1, null]);
  });
});

/** Direct children of a process of ours, from /proc. */
function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => parentOf(candidate) === pid);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(/\) \w (\d+)/.exec(readFileSync(`/proc/${String(pid)}/stat`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}
