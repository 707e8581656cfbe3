// Types of changed.mjs for the tests that import it.
export function commitOf(folder: string): string | undefined;
export function changedFiles(
  folder?: string,
): { readonly present: readonly string[]; readonly removed: readonly string[] } | undefined;
export function changedLines(
  folder: string,
  base?: string,
): Map<string, ReadonlySet<number>> | undefined;
