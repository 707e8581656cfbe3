// What stays of a sender's HTML, in the window and in an exported page: its tags, its attributes and its signs.

/** More is not shown as HTML; with what goes along it is the most that main takes at once. */
export const MOST = 1024 * 1024 - 4096;
/** So much of what is longer is looked at, to show its beginning as text. */
export const CUT = 256 * 1024;
export const MOST_LINKS = 200;

const words = (text: string): string[] => text.trim().split(/\s+/);

export const TEXT_TAGS: readonly string[] =
  words(`a abbr acronym address b big br cite code del dfn em i ins kbd mark q s samp small span strike
  strong sub sup time tt u var wbr`);
export const BLOCK_TAGS: readonly string[] =
  words(`article aside blockquote caption center dd div dl dt figcaption figure footer h1 h2 h3 h4 h5 h6
  header hr li main nav ol p pre section table tbody td tfoot th thead tr ul`);
/** None of them names a place, a style or an act. */
export const ATTRIBUTES: readonly string[] = words(
  'align colspan dir headers lang reversed rowspan scope start title valign',
);
/** The words on a button are no words of the letter. */
export const UNREAD_FIELDS: readonly string[] = ['button', 'select', 'textarea'];

/**
 * Signs nobody sees: controls but tab and line feed, what turns the direction of what follows, tags, and spaces of no width.
 * Joiners and the marks of single directions stay: names and whole languages are written with them.
 */
const UNSEEN =
  /(?![\t\n])[\p{Cc}\u200b\u2060-\u206f\u202a-\u202e\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}]/gu;

export const neutral = (text: string): string =>
  text
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(UNSEEN, '')
    .toWellFormed();

/** Whether the sender wrote HTML; else the line breaks are all there is. No pattern here looks twice at the same sign. */
export const hasMarkup = (html: string): boolean => /<[a-z!/?][^<>]*>/i.test(html);

/** What ends a line when the marks are taken away. */
const LINE_END =
  /<(?:br|hr)\b[^<>]*>|<\/(?:p|div|li|tr|h[1-6]|table|ul|ol|blockquote|pre|dt|dd)>/gi;

/** The beginning of HTML that is too long, with the line breaks that it would have had; its marks are still in it. */
export function beginning(html: string): string {
  const part = html.slice(0, CUT);
  const open = part.lastIndexOf('<');
  const whole = open > part.lastIndexOf('>') && open > CUT - 4096 ? part.slice(0, open) : part;
  return whole.replaceAll(/[\r\n]+/g, ' ').replaceAll(LINE_END, '\n');
}
