// Signing texts as plain text: no word is lost, and no markup runs or hides anything.
import { describe, expect, it } from 'vitest';
import { isMarkup, readable } from '../../../../../renderer/screens/messages/signing-text.ts';

describe('a signing text', () => {
  it('stays as it came when it is text, also with signs of markup in it', () => {
    for (const text of [
      'Jeg bekrefter\n\n  alt.',
      'Beløp < 100 & > 5',
      'a <b c',
      '&amp; <ok>',
      'x < b > y',
    ]) {
      expect(isMarkup(text)).toBe(false);
      expect(readable(text)).toBe(text);
    }
  });

  it('is its words, with lines, points, signs and where links lead', () => {
    const html =
      '<p>Jeg  bekrefter\n &laquo;alt&raquo; &#230; &#xF8;.</p><ul><li>En</li><li>To<br/>tre</li></ul>' +
      '<p>Se <a class="x" href="https://a.example/b?c=1&amp;d=2">her</a>.</p>';
    expect(readable(html)).toBe(
      'Jeg bekrefter «alt» æ ø.\n\n• En\n\n• To\ntre\n\nSe her (https://a.example/b?c=1&d=2).',
    );
  });

  it('has no script, style or comment, and decodes once', () => {
    const html =
      '<div>A<script>alert(1)</script><style>p{}</style><!-- x -->&amp;lt;b&amp;gt;</div>';
    expect(readable(html)).toBe('A&lt;b&gt;');
    expect(readable('<p>&#0;&#x110000;&unknown;</p>')).toBe('&#0;&#x110000;&unknown;');
  });
});
