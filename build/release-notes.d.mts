// Types of release-notes.mjs for the tests that import it.
export function newestNotes(version: string, changelog?: string): string;
