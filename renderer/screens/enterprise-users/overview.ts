// What the list of users says as a whole, counted in one pass: states, years, the oldest secrets, and where they are.
import type { Row, Tone, Where } from './users.ts';

/** So many are named; how many more there are is said. */
export const MOST_NAMED = 5;
/** So many bars have room; the years before are one. */
const MOST_YEARS = 12;

export interface YearCount {
  readonly year: number;
  /** Of users whose secret has a known age, and of the others. */
  readonly known: number;
  readonly never: number;
  /** The first one stands for all before it too. */
  readonly orEarlier: boolean;
}
export interface Overview {
  readonly tones: Readonly<Record<Tone, number>>;
  /** By age, the oldest first. */
  readonly oldest: readonly Row[];
  readonly aged: number;
  /** Never rotated here: those that were created first. */
  readonly never: readonly Row[];
  readonly places: Readonly<Record<Where['kind'], number>>;
  /** Different encrypted files. */
  readonly files: number;
  /** One after the other, those without users too. */
  readonly years: readonly YearCount[];
  readonly withoutYear: number;
  readonly neverAll: number;
}

export function overviewOf(rows: readonly Row[]): Overview {
  const tones = { fresh: 0, soon: 0, overdue: 0, 'possibly-overdue': 0, untracked: 0 };
  const places = { file: 0, keychain: 0, memory: 0, elsewhere: 0, unknown: 0 };
  const files = new Set<string>();
  const years = new Map<number, { known: number; never: number }>();
  const oldest: Row[] = [];
  const never: Row[] = [];
  let [aged, neverAll, withoutYear] = [0, 0, 0];
  for (const row of rows) {
    tones[row.tone] += 1;
    places[row.where.kind] += 1;
    if (row.where.kind === 'file') files.add(row.where.name);
    const isKnown = row.age !== null;
    if (isKnown) {
      aged += 1;
      insert(oldest, row, (one) => one.user.local.lastRotated);
    } else {
      neverAll += 1;
      insert(never, row, (one) => one.user.created);
    }
    const year = yearOf(row);
    if (year === undefined) withoutYear += 1;
    else {
      const of = years.get(year) ?? { known: 0, never: 0 };
      of[isKnown ? 'known' : 'never'] += 1;
      years.set(year, of);
    }
  }
  return {
    tones,
    places,
    files: files.size,
    oldest,
    aged,
    never,
    neverAll,
    years: inARow(years),
    withoutYear,
  };
}

/** Of this computer's calendar, as the list shows it. */
export function yearOf({ user }: Row): number | undefined {
  const year = new Date(user.created ?? '').getFullYear();
  return Number.isNaN(year) ? undefined : year;
}

/** Keeps the first few by a time; what has none stands last. */
function insert(first: Row[], row: Row, timeOf: (row: Row) => string | null): void {
  const time = timeOf(row) ?? '~';
  const at = first.findIndex((other) => (timeOf(other) ?? '~') > time);
  if (at >= 0) first.splice(at, 0, row);
  else if (first.length < MOST_NAMED) first.push(row);
  if (first.length > MOST_NAMED) first.pop();
}

function inARow(
  years: ReadonlyMap<number, { readonly known: number; readonly never: number }>,
): readonly YearCount[] {
  if (years.size === 0) return [];
  const first = Math.min(...years.keys());
  const last = Math.max(...years.keys());
  const begin = Math.max(first, last - MOST_YEARS + 1);
  const row = Array.from({ length: last - begin + 1 }, (_, i) => ({
    year: begin + i,
    known: 0,
    never: 0,
    orEarlier: i === 0 && first < begin,
  }));
  for (const [year, { known, never }] of years) {
    const of = row[Math.max(0, year - begin)];
    if (of === undefined) continue;
    of.known += known;
    of.never += never;
  }
  return row;
}
