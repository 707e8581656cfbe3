// XML as it is written: a tree with positions over the text itself, kept up to date while the text changes.
import type { TextChange } from '../contract/form-drafts.ts';

/** By positions of the text before all of them, in UTF-16 units, ascending. */
export type PlacedChange = Readonly<TextChange>;

export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';
const XML_SPACE = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_SPACE = 'http://www.w3.org/2000/xmlns/';
/** What the checker of schemas takes at most. */
const DEEPEST = 256;

export interface XmlAttribute {
  /** Of its name, from the `<` of its element. */
  offset: number;
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string | null;
  readonly quote: '"' | "'";
  /** Of what stands between the quotes, from the `<` of its element. */
  valueOffset: number;
  /** As it is written, without quotes. */
  raw: string;
  value: string;
}

export interface XmlText {
  readonly kind: 'text' | 'cdata';
  /** Of all of it, with the marks of CDATA, from the `<` of its element. */
  offset: number;
  /** As it is written, without the marks of CDATA. */
  raw: string;
  value: string;
}

export interface XmlOther {
  readonly kind: 'comment' | 'instruction';
  offset: number;
  readonly length: number;
}

export interface XmlElement {
  readonly kind: 'element';
  /** Stays the same for as long as the element does, whatever changes in it or elsewhere. */
  id: number;
  parent: XmlElement | null;
  /** Of its `<`, from the `<` of its parent; of the root, from the beginning of the text. */
  offset: number;
  /** From `<` to behind the end tag. */
  length: number;
  /** Of the start tag, with `>`. */
  startLength: number;
  /** Of the end tag; 0 where there is none (`<a/>`). */
  endLength: number;
  readonly prefix: string;
  readonly local: string;
  readonly namespace: string | null;
  readonly attributes: readonly XmlAttribute[];
  /** In the order of the text; blanks between elements are left out. */
  readonly content: XmlContent[];
}

export type XmlContent = XmlElement | XmlText | XmlOther;

/** Why a text is no XML that can be worked with, and where. */
export interface XmlProblem {
  readonly kind:
    | 'empty'
    | 'syntax'
    | 'no-end-tag'
    | 'other-end-tag'
    | 'second-root'
    | 'text-outside'
    | 'twice'
    | 'unknown-prefix'
    | 'entity'
    | 'character'
    | 'doctype'
    | 'too-deep';
  readonly at: number;
  /** From 1, where each kind of line end counts as one. */
  readonly line: number;
  readonly column: number;
  /** Element, attribute, prefix, entity or code point it is about. */
  readonly name: string | null;
}

interface Read {
  readonly text: string;
  readonly root: XmlElement;
}

/** A text and its tree. It is changed in place: by `apply` alone, with changes of any origin. */
export class XmlTree {
  #root: XmlElement | null;
  #problem: XmlProblem | null;
  /** Counts whatever may have changed which elements there are. */
  structure = 0;
  #text: string;
  /** Changes of values that the text does not have yet: joining it anew costs more than they do. */
  #behind: PlacedChange[] = [];
  /** What the last tree was read from, where the text is not well-formed now. */
  #good: Read | undefined;
  #nextId = 1;

  constructor(text: string) {
    this.#text = text;
    this.#root = null;
    this.#problem = null;
    this.#read();
  }

