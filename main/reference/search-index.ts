// What a search looks at: words, codes and facts of all services in a few long texts and columns.
import { deserialize, serialize } from 'node:v8';
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import type { ServiceFacts } from './keys.ts';
import { createSlices, eachInSlices, type Slices, sortedInSlices } from '../pauses.ts';

/** Of a service whose document is kept. */
export type FactsOf = (service: ServiceSummary) => ServiceFacts | undefined;

export interface SearchSource {
  /** In the platform's order. */
  readonly services: readonly ServiceSummary[];
  readonly factsOf: FactsOf;
  readonly now: Date;
}

/**
 * All searchable texts, folded and joined into a few long ones: `indexOf` on one long text is far quicker than on each of
 * its lines. Numbers are indexes into `services`.
 */
export interface SearchIndex {
  /** All of them, by name. */
  readonly services: readonly ServiceSummary[];
  /** The place of each in the platform's list. */
  readonly order: Int32Array;
  /** How long this order is right. */
  readonly holds: Span;
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

/** Milliseconds since 1970, from the first to before the second. */
interface Span {
  readonly from: number;
  readonly until: number;
}

/** The form of `bytesOf`: to be changed with anything that is in an index, or how it is made. */
export const INDEX_FORM = 'search-1';

/** All of it but the services themselves, which are in the copy. */
export const bytesOf = (index: SearchIndex): Buffer => serialize({ ...index, services: [] });

/** From bytes that are what `bytesOf` made of these services; undefined where another order is right by now. */
export function indexFrom(
  bytes: Buffer,
  { services: listed, now }: Omit<SearchSource, 'factsOf'>,
): SearchIndex | undefined {
  const kept = deserialized(bytes);
  const time = now.getTime();
  if (kept === undefined || time < kept.holds.from || time >= kept.holds.until) return undefined;
  return { ...kept, services: servicesIn(listed, kept.order) };
}

/** Undefined where a later version of Node wrote it. */
function deserialized(bytes: Buffer): SearchIndex | undefined {
  try {
    return deserialize(bytes) as SearchIndex;
  } catch {
    return undefined;
  }
}

export async function createSearchIndex(source: SearchSource): Promise<SearchIndex> {
  const slices = createSlices();
  const order = await sortServices(source, slices);
  const services = servicesIn(source.services, order);
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
    order,
    holds: spanOf(services, source.now),
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

export const TYPES = { formtask: 0, correspondence: 1, lookup: 2, broker: 3, other: 4 } as const;
const isType = (word: string): word is keyof typeof TYPES => Object.hasOwn(TYPES, word);
function typeOf({ kind, type }: ServiceSummary): keyof typeof TYPES {
  const word = kind ?? type.toLowerCase();
  return isType(word) ? word : 'other';
}
export const ANSWERS = [null, true, false] as const;
export const NOT_KEPT = ANSWERS.length;
export const answerNumber = (answer: boolean | null): number => ANSWERS.indexOf(answer);

/** By name as Norwegians sort; of one name by code, what is valid now first, the newest first. */
async function sortServices({ services, now }: SearchSource, slices: Slices): Promise<Int32Array> {
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
  return Int32Array.from(await sortedInSlices([...services.keys()], compareServices, slices));
}

const servicesIn = (listed: readonly ServiceSummary[], order: Int32Array): ServiceSummary[] =>
  Array.from(order, (place) => listed[place]).filter((one) => one !== undefined);

/** How long this order is right: until one of several of one name and code begins to be valid, or ends. */
function spanOf(services: readonly ServiceSummary[], now: Date): Span {
  const from = now.getTime();
  let until = NEVER;
  for (const [index, one] of services.entries()) {
    const isLike = (other: ServiceSummary | undefined) =>
      other?.name === one.name && other.code === one.code;
    if (!isLike(services[index - 1]) && !isLike(services[index + 1])) continue;
    for (const time of [beginOf(one), endOf(one)]) if (time > from && time < until) until = time;
  }
  return { from, until };
}

/** What is valid now before what is not, then what became valid last, then the higher edition. */
export function newestFirst(now: Date): (a: ServiceSummary, b: ServiceSummary) => number {
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
export interface Lines {
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
export interface Groups {
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

export function eachOf(
  { starts, items }: Groups,
  group: number,
  visit: (item: number) => void,
): void {
  const end = starts[group + 1] ?? 0;
  for (let place = starts[group] ?? 0; place < end; place++) visit(items[place] ?? 0);
}

/** Codes and numbers, sorted and unique, with the owners of each. */
export interface Values {
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
export function eachBeginning(
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
export interface Words {
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
export function eachWord(
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
export interface Word {
  readonly strict: string;
  readonly coarse: string;
}

const LETTERS: Readonly<Record<string, string>> = { æ: 'ae', ä: 'ae', ø: 'oe', ö: 'oe', å: 'aa' };

export function strictOf(text: string): string {
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

export const wordOf = (strict: string): Word => ({ strict, coarse: coarseOf(strict) });

/** The words of a text, strict. Everything but letters and digits separates words. */
export const wordsOf = (text: string): readonly string[] => wordsIn(strictOf(text));

/** Of a text that is strict already. */
const wordsIn = (strict: string): readonly string[] => strict.match(/[\p{L}\p{N}]+/gu) ?? [];
