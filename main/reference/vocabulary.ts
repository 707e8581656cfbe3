// Every word that stands in the open metadata, once: which of them begin with what is typed, or hold it.
import { coarseOf, type Word } from './folding.ts';

/** Shorter ones are only looked for where a word begins: they stand inside nearly everything. */
const SHORTEST_INSIDE = 2;

export interface Vocabulary {
  readonly size: number;
  /** Each word that fits; some more than once, then as written first. */
  match(typed: Word, meet: (word: number, begins: boolean, asWritten: boolean) => void): void;
  /** Whether a word begins with what is typed, or is it. */
  fits(word: number, typed: Word, how: 'begins' | 'is'): boolean;
}

/** Words in one text, a line each: one search through it is far quicker than one through each of them. */
interface Lines {
  readonly text: string;
  readonly starts: Int32Array;
  readonly words: Int32Array;
}

/** Of strict words. */
export function createVocabulary(words: readonly string[]): Vocabulary {
  const coarse = words.map(coarseOf);
  const strictLines = linesOf(words, () => true);
  const coarseLines = linesOf(coarse, (at) => coarse[at] !== words[at]);
  return {
    size: words.length,
    match(typed, meet) {
      scan(strictLines, typed.strict, (word, begins) => {
        meet(word, begins, true);
      });
      const loosely = (word: number, begins: boolean) => {
        meet(word, begins, false);
      };
      if (typed.coarse !== typed.strict) scan(strictLines, typed.coarse, loosely);
      scan(coarseLines, typed.coarse, loosely);
    },
    fits(word, typed, how) {
      const fit = (text: string, wanted: string) =>
        how === 'is' ? text === wanted : text.startsWith(wanted);
      return fit(words[word] ?? '', typed.strict) || fit(coarse[word] ?? '', typed.coarse);
    },
  };
}

function linesOf(words: readonly string[], isIn: (at: number) => boolean): Lines {
  const numbers = [...words.keys()].filter(isIn);
  const starts = new Int32Array(numbers.length + 1);
  let length = 1;
  for (const [at, number] of numbers.entries()) {
    starts[at] = length;
    length += (words[number]?.length ?? 0) + 1;
  }
  starts[numbers.length] = length;
  const text = `\n${numbers.map((number) => `${words[number] ?? ''}\n`).join('')}`;
  return { text, starts, words: Int32Array.from(numbers) };
}

function scan(lines: Lines, typed: string, visit: (word: number, begins: boolean) => void): void {
  const { text, starts, words } = lines;
  const shift = typed.length < SHORTEST_INSIDE ? 1 : 0;
  const wanted = shift === 1 ? `\n${typed}` : typed;
  let line = 0;
  for (let at = text.indexOf(wanted); at !== -1;) {
    const place = at + shift;
    line = lineAt(starts, place, line);
    visit(words[line] ?? 0, starts[line] === place);
    // The line end before the next word is where a wanted line end may stand.
    at = text.indexOf(wanted, (starts[line + 1] ?? text.length) - 1);
  }
}

/** The line that a place is in, at `from` or behind it. */
function lineAt(starts: Int32Array, place: number, from: number): number {
  let low = from;
  let step = 1;
  while (low + step < starts.length - 1 && (starts[low + step] ?? 0) <= place) {
    low += step;
    step *= 2;
  }
  let high = Math.min(low + step, starts.length - 1);
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle;
  }
  return low;
}
