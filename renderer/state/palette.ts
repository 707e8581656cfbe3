// Matches names by any part, whatever the word order, the case or the Norwegian letters. Exact codes come first.
import { withoutUnseen } from '../../preload/contract/rules.ts';

/** æ, ø and å also as ae, o and a; accents gone; lower case. */
export const folded = (text: string): string =>
  withoutUnseen(text)
    .toLowerCase()
    .replaceAll('æ', 'ae')
    .replaceAll('ø', 'o')
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** All words typed occur in the texts, in any order and wherever they stand. */
export const fits = (typed: string, ...texts: readonly string[]): boolean => {
  const text = folded(texts.join(' '));
  return folded(typed)
    .split(/\s+/)
    .every((word) => text.includes(word));
};

/** All words typed occur; the name that was typed comes first, then those that begin with it, else the order stays. */
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
  const whole = words.join(' ');
  const rankOfName = (name: string) => {
    if (name === whole) return 0;
    return name.split(/\s+/).some((word) => word.startsWith(first)) ? 1 : 2;
  };
  return fit
    .map(({ one, name }) => ({ one, rank: rankOfName(name) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);
}

export interface Searchable {
  /** Folded: all that is searched. */
  readonly searchKey: string;
  /** Folded: what stands for it alone, such as `4628` and `4628/7`. */
  readonly codes?: readonly string[];
}

export interface Hits<T> {
  readonly hits: readonly T[];
  /** How many there are, shown or not. */
  readonly total: number;
  /** Whether what was typed is the code of the first one. */
  readonly exact: boolean;
}

/** All words occur: an exact code first, then codes that begin so, then names with a word that begins so, then the rest. */
export function ranked<T extends Searchable>(
  all: readonly T[],
  typed: string,
  most: number,
): Hits<T> {
  const words = folded(typed).split(/\s+/).filter(Boolean);
  const [first] = words;
  if (first === undefined) return { hits: all.slice(0, most), total: all.length, exact: false };
  const wanted: Wanted = { whole: words.join(' '), first, later: ` ${first}` };
  const ranks: T[][] = [[], [], [], []];
  let total = 0;
  for (const one of all) {
    if (!hasAll(one.searchKey, words)) continue;
    total += 1;
    const rank = ranks[rankOf(one, wanted)];
    if (rank !== undefined && rank.length < most) rank.push(one);
  }
  return { hits: ranks.flat().slice(0, most), total, exact: (ranks[0]?.length ?? 0) > 0 };
}

interface Wanted {
  readonly whole: string;
  readonly first: string;
  /** As it begins a later word. */
  readonly later: string;
}
const NO_CODES: readonly string[] = [];

// Loops, not callbacks: this runs over 20 000 services at every key press.
function hasAll(key: string, words: readonly string[]): boolean {
  for (const word of words) if (!key.includes(word)) return false;
  return true;
}

function rankOf({ searchKey, codes = NO_CODES }: Searchable, wanted: Wanted): number {
  let rank = searchKey.startsWith(wanted.first) || searchKey.includes(wanted.later) ? 2 : 3;
  for (const code of codes) {
    if (code === wanted.whole) return 0;
    if (code.startsWith(wanted.whole)) rank = 1;
  }
  return rank;
}

/** What is typed after `>` are commands only. */
export function readTyped(typed: string): { readonly commands: boolean; readonly text: string } {
  const rest = typed.trimStart();
  return rest.startsWith('>')
    ? { commands: true, text: rest.slice(1).trim() }
    : { commands: false, text: rest.trim() };
}
