// Bundles code of main into one file that plain Node runs: for workers, and for processes a test kills.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './imports.ts';

const OWN = /^[./]|^\0|^[A-Z]:/;

/**
 * Path of an `.mjs` made of `entry`: a file as a path from the root, or source text (anything with a line break or a
 * semicolon) whose imports are written from the root (`./main/...`). Libraries stay outside and are found in
 * node_modules. Removed when the process that asked for it ends.
 */
export async function bundleMain(entry: string): Promise<string> {
  const parent = path.join(root, 'node_modules', '.cache', 'steward-tests');
  mkdirSync(parent, { recursive: true });
  removeLeftovers(parent);
  const folder = mkdtempSync(path.join(parent, `${process.pid}-`));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  const isSource = /[\n;]/.test(entry);
  const input = isSource
    ? path.join(root, `.entry-${path.basename(folder)}.ts`)
    : path.join(root, entry);
  // Its native code is for those only who build something.
  const { build } = await import('vite');
  await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    root,
    plugins: isSource ? [source(input, entry)] : [],
    build: {
      ssr: true,
      outDir: folder,
      target: 'node24',
      minify: false,
      rolldownOptions: {
        input: { run: input },
        external: (id: string) => !OWN.test(id),
        output: { format: 'es', entryFileNames: '[name].mjs', codeSplitting: false },
      },
    },
  });
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}\n');
  return path.join(folder, 'run.mjs');
}

/** A test process that is ended by its runner has no say at its end: the next one clears up after it. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    if (!isAlive(Number.parseInt(name))) {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** A file that is only there for the bundler. */
function source(file: string, text: string) {
  return {
    name: 'source-text',
    resolveId: (id: string) => (id === file ? file : undefined),
    load: (id: string) => (id === file ? text : undefined),
  };
}
