// Lets only harmless XML through to the parser: limits checked, comments and instructions dropped, DTDs refused.

export type XmlFault =
  | 'encoding'
  | 'too-large'
  | 'doctype'
  | 'character'
  | 'entity'
  | 'too-many-references'
  | 'too-deep'
  | 'too-many-nodes'
  | 'too-many-attributes'
  | 'forbidden-name'
  | 'mixed-content'
  | 'syntax';

/** Says what is wrong, never with what: the text may hold a secret (LOG-03). */
export class UnreadableXml extends Error {
  override readonly name = 'UnreadableXml';
  readonly fault: XmlFault;

  constructor(fault: XmlFault) {
    super(`The XML could not be read: ${fault}.`);
    this.fault = fault;
  }
}

export interface XmlLimits {
  readonly bytes: number;
  readonly depth: number;
  /** Per element. */
  readonly attributes: number;
  /** Elements and attributes together. */
  readonly nodes: number;
  /** Character and entity references in the whole document. */
  readonly references: number;
}

/** PAR-11; the nodes as in JSON_LIMITS. */
export const XML_LIMITS: XmlLimits = {
  bytes: 10 * 1024 * 1024,
  depth: 64,
  attributes: 256,
  nodes: 200_000,
  references: 200_000,
};

const LETTER = 'A-Za-z_\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff';
const NAME = `[${LETTER}][${LETTER}0-9.\\u00b7-]*`;
/** A name without a prefix: what a field can be called. */
export const LOCAL_NAME = new RegExp(`^${NAME}$`);
/** A sign that XML 1.0 cannot hold in any way, and half of a pair. */
export const ILLEGAL_SIGN =
  // oxlint-disable-next-line no-control-regex -- these are the signs that must not be there
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
/** Copied with care or not, these reach a prototype (PAR-04). */
export const FORBIDDEN_NAME = /^(__proto__|constructor|prototype)$/;

const OPEN = new RegExp(`<((?:${NAME}:)?(${NAME}))`, 'y');
const ATTRIBUTE = new RegExp(
  `[ \\t\\r\\n]+(?:${NAME}:)?(${NAME})[ \\t\\r\\n]*=[ \\t\\r\\n]*(?:"[^"<]*"|'[^'<]*')`,
  'y',
);
const OPEN_END = /[ \t\r\n]*(\/?)>/y;
const CLOSE = new RegExp(`</(?:${NAME}:)?${NAME}[ \\t\\r\\n]*>`, 'y');

/**
 * The document as elements and escaped text only: declarations, instructions and comments are gone, CDATA is text.
 * What the parser has no rules for it cannot be fooled by: by itself it looks for the end of an instruction outside of
 * quotes, and so takes for an instruction what XML takes for elements. Whether tags match is left to the validator.
 * Throws UnreadableXml.
 */
export function passGate(document: string, limits: XmlLimits): string {
  if (ILLEGAL_SIGN.test(document)) throw new UnreadableXml('character');
  countReferences(document, limits.references);
  // Before anything goes that stands between two signs (XML 1.0, 2.11).
  const gate = new Gate(document.replace(/\r\n?/g, '\n'), limits);
  while (gate.step());
  return gate.passed();
}

/** Counted before anything is decoded: a million of them cost a second elsewhere. */
function countReferences(text: string, most: number): void {
  let count = 0;
  for (let index = text.indexOf('&'); index >= 0; index = text.indexOf('&', index + 1)) {
    count += 1;
    if (count > most) throw new UnreadableXml('too-many-references');
  }
}

class Gate {
  readonly #text: string;
  readonly #limits: XmlLimits;
  readonly #kept: string[] = [];
  #at = 0;
  #depth = 0;
  #nodes = 0;

  constructor(text: string, limits: XmlLimits) {
    this.#text = text;
    this.#limits = limits;
  }

