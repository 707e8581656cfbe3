// Waits for what is soon true.
import { vi } from 'vitest';
import { PATIENCE_MS } from './patience.ts';

/** The answer of the first check that does not throw; throws what the last one threw. `interval` in milliseconds. */
export const eventually = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: PATIENCE_MS, interval });
