// Pages of a list: at most so many items, `$skip` and `$top` (platform.md, Lists).

export interface ListRules {
  /** Most items of one answer: 50 as documented; other servers give all at once (platform.md, Lists). */
  pageSize: number;
}

/** The part of a list that a query asks for. Numbers that are none count as not given. */
export function pageOf<T>(items: readonly T[], query: string, { pageSize }: ListRules): T[] {
  const given = new URLSearchParams(query);
  const whole = (name: string): number | undefined => {
    const text = given.get(name) ?? '';
    return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
  };
  const from = whole('$skip') ?? 0;
  return items.slice(from, from + Math.min(whole('$top') ?? pageSize, pageSize));
}
