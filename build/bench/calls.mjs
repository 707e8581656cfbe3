// `npm run bench -- calls`: calls beside curl, with latency and without, and what one costs beside a bare client.
// They take turns within one run, each in fresh processes.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { askedFor, median, printResult, printTable, round as rounded } from './figures.mjs';
import { inFolder, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

/** A child that has not ended after so long is killed; much more than it needs. */
const LONGEST_MS = 5 * 60_000;
const LATENCY_MS = 20;
const AT_ONCE = 6;

const round = (value, digits = 3) => rounded(value, digits);

/** True when every call was answered; `--calls N`, `--rounds N`. */
export async function benchCalls(args) {
  const { amounts } = askedFor(args, {
    calls: { usual: 500, quick: 50, most: 100_000 },
    rounds: { usual: 5, quick: 2, most: 100 },
  });
  const { calls, rounds } = amounts;
  await ensureBuilt();
  const steps = await stepsOf('calls', LONGEST_MS);
  return await inFolder(async (folder) => {
    const platform = await startPlatform(['--users', 3, '--seed', 1]);
    try {
      const { users } = await platform.control('GET', 'state');
      const [userName] = users;
      const of = { folder, platform: platform.announcement, calls, userName };
      const step = (name, asked) => steps.run(name, [worldIn(folder, platform), asked]);
      const found = {};
      for (const latencyMs of [0, LATENCY_MS]) {
        await platform.control('PUT', 'settings', { latencyMs });
        for (const atOnce of [1, AT_ONCE]) {
          const name = `${latencyMs} ${atOnce}`;
          found[name] = [];
          for (let turn = 0; turn < rounds; turn += 1) {
            const asked = { calls, atOnce, userName };
            const { seconds } = await step('measureCalls', asked);
            const bare = await step('measureBareCalls', asked);
            found[name].push({ steward: seconds, curl: callsByCurl(of, atOnce), bare });
          }
        }
      }
      await platform.control('PUT', 'settings', { latencyMs: 0 });
      // What a read and a write cost where nothing is waited for, beside Node's own client, by turns.
      const costs = { steward: [], bare: [] };
      for (let turn = 0; turn < rounds; turn += 1) {
        costs.steward.push(await step('measureCosts', { calls, userName }));
        costs.bare.push(await step('measureBare', { calls, userName }));
      }
      return reportCalls({ found, costs }, amounts);
    } finally {
      await platform.stop();
    }
  });
}

/** One curl for all calls: it keeps its connections, as the program does. */
function callsByCurl({ folder, platform, calls, userName }, atOnce) {
  const { address } = platform;
  const url = `${address}/api/enterpriseusers/${userName}?ForceEIAuthentication`;
  const config = path.join(folder, 'calls.txt');
  const one = `url = "${url}"\noutput = "/dev/null"\n`;
  writeFileSync(config, one.repeat(calls));
  const begun = performance.now();
  const { status, stdout, stderr } = spawnSync(
    'curl',
    [
      ...['--silent', '--show-error', '--fail', '--config', config, '--cacert', platform.caFile],
      ...['--cert-type', 'P12', '--cert', `${platform.certificateFile}:${platform.passphrase}`],
      ...['--header', `ApiKey: ${platform.apiKey}`, '--header', 'accept: application/hal+json'],
      ...['--write-out', '%{http_code} %{num_connects}\\n'],
      ...(atOnce > 1 ? ['--parallel', '--parallel-max', String(atOnce)] : []),
    ],
    { encoding: 'utf8', timeout: LONGEST_MS },
  );
  const seconds = (performance.now() - begun) / 1000;
  const lines = stdout.trim().split('\n');
  if (status !== 0 || lines.length !== calls || lines.some((line) => !line.startsWith('200 ')))
    throw new Error(`curl: ${status} ${stderr}`);
  return seconds;
}

function reportCalls({ found, costs }, amounts) {
  const { calls, rounds } = amounts;
  const of = (name, who) => median(found[name].map((run) => run[who]));
  const ratio = (name, who = 'steward') =>
    round(median(found[name].map(({ curl: other, ...run }) => run[who] / other)));
  const ideal = (atOnce) => (Math.ceil(calls / atOnce) * LATENCY_MS) / 1000;
  const slow = (atOnce) => `${LATENCY_MS} ${atOnce}`;
  const figures = {
    latencyMs: LATENCY_MS,
    atOnce: AT_ONCE,
    sequentialRatio: ratio(slow(1)),
    concurrentRatio: ratio(slow(AT_ONCE)),
    bareSequentialRatio: ratio(slow(1), 'bare'),
    bareConcurrentRatio: ratio(slow(AT_ONCE), 'bare'),
    sequentialToIdeal: round(of(slow(1), 'steward') / ideal(1)),
    concurrentToIdeal: round(of(slow(AT_ONCE), 'steward') / ideal(AT_ONCE)),
    curlSequentialToIdeal: round(of(slow(1), 'curl') / ideal(1)),
    curlConcurrentToIdeal: round(of(slow(AT_ONCE), 'curl') / ideal(AT_ONCE)),
    sequentialRatioWithoutLatency: ratio('0 1'),
    concurrentRatioWithoutLatency: ratio(`0 ${AT_ONCE}`),
    sequentialMsPerCall: round((of('0 1', 'steward') / calls) * 1000, 2),
    concurrentMsPerCall: round((of(`0 ${AT_ONCE}`, 'steward') / calls) * 1000, 2),
    ...costFigures(costs),
  };
  const row = (label, name, atOnce) => [
    label,
    ...['steward', 'bare', 'curl'].map((who) => round(of(name, who), 2)),
    ...[ratio(name), ratio(name, 'bare')],
    name.startsWith('0') ? '' : round(of(name, 'steward') / ideal(atOnce)),
  ];
  table(
    `${calls} calls, seconds: medians of ${rounds} rounds by turns; ideal: calls x latency / at once`,
    [
      ['', 'Steward', 'bare node', 'curl', 'to curl', 'of bare', 'to ideal'],
      row(`${LATENCY_MS} ms, one after the other`, slow(1), 1),
      row(`${LATENCY_MS} ms, ${AT_ONCE} at once`, slow(AT_ONCE), AT_ONCE),
      row('no latency, one after the other', '0 1', 1),
      row(`no latency, ${AT_ONCE} at once`, `0 ${AT_ONCE}`, AT_ONCE),
    ],
  );
  table(
    `one call, ms, where nothing is waited for: the first ${calls} of a process, ${calls} after them`,
    [
      ['', 'Steward', 'bare node', 'ratio'],
      ['read, cold', figures.readColdMs, figures.bareColdMs, figures.coldToBare],
      ['read, warm', figures.readWarmMs, figures.bareWarmMs, figures.warmToBare],
      ['write', figures.writeMs, '', ''],
      ['border, main’s share', figures.borderMs, '', ''],
    ],
  );
  return printResult('calls', {
    amounts,
    anchor: {
      what: 'one read, warm, by Node’s own client with the same certificate',
      ratio: figures.warmToBare,
    },
    figures,
  });
}

function costFigures({ steward, bare }) {
  const of = (runs, key) => round(median(runs.map((run) => run[key])));
  const ratio = (key) => round(median(steward.map((run, turn) => run[key] / bare[turn][key])));
  return {
    readColdMs: of(steward, 'coldMs'),
    readWarmMs: of(steward, 'warmMs'),
    bareColdMs: of(bare, 'coldMs'),
    bareWarmMs: of(bare, 'warmMs'),
    coldToBare: ratio('coldMs'),
    warmToBare: ratio('warmMs'),
    writeMs: of(steward, 'writeMs'),
    borderMs: of(steward, 'borderMs'),
  };
}

function table(title, rows) {
  console.log(`${title}\n`);
  printTable(rows, { cell: 12 });
  console.log('');
}
