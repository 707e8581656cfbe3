// Types of sample.mjs for the tests that import it.
import type { Guard } from './guards.mjs';
export function draw<T extends Pick<Guard, 'key' | 'start' | 'file'>>(
  guards: readonly T[],
  seed: string,
  changed?: ReadonlySet<string>,
): T[];
export function createQuota(): {
  hasRoom(guard: Pick<Guard, 'file'>): boolean;
  take(guard: Pick<Guard, 'file'>): void;
};
export function commitOf(root: string): string | undefined;
export function changedFiles(root: string): Set<string>;
