// Types of sample.mjs for the tests that import it.
import type { Guard } from './guards.mjs';
export function draw<T extends Pick<Guard, 'key' | 'start' | 'file'>>(
  guards: readonly T[],
  seed: string,
): T[];
export function onLines<T extends Pick<Guard, 'file' | 'line' | 'lastLine'>>(
  guards: readonly T[],
  changed: ReadonlyMap<string, ReadonlySet<number>>,
): T[];
