// The terminal shell: performs the operations of one command line on a real app and prints the results as JSON.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { version } from '../../package.json';
import type { CheckProgress } from '../../preload/contract/check.ts';
import type { Result } from '../../preload/result.ts';
import { charsetOf, decodedAs } from '../charset.ts';
import { failureOf } from '../problem.ts';
import { type Caller, createCaller } from './caller.ts';
import { homeFolder, prepareDataFolder, usualDataFolder } from './data-folder.ts';
import { readManagedSettings, untrustedSentence } from './managed-file.ts';
import { type FolderLock, type Holder, takeInstanceLock } from '../storage/folder-lock.ts';
import { describeOperation, inputShapeOf, listOperations } from './operation-list.ts';
import type { App, Question, Shell } from './shell.ts';
import { makeSelfTestFolder, runSelfTest, tryTerminal } from './self-test.ts';
import { checkStart } from './start-check.ts';
import { type Command, optionFor, readCommand, usage } from './terminal-arguments.ts';
import { connectionFromVariables, type EnvironmentConnection } from './terminal-connection.ts';
import {
  EXIT,
  type ExitCode,
  exitCodeOf,
  exitCodeOfFailure,
  followJob,
  jobOf,
  sentenceOf,
} from './terminal-jobs.ts';
import {
  fillIn,
  InputError,
  namesEnvironmentConnection,
  parseInput,
  withConnection,
  withKeyNumber,
} from './terminal-input.ts';
import { exitCodeOfCheck, progressLine, reportLines } from './terminal-check.ts';
import { verifyFolder } from './terminal-verify.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { createTerminalShell } from './terminal-shell.ts';

export interface Terminal {
  /** Switches of the runtime that stood before `args`. */
  readonly switches?: readonly string[];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The installed program; a developer's copy may be debugged. */
  readonly packaged: boolean;
  /** The folder that relative paths on the command line begin at. */
  readonly folder: string;
  readonly readInput: () => Promise<Uint8Array>;
  /** Asks at the terminal for a line that is not shown; absent where nobody sits at one. */
  readonly askUnseen?: ((question: string) => Promise<string>) | undefined;
  readonly out: (line: string) => void;
  readonly err: (line: string) => void;
  /** Once what was said has been taken by whoever reads it, or can no longer be. */
  readonly taken: () => Promise<void>;
  /** Aborted by SIGINT, when the terminal is closed, and when nobody takes the answers. */
  readonly signal: AbortSignal;
  readonly createApp: (shell: Shell) => Promise<App>;
}

type Call = Extract<Command, { kind: 'call' }>;
const LOOK_AGAIN_MS = 100;

/** Returns the exit code: 0 ok, 1 not ok, 2 wrong command line, 3 a job is paused, 4 no file waits. */
export async function runTerminal(given: Terminal): Promise<number> {
  const terminal = withInertLines(given);
  const command = readCommand(terminal.args);
  switch (command.kind) {
    case 'help':
      terminal.out(usage);
      return 0;
    case 'version':
      terminal.out(version);
      return 0;
    case 'wrong':
      terminal.err(`${command.why}\n\n${usage}`);
      return 2;
    case 'unconfirmed':
      terminal.err(whatWouldGo(command, dataFolderOf(command, terminal)));
      return 2;
    case 'operations':
      return printOperations(command, terminal);
    case 'verify':
      return verifyFolder(command, terminal);
    case 'self-test':
      return isRefused(terminal) ? EXIT.notDone : await performSelfTest(command, terminal);
    case 'call':
      return isRefused(terminal) ? EXIT.notDone : await runCalls(command, terminal);
  }
}

/** What steers a terminal: all but tab and line ends. JSON has escaped the first 32 itself, not those behind. */
// oxlint-disable-next-line no-control-regex
const STEERING = /[\0-\u0008\u000b-\u001f\u007f-\u009f]/gu;

