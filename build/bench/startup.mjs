// `npm run bench -- startup`: the time to a call and to a window's content, and the script that a start loads.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { startChromiumShell } from '../launch.mjs';
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

/** A table and one line of JSON; `--runs N` starts of each kind (7), by turns, so that a busy moment meets all alike. */
export async function benchStartup(args) {
  const runs = Number(args[args.indexOf('--runs') + 1] ?? 7) || 7;
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-bench-'));
  try {
    const times = { 'terminal: one call': [], 'window: process to paint': [] };
    const loaded = {};
    const prepared = Object.entries(STARTS).map(([name, start], at) => {
      const data = path.join(folder, `start-${at}`);
      prepare(data, start);
      return [name, data];
    });
    const load = [loadavg()[0]];
    for (let run = 0; run < runs; run += 1) {
      times['terminal: one call'].push(timed(() => call([['settings.get', {}]])));
      times['window: process to paint'].push(await openPlainly(path.join(folder, `plain-${run}`)));
      for (const [name, data] of prepared) {
        const copy = path.join(folder, 'now');
        cpSync(data, copy, { recursive: true });
        const { content, scripts } = await openOnce(copy);
        rmSync(copy, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
        (times[`window: ${name}`] ??= []).push(content);
        loaded[`window: ${name}`] = scripts;
      }
    }
    load.push(loadavg()[0]);
    report(times, loaded, load);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
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

/** From the start of the process to a window with anything painted in it. */
async function openPlainly(dataFolder) {
  const begun = performance.timeOrigin + performance.now();
  const steward = startChromiumShell({
    dataFolder,
    headless: true,
    keychain: 'memory',
    steered: true,
  });
  const { debugPort } = await steward.ready;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const [window] = browser.contexts()[0].pages();
  const painted = await window.evaluate(async () => {
    while (performance.getEntriesByName('first-contentful-paint').length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return performance.timeOrigin + paint.startTime;
  });
  await steward.stop();
  return painted - begun;
}

/** From the moment the window goes to its page until the screen's heading was painted, and what had been loaded by then. */
async function openOnce(dataFolder) {
  const steward = startChromiumShell({
    dataFolder,
    headless: true,
    keychain: 'memory',
    steered: true,
    held: true,
  });
  const { debugPort } = await steward.ready;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  const [context] = browser.contexts();
  const [window] = context.pages();
  await context.addInitScript(noteContent);
  steward.letGo();
  await window.waitForURL('https://steward.local/**');
  await window.waitForFunction(() => globalThis.benchContent !== undefined);
  const { at, scripts } = await window.evaluate(() => globalThis.benchContent);
  await steward.stop();
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

function report(times, loaded, load) {
  const round = (value) => Math.round(value * 10) / 10;
  const rows = Object.entries(times).map(([name, samples]) => {
    const sorted = samples.toSorted((a, b) => a - b);
    return {
      name,
      median: round(sorted[Math.floor(sorted.length / 2)]),
      least: round(sorted[0]),
      most: round(sorted.at(-1)),
      runs: sorted.length,
      ...(loaded[name] !== undefined && { scriptBytes: loaded[name] }),
    };
  });
  const line = (name, cells) =>
    console.log(`${name.padEnd(32)}${cells.map((cell) => String(cell).padStart(14)).join('')}`);
  line('', ['median ms', 'least', 'most', 'runs', 'script bytes']);
  for (const { name, median, least, most, runs, scriptBytes = '' } of rows) {
    line(name, [median, least, most, runs, scriptBytes]);
  }
  const total = allScripts();
  console.log(`All script of the page: ${total} bytes. Load of the machine: ${load.join(', ')}.`);
  console.log(
    JSON.stringify({
      bench: 'startup',
      node: process.version,
      load,
      allScriptBytes: total,
      ...Object.fromEntries(rows.map(({ name, ...figures }) => [name, figures])),
    }),
  );
}
