// Checks of a packed program: its fuses, what it refuses to start under, its command line, and its archive's integrity.
import { everythingOn } from '../platform/shape.ts';
import { FuseV1Options, getCurrentFuseWire, FuseState } from '@electron/fuses';
import { execFile } from 'node:child_process';
import {
  closeSync,
  cpSync,
  existsSync,
  fstatSync,
  openSync,
  readdirSync,
  readSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { startPlatform } from '../platform/platform.ts';
import { makeTempFolder } from '../support/temp-folder.ts';
import { type Check, failed, type Finding, notPossible, passed, unlessWrong } from './finding.ts';

/** Folder of the unpacked program (linux-unpacked, win-unpacked, mac-arm64), or none. */
export interface Packed {
  readonly packed?: string | undefined;
  /** The folder of the next version, to which the first one is upgraded. */
  readonly packedNext?: string | undefined;
}

const NONE = 'No packed program was given (--packed FOLDER).';
const LIMIT_MS = 30_000;

const ofPacked =
  (look: (program: string, folder: string) => Promise<Finding>): Check<Packed>['find'] =>
  async ({ packed }) =>
    packed === undefined ? notPossible(NONE) : look(programIn(packed), packed);

export const packedChecks: readonly Check<Packed>[] = [
  { id: 'ISO-08', name: 'nine fuses are set in the binary', find: ofPacked(fuses) },
  {
    id: 'ISO-09',
    name: 'the packed program refuses to be debugged or bent',
    find: ofPacked(refusals),
  },
  {
    id: 'INS-04',
    name: '`steward operations` answers on standard output',
    find: ofPacked(commands),
  },
  {
    id: 'ISO-08',
    name: 'with one byte of its archive altered it does not start',
    find: ofPacked(integrity),
  },
  {
    id: 'INS-08',
    name: 'a command is found behind a switch of the runtime, and a start with one is refused',
    find: ofPacked(switches),
  },
  {
    id: 'TLS-02',
    name: 'a PKCS#12 is opened by the worker within the archive',
    find: ofPacked(certificateWorker),
  },
];

/** The one program of the folder; of macOS within its bundle. Throws an Error that names the folder. */
export function programIn(folder: string): string {
  const bundle = existsSync(folder)
    ? readdirSync(folder).find((name) => name.endsWith('.app'))
    : undefined;
  const candidates =
    bundle === undefined
      ? ['steward', 'Steward.exe', 'steward.exe'].map((name) => path.join(folder, name))
      : [path.join(folder, bundle, 'Contents/MacOS', path.basename(bundle, '.app'))];
  const found = candidates.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`There is no packed program in ${folder}.`);
  return found;
}

/** As ISO-08: what each fuse has to be. */
const FUSES: readonly (readonly [FuseV1Options, boolean])[] = [
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
  [FuseV1Options.WasmTrapHandlers, true],
];

async function fuses(program: string): Promise<Finding> {
  const wire = await getCurrentFuseWire(program);
  const wrong = FUSES.filter(
    ([fuse, on]) => wire[fuse] !== (on ? FuseState.ENABLE : FuseState.DISABLE),
  );
  return unlessWrong(
    wrong.map(([fuse, on]) => `${FuseV1Options[fuse]} is not ${on ? 'on' : 'off'}`),
    `${String(FUSES.length)} fuses`,
  );
}