  get text(): string {
    for (const one of this.#behind) this.#text = changed(this.#text, [one]);
    this.#behind = [];
    return this.#text;
  }

  /** Null while the text is not well-formed. */
  get root(): XmlElement | null {
    return this.#root;
  }

  get problem(): XmlProblem | null {
    return this.#problem;
  }

  /** `value`: only the text of one element or attribute is another; nothing else of the tree was touched. */
  apply(changes: readonly PlacedChange[]): 'value' | 'structure' {
    const [only] = changes;
    if (only === undefined) return 'value';
    if (changes.length === 1 && this.#root !== null && this.#changeValue(this.#root, only)) {
      this.#behind.push(only);
      return 'value';
    }
    const before = this.#root;
    const old = before === null ? this.#good : { text: this.text, root: before };
    this.#text = changed(this.text, changes);
    this.#read();
    if (this.#root === null) this.#good = old;
    else {
      if (old !== undefined)
        keepIds(
          old,
          { text: this.#text, root: this.#root },
          before === null ? [difference(old.text, this.#text)] : changes,
        );
      this.#good = undefined;
    }
    return 'structure';
  }

  #read(): void {
    this.structure += 1;
    const reader = new Reader(this.#text, this.#nextId);
    try {
      this.#root = reader.document();
      this.#problem = null;
    } catch (thrown) {
      if (!(thrown instanceof NotXml)) throw thrown;
      this.#root = null;
      this.#problem = { ...thrown.about, ...placeIn(this.#text, thrown.about.at) };
    }
    this.#nextId = reader.nextId;
  }

  /** Where the change lies in one piece of text that is still one after it. */
  #changeValue(root: XmlElement, { from, to, insert }: PlacedChange): boolean {
    if (from < root.offset || to > root.offset + root.length) return false;
    let element = root;
    let start = root.offset;
    for (;;) {
      if (to < start + element.startLength || (from < start + element.startLength && from < to))
        return this.#changeAttribute(element, start, { from, to, insert });
      const child = childAt(element, from - start);
      if (child === undefined) return false;
      if (child === null)
        return element.content.length === 0 && element.endLength > 0 && from === to
          ? this.#firstText(element, insert)
          : false;
      if (child.kind !== 'element')
        return child.kind === 'text' || child.kind === 'cdata'
          ? this.#changeText(element, child, start, { from, to, insert })
          : false;
      start += child.offset;
      element = child;
    }
  }

  #firstText(element: XmlElement, raw: string): boolean {
    if (raw === '') return true;
    const value = textValue(raw);
    if (value === undefined) return false;
    element.content.push({ kind: 'text', offset: element.startLength, raw, value });
    grow(element, element.startLength, raw.length, element.content[0]);
    return true;
  }

  #changeText(element: XmlElement, piece: XmlText, start: number, change: PlacedChange): boolean {
    const { from, to, insert } = change;
    const begin = start + piece.offset + (piece.kind === 'cdata' ? CDATA.length : 0);
    const end = begin + piece.raw.length;
    if (from < begin || to > end) return false;
    const raw = piece.raw.slice(0, from - begin) + insert + piece.raw.slice(to - begin);
    const value = piece.kind === 'cdata' ? cdataValue(raw) : textValue(raw);
    if (value === undefined) return false;
    const index = element.content.indexOf(piece);
    if (piece.kind === 'text') {
      // Blanks between elements are no piece of the tree.
      const isAlone = element.content.every(({ kind }) => kind !== 'element');
      if (!isAlone && isAllBlank(raw)) return false;
      if (raw === '' && element.content.length > 1) return false;
    }
    const more = raw.length - piece.raw.length;
    if (raw === '' && piece.kind === 'text') element.content.splice(index, 1);
    piece.raw = raw;
    piece.value = value;
    grow(element, piece.offset, more, piece);
    return true;
  }

  #changeAttribute(element: XmlElement, start: number, change: PlacedChange): boolean {
    const { from, to, insert } = change;
    const found = element.attributes.find(
      ({ valueOffset, raw }) =>
        from >= start + valueOffset && to <= start + valueOffset + raw.length,
    );
    if (found === undefined || found.prefix === 'xmlns' || found.namespace === XMLNS_SPACE)
      return false;
    // What stands in it is something else then.
    if (isTypeAttribute(found)) return false;
    const begin = start + found.valueOffset;
    const raw = found.raw.slice(0, from - begin) + insert + found.raw.slice(to - begin);
    const value = raw.includes(found.quote) ? undefined : attributeValue(raw);
    if (value === undefined) return false;
    const more = raw.length - found.raw.length;
    found.raw = raw;
    found.value = value;
    element.startLength += more;
    for (const other of element.attributes)
      if (other.offset > found.valueOffset) {
        other.offset += more;
        other.valueOffset += more;
      }
    grow(element, found.valueOffset, more, undefined);
    return true;
  }
}

const CDATA = '<![CDATA[';

/** Of its `<` in the text. */
export function startOf(element: XmlElement): number {
  let at = element.offset;
  for (let above = element.parent; above !== null; above = above.parent) at += above.offset;
  return at;
}

export const endOf = (element: XmlElement): number => startOf(element) + element.length;

/** All of its text, as a program sees it. */
export function textOf({ content }: XmlElement): string {
  const [only] = content;
  if (only === undefined) return '';
  if (content.length === 1) return only.kind === 'text' || only.kind === 'cdata' ? only.value : '';
  let text = '';
  for (const piece of content)
    if (piece.kind === 'text' || piece.kind === 'cdata') text += piece.value;
  return text;
}

export const isXmlnsAttribute = ({ namespace }: XmlAttribute): boolean => namespace === XMLNS_SPACE;

const isTypeAttribute = ({ namespace, local }: XmlAttribute) =>
  namespace === XSI && local === 'type';

export const typeAttributeOf = ({ attributes }: XmlElement): XmlAttribute | undefined =>
  attributes.find(isTypeAttribute);

/** The type that an element says it is of (`xsi:type`), null where it says none; undefined as namespace: its prefix stands for nothing. */
export function saidType(
  element: XmlElement,
): { readonly local: string; readonly namespace: string | null | undefined } | null {
  const said = typeAttributeOf(element);
  if (said === undefined) return null;
  const [first = '', second, ...more] = said.value.trim().split(':');
  if (more.length > 0) return { local: said.value, namespace: undefined };
  const scope = namespacesIn(element);
  return second === undefined
    ? { local: first, namespace: scope.get('') || null }
    : { local: second, namespace: scope.get(first) };
}

/** The namespaces that hold in an element, by prefix; '' is the one of names without any. */
export function namespacesIn(element: XmlElement): ReadonlyMap<string, string> {
  const trail: XmlElement[] = [];
  for (let one: XmlElement | null = element; one !== null; one = one.parent) trail.push(one);
  const found = new Map([['xml', XML_SPACE]]);
  for (const one of trail.reverse())
    for (const attribute of one.attributes)
      if (isXmlnsAttribute(attribute))
        found.set(attribute.prefix === '' ? '' : attribute.local, attribute.value);
  return found;
}

/** The text after all changes, whose positions are those of the text before them. */
export function changed(text: string, changes: readonly PlacedChange[]): string {
  let at = 0;
  let made = '';
  for (const { from, to, insert } of changes) {
    made += text.slice(at, from) + insert;
    at = to;
  }
  return made + text.slice(at);
}

/** What takes the changes back, by positions of the text after them. */
export function inverse(text: string, changes: readonly PlacedChange[]): PlacedChange[] {
  let more = 0;
  return changes.map(({ from, to, insert }) => {
    const start = from + more;
    more += insert.length - (to - from);
    return { from: start, to: start + insert.length, insert: text.slice(from, to) };
  });
}

const lengthOf = (piece: XmlContent): number =>
  'length' in piece ? piece.length : piece.raw.length + (piece.kind === 'cdata' ? 12 : 0);

/** Null: between two pieces where there is none. Undefined: in its end tag. */
function childAt(element: XmlElement, at: number): XmlContent | null | undefined {
  if (at > element.length - element.endLength) return undefined;
  const { content } = element;
  let low = 0;
  let high = content.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((content[middle]?.offset ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  const inside = content[low - 1];
  if (inside === undefined) return null;
  const end = inside.offset + lengthOf(inside);
  if (at < end || (inside.kind === 'text' && at === end)) {
    // At the end of a text, where it begins another piece: still the text.
    const before = content[low - 2];
    if (inside.offset === at && before?.kind === 'text' && before.offset + before.raw.length === at)
      return before;
    return inside;
  }
  return content.length === 0 ? null : undefined;
}

/** What lies behind a place that grew moves, in this element and in all above it. */
function grow(element: XmlElement, at: number, more: number, except: XmlContent | undefined): void {
  if (more === 0) return;
  let [above, place, inside]: [XmlElement, number, XmlContent | undefined] = [element, at, except];
  for (;;) {
    const { content } = above;
    for (let index = content.length - 1; index >= 0; index -= 1) {
      const piece = content[index];
      if (piece === undefined || piece === inside || piece.offset < place) break;
      piece.offset += more;
    }
    above.length += more;
    if (above.parent === null) return;
    [place, inside] = [above.offset, above];
    above = above.parent;
  }
}

/** The one change that makes one text of another. */
export function difference(before: string, after: string): PlacedChange {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let back = 0;
  while (
    back < most - from &&
    before.charCodeAt(before.length - 1 - back) === after.charCodeAt(after.length - 1 - back)
  )
    back += 1;
  return { from, to: before.length - back, insert: after.slice(from, after.length - back) };
}

/**
 * An element that begins where nothing was changed is the one that began there before, if it has the same name. One that was cut out and put in elsewhere
 * by the same changes, as the rows that another one passes, is the same by its text.
 */
function keepIds(old: Read, now: Read, changes: readonly PlacedChange[]): void {
  const ids = new Map<number, XmlElement>();
  const remember = (element: XmlElement, above: number) => {
    const start = above + element.offset;
    ids.set(start, element);
    for (const child of element.content) if (child.kind === 'element') remember(child, start);
  };
  remember(old.root, 0);
  const lost = cutOut(old, changes);
  // Text that is put in: from, to, and how much longer the text was before its end.
  let more = 0;
  const pieces = changes.map(({ from, to, insert }) => {
    const start = from + more;
    more += insert.length - (to - from);
    return { start, end: start + insert.length, shift: more };
  });
  const visit = (element: XmlElement, above: number, first: number) => {
    const start = above + element.offset;
    let index = first;
    while (index < pieces.length && (pieces[index]?.end ?? 0) <= start) index += 1;
    const piece = pieces[index];
    if (piece === undefined || start < piece.start) {
      const before = ids.get(start - (pieces[index - 1]?.shift ?? 0));
      if (before?.local === element.local && before.namespace === element.namespace)
        element.id = before.id;
    }
    if (piece !== undefined && start >= piece.start && lost.size > 0) {
      const text = now.text.slice(start, start + element.length);
      const before = lost.get(text)?.shift();
      if (before !== undefined && before.namespace === element.namespace) {
        sameIds(before, element);
        return;
      }
    }
    for (const child of element.content) if (child.kind === 'element') visit(child, start, index);
  };
  visit(now.root, 0, 0);
}

/** By their text, those that a change took out whole. */
function cutOut(old: Read, changes: readonly PlacedChange[]): Map<string, XmlElement[]> {
  const found = new Map<string, XmlElement[]>();
  const visit = (element: XmlElement, above: number) => {
    const start = above + element.offset;
    const end = start + element.length;
    if (changes.some(({ from, to }) => from <= start && end <= to)) {
      const text = old.text.slice(start, end);
      found.set(text, [...(found.get(text) ?? []), element]);
    } else if (changes.some(({ from, to }) => from < end && start < to))
      for (const child of element.content) if (child.kind === 'element') visit(child, start);
  };
  // What is only put in takes nothing out.
  if (changes.some(({ from, to }) => from < to)) visit(old.root, 0);
  return found;
}

/** Of two with the same text, and so with the same elements in them. */
function sameIds(before: XmlElement, now: XmlElement): void {
  now.id = before.id;
  now.content.forEach((child, index) => {
    const other = before.content[index];
    if (child.kind === 'element' && other?.kind === 'element') sameIds(other, child);
  });
}

function placeIn(text: string, at: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, at);
  const lines = before.split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

class NotXml extends Error {
  readonly about: Omit<XmlProblem, 'line' | 'column'>;

  constructor(kind: XmlProblem['kind'], at: number, name: string | null = null) {
    super(kind);
    this.about = { kind, at, name };
  }
}

const NAME_START =
  ':A-Z_a-z\\xC0-\\xD6\\xD8-\\xF6\\xF8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C-\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}';
/** A local name may not begin with what stands further behind in one. */
const LOCAL = new RegExp(`^[${NAME_START}]`, 'u');
const NAME = new RegExp(
  `[${NAME_START}][${NAME_START}\\-.0-9\\xB7\\u0300-\\u036F\\u203F-\\u2040]*`,
  'uy',
);
// oxlint-disable-next-line no-control-regex -- exactly these are what XML cannot hold
const ILLEGAL = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]|\p{Surrogate}/u;

/** The first character that XML cannot hold, not even as a reference. */
export function illegalIn(text: string): { readonly at: number; readonly code: number } | null {
  const found = ILLEGAL.exec(text);
  return found === null ? null : { at: found.index, code: found[0].codePointAt(0) ?? 0 };
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
const REFERENCE = /&(?:#x([0-9a-fA-F]+)|#([0-9]+)|([^;&\s]*));|&/g;

/** Undefined where one of them stands for nothing. */
function unescaped(raw: string): string | undefined {
  let isKnown = true;
  const text = raw.replaceAll(
    REFERENCE,
    (_all, hex: string | undefined, decimal: string | undefined, name: string | undefined) => {
      if (name !== undefined || (hex === undefined && decimal === undefined)) {
        const known = ENTITIES[name ?? ''];
        isKnown &&= known !== undefined;
        return known ?? '';
      }
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      const isCharacter = code <= 0x10ffff && !ILLEGAL.test(String.fromCodePoint(code));
      isKnown &&= isCharacter;
      return isCharacter ? String.fromCodePoint(code) : '';
    },
  );
  return isKnown ? text : undefined;
}

const withoutReturns = (text: string) =>
  text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text;

/** Undefined where it is no text of an element. */
function textValue(raw: string): string | undefined {
  if (/<|\]\]>/.test(raw) || ILLEGAL.test(raw)) return undefined;
  const text = withoutReturns(raw);
  return text.includes('&') ? unescaped(text) : text;
}

function cdataValue(raw: string): string | undefined {
  return raw.includes(']]>') || ILLEGAL.test(raw) ? undefined : withoutReturns(raw);
}

function attributeValue(raw: string): string | undefined {
  if (raw.includes('<') || ILLEGAL.test(raw)) return undefined;
  const text = /[\t\r\n]/.test(raw) ? withoutReturns(raw).replaceAll(/[\t\n]/g, ' ') : raw;
  return text.includes('&') ? unescaped(text) : text;
}

const DECLARATION =
  /^<\?xml\s+version\s*=\s*(["'])1\.\d+\1(?:\s+encoding\s*=\s*(["'])[A-Za-z][\w.-]*\2)?(?:\s+standalone\s*=\s*(["'])(?:yes|no)\3)?\s*\?>$/;
const isBlank = (code: number) => code === 32 || code === 10 || code === 13 || code === 9;
const isAllBlank = (text: string) => {
  for (let at = 0; at < text.length; at += 1) if (!isBlank(text.charCodeAt(at))) return false;
  return true;
};
/** ASCII that stands in a name, beside hyphens, dots and digits: those may not begin one. */
const isLetter = (code: number) =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95;

class Reader {
  nextId: number;
  readonly #text: string;
  #at = 0;
  /** Every text is written as it is. */
  readonly #isPlain: boolean;
  /** Prefix to namespace. */
  #scope: ReadonlyMap<string, string> = new Map([['xml', XML_SPACE]]);

