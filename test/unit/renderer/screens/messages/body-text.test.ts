// The text of a message: invisible characters, markup or not, pieces that fit the border, and the estimated height.
import { describe, expect, it } from 'vitest';
import { firstRefusal } from '../../../../../main/border/input-limits.ts';
import {
  beginning,
  CUT,
  hasMarkup,
  MOST,
  neutral,
} from '../../../../../preload/contract/body-rules.ts';
import {
  heightOf,
  inPieces,
  neutralLine,
} from '../../../../../renderer/screens/messages/body-text.ts';

describe('CSP-07 signs that turn or hide text', () => {
  it('are taken out; what languages are written with stays', () => {
    expect(neutral('faktura\u202efdp.exe \u2066x\u2069')).toBe('fakturafdp.exe x');
    expect(neutral('a\0b\u0007c\u0085d\u009be\u200bf\ufeffg\u{e0041}h\u2028i')).toBe('abcdefgh\ni');
    expect(neutral('æøå\tš\u00a0–\u00ad👩‍🚒 \u200eעברית\u200f')).toBe(
      'æøå\tš\u00a0–\u00ad👩‍🚒 \u200eעברית\u200f',
    );
    expect(neutral('a\r\nb\rc')).toBe('a\nb\nc');
    expect(neutral('x\ud800y')).toBe('x\ufffdy');
  });

  it('a title is one line that main takes', () => {
    expect(neutralLine('  Vedtak\r\n\u202eom\u200f  noe ')).toBe('Vedtak om noe');
    expect(neutralLine('æ'.repeat(5000))).toHaveLength(300);
    expect(neutralLine(`${'x'.repeat(299)}😀`).isWellFormed()).toBe(true);
  });
});

describe('what a sender wrote', () => {
  it('is HTML where there is a mark, else text', () => {
    for (const html of [
      '<p>x',
      'a<br/>b',
      '</p >',
      '<!doctype html>',
      '<!-- x -->',
      '<SVG/onload=x>',
    ]) {
      expect([html, hasMarkup(html)]).toEqual([html, true]);
    }
    for (const text of ['Hei,\n\nmvh', 'a < b og c > d', '1<2>1', 'x &amp; y', '<', '']) {
      expect([text, hasMarkup(text)]).toEqual([text, false]);
    }
  });

  it('too long: its beginning, with line breaks and without half a mark', () => {
    const long = `<p>en</p><div>to<br class="x">tre\nfire</div>${'x'.repeat(MOST)}`;
    expect(beginning(long)).toMatch(/^<p>en\n<div>to\ntre fire\nx/);
    const half = `${'x'.repeat(CUT - 5)}<a href="https://example.org/">`;
    expect(beginning(half)).toBe('x'.repeat(CUT - 5));
  });
});

describe('on its way to main', () => {
  it('goes in pieces that fit, whole signs together, nothing lost', () => {
    const html = `${'x'.repeat(64 * 1024 - 1)}😀${'ø'.repeat(100_000)}`;
    const pieces = inPieces(html);
    expect(pieces.join('')).toBe(html);
    expect(pieces.every((piece) => piece.length <= 64 * 1024 && piece.isWellFormed())).toBe(true);
    expect(inPieces('x'.repeat(MOST))).toHaveLength(16);
    const most = { html: inPieces('x'.repeat(MOST)), scheme: 'light', title: 'x'.repeat(300) };
    expect(firstRefusal(most)).toBeUndefined();
    expect(inPieces('')).toEqual([]);
  });
});

describe('the height of the box', () => {
  it('grows with the text and with a narrower pane', () => {
    expect(heightOf([10], 460)).toBeLessThan(96);
    expect(heightOf([60, 400, 400, 30], 460)).toBeGreaterThan(heightOf([60, 400, 30], 460));
    expect(heightOf([4000], 300)).toBeGreaterThan(heightOf([4000], 600));
    expect(heightOf([4000], 700)).toBe(heightOf([4000], 2000));
    expect(heightOf([100], 0)).toBeGreaterThan(0);
  });
});
