// Random resources from a seed: awkward characters, empty and nested values, links with attributes, embedded resources.

export interface Random {
  /** A whole number from 0, below `most`. */
  below(most: number): number;
  pick<T>(all: readonly T[]): T;
  chance(percent: number): boolean;
}

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    chance: (percent) => next() * 100 < percent,
    pick(all) {
      const one = all[below(all.length)];
      if (one === undefined) throw new Error('Nothing to pick from.');
      return one;
    },
  };
}

const ASCII = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i));
const SIGNS = [
  ...ASCII,
  ...'<>&"\'{}%',
  ...'æøåÆØÅéß€',
  '😀',
  '\t',
  '\n',
  '\r',
  '\r\n',
  '\u00a0',
  '\u0085',
];
const WORDS = [
  '',
  ' ',
  '  ',
  '0012',
  '-0',
  '1e3',
  'true',
  'null',
  ']]>',
  '&amp;',
  '<!--',
  '974760673',
  '\u2028',
];
const FIELDS = [
  'Subject',
  'Name',
  'Årsak',
  'ServiceCode',
  'Address',
  'Rights',
  'Ids',
  'Codes',
  'Class',
  's',
  'A.b-c',
  '_x',
];
const RELATIONS = ['form', 'attachment', 'print', 'metadata', 'Unknown-Relation', 'signingtext'];
const NAMES = ['name', 'fileName', 'mime-type', 'encrypted', 'filesize', 'isTemplated'];

/** A HAL value: a plain object with `_links` and `_embedded`, at most three levels deep. No array is inside an array of one name with it. */
export function randomResource(random: Random, depth = 3): Record<string, unknown> {
  const value: Record<string, unknown> = {};
  if (random.chance(70)) value['_links'] = links(random);
  fill(random, value, depth);
  if (depth > 1 && random.chance(50)) value['_embedded'] = embedded(random, depth - 1);
  return value;
}

/** Two fields at least: one alone may have the name of an item, which XML cannot tell from a list. */
function fill(random: Random, value: Record<string, unknown>, depth: number): void {
  value['Type'] = text(random);
  value['Number'] = random.below(1000);
  for (let n = random.below(5); n > 0; n--) value[random.pick(FIELDS)] = inner(random, depth - 1);
}

function inner(random: Random, depth: number): unknown {
  if (depth < 1 || random.chance(60)) return scalar(random);
  if (random.chance(50)) {
    const items = Array.from({ length: random.below(4) }, () => inner(random, depth - 1));
    return items;
  }
  const value: Record<string, unknown> = {};
  if (random.chance(30)) value['_links'] = links(random);
  if (random.chance(85)) fill(random, value, depth);
  return Object.keys(value).length === 0 ? {} : value;
}

const scalar = (random: Random): unknown =>
  random.pick([() => text(random), () => random.below(99), () => random.chance(50), () => null])();

function text(random: Random): string {
  if (random.chance(20)) return random.pick(WORDS);
  return Array.from({ length: random.below(12) }, () => random.pick(SIGNS)).join('');
}

function links(random: Random): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  if (random.chance(80)) all['self'] = { href: `https://x.example/${text(random)}` };
  for (let n = random.below(4); n > 0; n--) {
    const some = Array.from({ length: random.below(3) + 1 }, () => link(random));
    all[random.pick(RELATIONS)] = some.length === 1 && random.chance(50) ? some[0] : some;
  }
  return all;
}

function link(random: Random): unknown {
  if (random.chance(10)) return `/api/${text(random)}`;
  const facts: Record<string, unknown> = { href: `/api/${text(random)}` };
  for (let n = random.below(3); n > 0; n--)
    facts[random.pick(NAMES)] = random.pick([text(random), random.below(9), random.chance(50)]);
  return facts;
}

function embedded(random: Random, depth: number): Record<string, unknown> {
  const all: Record<string, unknown> = {};
  for (let n = random.below(3); n > 0; n--)
    all[random.pick(['messages', 'forms', 'roles', 'Rights'])] = Array.from(
      { length: random.below(3) },
      () => randomResource(random, depth),
    );
  return all;
}
