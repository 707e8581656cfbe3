// `npm start`: opens Steward in Electron where its runtime is or can be had, otherwise in a Chromium window.
import { ensureBuilt } from './build.mjs';
import { electronToOpen } from './electron-runtime.mjs';
import { hasDisplay, startChromiumShell, startElectron } from './launch.mjs';

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
  if (shell !== 'chromium') {
    const { program, why } = await electronToOpen({ hasDisplay: hasDisplay() });
    if (program) {
      console.log('Opening Steward in Electron.');
      return await startElectron(program, args);
    }
    if (shell === 'electron') {
      console.error(`Steward cannot be opened in Electron: ${why}.`);
      return 1;
    }
    console.log(`Opening Steward in a Chromium window: ${why}.`);
  }
  const steward = startChromiumShell({ args });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void steward.stop());
  return await steward.ended;
}
