// A small reader and writer of XML documents: elements, attributes and text; no DTD, no outside entity.

export interface XmlElement {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text between the children, joined. */
  readonly text: string;
}

export class XmlFault extends Error {}

interface Open {
  readonly given: string;
  readonly attributes: Record<string, string>;
  readonly children: XmlElement[];
  text: string;
}

const nameStart = 'A-Za-z_\\u00c0-\\ud7ff';
const tag = new RegExp(
  `^<(/?)([${nameStart}][${nameStart}0-9.:-]*)((?:\\s+[^\\s=<>/]+\\s*=\\s*(?:"[^"<]*"|'[^'<]*'))*)\\s*(/?)>`,
  'u',
);
const attribute = /([^\s=]+)\s*=\s*("([^"]*)"|'([^']*)')/gu;
const skipped = /^(?:<\?[\s\S]*?\?>|<!--[\s\S]*?-->)/u;
const named: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
};

/** The root element of a document. Throws XmlFault when it is not well-formed or has a document type. */
export function parseXml(document: string): XmlElement {
  const text = document.replace(/^\ufeff/, '');
  const stack: Open[] = [];
  let root: XmlElement | undefined;
  let at = 0;
  const close = (open: Open): void => {
    const done = { ...open, name: localName(open.given) };
    const parent = stack.at(-1);
    if (parent) parent.children.push(done);
    else if (root) throw new XmlFault('There are multiple root elements.');
    else root = done;
  };
  while (at < text.length) {
    const piece = nextPiece(text, at);
    at += piece.length;
    if (piece.kind === 'text') {
      const top = stack.at(-1);
      if (top) top.text += piece.text;
      else if (piece.text.trim() !== '') throw new XmlFault('Data at the root level is invalid.');
    } else if (piece.kind === 'open') {
      const open: Open = {
        given: piece.name,
        attributes: piece.attributes,
        children: [],
        text: '',
      };
      if (piece.empty) close(open);
      else stack.push(open);
    } else if (piece.kind === 'close') {
      const top = stack.pop();
      if (top?.given !== piece.name)
        throw new XmlFault(`The end tag ${piece.name} matches no start.`);
      close(top);
    }
  }
  if (!root || stack.length > 0) throw new XmlFault('Unexpected end of file.');
  return root;
}

type Piece = { readonly length: number } & (
  | { readonly kind: 'skip' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'close'; readonly name: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: Record<string, string>;
      readonly empty: boolean;
    }
);

function nextPiece(text: string, at: number): Piece {
  if (text[at] !== '<') {
    const end = text.indexOf('<', at);
    const raw = text.slice(at, end < 0 ? undefined : end);
    return { kind: 'text', length: raw.length, text: unescapeXml(raw) };
  }
  if (text.startsWith('<![CDATA[', at)) {
    const end = text.indexOf(']]>', at);
    if (end < 0) throw new XmlFault('Unexpected end of file.');
    return { kind: 'text', length: end + 3 - at, text: text.slice(at + 9, end) };
  }
  if (text.startsWith('<!D', at)) throw new XmlFault('For security reasons DTD is prohibited.');
  if (text[at + 1] === '?' || text[at + 1] === '!') {
    const found = skipped.exec(text.slice(at));
    if (!found) throw new XmlFault('Unexpected end of file.');
    return { kind: 'skip', length: found[0].length };
  }
  const end = text.indexOf('>', at);
  return tagOf(end < 0 ? '' : wholeTag(text, at, end));
}

/** A `>` within an attribute's quotes does not end the tag. */
function wholeTag(text: string, at: number, end: number): string {
  for (let to = end; to >= 0; to = text.indexOf('>', to + 1)) {
    const given = text.slice(at, to + 1);
    if (tag.test(given)) return given;
    if (to - at > 4000) break;
  }
  return text.slice(at, end + 1);
}

function tagOf(given: string): Piece {
  const found = tag.exec(given);
  if (!found) throw new XmlFault(`Name cannot begin with the '<' character.`);
  const [whole, slash, name = '', list = '', empty] = found;
  if (slash === '/') return { kind: 'close', length: whole.length, name };
  const attributes: Record<string, string> = {};
  for (const [, key = '', , double, single] of list.matchAll(attribute)) {
    attributes[localName(key)] = unescapeXml(double ?? single ?? '');
  }
  return { kind: 'open', length: whole.length, name, attributes, empty: empty === '/' };
}

const localName = (given: string): string => given.slice(given.indexOf(':') + 1);

function unescapeXml(text: string): string {
  return text.replace(/&(#x?[0-9a-f]+|\w+)?;?/giu, (whole, name: string | undefined) => {
    if (name?.startsWith('#')) {
      const hex = /^#x/i.test(name);
      return String.fromCodePoint(parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10));
    }
    const sign = named[name ?? ''];
    if (sign === undefined || !whole.endsWith(';'))
      throw new XmlFault('An entity is not declared.');
    return sign;
  });
}

/** Signs that no XML document may hold are left out. */
export function escapeXml(text: string): string {
  // oxlint-disable-next-line no-control-regex
  const legal = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, '');
  return legal
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll('\r', '&#xD;');
}

export function element(
  name: string,
  attributes: Readonly<Record<string, string | undefined>>,
  content: string,
): string {
  const list = Object.entries(attributes)
    .flatMap(([key, value]) => (value === undefined ? [] : [` ${key}="${escapeXml(value)}"`]))
    .join('');
  return content === '' ? `<${name}${list} />` : `<${name}${list}>${content}</${name}>`;
}

/** The same document, indented anew: what a server that reads and writes form data gives back. */
export function reindent(document: string): string {
  return `<?xml version="1.0" encoding="utf-8"?>\r\n${indented(parseXml(document), '')}`;
}

function indented(given: XmlElement, space: string): string {
  if (given.children.length === 0) {
    return space + element(given.name, given.attributes, escapeXml(given.text));
  }
  const inner = given.children.map((child) => indented(child, `${space}  `)).join('\r\n');
  return space + element(given.name, given.attributes, `\r\n${inner}\r\n${space}`);
}
