// The resource model of all media types: state, links, embedded resources; tolerant (platform.md, Media types).

export interface Link {
  readonly href: string;
  readonly templated: boolean;
  /** Everything else that stood beside href: name, fileName, mime-type, encrypted, ... */
  readonly facts: Readonly<Record<string, unknown>>;
}

export interface Relation {
  readonly name: string;
  readonly links: readonly Link[];
}

export interface Resource {
  /** The fields as they came, without `_links` and `_embedded`. */
  readonly state: Readonly<Record<string, unknown>>;
  /** By relation in lower case. */
  readonly links: ReadonlyMap<string, readonly Link[]>;
  /** The same in their order and as the server spelt them, for who shows them all. */
  readonly relations: readonly Relation[];
  readonly embedded: Readonly<Record<string, readonly Resource[]>>;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);

/** Names of the elements XML wraps items in when it has no better one. */
const ITEM_NAME = /^(item|string|int|long|boolean|double|decimal|dateTime|guid)$/i;

/**
 * The items of something that should be a list, whatever it came as: an array, nothing at all (missing, null or the
 * empty text of an XML element), one item standing for a list of one, or an object that only wraps its items.
 */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.trim() === '' ? [] : [value];
  const [only, ...others] = isObject(value) ? Object.entries(value) : [];
  if (only === undefined || others.length > 0) return isObject(value) && !only ? [] : [value];
  const [name, inside] = only;
  const wraps = typeof inside === 'object' && inside !== null && !name.startsWith('_');
  return wraps || ITEM_NAME.test(name) ? itemsOf(inside) : [value];
}

/** A field by any letter case and any of its known spellings; the exact spelling wins. */
export function fieldOf(state: Fields, ...names: readonly string[]): unknown {
  for (const name of names) if (Object.hasOwn(state, name)) return state[name];
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const key = Object.keys(state).find((name) => wanted.has(name.toLowerCase()));
  return key === undefined ? undefined : state[key];
}

/** An object as a resource; anything else is none. */
export const readResource = (value: unknown): Resource | undefined =>
  isObject(value) ? new LazyResource(value) : undefined;

/**
 * Its parts are read when they are asked for: a list has 20 000 items, and who reads them does it in slices. A copy by `...` has none
 * of them.
 */
class LazyResource implements Resource {
  readonly #given: Fields;
  #state: Fields | undefined;
  #relations: readonly Relation[] | undefined;
  #links: Resource['links'] | undefined;
  #embedded: ReturnType<typeof readEmbedded> | undefined;

  constructor(given: Fields) {
    this.#given = given;
  }

  get state(): Fields {
    if (this.#state === undefined) {
      const { _links: _, _embedded: embedded, ...state } = this.#given;
      this.#state = embedded === undefined ? state : { ...this.#insideIt().unread, ...state };
    }
    return this.#state;
  }

