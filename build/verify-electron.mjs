// `npm run verify:electron`: reports what only the real Electron runtime can show.
// Options: `-- [--packed FOLDER [--packed-next FOLDER]] [--out FILE] [--shell chromium]`.
// Exit codes: 0 nothing failed, 1 something did, 2 wrong usage, 3 the Electron runtime is not here and cannot be fetched.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from './build.mjs';
import { bundled } from './bundled.mjs';
import { electronProgram, fetchElectron } from './electron-runtime.mjs';
import { openDisplay } from './launch.mjs';
import { NO_RUNTIME, takeShell } from './shell-choice.mjs';

const USAGE =
  'npm run verify:electron -- [--packed FOLDER [--packed-next FOLDER]] [--out FILE] [--only TEXT] [--shell electron|chromium]';
const args = process.argv.slice(2);
const shell = takeShell(args, USAGE);
const given = choices();
process.exitCode = await run();
// What a check left behind must not hold the report back.
process.exit();

function choices() {
  try {
    const text = { type: 'string' };
    return parseArgs({
      args,
      options: { packed: text, 'packed-next': text, out: text, only: text },
    }).values;
  } catch (error) {
    console.error(`${error.message}\nUsage: ${USAGE}`);
    return process.exit(2);
  }
}

async function run() {
  if (shell === 'electron' && !electronProgram() && (await fetchElectron()) !== undefined) {
    console.error(NO_RUNTIME);
    return 3;
  }
  const display = shell === 'electron' ? await openDisplay() : { env: {}, close: () => undefined };
  if (!display) {
    console.error('There is no display here, and Xvfb could not be started.');
    return 1;
  }
  Object.assign(process.env, display.env);
  await ensureBuilt();
  const { verify } = await bundled('test/verify/stand-alone.ts', 'verification');
  const folder = (name) => (name === undefined ? undefined : path.resolve(name));
  const { report, failed } = await verify({
    shell,
    packed: folder(given.packed),
    packedNext: folder(given['packed-next']),
    only: given.only,
    tell: (line) => console.log(line),
  });
  if (given.out !== undefined) {
    mkdirSync(path.dirname(path.resolve(given.out)), { recursive: true });
    writeFileSync(given.out, report);
  }
  display.close();
  process.stdout.write(`\n${report}`);
  return failed === 0 ? 0 : 1;
}
