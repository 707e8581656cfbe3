// Finds services at every key press: each word must fit, an exact code comes first, equals go by name.
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import type { FoundService, ServiceFilters } from '../../preload/contract/reference.ts';
import type { ServiceFacts } from './keys.ts';
import { createSlices, eachInSlices, type Slices, sortedInSlices } from '../pauses.ts';

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

export interface SearchSource {
  readonly services: readonly ServiceSummary[];
  /** Of a service whose document is kept. */
  readonly factsOf: (service: ServiceSummary) => ServiceFacts | undefined;
  readonly now: Date;
}

export async function createSearch(source: SearchSource): Promise<Search> {
  const texts = await foldTexts(source);
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
        rowOf(texts, source, index, looked),
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
  { services, types, restAnswers, userAnswers, begins, ends }: FoldedTexts,
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
  texts: FoldedTexts,
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
  { services, restAnswers, userAnswers }: FoldedTexts,
  { factsOf }: SearchSource,
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
function fitsOfChunk(texts: FoldedTexts, { text, words }: Chunk, fits: Fits): Fits {
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

function markWord(texts: FoldedTexts, typed: Word, fits: Fits): void {
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
  { codes, codesWithoutZeros, dataFormats, owners }: FoldedTexts,
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
function markEdition({ services, codes }: FoldedTexts, text: string, fits: Fits): void {
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

/**
 * All searchable texts, folded and joined into a few long ones: `indexOf` on one long text is far quicker than on each of
 * its lines. Numbers are indexes into `services`.
 */
interface FoldedTexts {
  readonly services: readonly ServiceSummary[];
  readonly names: Words;
  /** Whole names, coarse, with one blank between words. */
  readonly coarseNames: Lines;
  readonly forms: Words;
  readonly owners: Owners;
  readonly codes: Values;
  /** Codes that begin with zeros, without them. */
  readonly codesWithoutZeros: Values;
  readonly editions: Values;
  readonly dataFormats: Values;
  /** What filters ask of each, as numbers: objects would have to be fetched from all over the memory. */
  readonly types: Uint8Array;
  /** `restEnabled` of each, which the documents of services say, and few lists. */
  readonly restAnswers: Uint8Array;
  /** `enterpriseUserEnabled` of each; `NOT_KEPT` where the copy has no document. */
  readonly userAnswers: Uint8Array;
  /** Validity of each, in milliseconds since 1970, parsed once. */
  readonly begins: Float64Array;
  readonly ends: Float64Array;
}
interface Owners {
  readonly words: Words;
  readonly codes: Values;
  /** Of each owner. */
  readonly services: Groups;
}

async function foldTexts(source: SearchSource): Promise<FoldedTexts> {
  const slices = createSlices();
  const services = await sortServices(source, slices);
  const names = wordsBuilder();
  const coarseNames = linesBuilder();
  const forms = wordsBuilder();
  const ownerNumbers = new Map<string, number>();
  const owners = { words: wordsBuilder(), codes: valuesBuilder(), services: groupsBuilder() };
  const codes = valuesBuilder();
  const codesWithoutZeros = valuesBuilder();
  const editions = valuesBuilder();
  const dataFormats = valuesBuilder();
  const userAnswers = new Uint8Array(services.length);
  const restAnswers = new Uint8Array(services.length);
  const add = (service: ServiceSummary, index: number) => {
    const facts = source.factsOf(service);
    userAnswers[index] = facts === undefined ? NOT_KEPT : answerNumber(facts.enterpriseUserEnabled);
    restAnswers[index] = answerNumber(service.restEnabled ?? facts?.restEnabled ?? null);
    const words = wordsOf(service.name);
    names.add(index, words);
    coarseNames.add(index, coarseOf(words.join(' ')));
    for (const [name, dataFormat] of facts?.forms ?? []) {
      const id = strictOf(dataFormat);
      forms.add(index, wordsOf(name));
      forms.add(index, wordsIn(id));
      dataFormats.add(index, id);
    }
    const code = strictOf(service.code);
    codes.add(index, code);
    if (code.startsWith('0')) codesWithoutZeros.add(index, code.replace(/^0+/, ''));
    editions.add(index, String(service.edition));
    const { ownerCode, ownerName } = service;
    const key = `${ownerCode}\n${ownerName}`;
    const owner = ownerNumbers.get(key) ?? ownerNumbers.size;
    owners.services.add(owner, index);
    if (owner < ownerNumbers.size) return;
    ownerNumbers.set(key, owner);
    owners.words.add(owner, wordsOf(ownerName));
    owners.codes.add(owner, strictOf(ownerCode));
  };
  await eachInSlices(services, add, slices);
  const inTurn = async <T>(make: () => T): Promise<T> => {
    if (slices.isDue()) await slices.pause();
    return make();
  };
  return {
    services,
    names: await inTurn(() => names.finish()),
    coarseNames: await inTurn(() => coarseNames.finish()),
    forms: await inTurn(() => forms.finish()),
    owners: {
      words: owners.words.finish(),
      codes: owners.codes.finish(),
      services: owners.services.finish(ownerNumbers.size),
    },
    codes: await inTurn(() => codes.finish()),
    codesWithoutZeros: await inTurn(() => codesWithoutZeros.finish()),
    editions: await inTurn(() => editions.finish()),
    dataFormats: await inTurn(() => dataFormats.finish()),
    begins: await inTurn(() => Float64Array.from(services, beginOf)),
    ends: await inTurn(() => Float64Array.from(services, endOf)),
    types: Uint8Array.from(services, (one) => TYPES[typeOf(one)]),
    restAnswers,
    userAnswers,
  };
}

const TYPES = { formtask: 0, correspondence: 1, lookup: 2, broker: 3, other: 4 } as const;
const isType = (word: string): word is keyof typeof TYPES => Object.hasOwn(TYPES, word);
function typeOf({ kind, type }: ServiceSummary): keyof typeof TYPES {
  const word = kind ?? type.toLowerCase();
  return isType(word) ? word : 'other';
}
const ANSWERS = [null, true, false] as const;
const NOT_KEPT = ANSWERS.length;
const answerNumber = (answer: boolean | null): number => ANSWERS.indexOf(answer);

/** By name as Norwegians sort; of one name by code, what is valid now first, the newest first. */
async function sortServices(
  { services, now }: SearchSource,
  slices: Slices,
): Promise<readonly ServiceSummary[]> {
  const { compare } = new Intl.Collator('nb', { numeric: true });
  const names = [...new Set(services.map(({ name }) => name))];
  const sorted = await sortedInSlices(names, compare, slices);
  const places = new Map(sorted.map((name, index) => [name, index]));
  // Numbers instead of services with their places: 20 000 objects less for the garbage collector.
  const place = new Int32Array(services.length);
  await eachInSlices(
    services,
    ({ name }, index) => void (place[index] = places.get(name) ?? 0),
    slices,
  );
  const compareEditions = newestFirst(now);
  const compareServices = (a: number, b: number) => {
    const byName = (place[a] ?? 0) - (place[b] ?? 0);
    const [one, other] = [services[a], services[b]];
    if (byName !== 0 || one === undefined || other === undefined) return byName;
    return one.code < other.code ? -1 : one.code > other.code ? 1 : compareEditions(one, other);
  };
  const order = await sortedInSlices([...services.keys()], compareServices, slices);
  return order.flatMap((index) => services[index] ?? []);
}

/** What is valid now before what is not, then what became valid last, then the higher edition. */
function newestFirst(now: Date): (a: ServiceSummary, b: ServiceSummary) => number {
  const time = now.getTime();
  const isValid = (one: ServiceSummary) => Number(beginOf(one) <= time && time < endOf(one));
  return (a, b) =>
    isValid(b) - isValid(a) || Math.sign(beginOf(b) - beginOf(a)) || b.edition - a.edition;
}

const NEVER = 8.64e15;
const beginOf = ({ validFrom }: ServiceSummary): number =>
  validFrom === null ? -NEVER : Date.parse(validFrom);
const endOf = ({ validTo }: ServiceSummary): number =>
  validTo === null || validTo === 'for-ever' ? NEVER : Date.parse(validTo);

/** Many texts in one, a line each, with the owner of each line. */
interface Lines {
  /** Each line begins with a line feed; one more ends the last. */
  readonly text: string;
  /** Where each line begins; one more at the end. */
  readonly starts: Int32Array;
  readonly of: Int32Array;
}

function linesBuilder() {
  const lines: string[] = [];
  const of: number[] = [];
  return {
    add(owner: number, line: string) {
      lines.push(line);
      of.push(owner);
    },
    finish(): Lines {
      const starts = new Int32Array(lines.length + 1);
      let length = 0;
      for (const [index, line] of lines.entries()) {
        starts[index] = length;
        length += line.length + 1;
      }
      starts[lines.length] = length;
      return {
        text: `\n${lines.join('\n')}\n`,
        starts,
        of: Int32Array.from(of),
      };
    },
  };
}

/** The first place of `wanted` in each line that has it. */
function eachLine(
  { text, starts }: Lines,
  wanted: string,
  visit: (line: number, place: number) => void,
): void {
  let line = 0;
  for (let position = text.indexOf(wanted); position !== -1;) {
    line = lineAt(starts, position, line);
    if (line >= starts.length - 1) return;
    visit(line, position);
    position = text.indexOf(wanted, starts[line + 1] ?? text.length);
  }
}

/** The line that holds this position; it is `from` or a later one. */
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

/** Many short lists of numbers in two arrays: a third of the memory of as many arrays, and quicker to go through. */
interface Groups {
  /** Where each group begins in `items`; one more at the end. */
  readonly starts: Int32Array;
  readonly items: Int32Array;
}

function groupsBuilder() {
  // Group, item, group, item: an array of numbers that grows would leave its old self to the garbage collector each time.
  let pairs = new Int32Array(1024);
  let length = 0;
  return {
    add(group: number, item: number) {
      if (length === pairs.length) {
        const larger = new Int32Array(pairs.length * 2);
        larger.set(pairs);
        pairs = larger;
      }
      pairs[length] = group;
      pairs[length + 1] = item;
      length += 2;
    },
    /** Items of one group stay in the order in which they came. */
    finish(count: number): Groups {
      const starts = new Int32Array(count + 1);
      for (let index = 0; index < length; index += 2) {
        const group = pairs[index] ?? 0;
        starts[group + 1] = (starts[group + 1] ?? 0) + 1;
      }
      for (let group = 0; group < count; group++)
        starts[group + 1] = (starts[group + 1] ?? 0) + (starts[group] ?? 0);
      const next = starts.slice();
      const items = new Int32Array(length / 2);
      for (let index = 0; index < length; index += 2) {
        const group = pairs[index] ?? 0;
        const place = next[group] ?? 0;
        items[place] = pairs[index + 1] ?? 0;
        next[group] = place + 1;
      }
      return { starts, items };
    },
  };
}

function eachOf({ starts, items }: Groups, group: number, visit: (item: number) => void): void {
  const end = starts[group + 1] ?? 0;
  for (let place = starts[group] ?? 0; place < end; place++) visit(items[place] ?? 0);
}

/** Codes and numbers, sorted and unique, with the owners of each. */
interface Values {
  readonly texts: readonly string[];
  readonly owners: Groups;
}

function valuesBuilder() {
  const numbers = new Map<string, number>();
  const owners = groupsBuilder();
  return {
    add(owner: number, text: string) {
      const known = numbers.get(text);
      const number = known ?? numbers.size;
      if (known === undefined) numbers.set(text, number);
      owners.add(number, owner);
    },
    finish(): Values {
      const unsorted = owners.finish(numbers.size);
      // By code units, as `eachBeginning` compares them: the usual order.
      const texts = [...numbers.keys()].sort();
      const sorted = groupsBuilder();
      for (const [place, text] of texts.entries())
        eachOf(unsorted, numbers.get(text) ?? 0, (owner) => {
          sorted.add(place, owner);
        });
      return { texts, owners: sorted.finish(texts.length) };
    },
  };
}

/** Visits each value that begins with the typed text. */
function eachBeginning(
  { texts }: Values,
  typed: string,
  visit: (value: number, isWhole: boolean) => void,
): void {
  let low = 0;
  let high = texts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((texts[middle] ?? '') < typed) low = middle + 1;
    else high = middle;
  }
  for (let index = low; texts[index]?.startsWith(typed) === true; index++)
    visit(index, texts[index] === typed);
}

/** All words, each once, with their owners. */
interface Words {
  /** A line for each word; its owner is the number of the word. */
  readonly strict: Lines;
  /** The words whose coarse form differs from the strict one. */
  readonly coarse: Lines;
  /** Owners of each word, ascending. */
  readonly owners: Groups;
  /** Number of the first word of each owner, or `NO_WORD`. */
  readonly firsts: Int32Array;
}

function wordsBuilder() {
  const numbers = new Map<string, number>();
  const owners = groupsBuilder();
  const firsts: number[] = [];
  /** The last owner of each word. */
  const last: number[] = [];
  return {
    /** Owners come in ascending order. */
    add(owner: number, words: readonly string[]) {
      while (firsts.length <= owner) firsts.push(NO_WORD);
      for (const word of words) {
        const known = numbers.get(word);
        const number = known ?? numbers.size;
        if (known === undefined) numbers.set(word, number);
        if (firsts[owner] === NO_WORD) firsts[owner] = number;
        if (last[number] === owner) continue;
        last[number] = owner;
        owners.add(number, owner);
      }
    },
    finish(): Words {
      const strict = linesBuilder();
      const coarse = linesBuilder();
      for (const [word, number] of numbers) {
        const other = coarseOf(word);
        strict.add(number, word);
        if (other !== word) coarse.add(number, other);
      }
      return {
        strict: strict.finish(),
        coarse: coarse.finish(),
        owners: owners.finish(numbers.size),
        firsts: Int32Array.from(firsts),
      };
    },
  };
}

const NO_WORD = -1;

/** Shorter texts only match the beginning of a word: nearly every word contains them. */
const SHORTEST_INSIDE = 2;

/** Visits each word that fits, some of them more than once. `loosely` is 1 where only the coarse forms match. */
function eachWord(
  { strict, coarse }: Words,
  typed: Word,
  visit: (word: number, begins: boolean, loosely: number) => void,
): void {
  const eachIn = (lines: Lines, wanted: string, loosely: number) => {
    const isShort = wanted.length < SHORTEST_INSIDE;
    eachLine(lines, isShort ? `\n${wanted}` : wanted, (line, place) => {
      const begins = isShort || place === (lines.starts[line] ?? 0) + 1;
      visit(lines.of[line] ?? 0, begins, loosely);
    });
  };
  eachIn(strict, typed.strict, 0);
  if (typed.coarse !== typed.strict) eachIn(strict, typed.coarse, 1);
  eachIn(coarse, typed.coarse, 1);
}

// Words are compared without case and accents, and with all spellings of Norwegian letters.

/** `strict` holds å, ø and æ as aa, oe and ae. In `coarse`, aa and oe are a and o too, so that å, aa and a are one letter. */
interface Word {
  readonly strict: string;
  readonly coarse: string;
}

const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', ä: 'ae', ø: 'oe', ö: 'oe', å: 'aa' };

function strictOf(text: string): string {
  const lower = text.toLowerCase();
  // A short cut for plain ASCII, because this runs over every word of 20 000 services.
  // oxlint-disable-next-line no-control-regex -- the whole of ASCII is meant
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  return lower
    .normalize('NFC')
    .replace(/[æäøöå]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');
}

const coarseOf = (strict: string): string => strict.replace(/a{2,}/g, 'a').replaceAll('oe', 'o');

const wordOf = (strict: string): Word => ({ strict, coarse: coarseOf(strict) });

/** The words of a text, strict. Everything but letters and digits separates words. */
const wordsOf = (text: string): readonly string[] => wordsIn(strictOf(text));

/** Of a text that is strict already. */
const wordsIn = (strict: string): readonly string[] => strict.match(/[\p{L}\p{N}]+/gu) ?? [];
