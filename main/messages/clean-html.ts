// The cleaner for where there is no document: a sender's HTML written anew by the rules of the window's.
import {
  ATTRIBUTES,
  beginning,
  BLOCK_TAGS,
  CUT,
  hasMarkup,
  MOST,
  MOST_LINKS,
  neutral,
  TEXT_TAGS,
  UNREAD_FIELDS,
} from '../../preload/contract/body-rules.ts';
import { asText } from './html-text.ts';

const TAGS: ReadonlySet<string> = new Set([...TEXT_TAGS, ...BLOCK_TAGS]);
const KEPT: ReadonlySet<string> = new Set(ATTRIBUTES);
/** Their end may be left out, and comes by itself. */
const ENDLESS = new Set(['br', 'hr', 'wbr']);
const ENDED_BY_NEXT = new Set('p li dt dd td th tr tbody thead tfoot'.split(' '));
/** Text without marks until their end. */
const RAW = new Set('script style xmp iframe noembed noframes textarea title'.split(' '));
/** What is in them is not read, as the window's cleaner does not read it. */
const UNREAD: ReadonlySet<string> = new Set([
  ...RAW,
  ...UNREAD_FIELDS,
  ...'audio math noscript plaintext svg template video'.split(' '),
]);
/** Browsers go no deeper than some 500; what is deeper loses its marks and keeps its text. */
const DEEPEST = 256;
const LONGEST_ADDRESS = 2000;

/**
 * Tags and attributes of the rules alone, every other sign escaped: however the sender's HTML is read here, nothing else can come out.
 * The addresses of its links stand as text at its end.
 */
export function cleanHtml(html: string): string {
  if (html.length > MOST) return plain(textOnly(beginning(html)).slice(0, CUT / 2));
  if (!hasMarkup(html)) return plain(textOnly(html));
  const { written, addresses } = cleaned(html, TAGS);
  return written + listOf(addresses);
}

/** Escaped. */
const textOnly = (html: string): string => cleaned(html, new Set()).written;
/** A reference that the end cuts in two is text. */
const plain = (text: string): string =>
  `<div class="plain">${text.replace(/&#?\w{0,10}$/, '').toWellFormed()}</div>`;

const listOf = (addresses: readonly string[]): string =>
  addresses.length === 0
    ? ''
    : `<hr><ol>${addresses.map((address) => `<li>${address}</li>`).join('')}</ol>`;

interface Cleaned {
  readonly written: string;
  /** Escaped, each once; a link has its number. */
  readonly addresses: readonly string[];
}

function cleaned(html: string, allowed: ReadonlySet<string>): Cleaned {
  const parts: string[] = [];
  const open: string[] = [];
  const links = new Map<string, number>();
  let unread: { readonly name: string; depth: number } | undefined;

  const begin = ({ name, attributes, isEmpty }: Tag) => {
    if (unread !== undefined) {
      if (unread.name === name && !isEmpty) unread.depth += 1;
      return;
    }
    if (UNREAD.has(name)) {
      if (!isEmpty || RAW.has(name)) unread = { name, depth: 1 };
      return;
    }
    if (!allowed.has(name) || open.length >= DEEPEST) return;
    parts.push(`<${name}${attributesOf(name, attributes, links)}>`);
    if (!ENDLESS.has(name)) open.push(name);
  };

  const end = (name: string) => {
    if (unread !== undefined) {
      if (unread.name === name) unread.depth -= 1;
      if (unread.depth === 0) unread = undefined;
      return;
    }
    const place = open.lastIndexOf(name);
    if (place === -1) return;
    // What is left open within it is ended by the browser as it ends the sender's.
    open.length = place;
    parts.push(`</${name}>`);
  };

  for (let at = 0; at < html.length;) {
    const mark = html.indexOf('<', at);
    const text = html.slice(at, mark === -1 ? undefined : mark);
    if (unread === undefined) parts.push(escapedText(text));
    if (mark === -1) break;
    const tag = readMark(html, mark);
    at = tag.end;
    if (tag.kind === 'text' && unread === undefined) parts.push('&lt;');
    if (tag.kind === 'begins') {
      begin(tag);
      if (RAW.has(tag.name)) at = endOfRaw(html, at, tag.name);
    }
    if (tag.kind === 'ends') end(tag.name);
  }
  for (const name of open.toReversed()) if (!ENDED_BY_NEXT.has(name)) parts.push(`</${name}>`);
  return { written: parts.join(''), addresses: [...links.keys()] };
}

/** An address stands in the list alone, and the link has its number. */
function attributesOf(name: string, given: Tag['attributes'], links: Map<string, number>): string {
  const kept = [...given].filter(([one]) => KEPT.has(one));
  const written = kept.map(([one, value]) => ` ${one}="${escapedValue(value)}"`).join('');
  const href = name === 'a' ? given.get('href') : undefined;
  if (href === undefined) return written;
  const address = escapedValue(href.trim().slice(0, LONGEST_ADDRESS));
  const number = links.get(address) ?? links.size + 1;
  if (number > MOST_LINKS) return written;
  links.set(address, number);
  return `${written} data-link="${String(number)}"`;
}

