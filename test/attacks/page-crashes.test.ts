// A page that crashes again and again in the real Chromium shell: how often it is loaded, and what a person is told.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ensureBuilt } from '../../build/build.mjs';
import { openDisplay } from '../../build/launch.mjs';
import { type Devtools, openDevtools } from '../support/devtools.ts';
import { endsWithUs } from '../support/ends-with-us.ts';
import { eventually } from '../support/eventually.ts';
import { root } from '../support/imports.ts';
import { tempFolder } from '../support/temp-folder.ts';
import { tell } from './report.ts';

beforeAll(() => ensureBuilt({ logLevel: 'silent' }));

const ADDRESS = 'https://steward.local/index.html';
const WORDS = 'The window of Steward has stopped several times in a row.';

interface Program {
  readonly data: string;
  readonly child: ChildProcess;
  readonly ended: Promise<number | null>;
  readonly said: () => string;
}

/** The real program; `--debug-port` lets its page be told to crash. */
async function startProgram({ headless }: { readonly headless: boolean }): Promise<Program> {
  const data = path.join(tempFolder(), 'data');
  const display = headless ? undefined : await openDisplay();
  if (!headless && display === undefined) throw new Error('Xvfb could not be started here.');
  if (display) onTestFinished(() => void display.close());
  const entry = path.join(root, 'dist/main/chromium.js');
  const args = [entry, '--data', data, '--keychain', 'memory', '--debug-port', '0'];
  const child = endsWithUs(
    spawn(process.execPath, headless ? [...args, '--headless'] : args, {
      env: { ...process.env, ...display?.env, STEWARD_E2E: '1', LANG: 'C.UTF-8' },
      stdio: ['ignore', 'ignore', 'pipe'],
    }),
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  return { data, child, ended, said: () => said };
}

const portOf = ({ data }: Program): string =>
  readFileSync(path.join(data, 'window/DevToolsActivePort'), 'utf8').split('\n')[0] ?? '';

/** The page, once it is there. */
const openPage = (program: Program): Promise<Devtools> =>
  eventually(async () => {
    const found = await openDevtools(portOf(program));
    const expression = 'document.querySelector("main") !== null';
    const answer = await found.send('Runtime.evaluate', { expression });
    if (JSON.stringify(answer ?? {}).includes('true') && found.url.startsWith(ADDRESS))
      return found;
    found.close();
    throw new Error('The page is not there yet.');
  }, 200);

/** The page crashes once it is there; with it goes the browser of that time. */
async function crash(program: Program): Promise<void> {
  const page = await openPage(program);
  void page.send('Page.crash');
  await page.gone;
}

const crashesInLog = (data: string): readonly string[] =>
  readFileSync(path.join(data, 'logs/steward.log'), 'utf8')
    .split('\n')
    .filter((line) => line.includes('"page-crashed"'))
    .map((line) => (JSON.parse(line) as { outcome: string }).outcome);

describe('ATK-19 a page that crashes again and again in the Chromium shell', () => {
  it('ATK-19 is loaded again twice in a minute; where nobody looks the program then says so and ends in order', async () => {
    const program = await startProgram({ headless: true });
    for (let n = 0; n < 3; n += 1) await crash(program);
    const code = await program.ended;
    const outcomes = crashesInLog(program.data);
    tell('ATK-19', 'three crashes of the page', `exit ${String(code)}, ${outcomes.join(', ')}`);
    expect(outcomes).toEqual(['loaded-again', 'loaded-again', 'asked']);
    expect([code, program.said().split(WORDS).length - 1]).toEqual([0, 1]);
    expect(program.said()).toContain(path.join(program.data, 'logs'));
    expect(existsSync(path.join(program.data, 'window'))).toBe(false);
  });

  it('ATK-19 asks the person in the window, who has it loaded again', async () => {
    const program = await startProgram({ headless: false });
    for (let n = 0; n < 3; n += 1) await crash(program);
    expect(await eventually(() => answerBox(program, true), 200)).toContain(WORDS);
    // Counted anew: the page that a person wanted is loaded again after a crash.
    await crash(program);
    await openPage(program);
    program.child.kill('SIGTERM');
    expect(await program.ended).toBe(0);
    const again = 'loaded-again';
    expect(crashesInLog(program.data)).toEqual([again, again, 'asked', again]);
  });
});

/** The words of the box that is open in the window, which is answered; throws while there is none. */
async function answerBox(program: Program, accept: boolean): Promise<string> {
  const page = await openDevtools(portOf(program));
  const opened = new Promise<string>((resolve) => {
    page.on('Page.javascriptDialogOpening', ({ message }) => resolve(String(message)));
  });
  void page.send('Page.enable');
  const words = await Promise.race([opened, delay(5_000, undefined)]);
  if (words !== undefined) await page.send('Page.handleJavaScriptDialog', { accept });
  page.close();
  if (words === undefined) throw new Error('Nothing is asked yet.');
  return words;
}
