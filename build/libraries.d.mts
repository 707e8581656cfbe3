// Types of libraries.mjs for the tests that import it.
export function libraryFolder(file: string): string | undefined;
export function notedLibraries(parts?: readonly string[]): Record<string, string[]>;
