// Entry of the terminal shell: connects the command line of this process to terminal-run.ts.
import { text } from 'node:stream/consumers';
import { createApp } from '../app.ts';
import { runTerminal } from './terminal-run.ts';

const interrupted = new AbortController();
process.on('SIGINT', () => {
  interrupted.abort();
});
process.on('SIGTERM', () => {
  interrupted.abort();
});

// A call may wait for nothing that Node counts (a prompt of the keychain): the process must not end under it.
const awake = setInterval(() => undefined, 60_000);

process.exitCode = await runTerminal({
  args: process.argv.slice(2),
  env: process.env,
  folder: process.cwd(),
  readInput: () => text(process.stdin),
  out: (line) => process.stdout.write(`${line}\n`),
  err: (line) => process.stderr.write(`${line}\n`),
  signal: interrupted.signal,
  createApp,
});
clearInterval(awake);
