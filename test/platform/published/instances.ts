// Values that a published schema allows: made at random, the same for the same seed, and every leaf unlike all others.
import { createChance, type Chance } from '../randomness.ts';
import type { Schema } from './schemas.ts';

/**
 * `whole`: all fields, two items in each list, and of several forms the first; `other`: the last of them. `bare`: what is required, in
 * lists of one. `empty`: that, and no items. `any`: by chance.
 */
export type Extent = 'whole' | 'other' | 'bare' | 'empty' | 'any';
const isFull = (extent: Extent): boolean => extent === 'whole' || extent === 'other';

export interface Leaf {
  /** Its place, without numbers of items: `_embedded/reportees[]/Name`. */
  readonly at: string;
  readonly keys: readonly (string | number)[];
  /** As which texts it may be shown: as it stands there, an instant in UTC, the number of a person masked. None for a word or a yes of a few. */
  readonly shown: readonly string[];
  /** Another value that the schema allows, where it is one of a few. */
  readonly other?: unknown;
}

export interface Instance {
  readonly value: unknown;
  readonly leaves: readonly Leaf[];
}

/** Where its own links lead: the relation stands in the address, so that what answers there knows what is meant. */
export const LINKED = /^\/api\/linked\/([\w-]+)\/\d+$/;

interface Made {
  readonly value: unknown;
  readonly shown?: readonly string[];
  readonly other?: unknown;
}

interface Maker {
  readonly chance: Chance;
  /** A number that was not given before. */
  readonly count: () => number;
  readonly origin: string;
}

/** `origin` is that of the platform, where all links lead. */
export function createInstances(seed: number, origin: string) {
  const chance = createChance(seed);
  let last = 10_000 + chance.below(10_000);
  const maker: Maker = { chance, count: () => (last += 1), origin };
  return (schema: Schema, extent: Extent): Instance => {
    const leaves: Leaf[] = [];
    const value = made(maker, schema, extent, [], leaves);
    return { value, leaves };
  };
}

type Keys = readonly (string | number)[];

function made(maker: Maker, schema: Schema, extent: Extent, keys: Keys, leaves: Leaf[]): unknown {
  const inside = (inner: Schema, key: string | number) =>
    made(maker, inner, extent, [...keys, key], leaves);
  const { chance } = maker;
  if (schema.anyOf !== undefined) {
    const forms = schema.anyOf;
    const at =
      { whole: 0, other: forms.length - 1 }[extent as string] ?? chance.below(forms.length);
    return made(maker, forms[at] ?? {}, extent, keys, leaves);
  }
  if (schema.type === 'object') {
    const { properties = {}, required = [] } = schema;
    const isThere = (name: string) =>
      required.includes(name) || isFull(extent) || (extent === 'any' && chance.below(2) === 0);
    const named = Object.keys(properties).filter(isThere);
    // What may stand there under any name: as a consent's values do.
    const more =
      schema['x-open'] === true && (isFull(extent) || extent === 'any')
        ? [`navn${maker.count()}`]
        : [];
    return Object.fromEntries([
      ...named.map((name) => [name, inside(properties[name] ?? {}, name)]),
      ...more.map((name) => [
        name,
        inside(schema.additionalProperties ?? { type: 'string' }, name),
      ]),
    ]);
  }
  if (schema.type === 'array') return madeList(maker, schema, extent, inside);
  const leaf = madeLeaf(maker, schema, keys);
  const at = placeOf(keys);
  if (leaf.value !== null)
    leaves.push({
      ...{ at, keys, shown: leaf.shown ?? [] },
      ...('other' in leaf ? { other: leaf.other } : {}),
    });
  return leaf.value;
}

function madeList(
  { chance }: Maker,
  { items = {}, minItems = 0, maxItems = 3 }: Schema,
  extent: Extent,
  inside: (inner: Schema, key: number) => unknown,
): unknown[] {
  // No document shows what stands in it.
  if (Object.keys(items).length === 0) return [];
  const wanted = { whole: 2, other: 2, bare: 1, empty: 0, any: chance.below(4) }[extent];
  const length = Math.min(Math.max(wanted, minItems), maxItems);
  return Array.from({ length }, (_, at) => inside(items, at));
}

