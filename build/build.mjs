// Makes dist/: the page, the two bridges of the border and the entries of main. Skips what has not changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { noteLibraries } from './libraries.mjs';
import { pageChunks } from './page-chunks.mjs';
import { root } from './root.mjs';

const at = (...parts) => path.join(root, ...parts);
const packageJson = JSON.parse(readFileSync(at('package.json'), 'utf8'));
const BRIDGES = at('dist/preload');
const STAMPS = at('dist/built.json');
const LOCK = at('dist/building');

const nodeModules = [
  'electron',
  ...builtinModules,
  ...builtinModules.map((name) => `node:${name}`),
];
/**
 * Libraries of `dependencies` stay in node_modules, which the package carries: code of the machine, WASM, and what is loaded late. All
 * others are bundled with what is ours: a start would have to look for and read their many small files one by one.
 */
const libraries = [...nodeModules, ...Object.keys(packageJson.dependencies), 'playwright-core'];

/** Entries of main: shells, and the workers they start as files of their own beside them. */
const ENTRIES = {
  program: 'main/shell/program.ts',
  chromium: 'main/shell/chromium.ts',
  terminal: 'main/shell/terminal.ts',
};

function workers() {
  return Object.fromEntries(
    readdirSync(at('main'), { recursive: true })
      .map((name) => `main/${String(name).replaceAll(path.sep, '/')}`)
      .filter((name) => name.endsWith('-worker.ts'))
      .map((name) => [path.basename(name, '.ts'), name]),
  );
}

const base = { configFile: false, envDir: false, logLevel: 'warn', clearScreen: false };

/** Without `write` nothing is written: what would have been is the answer. */
export async function buildRenderer(vite, { write = true } = {}) {
  return await forProduction(() => buildPage(vite, write));
}

/**
 * Whoever builds it: a test runner sets NODE_ENV to something else, by which the page would be made with Svelte's checks for
 * developers and be a seventh larger.
 */
async function forProduction(build) {
  const before = process.env.NODE_ENV;
  process.env.NODE_ENV = 'production';
  try {
    return await build();
  } finally {
    if (before === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = before;
  }
}

async function buildPage({ build }, write) {
  const { svelte } = await import('@sveltejs/vite-plugin-svelte');
  return await build({
    ...base,
    root: at('renderer'),
    base: './',
    plugins: [svelte({ configFile: false }), ...(write ? [noteLibraries('renderer')] : [])],
    build: {
      write,
      outDir: at('dist/renderer'),
      emptyOutDir: true,
      target: 'chrome140',
      // A data: font or script would need a wider policy.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 2000,
      rolldownOptions: {
        checks: { pluginTimings: false },
        output: { codeSplitting: { groups: pageChunks() } },
      },
    },
  });
}

export async function buildBridges({ build }, outDir = BRIDGES) {
  const plugins = outDir === BRIDGES ? [noteLibraries('preload')] : [];
  const one = (entry, format, fileName, emptyOutDir) =>
    build({
      ...base,
      root,
      plugins,
      build: {
        outDir,
        emptyOutDir,
        target: 'chrome140',
        minify: false,
        lib: {
          entry: at(entry),
          formats: [format],
          name: 'stewardBridge',
          fileName: () => fileName,
        },
        rolldownOptions: { external: nodeModules, output: { codeSplitting: false } },
      },
    });
  // A sandboxed preload is one CommonJS file; an init script is one plain script.
  await one('preload/electron-bridge.ts', 'cjs', 'electron-bridge.cjs', true);
  await one('preload/chromium-bridge.ts', 'iife', 'chromium-bridge.js', false);
}

/** `app`: a module that stands in for main/app.ts, for tests of the shells alone. */
export async function buildMain({ build }, { outDir = at('dist/main'), app } = {}) {
  const entries = Object.entries({ ...ENTRIES, ...workers() });
  await build({
    ...base,
    root,
    ssr: { noExternal: true },
    plugins: app === undefined ? [noteLibraries('main')] : [standIn(at('main/app.ts'), app)],
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node24',
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        input: Object.fromEntries(entries.map(([name, file]) => [name, at(file)])),
        external: (name) => libraries.some((own) => name === own || name.startsWith(`${own}/`)),
        output: {
          format: 'es',
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
}

function standIn(real, other) {
  return {
    name: 'stand-in',
    enforce: 'pre',
    resolveId: (name, from) =>
      from && path.resolve(path.dirname(from), name) === real ? other : undefined,
  };
}

const PARTS = {
  renderer: {
    inputs: ['renderer', 'preload'],
    output: 'dist/renderer/index.html',
    run: (vite) => buildRenderer(vite),
  },
  preload: { inputs: ['preload'], output: 'dist/preload/chromium-bridge.js', run: buildBridges },
  main: { inputs: ['main', 'preload'], output: 'dist/main/terminal.js', run: buildMain },
  materials: {
    inputs: ['dist/libraries', 'build/materials.mjs', 'build/licences.mjs', 'package.json'],
    output: 'dist/materials/notices.json',
    run: async () => (await import('./materials.mjs')).writeMaterials(),
  },
};

/** One hash over names and contents; a few hundred small files take some 20 ms. */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  const files = inputs.flatMap((input) =>
    path.extname(input) !== ''
      ? [at(input)]
      : readdirSync(at(input), { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
          .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  for (const file of [...files.sort(), at('package-lock.json'), import.meta.filename]) {
    hash
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return hash.digest('hex');
}

function readStamps() {
  try {
    return JSON.parse(readFileSync(STAMPS, 'utf8'));
  } catch {
    return {};
  }
}

/** Builds the parts whose sources changed; returns their names. `only` limits it to some. */
export async function ensureBuilt({
  force = false,
  only = Object.keys(PARTS),
  logLevel = 'warn',
} = {}) {
  base.logLevel = logLevel;
  const release = await takeTurn();
  try {
    return await buildChanged(force, only);
  } finally {
    release();
  }
}

/** Two builds at once would empty each other's folder. A lock whose process has ended is taken over. */
async function takeTurn() {
  mkdirSync(at('dist'), { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: 'wx' });
      return () => rmSync(LOCK, { force: true });
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isRunning(LOCK)) rmSync(LOCK, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

function isRunning(file) {
  try {
    const holder = Number(readFileSync(file, 'utf8'));
    // Just made and not yet written to: its maker is at work.
    return holder === 0 || process.kill(holder, 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

async function buildChanged(force, only) {
  const stamps = readStamps();
  const made = [];
  for (const name of only) {
    const part = PARTS[name];
    const print = fingerprint(part.inputs);
    if (!force && stamps[name] === print && existsSync(at(part.output))) continue;
    await part.run(await import('vite'));
    stamps[name] = print;
    made.push(name);
    writeFileSync(STAMPS, `${JSON.stringify(stamps, null, 2)}\n`);
  }
  return made;
}

if (process.argv[1] === import.meta.filename) {
  const begun = performance.now();
  const made = await ensureBuilt({ force: process.argv.includes('--force') });
  const took = Math.round(performance.now() - begun);
  console.log(made.length === 0 ? 'dist is up to date' : `built ${made.join(', ')} in ${took} ms`);
}
