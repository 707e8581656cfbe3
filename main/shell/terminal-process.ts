// The terminal shell as a process: its streams, its signals, and its end after the last line was written.
import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { createApp } from '../app.ts';
import { endAfterError, endProcess } from '../process-end.ts';
import { errorCode } from '../storage/disk.ts';
import { EXIT } from './terminal-jobs.ts';
import { runTerminal } from './terminal-run.ts';
import { keepOutOfCoreDumps } from './core-dumps.ts';

/** A call may wait for nothing that Node counts (a prompt of the keychain): the process must not end under it. */
const AWAKE_MS = 60_000;
/** As a shell tells of a program whose reader has gone: `steward … | head`. */
const READER_GONE = 141;

export interface TerminalProcess {
  /** Switches of the runtime that stood before `args`. */
  readonly switches?: readonly string[];
  /** Without the program and without what is meant for its runtime. */
  readonly args: readonly string[];
  /** The installed program, which takes no switches that would open it. */
  readonly packaged: boolean;
}

/** Performs the command line of this process and ends it. */
export async function performCommandLine(given: TerminalProcess): Promise<void> {
  // Electron would show a box that nobody sees in a scheduled job, and go on.
  process.on('uncaughtException', endAfterError);
  const code = await runTerminalProcess(given);
  // At once: Node.js can go round in its own cleaning up for ever.
  endProcess(() => process.exit(code));
}

/**
 * Performs the command line of this process. The exit code, once everything has been written.
 *
 * Interrupted, or with its terminal closed, a job pauses and a call is cancelled. Who no longer reads the progress stops nothing. Where
 * nobody takes the answers, nothing more is begun: what was begun ends as it would have.
 */
async function runTerminalProcess({
  switches = [],
  args,
  packaged,
}: TerminalProcess): Promise<number> {
  keepOutOfCoreDumps();
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      interrupted.abort();
    });
  }
  const untaken: { error?: unknown } = {};
  process.stdout.on('error', (error) => {
    untaken.error ??= error;
    interrupted.abort();
  });
  process.stderr.on('error', () => undefined);
  const awake = setInterval(() => undefined, AWAKE_MS);
  let code: number;
  try {
    code = await runTerminal({
      switches,
      args,
      packaged,
      env: process.env,
      folder: process.cwd(),
      readInput: () => buffer(standardInput()),
      askUnseen: process.stdin.isTTY ? (question) => askUnseen(question, interrupted) : undefined,
      out: (line) => process.stdout.write(`${line}\n`),
      err: (line) => process.stderr.write(`${line}\n`),
      taken: () => written(process.stdout),
      signal: interrupted.signal,
      createApp,
    });
  } finally {
    clearInterval(awake);
    await written(process.stdout);
  }
  if (untaken.error !== undefined) code = codeWithoutAnswers(code, untaken.error);
  await written(process.stderr);
  return code;
}

/** A paused job is told as one; else a reader that has gone is no failure to be explained, and anything other is. */
function codeWithoutAnswers(code: number, error: unknown): number {
  if (code === EXIT.paused) return code;
  if (errorCode(error) === 'EPIPE') return READER_GONE;
  const why = errorCode(error) === 'ENOSPC' ? 'the disk is full' : (errorCode(error) ?? 'unknown');
  process.stderr.write(`The answer could not be written to standard output: ${why}.\n`);
  return EXIT.notDone;
}

/** In Electron on Windows `process.stdin` ends at once, whatever is piped in; the descriptor itself can be read. */
function standardInput(): NodeJS.ReadableStream {
  const isEmptied = process.platform === 'win32' && process.versions['electron'] !== undefined;
  return isEmptied ? createReadStream('', { fd: 0, autoClose: false }) : process.stdin;
}

// oxlint-disable-next-line no-control-regex
const ENTER = /[\r\n\u0004]/;
const INTERRUPT = '\u0003';
const RUBBED_OUT = /[^\b\u007f][\b\u007f]/u;

/** The terminal shows nothing of what is typed: it is told not to, and this shows nothing itself. Interrupted, the answer is empty. */
async function askUnseen(question: string, interrupted: AbortController): Promise<string> {
  const { stdin } = process;
  process.stderr.write(question);
  stdin.setRawMode(true);
  stdin.setEncoding('utf8');
  let typed = '';
  try {
    for await (const piece of stdin.iterator({ destroyOnReturn: false })) {
      typed += String(piece);
      if (typed.includes(INTERRUPT)) {
        interrupted.abort();
        return '';
      }
      if (ENTER.test(typed)) break;
    }
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
    process.stderr.write('\n');
  }
  let line = typed.split(ENTER)[0] ?? '';
  while (RUBBED_OUT.test(line)) line = line.replace(RUBBED_OUT, '');
  return line;
}

/** Pipes are written to later on some systems; leaving before that would cut the answer off. */
const written = (stream: NodeJS.WriteStream) =>
  new Promise<void>((resolve) => {
    stream.write('', () => {
      resolve();
    });
  });
