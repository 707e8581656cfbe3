// Finds services at every key press: each word must fit, an exact code comes first, equals go by name.
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import type { FoundService, ServiceFilters } from '../../preload/contract/reference.ts';
import type { ServiceFacts } from './keys.ts';
import {
  answerNumber,
  ANSWERS,
  eachBeginning,
  eachOf,
  eachWord,
  type FactsOf,
  type Groups,
  newestFirst,
  NOT_KEPT,
  type SearchIndex,
  strictOf,
  TYPES,
  type Word,
  wordOf,
  type Words,
  wordsOf,
} from './search-index.ts';

export interface SearchQuery {
  readonly typed: string;
  readonly filters: ServiceFilters;
  readonly from: number;
  readonly count: number;
}
export interface SearchPage {
  readonly services: FoundService[];
  readonly total: number;
  readonly exact: boolean;
}

export interface Search {
  /** All services, by name. */
  readonly services: readonly ServiceSummary[];
  find(asked: SearchQuery, now: Date): SearchPage;
}

export function createSearch(texts: SearchIndex, factsOf: FactsOf): Search {
  const { services } = texts;
  const fitsOf = createRecentCache(16, (text, used?: Fits) =>
    fitsOfChunk(texts, chunkOf(text), used ?? new Uint8Array(services.length)),
  );
  const ranks = new Uint8Array(services.length);
  const orderOf = createRecentCache(4, (key, used?: Ordered) => {
    const { typed, filters, minute } = JSON.parse(key) as ReturnType<typeof orderKey>;
    const chunks = chunksOf(typed);
    const fits = chunks.map(({ text }) => fitsOf.get(text));
    const now = new Date(minute * 60_000);
    const isIn = acceptsService(texts, filters, now);
    const counts = fillRanks(ranks, rankOf(texts, chunks, fits), isIn);
    return orderServices(services, { ranks, counts }, now, used);
  });
  return {
    services,
    find({ typed, filters, from, count }, now) {
      const { places, total, exact } = orderOf.get(JSON.stringify(orderKey(typed, filters, now)));
      const looked = chunksOf(typed).map((chunk) => ({ chunk, fits: fitsOf.get(chunk.text) }));
      const rows = Array.from(places.subarray(from, Math.min(from + count, total)), (index) =>
        rowOf(texts, factsOf, index, looked),
      );
      orderOf.trim();
      fitsOf.trim();
      return { services: rows, total, exact };
    },
  };
}

/** The cache key of an order: all that it depends on. Validity changes at most once a minute. */
const orderKey = (typed: string, filters: ServiceFilters, now: Date) => ({
  typed: strictOf(typed).trim(),
  filters,
  minute: Math.floor(now.getTime() / 60_000),
});

/**
 * Keeps the latest results, because a person types on, deletes and scrolls. Arrays of dropped results are reused: new ones at
 * every key press would keep the garbage collector busy. Only `trim` drops results, so none is reused while it is in use.
 */
function createRecentCache<T>(most: number, make: (key: string, used?: T) => T) {
  const known = new Map<string, T>();
  const used: T[] = [];
  return {
    get(key: string): T {
      const made = known.get(key) ?? make(key, used.pop());
      known.delete(key);
      known.set(key, made);
      return made;
    },
    trim(): void {
      for (const [oldest, answer] of known) {
        if (known.size <= most) break;
        known.delete(oldest);
        if (used.length < most) used.push(answer);
      }
    },
  };
}

type Accepts = (index: number) => boolean;

function acceptsService(
  { services, types, restAnswers, userAnswers, begins, ends }: SearchIndex,
  filters: ServiceFilters,
  now: Date,
): Accepts {
  const { type, restEnabled, enterpriseUsers, validNow, owner, kept } = filters;
  const all: Accepts[] = [];
  const equal = (column: Uint8Array, wanted: number) =>
    void all.push((index) => column[index] === wanted);
  if (type !== undefined) equal(types, TYPES[type]);
  if (restEnabled !== undefined) equal(restAnswers, answerNumber(restEnabled));
  if (enterpriseUsers !== undefined) equal(userAnswers, answerNumber(enterpriseUsers));
  if (kept !== undefined) all.push((index) => (userAnswers[index] !== NOT_KEPT) === kept);
  if (owner !== undefined) all.push((index) => services[index]?.ownerCode === owner);
  if (validNow !== undefined) {
    const time = now.getTime();
    const isValid = (index: number) => (begins[index] ?? 0) <= time && time < (ends[index] ?? 0);
    all.push((index) => isValid(index) === validNow);
  }
  const [first, ...others] = all;
  if (first === undefined) return () => true;
  return others.reduce((one, other) => (index) => one(index) && other(index), first);
}

