// Temporary folders, removed when their test ends.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A new empty folder with mode 0700; removed by `remove`. For code outside a test (hooks, scripts). */
export function makeTempFolder(name = 'steward'): { readonly path: string; remove(): void } {
  const made = mkdtempSync(path.join(tmpdir(), `${name}-`));
  return {
    path: made,
    remove() {
      const all = { recursive: true, force: true, maxRetries: 20, retryDelay: 50 };
      try {
        rmSync(made, all);
      } catch {
        // A file that was just being written came after its folder had been looked through: each try looks only once.
        rmSync(made, all);
      }
    },
  };
}

/** A new empty folder, removed when the running test ends. */
export function tempFolder(name?: string): string {
  const folder = makeTempFolder(name);
  onTestFinished(() => {
    folder.remove();
  });
  return folder.path;
}
