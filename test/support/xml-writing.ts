// Writes a value in either XML form, for tests that read it back: documents of every shape that the reader must take.
import { escapeText, FORBIDDEN_NAME, ILLEGAL_SIGN, LOCAL_NAME } from '../../main/http/xml-gate.ts';

export type XmlForm = 'hal' | 'plain';

/** `character`: a text holds a sign XML has no way to write. `name`, `shape`: a value no form of ours can hold. */
export class UnwritableXml extends Error {
  override readonly name = 'UnwritableXml';
  readonly fault: 'character' | 'name' | 'shape';
  /** The field it stands in. */
  readonly field: string;

  constructor(fault: 'character' | 'name' | 'shape', field: string) {
    super(`The value cannot be written as XML: ${fault} in ${field}.`);
    this.fault = fault;
    this.field = field;
  }
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asArray = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
/** What came from plain XML is empty text where it was an empty list. */
const isNone = (value: unknown) => value === undefined || value === null || value === '';
const HEAD = '<?xml version="1.0" encoding="utf-8"?>';
const NIL_SPACE = 'http://www.w3.org/2001/XMLSchema-instance';

/**
 * A document of an object or an array. `hal`: `<resource href>` with `<link>` and `<resource rel>` inside, `<resources>`
 * around an array; `plain`: `<name>`, `<ArrayOfName>` around an array, `_links` and `_embedded` as any field. An
 * array is an element of items; fields that are undefined are left out, as JSON does. Throws UnwritableXml.
 */
export function writeXml(value: unknown, form: XmlForm, name: string): string {
  if (typeof value !== 'object' || value === null) throw new UnwritableXml('shape', name);
  const writer = form === 'hal' ? halWriter : plainWriter;
  return HEAD + writer(value, checkedName(name));
}

function plainWriter(value: object, name: string): string {
  const space = { 'xmlns:i': NIL_SPACE };
  if (!Array.isArray(value)) return element(name, space, contentOf(value, name, 'plain'));
  const items = value.map((item) => field(name, item, 'plain'));
  return element(`ArrayOf${name}`, space, items.join(''));
}

function halWriter(value: object): string {
  const space = { 'xmlns:i': NIL_SPACE };
  if (!isFields(value)) {
    const items = asArray(value).map((item) =>
      isFields(item) ? resource(item, {}) : field('item', item, 'hal'),
    );
    return element('resources', space, items.join(''));
  }
  return resource(value, { rel: 'self', ...space });
}

/** The self link stands in the element itself when it is one and has an address; more of them are links like others. */
function resource(value: Fields, attributes: Fields): string {
  const { _links: links, ...others } = value;
  const { self, ...further } = isFields(links) ? links : {};
  const facts = linkFacts('self', self);
  const isPlain = facts !== undefined && !Array.isArray(self);
  const rest = isPlain ? further : isFields(links) ? links : {};
  const inside = linksXml(rest) + objectContent(others, 'resource', 'hal');
  return element('resource', { ...attributes, ...(isPlain && facts) }, inside);
}

/** The attributes of one link; undefined when there is no address. */
function linkFacts(rel: string, link: unknown): Record<string, string> | undefined {
  if (typeof link === 'string') return { href: link };
  if (!isFields(link) || typeof link['href'] !== 'string') return undefined;
  const facts: Record<string, string> = {};
  for (const [name, fact] of Object.entries(link)) {
    if (fact === null || fact === undefined || (name === 'rel' && fact === rel)) continue;
    if (typeof fact === 'object' || name === 'rel') throw new UnwritableXml('shape', name);
    facts[checkedName(name)] = textOf(fact, name);
  }
  return facts;
}

function linksXml(links: Fields): string {
  return Object.entries(links)
    .flatMap(([rel, given]) => asArray(given).map((link) => [rel, link] as const))
    .filter(([, link]) => link !== null && link !== undefined)
    .map(([rel, link]) => {
      const facts = linkFacts(rel, link);
      if (facts === undefined) throw new UnwritableXml('shape', rel);
      return element('link', { rel, ...facts }, '');
    })
    .join('');
}

/** A field, an item of an array, or nothing for undefined. */
function field(key: string, value: unknown, form: XmlForm): string {
  const name = checkedName(key);
  if (value === undefined) return '';
  const isNull = value === null || (typeof value === 'number' && !Number.isFinite(value));
  return isNull
    ? element(name, { 'i:nil': 'true' }, '')
    : element(name, {}, contentOf(value, name, form));
}

function contentOf(value: unknown, name: string, form: XmlForm): string {
  if (Array.isArray(value)) {
    const item = itemName(name);
    return value.map((one: unknown) => field(item, one ?? null, form)).join('');
  }
  if (!isFields(value)) return escapeText(textOf(value, name));
  const links = form === 'hal' && isFields(value['_links']) ? linksXml(value['_links']) : '';
  const content = links + objectContent(value, name, form);
  if (links === '') refuseLookalike(value, name);
  return content;
}

function objectContent(value: Fields, name: string, form: XmlForm): string {
  return Object.entries(value)
    .map(([key, one]) => {
      if (form === 'hal' && key === '_links') return '';
      return form === 'hal' && key === '_embedded' ? embeddedXml(one, name) : field(key, one, form);
    })
    .join('');
}

function embeddedXml(embedded: unknown, name: string): string {
  if (isNone(embedded)) return '';
  if (!isFields(embedded)) throw new UnwritableXml('shape', name);
  return Object.entries(embedded)
    .flatMap(([rel, given]) =>
      asArray(isNone(given) ? [] : given).map((item) => [rel, item] as const),
    )
    .map(([rel, item]) => {
      if (!isFields(item)) throw new UnwritableXml('shape', rel);
      return resource(item, { rel });
    })
    .join('');
}

/** `Rights` holds `Right`s; where a name has no singular, an item is an `item`. */
const itemName = (name: string) => (/.s$/.test(name) ? name.slice(0, -1) : 'item');

/** Whether an element stands for an item of the element around it. */
function isItemName(name: string, around: string): boolean {
  if (/^(item|string|int|long|boolean|double|decimal|dateTime)$/i.test(name)) return true;
  return /.s$/i.test(around) && around.slice(0, -1).toLowerCase() === name.toLowerCase();
}

/** An object with one field that has the name of an item would be read back as an array. */
function refuseLookalike(value: Fields, name: string): void {
  const [only, ...others] = Object.keys(value).filter((key) => value[key] !== undefined);
  if (only !== undefined && others.length === 0 && isItemName(only, name))
    throw new UnwritableXml('shape', name);
}

function textOf(value: unknown, field: string): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new UnwritableXml('shape', field);
  const text = String(value);
  if (ILLEGAL_SIGN.test(text)) throw new UnwritableXml('character', field);
  return text;
}

function checkedName(name: string): string {
  if (!LOCAL_NAME.test(name) || FORBIDDEN_NAME.test(name)) throw new UnwritableXml('name', name);
  return name;
}

function element(name: string, attributes: Fields, content: string): string {
  const list = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(textOf(value, key))}"`)
    .join('');
  return content === '' ? `<${name}${list}/>` : `<${name}${list}>${content}</${name}>`;
}

const escapeAttribute = (text: string) =>
  escapeText(text).replaceAll('"', '&quot;').replaceAll('\t', '&#9;').replaceAll('\n', '&#10;');
