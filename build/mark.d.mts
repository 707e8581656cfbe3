// Types of mark.mjs for the tests that import it.
export function markFiles(): ReadonlyMap<string, Buffer>;
