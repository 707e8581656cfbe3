// `npm run bench -- day`: what main holds in memory after its start, and after a day's ten thousand operations.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inChild, startPlatform } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';
import { bundled } from '../bundled.mjs';
import { root } from '../root.mjs';

const bundle = path.join(root, 'dist/bench-day/bench-day.mjs');
const builtMain = path.join(root, 'dist/main');
const LONGEST_MS = 20 * 60_000;
/** What main may hold after its start, and how much more after the day. */
const MOST_START_MIB = 90;
const MOST_GROWTH = 1.2;

const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Prints a table and, as the last line, one JSON object; `--operations N`. True when it holds no more than it may. */
export async function benchDay(args) {
  const at = args.indexOf('--operations');
  const operations = at < 0 ? 10_000 : Number(args[at + 1]);
  if (!Number.isInteger(operations) || operations < 1 || operations > 1_000_000)
    throw new Error('--operations needs a whole number from 1.');
  await ensureBuilt();
  await bundled('build/bench/day-steps.ts', 'bench-day');
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-bench-'));
  const platform = await startPlatform(['--users', 20, '--messages', 40, '--seed', 1]);
  try {
    const { users } = await platform.control('GET', 'state');
    const dataFolder = path.join(folder, 'data');
    mkdirSync(dataFolder, { mode: 0o700 });
    const day = await inChild(import.meta.filename, {
      step: 'measureDay',
      given: [
        { dataFolder, builtMain, platform: platform.announcement },
        { operations, userName: users[0] },
      ],
      execArgv: ['--expose-gc'],
      longestMs: LONGEST_MS,
    });
    return report(day);
  } finally {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function report(day) {
  const growth = round(day.endRssMiB / day.startRssMiB, 3);
  const rows = [
    ['', 'resident, MiB', 'heap, MiB'],
    ['after the start', round(day.startRssMiB), round(day.startHeapMiB)],
    ['once all was done a first time', round(day.warmRssMiB), ''],
    [`after ${day.operations} operations`, round(day.endRssMiB), round(day.endHeapMiB)],
  ];
  for (const [label, ...cells] of rows)
    console.log(`${label.padEnd(36)}${cells.map((cell) => String(cell).padStart(16)).join('')}`);
  console.log(`\ngrowth ${growth} (at most ${MOST_GROWTH}), ${round(day.seconds)} s`);
  const figures = Object.fromEntries(
    Object.entries(day).map(([name, value]) => [name, round(value)]),
  );
  console.log(JSON.stringify({ bench: 'day', node: process.version, ...figures, growth }));
  return day.startRssMiB < MOST_START_MIB && growth <= MOST_GROWTH;
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'child') {
  const [, , , step, given] = process.argv;
  const steps = await import(pathToFileURL(bundle).href);
  const value = await steps[step](...JSON.parse(given));
  process.send({ value }, () => process.exit(0));
}
