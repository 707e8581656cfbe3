// Finds services by what is typed, at every key press: each word must fit, an exact code comes first, equals go by name.
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import type { FoundService, ServiceFilters } from '../../preload/contract/reference.ts';
import { strictOf, wordsOf, wordOf } from './folding.ts';
import { type Chunk, chunkOf, chunksOf, FIT, type Fits, fitsOfChunk } from './search-fits.ts';
import type { ServiceFacts } from './keys.ts';
import {
  answerNumber,
  type Columns,
  indexServices,
  newestFirst,
  type SearchIndex,
  type SearchSource,
  typeNumber,
} from './search-index.ts';

export interface Asked {
  readonly typed: string;
  readonly filters: ServiceFilters;
  readonly from: number;
  readonly count: number;
}
export interface Found {
  readonly services: FoundService[];
  readonly total: number;
  readonly exact: boolean;
}

export interface Search {
  /** All services, by name. */
  readonly services: readonly ServiceSummary[];
  find(asked: Asked, now: Date): Found;
}

export async function createSearch(source: SearchSource): Promise<Search> {
  const index = await indexServices(source);
  const { length } = index.services;
  const fitsOf = remembered(16, (text, used?: Fits) =>
    fitsOfChunk(index, chunkOf(text), used ?? new Uint8Array(length)),
  );
  const desk = createOrdering(index);
  const orderOf = remembered(4, (key, used?: Ordered) => {
    const { typed, filters, minute } = JSON.parse(key) as ReturnType<typeof keyParts>;
    const chunks = chunksOf(typed);
    const fits = chunks.map(({ text }) => fitsOf.get(text));
    const now = new Date(minute * 60_000);
    const isIn = accepts(index.columns, filters, now);
    return desk.ordered({ rank: rankOf(index, chunks, fits), isIn, now }, used);
  });
  return {
    services: index.services,
    find({ typed, filters, from, count }, now) {
      const { places, total, exact } = orderOf.get(JSON.stringify(keyParts(typed, filters, now)));
      const chunks = chunksOf(typed).map((chunk) => ({ chunk, fits: fitsOf.get(chunk.text) }));
      const rows = Array.from(places.subarray(from, Math.min(from + count, total)), (at) =>
        rowOf(index, source, at, chunks),
      );
      orderOf.trim();
      fitsOf.trim();
      return { services: rows, total, exact };
    },
  };
}

/** What the order of an answer hangs on. Validity is looked at once a minute. */
const keyParts = (typed: string, filters: ServiceFilters, now: Date) => ({
  typed: strictOf(typed).trim(),
  filters,
  minute: Math.floor(now.getTime() / 60_000),
});

/**
 * The last few answers: a person types on, deletes, and scrolls. What is forgotten is filled anew, because arrays of this size
 * at every key press would keep the garbage collector busy; only `trim` forgets, when nobody looks at an answer any more.
 */
