// The plain text of a message body: control and invisible characters removed, cut when too long, its height estimated.

/** More is not shown as HTML; with what goes along it is the most that main takes at once. */
export const MOST = 1024 * 1024 - 4096;
/** So much of what is longer is looked at, to show its beginning as text. */
export const CUT = 256 * 1024;
const PIECE = 64 * 1024;
const LONGEST_TITLE = 300;

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

/** On one line, as the name of a frame. */
export const neutralLine = (text: string): string =>
  neutral(text)
    .replaceAll(/[\s\u200e\u200f]+/g, ' ')
    .trim()
    .slice(0, LONGEST_TITLE)
    .toWellFormed();

/** Whether the sender wrote HTML; else the line breaks are all there is. No pattern here looks twice at the same sign. */
export const hasMarkup = (html: string): boolean => /<[a-z!/?][^<>]*>/i.test(html);

const TAG = /<\/?[a-z][^<>]*>/gi;

/**
 * The same with styles, scripts and bases under names that mean nothing. They are taken out anyway; but where they are looked at, the
 * page's policy would report each of them. What is missed here is a report, no hole.
 */
export const withoutReports = (html: string): string =>
  html.replaceAll(TAG, (tag) =>
    tag
      // Its text stays text until its end, as theirs does.
      .replace(/^<(\/?)(?:style|script)\b/i, '<$1noframes')
      .replace(/^<base\b/i, '<x-base')
      .replaceAll(/([\s"'/])style(?=\s*=)/gi, '$1x-style'),
  );

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

/** As the contract takes it. */
export function inPieces(html: string): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < html.length;) {
    const end = at + PIECE;
    // Two halves of one sign stay together.
    const next = /[\ud800-\udbff]/.test(html.charAt(end - 1)) && end < html.length ? end - 1 : end;
    pieces.push(html.slice(at, next));
    at = next;
  }
  return pieces;
}

/** Of the program's font in the size of the page, as `main/shell/body-frames.ts` sets it. */
const SIGN_WIDTH = 6.5;
const LINE_HEIGHT = 18;
const WIDEST = 76 * 7.6;
const AROUND = 36;

/** The box's height for blocks of so many signs: nobody can measure in a frame without scripts. It scrolls where this is too little. */
export function heightOf(blocks: readonly number[], width: number): number {
  const perLine = Math.max(20, Math.floor((Math.min(width, WIDEST) - AROUND) / SIGN_WIDTH));
  const lines = blocks.reduce((sum, signs) => sum + Math.max(1, Math.ceil(signs / perLine)), 0);
  return AROUND + lines * LINE_HEIGHT + Math.max(0, blocks.length - 1) * 10;
}
