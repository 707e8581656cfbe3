// `npm start`: opens Steward in Electron where its runtime is or can be had, otherwise in a Chromium window.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureBuilt } from './build.mjs';
import { electronFolder, electronProgram, hasDisplay, startChromiumShell } from './launch.mjs';
import { root } from './root.mjs';

const FETCH_LIMIT_MS = 120_000;

const args = process.argv.slice(2);
const shell = takeShell(args);
const headless = args.includes('--headless');
if (!hasDisplay() && !headless) {
  console.error('There is no display here. `npm run demo` shows Steward without one.');
  process.exit(1);
}
await ensureBuilt();
process.exitCode = await open();

/** Takes `--shell NAME` out of the arguments; the rest goes to the shell. */
function takeShell(list) {
  const at = list.findIndex((arg) => arg === '--shell' || arg.startsWith('--shell='));
  if (at < 0) return undefined;
  const [arg] = list.splice(at, 1);
  const name = arg.includes('=') ? arg.slice('--shell='.length) : list.splice(at, 1)[0];
  if (name === 'electron' || name === 'chromium') return name;
  console.error('Usage: npm start -- [--shell electron|chromium] [--data DIR] [--keychain memory]');
  process.exit(2);
}

async function open() {
  const electron =
    shell === 'chromium' ? undefined : (electronProgram() ?? (await fetchElectron()));
  if (electron) return await runElectron(electron);
  if (shell === 'electron') {
    console.error('The Electron runtime is not here and could not be fetched.');
    return 1;
  }
  if (shell === undefined) {
    console.log(
      'The Electron runtime is not to be had here: opening Steward in a Chromium window.',
    );
  }
  const steward = startChromiumShell({ args });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void steward.stop());
  return await steward.ended;
}

/** Electron fetches its runtime with its own script; without a way out that may wait for long. */
async function fetchElectron() {
  const begun = Date.now();
  const child = spawn(process.execPath, [path.join(electronFolder, 'install.js')], {
    stdio: 'ignore',
  });
  const tick = setInterval(() => {
    const seconds = Math.round((Date.now() - begun) / 1000);
    process.stderr.write(`\rFetching the Electron runtime ... ${seconds} s`);
  }, 1000);
  const limit = setTimeout(() => child.kill(), FETCH_LIMIT_MS);
  await new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  clearInterval(tick);
  clearTimeout(limit);
  if (Date.now() - begun > 1000) process.stderr.write('\n');
  return electronProgram();
}

function runElectron(program) {
  // Electron as root has no sandbox to build; a developer's copy may run without.
  const root0 = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(program, [...root0, root, ...args], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
