// Which rows of a list an export takes: those a person named, as their filter left them, or all.

export function onlyRows<T>(
  all: readonly T[],
  keyOf: (row: T) => string,
  only: readonly string[] | undefined,
): readonly T[] {
  if (only === undefined) return all;
  const named = new Set(only);
  return all.filter((row) => named.has(keyOf(row)));
}
