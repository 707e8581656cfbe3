// Stored documents that name their own version, for tests and for the processes that tests kill.

/** `d-0` to `d-<count - 1>`; `size` is what each takes more than its own words. */
export function documents(count: number, version: number, size = 200): Map<string, unknown> {
  return new Map(
    Array.from({ length: count }, (_, i) => [
      `d-${String(i)}`,
      { i, version, text: `blåbærsyltetøy ${'x'.repeat(size)}` },
    ]),
  );
}
