// The text of a message body on its way to the frame: one line, pieces, without what a policy would report, its height.
import { neutral } from '../../../preload/contract/body-rules.ts';

const PIECE = 64 * 1024;
const LONGEST_TITLE = 300;

/** On one line, as the name of a frame. */
export const neutralLine = (text: string): string =>
  neutral(text)
    .replaceAll(/[\s\u200e\u200f]+/g, ' ')
    .trim()
    .slice(0, LONGEST_TITLE)
    .toWellFormed();

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

/** Of the program's font in the size of the page, as `main/messages/body-document.ts` sets it. */
const SIGN_WIDTH = 7;
const LINE_HEIGHT = 19.5;
const WIDEST = 76 * 8.2;
const AROUND = 36;

/** The box's height for blocks of so many signs: nobody can measure in a frame without scripts. It scrolls where this is too little. */
export function heightOf(blocks: readonly number[], width: number): number {
  const perLine = Math.max(20, Math.floor((Math.min(width, WIDEST) - AROUND) / SIGN_WIDTH));
  const lines = blocks.reduce((sum, signs) => sum + Math.max(1, Math.ceil(signs / perLine)), 0);
  return AROUND + lines * LINE_HEIGHT + Math.max(0, blocks.length - 1) * 10;
}
