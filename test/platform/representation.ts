// Media types in and out: the four forms of an answer by Accept, and the body of a call in any of them.
import type { Answer, Call } from './call.ts';
import { refusals, refuse } from './errors.ts';
import { odd } from './oddities.ts';
import { fromXml, halXml, plainXml } from './xml-forms.ts';

/** A form the platform speaks, without `application/`. */
export type Form = 'hal+json' | 'hal+xml' | 'json' | 'xml';

export type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const everyForm: readonly Form[] = ['json', 'hal+json', 'hal+xml', 'xml'];

/** For endpoints that have no XML. */
export const jsonOnly: readonly Form[] = ['json', 'hal+json'];

export interface ListFacts {
  /** Name of the items below `_embedded`. */
  readonly relation: string;
  /** Its own path. */
  readonly self: string;
  /** The path of its items, with one `{Variable}` at the end. */
  readonly find?: string;
  /** Further relations of the list. */
  readonly more?: Fields;
  /** Fields of the list itself, beside its items. */
  readonly state?: Fields;
}

export interface List {
  readonly items: readonly unknown[];
  readonly facts: ListFacts;
}

const lists = new WeakSet<object>();

/** A list resource: `_embedded` to a HAL caller, a bare array to the others. Items are HAL values, and links paths. */
export function listOf(items: readonly unknown[], facts: ListFacts): List {
  const list = { items, facts };
  lists.add(list);
  return list;
}

const isList = (value: unknown): value is List =>
  typeof value === 'object' && value !== null && lists.has(value);

export interface Shown {
  /** Element name of one item in plain XML, e.g. `Message`. */
  readonly name: string;
  readonly status?: number;
  readonly reason?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The forms the endpoint has; all four when left out. Others get JSON, or 406 when the platform is strict. */
  readonly types?: readonly Form[];
}

/** What an answer needs to know of its call. */
export type Asked = Pick<Call, 'headers' | 'shape' | 'address' | 'links'>;

/**
 * The answer in the form the caller asked for. `value` is a HAL value (with `_links`, whose paths become addresses, and
 * `_embedded`), a list of `listOf`, or an array (bare in every form); callers without HAL get neither links nor `_embedded`.
 */
export function represent(call: Asked, value: unknown, shown: Shown): Answer {
  const form = formFor(call, typesOf(call, shown));
  if (form === undefined) return refusals.notAcceptable;
  return {
    status: shown.status ?? 200,
    reason: shown.reason ?? 'OK',
    headers: { 'Content-Type': `application/${form}; charset=utf-8`, ...shown.headers },
    body: written(call, value, form, shown),
  };
}

/** Without XML where the platform refuses it (`shape.xmlAnswers`). */
function typesOf({ shape }: Asked, { types = everyForm }: Shown): readonly Form[] {
  return shape.xmlAnswers === 'given' ? types : types.filter((form) => jsonOnly.includes(form));
}

function written(call: Asked, value: unknown, form: Form, shown: Shown): string {
  switch (form) {
    case 'json':
      return jsonText(call, plainOf(value));
    case 'xml':
      return plainXml(plainOf(value), shown.name);
    case 'hal+json':
      return jsonText(call, halOf(call, value));
    case 'hal+xml':
      return halXml(halOf(call, value));
  }
}

/** Some servers escape more than JSON asks for (platform.md, Media types). */
function jsonText(call: Asked, value: unknown): string {
  const text = JSON.stringify(value);
  if (!call.shape.escapes) return text;
  return text
    .replaceAll('/', '\\/')
    .replace(
      /[^\u0020-\u007e]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
}

/** The best of `types` for the Accept header; JSON where it names none of ours; undefined for 406. */
function formFor(call: Asked, types: readonly Form[]): Form | undefined {
  const accepted = (call.headers.accept ?? '*/*')
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [type = '', ...rest] = entry.split(';').map((part) => part.trim());
      const q = rest.find((part) => part.startsWith('q='));
      return { type, q: q === undefined ? 1 : Number(q.slice(2)) };
    })
    .filter(({ q }) => q > 0)
    .sort((a, b) => b.q - a.q);
  for (const { type } of accepted) {
    if (type === '*/*' || type === 'application/*') return types[0];
    const form = types.find((one) => `application/${one}` === type);
    if (form) return form;
  }
  const xmlAlone = accepted.length > 0 && accepted.every(({ type }) => type.endsWith('xml'));
  if (call.shape.strictAccept || (xmlAlone && call.shape.xmlAnswers === 'refused'))
    return undefined;
  const hal =
    /application\/hal\+(json|xml)/i.test(call.headers.accept ?? '') && types.includes('hal+json');
  return hal ? 'hal+json' : (types.find((one) => one === 'json') ?? types[0]);
}

/** Without links; what was embedded stands under its name. */
function plainOf(value: unknown): unknown {
  if (isList(value)) return value.items.map(plainOf);
  if (Array.isArray(value)) return value.map(plainOf);
  if (!isFields(value)) return value;
  const embedded = value['_embedded'];
  const all = { ...value, ...(isFields(embedded) ? embedded : {}) };
  const state = Object.entries(all).filter(([key]) => key !== '_links' && key !== '_embedded');
  return Object.fromEntries(state.map(([key, item]) => [key, plainOf(item)]));
}

function halOf(call: Asked, value: unknown): unknown {
  return odd(call, isList(value) ? listResource(value, call) : value);
}

function listResource({ items, facts }: List, call: Asked): unknown {
  const { relation, self, find, more, state } = facts;
  const _links = {
    self,
    ...(find === undefined ? {} : { find: { href: find, isTemplated: true } }),
    ...more,
  };
  return call.shape.lists === 'named'
    ? { ...state, _links, [relation]: items }
    : { ...state, _links, _embedded: { [relation]: items } };
}

/** What an answer has beside what its row says. */
export interface ReplyFacts {
  readonly status?: number;
  readonly reason?: string;
  /** Path of what was made. */
  readonly location?: string | undefined;
}

/** Of an act: a value, or none, with facts of its own. */
export class Reply {
  constructor(
    readonly facts: ReplyFacts,
    readonly value?: unknown,
  ) {}
}

/** The media type of a body, without its parameters. */
export const mediaTypeOf = ({ headers }: Pick<Call, 'headers'>): string =>
  (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

function read(by: (text: string) => unknown, text: string): unknown {
  try {
    return by(text);
  } catch {
    return undefined;
  }
}

/** Undefined for what is no JSON. */
export const jsonIn = (text: string): unknown => read(JSON.parse, text);

/** The object of a request body in any of the four forms (a HAL value); refuses what is none. */
export function readBody(call: Pick<Call, 'headers' | 'body'>): Fields {
  const type = mediaTypeOf(call);
  const form = everyForm.find((one) => `application/${one}` === type);
  if (!form) refuse(refusals.bodyType);
  const text = call.body.toString('utf8');
  const value = form.endsWith('xml') ? read(fromXml, text) : jsonIn(text);
  return isFields(value) ? value : refuse(refusals.bodyUnreadable);
}

/** The items of a field or embedded list of a body, whatever form it came in: none, one, or an array. */
export function itemsOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  return Array.isArray(value) ? value : [value];
}

/** What a body has below `_embedded`, or directly (plain forms need not have `_embedded`). */
export function embeddedOf(body: Fields, name: string): unknown {
  const embedded = body['_embedded'];
  return (isFields(embedded) ? embedded[name] : undefined) ?? body[name];
}

/** Text of a field; numbers and booleans count as text; '' when there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string'
    ? value
    : ['number', 'boolean'].includes(typeof value)
      ? String(value)
      : '';
}