function remembered<T>(most: number, make: (key: string, used?: T) => T) {
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

type Accepts = (at: number) => boolean;

function accepts(columns: Columns, filters: ServiceFilters, now: Date): Accepts {
  const { type, restEnabled, enterpriseUsers, validNow, owner, kept } = filters;
  const all: Accepts[] = [];
  const equal = (column: Uint8Array, wanted: number) =>
    void all.push((at) => column[at] === wanted);
  if (type !== undefined) equal(columns.type, typeNumber(type));
  if (restEnabled !== undefined) equal(columns.restEnabled, answerNumber(restEnabled));
  if (enterpriseUsers !== undefined) equal(columns.enterpriseUsers, answerNumber(enterpriseUsers));
  if (kept !== undefined) equal(columns.kept, kept ? 1 : 0);
  if (owner !== undefined) all.push((at) => columns.owner[at] === owner);
  if (validNow !== undefined) {
    const time = now.getTime();
    const isValid: Accepts = (at) =>
      (columns.from[at] ?? 0) <= time && time < (columns.to[at] ?? 0);
    all.push((at) => isValid(at) === validNow);
  }
  return all.length === 0 ? () => true : (at) => all.every((one) => one(at));
}

interface Ordered {
  /** Of all that fit, the best first; behind `total` is nothing. */
  readonly places: Int32Array;
  readonly total: number;
  /** Whether what was typed is the code of the first one. */
  readonly exact: boolean;
}

interface Order {
  readonly rank: (at: number) => number;
  readonly isIn: Accepts;
  readonly now: Date;
}

function createOrdering(index: SearchIndex) {
  const { length } = index.services;
  const ranks = new Uint8Array(length);
  return {
    ordered({ rank, isIn, now }: Order, used?: Ordered): Ordered {
      const starts = new Int32Array(FIT.none + 2);
      for (let at = 0; at < length; at++) {
        const own = rank(at);
        const counted = own !== FIT.none && isIn(at) ? own : FIT.none;
        ranks[at] = counted;
        starts[counted + 1] = (starts[counted + 1] ?? 0) + 1;
      }
      for (let own = 0; own <= FIT.none; own++)
        starts[own + 1] = (starts[own + 1] ?? 0) + (starts[own] ?? 0);
      const total = starts[FIT.none] ?? 0;
      const codes = starts[FIT.code + 1] ?? 0;
      const places = used?.places ?? new Int32Array(length);
      for (let at = 0; at < length; at++) {
        const own = ranks[at] ?? 0;
        if (own === FIT.none) continue;
        const place = starts[own] ?? 0;
        places[place] = at;
        starts[own] = place + 1;
      }
      newestCodesFirst(index, places.subarray(0, codes), now);
      return { places, total, exact: codes > 0 };
    },
  };
}

/** Editions of one code may have many names: what counts among them is which is valid. */
function newestCodesFirst({ services }: SearchIndex, codes: Int32Array, now: Date): void {
  const newest = newestFirst(now);
  codes.sort((a, b) => {
    const [one, other] = [services[a], services[b]];
    return one === undefined || other === undefined ? 0 : newest(one, other) || a - b;
  });
}

/** Of everything typed together: the worst fit counts, and names that begin with all of it come before the others. */
function rankOf(
  { services, vocabulary, wordsOfName }: SearchIndex,
  chunks: readonly Chunk[],
  fits: readonly Fits[],
): (at: number) => number {
  const [first, second] = chunks;
  const words = chunks.flatMap((chunk) => chunk.words);
  const [only] = fits;
  if (only === undefined) return () => FIT.nameBegins;
  if (words.length === 1) return (at) => only[at] ?? FIT.none;
  const isEdition = (at: number) =>
    chunks.length === 2 &&
    only[at] === FIT.code &&
    services[at]?.code.toLowerCase() === first?.text &&
    String(services[at]?.edition) === second?.text;
  const begins = (at: number) => {
    const from = wordsOfName.starts[at] ?? 0;
    if ((wordsOfName.starts[at + 1] ?? 0) - from < words.length) return false;
    return words.every((word, i) =>
      vocabulary.fits(
        wordsOfName.items[from + i] ?? 0,
        word,
        i < words.length - 1 ? 'is' : 'begins',
      ),
    );
  };
  return (at) => {
    let worst = 0;
    for (const one of fits) worst = Math.max(worst, one[at] ?? FIT.none);
    if (worst === FIT.none) return worst;
    if (isEdition(at)) return FIT.code;
    if (worst === FIT.code) return chunks.length === 1 ? FIT.code : FIT.codeBegins;
    if (worst < FIT.nameBegins || worst > FIT.wordBeginsLoosely) return worst;
    const loosely = worst % 2 === FIT.nameBegins % 2 ? 0 : 1;
    return begins(at) ? FIT.nameBegins + loosely : FIT.wordBegins + loosely;
  };
}

interface Looked {
  readonly chunk: Chunk;
  readonly fits: Fits;
}

function rowOf(
  { services, columns }: SearchIndex,
  { factsOf }: SearchSource,
  at: number,
  looked: readonly Looked[],
): FoundService {
  const service = services[at];
  if (service === undefined) throw new RangeError('There is no such place.');
  const behind = looked.filter(({ fits }) => isOfForm(fits[at]));
  const facts = behind.length > 0 ? factsOf(service) : undefined;
  const answer = columns.enterpriseUsers[at] ?? 0;
  return {
    ...service,
    enterpriseUserEnabled: answer === 0 ? null : answer === answerNumber(true),
    kept: columns.kept[at] === 1,
    form: formOf(facts?.forms ?? [], behind),
  };
}

const isOfForm = (fit: number | undefined): boolean => fit === FIT.form || fit === FIT.dataFormat;

/** The form that most of it fits. */
function formOf(forms: ServiceFacts['forms'], behind: readonly Looked[]): FoundService['form'] {
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
