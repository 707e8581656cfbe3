// `npm run bench -- rotation`: a bulk rotation of many users, what a row costs at its beginning and at its end.
import { askedFor, printResult, round } from './figures.mjs';
import { besideIdle, inFolder, startPlatform, stepsOf, worldIn } from './processes.mjs';
import { ensureBuilt } from '../build.mjs';

const DESTINATIONS = ['keychain', 'file'];
const SEED = 1;
/** A child that has not ended after so long is killed: much more than it needs. */
const LONGEST_MS_PER_ROW = 3000;
/** What must hold (FLT-08). */
const MOST = { msPerRow: 200, bytesPerRow: 4096, longestStallMs: 50, keychainCallsPerRow: 8 };
/** What the platform is asked for each row. */
const OF_A_ROW = ['enterpriseUsers.get', 'enterpriseUsers.rotateSecret'];

/** True when everything was rotated and nothing costs more than it may; `--rows N`, `--destination keychain` or `file`. */
export async function benchRotation(args) {
  const { amounts, texts } = askedFor(
    args,
    { rows: { usual: 1000, quick: 30, least: 2, most: 2000 } },
    ['destination'],
  );
  const { rows } = amounts;
  const { destination } = texts;
  const destinations = destination === undefined ? DESTINATIONS : [destination];
  if (!destinations.every((one) => DESTINATIONS.includes(one)))
    throw new Error('--destination is keychain or file.');
  await ensureBuilt({ only: ['main'], logLevel: 'silent' });
  const steps = await stepsOf('rotation', 60_000 + rows * LONGEST_MS_PER_ROW);
  const all = {};
  for (const one of destinations) {
    all[one] = await measured(steps, { rows, destination: one });
    print(one, all[one]);
  }
  const worst = (name) => Math.max(...Object.values(all).map((one) => one[name]));
  const names = Object.keys(all[destinations[0]]).filter((name) => name !== 'whole');
  const figures = Object.fromEntries(names.map((name) => [name, worst(name)]));
  // The worse of the destinations at the top, each of them below.
  return printResult('rotation', {
    amounts,
    anchor: {
      what: 'the same calls of a row by Node’s own client with the same certificate, which keeps nothing',
      ratio: figures.rowToBare,
    },
    held:
      Object.values(all).every(({ whole }) => whole) &&
      figures.msPerRowFirst100 <= MOST.msPerRow &&
      figures.msPerRowLast100 <= MOST.msPerRow &&
      figures.bytesPerRow <= MOST.bytesPerRow &&
      figures.longestStallMs <= MOST.longestStallMs &&
      figures.keychainCallsPerRow <= MOST.keychainCallsPerRow,
    figures: { ...figures, ...all },
  });
}

async function measured({ own, run }, wanted) {
  const { rows } = wanted;
  return await inFolder(async (folder) => {
    const keyring = await own.startKeyring();
    const platform = await startPlatform(['--users', rows, '--seed', SEED]);
    try {
      const { value: found, idle } = await besideIdle((heard) =>
        run('rotate', [worldIn(folder, platform), wanted], {
          execArgv: ['--enable-source-maps'],
          env: keyring.env,
          heard,
        }),
      );
      const calls = (await platform.control('GET', 'requests')).filter(({ operation }) =>
        OF_A_ROW.includes(operation),
      );
      const bareMsPerRow = await run('measureBare', [worldIn(folder, platform), { calls, rows }]);
      return {
        whole: found.whole,
        rows: found.rows,
        msPerRowFirst100: round(found.msPerRowFirst100),
        msPerRowLast100: round(found.msPerRowLast100),
        keychainMsPerRowFirst100: round(found.keychainMsPerRowFirst100),
        keychainMsPerRowLast100: round(found.keychainMsPerRowLast100),
        callsPerRow: round(calls.length / rows, 2),
        bareMsPerRow: round(bareMsPerRow, 2),
        rowToBare: round(found.msPerRowLast100 / bareMsPerRow, 2),
        bytesPerRow: Math.round(found.bytesPerRow),
        eventBytesPerRow: Math.round(found.eventBytesPerRow),
        longestStallMs: round(Math.max(0, found.longestStallMs - idle.longestMs)),
        mainStallMs: round(found.longestStallMs),
        idleStallMs: round(idle.longestMs),
        keychainCallsPerRow: round(found.keychainCallsPerRow),
        seconds: round(found.seconds),
      };
    } finally {
      await platform.stop();
      await keyring.stop();
    }
  });
}

function print(destination, figures) {
  console.log(
    [
      `${figures.rows} users into the ${destination}, one after the other, real keyring, platform in a process of its own`,
      `a row:        ${figures.msPerRowFirst100} ms in the first hundred, ${figures.msPerRowLast100} ms in the last, without the pause of 250 ms before it (at most ${MOST.msPerRow})`,
      `of that the keyring: ${figures.keychainMsPerRowFirst100} ms and ${figures.keychainMsPerRowLast100} ms`,
      `bare client:  ${figures.bareMsPerRow} ms for the ${figures.callsPerRow} calls of a row; a row of the last hundred to that: ${figures.rowToBare}`,
      `the bridge:   ${figures.bytesPerRow} bytes a row, ${figures.eventBytesPerRow} of them events (at most ${MOST.bytesPerRow})`,
      `the loop:     late by ${figures.mainStallMs} ms at most, an idle process beside it by ${figures.idleStallMs} ms (at most ${MOST.longestStallMs} more)`,
      `the keychain: ${figures.keychainCallsPerRow} calls of the native library a row (at most ${MOST.keychainCallsPerRow})`,
      `everything rotated: ${figures.whole ? 'yes' : 'NO'}, in ${figures.seconds} s`,
    ].join('\n'),
  );
}