  constructor(text: string, nextId: number) {
    this.#text = text;
    this.nextId = nextId;
    this.#isPlain = !text.includes('&') && !text.includes('\r') && !text.includes(']]>');
  }

  document(): XmlElement {
    const text = this.#text;
    if (text.charCodeAt(0) === 0xfeff) this.#at = 1;
    const illegal = illegalIn(text);
    if (illegal !== null)
      throw new NotXml('character', illegal.at, illegal.code.toString(16).toUpperCase());
    this.#misc(true);
    if (this.#at >= text.length) throw new NotXml('empty', this.#at);
    const root = this.#elements();
    this.#misc(false);
    if (this.#at < text.length) throw new NotXml('second-root', this.#at);
    return root;
  }

  /** Before and behind the root. */
  #misc(isBefore: boolean): void {
    const text = this.#text;
    for (;;) {
      while (isBlank(text.charCodeAt(this.#at))) this.#at += 1;
      if (this.#at >= text.length) return;
      if (text.charCodeAt(this.#at) !== 60) throw new NotXml('text-outside', this.#at);
      if (text.startsWith('<?', this.#at)) this.#instruction(isBefore);
      else if (text.startsWith('<!--', this.#at)) this.#comment();
      else if (text.startsWith('<!DOCTYPE', this.#at)) throw new NotXml('doctype', this.#at);
      else return;
    }
  }

  #instruction(mayDeclare: boolean): void {
    const start = this.#at;
    this.#at += 2;
    const name = this.#name();
    const isFirst = start === 0 || (start === 1 && this.#text.charCodeAt(0) === 0xfeff);
    if (name.toLowerCase() === 'xml' && !(mayDeclare && isFirst && name === 'xml'))
      throw new NotXml('syntax', start, name);
    const next = this.#text.charCodeAt(this.#at);
    if (!isBlank(next) && next !== 63) throw new NotXml('syntax', this.#at);
    if (name.includes(':')) throw new NotXml('syntax', start, name);
    this.#to('?>', start);
    if (name === 'xml' && !DECLARATION.test(this.#text.slice(start, this.#at)))
      throw new NotXml('syntax', start, name);
  }

  #comment(): void {
    const start = this.#at;
    const end = this.#text.indexOf('--', start + 4);
    if (end < 0) throw new NotXml('syntax', start);
    if (this.#text.charCodeAt(end + 2) !== 62) throw new NotXml('syntax', end);
    this.#at = end + 3;
  }

  #to(mark: string, start: number): void {
    const end = this.#text.indexOf(mark, this.#at);
    if (end < 0) throw new NotXml('syntax', start);
    this.#at = end + mark.length;
  }

  #name(): string {
    const text = this.#text;
    const start = this.#at;
    let end = start;
    let code = text.charCodeAt(end);
    if (isLetter(code))
      do code = text.charCodeAt((end += 1));
      while (isLetter(code) || (code >= 45 && code <= 57 && code !== 47));
    if (end > start && code !== 58 && !(code > 127)) {
      this.#at = end;
      return text.slice(start, end);
    }
    NAME.lastIndex = start;
    const found = NAME.exec(text)?.[0];
    if (found === undefined) throw new NotXml('syntax', start);
    this.#at += found.length;
    return found;
  }

  /** The root and all that is in it, without a call for each level. */
  #elements(): XmlElement {
    const text = this.#text;
    const scopes: ReadonlyMap<string, string>[] = [];
    const starts: number[] = [];
    let open: XmlElement | null = null;
    let start = 0;
    for (;;) {
      if (open !== null) {
        const from = this.#at;
        const next = text.indexOf('<', from);
        if (next < 0) throw new NotXml('no-end-tag', start, nameOf(open));
        if (next > from) this.#text_(open, start, from, next);
        this.#at = next;
        const code = text.charCodeAt(next + 1);
        if (code === 33 || code === 63) {
          this.#other(open, start);
          continue;
        }
        if (code === 47) {
          this.#endTag(open, start);
          this.#scope = scopes.pop() ?? this.#scope;
          const above: XmlElement | null = open.parent;
          if (above === null) return open;
          start = starts.pop() ?? 0;
          open = above;
          continue;
        }
      }
      const outer = this.#scope;
      const at = this.#at;
      const element = this.#startTag(open, start);
      if (open !== null) {
        dropBlanks(open.content);
        open.content.push(element);
      }
      if (element.endLength === 0 && element.length > 0) {
        this.#scope = outer;
        if (open === null) return element;
        continue;
      }
      if (open !== null) starts.push(start);
      if (scopes.length >= DEEPEST) throw new NotXml('too-deep', at, nameOf(element));
      scopes.push(outer);
      open = element;
      start = at;
    }
  }

  #text_(open: XmlElement, start: number, from: number, to: number): void {
    const raw = this.#text.slice(from, to);
    const { content } = open;
    // Blanks next to an element are no content of a form.
    if (content.length > 0 && content.at(-1)?.kind === 'element' && isAllBlank(raw)) return;
    const end = this.#isPlain ? -1 : raw.indexOf(']]>');
    if (end >= 0) throw new NotXml('syntax', from + end);
    const value = this.#isPlain ? raw : textValue(raw);
    if (value === undefined) throw new NotXml('entity', from + badReference(raw));
    content.push({ kind: 'text', offset: from - start, raw, value });
  }

  #other(open: XmlElement, start: number): void {
    const text = this.#text;
    const at = this.#at;
    if (text.startsWith('<!--', at)) this.#comment();
    else if (text.startsWith(CDATA, at)) {
      this.#to(']]>', at);
      const raw = text.slice(at + CDATA.length, this.#at - 3);
      open.content.push({ kind: 'cdata', offset: at - start, raw, value: withoutReturns(raw) });
      return;
    } else if (text.charCodeAt(at + 1) === 63) this.#instruction(false);
    else throw new NotXml(text.startsWith('<!DOCTYPE', at) ? 'doctype' : 'syntax', at);
    const kind = text.charCodeAt(at + 1) === 63 ? 'instruction' : 'comment';
    open.content.push({ kind, offset: at - start, length: this.#at - at });
  }

  #endTag(open: XmlElement, start: number): void {
    const text = this.#text;
    const at = this.#at;
    const name = nameOf(open);
    let end = at + 2 + name.length;
    const isSame = text.startsWith(name, at + 2);
    while (isBlank(text.charCodeAt(end))) end += 1;
    if (!isSame || text.charCodeAt(end) !== 62) {
      this.#at = at + 2;
      throw new NotXml('other-end-tag', at, name);
    }
    open.length = end + 1 - start;
    open.endLength = end + 1 - at;
    const { content } = open;
    if (content.length > 1 && content.at(-1)?.kind === 'text' && content.some(isElement))
      dropBlanks(content);
    this.#at = end + 1;
  }

  #startTag(parent: XmlElement | null, above: number): XmlElement {
    const text = this.#text;
    const start = this.#at;
    this.#at += 1;
    const name = this.#name();
    let given: Given[] | undefined;
    let end = 0;
    for (;;) {
      const before = this.#at;
      while (isBlank(text.charCodeAt(this.#at))) this.#at += 1;
      const code = text.charCodeAt(this.#at);
      if (code === 62) {
        this.#at += 1;
        break;
      }
      if (code === 47 && text.charCodeAt(this.#at + 1) === 62) {
        this.#at += 2;
        end = this.#at;
        break;
      }
      if (this.#at >= text.length) throw new NotXml('syntax', start, name);
      if (before === this.#at) throw new NotXml('syntax', this.#at);
      (given ??= []).push(this.#attribute());
    }
    if (given !== undefined) this.#declare(given);
    const [prefix, local] = this.#split(name, start + 1);
    return {
      kind: 'element',
      id: this.nextId++,
      parent,
      offset: start - above,
      length: end === 0 ? 0 : end - start,
      startLength: this.#at - start,
      endLength: 0,
      prefix,
      local,
      namespace: this.#space(prefix, start + 1),
      attributes: given === undefined ? NONE : this.#attributes(given, start),
      content: [],
    };
  }

  #attribute(): Given {
    const text = this.#text;
    const at = this.#at;
    const name = this.#name();
    while (isBlank(text.charCodeAt(this.#at))) this.#at += 1;
    if (text.charCodeAt(this.#at) !== 61) throw new NotXml('syntax', this.#at, name);
    this.#at += 1;
    while (isBlank(text.charCodeAt(this.#at))) this.#at += 1;
    const quote = text[this.#at];
    if (quote !== '"' && quote !== "'") throw new NotXml('syntax', this.#at, name);
    const valueAt = this.#at + 1;
    const end = text.indexOf(quote, valueAt);
    if (end < 0) throw new NotXml('syntax', at, name);
    const raw = text.slice(valueAt, end);
    if (raw.includes('<')) throw new NotXml('syntax', valueAt + raw.indexOf('<'), name);
    const value = this.#isPlain && !/[\t\n]/.test(raw) ? raw : attributeValue(raw);
    if (value === undefined) throw new NotXml('entity', valueAt + badReference(raw));
    this.#at = end + 1;
    return { at, name, quote, valueAt, raw, value };
  }

  #declare(given: readonly Given[]): void {
    let scope: Map<string, string> | undefined;
    for (const { name, value, at } of given) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const prefix = name.slice(6);
      const isWrong =
        prefix === 'xmlns' ||
        (prefix === 'xml') !== (value === XML_SPACE) ||
        value === XMLNS_SPACE ||
        (value === '' && prefix !== '');
      if (isWrong) throw new NotXml('syntax', at, name);
      (scope ??= new Map(this.#scope)).set(prefix, value);
    }
    if (scope !== undefined) this.#scope = scope;
  }

  #attributes(given: readonly Given[], start: number): XmlAttribute[] {
    const made = given.map(({ at, name, quote, valueAt, raw, value }) => {
      const [prefix, local] = this.#split(name, at);
      const isXmlns = prefix === 'xmlns' || name === 'xmlns';
      const namespace = isXmlns ? XMLNS_SPACE : prefix === '' ? null : this.#space(prefix, at);
      return {
        offset: at - start,
        prefix,
        local,
        namespace,
        quote,
        valueOffset: valueAt - start,
        raw,
        value,
      };
    });
    if (made.length > 1) {
      const seen = new Set<string>();
      for (const { local, namespace, offset } of made) {
        const key = `${local} ${namespace ?? ''}`;
        if (seen.has(key)) throw new NotXml('twice', start + offset, local);
        seen.add(key);
      }
    }
    return made;
  }

  #split(name: string, at: number): readonly [prefix: string, local: string] {
    const colon = name.indexOf(':');
    if (colon < 0) return ['', name];
    const isName = colon > 0 && !name.includes(':', colon + 1) && LOCAL.test(name.slice(colon + 1));
    if (!isName) throw new NotXml('syntax', at, name);
    return [name.slice(0, colon), name.slice(colon + 1)];
  }

  #space(prefix: string, at: number): string | null {
    const found = this.#scope.get(prefix);
    if (found === undefined && prefix !== '') throw new NotXml('unknown-prefix', at, prefix);
    return found === undefined || found === '' ? null : found;
  }
}

interface Given {
  readonly at: number;
  readonly name: string;
  readonly quote: '"' | "'";
  readonly valueAt: number;
  readonly raw: string;
  readonly value: string;
}

const NONE: readonly XmlAttribute[] = [];
const isElement = ({ kind }: XmlContent) => kind === 'element';
const nameOf = ({ prefix, local }: XmlElement) => (prefix === '' ? local : `${prefix}:${local}`);

/** The last piece, where it is blanks before an element or an end tag. */
function dropBlanks(content: XmlContent[]): void {
  const last = content.at(-1);
  if (last?.kind === 'text' && isAllBlank(last.raw)) content.pop();
}

function badReference(raw: string): number {
  for (const { 0: found, index } of raw.matchAll(REFERENCE))
    if (unescaped(found) === undefined) return index;
  return 0;
}
