// The `--shell` of scripts that run something in one of the two shells with a window.

export const NO_RUNTIME =
  'The Electron runtime is not here and could not be fetched (node_modules/electron/install.js).\n' +
  'Fetch it where there is a network, or name a folder with it in ELECTRON_OVERRIDE_DIST_PATH.';

/** Takes `--shell NAME` out of the arguments; ends the script with 2 and the usage where it is neither. */
export function takeShell(args, usage) {
  const at = args.findIndex((arg) => arg === '--shell' || arg.startsWith('--shell='));
  if (at < 0) return 'electron';
  const [arg] = args.splice(at, 1);
  const name = arg.includes('=') ? arg.slice('--shell='.length) : args.splice(at, 1)[0];
  if (name === 'electron' || name === 'chromium') return name;
  console.error(`Usage: ${usage}`);
  return process.exit(2);
}
