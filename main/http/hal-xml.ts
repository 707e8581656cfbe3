// The two XML media types (platform.md, Media types), in and out, as the plain values of their JSON counterparts.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { decodeBody } from './hal-json.ts';
import {
  escapeText,
  FORBIDDEN_NAME,
  ILLEGAL_SIGN,
  LOCAL_NAME,
  passGate,
  unescapeText,
  UnreadableXml,
  XML_LIMITS,
} from './xml-gate.ts';

export { UnreadableXml, XML_LIMITS, type XmlFault, type XmlLimits } from './xml-gate.ts';

/** One element or one run of text, as the parser gives them in the order of the document. */
type Node = Readonly<Record<string, unknown>>;

const TEXT = '#text';
const ATTRIBUTES = ':@';

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  textNodeName: TEXT,
  // References are resolved by us, after parsing; numbers and blanks stay as they were written (PAR-11, PAR-12).
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Reserved by the library for objects keyed by name; ours are refused at the gate where they matter.
  onDangerousProperty: (name: string) => name,
});

interface Element {
  /** Without its namespace prefix. */
  readonly name: string;
  /** Only those without a prefix: all others speak of the document, not of the resource. */
  readonly attributes: Readonly<Record<string, string>>;
  readonly isNil: boolean;
  readonly children: readonly Element[];
  readonly text: string;
}

/**
 * The plain value of a document in HAL XML or plain XML. Scalars are text; an empty element is `''`, a nil one null; an
 * element whose children are items is an array; `<link rel href>` and `<resource rel>` become `_links` and `_embedded`
 * (the latter always as arrays). Throws UnreadableXml.
 */
export function readXml(bytes: Buffer, charset?: string, limits = XML_LIMITS): unknown {
  if (bytes.length > limits.bytes) throw new UnreadableXml('too-large');
  const passed = passGate(decodeXml(bytes, charset), limits);
  // Without it a tag that is never closed would be accepted silently.
  if (XMLValidator.validate(passed) !== true) throw new UnreadableXml('syntax');
  const [root, ...others] = parsed(passed).flatMap((node) => elementOf(node) ?? []);
  if (root === undefined || others.length > 0) throw new UnreadableXml('syntax');
  return rootValue(root);
}

function parsed(document: string): readonly Node[] {
  try {
    return parser.parse(document) as readonly Node[];
  } catch {
    // Its messages quote the document.
    throw new UnreadableXml('syntax');
  }
}

const DECLARED = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._-]+)["']/;

/** The header's charset, else the one the document declares. Only UTF-8 and latin-1 (PAR-02). */
function decodeXml(bytes: Buffer, charset: string | undefined): string {
  const declared = DECLARED.exec(bytes.subarray(0, 200).toString('latin1'))?.[1];
  // A declaration that can be read byte by byte is no UTF-16: servers that write into a string declare it wrongly.
  const honest = declared !== undefined && /^utf-?16/i.test(declared) ? undefined : declared;
  try {
    return decodeBody(bytes, charset ?? honest);
  } catch {
    throw new UnreadableXml('encoding');
  }
}

/** Undefined for text. */
function elementOf(node: Node): Element | undefined {
  let given: string | undefined;
  for (const key in node) if (key !== ATTRIBUTES && key !== TEXT) given = key;
  if (given === undefined) return undefined;
  const children: Element[] = [];
  let text = '';
  for (const inside of node[given] as readonly Node[]) {
    const child = elementOf(inside);
    if (child !== undefined) children.push(child);
    else if (typeof inside[TEXT] === 'string') text += inside[TEXT];
  }
  if (children.length > 0 && text.trim() !== '') throw new UnreadableXml('mixed-content');
  const name = given.slice(given.indexOf(':') + 1);
  return { name, children, text: unescapeText(text), ...attributesOf(node) };
}

const NO_ATTRIBUTES = { attributes: {}, isNil: false };

function attributesOf(node: Node): Pick<Element, 'attributes' | 'isNil'> {
  const given = node[ATTRIBUTES] as Readonly<Record<string, string>> | undefined;
  if (given === undefined) return NO_ATTRIBUTES;
  const all = Object.entries(given);
  const plain = all.filter(([name]) => name !== 'xmlns' && !name.includes(':'));
  return {
    attributes: Object.fromEntries(plain.map(([name, value]) => [name, attributeText(value)])),
    isNil: all.some(([name, value]) => /^([^:]+:)?nil$/.test(name) && /^(true|1)$/.test(value)),
  };
}

/** Blanks of any kind are spaces in an attribute, unless they were written as references. */
const attributeText = (value: string) => unescapeText(value.replace(/[\t\r\n]/g, ' '));

function rootValue(root: Element): unknown {
  if (root.isNil) return null;
  if (root.name === 'resources' || /^ArrayOf./.test(root.name))
    return root.children.map((child) =>
      child.name === 'resource' ? objectOf(child) : valueOf(child),
    );
  return root.name === 'resource' ? objectOf(root) : valueOf(root);
}

function valueOf(element: Element): unknown {
  if (element.isNil) return null;
  if (element.children.length === 0) return element.text;
  return isArray(element) ? element.children.map(valueOf) : objectOf(element);
}

const isLink = ({ name, attributes }: Element) =>
  name === 'link' && attributes['rel'] !== undefined && attributes['href'] !== undefined;
const isEmbedded = ({ name, attributes }: Element) =>
  name === 'resource' && attributes['rel'] !== undefined;

/** Several children of one name, or one whose name is that of an item (`<Rights><Right>`, `<Ids><int>`). */
function isArray({ name, children }: Element): boolean {
  const [first, second] = children;
  if (first === undefined || children.some((child) => isLink(child) || isEmbedded(child)))
    return false;
  if (children.some((child) => child.name !== first.name)) return false;
  return second !== undefined || isItemName(first.name, name);
}

/** An element as an object with `_links` and `_embedded`, each only where there is something in it. */
function objectOf(element: Element): Record<string, unknown> {
  const links = new Map<string, unknown[]>();
  const embedded = new Map<string, unknown[]>();
  const state = new Map<string, unknown[]>();
  const self = Object.fromEntries(
    Object.entries(element.attributes).filter(([name]) => name !== 'rel'),
  );
  if (element.name === 'resource' && self['href'] !== undefined) links.set('self', [self]);
  for (const child of element.children) {
    const { rel = '', ...facts } = child.attributes;
    if (isLink(child)) append(links, rel, facts);
    else if (isEmbedded(child)) append(embedded, rel, objectOf(child));
    else append(state, child.name, valueOf(child));
  }
  return {
    ...(links.size > 0 && { _links: single(links) }),
    ...single(state),
    ...(embedded.size > 0 && { _embedded: Object.fromEntries(embedded) }),
  };
}

function append(all: Map<string, unknown[]>, name: string, value: unknown): void {
  if (name === '__proto__') throw new UnreadableXml('forbidden-name');
  const known = all.get(name);
  if (known === undefined) all.set(name, [value]);
  else known.push(value);
}

/** One of a name as itself, several as an array. */
const single = (all: ReadonlyMap<string, readonly unknown[]>): Record<string, unknown> =>
  Object.fromEntries([...all].map(([name, list]) => [name, list.length === 1 ? list[0] : list]));

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
