// `npm run bench -- journal`: what a journal of 200 000 lines costs a start and its verifying, beside one of ten lines.
import path from 'node:path';
import { askedFor, median, printResult, printTable, round } from './figures.mjs';
import { besideIdle, inFolder, stepsOf } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';
import { root } from '../root.mjs';

const LONGEST_MS = 5 * 60_000;
const FEW = 10;
/** Beyond what it takes with ten lines: of the loop, over an idle process beside it, and of memory. */
const MOST = { heldMs: 150, memoryMiB: 60 };
const STEPS = { start: 'measureStart', verifying: 'measureVerifying' };

/** True when neither the start nor the verifying is held longer, or takes more memory, than it may; `--lines N`, `--runs N`. */
export async function benchJournal(args) {
  const { amounts } = askedFor(args, {
    lines: { usual: 200_000, quick: 50_000, least: 20_000, most: 10_000_000 },
    runs: { usual: 5, quick: 1, most: 100 },
  });
  const { lines, runs } = amounts;
  await ensureBuilt();
  const { run } = await stepsOf('journal', LONGEST_MS);
  return await inFolder(async (folder) => {
    const folders = {
      few: await run('writeJournal', [folder, FEW]),
      many: await run('writeJournal', [folder, lines]),
    };
    const world = (dataFolder) => ({ dataFolder, builtMain: path.join(root, 'dist/main') });
    const all = { start: [], verifying: [], bare: [] };
    for (let turn = 0; turn < runs; turn += 1) {
      for (const [name, step] of Object.entries(STEPS)) {
        const measured = {};
        for (const [much, data] of Object.entries(folders)) {
          const given = [world(data), much === 'few' ? FEW : lines];
          const { value, idle } = await besideIdle((heard) => run(step, given, { heard }));
          measured[much] = { ...value, overIdleMs: value.longestMs - idle.longestMs };
        }
        all[name].push(measured);
      }
      all.bare.push(await run('measureBare', [folders.many]));
    }
    return report(all, amounts);
  });
}

function report({ bare, ...steps }, amounts) {
  const of = (samples, digits = 0) => round(median(samples), digits);
  const figuresOf = (measured) => {
    const more = (key) => measured.map(({ few, many }) => many[key] - few[key]);
    return {
      seconds: of(
        measured.map(({ many }) => many.seconds),
        2,
      ),
      moreSeconds: of(more('seconds'), 2),
      moreHeldMs: of(more('overIdleMs')),
      moreMemoryMiB: of(more('peakMiB')),
    };
  };
  const found = Object.fromEntries(
    Object.entries(steps).map(([name, measured]) => [name, figuresOf(measured)]),
  );
  const bareSeconds = of(
    bare.map(({ seconds }) => seconds),
    2,
  );
  printTable(
    [
      ['beyond ten lines', 'seconds', 'held, ms', 'memory, MiB'],
      ...Object.entries(found).map(([name, one]) => [
        name,
        ...[one.moreSeconds, one.moreHeldMs, one.moreMemoryMiB],
      ]),
    ],
    { label: 24 },
  );
  return printResult('journal', {
    amounts,
    anchor: {
      what: 'how long Node takes to hash and parse the same lines twice, all of them in memory; the verifying to that',
      ratio: round(found.verifying.seconds / bareSeconds, 2),
    },
    held: Object.values(found).every(
      ({ moreHeldMs, moreMemoryMiB }) =>
        moreHeldMs <= MOST.heldMs && moreMemoryMiB <= MOST.memoryMiB,
    ),
    figures: { bareSeconds, ...found },
  });
}
