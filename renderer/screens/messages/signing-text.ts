// The signing text as plain text: HTML is reduced to its words and never rendered.

const TAG =
  /<\/?(?:p|br|div|span|b|i|u|em|strong|a|ul|ol|li|h[1-6]|table|tr|td|th|html|body)(?:\s[^<>]*)?\/?>/i;
const PARAGRAPHS = /^\/(?:p|h[1-6]|table|blockquote)$/;
const BREAKS = /^(?:(?:br|hr)|\/(?:div|li|ul|ol|tr|section))$/;
/** What stands in them is nothing to be read. */
const UNREAD = ['style', 'script', 'title'];
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  laquo: '«',
  raquo: '»',
  ndash: '–',
  mdash: '—',
  aring: 'å',
  Aring: 'Å',
  aelig: 'æ',
  AElig: 'Æ',
  oslash: 'ø',
  Oslash: 'Ø',
};

export const isMarkup = (text: string): boolean => TAG.test(text);

/** Where a link leads stands behind it: what is signed may hang on that. The text as it came is one press away. */
export function readable(text: string): string {
  if (!isMarkup(text)) return text;
  return decoded(wordsOf(text.replaceAll(/\s+/g, ' ')))
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** In one walk from left to right, whatever the text is like. */
function wordsOf(text: string): string {
  const words: string[] = [];
  const links: string[] = [];
  let at = 0;
  while (at < text.length) {
    const open = text.indexOf('<', at);
    const close = open === -1 ? -1 : endOf(text, open);
    if (close === -1) break;
    words.push(text.slice(at, open));
    const [, name = ''] = /^<(\/?[a-z][a-z\d]*)/i.exec(text.slice(open, open + 20)) ?? [];
    const tag = name.toLowerCase();
    if (tag === 'a') links.push(hrefIn(text.slice(open, close)));
    words.push(tag === '/a' ? behind(links.pop()) : inPlaceOf(tag, text.slice(open, close)));
    at = close;
    if (!UNREAD.includes(tag)) continue;
    const end = text.indexOf(`</${tag}`, at);
    if (end !== -1) at = end;
  }
  return words.join('') + text.slice(at);
}

/** Where what begins with this sign ends; -1 where it does not: then it is no tag. */
function endOf(text: string, open: number): number {
  if (text.startsWith('<!--', open)) {
    const end = text.indexOf('-->', open);
    return end === -1 ? -1 : end + 3;
  }
  const end = text.indexOf('>', open);
  return end === -1 ? -1 : end + 1;
}

const hrefIn = (tag: string): string =>
  /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i.exec(tag)?.slice(1).join('').trim() ?? '';
const behind = (link: string | undefined): string =>
  link === undefined || link === '' ? '' : ` (${link})`;

function inPlaceOf(tag: string, whole: string): string {
  if (tag === '') return whole.startsWith('<!') ? '' : whole;
  if (PARAGRAPHS.test(tag)) return '\n\n';
  if (BREAKS.test(tag)) return '\n';
  if (tag === 'li') return '\n• ';
  return tag === '/td' || tag === '/th' ? '\t' : '';
}

const decoded = (text: string): string =>
  text.replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? parseInt(name.slice(2), 16) : +name.slice(1);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
