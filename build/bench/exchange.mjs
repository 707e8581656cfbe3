// `npm run bench -- upload` and `-- calls`: measures the program's network exchange against curl.
// The two take turns within one run, each in fresh processes.
import { execFile, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { askedFor, median, printResult, printTable, round as rounded } from './figures.mjs';
import { inFolder, isInOwnNetwork, onCore, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

const MIB = 1024 * 1024;
/** A child that has not ended after so long is killed; much more than it needs. */
const LONGEST_MS = 5 * 60_000;
const LATENCY_MS = 20;
const AT_ONCE = 6;
const ROUNDS = { usual: 5, quick: 2, most: 100 };

const round = (value, digits = 3) => rounded(value, digits);

/** The server has one processor, and who sends another. */
const [SERVER_CORE, SENDER_CORE] = [0, 1];

/** True when every byte came; `--mib N`, `--rounds N`, and for the slow server `--slow-mib N` at `--slow-mib-per-second N`. */
export async function benchUpload(args) {
  const { amounts } = askedFor(args, {
    mib: { usual: 1024, quick: 64, most: 100_000 },
    rounds: ROUNDS,
    'slow-mib': { usual: 256, quick: 32, most: 100_000 },
    'slow-mib-per-second': { usual: 100, most: 10_000 },
  });
  const { mib, rounds, 'slow-mib': slowMib, 'slow-mib-per-second': mibPerSecond } = amounts;
  await ensureBuilt();
  const steps = await stepsOf('exchange', LONGEST_MS);
  return await inFolder(async (folder) => {
    const small = Math.min(64, mib);
    const of = { folder, steps };
    const file = (name, size) => ({
      file: writeNoise(path.join(folder, name), size),
      bytes: size * MIB,
    });
    const [large, little, slow] = [file('large', mib), file('small', small), file('slow', slowMib)];
    const fast = await withSink(of, {}, async (sink) => ({
      ...(await byTurns({ ...of, sink, ...large }, rounds)),
      small: await uploadBySteward({ ...of, sink, ...little }),
      both: await uploadByTwo({ ...of, sink, ...large }),
    }));
    const bySlow = await withSink(of, { mibPerSecond }, (sink) =>
      byTurns({ ...of, sink, ...slow }, rounds),
    );
    return reportUpload({ fast, slow: bySlow }, amounts);
  });
}

async function withSink({ steps, folder }, speed, work) {
  const sink = await startSink(steps, folder, speed);
  try {
    return await work(sink);
  } finally {
    await sink.stop();
  }
}

async function byTurns(of, rounds) {
  const found = { steward: [], curl: [] };
  // Once, unmeasured: the file is in the computer's memory then, for both.
  await uploadByCurl(of);
  for (let turn = 0; turn < rounds; turn += 1) {
    found.steward.push(await uploadBySteward(of));
    found.curl.push(await uploadByCurl(of));
  }
  return found;
}

async function uploadBySteward({ folder, sink, steps, bytes, file }) {
  await sink.ask('received');
  const world = worldIn(folder, { announcement: { ...sink.files, apiKey: 'measured' } });
  const upload = await steps.run('measureUpload', [world, file], { core: SENDER_CORE });
  return { ...upload, ...whole(await sink.ask('received'), bytes) };
}

const curl = ({ files }) => [
  '--silent',
  '--show-error',
  '--fail',
  '--cacert',
  files.caFile,
  '--cert',
  files.pemFile,
];
const octets = ['--header', 'content-type: application/octet-stream', '--header', 'expect:'];

async function uploadByCurl({ sink, bytes, file }) {
  await sink.ask('received');
  const cpuSeconds = cpuOf([
    ...curl(sink),
    ...octets,
    '--request',
    'POST',
    '-T',
    file,
    `${sink.files.address}/by-curl`,
  ]);
  return { cpuSeconds, ...whole(await sink.ask('received'), bytes) };
}

/** Two of them at once: what the server can take beyond what one sends. */
async function uploadByTwo({ sink, bytes, file }) {
  await sink.ask('received');
  const one = () =>
    promisify(execFile)(
      'curl',
      [...curl(sink), ...octets, '--request', 'POST', '-T', file, `${sink.files.address}/by-two`],
      { timeout: LONGEST_MS },
    );
  await Promise.all([one(), one()]);
  const { uploads } = await sink.ask('received');
  const seconds =
    (Math.max(...uploads.map(({ to }) => to)) - Math.min(...uploads.map(({ from }) => from))) /
    1000;
  return { mibPerSecond: (2 * bytes) / MIB / seconds };
}

/** Speed as the server saw it, which is the same measure for both. */
function whole({ uploads, cpuSeconds: sinkSeconds }, bytes) {
  const [upload] = uploads;
  if (uploads.length !== 1 || upload.bytes !== bytes)
    throw new Error('The file did not come whole.');
  return { mibPerSecond: bytes / MIB / upload.seconds, sinkBusy: sinkSeconds / upload.seconds };
}

/** Processor time of one curl: the shell's own count of a child that has ended. */
function cpuOf(args) {
  const command = onCore(SENDER_CORE, ['curl', ...args]);
  const time = ['-c', '"$@"; code=$?; times >&3; exit $code', 'sh', ...command];
  const { status, output, stderr } = spawnSync('bash', time, {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout: LONGEST_MS,
  });
  if (status !== 0) throw new Error(`curl: ${stderr}`);
  const [, children = ''] = output[3].trim().split('\n');
  return children.split(' ').reduce((sum, text) => {
    const [, minutes, seconds] = /(\d+)m([\d.]+)s/.exec(text) ?? [];
    return sum + Number(minutes) * 60 + Number(seconds);
  }, 0);
}

function reportUpload({ fast: { steward, curl: byCurl, both, small }, slow }, amounts) {
  const { mib, rounds } = amounts;
  const of = (runs, key) => median(runs.map((run) => run[key]));
  const ratioTo = (mine, others, key) =>
    median(mine.map((run, turn) => run[key] / others[turn][key]));
  const ratioOf = (key) => ratioTo(steward, byCurl, key);
  const figures = {
    ownNetwork: isInOwnNetwork(),
    throughputRatio: round(ratioOf('mibPerSecond')),
    slowRatio: round(ratioTo(slow.steward, slow.curl, 'mibPerSecond')),
    cpuRatio: round(ratioOf('cpuSeconds')),
    growthMiB: round(Math.max(...steward.map(({ growthMiB }) => growthMiB)), 1),
    smallGrowthMiB: round(small.growthMiB, 1),
    peakMiB: round(of(steward, 'peakMiB'), 1),
    loopP99Ms: round(of(steward, 'loopP99Ms'), 2),
    stewardMiBPerSecond: round(of(steward, 'mibPerSecond'), 0),
    curlMiBPerSecond: round(of(byCurl, 'mibPerSecond'), 0),
    twoCurlsMiBPerSecond: round(both.mibPerSecond, 0),
    stewardCpuSeconds: round(of(steward, 'cpuSeconds'), 2),
    curlCpuSeconds: round(of(byCurl, 'cpuSeconds'), 2),
    sinkBusy: round(of(steward, 'sinkBusy'), 2),
    slowStewardMiBPerSecond: round(of(slow.steward, 'mibPerSecond'), 0),
    slowCurlMiBPerSecond: round(of(slow.curl, 'mibPerSecond'), 0),
  };
  const f = figures;
  table(
    `${mib} MiB by two-way TLS to a server that throws it away, medians of ${rounds} rounds by turns`,
    [
      ['', 'Steward', 'curl -T', 'ratio'],
      ['MiB in a second', f.stewardMiBPerSecond, f.curlMiBPerSecond, f.throughputRatio],
      ['the same to a slow server', f.slowStewardMiBPerSecond, f.slowCurlMiBPerSecond, f.slowRatio],
      ['processor, s', f.stewardCpuSeconds, f.curlCpuSeconds, f.cpuRatio],
      ['memory beyond the start, MiB', f.growthMiB, '', ''],
      [`the same with ${Math.min(64, mib)} MiB`, f.smallGrowthMiB, '', ''],
      ['delay of the event loop, p99 ms', f.loopP99Ms, '', ''],
      ['two curls at once, MiB in a second', '', f.twoCurlsMiBPerSecond, ''],
      ['server, part of a processor', f.sinkBusy, '', ''],
    ],
  );
  return printResult('upload', {
    amounts,
    anchor: { what: 'the speed of curl -T with the same file', ratio: f.throughputRatio },
    figures,
  });
}

/** True when every call was answered; `--calls N`, `--rounds N`. */
export async function benchCalls(args) {
  const { amounts } = askedFor(args, {
    calls: { usual: 500, quick: 50, most: 100_000 },
    rounds: ROUNDS,
  });
  const { calls, rounds } = amounts;
  await ensureBuilt();
  const steps = await stepsOf('exchange', LONGEST_MS);
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
            const { seconds } = await step('measureCalls', { calls, atOnce, userName });
            found[name].push({ steward: seconds, curl: callsByCurl(of, atOnce) });
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
  const ratio = (name) =>
    round(median(found[name].map(({ steward, curl: other }) => steward / other)));
  const ideal = (atOnce) => (Math.ceil(calls / atOnce) * LATENCY_MS) / 1000;
  const slow = (atOnce) => `${LATENCY_MS} ${atOnce}`;
  const figures = {
    latencyMs: LATENCY_MS,
    atOnce: AT_ONCE,
    sequentialRatio: ratio(slow(1)),
    concurrentRatio: ratio(slow(AT_ONCE)),
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
    ...[round(of(name, 'steward'), 2), round(of(name, 'curl'), 2), ratio(name)],
    name.startsWith('0') ? '' : round(of(name, 'steward') / ideal(atOnce)),
  ];
  table(
    `${calls} calls, seconds: medians of ${rounds} rounds by turns; ideal: calls x latency / at once`,
    [
      ['', 'Steward', 'curl', 'to curl', 'to ideal'],
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

/** A file that no layer can make smaller. */
function writeNoise(file, mib) {
  const block = Buffer.from(Uint8Array.from({ length: MIB }, (_, i) => (i * 2654435761) >>> 24));
  const handle = openSync(file, 'w');
  for (let i = 0; i < mib; i += 1) writeSync(handle, block);
  closeSync(handle);
  return file;
}

/** The server as a process of its own, which is asked what came. */
async function startSink({ start }, folder, speed) {
  const at = mkdtempSync(path.join(folder, 'sink-'));
  const child = start('serveFiles', [at, speed], { core: SERVER_CORE });
  const exited = new Promise((resolve) => child.once('exit', resolve));
  const next = () =>
    new Promise((resolve, reject) => {
      child.once('message', resolve);
      void exited.then(() => reject(new Error('The server has ended.')));
    });
  const files = await next();
  return {
    files,
    async ask(what) {
      child.send(what);
      return await next();
    },
    async stop() {
      child.kill();
      await exited;
    },
  };
}