export const placeOf = (keys: Keys): string =>
  keys
    .map((key) => (typeof key === 'number' ? '[]' : `/${key.replace(/^navn\d+$/, '*')}`))
    .join('')
    .replace(/^\//, '');

function madeLeaf(maker: Maker, schema: Schema, keys: Keys): Made {
  const { chance } = maker;
  const name = String(keys.findLast((key) => typeof key === 'string') ?? '');
  if (schema.const !== undefined) return { value: schema.const };
  const words = schema.enum ?? schema.examples;
  if (words !== undefined) return oneOf(chance, words);
  switch (schema.type) {
    case 'null':
      return { value: null };
    case 'boolean':
      return oneOf(chance, [true, false]);
    case 'integer':
      return name === 'FileStatus' ? oneOf(chance, [0, 1, 2]) : integer(maker, schema);
    case 'string':
      return text(maker, schema, name, keys);
    default:
      throw new Error(`Nothing makes a value of ${JSON.stringify(schema)}.`);
  }
}

function oneOf(chance: Chance, values: readonly unknown[]): Made {
  const at = chance.below(values.length);
  const other = values[(at + 1) % values.length];
  return { value: values[at], ...(values.length > 1 ? { other } : {}) };
}

function integer({ count }: Maker, schema: Schema): Made {
  const value = count();
  if (schema['x-seen']?.includes('Unix seconds') !== true) return { value, shown: [String(value)] };
  const seconds = START / 1000 + value;
  return { value: seconds, shown: [new Date(seconds * 1000).toISOString()] };
}

const said = (value: string): Made => ({ value, shown: [value] });

function text(maker: Maker, schema: Schema, name: string, keys: Keys): Made {
  const { pattern, minLength, 'x-seen': seen = [] } = schema;
  if (pattern === TIME) return time(maker, seen);
  if (pattern === LOCAL_TIME) return time(maker, ['local.0']);
  if (seen.some((form) => form in OLD_TIMES)) return oldTime(maker, seen);
  if (pattern !== undefined) return ofPattern(maker, pattern);
  if (minLength === 11) return person(maker.count());
  if (ADDRESS.test(name)) return address(maker, keys);
  const named = NAMED.find(([names]) => names.test(name))?.[1];
  return named === undefined ? said(`${name} ${maker.count()} på Rognli`) : named(maker, keys);
}

const ADDRESS = /^(href|self|download|receipt|roledefinition|jwks_uri)$/;

/** What fields hold by their names: their schema says only that they are texts. */
const NAMED: readonly (readonly [RegExp, (maker: Maker, keys: Keys) => Made])[] = [
  [/^(RedirectUrl|redirectUrl|URL)$/, ({ count }) => said(`https://retur.example/${count()}`)],
  [/^(FileReference|guid|AuthorizationCode|RuleGuid)$/, guid],
  [/^RequiredDelegator$/, ({ count }) => person(count())],
  [/^([cC]overedBy|[hH]andledBy|OwnerOrgNo)$/, ({ count }) => organisation(count())],
  [/^([oO]fferedBy|Sender|(Owner)?PartyReference|[rR]eportee)$/, party],
  [/^operations$/, ({ count }) => said(`Les${lettersOf(count())}`)],
  [/^(Email|EMailAddress)$/, ({ count }) => said(`post${count()}@rognli.example`)],
  [/^Mobile(Number)?$/, ({ count }) => said(`+4790${count()}`)],
  [
    /^(ServiceCode|DataFormatI[dD]|DataFormatVersion|PostCode)$/i,
    ({ count }) => said(`S${count()}`),
  ],
  [/^(UserName|kid|x5t|x5c|Code|RoleDefinitionCode|name)$/, ({ count }) => said(`navn-${count()}`)],
  // No user is called so: what is taken out of texts as a secret is no name.
  [/^(access|refresh)_token$/, ({ count }) => said(`pass-${count()}-pass`)],
  [/^Service(Code)?s$/, consented],
  [/^[eE]rrorCode$/, ({ count }) => said(String(count()))],
  [/^scope$/, ({ count }) => said(`altinn:les${count()}`)],
  [/^serviceEditionCode$/, ({ count }) => said(String(count()))],
  [/^Secret$/, ({ count }) => said(`q8{<&"%${count()}`)],
];

function address({ count, origin }: Maker, keys: Keys): Made {
  const relation = keys.findLast((key) => typeof key === 'string' && key !== 'href');
  return said(`${origin}/api/linked/${String(relation)}/${count()}`);
}

function guid({ count }: Maker): Made {
  return said(`3f1c2a4b-0000-4000-8000-abcdef0${count()}`);
}

/** A service, and in a list what its giver said beside it: `K103_1`, `K103_1_aar=2024_06`. */
function consented({ count }: Maker, keys: Keys): Made {
  const value = `S${count()}_${count() % 1000}`;
  if (keys.at(-1) !== 1) return { value, shown: [value.replace(/_.*/, '')] };
  const year = `${count()}_06`;
  return { value: `${value}_aar=${year}`, shown: [year] };
}

function party({ chance, count }: Maker): Made {
  return chance.below(2) === 0 ? organisation(count()) : person(count());
}

/** With a check digit: some are asked for again. */
function organisation(count: number): Made {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2];
  for (let last = 0; ; last += 1) {
    const digits = `9${count}${String(last).padStart(2, '0')}`;
    const sum = weights.reduce((total, weight, at) => total + weight * Number(digits[at]), 0);
    const check = (11 - (sum % 11)) % 11;
    if (check < 10) return said(`${digits}${check}`);
  }
}

