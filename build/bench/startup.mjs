// `npm run bench -- startup`: the time to a call and to a window's content, and the script that a start loads.
import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, statSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { askedFor, median, printResult, printTable, round } from './figures.mjs';
import { inFolder, removeFolder } from './processes.mjs';
import { inBareWindow, inSteward } from './windows.mjs';
import { ensureBuilt } from '../build.mjs';
import { root } from '../root.mjs';

const terminal = path.join(root, 'dist/main/terminal.js');
const page = path.join(root, 'dist/renderer');

/** What is not chosen at the first run: open data alone, at an address where nobody answers. */
const CONNECTION = {
  name: 'Bench',
  environment: 'test',
  baseAddress: 'https://127.0.0.1:9',
  organisationName: 'Bench AS',
  organisationNumber: '974760673',
  signIn: { way: 'none' },
  apiKey: null,
  highestTls: 'TLSv1.2',
  language: 1044,
  mediaType: 'application/hal+json',
  proxy: { use: 'none' },
  formerHosts: [],
};

/** How a window starts: the language of the person, and the screen where they were last. */
const STARTS = {
  'first run': {},
  'first run, Norwegian': { language: 'nb' },
  'enterprise users': { screen: 'enterprise-users' },
  inbox: { screen: 'inbox' },
  services: { screen: 'services' },
};

/** Holds whatever it takes; `--runs N` starts of each kind, by turns, so that a busy moment meets all alike. */
export async function benchStartup(args) {
  const { amounts } = askedFor(args, { runs: { usual: 7, quick: 2, most: 1000 } });
  await ensureBuilt();
  return await inFolder(async (folder) => {
    const times = {};
    const note = (name, took) => (times[name] ??= []).push(took);
    const loaded = {};
    const prepared = Object.entries(STARTS).map(([name, start], at) => {
      const data = path.join(folder, `start-${at}`);
      prepare(data, start);
      return [name, data];
    });
    const load = [loadavg()[0]];
    for (let run = 0; run < amounts.runs; run += 1) {
      note(
        'bare: a Node process',
        timed(() => spawnSync(process.execPath, ['-e', '0'])),
      );
      note(
        'terminal: one call',
        timed(() => call([['settings.get', {}]])),
      );
      const bare = await openBare();
      note('bare: process to paint', bare.paint);
      note('window: process to paint', await openPlainly(path.join(folder, `plain-${run}`)));
      note('bare: a heading', bare.content);
      for (const [name, data] of prepared) {
        const copy = path.join(folder, 'now');
        cpSync(data, copy, { recursive: true });
        const { content, scripts } = await openOnce(copy);
        removeFolder(copy);
        note(`window: ${name}`, content);
        loaded[`window: ${name}`] = scripts;
      }
    }
    load.push(loadavg()[0]);
    return report(times, loaded, { load, amounts });
  });
}

