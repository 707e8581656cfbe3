// How unit, service and architecture tests run: no order, no shared state, a bounded number of workers.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    sequence: { shuffle: true },
    testTimeout: 20_000,
    hookTimeout: 30_000,
    restoreMocks: true,
  },
});
