// The static checks: types, lint and layout. `npm test` has markup and layout of changed files looked at, CI of all;
// `npm run check` runs those of types, `npm run lint` the others, both whole.
import path from 'node:path';
import { changedFiles } from './changed.mjs';
import { root } from './root.mjs';
import { runNode } from './run-node.mjs';

const bin = (name) => path.join(root, 'node_modules', name);
/** What decides of every file how it is judged. */
const SETTINGS =
  /^(package-lock\.json|\.oxfmtrc\.json|build\/(eslint\.config|static|changed)\.m?js)$/;
const COMPONENT = /^(renderer|test\/page)\/.*\.svelte(\.ts)?$/;

const types = (folder) => ({
  name: `types of ${folder}`,
  group: 'types',
  command: [bin('@typescript/native/bin/tsc'), '-p', folder],
});

export const staticChecks = [
  types('preload'),
  types('main'),
  // With what is drawn and measured: it stands on the tests.
  types('test'),
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
    ],
    files: ['renderer', 'test/page'].flatMap((f) => [`${f}/**/*.svelte`, `${f}/**/*.svelte.ts`]),
    isFor: (file) => COMPONENT.test(file),
  },
  {
    name: 'layout',
    group: 'lint',
    command: [bin('oxfmt/bin/oxfmt'), '--check', '--no-error-on-unmatched-pattern'],
    files: ['.'],
    isFor: () => true,
  },
];

/** What is looked at file by file, of the changed files alone; one that has none is left out. */
export function ofChanged(checks, changed = changedFiles()) {
  if (process.env.CI || changed === undefined) return checks;
  const { present, removed } = changed;
  if ([...present, ...removed].some((file) => SETTINGS.test(file))) return checks;
  return checks
    .map((check) => (check.isFor ? { ...check, files: present.filter(check.isFor) } : check))
    .filter(({ files }) => files?.length !== 0);
}

/** Runs them one after the other; `tell` hears each name, whether it held, how long it took and what it said. */
export async function runStatic(checks, tell) {
  for (const { name, command, files = [] } of checks) {
    const { ok, seconds, output } = await runNode([...command, ...files], { idle: true });
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
