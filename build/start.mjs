// `npm start`: opens Steward in Electron where its runtime is or can be had, otherwise in a Chromium window.
import { spawn } from 'node:child_process';
import { ensureBuilt } from './build.mjs';
import { electronProgram, fetchElectron, hasDisplay, startChromiumShell } from './launch.mjs';
import { passSignals } from './pass-signals.mjs';
import { root } from './root.mjs';

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

function runElectron(program) {
  // Electron as root has no sandbox to build; a developer's copy may run without.
  const root0 = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const child = spawn(program, [...root0, root, ...args], { stdio: 'inherit' });
  passSignals(child);
  return new Promise((resolve) => child.once('exit', (code) => resolve(code ?? 1)));
}
