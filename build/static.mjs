// The static checks: types, lint and layout. `npm run check` runs those of types, `npm run lint` the others.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from './root.mjs';
import { runNode } from './run-node.mjs';

const bin = (name) => path.join(root, 'node_modules', name);
/** What a cache holds is true for one set of libraries and settings. */
const settings = ['package-lock.json', 'package.json', 'build/eslint.config.js'];
const digest = createHash('sha256');
for (const file of settings) digest.update(readFileSync(path.join(root, file)));
const cache = path.join('node_modules/.cache/static', digest.digest('hex').slice(0, 16));

const types = (folder) => ({
  name: `types of ${folder}`,
  group: 'types',
  command: [bin('@typescript/native/bin/tsc'), '-p', folder],
});

export const staticChecks = [
  types('preload'),
  types('main'),
  types('test'),
  types('build'),
  {
    // The page and its tests in one program: most of the time goes into reading the page.
    name: 'types of renderer and its tests',
    group: 'types',
    command: [
      bin('svelte-check/bin/svelte-check'),
      ...['--tsgo', '--tsconfig', 'test/page/tsconfig.json'],
      ...['--fail-on-warnings', '--output', 'machine'],
    ],
  },
  {
    name: 'lint',
    group: 'lint',
    command: [
      bin('oxlint/bin/oxlint'),
      ...['-c', '.oxlintrc.mjs', 'preload', 'main', 'build', 'test', 'renderer'],
    ],
  },
  {
    name: 'lint of components',
    group: 'lint',
    command: [
      bin('eslint/bin/eslint.js'),
      ...['-c', 'build/eslint.config.js', '--max-warnings', '0'],
      ...['--cache', '--cache-strategy', 'content', '--cache-location', `${cache}/eslint`],
      ...['renderer', 'test/page'].flatMap((f) => [`${f}/**/*.svelte`, `${f}/**/*.svelte.ts`]),
    ],
  },
  {
    name: 'layout',
    group: 'lint',
    command: [bin('oxfmt/bin/oxfmt'), '--check', '.'],
  },
];

/** Runs them one after the other; `tell` hears each name, whether it held, how long it took and what it said. */
export async function runStatic(checks, tell) {
  for (const { name, command } of checks) {
    const { ok, seconds, output } = await runNode(command, { idle: true });
    tell(name, ok, seconds, output);
  }
}

if (process.argv[1] === import.meta.filename) {
  const group = process.argv[2];
  const chosen = staticChecks.filter((check) => group === undefined || check.group === group);
  await runStatic(chosen, (name, ok, seconds) => {
    console.log(`${name}: ${ok ? 'ok' : 'failed'} (${seconds} s)`);
    if (!ok) process.exitCode = 1;
  });
}
