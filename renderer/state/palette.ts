// Finds by any part of a name, whatever the order of the words, the case or the Norwegian letters.

/** æ, ø and å also as ae, o and a; accents gone; lower case. */
export const folded = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** All words typed occur; those whose name begins with what was typed come first, else the order stays. */
export function found<T>(
  all: readonly T[],
  typed: string,
  nameOf: (one: T) => string,
): readonly T[] {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  if (words.length === 0) return all;
  const fit = all
    .map((one) => ({ one, name: folded(nameOf(one)) }))
    .filter(({ name }) => words.every((word) => name.includes(word)));
  const first = words[0] ?? '';
  const begins = (name: string) => name.split(/\s+/).some((word) => word.startsWith(first));
  return [...fit.filter((x) => begins(x.name)), ...fit.filter((x) => !begins(x.name))].map(
    ({ one }) => one,
  );
}
