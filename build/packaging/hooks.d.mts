// Types of hooks.mjs for the tests that import it.
export const FUSES: Readonly<Record<number, boolean>>;
export function openNothingFromEntries(targets: readonly object[]): void;
