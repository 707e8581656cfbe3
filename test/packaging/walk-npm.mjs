// Plays npm, npx and build/setup.mjs for the walk: what a script needs must be there, what it makes is made.
// `walk-npm.mjs npm|npx|setup ARGUMENT...`, in the checked-out sources of a job.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const { load } = require('js-yaml');
// What names files in the packager.
const { Arch, getArtifactArchName } = require('builder-util');
const { WALK_MACHINE, WALK_OS, WALK_ARCH, WALK_USER, CI } = process.env;
const SYSTEM = { Linux: 'linux', Windows: 'win', macOS: 'mac' }[WALK_OS];
const PLATFORM = { Linux: 'linux', Windows: 'win32', macOS: 'darwin' }[WALK_OS];

class Trouble extends Error {}
const need = (isThere, sentence) => {
  if (!isThere) throw new Trouble(sentence);
};
const text = (file) => readFileSync(file, 'utf8');
const state = (name) => {
  const file = path.join(WALK_MACHINE, 'state', name);
  return existsSync(file) ? text(file).trim().split('\n') : [];
};

/** The names of a table of setup.mjs. */
function programsIn(table) {
  const [, body = ''] =
    new RegExp(`const ${table} = \\{([\\s\\S]*?)\\n\\};`).exec(text('build/setup.mjs')) ?? [];
  return [...body.matchAll(/^ {2}'?([a-z0-9.-]+)'?:/gm)].map(([, name]) => name);
}

/** As build/setup.mjs does: libraries, and on Linux programs, which nobody but root installs. */
function setUp([word, ...rest]) {
  const isTest = word === '--test';
  const isAsIs = word === '--as-is';
  const [script, ...args] = isTest || isAsIs ? rest : [word, ...rest];
  need(existsSync(script), `There is no ${script}.`);
  need(existsSync('node_modules'), 'The libraries are not installed.');
  if (WALK_OS === 'Linux' && !isAsIs) {
    const wanted = [...programsIn('FOR_RUNNING'), ...(isTest ? programsIn('FOR_TESTS') : [])];
    need(wanted.length > 5, 'The programs are not found in build/setup.mjs.');
    // The image brings a browser.
    const missing = wanted.filter(
      (name) => name !== 'chromium' && !state('installed').includes(name),
    );
    need(missing.length === 0, `Programs are missing here: ${missing.join(' ')}`);
  }
  return { script, args };
}

async function play([word, ...rest]) {
  const { script, args } = setUp([word, ...rest]);
  if (script === 'build/dist.mjs') return dist(args);
  if (script === 'build/verify-electron.mjs') return verify(script, args);
  if (script === 'build/e2e.mjs') mayStartElectron();
  if (script === 'build/test.mjs' && args[0] === 'needs-root')
    need(WALK_USER === 'root', 'What only root can test is not run as root.');
}

const mayStartElectron = () =>
  need(
    WALK_OS !== 'Linux' || state('userns').includes('0'),
    'No usable sandbox: the unpacked runtime may not build one.',
  );

/** What the packager would refuse for want of something, is refused; then files with the names that it gives. */
async function dist(given) {
  const of = (file) => import(pathToFileURL(path.resolve(file)).href);
  const { configFor, missingForRelease, readChoices } = await of('build/packaging/choices.mjs');
  const choices = readChoices(given, { platform: PLATFORM, arch: WALK_ARCH });
  need(typeof choices === 'object', choices);
  need(choices.systems.join() === SYSTEM, `${choices.systems.join()} is not packed on ${WALK_OS}.`);
  const product = JSON.parse(text('package.json'));
  const missing = choices.release ? missingForRelease(choices, process.env, product) : [];
  need(missing.length === 0, missing.join('\n'));
  configFor(choices, process.env, product);
  const { APPLE_API_KEY: notary } = process.env;
  need(SYSTEM !== 'mac' || /\S/.test(text(notary)), 'The key for notarisation is empty.');
  const config = load(text('electron-builder.yml'));
  for (const processor of choices.processors) {
    const arch = Arch[processor];
    makeFolder(choices, processor);
    for (const kind of config[SYSTEM].target) {
      const ext = { nsis: 'exe', portable: 'exe' }[kind] ?? kind;
      const name = (config[kind]?.artifactName ?? config.artifactName)
        .replace('${version}', product.version)
        .replace('${os}', SYSTEM)
        .replace('${arch}', getArtifactArchName(arch, ext))
        .replace('${ext}', ext);
      const lines = [
        '#!/bin/sh',
        `# ${kind} ${product.version} ${processor}`,
        'exec walk-package "$0" "$@"',
      ];
      writeFileSync(path.join(choices.out, name), `${lines.join('\n')}\n`, { mode: 0o755 });
    }
  }
  writeLists(choices.out, product.version);
  writeFileSync(path.join(choices.out, 'builder-debug.yml'), 'x: y\n');
  mkdirSync('dist/materials', { recursive: true });
  writeFileSync('dist/materials/bill-of-materials.cdx.json', JSON.stringify({ system: SYSTEM }));
}

