// `npm run bench -- NAME`: measures the built program; a table, and as the last line one JSON object.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { benchCalls, benchUpload } from './exchange.mjs';
import { benchLimits } from './limits.mjs';
import { benchOffline } from './offline.mjs';
import { benchRotation } from './rotation.mjs';
import { benchStartup } from './startup.mjs';
import { ensureBuilt } from '../build.mjs';
import { startChromiumShell } from '../launch.mjs';

/** Figures of one bench: label -> samples in milliseconds. */
const BENCHES = { bridge: benchBridge };

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

/** Calls through the border of the Chromium window: one after the other, and many at once. */
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

function figures(samples) {
  const sorted = [...samples].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
  const round = (value) => Math.round(value * 10) / 10;
  return { median: round(at(0.5)), p99: round(at(0.99)), runs: sorted.length };
}

const [name = '', ...rest] = process.argv.slice(2);
// Counts calls instead of measuring time: figures of its own.
if (name === 'limits') process.exit((await benchLimits()) ? 0 : 1);
if (name === 'upload') process.exit((await benchUpload(rest)) ? 0 : 1);
if (name === 'calls') process.exit((await benchCalls(rest)) ? 0 : 1);
if (name === 'offline') process.exit((await benchOffline(rest)) ? 0 : 1);
if (name === 'startup') {
  await ensureBuilt();
  await benchStartup(rest);
  process.exit(0);
}
if (name === 'rotation') process.exit((await benchRotation(rest)) ? 0 : 1);
const bench = Object.hasOwn(BENCHES, name) ? BENCHES[name] : undefined;
if (!bench) {
  console.error(
    `Usage: npm run bench -- ${[...Object.keys(BENCHES), 'startup', 'limits', 'offline', 'rotation', 'upload', 'calls'].join(' | ')}`,
  );
  process.exit(2);
}
await ensureBuilt();
const result = Object.fromEntries(
  Object.entries(await bench()).map(([label, samples]) => [label, figures(samples)]),
);
console.log(
  `${''.padEnd(24)}${'median ms'.padStart(12)}${'p99 ms'.padStart(12)}${'runs'.padStart(8)}`,
);
for (const [label, { median, p99, runs }] of Object.entries(result)) {
  const cells = [String(median).padStart(12), String(p99).padStart(12), String(runs).padStart(8)];
  console.log(`${label.padEnd(24)}${cells.join('')}`);
}
console.log(JSON.stringify({ bench: name, node: process.version, ...result }));
process.exit(0);
