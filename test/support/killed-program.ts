// Starts the whole program as a process on a real keyring, sends it commands and waits for its death.
import { type ChildProcess, fork } from 'node:child_process';
import type { Order, Told } from '../kill/process.ts';
import type { Keyring } from './keyring.ts';
import { bundleMain } from './run-main.ts';
import { endsWithUs } from './ends-with-us.ts';
import { threadFile } from './threads.ts';

export interface Program {
  /** What the program tells when it is done; undefined when it was killed meanwhile. */
  order(order: Order): Promise<Told | undefined>;
  end(): Promise<void>;
}

const THREADS = ['certificate-worker', 'xsd-worker', 'table-worker', 'xlsx-worker'] as const;
let built: ReturnType<typeof build> | undefined;

async function build() {
  const program = await bundleMain('test/kill/process.ts');
  const threads: Record<string, string> = {};
  for (const name of THREADS) threads[name] = await threadFile(name);
  return { program, threads };
}

/** Fails when it ends before it has started: with `killAt`, before that write of its start. */
export async function startProgram(
  keyring: Keyring,
  dataFolder: string,
  { killAt }: { readonly killAt?: number } = {},
): Promise<Program> {
  const { program, threads } = await (built ??= build());
  const child = endsWithUs(
    fork(program, {
      env: {
        ...keyring.env,
        DATA_FOLDER: dataFolder,
        THREADS: JSON.stringify(threads),
        ...(killAt !== undefined && { KILL_AT: String(killAt) }),
      },
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    }),
  );
  if (!(await told(child))) throw new Error('The program did not start.');
  return {
    async order(order) {
      const answer = told(child);
      child.send(order);
      return answer;
    },
    async end() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The next message, or undefined at the end of the process. */
function told(child: ChildProcess): Promise<Told | undefined> {
  return new Promise((resolve) => {
    const hear = (message: unknown) => done(message as Told);
    const gone = () => done(undefined);
    const done = (value: Told | undefined) => {
      child.off('message', hear).off('exit', gone);
      resolve(value);
    };
    child.once('message', hear).once('exit', gone);
  });
}
