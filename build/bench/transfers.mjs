// `npm run bench -- upload` and `-- transfer`: streams, as attachments and as files of file transfer, beside curl.
// They take turns within one run, each in fresh processes.
import { execFile, spawnSync } from 'node:child_process';
import {
  closeSync,
  linkSync,
  mkdtempSync,
  openSync,
  readdirSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { askedFor, median, printResult, printTable, round as rounded } from './figures.mjs';
import { inFolder, isInOwnNetwork, onCore, removeFolder, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

const MIB = 1024 * 1024;
/** A child that has not ended after so long is killed; much more than it needs. */
const LONGEST_MS = 5 * 60_000;
const ROUNDS = { usual: 5, quick: 2, most: 100 };
/** Of memory, beyond what there was before, however large the file. */
const MOST_GROWTH_MIB = 90;

const round = (value, digits = 3) => rounded(value, digits);

/** The server has one processor, and who sends another. */
const [SERVER_CORE, SENDER_CORE] = [0, 1];

/** True when every byte came and memory did not grow with them; `--mib N`, `--rounds N`, and for the slow server `--slow-mib N` at `--slow-mib-per-second N`. */
export async function benchUpload(args) {
  const { amounts } = askedFor(args, {
    mib: { usual: 1024, quick: 64, most: 100_000 },
    rounds: ROUNDS,
    'slow-mib': { usual: 256, quick: 32, most: 100_000 },
    'slow-mib-per-second': { usual: 100, most: 10_000 },
  });
  const { mib, rounds, 'slow-mib': slowMib, 'slow-mib-per-second': mibPerSecond } = amounts;
  await ensureBuilt();
  const steps = await stepsOf('transfers', LONGEST_MS);
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

async function withSink({ steps, folder }, options, work) {
  const sink = await startSink(steps, folder, options);
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
    held: f.growthMiB <= MOST_GROWTH_MIB,
    figures,
  });
}

/** Both ways, as files of file transfer; true when every byte came and memory did not grow with them. `--mib N`, `--rounds N`. */
export async function benchTransfer(args) {
  const { amounts } = askedFor(args, {
    mib: { usual: 1024, quick: 64, most: 4000 },
    rounds: { ...ROUNDS, usual: 3 },
  });
  const { mib, rounds } = amounts;
  await ensureBuilt();
  const steps = await stepsOf('transfers', LONGEST_MS);
  return await inFolder(async (folder) => {
    // A ready zip is sent as it is; that it is none nobody asks.
    const zip = writeNoise(path.join(folder, 'ready.zip'), mib);
    const within = mkdtempSync(path.join(folder, 'within-'));
    linkSync(zip, path.join(within, 'noise.bin'));
    const found = await withSink({ steps, folder }, { fileMib: mib }, async (sink) => {
      const of = { folder, steps, sink, bytes: mib * MIB };
      const send = { ...of, step: 'measureSending' };
      const ways = {
        zip: {
          steward: () => transferBySteward({ ...send, of: zip }),
          curl: () => uploadByCurl({ ...of, file: zip }),
        },
        folder: {
          steward: () => transferBySteward({ ...send, of: within }),
          curl: () => uploadByCurl({ ...of, file: zip }),
        },
        download: {
          steward: () => downloadBySteward(of),
          curl: () => downloadByCurl(of),
        },
      };
      return await byTurnsOf(ways, rounds);
    });
    return reportTransfer(found, amounts);
  });
}

async function byTurnsOf(ways, rounds) {
  const found = {};
  for (const [name, { steward, curl: byCurl }] of Object.entries(ways)) {
    await byCurl();
    const runs = (found[name] = { steward: [], curl: [] });
    for (let turn = 0; turn < rounds; turn += 1) {
      runs.steward.push(await steward());
      runs.curl.push(await byCurl());
    }
  }
  return found;
}

async function transferBySteward({ folder, steps, sink, bytes, step, of }) {
  const world = worldIn(folder, { announcement: { ...sink.files, apiKey: 'measured' } });
  const found = await steps.run(step, [world, of], { core: SENDER_CORE });
  return { ...found, mibPerSecond: bytes / MIB / found.seconds };
}

async function downloadBySteward({ folder, ...of }) {
  const to = mkdtempSync(path.join(folder, 'to-'));
  const found = await transferBySteward({ folder, ...of, step: 'measureReceiving', of: to });
  checkWhole(to, of.bytes);
  removeFolder(to);
  return found;
}

/** Synced too: only then is a file whole for a person. */
function downloadByCurl({ folder, sink, bytes }) {
  const to = mkdtempSync(path.join(folder, 'to-'));
  const file = path.join(to, 'curl.zip');
  const address = `${sink.files.address}/api/my/brokerservice/inbox/measured/download`;
  const begun = performance.now();
  const cpuSeconds = cpuOf([...curl(sink), '--output', file, address]);
  if (spawnSync('sync', [file]).status !== 0) throw new Error('The file could not be synced.');
  const seconds = (performance.now() - begun) / 1000;
  checkWhole(to, bytes);
  removeFolder(to);
  return { seconds, cpuSeconds, mibPerSecond: bytes / MIB / seconds };
}

function checkWhole(folder, bytes) {
  const sizes = readdirSync(folder).map((name) => statSync(path.join(folder, name)).size);
  if (sizes.length !== 1 || sizes[0] !== bytes) throw new Error('The file did not come whole.');
}

const WAYS = {
  zip: 'a ready zip, sent',
  folder: 'a folder, as a zip made meanwhile',
  download: 'a file, downloaded and synced',
};

function reportTransfer(found, amounts) {
  const { mib, rounds } = amounts;
  const figuresOf = ({ steward, curl: byCurl }) => ({
    ratio: round(median(steward.map((run, turn) => run.mibPerSecond / byCurl[turn].mibPerSecond))),
    stewardMiBPerSecond: round(median(steward.map((run) => run.mibPerSecond)), 0),
    curlMiBPerSecond: round(median(byCurl.map((run) => run.mibPerSecond)), 0),
    stewardCpuSeconds: round(median(steward.map((run) => run.cpuSeconds)), 2),
    curlCpuSeconds: round(median(byCurl.map((run) => run.cpuSeconds)), 2),
    growthMiB: round(Math.max(...steward.map(({ growthMiB }) => growthMiB)), 1),
    loopP99Ms: round(median(steward.map(({ loopP99Ms }) => loopP99Ms)), 2),
  });
  const ways = Object.fromEntries(
    Object.entries(found).map(([name, runs]) => [name, figuresOf(runs)]),
  );
  table(`${mib} MiB of file transfer by two-way TLS, medians of ${rounds} rounds by turns`, [
    ['MiB in a second', 'Steward', 'curl', 'ratio', 'memory', 'loop p99'],
    ...Object.entries(ways).map(([name, f]) => [
      WAYS[name],
      ...[f.stewardMiBPerSecond, f.curlMiBPerSecond, f.ratio, f.growthMiB, f.loopP99Ms],
    ]),
  ]);
  return printResult('transfer', {
    amounts,
    anchor: {
      what: 'the speed of curl with as much: -T of a ready zip, or --output and sync; the slowest of the three ways',
      ratio: Math.min(...Object.values(ways).map(({ ratio }) => ratio)),
    },
    held: Object.values(ways).every(({ growthMiB }) => growthMiB <= MOST_GROWTH_MIB),
    figures: { ownNetwork: isInOwnNetwork(), ...ways },
  });
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
async function startSink({ start }, folder, options) {
  const at = mkdtempSync(path.join(folder, 'sink-'));
  const child = start('serveFiles', [at, options], { core: SERVER_CORE });
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

function table(title, rows) {
  console.log(`${title}\n`);
  printTable(rows, { cell: 12 });
  console.log('');
}
