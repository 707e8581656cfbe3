// How unit, service and architecture tests run: no order, no shared state, a bounded number of workers.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    sequence: { shuffle: true },
    // Many tests wait for time limits: two at once also on a machine of two cores, where the default is one.
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
});
