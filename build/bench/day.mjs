// `npm run bench -- day`: what main holds in memory after its start, and after a day's ten thousand operations.
import { askedFor, printResult, printTable, round } from './figures.mjs';
import { besideIdle, inFolder, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

const LONGEST_MS = 20 * 60_000;
/** What main may hold after its start, and how much more after the day. */
const MOST_START_MIB = 90;
const MOST_GROWTH = 1.2;

/**
 * True when it holds no more than it may; `--operations N`, `--rest SECONDS`: V8 gives memory back after half a minute of rest, which
 * is shown beside it and promises nothing.
 */
export async function benchDay(args) {
  const { amounts } = askedFor(args, {
    operations: { usual: 10_000, quick: 1000, most: 1_000_000 },
    rest: { usual: 45, quick: 1, most: 3600 },
  });
  await ensureBuilt();
  const { run } = await stepsOf('day', LONGEST_MS);
  return await inFolder(async (folder) => {
    const platform = await startPlatform(['--users', 20, '--messages', 40, '--seed', 1]);
    try {
      const { users } = await platform.control('GET', 'state');
      const { value, idle } = await besideIdle(() =>
        run('measureDay', [
          worldIn(folder, platform),
          { operations: amounts.operations, restSeconds: amounts.rest, userName: users[0] },
        ]),
      );
      const bare = await run('measureBareDay', [
        worldIn(folder, platform),
        { operations: amounts.operations, userName: users[0] },
      ]);
      return report(value, { idle, bare }, amounts);
    } finally {
      await platform.stop();
    }
  });
}

function report(day, { idle, bare }, amounts) {
  const growth = round(day.endRssMiB / day.startRssMiB, 3);
  const bareGrowth = round(bare.endRssMiB / bare.startRssMiB, 3);
  const growthAtRest = round(day.endRestMiB / day.startRestMiB, 3);
  const rest = `after ${amounts.rest} s of rest`;
  const lines = [
    ['', 'resident, MiB', rest, 'heap, MiB'],
    ['Node alone', round(idle.rssMiB), '', ''],
    [
      'after the start',
      ...[round(day.startRssMiB), round(day.startRestMiB), round(day.startHeapMiB)],
    ],
    ['once all was done a first time', round(day.warmRssMiB), '', ''],
    [
      `after ${day.operations} operations`,
      ...[round(day.endRssMiB), round(day.endRestMiB), round(day.endHeapMiB)],
    ],
    ['Node’s own client, before', round(bare.startRssMiB), '', ''],
    [`after ${amounts.operations} calls`, round(bare.endRssMiB), '', ''],
  ];
  printTable(lines, { cell: 20 });
  console.log(
    `\ngrowth ${growth} (at most ${MOST_GROWTH}), from rest to rest ${growthAtRest}, of Node’s own client ${bareGrowth}; ${round(day.seconds)} s`,
  );
  const figures = Object.fromEntries(
    Object.entries(day).map(([name, value]) => [name, round(value)]),
  );
  return printResult('day', {
    amounts,
    anchor: {
      what: 'resident memory of a Node process that does nothing, to that of main after its start',
      ratio: round(day.startRssMiB / idle.rssMiB, 3),
    },
    held: day.startRssMiB < MOST_START_MIB && growth <= MOST_GROWTH,
    figures: {
      ...figures,
      nodeRssMiB: round(idle.rssMiB),
      bareStartRssMiB: round(bare.startRssMiB),
      bareEndRssMiB: round(bare.endRssMiB),
      growth,
      growthAtRest,
      bareGrowth,
    },
  });
}
