// `npm run bench -- NAME`: measures the built program; a table, and as the last line one JSON object.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { benchCalls, benchUpload } from './exchange.mjs';
import { benchDay } from './day.mjs';
import { benchForm } from './form.mjs';
import { benchLarge } from './large.mjs';
import { benchLimits } from './limits.mjs';
import { benchOffline } from './offline.mjs';
import { benchRotation } from './rotation.mjs';
import { benchStartup } from './startup.mjs';
import { ensureBuilt } from '../build.mjs';
import { startChromiumShell } from '../launch.mjs';

async function inFolder(work) {
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-bench-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function steer(steward) {
  const { debugPort } = await steward.ready;
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${debugPort}`);
  return browser.contexts()[0].pages()[0];
}

/** Label -> samples in milliseconds. Calls through the border of the Chromium window: one after the other, and many at once. */
async function benchBridge() {
  return await inFolder(async (dataFolder) => {
    const steward = startChromiumShell({
      dataFolder,
      headless: true,
      keychain: 'memory',
      steered: true,
    });
    const page = await steer(steward);
    const samples = await page.evaluate(async () => {
      const waiting = new Map();
      // Numbers of our own: the page's client counts from 1.
      let last = 1_000_000;
      window.steward.listen((text) => waiting.get(JSON.parse(text).id)?.());
      const call = () =>
        new Promise((resolve) => {
          waiting.set(++last, resolve);
          window.steward.post(
            JSON.stringify({ kind: 'call', id: last, name: 'settings.get', input: {} }),
          );
        });
      const timed = async (work) => {
        const begun = performance.now();
        await work();
        return performance.now() - begun;
      };
      const single = [];
      // Slower than the bridge's limit of 200 calls in a second.
      for (let i = 0; i < 200; i += 1) {
        single.push(await timed(call));
        await new Promise((resolve) => setTimeout(resolve, 8));
      }
      const many = [];
      for (let i = 0; i < 5; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 1000));
        many.push(await timed(() => Promise.all(Array.from({ length: 100 }, call))));
      }
      return { 'one call': single, '100 calls at once': many };
    });
    await steward.stop();
    return samples;
  });
}

/**
 * The anchor: the same text there and back over the same kind of bridge (a binding out, a call in), where this script is all that
 * answers. In a window without anything.
 */
async function bareRoundTrips() {
  const executablePath = process.env.STEWARD_CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath });
  try {
    const page = await browser.newPage();
    const protocol = await page.context().newCDPSession(page);
    await protocol.send('Runtime.enable');
    await protocol.send('Runtime.addBinding', { name: 'toHost' });
    protocol.on('Runtime.bindingCalled', ({ payload }) => {
      const { id } = JSON.parse(payload);
      const answer = JSON.stringify({ kind: 'answer', id, result: { ok: true, value: {} } });
      void protocol.send('Runtime.evaluate', { expression: `fromHost(${JSON.stringify(answer)})` });
    });
    return await page.evaluate(async () => {
      const waiting = new Map();
      globalThis.fromHost = (text) => waiting.get(JSON.parse(text).id)?.();
      const single = [];
      for (let id = 0; id < 200; id += 1) {
        const begun = performance.now();
        await new Promise((resolve) => {
          waiting.set(id, resolve);
          globalThis.toHost(JSON.stringify({ kind: 'call', id, name: 'settings.get', input: {} }));
        });
        single.push(performance.now() - begun);
        await new Promise((resolve) => setTimeout(resolve, 8));
      }
      return single;
    });
  } finally {
    await browser.close();
  }
}

function figures(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  const round = (value) => Math.round(value * 100) / 100;
  return { median: round(at(0.5)), p99: round(at(0.99)), runs: sorted.length };
}

/** Prints the figures of the border, and answers that they are no promise. */
async function bridge() {
  await ensureBuilt();
  const measured = { ...(await benchBridge()), 'bare round trip': await bareRoundTrips() };
  const result = Object.fromEntries(
    Object.entries(measured).map(([label, samples]) => [label, figures(samples)]),
  );
  const overBareMs =
    Math.round((result['one call'].median - result['bare round trip'].median) * 100) / 100;
  console.log(
    `${''.padEnd(24)}${'median ms'.padStart(12)}${'p99 ms'.padStart(12)}${'runs'.padStart(8)}`,
  );
  for (const [label, { median, p99, runs }] of Object.entries(result)) {
    const cells = [String(median).padStart(12), String(p99).padStart(12), String(runs).padStart(8)];
    console.log(`${label.padEnd(24)}${cells.join('')}`);
  }
  console.log(`\none call takes ${overBareMs} ms more than a bare round trip of the same browser`);
  console.log(JSON.stringify({ bench: 'bridge', node: process.version, overBareMs, ...result }));
  return true;
}

async function startup(args) {
  await ensureBuilt();
  await benchStartup(args);
  return true;
}

/** Name -> what it measures: true when it keeps what it promises; and how it is asked for a quick look. */
const BENCHES = {
  bridge: { run: bridge, quick: [] },
  calls: { run: benchCalls, quick: ['--calls', '50'] },
  day: { run: benchDay, quick: ['--operations', '1000'] },
  form: { run: benchForm, quick: ['--runs', '1', '--presses', '40'] },
  large: { run: benchLarge, quick: ['--runs', '1'] },
  limits: { run: () => benchLimits(), quick: [] },
  offline: { run: benchOffline, quick: ['--services', '300', '--searched', '2000'] },
  rotation: { run: benchRotation, quick: ['--rows', '60'] },
  startup: { run: startup, quick: ['--runs', '2'] },
  upload: { run: benchUpload, quick: ['--mib', '64'] },
};

/** Each in a process of its own, one after the other; a table, and one JSON object with the last line of each. */
async function everything(args) {
  const isQuick = args.includes('--quick');
  await ensureBuilt();
  const [{ model = '' } = {}] = cpus();
  const machine = { node: process.version, processor: model.trim(), cores: cpus().length };
  const results = {};
  for (const [name, { quick }] of Object.entries(BENCHES)) {
    const load = loadavg()[0];
    const begun = performance.now();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [import.meta.filename, name, ...(isQuick ? quick : [])],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const seconds = Math.round((performance.now() - begun) / 1000);
    const last = stdout.trim().split('\n').at(-1) ?? '';
    const found = last.startsWith('{') ? JSON.parse(last) : undefined;
    results[name] = { ...found, held: status === 0, seconds, load };
    console.log(`\n== ${name}: ${seconds} s, ${status === 0 ? 'held' : 'not held'}`);
    console.log(
      found === undefined ? stdout + stderr : stdout.trim().slice(0, -last.length).trim(),
    );
  }
  console.log(JSON.stringify({ bench: 'all', quick: isQuick, ...machine, results }));
  return Object.values(results).every(({ held }) => held);
}

const [name = '', ...rest] = process.argv.slice(2);
if (name !== 'all' && !Object.hasOwn(BENCHES, name)) {
  console.error(`Usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')} | all [--quick]`);
  process.exit(2);
}
process.exit((await (name === 'all' ? everything(rest) : BENCHES[name].run(rest))) ? 0 : 1);
