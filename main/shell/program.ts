// Entry of the installed program and of `electron .`: runs a terminal command without a window, or opens one.
import type { StartedWith } from './electron.ts';

/** What the first argument may be to mean the terminal; what they do is in terminal-arguments.ts. */
const TERMINAL = [
  'call',
  'operations',
  'check',
  'keys',
  'erase',
  'help',
  '--help',
  '-h',
  '--version',
];

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

async function performCommand(): Promise<void> {
  // Electron would show a box that nobody sees in a scheduled job, and go on.
  process.on('uncaughtException', exitAfterError);
  const { runTerminalProcess } = await import('./terminal-process.ts');
  process.exit(await runTerminalProcess({ args, packaged }));
}

function exitAfterError(error: unknown): never {
  process.stderr.write(`${error instanceof Error ? error.message : 'Steward failed.'}\n`);
  process.exit(1);
}

async function openWindow(given: StartedWith): Promise<void> {
  const { openSteward } = await import('./electron.ts');
  openSteward(given);
}

// Electron waits for this module before it looks for a display, shows itself in the dock or says that it is ready. So a
// command is waited for here, and needs none of that; a window must not be.
if (TERMINAL.includes(args[0] ?? '')) await performCommand().catch(exitAfterError);
else await openWindow({ args, packaged });