/** Names and texts of others stand in what is said: none of them reaches the terminal raw. In JSON the escape is the same text. */
function withInertLines(terminal: Terminal): Terminal {
  const inert = (line: string) =>
    line.replace(STEERING, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return {
    ...terminal,
    out: (line) => terminal.out(inert(line)),
    err: (line) => terminal.err(inert(line)),
  };
}

function printOperations(
  command: Extract<Command, { kind: 'operations' }>,
  { out, err }: Terminal,
): number {
  const wanted = command.name;
  const chosen = listOperations().filter(({ name }) => wanted === undefined || name === wanted);
  if (chosen.length === 0) {
    err('Unknown operation. To list all: steward operations');
    return 2;
  }
  for (const operation of chosen) {
    out(command.json ? JSON.stringify(operation) : describeOperation(operation));
  }
  return 0;
}

/** What would open its secrets to others is said. */
function isRefused({ switches = [], args, env, packaged, err }: Terminal): boolean {
  const { refused } = checkStart({
    env,
    args: [...switches, ...args, ...process.execArgv],
    packaged,
    hasPage: false,
  });
  if (refused.length > 0) err(refused.join('\n'));
  return refused.length > 0;
}

async function performSelfTest(
  { keychain }: Extract<Command, { kind: 'self-test' }>,
  { env, createApp, out }: Terminal,
): Promise<number> {
  const { folder, remove } = makeSelfTestFolder();
  const shell = createTerminalShell({
    dataFolder: folder,
    keychain: 'memory',
    env,
    materialsFolder,
    managed: null,
    untrustedSettings: null,
    ask: async () => false,
  });
  const terminal = tryTerminal(async () => {
    await prepareDataFolder(folder);
    return createApp(shell);
  });
  try {
    return await runSelfTest({ shell, keychain, own: { terminal }, out });
  } finally {
    remove();
  }
}

const materialsFolder = path.resolve(import.meta.dirname, '../materials');

async function runCalls(command: Call, terminal: Terminal): Promise<number> {
  const perform = (folder: string) => inFolder(folder, command, terminal);
  const isTemporary = command.keychain === 'memory' && command.data === undefined;
  try {
    if (isTemporary) return await withTemporaryFolder(perform);
    return await perform(dataFolderOf(command, terminal));
  } catch (error) {
    const failure = failureOf(error);
    if (!failure) throw error;
    terminal.out(JSON.stringify({ ok: false, failure }));
    return 1;
  }
}

function whatWouldGo({ everything }: { readonly everything: boolean }, folder: string): string {
  const files = everything
    ? `and everything that Steward has written to ${folder}: connections, settings and the record of changes`
    : `of the data folder ${folder}. Connections, settings and the record of changes stay`;
  return (
    'This would remove every secret of Steward from the keychain of this computer (certificates, keys, passwords, ' +
    `kept secrets, sign-ins), what is sealed with them (drafts of forms, jobs, saved lists), ${files}.\n` +
    'At the platform nothing changes: revoke what you no longer use there.\n' +
    `Nothing was removed. To do it: steward erase ${everything ? '--everything ' : ''}--yes`
  );
}

function dataFolderOf({ data }: Pick<Call, 'data'>, { env, folder }: Terminal): string {
  if (data !== undefined) return path.resolve(folder, data);
  return usualDataFolder({ platform: process.platform, home: homeFolder(), env });
}

const managedFor = ({ env, packaged }: Terminal) =>
  readManagedSettings(
    { platform: process.platform, home: homeFolder(), env },
    { installed: packaged },
  );

async function inFolder(given: string, command: Call, terminal: Terminal): Promise<number> {
  const dataFolder = await prepareDataFolder(given);
  const by: { holder?: Holder } = {};
  const held = (holder: Holder) => (by.holder = holder);
  const lock = await waitForLock(dataFolder, command, { signal: terminal.signal, held });
  if (!lock) {
    const message =
      by.holder?.kind === 'command'
        ? `"steward ${by.holder.name}" is using this data folder. Wait until it ends, or use --wait or --data.`
        : 'Steward is open with this data folder. Close it, or use --wait or --data.';
    print(terminal, {
      ok: false,
      failure: { kind: 'file', problem: 'in-use', message },
    });
    return 1;
  }
  try {
    const managed = await managedFor(terminal);
    if (managed.untrusted !== null) terminal.err(untrustedSentence(managed.untrusted));
    const own: OwnConnection = { isMade: false };
    const shell = createTerminalShell({
      dataFolder,
      keychain: command.keychain,
      env: terminal.env,
      materialsFolder,
      managed: managed.settings,
      untrustedSettings: managed.untrusted,
      ask: async (question) => isAllowed(question, command, terminal, own),
    });
    const app = await terminal.createApp(shell);
    try {
      return await performAll(command, terminal, app, own);
    } finally {
      await app.stop();
    }
  } finally {
    lock.release();
  }
}

/** Whether the connection "env" is being made now: its variables say where that one leads, and no other (ATK-35). */
interface OwnConnection {
  isMade: boolean;
}

/** The command line has said yes to what it names; the variables of the connection "env" name its place. */
function isAllowed(
  question: Question,
  { allowed }: Call,
  { env, err }: Terminal,
  own: OwnConnection,
): boolean {
  const address = env['STEWARD_BASE_ADDRESS'] ?? '';
  const named = [
    ...allowed[question.why],
    ...(own.isMade && question.why === 'place' && URL.canParse(address)
      ? [new URL(address).host]
      : []),
  ];
  const missing = question.targets.filter((target) => !named.includes(target));
  if (missing.length === 0) return true;
  const option = optionFor({ ...question, targets: missing });
  err(`${question.message}\n${question.detail}\nTo allow it, add: ${option}`);
  return false;
}

async function waitForLock(
  folder: string,
  { waitSeconds, steps }: Call,
  { signal, held }: { readonly signal: AbortSignal; readonly held: (holder: Holder) => void },
): Promise<FolderLock | undefined> {
  const until = performance.now() + waitSeconds * 1000;
  // Names alone: what a call is given may be a secret.
  const name = `call ${steps.map((step) => step.name).join(' then ')}`;
  const own = { woken: () => undefined, holder: { kind: 'command', name }, quiet: true } as const;
  for (;;) {
    const lock = await takeInstanceLock(folder, own);
    if (lock || signal.aborted) return lock;
    if (performance.now() >= until) return takeInstanceLock(folder, { ...own, held });
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function performAll(
  command: Call,
  terminal: Terminal,
  app: App,
  own: OwnConnection,
): Promise<ExitCode> {
  const caller = createCaller(app);
  if (command.check !== undefined) return checkData(caller, command.check, terminal);
  const handleFor = (given: string, use: 'read' | 'save' = 'read') => {
    const file = path.resolve(terminal.folder, given);
    const { charset, hidden } = command;
    return use === 'save' ? app.targetFor(file) : app.handleFor(file, { charset, hidden });
  };
  const answers: unknown[] = [];
  /** How each job was left by the last call about it. */
  const jobs = new Map<string, ExitCode>();
  let connection: EnvironmentConnection | undefined;
  try {
    const env = await withPassphrase(command, terminal);
    for (const step of command.steps) {
      if (terminal.signal.aborted) return EXIT.notDone;
      let input = fillIn(parseInput(await textOf(step.json, terminal)), {
        handleFor,
        env,
        answers,
        shape: inputShapeOf(step.name),
        leftAsText: (variable, field) => {
          terminal.err(`"${field}" takes no variables: ${variable} stays as text.`);
        },
      });
      if (command.keyNumber !== undefined)
        input = withKeyNumber(input, inputShapeOf(step.name), command.keyNumber);
      if (namesEnvironmentConnection(input)) {
        const made =
          connection ?? (await environmentConnection(command, terminal, caller, handleFor, own));
        if (made === undefined) return EXIT.notDone;
        connection = made;
        input = withConnection(input, connection.id);
      }
      const result = await performOne(caller, step.name, input, terminal);
      const begun = jobOf(step.name, result);
      const { detach } = command;
      const job = begun && (await followJob(caller, begun, { ...terminal, detach }));
      const answered: Result<unknown> = job === undefined ? result : { ok: true, value: job };
      print(terminal, answered);
      await terminal.taken();
      if (!answered.ok) return exitCodeOfFailure(step.name, answered.failure);
      answers.push(answered.value);
      if (job === undefined) continue;
      jobs.set(job.id, detach && job.state === 'paused' ? EXIT.done : exitCodeOf(job));
      const sentence = sentenceOf(job);
      if (sentence !== undefined) terminal.err(sentence);
      if (terminal.signal.aborted) break;
    }
    const codes = [...jobs.values()];
    return [EXIT.paused, EXIT.notDone].find((code) => codes.includes(code)) ?? EXIT.done;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    terminal.err(error.message);
    return EXIT.wrong;
  } finally {
    await connection?.remove();
    caller.close();
  }
}

/** The variables, and among them the passphrase that the command needs, from wherever it comes. */
async function withPassphrase(
  { passphrase: why }: Call,
  { env, askUnseen, readInput, signal }: Terminal,
): Promise<Terminal['env']> {
  if (why === undefined || env['STEWARD_PASSPHRASE'] !== undefined) return env;
  if (askUnseen === undefined) {
    const text = await inItsCharset('the standard input', readInput);
    return { ...env, STEWARD_PASSPHRASE: text.split(/\r?\n/)[0] ?? '' };
  }
  const typed = await askUnseen('Passphrase of the file: ');
  if (why === 'new' && !signal.aborted && (await askUnseen('Repeat the passphrase: ')) !== typed)
    throw new InputError('The two passphrases differ. Nothing was saved.');
  return { ...env, STEWARD_PASSPHRASE: typed };
}

/** No JSON begins with `@`: it is a file, so that no shell's quoting comes between. */
async function textOf(json: string, { folder, readInput }: Terminal): Promise<string> {
  if (json === '-') return inItsCharset('the standard input', readInput);
  if (!json.startsWith('@')) return json;
  const file = json.slice(1);
  return inItsCharset(`the file ${file.slice(0, 200)}`, () => readFile(path.resolve(folder, file)));
}

/** Editors and shells of Windows write UTF-16, or put a mark in front; JSON has no zero, so its own zeros tell where none stands. */
async function inItsCharset(name: string, read: () => Promise<Uint8Array>): Promise<string> {
  const bytes = await read().catch(() => {
    throw new InputError(`Could not read ${name}.`);
  });
  try {
    return decodedAs(bytes, charsetOf(bytes, 'utf-16') ?? 'utf-8');
  } catch {
    throw new InputError(
      `Could not read ${name}: it is not text in UTF-8 or UTF-16. Save it as UTF-8.`,
    );
  }
}

/** The report is the answer, and what is left to a person the exit code. */
async function checkData(
  caller: Caller,
  as: 'lines' | 'json',
  terminal: Terminal,
): Promise<ExitCode> {
  const { out, err, signal } = terminal;
  let last = '';
  const onProgress = (value: CheckProgress) => {
    const line = as === 'json' ? JSON.stringify({ progress: value }) : progressLine(value);
    if (line !== last) err(line);
    last = line;
  };
  try {
    const result = await caller.call('app.check', {}, { signal, onProgress });
    if (as === 'json') print(terminal, result);
    else if (!result.ok) err(result.failure.message);
    if (!result.ok) return EXIT.notDone;
    const report = result.value;
    if (as === 'lines') for (const line of reportLines(report)) out(line);
    return exitCodeOfCheck(report);
  } finally {
    caller.close();
  }
}

async function environmentConnection(
  command: Call,
  terminal: Terminal,
  caller: Caller,
  handleFor: (path: string) => string,
  own: OwnConnection,
): Promise<EnvironmentConnection | undefined> {
  if (command.keychain !== 'memory') {
    throw new InputError(
      'The connection "env" needs --keychain memory, so that it leaves nothing behind.',
    );
  }
  own.isMade = true;
  try {
    const made = await connectionFromVariables(caller, terminal.env, handleFor, command.keyNumber);
    if (made.ok) return made.value;
    print(terminal, made);
    return undefined;
  } finally {
    own.isMade = false;
  }
}

async function performOne(
  caller: Caller,
  name: string,
  input: unknown,
  { err, signal }: Terminal,
): Promise<Result<unknown>> {
  const onProgress = (value: unknown) => {
    err(JSON.stringify({ progress: value }));
  };
  return caller.callAsWritten(name, input, { signal, onProgress });
}

function print({ out }: Terminal, result: Result<unknown>): void {
  out(JSON.stringify(result));
}