function timed(work) {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

/** One after the other in one process of the terminal shell; their values. */
function call(steps, data) {
  const words = steps.flatMap(([name, input], at) => [
    ...(at === 0 ? [] : ['then']),
    name,
    JSON.stringify(input),
  ]);
  const where = data === undefined ? [] : ['--data', data];
  const to = new URL(CONNECTION.baseAddress).host;
  const all = [terminal, 'call', ...words, '--to', to, '--keychain', 'memory', ...where];
  const { status, stdout, stderr } = spawnSync(process.execPath, all, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${stdout}${stderr}`);
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).value);
}

function prepare(data, { language = 'en', screen }) {
  const [settings] = call([['settings.get', {}]], data);
  call([['settings.change', { ...settings, language }]], data);
  if (screen === undefined) return;
  const [connection] = call([['connections.create', CONNECTION]], data);
  call([['layout.remember', { places: { [connection.id]: { screen, id: null } } }]], data);
}

/** In the page: when anything was painted in it, on the clock of all processes. */
async function firstPaint() {
  while (performance.getEntriesByName('first-contentful-paint').length === 0) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return performance.timeOrigin + paint.startTime;
}

const now = () => performance.timeOrigin + performance.now();

/** From the start of the process to a window with anything painted in it. */
async function openPlainly(dataFolder) {
  const begun = now();
  const painted = await inSteward(dataFolder, ({ page: window }) => window.evaluate(firstPaint));
  return painted - begun;
}

const BARE = 'https://bench.local/';

/** The anchor: the same browser, with a page that is nothing but a heading, and comes from a host of its own as Steward's does. */
async function openBare() {
  const begun = now();
  return await inBareWindow(async (window) => {
    await window.addInitScript(noteContent);
    await window.route(BARE, (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><div id="content"><h1>Bench</h1></div>',
      }),
    );
    await window.goto(BARE);
    const painted = await window.evaluate(firstPaint);
    await window.waitForFunction(() => globalThis.benchContent !== undefined);
    const content = await window.evaluate(() => globalThis.benchContent.at);
    return { paint: painted - begun, content };
  });
}

/** From the moment the window goes to its page until the screen's heading was painted, and what had been loaded by then. */
async function openOnce(dataFolder) {
  const { at, scripts } = await inSteward(
    dataFolder,
    async ({ page: window, context, letGo }) => {
      await context.addInitScript(noteContent);
      letGo();
      await window.waitForURL('https://steward.local/**');
      await window.waitForFunction(() => globalThis.benchContent !== undefined);
      return await window.evaluate(() => globalThis.benchContent);
    },
    { held: true },
  );
  return {
    content: at,
    scripts: scripts.reduce((sum, name) => sum + statSync(path.join(page, name)).size, 0),
  };
}

/** In the page, before its own scripts. */
function noteContent() {
  if (globalThis.top !== globalThis) return;
  const watch = new MutationObserver(() => {
    if (document.querySelector('#content h1') === null) return;
    watch.disconnect();
    // A task of its own after the next frame: it was painted.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        const names = performance.getEntriesByType('resource').map(({ name }) => name);
        globalThis.benchContent = {
          at: performance.now(),
          scripts: [...new Set(names)]
            .map((name) => new URL(name).pathname)
            .filter((name) => name.endsWith('.js')),
        };
      };
      port2.postMessage(undefined);
    });
  });
  watch.observe(document, { childList: true, subtree: true });
}

const allScripts = () =>
  readdirSync(page, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .reduce((sum, name) => sum + statSync(path.join(page, name)).size, 0);

function report(times, loaded, { load, amounts }) {
  const rows = Object.entries(times).map(([name, samples]) => ({
    name,
    median: round(median(samples)),
    least: round(Math.min(...samples)),
    most: round(Math.max(...samples)),
    ...(loaded[name] !== undefined && { scriptBytes: loaded[name] }),
  }));
  printTable(
    [
      ['', 'median ms', 'least', 'most', 'script bytes'],
      ...rows.map(({ name, median: middle, least, most, scriptBytes = '' }) => [
        name,
        ...[middle, least, most, scriptBytes],
      ]),
    ],
    { label: 32 },
  );
  const total = allScripts();
  console.log(`All script of the page: ${total} bytes. Load of the machine: ${load.join(', ')}.`);
  const ratio = (name, bare) => round(median(times[name]) / median(times[bare]), 2);
  const toBare = {
    terminal: ratio('terminal: one call', 'bare: a Node process'),
    process: ratio('window: process to paint', 'bare: process to paint'),
    content: ratio('window: enterprise users', 'bare: a heading'),
  };
  return printResult('startup', {
    amounts,
    anchor: {
      what: 'the same browser, from the start of its process to the first paint of a page with one heading',
      ratio: toBare.process,
    },
    figures: {
      load,
      allScriptBytes: total,
      toBare,
      ...Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])),
    },
  });
}
