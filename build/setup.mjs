// Sets up this computer: libraries by the lock file, and the programs that the window, the keychain and the tests need.
// Plain Node, no library. `--test` also installs what only the tests use. A second run takes a fraction of a second.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readFileSync,
  readdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const LOCK = path.join(root, 'package-lock.json');
const STAMP = path.join(root, 'node_modules/.steward-setup');

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
  nsis: () => hasProgram('makensis'),
  rpm: () => hasProgram('rpmbuild'),
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

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Steward needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
}

function installLibraries() {
  const lock = readFileSync(LOCK, 'utf8');
  const print = createHash('sha256').update(lock).digest('hex');
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === print) return;
  if (!isInstalled(JSON.parse(lock))) {
    console.log('Installing libraries (npm ci --ignore-scripts) ...');
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    // UPD-02: no library runs code of its own here; the keychain's brings its binaries ready-made.
    const args = ['ci', '--ignore-scripts', '--include=dev', '--no-audit', '--no-fund'];
    // npm.cmd is a script of the command interpreter; its arguments are fixed words.
    if (!run(npm, args, { shell: process.platform === 'win32' })) fail('npm ci failed.');
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
    const command = hasProgram('apt-get')
      ? `sudo ${install.join(' ')}`
      : `install with your system's package manager: ${wanted.join(' ')}`;
    fail(`Missing on this computer: ${wanted.join(', ')}. Run this once:\n\n    ${command}\n`);
  }
  console.log(`Installing ${wanted.join(', ')} ...`);
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, stdio: 'pipe' };
  const quiet = ([program, ...args]) => run(program, args, options);
  // The lists of a fresh image are empty or old: one more try after an update.
  const done =
    quiet(install) || (quiet(['apt-get', 'update']) && run(install[0], install.slice(1), options));
  if (!done || missing().length > 0) fail(`This did not work: ${install.join(' ')}`);
}

/** The tests of packages ask apt what a package brings. */
function fetchPackageLists() {
  const lists = '/var/lib/apt/lists';
  if (!hasProgram('apt-get') || entries(lists).some((name) => name.includes('_Packages'))) return;
  if (process.getuid?.() !== 0)
    fail('apt has no lists. Run this once:\n\n    sudo apt-get update\n');
  if (!run('apt-get', ['update'], { stdio: 'pipe' })) fail('This did not work: apt-get update');
}

function findBrowser() {
  const { PROGRAMFILES, LOCALAPPDATA, HOME } = process.env;
  const places =
    process.platform === 'win32'
      ? [PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA]
          .filter(Boolean)
          .flatMap((folder) => [
            path.join(folder, 'Google/Chrome/Application/chrome.exe'),
            path.join(folder, 'Microsoft/Edge/Application/msedge.exe'),
          ])
      : ['/Applications', path.join(HOME ?? '/', 'Applications')].flatMap((folder) =>
          ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
            (name) => `${folder}/${name}.app/Contents/MacOS/${name}`,
          ),
        );
  if (process.env.STEWARD_CHROMIUM || places.some((file) => existsSync(file))) return;
  fail('Install Google Chrome or Microsoft Edge, or name one in STEWARD_CHROMIUM.');
}

checkNode();
installLibraries();
if (process.platform === 'linux') {
  const testing = process.argv.includes('--test');
  installPrograms(testing ? { ...FOR_RUNNING, ...FOR_TESTS } : FOR_RUNNING);
  if (testing) fetchPackageLists();
} else {
  findBrowser();
}