/** Fills `ranks` with the fit of each service, or `none`; answers how many there are of each. */
function fillRanks(ranks: Uint8Array, rank: (index: number) => number, isIn: Accepts): Int32Array {
  const counts = new Int32Array(FIT.none + 1);
  for (let index = 0; index < ranks.length; index++) {
    const fit = rank(index);
    const counted = fit !== FIT.none && isIn(index) ? fit : FIT.none;
    ranks[index] = counted;
    counts[counted] = (counts[counted] ?? 0) + 1;
  }
  return counts;
}

interface Ordered {
  /** Indexes of the services that fit, the best first; only the first `total` are valid. */
  readonly places: Int32Array;
  readonly total: number;
  /** Whether the typed text is the code of the first one. */
  readonly exact: boolean;
}

function orderServices(
  services: readonly ServiceSummary[],
  { ranks, counts }: { readonly ranks: Uint8Array; readonly counts: Int32Array },
  now: Date,
  used: Ordered | undefined,
): Ordered {
  /** The place of the next service of each fit. */
  const next = new Int32Array(FIT.none + 1);
  for (let fit = 0; fit < FIT.none; fit++) next[fit + 1] = (next[fit] ?? 0) + (counts[fit] ?? 0);
  const total = next[FIT.none] ?? 0;
  const codes = counts[FIT.code] ?? 0;
  const places = used?.places ?? new Int32Array(services.length);
  for (let index = 0; index < ranks.length; index++) {
    const fit = ranks[index] ?? FIT.none;
    if (fit === FIT.none) continue;
    const place = next[fit] ?? 0;
    places[place] = index;
    next[fit] = place + 1;
  }
  // Editions of one code may have different names, so they go by validity instead of by name.
  const compare = newestFirst(now);
  places.subarray(0, codes).sort((a, b) => {
    const [one, other] = [services[a], services[b]];
    return one === undefined || other === undefined ? 0 : compare(one, other) || a - b;
  });
  return { places, total, exact: codes > 0 };
}

/** The rank for all chunks together: the worst fit, and better for names that begin with the whole text. */
function rankOf(
  texts: SearchIndex,
  chunks: readonly Chunk[],
  fits: readonly Fits[],
): (index: number) => number {
  const { services, coarseNames } = texts;
  const [first, second] = chunks;
  const words = chunks.flatMap((chunk) => chunk.words);
  const [only] = fits;
  if (only === undefined) return () => FIT.nameBegins;
  if (words.length === 1) return (index) => only[index] ?? FIT.none;
  const isEdition = (index: number) =>
    chunks.length === 2 &&
    only[index] === FIT.code &&
    services[index]?.code.toLowerCase() === first?.text &&
    String(services[index]?.edition) === second?.text;
  const beginning = `\n${words.map(({ coarse }) => coarse).join(' ')}`;
  return (index) => {
    let worst = 0;
    for (const one of fits) {
      const fit = one[index] ?? FIT.none;
      if (fit > worst) worst = fit;
    }
    if (worst === FIT.none) return worst;
    if (isEdition(index)) return FIT.code;
    if (worst === FIT.code) return chunks.length === 1 ? FIT.code : FIT.codeBegins;
    if (worst < FIT.nameBegins || worst > FIT.wordBeginsLoosely) return worst;
    const loosely = worst % 2 === FIT.nameBegins % 2 ? 0 : 1;
    const begins = coarseNames.text.startsWith(beginning, coarseNames.starts[index]);
    return (begins ? FIT.nameBegins : FIT.wordBegins) + loosely;
  };
}

interface ChunkFits {
  readonly chunk: Chunk;
  readonly fits: Fits;
}

function rowOf(
  { services, restAnswers, userAnswers }: SearchIndex,
  factsOf: FactsOf,
  index: number,
  looked: readonly ChunkFits[],
): FoundService {
  const service = services[index];
  if (service === undefined) throw new RangeError('There is no such place.');
  const behind = looked.filter(({ fits }) => isOfForm(fits[index]));
  const forms = behind.length > 0 ? (factsOf(service)?.forms ?? []) : [];
  const answer = userAnswers[index] ?? NOT_KEPT;
  return {
    ...service,
    restEnabled: ANSWERS[restAnswers[index] ?? 0] ?? null,
    enterpriseUserEnabled: ANSWERS[answer] ?? null,
    kept: answer !== NOT_KEPT,
    form: formOf(forms, behind),
  };
}

const isOfForm = (fit: number | undefined): boolean => fit === FIT.form || fit === FIT.dataFormat;

/** The form that fits the most chunks. */
function formOf(forms: ServiceFacts['forms'], behind: readonly ChunkFits[]): FoundService['form'] {
  let best: FoundService['form'] = null;
  let most = 0;
  for (const [name, dataFormatId] of forms) {
    const id = strictOf(dataFormatId);
    const words = [...wordsOf(name), ...wordsOf(dataFormatId)].map(wordOf);
    const fits = behind.filter(
      ({ chunk }) =>
        id.startsWith(chunk.text) ||
        chunk.words.every((typed) =>
          words.some(
            (one) => one.strict.includes(typed.strict) || one.coarse.includes(typed.coarse),
          ),
        ),
    ).length;
    if (fits > most) best = { name, dataFormatId };
    most = Math.max(most, fits);
  }
  return best;
}

