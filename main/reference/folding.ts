// How words are compared: without case and accents, and with each of the ways in which Norwegian letters are written.

/** `strict` holds å, ø and æ as aa, oe and ae. In `coarse`, aa and oe are a and o too, so that å, aa and a are one letter. */
export interface Word {
  readonly strict: string;
  readonly coarse: string;
}

const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', ä: 'ae', ø: 'oe', ö: 'oe', å: 'aa' };

export function strictOf(text: string): string {
  const lower = text.toLowerCase();
  // Most of what is folded is plain: this runs over every word of 20 000 services.
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  return lower
    .normalize('NFC')
    .replace(/[æäøöå]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

export const coarseOf = (strict: string): string =>
  strict.replace(/a{2,}/g, 'a').replaceAll('oe', 'o');

export const wordOf = (strict: string): Word => ({ strict, coarse: coarseOf(strict) });

/** The words of a text, strict. Signs between letters and digits part words. */
export const wordsOf = (text: string): readonly string[] =>
  strictOf(text).match(/[\p{L}\p{N}]+/gu) ?? [];