const lettersOf = (count: number): string =>
  [...String(count)].map((digit) => 'abcdefghij'.charAt(Number(digit))).join('');

const HIDDEN = '•••••';

function person(count: number): Made {
  const seen = `0${count}`;
  return { value: `${seen}12345`, shown: [`${seen}12345`, `${seen}${HIDDEN}`] };
}

function ofPattern(maker: Maker, pattern: string): Made {
  const count = maker.count();
  switch (pattern) {
    case '^\\d{9}$':
      return organisation(count);
    case '^\\d{6}\\*{5}$':
      return { value: `0${count}*****`, shown: [`0${count}${HIDDEN}`] };
    case '^[ru]\\d+$':
      return said(`${maker.chance.pick(['r', 'u'])}${count}`);
    case '^r\\d+$':
      return said(`r${count}`);
    case '^[a-z]\\d+$':
      return said(`a${count}`);
    case '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}[.:]\\d{3}_\\d+$':
      return said(`2031-01-10T10:00:00.216_${count}`);
    default:
      throw new Error(`Nothing makes a text of ${pattern}.`);
  }
}

const TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,7})?)?(Z|[+-]\\d{2}:\\d{2})?$';

const LOCAL_TIME = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}';

/** What stands behind a time in the forms that were seen: digits of a second, and the zone. A time without one is Norwegian. */
const FORMS: Readonly<
  Record<string, readonly [digits: number | 'none', zone: 'Z' | 'offset' | '']>
> = {
  'local.0': [0, ''],
  'local.2': [2, ''],
  'local.3': [3, ''],
  'offset.3': [3, 'offset'],
  'offset.7': [7, 'offset'],
  'Z.7': [7, 'Z'],
  'Z without seconds': ['none', 'Z'],
};

/** In January and June, far from the nights in which clocks are moved. */
const START = Date.UTC(2091, 0, 10);
const SUMMER = Date.UTC(2091, 5, 10) - START;

function moment({ chance, count }: Maker) {
  const isSummer = chance.below(2) === 0;
  const at = START + (count() % 20_000) * 60_000 + (isSummer ? SUMMER : 0);
  return { at, hours: isSummer ? 2 : 1 };
}

function time(maker: Maker, seen: readonly string[]): Made {
  const known = seen.filter((form) => form in FORMS);
  const [first = 'local.3', ...others] = known.length > 0 ? known : Object.keys(FORMS);
  const [digits, zone] = FORMS[maker.chance.pick([first, ...others])] ?? [3, ''];
  const { at, hours } = moment(maker);
  const fraction = typeof digits === 'number' && digits > 1 ? 120 : 0;
  const wall = new Date(at + (zone === 'Z' ? 0 : hours * 3_600_000)).toISOString();
  const seconds = digits === 'none' ? '' : ':00';
  const behind = fraction === 0 ? '' : `.12${'0'.repeat(Number(digits) - 2)}`;
  const written = zone === 'offset' ? `+0${hours}:00` : zone;
  return {
    value: `${wall.slice(0, 16)}${seconds}${behind}${written}`,
    shown: [new Date(at + fraction).toISOString()],
  };
}

/** How tokens of some years ago wrote the day: as a Norwegian clock showed it. */
const OLD_TIMES: Readonly<Record<string, (wall: string) => string>> = {
  'dd.MM.yyyy HH:mm:ss (2016)': (wall) =>
    `${wall.slice(8, 10)}.${wall.slice(5, 7)}.${wall.slice(0, 4)} ${wall.slice(11, 19)}`,
  'yyyy-MM-dd HH:mm:ss (2017)': (wall) => `${wall.slice(0, 10)} ${wall.slice(11, 19)}`,
};

function oldTime(maker: Maker, seen: readonly string[]): Made {
  const [first = '', ...others] = seen;
  const form = maker.chance.pick([first, ...others]);
  const { at, hours } = moment(maker);
  const wall = new Date(at + hours * 3_600_000).toISOString();
  return { value: OLD_TIMES[form]?.(wall) ?? wall, shown: [new Date(at).toISOString()] };
}

/** The same value with another one in one place. */
export function withOther(value: unknown, [key, ...rest]: Keys, other: unknown): unknown {
  if (key === undefined) return other;
  const inside = (value as Readonly<Record<string | number, unknown>>)[key];
  const changed = withOther(inside, rest, other);
  if (Array.isArray(value)) return value.with(key as number, changed);
  return { ...(value as object), [key]: changed };
}