/** How well a chunk fits a service, best first; results have the same order. */
const FIT = {
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

/** A part of the typed text between blanks. */
interface Chunk {
  readonly text: string;
  readonly words: readonly Word[];
}
/** The fit of each service. */
type Fits = Uint8Array;

const chunkOf = (text: string): Chunk => ({ text, words: wordsOf(text).map(wordOf) });

const chunksOf = (typed: string): readonly Chunk[] =>
  strictOf(typed)
    .split(/\s+/)
    .map(chunkOf)
    .filter(({ words }) => words.length > 0);

/** Fills `fits`, whatever it held before. */
function fitsOfChunk(texts: SearchIndex, { text, words }: Chunk, fits: Fits): Fits {
  fits.fill(FIT.none);
  const [first, ...others] = words;
  if (first === undefined) return fits;
  markWord(texts, first, fits);
  for (const word of others) {
    const more = new Uint8Array(fits.length).fill(FIT.none);
    markWord(texts, word, more);
    for (let index = 0; index < fits.length; index++)
      fits[index] = Math.max(fits[index] ?? 0, more[index] ?? 0);
  }
  if (others.length > 0 || first.strict !== text) markNumbers(texts, text, fits);
  markEdition(texts, text, fits);
  return fits;
}

/** A better fit stays. */
function mark(fits: Fits, index: number, fit: number): void {
  if (fit < (fits[index] ?? 0)) fits[index] = fit;
}

function markGroup({ starts, items }: Groups, group: number, fit: number, fits: Fits): void {
  const end = starts[group + 1] ?? 0;
  for (let place = starts[group] ?? 0; place < end; place++) mark(fits, items[place] ?? 0, fit);
}

function markWord(texts: SearchIndex, typed: Word, fits: Fits): void {
  const { names, forms, owners, editions } = texts;
  eachWord(names, typed, (word, begins, loosely) => {
    markNames(names, word, (begins ? FIT.wordBegins : FIT.inside) + loosely, fits);
  });
  eachWord(forms, typed, (word) => {
    markGroup(forms.owners, word, FIT.form, fits);
  });
  eachWord(owners.words, typed, (word) => {
    eachOf(owners.words.owners, word, (owner) => {
      markGroup(owners.services, owner, FIT.owner, fits);
    });
  });
  markNumbers(texts, typed.strict, fits);
  eachBeginning(editions, typed.strict, (edition) => {
    markGroup(editions.owners, edition, FIT.edition, fits);
  });
}

/** The services whose name has this word; it counts for more where the name begins with it. */
function markNames(
  { owners: { starts, items }, firsts }: Words,
  word: number,
  fit: number,
  fits: Fits,
): void {
  const atFirst = fit - FIT.wordBegins + FIT.nameBegins;
  const begins = fit < FIT.inside;
  const end = starts[word + 1] ?? 0;
  for (let place = starts[word] ?? 0; place < end; place++) {
    const index = items[place] ?? 0;
    mark(fits, index, begins && firsts[index] === word ? atFirst : fit);
  }
}

/** Codes and ids of services, forms and owners: they must begin with the typed text. */
function markNumbers(
  { codes, codesWithoutZeros, dataFormats, owners }: SearchIndex,
  typed: string,
  fits: Fits,
): void {
  eachBeginning(codes, typed, (code, isWhole) => {
    markGroup(codes.owners, code, isWhole ? FIT.code : FIT.codeBegins, fits);
  });
  eachBeginning(codesWithoutZeros, typed, (code) => {
    markGroup(codesWithoutZeros.owners, code, FIT.inside, fits);
  });
  eachBeginning(dataFormats, typed, (id, isWhole) => {
    markGroup(dataFormats.owners, id, isWhole ? FIT.dataFormat : FIT.form, fits);
  });
  eachBeginning(owners.codes, typed, (code) => {
    eachOf(owners.codes.owners, code, (owner) => {
      markGroup(owners.services, owner, FIT.owner, fits);
    });
  });
}

/** `4628/7`, and `4628/` while it is being typed. */
function markEdition({ services, codes }: SearchIndex, text: string, fits: Fits): void {
  const [, code, edition] = /^([^/]+)\/(\d*)$/.exec(text) ?? [];
  if (code === undefined || edition === undefined) return;
  eachBeginning(codes, code, (value, isWhole) => {
    if (!isWhole) return;
    eachOf(codes.owners, value, (index) => {
      const itsEdition = String(services[index]?.edition);
      // Replaces the fit of the code alone: after the slash only this edition is meant.
      if (itsEdition.startsWith(edition))
        fits[index] = itsEdition === edition ? FIT.code : FIT.codeBegins;
    });
  });
}