  /** Takes one piece; false at the end of the document. */
  step(): boolean {
    const start = this.#at;
    const next = this.#text.indexOf('<', start);
    this.#takeText(this.#text.slice(start, next < 0 ? undefined : next));
    if (next < 0) return false;
    this.#at = next;
    if (this.#starts('<!--')) this.#drop('<!--', '-->');
    else if (this.#starts('<![CDATA[')) this.#takeCdata();
    else if (this.#starts('<?')) this.#drop('<?', '?>');
    else if (this.#starts('<!')) this.#refuseDeclaration();
    else if (this.#starts('</')) this.#takeClose();
    else this.#takeOpen();
    return true;
  }

  passed(): string {
    if (this.#depth !== 0) throw new UnreadableXml('syntax');
    return this.#kept.join('');
  }

  #starts(sign: string): boolean {
    return this.#text.startsWith(sign, this.#at);
  }

  #takeText(text: string): void {
    if (this.#depth > 0) this.#kept.push(text);
    else if (text.trim() !== '') throw new UnreadableXml('syntax');
  }

  #takeCdata(): void {
    if (this.#depth === 0) throw new UnreadableXml('syntax');
    const inside = this.#upTo('<![CDATA[', ']]>');
    this.#kept.push(escapeText(inside));
  }

  #drop(start: string, end: string): void {
    this.#upTo(start, end);
  }

  /** Moves behind the end mark and gives what lies between. */
  #upTo(start: string, end: string): string {
    const from = this.#at + start.length;
    const to = this.#text.indexOf(end, from);
    if (to < 0) throw new UnreadableXml('syntax');
    this.#at = to + end.length;
    return this.#text.slice(from, to);
  }

  #refuseDeclaration(): never {
    const sign = this.#text.slice(this.#at, this.#at + 9);
    throw new UnreadableXml(
      /^<!(doctype|entity|element|attlist|\[)/i.test(sign) ? 'doctype' : 'syntax',
    );
  }

  #takeClose(): void {
    this.#depth -= 1;
    if (this.#depth < 0) throw new UnreadableXml('syntax');
    this.#kept.push(this.#consume(CLOSE)[0]);
  }

  #takeOpen(): void {
    const start = this.#at;
    this.#countNode();
    refuseName(this.#consume(OPEN)[2]);
    for (let count = 1; this.#tryConsume(ATTRIBUTE, (found) => refuseName(found[1])); count++) {
      if (count > this.#limits.attributes) throw new UnreadableXml('too-many-attributes');
      this.#countNode();
    }
    const isEmpty = this.#consume(OPEN_END)[1] === '/';
    if (this.#depth + 1 > this.#limits.depth) throw new UnreadableXml('too-deep');
    if (!isEmpty) this.#depth += 1;
    this.#kept.push(this.#text.slice(start, this.#at));
  }

  #countNode(): void {
    this.#nodes += 1;
    if (this.#nodes > this.#limits.nodes) throw new UnreadableXml('too-many-nodes');
  }

  #consume(pattern: RegExp): RegExpExecArray {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) throw new UnreadableXml('syntax');
    this.#at = pattern.lastIndex;
    return found;
  }

  #tryConsume(pattern: RegExp, use: (found: RegExpExecArray) => void): boolean {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found === null) return false;
    use(found);
    this.#at = pattern.lastIndex;
    return true;
  }
}

function refuseName(name = ''): void {
  if (FORBIDDEN_NAME.test(name)) throw new UnreadableXml('forbidden-name');
}

/** Text as the content of an element. A carriage return would be read back as a line feed. */
export function escapeText(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}

const NAMED: ReadonlyMap<string, string> = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['amp', '&'],
  ['quot', '"'],
  ['apos', "'"],
]);
const REFERENCE = /&(?:([a-z]{2,4}|#[0-9]{1,8}|#x[0-9A-Fa-f]{1,8});)?/g;

/** Text with its references resolved: the five entities and character references, nothing else. Throws UnreadableXml. */
export function unescapeText(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(REFERENCE, (_whole, name: string | undefined) => {
    const sign = name === undefined ? undefined : (NAMED.get(name) ?? signOf(name));
    if (sign === undefined) throw new UnreadableXml('entity');
    return sign;
  });
}

function signOf(name: string): string | undefined {
  if (!name.startsWith('#')) return undefined;
  const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  if (code > 0x10ffff) return undefined;
  const sign = String.fromCodePoint(code);
  return ILLEGAL_SIGN.test(sign) ? undefined : sign;
}
