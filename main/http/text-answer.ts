// An answer that is a text in a format nobody announces: unpacked, decoded, recognised, and laid out to be read.
import { XmlTree } from '../../preload/forms/xml-tree.ts';
import type { Answer } from './answers.ts';
import { charsetOf, declaredCharset, decodedAs } from '../charset.ts';
import { contentTypeOf } from './media-types.ts';
import { unescapeText } from './xml-gate.ts';

export interface TextAnswer {
  readonly kind: 'xml' | 'json' | 'text' | 'binary' | 'empty';
  /** It was a string of JSON or XML, in which the text itself stood. */
  readonly packed: boolean;
  /** What a file of it holds: the body, or in UTF-8 what was packed into it. */
  readonly content: Buffer;
  /** Empty for what is no text. */
  readonly text: string;
}

/** Larger ones are shown as text: reading them to tell what they are would hold up everything else. */
const LARGEST_READ = 4 * 1024 * 1024;

export function readTextAnswer({ headers, body }: Pick<Answer, 'headers' | 'body'>): TextAnswer {
  const whole = decoded(body, contentTypeOf(headers).charset);
  if (whole === undefined) return { kind: 'binary', packed: false, content: body, text: '' };
  const inside = unpacked(whole);
  const text = inside ?? whole;
  return {
    kind: kindOf(text),
    packed: inside !== undefined,
    content: inside === undefined ? body : Buffer.from(inside),
    text,
  };
}

/** In the charset of the header, else in the one that the document declares, else in UTF-8 or latin-1; a zero byte is in no text. */
function decoded(body: Buffer, said: string | undefined): string | undefined {
  const charset = charsetOf(body, said ?? declaredCharset(body)) ?? 'utf-8';
  try {
    return textIn(decodedAs(body, charset));
  } catch {
    return textIn(decodedAs(body, 'windows-1252'));
  }
}

const textIn = (text: string) => (text.includes('\0') ? undefined : text);

const XML_STRING =
  /^\s*(?:<\?xml[^>]*\?>\s*)?<string(?:\s+xmlns(?::\w+)?\s*=\s*(?:"[^"]*"|'[^']*'))*\s*(?:\/>|>([^<]*)<\/string\s*>)\s*$/;

/** What stands in a JSON string or in an XML element `string`; undefined for anything else. */
function unpacked(text: string): string | undefined {
  if (/^\s*"/.test(text)) {
    try {
      const value: unknown = JSON.parse(text);
      return typeof value === 'string' ? value : undefined;
    } catch {
      return undefined;
    }
  }
  if (!/^\s*(?:<\?xml|<string)/.test(text)) return undefined;
  const found = XML_STRING.exec(text);
  if (found === null) return undefined;
  try {
    return unescapeText(found[1] ?? '');
  } catch {
    return undefined;
  }
}

function kindOf(text: string): TextAnswer['kind'] {
  if (text.trim() === '') return 'empty';
  if (text.length > LARGEST_READ) return 'text';
  if (/^\s*[[{]/.test(text)) return isJson(text) ? 'json' : 'text';
  // A page is well-formed at times, and read as one by nobody here.
  if (!/^\s*</.test(text) || /^\s*<(?:!doctype\s+html|html)\b/i.test(text)) return 'text';
  return new XmlTree(text.trimStart()).problem === null ? 'xml' : 'text';
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Looked at beyond what is shown: a secret that the cut goes through is found while it is whole. */
export const CUT_MARGIN = 32 * 1024;

/** The beginning of a text, cleaned of what main keeps secret. */
export const cleanStart = (text: string, most: number, clean: (text: string) => string): string =>
  clean(text.slice(0, most + CUT_MARGIN)).slice(0, most);

/** With line breaks and indentation where only the eye sees them; values stay as they were written, digit by digit. */
export function laidOut(kind: TextAnswer['kind'], text: string): string {
  if (kind === 'json') return jsonInLines(text);
  return kind === 'xml' ? xmlInLines(text) : text;
}

const DEEPEST = 60;
const lineAt = (depth: number) => `\n${'  '.repeat(Math.max(0, Math.min(depth, DEEPEST)))}`;

/** Strings and other values whole, each sign alone, without blanks. What has no end is the rest, so that each sign is looked at once. */
function* jsonParts(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const sign = text[from] ?? '';
    let to = from + 1;
    if (sign === '"') to = endOfString(text, from);
    else if (!JSON_SIGN.test(sign))
      while (to < text.length && !JSON_SIGN.test(text[to] ?? '')) to += 1;
    if (sign.trim() !== '') yield text.slice(from, to);
    from = to;
  }
}
const JSON_SIGN = /[\s"[\]{},:]/;

function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at + 1;
  }
  return text.length;
}

function jsonInLines(text: string): string {
  const out: string[] = [];
  let depth = 0;
  let before = '';
  for (const part of jsonParts(text)) {
    const isOpened = before === '{' || before === '[';
    if (part === '}' || part === ']') {
      depth -= 1;
      out.push(isOpened ? part : lineAt(depth) + part);
    } else {
      if (isOpened || before === ',') out.push(lineAt(depth));
      out.push(part === ':' ? ': ' : part);
      if (part === '{' || part === '[') depth += 1;
    }
    before = part;
  }
  return out.join('');
}

/** What else than a tag begins with `<`, and its end. */
const XML_OTHERS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Each sign is looked at once: what has no end is the rest. */
function* xmlParts(text: string): Generator<string> {
  for (let from = 0; from < text.length;) {
    const to = text[from] === '<' ? endOfTag(text, from) : text.indexOf('<', from);
    const end = to < 0 ? text.length : to;
    yield text.slice(from, end);
    from = end;
  }
}

function endOfTag(text: string, from: number): number {
  for (const [start, end] of XML_OTHERS)
    if (text.startsWith(start, from)) {
      const found = text.indexOf(end, from + start.length);
      return found < 0 ? found : found + end.length;
    }
  let quote = '';
  for (let at = from; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '>') return at + 1;
  }
  return -1;
}

function xmlInLines(text: string): string {
  const out: string[] = [];
  let depth = 0;
  /** After a tag or its like, a line may begin. */
  let before: 'start' | 'open' | 'tag' | 'text' = 'start';
  for (const part of xmlParts(text)) {
    if (part.trim() === '') continue;
    if (!part.startsWith('<') || part.startsWith('<![CDATA[')) {
      out.push(part);
      before = 'text';
      continue;
    }
    const isEnd = part.startsWith('</');
    if (isEnd) depth -= 1;
    const isOwnLine = before === 'tag' || (before === 'open' && !isEnd);
    out.push(isOwnLine ? lineAt(depth) + part : part);
    const isOpening = !isEnd && !part.endsWith('/>') && !/^<[!?]/.test(part);
    if (isOpening) depth += 1;
    before = isOpening ? 'open' : 'tag';
  }
  return out.join('');
}
