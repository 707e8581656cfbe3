// `npm run bench -- NAME`: measures the built program; a table, and as the last line one JSON object.
import { spawnSync } from 'node:child_process';
import { cpus, loadavg } from 'node:os';
import { benchBridge } from './bridge.mjs';
import { benchCalls } from './calls.mjs';
import { benchDay } from './day.mjs';
import { printTable } from './figures.mjs';
import { benchForm } from './form.mjs';
import { benchHandOver } from './hand-over.mjs';
import { benchJournal } from './journal.mjs';
import { benchLarge } from './large.mjs';
import { benchLimits } from './limits.mjs';
import { benchMessages } from './messages.mjs';
import { benchOffline } from './offline.mjs';
import { benchRotation } from './rotation.mjs';
import { inOwnNetwork } from './processes.mjs';
import { benchStartup } from './startup.mjs';
import { benchTransfer, benchUpload } from './transfers.mjs';
import { ensureBuilt } from '../build.mjs';

/** Name -> what measures it, and answers whether it keeps what it promises. Each takes `--quick`. */
const BENCHES = {
  bridge: benchBridge,
  calls: benchCalls,
  day: benchDay,
  form: benchForm,
  'hand-over': benchHandOver,
  journal: benchJournal,
  large: benchLarge,
  limits: benchLimits,
  messages: benchMessages,
  offline: benchOffline,
  rotation: benchRotation,
  startup: benchStartup,
  transfer: benchTransfer,
  upload: benchUpload,
};

/** Each in a process of its own, one after the other: what it prints, and in the end all results in one JSON object. */
async function everything(options) {
  if (options.some((option) => option !== '--quick')) throw new Error('all takes --quick alone.');
  await ensureBuilt();
  const [{ model = '' } = {}] = cpus();
  const machine = { node: process.version, processor: model.trim(), cores: cpus().length };
  const results = {};
  for (const name of Object.keys(BENCHES)) {
    const loadBefore = loadavg()[0];
    const begun = performance.now();
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [import.meta.filename, name, ...options],
      { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
    );
    const tookSeconds = Math.round((performance.now() - begun) / 1000);
    const last = stdout.trim().split('\n').at(-1) ?? '';
    const found = last.startsWith('{') ? JSON.parse(last) : undefined;
    const held = status === 0;
    results[name] = { ...found, held, tookSeconds, loadBefore };
    console.log(`\n== ${name}: ${tookSeconds} s, ${held ? 'held' : 'not held'}`);
    console.log(
      found === undefined ? stdout + stderr : stdout.trimEnd().slice(0, -last.length).trimEnd(),
    );
  }
  console.log('');
  printTable(
    [
      ['', 'to anchor', 'held', 'seconds', 'load before'],
      ...Object.entries(results).map(([name, { anchor, held, tookSeconds, loadBefore }]) => [
        name,
        ...[anchor?.ratio ?? '-', held ? 'yes' : 'no', tookSeconds, loadBefore],
      ]),
    ],
    { label: 14 },
  );
  console.log(
    JSON.stringify({ bench: 'all', quick: options.includes('--quick'), ...machine, results }),
  );
  return Object.values(results).every(({ held }) => held);
}

async function run([name = '', ...options]) {
  if (name === 'all') return (await everything(options)) ? 0 : 1;
  if (name === 'transfer' || name === 'upload') {
    const code = inOwnNetwork([import.meta.filename, name, ...options]);
    if (code !== undefined) return code;
  }
  if (Object.hasOwn(BENCHES, name)) return (await BENCHES[name](options)) ? 0 : 1;
  console.error(`Usage: npm run bench -- ${Object.keys(BENCHES).join(' | ')} | all [--quick]`);
  return 2;
}

process.exit(await run(process.argv.slice(2)));
