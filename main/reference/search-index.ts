// What a search looks at: the services in the order of their names, with every word, code and fact of them in plain arrays.
import type { ServiceSummary } from '../../preload/contract/metadata.ts';
import { strictOf, wordsOf } from './folding.ts';
import { type Directory, draftDirectory, draftGroups, type Groups } from './groups.ts';
import type { ServiceFacts } from './keys.ts';
import { createSlices, eachInSlices, type Slices, sortedInSlices } from './slices.ts';
import { createVocabulary, type Vocabulary } from './vocabulary.ts';

/** Services are meant by their place in `services`. */
export interface SearchIndex {
  readonly services: readonly ServiceSummary[];
  readonly vocabulary: Vocabulary;
  /** Word -> services. */
  readonly names: Groups;
  /** Service -> words of its name, in their order. */
  readonly wordsOfName: Groups;
  /** Word -> services that have it in a form and not in their name. */
  readonly forms: Groups;
  /** Word -> owners -> services. */
  readonly ownerNames: Groups;
  readonly owners: Groups;
  readonly ownerCodes: Directory;
  /** -> services. */
  readonly codes: Directory;
  /** Codes that begin with zeros, without them. */
  readonly codesWithoutZeros: Directory;
  readonly editions: Directory;
  readonly dataFormats: Directory;
  readonly columns: Columns;
}

/** One fact of every service. */
export interface Columns {
  readonly owner: readonly string[];
  /** 0 a form task, 1 a correspondence, 2 another type. */
  readonly type: Uint8Array;
  /** 0 not known, 1 yes, 2 no. */
  readonly restEnabled: Uint8Array;
  readonly enterpriseUsers: Uint8Array;
  /** 1 kept. */
  readonly kept: Uint8Array;
  /** Milliseconds since 1970. */
  readonly from: Float64Array;
  readonly to: Float64Array;
}

export interface SearchSource {
  readonly services: readonly ServiceSummary[];
  /** Of a service whose document is kept. */
  readonly factsOf: (service: ServiceSummary) => ServiceFacts | undefined;
  readonly now: Date;
}

export async function indexServices(source: SearchSource): Promise<SearchIndex> {
  const slices = createSlices();
  const services = await inOrder(source, slices);
  const drafts = newDrafts(services.length);
  await eachInSlices(
    services,
    (service, at) => {
      draftService(drafts, service, at, source.factsOf(service));
    },
    slices,
  );
  const finish = async <T>(make: () => T): Promise<T> => {
    if (slices.due()) await slices.rest();
    return make();
  };
  const words = drafts.words.size;
  return {
    services,
    vocabulary: await finish(() => createVocabulary([...drafts.words.keys()])),
    names: await finish(() => drafts.names.finish(words)),
    wordsOfName: await finish(() => drafts.wordsOfName.finish(services.length)),
    forms: await finish(() => drafts.forms.finish(words)),
    ownerNames: drafts.ownerNames.finish(words),
    owners: drafts.owners.finish(drafts.ownerNumbers.size),
    ownerCodes: drafts.ownerCodes.finish(),
    codes: await finish(() => drafts.codes.finish()),
    codesWithoutZeros: await finish(() => drafts.codesWithoutZeros.finish()),
    editions: await finish(() => drafts.editions.finish()),
    dataFormats: await finish(() => drafts.dataFormats.finish()),
    columns: drafts.columns,
  };
}

/** By name as Norwegians sort; of one name by code, what is valid now first, the newest first. */
async function inOrder(
  { services, now }: SearchSource,
  slices: Slices,
): Promise<readonly ServiceSummary[]> {
  const { compare } = new Intl.Collator('nb', { numeric: true });
  const names = [...new Set(services.map(({ name }) => name))];
  const sorted = await sortedInSlices(names, compare, slices);
  const places = new Map(sorted.map((name, at) => [name, at]));
  // Looked up once for each: comparisons are many.
  const keyed: { readonly service: ServiceSummary; readonly place: number }[] = [];
  const share = sharedTexts();
  await eachInSlices(
    services,
    (service) => void keyed.push({ service: share(service), place: places.get(service.name) ?? 0 }),
    slices,
  );
  const newest = newestFirst(now);
  const all = await sortedInSlices(
    keyed,
    ({ service: a, place: one }, { service: b, place: other }) =>
      one - other || (a.code < b.code ? -1 : a.code > b.code ? 1 : newest(a, b)),
    slices,
  );
  return all.map(({ service }) => service);
}

