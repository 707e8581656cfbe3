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
