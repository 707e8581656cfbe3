// `npm run bench -- offline`: measures synchronising everything, starting with the copy, and searching a large copy.
// Synchronising is compared with the least it could cost.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { inChild, startPlatform } from './processes.mjs';
import { bundled } from '../bundled.mjs';
import { root } from '../root.mjs';

const SEED = 1;
const SERVICES = 5000;
const SEARCHED = 20_000;
const LATENCY_MS = 20;
/** A child that has not ended after so long is killed; much more than it needs. */
const LONGEST_MS = 10 * 60_000;
const bundle = path.join(root, 'dist/bench-offline/bench-offline.mjs');

const round = (value, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits;

/** Prints a table and, as the last line, one JSON object; true when the copy has all that it should have. */
export async function benchOffline(args) {
  const { services, searched, profile } = wanted(args);
  const { MOST_AT_ONCE } = await bundled('build/bench/offline-steps.ts', 'bench-offline');
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-bench-'));
  const platform = await startPlatform(['--services', services, '--seed', SEED]);
  const world = { dataFolder: path.join(folder, 'data'), seed: SEED, services, searched };
  mkdirSync(world.dataFolder, { mode: 0o700 });
  const run = (step) => measured(step, { ...world, platform: platform.announcement }, profile);
  try {
    await platform.control('PUT', 'settings', { latencyMs: LATENCY_MS });
    const before = await platform.control('GET', 'state');
    const synchronised = await run('measureSynchronise');
    const after = await platform.control('GET', 'state');
    const calls = after.calls - before.calls;
    const plainMs = await run('measurePlain');
    const loaded = await run('measureLoad');
    const documents = await run('fill');
    const search = await run('measureSearch');
    const ideal = (calls * LATENCY_MS) / MOST_AT_ONCE / 1000;
    const figures = {
      services,
      latencyMs: LATENCY_MS,
      atOnce: MOST_AT_ONCE,
      calls,
      ...synchroniseFigures(synchronised, ideal),
      plainRatio: round(plainMs / LATENCY_MS, 3),
      syncToPlain: round((synchronised.seconds * 1000 * MOST_AT_ONCE) / calls / plainMs, 3),
      ...loadFigures(loaded),
      ...searchFigures(search, documents),
    };
    print(figures, synchronised);
    console.log(
      JSON.stringify({ bench: 'offline', node: process.version, seed: SEED, ...figures }),
    );
    return figures.complete;
  } finally {
    await platform.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function wanted(args) {
  const { values } = parseArgs({
    args,
    options: {
      services: { type: 'string', default: String(SERVICES) },
      searched: { type: 'string', default: String(SEARCHED) },
      profile: { type: 'string' },
    },
  });
  const [services, searched] = [Number(values.services), Number(values.searched)];
  for (const count of [services, searched])
    if (!Number.isInteger(count) || count < 1 || count > SEARCHED)
      throw new Error(`--services and --searched need whole numbers from 1 to ${SEARCHED}.`);
  return { services, searched, profile: values.profile };
}

const synchroniseFigures = (done, ideal) => ({
  idealSeconds: round(ideal, 2),
  syncSeconds: round(done.seconds, 2),
  syncRatio: round(done.seconds / ideal, 3),
  cpuMsPerDocument: round(done.cpuMsPerDocument, 2),
  syncLongestBlockMs: round(done.longestBlockMs),
  documents: done.documents,
  copyMiB: round(done.state.bytes / 1024 / 1024),
  complete: done.lacks.length === 0,
});

const loadFigures = ({ loadMs, memoryMiB, heapMiB, longestBlockMs }) => ({
  loadMs: round(loadMs),
  memoryMiB: round(memoryMiB),
  heapMiB: round(heapMiB),
  loadLongestBlockMs: round(longestBlockMs),
});

/** The search alone, each key once; and through the border to the page and back: best of all passes, and every one. */
function searchFigures({ load, passes, alone }, documents) {
  const best = passes[0].map((_, key) => Math.min(...passes.map((keys) => keys[key])));
  const all = passes.flat();
  return {
    searched: load.services,
    searchedDocuments: documents,
    searchedLoadMs: round(load.loadMs),
    searchedMemoryMiB: round(load.memoryMiB),
    searchedHeapMiB: round(load.heapMiB),
    searchedLoadLongestBlockMs: round(load.longestBlockMs),
    keyPresses: best.length,
    passes: passes.length,
    searchP50Ms: at(alone, 0.5),
    searchP99Ms: at(alone, 0.99),
    searchMaxMs: at(alone, 1),
    borderBestP50Ms: at(best, 0.5),
    borderBestP99Ms: at(best, 0.99),
    borderBestMaxMs: at(best, 1),
    borderP50Ms: at(all, 0.5),
    borderP99Ms: at(all, 0.99),
    borderMaxMs: at(all, 1),
  };
}

function at(samples, part) {
  const sorted = [...samples].sort((a, b) => a - b);
  return round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))], 2);
}

function print(figures, { lacks }) {
  const f = figures;
  const lines = [
    ['', 'measured', 'ideal', 'ratio'],
    ['synchronise everything, s', f.syncSeconds, f.idealSeconds, f.syncRatio],
    [
      'a bare client that drops the answers, ms',
      round(f.plainRatio * f.latencyMs),
      f.latencyMs,
      f.plainRatio,
    ],
    ['', '', '', ''],
    ['', `${f.services} services`, `${f.searched} services`, 'ratio'],
    [
      'start-up load of the copy, ms',
      f.loadMs,
      f.searchedLoadMs,
      ratioOf(f.searchedLoadMs, f.loadMs),
    ],
    [
      'memory added by it, MiB',
      f.memoryMiB,
      f.searchedMemoryMiB,
      ratioOf(f.searchedMemoryMiB, f.memoryMiB),
    ],
    ['longest block of it, ms', f.loadLongestBlockMs, f.searchedLoadLongestBlockMs, ''],
    ['', '', '', ''],
    ['', 'median', 'p99', 'longest'],
    [`search, ms: ${f.keyPresses} keys`, f.searchP50Ms, f.searchP99Ms, f.searchMaxMs],
    [
      `page to page, ms: best of ${f.passes}`,
      ...[f.borderBestP50Ms, f.borderBestP99Ms, f.borderBestMaxMs],
    ],
    ['page to page, ms: each of them', f.borderP50Ms, f.borderP99Ms, f.borderMaxMs],
  ];
  console.log(
    `${f.services} services of a platform that waits ${f.latencyMs} ms before each answer, ${f.calls} calls, ` +
      `at most ${f.atOnce} at once;\nideal: calls x latency / concurrency\n`,
  );
  for (const [label, ...cells] of lines)
    console.log(`${label.padEnd(44)}${cells.map((cell) => String(cell).padStart(16)).join('')}`);
  console.log(
    `\n${f.documents} documents, ${f.copyMiB} MiB; ${f.cpuMsPerDocument} ms of processor time for each; ` +
      `longest block ${f.syncLongestBlockMs} ms`,
  );
  for (const lack of lacks) console.log(`NOT complete: ${lack}`);
}

const ratioOf = (of, to) => (to > 0 ? round(of / to, 2) : '-');

/** One step of the bundle in a fresh process. */
function measured(step, given, profile) {
  const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
  const execArgv = ['--expose-gc', '--enable-source-maps', ...profiling];
  return inChild(import.meta.filename, { step, given, execArgv, longestMs: LONGEST_MS });
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'child') {
  const [, , , step, world] = process.argv;
  const steps = await import(pathToFileURL(bundle).href);
  const value = await steps[step](JSON.parse(world));
  process.send({ value }, () => process.exit(0));
}
