// How well each service fits one thing that was typed: its code, its name, its owner, its forms.
import { strictOf, type Word, wordOf, wordsOf } from './folding.ts';
import { beginning, type Directory, type Groups } from './groups.ts';
import type { SearchIndex } from './search-index.ts';

/** How well something typed fits a service, best first; this is also the order of the answer. */
export const FIT = {
  code: 1,
  codeBegins: 2,
  nameBegins: 3,
  nameBeginsLoosely: 4,
  wordBegins: 5,
  wordBeginsLoosely: 6,
  inside: 7,
  insideLoosely: 8,
  dataFormat: 9,
  owner: 10,
  form: 11,
  edition: 12,
  none: 255,
} as const;

/** What stands between two blanks. */
export interface Chunk {
  readonly text: string;
  readonly words: readonly Word[];
}
/** For each service its fit. */
export type Fits = Uint8Array;

export const chunkOf = (text: string): Chunk => ({ text, words: wordsOf(text).map(wordOf) });

export const chunksOf = (typed: string): readonly Chunk[] =>
  strictOf(typed)
    .split(/\s+/)
    .map(chunkOf)
    .filter(({ words }) => words.length > 0);

/** `fits` is filled, whatever it held. */
export function fitsOfChunk(index: SearchIndex, { text, words }: Chunk, fits: Fits): Fits {
  fits.fill(FIT.none);
  const [first, ...others] = words;
  if (first === undefined) return fits;
  markWord(index, first, fits);
  for (const word of others) {
    const more = new Uint8Array(fits.length).fill(FIT.none);
    markWord(index, word, more);
    for (let at = 0; at < fits.length; at++) fits[at] = Math.max(fits[at] ?? 0, more[at] ?? 0);
  }
  if (others.length > 0 || first.strict !== text) markNumbers(index, text, fits);
  markEdition(index, text, fits);
  return fits;
}

/** Marks what stands in some groups that follow each other. A better fit stays. */
function mark({ starts, items }: Groups, from: number, to: number, fit: number, fits: Fits): void {
  const end = starts[to] ?? 0;
  for (let i = starts[from] ?? 0; i < end; i++) {
    const at = items[i] ?? 0;
    if (fit < (fits[at] ?? 0)) fits[at] = fit;
  }
}

/** The same for all texts that begin with what is typed; another fit for the one that is it. */
function markBeginning(
  directory: Directory,
  typed: string,
  { whole, begins }: { readonly whole: number; readonly begins: number },
  fits: Fits,
): void {
  const { from, to, isThere } = beginning(directory, typed);
  const next = isThere ? from + 1 : from;
  mark(directory.groups, from, next, whole, fits);
  mark(directory.groups, next, to, begins, fits);
}

function markWord(index: SearchIndex, word: Word, fits: Fits): void {
  const { vocabulary, names, forms, ownerNames, owners, wordsOfName } = index;
  vocabulary.match(word, (known, begins, asWritten) => {
    const loosely = asWritten ? 0 : 1;
    const fit = (begins ? FIT.wordBegins : FIT.inside) + loosely;
    const end = names.starts[known + 1] ?? 0;
    for (let i = names.starts[known] ?? 0; i < end; i++) {
      const at = names.items[i] ?? 0;
      const isFirst = begins && wordsOfName.items[wordsOfName.starts[at] ?? 0] === known;
      const own = isFirst ? FIT.nameBegins + loosely : fit;
      if (own < (fits[at] ?? 0)) fits[at] = own;
    }
    mark(forms, known, known + 1, FIT.form, fits);
    markOwners(owners, ownerNames, [known, known + 1], fits);
  });
  markNumbers(index, word.strict, fits);
  markBeginning(index.editions, word.strict, { whole: FIT.edition, begins: FIT.edition }, fits);
}

function markOwners(
  owners: Groups,
  { starts, items }: Groups,
  [from, to]: readonly [number, number],
  fits: Fits,
): void {
  for (const owner of items.subarray(starts[from], starts[to]))
    mark(owners, owner, owner + 1, FIT.owner, fits);
}

/** What stands for a service, a form or an owner: looked for from its beginning only. */
function markNumbers(index: SearchIndex, typed: string, fits: Fits): void {
  const { codes, codesWithoutZeros, dataFormats, ownerCodes, owners } = index;
  markBeginning(codes, typed, { whole: FIT.code, begins: FIT.codeBegins }, fits);
  markBeginning(codesWithoutZeros, typed, { whole: FIT.inside, begins: FIT.inside }, fits);
  markBeginning(dataFormats, typed, { whole: FIT.dataFormat, begins: FIT.form }, fits);
  const { from, to } = beginning(ownerCodes, typed);
  markOwners(owners, ownerCodes.groups, [from, to], fits);
}

/** `4628/7`, and `4628/` on the way to it. */
function markEdition(index: SearchIndex, typed: string, fits: Fits): void {
  const [, code, edition] = /^([^/]+)\/(\d*)$/.exec(typed) ?? [];
  if (code === undefined || edition === undefined) return;
  const { from, isThere } = beginning(index.codes, code);
  if (!isThere) return;
  const { starts, items } = index.codes.groups;
  for (const at of items.subarray(starts[from], starts[from + 1])) {
    const own = String(index.services[at]?.edition);
    if (own === edition) fits[at] = FIT.code;
    else if (own.startsWith(edition)) fits[at] = FIT.codeBegins;
  }
}
