// The committed list of what is in a package, so that a change of it is seen and reviewed.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const FILE = path.join(import.meta.dirname, 'expected-files.txt');

/** Writes the list anew; said when it differs. */
export const REWRITE =
  'STEWARD_EXPECTED_FILES=write npx vitest run -c test/vitest.config.ts test/packaging';

/**
 * Paths without what differs from build to build and system to system: hashes of contents in names, names that the bundler chose for
 * what several entries of main share, and the system of the keychain library.
 */
export function comparable(paths: readonly string[]): string[] {
  const plain = paths.map((name) =>
    name
      .replace(/^(dist\/main\/).+-[\w-]{8}\.js$/, '$1(shared).js')
      .replace(/^(dist\/renderer\/assets\/.+)-[\w-]{8}(\.\w+)$/, '$1-(hash)$2')
      .replace(/(keytar\/prebuilds\/)[a-z0-9]+-(?:x64|arm64)\//, '$1(system)/'),
  );
  return [...new Set(plain)].sort();
}

/** What is there and not in the list (`+`), and what is missing (`-`). With the variable of REWRITE it writes the list instead. */
export function differences(paths: readonly string[]): string[] {
  const found = comparable(paths);
  if (process.env['STEWARD_EXPECTED_FILES'] === 'write') {
    writeFileSync(FILE, `${found.join('\n')}\n`);
    return [];
  }
  const listed = readFileSync(FILE, 'utf8').trimEnd().split('\n');
  return [
    ...found.filter((name) => !listed.includes(name)).map((name) => `+ ${name}`),
    ...listed.filter((name) => !found.includes(name)).map((name) => `- ${name}`),
  ];
}
