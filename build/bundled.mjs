// Code of the project that a script needs (platform, campaign, tour), bundled for plain Node and imported.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './root.mjs';

/** The module `entry` (a path from the root), made into dist/<name>/<name>.mjs; libraries stay in node_modules. */
export async function bundled(entry, name) {
  const { build } = await import('vite');
  const outDir = path.join(root, 'dist', name);
  await build({
    configFile: false,
    envDir: false,
    publicDir: false,
    logLevel: 'error',
    root,
    build: {
      ssr: path.join(root, entry),
      outDir,
      emptyOutDir: true,
      target: 'node24',
      rolldownOptions: {
        // A library of which nothing is used is not loaded: a benchmark would measure the tests' own.
        treeshake: { moduleSideEffects: 'no-external' },
        // The project's scripts stay where they are: they find the project by their own place.
        external: (id) => !/^[./]|^\0|^[A-Z]:/.test(id) || /\/build\/[\w-]+\.mjs$/.test(id),
        output: { entryFileNames: `${name}.mjs` },
      },
    },
  });
  return await import(pathToFileURL(path.join(outDir, `${name}.mjs`)).href);
}
