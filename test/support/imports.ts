// Reads which module imports which: product files, their imports resolved to paths from the root.
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** Own files as paths from the root, libraries as their names. */
  readonly imports: readonly string[];
}

const IMPORT =
  /(?:^|[\s;}])(?:import|export)\s(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|\brequire\(\s*['"]([^'"]+)['"]\s*\)/g;

/** Product sources below the folders (default main, preload, renderer). */
export function sources(folders = ['main', 'preload', 'renderer']): SourceFile[] {
  return folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true })
      .map((name) => `${folder}/${String(name).replaceAll(path.sep, '/')}`)
      .filter((name) => /\.(ts|svelte)$/.test(name) && !name.endsWith('.d.ts'))
      .sort()
      .map(read),
  );
}

function read(file: string): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const imports = [...text.matchAll(IMPORT)].map((m) => m[1] ?? m[2] ?? m[3] ?? '');
  return { path: file, text, imports: imports.map((name) => resolve(file, name)) };
}

function resolve(from: string, name: string): string {
  if (!name.startsWith('.')) return name;
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), name));
}

/** `@scope/name/x` and `name/x` without the part inside the library; `node:fs/promises` as `node:fs`. */
export function library(name: string): string {
  const parts = name.split('/');
  return name.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? name);
}
