// Entry of the installed program and of `electron .`: runs a terminal command without a window, or opens one.
import { endAfterError } from '../process-end.ts';
import type { StartedWith } from './electron.ts';
import { isRuntimeSwitch } from './start-check.ts';

/** What the first argument may be to mean the terminal; what they do is in terminal-arguments.ts. */
const TERMINAL = [
  'call',
  'operations',
  'check',
  'verify',
  'backup',
  'bring-back',
  'keys',
  'erase',
  'help',
  '--help',
  '-h',
  '--version',
];
/** Shows its page, unseen, where Electron finds a display; else it is the terminal's. */
const SELF_TEST = '--self-test';

// Set by the runtime when it was told which program to run; an installed one carries its own.
const packaged = process.defaultApp !== true;
const args = packaged ? process.argv.slice(1) : afterProgram(process.argv.slice(1));

/** `electron --no-sandbox . call ...`: what stands before the program's folder is the runtime's. */
function afterProgram(given: readonly string[]): string[] {
  const index = given.findIndex(
    (arg, i) => !arg.startsWith('-') && !['-r', '--require'].includes(given[i - 1] ?? ''),
  );
  return index < 0 ? [] : given.slice(index + 1);
}

/** Where the word that means the terminal stands; what comes before it are the runtime's switches, as AppRun of an AppImage puts them. */
function terminalWord(): number {
  const first = args.findIndex((arg) => !isRuntimeSwitch(arg));
  const word = args[first] ?? '';
  return TERMINAL.includes(word) || (word === SELF_TEST && !hasDisplay()) ? first : -1;
}

const hasDisplay = () =>
  process.platform !== 'linux' ||
  [process.env['DISPLAY'], process.env['WAYLAND_DISPLAY']].some(
    (name) => name !== undefined && name !== '',
  );

async function performCommand(word: number): Promise<void> {
  if (process.platform === 'darwin' && process.type === 'browser') {
    // A scheduled command would show itself there each time.
    const { leaveDock } = await import('./electron-dock.ts');
    leaveDock();
  }
  const { performCommandLine } = await import('./terminal-process.ts');
  await performCommandLine({ switches: args.slice(0, word), args: args.slice(word), packaged });
}

async function openWindow(given: StartedWith): Promise<void> {
  const { openSteward } = await import('./electron.ts');
  await openSteward(given);
}

// Electron waits for this module before it looks for a display, makes a folder or says that it is ready.
// So a command is waited for here, and needs none of that; of a window only what comes before it.
const word = terminalWord();
if (word >= 0) await performCommand(word).catch(endAfterError);
else await openWindow({ args, packaged });
