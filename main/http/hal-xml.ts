// The two XML media types (platform.md, Media types), read as the plain values of their JSON counterparts.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { declaredCharset } from '../charset.ts';
import { decodeBody } from './hal-json.ts';
import { passGate, unescapeText, UnreadableXml, XML_LIMITS } from './xml-gate.ts';

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

/** The header's charset, else the one the document declares. */
function decodeXml(bytes: Buffer, charset: string | undefined): string {
  try {
    return decodeBody(bytes, charset ?? declaredCharset(bytes));
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

/** Whether an element stands for an item of the element around it. */
function isItemName(name: string, around: string): boolean {
  if (/^(item|string|int|long|boolean|double|decimal|dateTime)$/i.test(name)) return true;
  return /.s$/i.test(around) && around.slice(0, -1).toLowerCase() === name.toLowerCase();
}