interface Tag {
  readonly kind: 'begins';
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Closed by itself, which counts in SVG and MathML. */
  readonly isEmpty: boolean;
  readonly end: number;
}
type Mark =
  | Tag
  | { readonly kind: 'ends'; readonly name: string; readonly end: number }
  /** A comment, or what a browser takes for one. */
  | { readonly kind: 'nothing'; readonly end: number }
  /** The sign is text. */
  | { readonly kind: 'text'; readonly end: number };

/** What begins at this `<`, as the HTML standard divides it. What has no end goes to the end of all. */
function readMark(html: string, at: number): Mark {
  if (html.startsWith('<!--', at)) return { kind: 'nothing', end: endOfComment(html, at + 4) };
  const [, slash = '', name] = matchAt(/<(\/?)([a-z][^\t\n\f\r />]*)?/iy, html, at) ?? [];
  if (name !== undefined) {
    const { attributes, isEmpty, end } = readAttributes(html, at + 1 + slash.length + name.length);
    if (end === undefined) return { kind: 'nothing', end: html.length };
    const known = name.toLowerCase();
    return slash === ''
      ? { kind: 'begins', name: known, attributes, isEmpty, end }
      : { kind: 'ends', name: known, end };
  }
  const isBogus = slash !== '' || /[!?]/.test(html.charAt(at + 1));
  if (!isBogus) return { kind: 'text', end: at + 1 };
  return { kind: 'nothing', end: after(html, '>', at) };
}

interface Attributes {
  readonly attributes: ReadonlyMap<string, string>;
  readonly isEmpty: boolean;
  /** Undefined where the tag never ends. */
  readonly end: number | undefined;
}

/** No sign is looked at more than twice. The first of two with one name counts. */
function readAttributes(html: string, start: number): Attributes {
  const attributes = new Map<string, string>();
  for (let at = start; ;) {
    const gap = matchAt(/[\t\n\f\r /]*/y, html, at)?.[0] ?? '';
    at += gap.length;
    if (at >= html.length) return { attributes, isEmpty: false, end: undefined };
    if (html.charAt(at) === '>') return { attributes, isEmpty: gap.endsWith('/'), end: at + 1 };
    const name = matchAt(/=?[^\t\n\f\r />=]*/y, html, at)?.[0] ?? '';
    at += name.length;
    let value = '';
    const sign = matchAt(/[\t\n\f\r ]*=[\t\n\f\r ]*/y, html, at)?.[0] ?? '';
    at += sign.length;
    if (sign !== '') {
      const quote = html.charAt(at);
      if (quote === '"' || quote === "'") {
        const end = html.indexOf(quote, at + 1);
        if (end === -1) return { attributes, isEmpty: false, end: undefined };
        value = html.slice(at + 1, end);
        at = end + 1;
      } else {
        value = matchAt(/[^\t\n\f\r >]*/y, html, at)?.[0] ?? '';
        at += value.length;
      }
    }
    const known = name.toLowerCase();
    if (!attributes.has(known)) attributes.set(known, value);
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function endOfComment(html: string, at: number): number {
  const short = matchAt(/-?>/y, html, at)?.[0];
  if (short !== undefined) return at + short.length;
  const found = matchAt(/--!?>/g, html, at);
  return found === null ? html.length : found.index + found[0].length;
}

function after(html: string, sign: string, at: number): number {
  const found = html.indexOf(sign, at);
  return found === -1 ? html.length : found + 1;
}

/** Where the tag that ends it begins. */
const endOfRaw = (html: string, at: number, name: string): number =>
  matchAt(new RegExp(`</${name}(?=[\\t\\n\\f\\r />])`, 'gi'), html, at)?.index ?? html.length;

/**
 * References by name stay what they are, which is never a mark; those by number are read, because they can name signs that nobody sees.
 */
const escapedText = (text: string): string =>
  text.replaceAll(
    /&(?:#(?:x([\da-f]{1,8})|(\d{1,8}));?|([a-z][\da-z]*;?))|&|[^&]+/gi,
    (all: string, hexadecimal?: string, decimal?: string, named?: string) => {
      if (named !== undefined) return all;
      return asText(neutral(signOf(hexadecimal, decimal) ?? all));
    },
  );

const escapedValue = (value: string): string =>
  escapedText(value).replaceAll('"', '&quot;').replaceAll('\n', ' ');

function signOf(hexadecimal: string | undefined, decimal: string | undefined): string | undefined {
  if (hexadecimal === undefined && decimal === undefined) return undefined;
  const number = parseInt(hexadecimal ?? decimal ?? '', hexadecimal === undefined ? 10 : 16);
  return number > 0x10ffff ? '\ufffd' : String.fromCodePoint(number);
}
