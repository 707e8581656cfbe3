// `npm run bench -- hand-over`: a whole organisation taken along into a folder, beside the same calls by a bare client.
import path from 'node:path';
import { askedFor, printResult, printTable, round } from './figures.mjs';
import { besideIdle, inFolder, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

const SEED = 1;
const LONGEST_MS = 60 * 60_000;
/** As the hand-over itself. */
const AT_ONCE = 6;
/** What must hold. */
const MOST = { ratio: 1.3, growthMiB: 64 };

/** True when it is complete, as fast as it must be and as small; `--messages`, `--users`, `--holders`, `--latency` in ms. */
export async function benchHandOver(args) {
  const { amounts } = askedFor(args, {
    messages: { usual: 10_000, quick: 500, most: 100_000 },
    users: { usual: 200, quick: 20, most: 2000 },
    holders: { usual: 300, quick: 30, most: 2000 },
    latency: { usual: 20, least: 0, most: 1000 },
  });
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  const steps = await stepsOf('hand-over', LONGEST_MS);
  return await inFolder(async (folder) => {
    const { holders, latency, ...seeded } = amounts;
    // Users and other parties hold something, and every platform has some of these.
    const parties = Math.max(14, holders - amounts.users + 2);
    const platform = await startPlatform(
      Object.entries({ ...seeded, parties, seed: SEED }).flatMap(([name, value]) => [
        `--${name}`,
        value,
      ]),
    );
    try {
      const run = (step, given = [], options = {}) => steps.run(step, given, options);
      const world = () => worldIn(folder, platform);
      const { organisationNumber } = platform.announcement;
      const target = path.join(folder, 'hand-over');
      const asked = { target, organisationNumber, messages: amounts.messages };
      const given = await platform.control('POST', 'holders', {
        organisationNumber,
        count: holders,
      });
      // The box is made at its first use, which neither of both is to pay for.
      await platform.control('GET', 'messages');
      await platform.control('DELETE', 'requests');
      await platform.control('PUT', 'settings', { latencyMs: latency });
      const { value: main, idle } = await besideIdle((heard) =>
        run('handOver', [world(), asked], { heard }),
      );
      const seen = await platform.control('GET', 'requests');
      // A refusal would be an error of the bare client; there are few.
      const calls = seen
        .filter(({ method, status }) => method === 'GET' && status < 400)
        .map(({ method, path: to, query, accept }) => ({ method, path: to, query, accept }));
      const bare = await run('readBare', [world(), calls, AT_ONCE]);
      const disk = await run('syncFiles', [path.join(folder, 'disk'), main.files, AT_ONCE]);
      const state = await platform.control('GET', 'messages');
      return report({ main, idle, bare, disk, seen, calls, given, state }, amounts);
    } finally {
      await platform.stop();
    }
  });
}

function report({ main, idle, bare, disk, seen, calls, given, state }, amounts) {
  const ratio = round(main.seconds / bare.seconds, 2);
  const growthMiB = round(main.growthMiB);
  const verifyS = main.verifyS === null ? null : round(main.verifyS, 2);
  const others = seen.filter(({ method }) => method !== 'GET').length;
  const each = (seconds, count) => round((seconds * 1000) / count, 2);
  console.log(
    `${amounts.messages} messages of ten years, ${amounts.users} users and ${given.holders} holders in ${calls.length} calls, into ${main.files} files of ${round(main.bytes / 1024 / 1024)} MiB; bare: the same calls by Node’s own client, six at once, at ${amounts.latency} ms of latency\n`,
  );
  printTable([
    ['', 'main', 'bare', 'ratio'],
    ['all, s', round(main.seconds), round(bare.seconds), ratio],
    [
      'processor, s',
      round(main.cpuSeconds),
      round(bare.cpuSeconds),
      round(main.cpuSeconds / bare.cpuSeconds, 2),
    ],
    ['a call, ms', each(main.seconds, calls.length), each(bare.seconds, calls.length), ''],
    ['a file, ms', each(main.seconds, main.files), '', ''],
    ['as many small files by themselves, s', '', round(disk), ''],
    ['loop held over an idle process, ms', round(main.longestMs - idle.longestMs), '', ''],
    ['memory at most beyond the start, MiB', growthMiB, '', ''],
    ['beyond the most of the first tenth, MiB', round(main.laterGrowthMiB), '', ''],
    ['of that afterwards, MiB', round(main.keptMiB), '', ''],
    ['of that in use, MiB', round(main.keptHeapMiB), '', ''],
    ['verified, s', verifyS ?? '–', '', ''],
  ]);
  const isWhole =
    main.state === 'finished' &&
    main.refused === 0 &&
    others === 0 &&
    state.markedRead.length === 0 &&
    main.intact !== false;
  return printResult('hand-over', {
    amounts,
    anchor: {
      what: 'the same calls, six at once, by Node’s own client with the same certificate, which keeps nothing',
      ratio,
    },
    held: isWhole && ratio <= MOST.ratio && growthMiB < MOST.growthMiB,
    figures: {
      ratio,
      growthMiB,
      verifyS,
      state: main.state,
      because: main.because,
      whole: isWhole,
      rows: main.rows,
      refused: main.refused,
      holders: given.holders,
      calls: calls.length,
      files: main.files,
      bytes: main.bytes,
      seconds: round(main.seconds),
      bareSeconds: round(bare.seconds),
      diskSeconds: round(disk),
      cpuSeconds: round(main.cpuSeconds),
      bareCpuSeconds: round(bare.cpuSeconds),
      overIdleMs: round(main.longestMs - idle.longestMs),
      laterGrowthMiB: round(main.laterGrowthMiB),
      keptMiB: round(main.keptMiB),
      keptHeapMiB: round(main.keptHeapMiB),
    },
  });
}