interface Ended {
  /** Null when it had to be ended. */
  readonly code: number | null;
  /** Both streams, one after the other. */
  readonly out: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** `input` is given on standard input, which is closed after it. */
export function run(
  program: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = {},
  { input = '', shell = false } = {},
): Promise<Ended> {
  const folder = makeTempFolder('steward-verify-packed');
  return new Promise((resolve) => {
    const options = {
      shell,
      timeout: LIMIT_MS,
      maxBuffer: 16 * 1024 * 1024,
      env: { ...process.env, HOME: folder.path, APPDATA: folder.path, ...env },
    };
    const child = execFile(program, [...args], options, (error, stdout, stderr) => {
      folder.remove();
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
      resolve({ code, out: `${stdout}${stderr}`, stdout, stderr });
    });
    // A program that does not read it ends all the same.
    child.stdin?.on('error', () => undefined).end(input);
  });
}

async function commands(program: string): Promise<Finding> {
  const { code, out } = await run(program, ['operations']);
  if (code === 0 && /\bconnections\.list\b/.test(out))
    return passed(`${String(out.length)} characters`);
  return failed(`It ended with ${String(code)}: ${out.slice(0, 200)}`);
}

/** Each would open the program's memory or its page to others. */
const BENT: readonly (readonly [string, readonly string[], NodeJS.ProcessEnv])[] = [
  ['--inspect', ['--inspect=127.0.0.1:0', 'operations'], {}],
  ['--inspect-brk', ['--inspect-brk=127.0.0.1:0', 'operations'], {}],
  ['--remote-debugging-port', ['operations', '--remote-debugging-port=0'], {}],
  ['NODE_OPTIONS', ['operations'], { NODE_OPTIONS: '--inspect=127.0.0.1:0' }],
  ['ELECTRON_RUN_AS_NODE', ['-p', '"ran as " + "node"'], { ELECTRON_RUN_AS_NODE: '1' }],
];

async function refusals(program: string): Promise<Finding> {
  const wrong: string[] = [];
  for (const [name, args, env] of BENT) {
    const { code, out } = await run(program, args, env);
    if (/Debugger listening|DevTools listening|ran as node/.test(out)) wrong.push(`${name} worked`);
    else if (code === 0 && /\bconnections\.list\b/.test(out)) wrong.push(`${name} was not refused`);
  }
  return unlessWrong(wrong, BENT.map(([name]) => name).join(', '));
}

async function switches(program: string): Promise<Finding> {
  const behind = await run(program, ['--no-sandbox', '--disable-gpu', 'operations']);
  const started = await run(program, ['--no-sandbox', '--headless']);
  return unlessWrong([
    ...(behind.code === 0 && /\bconnections\.list\b/.test(behind.out) ? [] : ['No command.']),
    ...(started.code === 1 && started.out.includes('--no-sandbox') ? [] : ['It was not refused.']),
  ]);
}

async function certificateWorker(program: string): Promise<Finding> {
  const platform = await startPlatform({ users: 1, switches: everythingOn });
  try {
    const input = {
      name: 'Verified',
      file: `@${platform.certificateFile}`,
      passphrase: '$STEWARD_PASSPHRASE',
    };
    const { code, out } = await run(
      program,
      ['call', 'credentials.importCertificate', JSON.stringify(input), '--keychain', 'memory'],
      { STEWARD_PASSPHRASE: platform.passphrase },
    );
    return code === 0 && out.includes('"ok":true') ? passed() : failed(out.slice(0, 200));
  } finally {
    await platform.stop();
  }
}

async function integrity(program: string, folder: string): Promise<Finding> {
  if (process.platform === 'linux') {
    return notPossible('Electron checks the archive on Windows and macOS only.');
  }
  const copy = makeTempFolder('steward-verify-altered');
  try {
    const altered = path.join(copy.path, path.basename(folder));
    cpSync(folder, altered, { recursive: true, verbatimSymlinks: true });
    flipOneByte(archiveIn(altered));
    const { code, out } = await run(path.join(altered, path.relative(folder, program)), [
      'operations',
    ]);
    if (code === 0 || /\bconnections\.list\b/.test(out)) return failed('It started all the same.');
    return passed(`it ended with ${String(code)}`);
  } finally {
    copy.remove();
  }
}

export function archiveIn(folder: string): string {
  const found = readdirSync(folder, { recursive: true })
    .map((name) => path.join(folder, String(name)))
    .find((file) => path.basename(file) === 'app.asar');
  if (found === undefined) throw new Error(`There is no app.asar in ${folder}.`);
  return found;
}

/** In the middle, which is a file and not the list at the beginning. */
export function flipOneByte(file: string): void {
  const descriptor = openSync(file, 'r+');
  try {
    const at = Math.floor(fstatSync(descriptor).size / 2);
    const byte = Buffer.alloc(1);
    readSync(descriptor, byte, 0, 1, at);
    writeSync(descriptor, Buffer.of((byte[0] ?? 0) ^ 0xff), 0, 1, at);
  } finally {
    closeSync(descriptor);
  }
}
