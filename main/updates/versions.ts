// Compares versions of the program by Semantic Versioning. Whatever is not exactly such a version is none.

const NUMBER = '(0|[1-9]\\d{0,8})';
const PART = '(?:0|[1-9]\\d{0,8}|\\d*[A-Za-z-][0-9A-Za-z-]*)';
/** Without build metadata: two versions that differ in it alone would have no order. */
const FORM = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-(${PART}(?:\\.${PART})*))?$`);
const LONGEST = 100;

export function isVersion(text: string): boolean {
  return text.length <= LONGEST && FORM.test(text);
}

/** Whether this is one that is still being tried out. */
export function isPreRelease(version: string): boolean {
  return partsOf(version).before.length > 0;
}

/** Below 0 when `a` came before `b`; both are versions. */
export function compareVersions(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  const release = firstDifference(one.release, other.release, (x, y) => x - y);
  if (release !== 0) return release;
  // A pre-release comes before its release.
  if (one.before.length === 0 || other.before.length === 0)
    return other.before.length - one.before.length;
  return firstDifference(one.before, other.before, comparePart);
}

function partsOf(version: string): { release: readonly number[]; before: readonly string[] } {
  const [, major, minor, patch, before] = FORM.exec(version) ?? [];
  return { release: [major, minor, patch].map(Number), before: before?.split('.') ?? [] };
}

function firstDifference<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (x: T, y: T) => number,
): number {
  for (const [i, x] of a.entries()) {
    const y = b[i];
    if (y === undefined) return 1;
    const difference = compare(x, y);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Numbers before words, numbers by value, words by their signs. */
function comparePart(a: string, b: string): number {
  const [x, y] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (x && y) return Number(a) - Number(b);
  if (x !== y) return x ? -1 : 1;
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
