// Verifies an export: every file is read and compared with its manifest, and files outside the manifest are listed.
import { filesIn, stateOf } from './export-folder.ts';
import { readFiles } from './export-manifest.ts';

export interface Verified {
  readonly files: number;
  readonly missing: string[];
  readonly changed: string[];
  readonly others: string[];
}

/** Of each kind. */
const MOST_NAMED = 100;

/** Problem file{...} where the folder or its manifest is gone; the error of `signal` when it is given up. */
export async function verifyExport(
  root: string,
  signal: AbortSignal,
  report: (step: { readonly bytes: number; readonly total: number }) => void,
): Promise<Verified> {
  const files = await readFiles(root);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const [missing, changed]: [string[], string[]] = [[], []];
  let bytes = 0;
  const read = (more: number) => {
    bytes += more;
    report({ bytes, total });
  };
  for (const file of files) {
    signal.throwIfAborted();
    const state = await stateOf(root, file, read, signal);
    if (state === 'missing') missing.push(file.path);
    if (state === 'changed') changed.push(file.path);
  }
  const known = new Set(files.map(({ path }) => path));
  const others = (await filesIn(root)).filter((name) => !known.has(name));
  const some = (names: string[]) => names.slice(0, MOST_NAMED);
  return {
    files: files.length,
    missing: some(missing),
    changed: some(changed),
    others: some(others),
  };
}