/** The unpacked program, where packages.test.ts finds that the packager puts it. */
function makeFolder({ out }, processor) {
  const suffix = processor === 'x64' ? '' : `-${processor}`;
  const folder = path.join(out, SYSTEM === 'mac' ? `mac${suffix}` : `${SYSTEM}${suffix}-unpacked`);
  const program = {
    linux: 'steward',
    win: 'Steward.exe',
    mac: 'Steward.app/Contents/MacOS/Steward',
  }[SYSTEM];
  mkdirSync(path.join(folder, path.dirname(program)), { recursive: true });
  writeFileSync(path.join(folder, program), processor);
}

/** One for each system; on Linux one for each processor. */
function writeLists(out, version) {
  const listed = readdirSync(out).filter(
    (name) => /\.(AppImage|deb|rpm|zip|dmg|exe)$/.test(name) && !name.includes('portable'),
  );
  const lists = {
    linux: { 'latest-linux.yml': /x86_64|amd64/, 'latest-linux-arm64.yml': /arm64|aarch64/ },
    win: { 'latest.yml': /./ },
    mac: { 'latest-mac.yml': /./ },
  }[SYSTEM];
  for (const [list, fits] of Object.entries(lists)) {
    const files = listed
      .filter((name) => fits.test(name))
      .map((name) => {
        const bytes = readFileSync(path.join(out, name));
        const sha512 = createHash('sha512').update(bytes).digest('base64');
        return `  - url: ${name}\n    sha512: ${sha512}\n    size: ${bytes.length}\n`;
      });
    writeFileSync(path.join(out, list), `version: ${version}\nfiles:\n${files.join('')}`);
  }
}

/** Options as the script names them; what they point to is there, and the report is written. */
function verify(script, args) {
  mayStartElectron();
  const options = {};
  for (let at = 0; at < args.length; at += 2) options[args[at]] = args[at + 1];
  const usage = /const USAGE =\s*'([^']+)'/.exec(text(script))?.[1] ?? '';
  const unknown = Object.keys(options).filter((name) => !usage.includes(`${name} `));
  need(unknown.length === 0, `Unknown option: ${unknown.join()}`);
  const { '--packed': packed, '--out': out } = options;
  if (packed !== undefined)
    need(
      ['steward', 'Steward.exe', 'Steward.app/Contents/MacOS/Steward'].some(
        (name) =>
          existsSync(path.join(packed, name)) && text(path.join(packed, name)) === WALK_ARCH,
      ),
      `There is no packed program of this computer in ${packed}.`,
    );
  if (out === undefined) return;
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, 'passed\n');
}

async function npm([command, ...args]) {
  if (command === 'ci') {
    need(
      args.includes('--ignore-scripts') && existsSync('package-lock.json'),
      'npm ci cannot run here.',
    );
    mkdirSync('node_modules', { recursive: true });
  } else if (command === 'audit') need(existsSync('node_modules'), 'There is nothing to audit.');
  else {
    const [name, ...rest] = command === 'run' ? args : [command, ...args];
    const script = JSON.parse(text('package.json')).scripts[name];
    need(script !== undefined, `Missing script: "${name}"`);
    const [, ...words] = script.split(' ');
    need(words[0] === 'build/setup.mjs', `${name} is not begun by build/setup.mjs.`);
    need(rest.length === 0 || rest[0] === '--', `npm would take ${rest.join(' ')} itself.`);
    await play([...words.slice(1), ...rest.slice(1)]);
  }
}

function npx([flag, program, ...args]) {
  need(
    flag === '--no-install' && program === 'vitest' && existsSync('node_modules'),
    'npx cannot run this.',
  );
  for (const file of args.filter((word) => word.includes('/')))
    need(existsSync(file), `There is no ${file}.`);
}

const [as, ...words] = process.argv.slice(2);
try {
  need(CI === 'true', 'A job says so of itself.');
  await { npm, npx, setup: play }[as](words);
} catch (error) {
  console.error(error instanceof Trouble ? error.message : error);
  process.exitCode = 1;
}
