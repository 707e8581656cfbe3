// Applies the entries of an event to a list that main keeps (jobs, secrets).

interface Entry {
  readonly id: string;
}

export interface ListNews<T extends Entry> {
  /** Newest first. */
  readonly changed: readonly T[];
  /** Ids of those that are not in the list any more. */
  readonly removed: readonly string[];
}

/** What is known keeps its place, what is new comes before it. */
export function withChanges<T extends Entry>(
  list: readonly T[],
  { changed, removed }: ListNews<T>,
): T[] {
  const news = new Map(changed.map((entry) => [entry.id, entry]));
  const left = new Set(removed);
  const known = new Set(list.map(({ id }) => id));
  const fresh = changed.filter(({ id }) => !known.has(id));
  return [...fresh, ...list.map((entry) => news.get(entry.id) ?? entry)].filter(
    ({ id }) => !left.has(id),
  );
}
