// `npm run bench -- rotation`: a bulk rotation of many users, what a row costs at its beginning and at its end.
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { inChild, startPlatform } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';
import { bundled } from '../bundled.mjs';
import { root } from '../root.mjs';

const ROWS = 1000;
const DESTINATIONS = ['keychain', 'file'];
const SEED = 1;
/** A child that has not ended after so long is killed: much more than it needs. */
const LONGEST_MS_PER_ROW = 3000;
const bundle = path.join(root, 'dist/bench-rotation/bench-rotation.mjs');
/** What must hold (FLT-08). */
const MOST = { msPerRow: 200, bytesPerRow: 4096, longestStallMs: 50, keychainCallsPerRow: 8 };

const round = (value) => Math.round(value * 10) / 10;

/** Prints a table and, as the last line, one JSON object; true when everything was rotated and nothing costs more than it may. */
export async function benchRotation(args) {
  const { rows, destinations } = wanted(args);
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  const { startKeyring } = await bundled('build/bench/rotation-steps.ts', 'bench-rotation');
  const all = {};
  for (const destination of destinations) {
    all[destination] = await measured({ rows, destination }, startKeyring);
    print(destination, all[destination]);
  }
  const worst = (name) => Math.max(...Object.values(all).map((one) => one[name]));
  const names = Object.keys(all[destinations[0]]).filter((name) => name !== 'whole');
  const figures = Object.fromEntries(names.map((name) => [name, worst(name)]));
  const fits =
    Object.values(all).every(({ whole }) => whole) &&
    figures.msPerRowFirst100 <= MOST.msPerRow &&
    figures.msPerRowLast100 <= MOST.msPerRow &&
    figures.bytesPerRow <= MOST.bytesPerRow &&
    figures.longestStallMs <= MOST.longestStallMs &&
    figures.keychainCallsPerRow <= MOST.keychainCallsPerRow;
  // The worse of the destinations at the top, each of them below.
  console.log(
    JSON.stringify({ bench: 'rotation', node: process.version, fits, ...figures, rows, ...all }),
  );
  return fits;
}

function wanted(args) {
  const { values } = parseArgs({
    args,
    options: { rows: { type: 'string' }, destination: { type: 'string' } },
  });
  const rows = Number(values.rows ?? ROWS);
  if (!Number.isInteger(rows) || rows < 2 || rows > 2000)
    throw new Error('--rows is a number from 2 to 2000.');
  const destinations = values.destination === undefined ? DESTINATIONS : [values.destination];
  if (!destinations.every((one) => DESTINATIONS.includes(one)))
    throw new Error('--destination is keychain or file.');
  return { rows, destinations };
}

async function measured({ rows, destination }, startKeyring) {
  const folder = mkdtempSync(path.join(tmpdir(), 'steward-bench-'));
  mkdirSync(path.join(folder, 'data'), { mode: 0o700 });
  const keyring = await startKeyring();
  const platform = await startPlatform(['--users', rows, '--seed', SEED]);
  const beside = idleProcess();
  try {
    const builtMain = path.join(root, 'dist/main');
    const world = { folder, rows, destination, platform: platform.announcement };
    const found = await inChild(import.meta.filename, {
      step: 'rotate',
      given: { ...world, builtMain },
      execArgv: ['--enable-source-maps'],
      longestMs: 60_000 + rows * LONGEST_MS_PER_ROW,
      env: keyring.env,
    });
    const idleStallMs = await beside.ended();
    return {
      whole: found.whole,
      rows: found.rows,
      msPerRowFirst100: round(found.msPerRowFirst100),
      msPerRowLast100: round(found.msPerRowLast100),
      keychainMsPerRowFirst100: round(found.keychainMsPerRowFirst100),
      keychainMsPerRowLast100: round(found.keychainMsPerRowLast100),
      bytesPerRow: Math.round(found.bytesPerRow),
      eventBytesPerRow: Math.round(found.eventBytesPerRow),
      longestStallMs: round(Math.max(0, found.longestStallMs - idleStallMs)),
      mainStallMs: round(found.longestStallMs),
      idleStallMs: round(idleStallMs),
      keychainCallsPerRow: round(found.keychainCallsPerRow),
      seconds: round(found.seconds),
    };
  } finally {
    beside.kill();
    await platform.stop();
    await keyring.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** Does nothing; answers how late its timer was at most. */
function idleProcess() {
  const child = fork(import.meta.filename, ['child', 'idle', '{}']);
  return {
    ended: () =>
      new Promise((resolve) => {
        child.once('message', ({ value }) => resolve(value));
        child.send('end');
      }),
    kill: () => child.kill('SIGKILL'),
  };
}

function print(destination, figures) {
  console.log(
    [
      `${figures.rows} users into the ${destination}, one after the other, real keyring, platform in a process of its own`,
      `a row:        ${figures.msPerRowFirst100} ms in the first hundred, ${figures.msPerRowLast100} ms in the last, without the pause of 250 ms before it (at most ${MOST.msPerRow})`,
      `of that the keyring: ${figures.keychainMsPerRowFirst100} ms and ${figures.keychainMsPerRowLast100} ms`,
      `the bridge:   ${figures.bytesPerRow} bytes a row, ${figures.eventBytesPerRow} of them events (at most ${MOST.bytesPerRow})`,
      `the loop:     late by ${figures.mainStallMs} ms at most, an idle process beside it by ${figures.idleStallMs} ms (at most ${MOST.longestStallMs} more)`,
      `the keychain: ${figures.keychainCallsPerRow} calls of the native library a row (at most ${MOST.keychainCallsPerRow})`,
      `everything rotated: ${figures.whole ? 'yes' : 'NO'}, in ${figures.seconds} s`,
    ].join('\n'),
  );
}

if (process.argv[1] === import.meta.filename && process.argv[2] === 'child') {
  const [, , , step, world] = process.argv;
  const steps = await import(pathToFileURL(bundle).href);
  const value = await steps[step](JSON.parse(world));
  process.send({ value }, () => process.exit(0));
}
