// Tests that only root can run: others leave them out, and build/test.mjs counts them, by their title.
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it } from 'vitest';

const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
/** As build/test.mjs looks for it. */
const told = (title: string) => `${title} (needs root)`;

/** A test that only root can run. */
export function itAsRoot(title: string, run: () => void | Promise<void>): void {
  it.runIf(isRoot)(told(title), run);
}

/** A group of tests that only root can run. Its function is called for everybody: what needs root stands in tests and hooks. */
export function describeAsRoot(title: string, tests: () => void): void {
  describe.runIf(isRoot)(told(title), tests);
}

/** A folder that is not there yet, since nothing removes it where no test runs. `remove` when all in it is unmounted. */
export function placeForMounts(name: string): { readonly path: string; remove(): void } {
  const place = path.join(tmpdir(), `${name}-${randomUUID()}`);
  return {
    path: place,
    remove: () => {
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** A file system of its own in a folder, so small that it fills up. */
export function mountSmall(folder: string, size: `${number}${'k' | 'm'}`): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0700`, 'steward-test', folder]);
}

/** The same files in a second place, where nothing can be written; also over themselves. */
export function mountReadOnly(folder: string, at = folder): void {
  mkdirSync(at, { recursive: true, mode: 0o700 });
  execFileSync('mount', ['--bind', folder, at]);
  execFileSync('mount', ['-o', 'remount,bind,ro', at]);
}

export function unmount(folder: string): void {
  execFileSync('umount', [folder]);
}
