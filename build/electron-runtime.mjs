// The Electron runtime of a developer's copy: whether it is here, how it is fetched, and whether it can open a window.
import { spawn } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  closeSync,
  readFileSync,
  readdirSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

export const electronFolder = path.join(root, 'node_modules/electron');
/** Nobody waits for longer to reach the server, or in the middle of what comes. */
const CONNECT_MS = 5000;
const SILENCE_MS = 15_000;
const LOOK_MS = 200;
const SELF_TEST_MS = 30_000;
const MIB = 1024 * 1024;

/** The program if it has been fetched; asking the library for it would fetch it. */
export function electronProgram() {
  const given = process.env.ELECTRON_OVERRIDE_DIST_PATH;
  const named = path.join(electronFolder, 'path.txt');
  if (!given && !existsSync(named)) return undefined;
  const program = existsSync(named) ? readFileSync(named, 'utf8').trim() : 'electron';
  const file = path.join(given ?? path.join(electronFolder, 'dist'), program);
  return existsSync(file) ? file : undefined;
}

/**
 * Fetches it with Electron's own script, which goes on for the next start when nothing comes for a while: `undefined` once it is here, else
 * why it is not. `tell` hears how much has come. The other options are for tests.
 */
export async function fetchElectron({
  tell = tellProgress,
  script = path.join(electronFolder, 'install.js'),
  place = path.join(root, 'dist/runtime/electron'),
  connectMs = CONNECT_MS,
  silenceMs = SILENCE_MS,
} = {}) {
  const pidFile = path.join(place, 'fetching');
  const soFar = () => `${(sizeOf(path.join(place, 'come')) / MIB).toFixed(0)} MiB so far`;
  if (isRunning(pidFile)) return `Electron is still being fetched (${soFar()})`;
  const log = path.join(place, 'fetch.log');
  const come = path.join(place, 'come');
  mkdirSync(come, { recursive: true });
  const said = openSync(log, 'w');
  const usesProxy = ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'].some((name) => process.env[name]);
  const child = spawn(process.execPath, [script], {
    stdio: ['ignore', said, said],
    detached: true,
    env: {
      ...process.env,
      // Where the library puts what comes, so that it can be measured.
      ...{ TMPDIR: come, TEMP: come, TMP: come },
      ...(usesProxy && { ELECTRON_GET_USE_PROXY: '1' }),
    },
  });
  closeSync(said);
  child.unref();
  writeFileSync(pidFile, String(child.pid ?? ''));
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  let before = sizeOf(come);
  let hasBegun = false;
  let heard = performance.now();
  let code;
  void ended.then((it) => (code = it));
  for (;;) {
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_MS))]);
    if (code !== undefined) break;
    const now = sizeOf(come);
    if (now !== before) {
      [before, hasBegun, heard] = [now, true, performance.now()];
      tell(now);
    } else if (performance.now() - heard > (hasBegun ? silenceMs : connectMs))
      return hasBegun
        ? `nothing more of Electron came for a while (${soFar()}); it goes on for the next start`
        : 'the server of Electron did not answer; it is tried on for the next start';
  }
  tell(undefined);
  if (code === 0) return undefined;
  return `Electron could not be fetched: ${reasonIn(readFileSync(log, 'utf8'))} (${path.relative(root, log)})`;
}

function tellProgress(bytes) {
  process.stderr.write(
    bytes === undefined
      ? '\r\x1b[K'
      : `\rFetching the Electron runtime, about 110 MiB ... ${(bytes / MIB).toFixed(0)} MiB`,
  );
}

/** The first line of an error: `RequestError: getaddrinfo ENOTFOUND ...`. */
function reasonIn(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return (lines.find((line) => /error/i.test(line)) ?? lines.find(Boolean) ?? 'no reason').slice(
    0,
    200,
  );
}

function isRunning(pidFile) {
  const pid = Number(existsSync(pidFile) ? readFileSync(pidFile, 'utf8') : 0);
  try {
    return pid > 0 && process.kill(pid, 0);
  } catch {
    return false;
  }
}

function sizeOf(folder) {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true })) {
    const facts = lstatSync(path.join(folder, String(name)), { throwIfNoEntry: false });
    if (facts?.isFile()) bytes += facts.size;
  }
  return bytes;
}

const USER_NAMESPACES = '/proc/sys/kernel/apparmor_restrict_unprivileged_userns';

/** On Linux: why the fetched runtime could build no sandbox, with the line that mends it; undefined where it can. */
export function sandboxTrouble(program, { restricted = USER_NAMESPACES } = {}) {
  if (process.platform !== 'linux' || !existsSync(restricted)) return undefined;
  if (readFileSync(restricted, 'utf8').trim() !== '1') return undefined;
  const helper = path.join(path.dirname(program), 'chrome-sandbox');
  const facts = statSync(helper, { throwIfNoEntry: false });
  if (facts !== undefined && facts.uid === 0 && (facts.mode & 0o4000) !== 0) return undefined;
  return `this system lets Electron build no sandbox. To mend that: sudo chown root "${helper}" && sudo chmod 4755 "${helper}"`;
}

/** What stands in front of the program's folder: as root there is no sandbox to build, and a developer's copy may run without. */
export const electronSwitches = () => (process.getuid?.() === 0 ? ['--no-sandbox'] : []);

/** Whether it shows Steward's page here: undefined, or why not. */
export async function selfTestTrouble(program, { limitMs = SELF_TEST_MS } = {}) {
  const args = [...electronSwitches(), root, '--self-test', '--keychain', 'memory'];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: limitMs });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text) => (out += text));
  const code = await new Promise((resolve) => {
    child.once('close', (ended) => resolve(ended));
    child.once('error', () => resolve(null));
  });
  if (code === null) return 'Electron did not answer here';
  const line = out
    .split(/\r?\n/)
    .filter((one) => one !== '')
    .at(-1);
  try {
    const { ok, parts = [] } = JSON.parse(line ?? '');
    if (ok === true && code === 0) return undefined;
    const bad = parts.filter((part) => !part.ok).map(({ part }) => part);
    return `Electron's own test fails here (${bad.join(', ')})`;
  } catch {
    return `Electron ended with ${code} here`;
  }
}

/** `{ program }` that can open a window, or `{ why }` not. Nothing is fetched by root, or where no display is. */
export async function electronToOpen(needs = {}) {
  const {
    find = electronProgram,
    fetch = fetchElectron,
    isRoot = process.getuid?.() === 0,
    hasDisplay = true,
    look = sandboxTrouble,
    test = selfTestTrouble,
  } = needs;
  if (find() === undefined) {
    if (!hasDisplay)
      return { why: 'Electron is not here, and nothing is fetched without a display' };
    if (isRoot) return { why: 'Electron is not here, and nothing is fetched as root' };
    const why = await fetch();
    if (why !== undefined) return { why };
  }
  const program = find();
  if (program === undefined) return { why: 'Electron is not here' };
  const why = look(program) ?? (await test(program));
  return why === undefined ? { program } : { why };
}