/** What is valid now before what is not, then what became valid last, then the higher edition. */
export function newestFirst(now: Date): (a: ServiceSummary, b: ServiceSummary) => number {
  const at = now.getTime();
  const isValid = (one: ServiceSummary) => Number(beginOf(one) <= at && at < endOf(one));
  return (a, b) =>
    isValid(b) - isValid(a) || Math.sign(beginOf(b) - beginOf(a)) || b.edition - a.edition;
}

const NEVER = 8.64e15;
const beginOf = ({ validFrom }: ServiceSummary): number =>
  validFrom === null ? -NEVER : Date.parse(validFrom);
const endOf = ({ validTo }: ServiceSummary): number =>
  validTo === null || validTo === 'for-ever' ? NEVER : Date.parse(validTo);

/** One string in memory for all services that say the same. */
function sharedTexts(): (service: ServiceSummary) => ServiceSummary {
  const texts = new Map<string, string>();
  const share = <T extends string | null>(text: T): T => {
    if (text === null) return text;
    const known = texts.get(text);
    if (known === undefined) texts.set(text, text);
    return (known ?? text) as T;
  };
  return (one) => ({
    ...one,
    ownerCode: share(one.ownerCode),
    ownerName: share(one.ownerName),
    validFrom: share(one.validFrom),
    validTo: share(one.validTo),
    type: share(one.type),
  });
}

function newDrafts(length: number) {
  return {
    words: new Map<string, number>(),
    ownerNumbers: new Map<string, number>(),
    ...{ names: draftGroups(), wordsOfName: draftGroups(), forms: draftGroups() },
    ...{ ownerNames: draftGroups(), owners: draftGroups(), ownerCodes: draftDirectory() },
    ...{ codes: draftDirectory(), codesWithoutZeros: draftDirectory() },
    ...{ editions: draftDirectory(), dataFormats: draftDirectory() },
    columns: {
      owner: [] as string[],
      type: new Uint8Array(length),
      restEnabled: new Uint8Array(length),
      enterpriseUsers: new Uint8Array(length),
      kept: new Uint8Array(length),
      from: new Float64Array(length),
      to: new Float64Array(length),
    },
  };
}
type Drafts = ReturnType<typeof newDrafts>;

function draftService(
  drafts: Drafts,
  service: ServiceSummary,
  at: number,
  facts: ServiceFacts | undefined,
): void {
  const own = wordsOf(service.name);
  for (const word of own) {
    const number = numberOf(drafts.words, word);
    drafts.names.add(number, at);
    drafts.wordsOfName.add(at, number);
  }
  for (const [name, dataFormat] of facts?.forms ?? []) {
    for (const word of [...wordsOf(name), ...wordsOf(dataFormat)])
      if (!own.includes(word)) drafts.forms.add(numberOf(drafts.words, word), at);
    drafts.dataFormats.add(strictOf(dataFormat), at);
  }
  draftOwner(drafts, service, at);
  const code = strictOf(service.code);
  drafts.codes.add(code, at);
  if (code.startsWith('0')) drafts.codesWithoutZeros.add(code.replace(/^0+/, ''), at);
  drafts.editions.add(String(service.edition), at);
  fillColumns(drafts.columns, service, at, facts);
}

function draftOwner(drafts: Drafts, { ownerCode, ownerName }: ServiceSummary, at: number): void {
  const known = drafts.ownerNumbers.size;
  const owner = numberOf(drafts.ownerNumbers, `${ownerCode}\n${ownerName}`);
  drafts.owners.add(owner, at);
  if (owner < known) return;
  drafts.ownerCodes.add(strictOf(ownerCode), owner);
  for (const word of wordsOf(ownerName)) drafts.ownerNames.add(numberOf(drafts.words, word), owner);
}

const TYPES = { formtask: 0, correspondence: 1, other: 2 } as const;
export const typeNumber = (type: keyof typeof TYPES): number => TYPES[type];
export const answerNumber = (answer: boolean | null): number =>
  answer === null ? 0 : answer ? 1 : 2;

function fillColumns(
  columns: Drafts['columns'],
  service: ServiceSummary,
  at: number,
  facts: ServiceFacts | undefined,
): void {
  columns.owner.push(service.ownerCode);
  columns.type[at] = typeNumber(service.kind ?? 'other');
  columns.restEnabled[at] = answerNumber(service.restEnabled);
  columns.enterpriseUsers[at] = answerNumber(facts?.enterpriseUserEnabled ?? null);
  columns.kept[at] = facts === undefined ? 0 : 1;
  columns.from[at] = beginOf(service);
  columns.to[at] = endOf(service);
}

function numberOf(numbers: Map<string, number>, text: string): number {
  const known = numbers.get(text);
  if (known !== undefined) return known;
  numbers.set(text, numbers.size);
  return numbers.size - 1;
}
