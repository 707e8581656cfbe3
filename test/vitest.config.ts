// The configuration of unit, service and architecture tests: no order, no shared state, a bounded number of workers.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesOutsideFirst } from '../build/levels.mjs';
import { PAGE, pageProjects } from './page/projects.config.ts';
import { PATIENCE_MS } from './support/patience.ts';

const WANTED = '24';
if (process.versions.node.split('.')[0] !== WANTED) {
  console.error(
    `The tests run on Node ${WANTED}, and this is ${process.versions.node}. \`npm run test:file -- FILE\` takes the right one.`,
  );
  process.exit(1);
}

/** They replace or measure something of the whole process (fetch, memory, living secrets), so each has one of its own. */
const ALONE = [
  'test/attacks/**/*.test.ts',
  'test/conformance/**/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/kill/**/*.test.ts',
  'test/packaging/**/*.test.ts',
  'test/services/*sign-in*.test.ts',
  'test/services/{app,terminal}.test.ts',
  'test/unit/main/border/bridge.test.ts',
  'test/unit/main/diagnostics/log.test.ts',
  'test/unit/main/{auth,secrets}/**/*.test.ts',
  'test/unit/main/shell/**/*.test.ts',
];
/** Without a level everything runs that is named. */
const ELSEWHERE = process.env['STEWARD_LEVEL'] === 'first' ? filesOutsideFirst() : [];
/** They count what code does, which begins before it is compiled. */
const COUNTED = 'test/growth/**/*.test.ts';
const OUTSIDE = ['test/e2e/**', 'node_modules/**', PAGE, ...ELSEWHERE];

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    sequence: { shuffle: true },
    // Many tests wait for processes and time limits: three at once keep two cores busy, where the default is one.
    maxWorkers: 3,
    // No measure, only an end for what hangs: the machine may be busy, and some tests start thirty processes.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // What is waited for mostly comes at once; when it does not, the machine is busy more often than the program wrong.
    expect: { poll: { timeout: PATIENCE_MS } },
    restoreMocks: true,
    // The campaigns follow `npm test` as processes of their own, which read the same modules.
    experimental: { fsModuleCache: true },
    projects: [
      {
        extends: true,
        test: {
          // Loading the program anew for each file costs more than the tests of most of them.
          name: 'together',
          include: ['test/**/*.test.ts'],
          exclude: [...OUTSIDE, ...ALONE, COUNTED],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE, exclude: OUTSIDE } },
      {
        extends: true,
        test: {
          name: 'counted',
          include: [COUNTED],
          exclude: OUTSIDE,
          setupFiles: [fileURLToPath(new URL('growth/visits.ts', import.meta.url))],
          // What is built into its caller is not counted.
          execArgv: ['--no-opt', '--no-maglev'],
        },
      },
      ...pageProjects,
    ],
  },
});
