// The fewest calls that read a whole list when the data-layer limit is known: the benchmark for our own reading.

/**
 * `times` in milliseconds. Reading means parts between whole seconds, none with more than `limit` items, so that no answer
 * carries the warning; each costs its pages and the one that proves its end, since neither a full nor a short page does
 * (platform.md, Limits). The least over all ways to cut, without any overlap and without any call to find out where to cut.
 * Infinity when a single second holds more than the limit.
 */
export function leastCalls(
  times: readonly number[],
  { limit, page }: { readonly limit: number; readonly page: number },
): number {
  const counts = new Map<number, number>();
  for (const time of times) {
    const second = Math.floor(time / 1000);
    counts.set(second, (counts.get(second) ?? 0) + 1);
  }
  const perSecond = [...counts].sort(([a], [b]) => a - b).map(([, count]) => count);
  const best = [0];
  for (let end = 1; end <= perSecond.length; end += 1) {
    let least = Infinity;
    let items = 0;
    for (let begin = end - 1; begin >= 0; begin -= 1) {
      items += perSecond[begin] ?? 0;
      if (items > limit) break;
      least = Math.min(least, (best[begin] ?? Infinity) + Math.ceil(items / page) + 1);
    }
    best.push(least);
  }
  // An empty list still has to be asked for once.
  return Math.max(1, best.at(-1) ?? 1);
}
