// The terminal shell as a process: its streams, its signals, and its end after the last line was written.
import { createReadStream } from 'node:fs';
import { text } from 'node:stream/consumers';
import { createApp } from '../app.ts';
import { runTerminal } from './terminal-run.ts';

/** A call may wait for nothing that Node counts (a prompt of the keychain): the process must not end under it. */
const AWAKE_MS = 60_000;

export interface TerminalProcess {
  /** Switches of the runtime that stood before `args`. */
  readonly switches?: readonly string[];
  /** Without the program and without what is meant for its runtime. */
  readonly args: readonly string[];
  /** The installed program, which takes no switches that would open it. */
  readonly packaged: boolean;
}

/** Performs the command line of this process. The exit code, once everything has been written. */
export async function runTerminalProcess({
  switches = [],
  args,
  packaged,
}: TerminalProcess): Promise<number> {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      interrupted.abort();
    });
  }
  const awake = setInterval(() => undefined, AWAKE_MS);
  try {
    return await runTerminal({
      switches,
      args,
      packaged,
      env: process.env,
      folder: process.cwd(),
      readInput: () => text(standardInput()),
      out: (line) => process.stdout.write(`${line}\n`),
      err: (line) => process.stderr.write(`${line}\n`),
      signal: interrupted.signal,
      createApp,
    });
  } finally {
    clearInterval(awake);
    await Promise.all([written(process.stdout), written(process.stderr)]);
  }
}

/** In Electron on Windows `process.stdin` ends at once, whatever is piped in; the descriptor itself can be read. */
function standardInput(): NodeJS.ReadableStream {
  const isEmptied = process.platform === 'win32' && process.versions['electron'] !== undefined;
  return isEmptied ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin;
}

/** Pipes are written to later on some systems; leaving before that would cut the answer off. */
const written = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
