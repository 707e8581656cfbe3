// How unit, service and architecture tests run: no order, no shared state, a bounded number of workers.
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    sequence: { shuffle: true },
    // Many tests wait for processes and time limits: three at once keep two cores busy, where the default is one.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
});
