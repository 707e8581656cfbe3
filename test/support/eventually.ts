// Waits for what is soon true: no measure, only an end, for the machine may be busy.
import { vi } from 'vitest';

/** The answer of the first check that does not throw; throws what the last one threw. `interval` in milliseconds. */
export const eventually = <T>(check: () => T | Promise<T>, interval = 20): Promise<T> =>
  vi.waitFor(check, { timeout: 60_000, interval });
