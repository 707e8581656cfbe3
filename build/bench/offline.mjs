// `npm run bench -- offline`: measures synchronising everything, starting with the copy, and searching a large copy.
// Synchronising is compared with the least it could cost.
import path from 'node:path';
import { askedFor, printResult, printTable, quantile, round } from './figures.mjs';
import { besideIdle, inFolder, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

const SEED = 1;
const LATENCY_MS = 20;
/** A child that has not ended after so long is killed; much more than it needs. */
const LONGEST_MS = 10 * 60_000;

/** True when the copy has all that it should have; `--services N`, `--searched N`, `--profile FOLDER`. */
export async function benchOffline(args) {
  const { amounts, texts } = askedFor(
    args,
    {
      services: { usual: 5000, quick: 300, most: 20_000 },
      searched: { usual: 20_000, quick: 2000, most: 20_000 },
    },
    ['profile'],
  );
  const { services, searched } = amounts;
  const { profile } = texts;
  await ensureBuilt();
  const steps = await stepsOf('offline', LONGEST_MS);
  const { MOST_AT_ONCE } = steps.own;
  const profiling =
    profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profile)}`];
  const execArgv = ['--expose-gc', '--enable-source-maps', ...profiling];
  return await inFolder(async (folder) => {
    const platform = await startPlatform(['--services', services, '--seed', SEED]);
    const world = { ...worldIn(folder, platform), seed: SEED, services, searched };
    const run = (step, heard) => steps.run(step, [world], { execArgv, heard });
    /** With how much later the loop of the program was than one that does nothing. */
    const heldBy = async (step, longestOf) => {
      const { value, idle } = await besideIdle((heard) => run(step, heard));
      return { value, overIdleMs: round(longestOf(value) - idle.longestMs) };
    };
    try {
      await platform.control('PUT', 'settings', { latencyMs: LATENCY_MS });
      const before = await platform.control('GET', 'state');
      const { value: synchronised, overIdleMs } = await heldBy(
        'measureSynchronise',
        ({ longestBlockMs }) => longestBlockMs,
      );
      const after = await platform.control('GET', 'state');
      const calls = after.calls - before.calls;
      const plainMs = await run('measurePlain');
      const loaded = await run('measureLoad');
      const documents = await run('fill');
      const { value: first, overIdleMs: firstLoadOverIdleMs } = await heldBy(
        'measureFirstLoad',
        ({ longestBlockMs }) => longestBlockMs,
      );
      const { value: search, overIdleMs: searchedLoadOverIdleMs } = await heldBy(
        'measureSearch',
        ({ load }) => load.longestBlockMs,
      );
      const ideal = (calls * LATENCY_MS) / MOST_AT_ONCE / 1000;
      const figures = {
        services,
        latencyMs: LATENCY_MS,
        atOnce: MOST_AT_ONCE,
        calls,
        ...synchroniseFigures(synchronised, ideal),
        syncOverIdleMs: overIdleMs,
        plainRatio: round(plainMs / LATENCY_MS, 3),
        syncToPlain: round((synchronised.seconds * 1000 * MOST_AT_ONCE) / calls / plainMs, 3),
        ...loadFigures(loaded),
        ...searchFigures(search, documents),
        searchedLoadOverIdleMs,
        searchedFirstLoadMs: round(first.loadMs),
        searchedFirstLoadOverIdleMs: firstLoadOverIdleMs,
      };
      print(figures, synchronised);
      return printResult('offline', {
        amounts,
        anchor: {
          what: 'a call of a bare client that drops the answers, as many of them at once',
          ratio: figures.syncToPlain,
        },
        held: figures.complete,
        figures: { seed: SEED, ...figures },
      });
    } finally {
      await platform.stop();
    }
  });
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

const at = (samples, part) => round(quantile(samples, part), 2);

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
    ['the same over an idle process', '', f.searchedLoadOverIdleMs, ''],
    ['load that computes the search, ms', '', f.searchedFirstLoadMs, ''],
    ['longest block of it over an idle process', '', f.searchedFirstLoadOverIdleMs, ''],
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
  printTable(lines, { label: 44, cell: 16 });
  console.log(
    `\n${f.documents} documents, ${f.copyMiB} MiB; ${f.cpuMsPerDocument} ms of processor time for each; ` +
      `longest block ${f.syncLongestBlockMs} ms, ${f.syncOverIdleMs} ms over an idle process`,
  );
  for (const lack of lacks) console.log(`NOT complete: ${lack}`);
}

const ratioOf = (of, to) => (to > 0 ? round(of / to, 2) : '-');