  get relations(): readonly Relation[] {
    return (this.#relations ??= readRelations(this.#given['_links']));
  }

  get links(): Resource['links'] {
    return (this.#links ??= byName(this.relations));
  }

  get embedded(): Resource['embedded'] {
    return this.#insideIt().read;
  }

  #insideIt() {
    return (this.#embedded ??= readEmbedded(this.#given['_embedded']));
  }
}

/** One resource that may come as itself or as an array of one; undefined for none or several. */
export function readOne(value: unknown): Resource | undefined {
  if (!Array.isArray(value)) return readResource(value);
  return value.length === 1 ? readResource(value[0]) : undefined;
}

/**
 * The resources of a list: a bare array, HAL `_embedded`, an object with named arrays (wrapped once more in XML), an
 * empty element, or one object standing for a list of one. `names` are the spellings of the array. Undefined when
 * nothing in it is a list: never silently empty.
 */
export function readList(
  value: unknown,
  ...names: readonly string[]
): readonly Resource[] | undefined {
  if (Array.isArray(value)) return resources(value);
  if (typeof value === 'string') return value.trim() === '' ? [] : undefined;
  if (!isObject(value)) return undefined;
  const inside = isObject(value['_embedded']) ? value['_embedded'] : undefined;
  const spellings = [...names, ...names.map(singular), 'item'];
  const named = (inside && fieldOf(inside, ...spellings)) ?? fieldOf(value, ...spellings);
  if (named !== undefined && named !== null) return resources(itemsOf(named));
  if (inside !== undefined) return onlyList(inside);
  // The HAL XML of an empty list has nothing but its links: there is no element for "none embedded".
  if (isObject(value['_links']) && Object.keys(value).length === 1) return [];
  const isOne = Object.entries(value).every(([key, one]) => key === '_links' || !isInner(one));
  return isOne ? resources([value]) : undefined;
}

const isInner = (value: unknown) => typeof value === 'object' && value !== null;
const singular = (name: string) => name.replace(/s$/i, '');

/** A list under a name nobody told us, when it is the only one; an object is a list of one. */
function onlyList(inside: Fields): readonly Resource[] | undefined {
  const lists = Object.values(inside).filter(isInner);
  if (lists.length === 1) return resources(itemsOf(lists[0]));
  return Object.keys(inside).length === 0 ? [] : undefined;
}

/** Undefined when one of them is no object: a list with a hole is not understood. */
function resources(values: readonly unknown[]): readonly Resource[] | undefined {
  const read = values.map(readResource);
  return read.every((one) => one !== undefined) ? read : undefined;
}

/** What stands in `_embedded` and is no list of objects is left for the fields: dropped, it would be an empty list. */
function readEmbedded(value: unknown) {
  const read: Record<string, readonly Resource[]> = {};
  const unread: Record<string, unknown> = {};
  for (const [name, given] of isObject(value) ? Object.entries(value) : []) {
    const list = resources(isObject(given) ? [given] : itemsOf(given));
    if (list === undefined) unread[name] = given;
    else read[name] = list;
  }
  return { read, unread };
}

/** Every relation with something that is a link, unknown ones too. */
function readRelations(value: unknown): readonly Relation[] {
  if (!isObject(value)) return [];
  return Object.entries(value)
    .map(([name, given]) => ({
      name,
      links: asArray(given).flatMap((one) => readLink(one) ?? []),
    }))
    .filter(({ links }) => links.length > 0);
}

/** Spellings that differ by letter case only are one relation. */
function byName(relations: readonly Relation[]): ReadonlyMap<string, readonly Link[]> {
  const links = new Map<string, readonly Link[]>();
  for (const { name, links: some } of relations) {
    const key = name.toLowerCase();
    links.set(key, [...(links.get(key) ?? []), ...some]);
  }
  return links;
}

function readLink(value: unknown): Link | undefined {
  if (typeof value === 'string') return { href: value, templated: hasVariables(value), facts: {} };
  if (!isObject(value)) return undefined;
  const href = fieldOf(value, 'href');
  if (typeof href !== 'string') return undefined;
  const said = fieldOf(value, 'templated', 'isTemplated');
  const facts = Object.fromEntries(
    Object.entries(value).filter(([name]) => !/^(href|templated|isTemplated)$/i.test(name)),
  );
  return { href, templated: /^true$/i.test(String(said)) || hasVariables(href), facts };
}

const VARIABLE = /\{([?&]?)([A-Za-z0-9_.$,-]+)\}/g;
const hasVariables = (href: string) => href.search(VARIABLE) >= 0;

/** The first link of a relation, by any letter case. */
export function linkOf(resource: Resource, ...relations: readonly string[]): Link | undefined {
  for (const relation of relations) {
    const [first] = resource.links.get(relation.toLowerCase()) ?? [];
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The names a template asks for: servers spell them differently, so they are read, not known (platform.md, Media types). */
export function variablesOf(template: string): readonly string[] {
  return [...template.matchAll(VARIABLE)].flatMap((match) => (match[2] ?? '').split(','));
}

/** Fills in `{name}`, `{?a,b}` and `{&a}`; a variable without a value is left out. Letter case of names is ignored. */
export function expandTemplate(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(VARIABLE, (_whole, operator: string, names: string) => {
    const given = names.split(',').flatMap((name) => {
      const value = fieldOf(values, name);
      return typeof value === 'string' ? [[name, encodeURIComponent(value)] as const] : [];
    });
    if (operator === '') return given.map(([, value]) => value).join(',');
    const query = given.map(([name, value]) => `${name}=${value}`).join('&');
    return query === '' ? '' : `${operator}${query}`;
  });
}

/** A link with a query: fills in its template, and adds what it does not say yet. Undefined values are left out. */
export function linkWith(
  href: string,
  query: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const inTemplate = new Set(variablesOf(href).map((name) => name.toLowerCase()));
  const [filled = ''] = expandTemplate(href, Object.fromEntries(given)).split('#', 1);
  const added = given
    .filter(([name]) => !inTemplate.has(name.toLowerCase()))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  if (added === '') return filled;
  return `${filled}${filled.includes('?') ? '&' : '?'}${added}`;
}
