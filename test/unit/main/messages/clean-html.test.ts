// Cleaning where there is no document: a letter stays one, and only tags of the rules come out.
import { describe, expect, it } from 'vitest';
import {
  ATTRIBUTES,
  BLOCK_TAGS,
  MOST,
  TEXT_TAGS,
} from '../../../../preload/contract/body-rules.ts';
import { bodyFile } from '../../../../main/messages/body-document.ts';
import { cleanHtml } from '../../../../main/messages/clean-html.ts';
import { hostileBodies } from '../../../support/hostile-bodies.ts';

const TAG = /<\/?([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/g;
const KNOWN = new Set([...TEXT_TAGS, ...BLOCK_TAGS, 'hr', 'ol', 'li', 'div']);
const KEPT = new Set([...ATTRIBUTES, 'data-link', 'class']);

/** What is no tag of the rules with attributes of the rules, and is no text either. */
function foreignIn(written: string): readonly string[] {
  const found: string[] = [];
  const rest = written.replaceAll(TAG, (tag, name: string, attributes: string) => {
    const names = [...attributes.matchAll(/ ([a-z-]+)="/g)].map(([, one = '']) => one);
    if (!KNOWN.has(name) || names.some((one) => !KEPT.has(one))) found.push(tag);
    return '';
  });
  if (/[<>]/.test(rest)) found.push(rest.slice(0, 100));
  return found;
}

describe('ATK-08 HTML for an exported page', () => {
  it.each([
    ['a letter', '<p>Hei <b>på</b> deg</p>', '<p>Hei <b>på</b> deg</p>'],
    [
      'references',
      '<p>&aring; &amp; &#229; &#xe5;&lt;b&gt;</p>',
      '<p>&aring; &amp; å å&lt;b&gt;</p>',
    ],
    ['a number for a mark', '<p>&#60;img src=x&#62;</p>', '<p>&lt;img src=x&gt;</p>'],
    [
      'attributes',
      `<td colspan=2 align='right' style="x" onclick=y>1</td>`,
      '<td colspan="2" align="right">1</td>',
    ],
    [
      'a value with marks',
      `<p title='"><img src=x>'>x</p>`,
      '<p title="&quot;&gt;&lt;img src=x&gt;">x</p>',
    ],
    [
      'a link',
      '<a href="https://a.test/?a=1&b=2">Åpne</a>',
      '<a data-link="1">Åpne</a><hr><ol><li>https://a.test/?a=1&b=2</li></ol>',
    ],
    [
      'what is not read',
      '<style>p{}</style><svg><p>x</p></svg><select><option>1</select><p>y</p>',
      '<p>y</p>',
    ],
    ['comments', 'a<!-- <b>x</b> -->b<!-->c<?x?>d</ >e<br>', 'abcde<br>'],
    ['tags without end', 'a <b>x<p title="', 'a <b>x</b>'],
    ['ends without beginning', '</div></body></p><i>x</i>', '<i>x</i>'],
    ['a sign that is none', '<p>1 < 2 &3 > 2</p>', '<p>1 &lt; 2 &amp;3 &gt; 2</p>'],
    ['signs nobody sees', '<p>faktura\u202efdp &#x202e;x</p>', '<p>fakturafdp x</p>'],
    ['text without marks', 'Hei\n1 < 2 & 3', '<div class="plain">Hei\n1 &lt; 2 &amp; 3</div>'],
  ])('keeps %s', (_what, html, written) => {
    expect(cleanHtml(html)).toBe(written);
  });

  it('has no tag and no attribute but those of the rules, whatever the sender wrote', () => {
    const bodies = hostileBodies((name) => `https://attacker.invalid/${name}`, 'attacker.invalid');
    const foreign = bodies.map(({ name, html }) => [name, foreignIn(cleanHtml(html))] as const);
    expect(foreign.filter(([, found]) => found.length > 0)).toEqual([]);
  });

  it('has none in any mix of pieces that markup is made of', () => {
    const pieces =
      `< > </ <! <!-- --> <? ' " = / & &# ; &lt &#60 <p <b> <script> </script> <svg> <svg/ <style <a\thref=" <td title=' onload= <textarea> <title> \0 \u202e x <plaintext> <template>`.split(
        ' ',
      );
    let seed = 7;
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    const bad: string[] = [];
    for (let round = 0; round < 20_000; round += 1) {
      const html = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)]).join(
        ['', ' ', 'y'][next(3)],
      );
      if (foreignIn(cleanHtml(html)).length > 0) bad.push(html);
    }
    expect(bad).toEqual([]);
  });

  it('is its beginning as text where it is longer than the window shows', () => {
    const written = cleanHtml(`<p>Hei &amp; hå</p>${'<p>linje <b>x</b></p>'.repeat(MOST / 10)}`);
    expect(written).toMatch(/^<div class="plain">Hei &amp; hå\nlinje x\n/);
    expect(foreignIn(written)).toEqual([]);
    expect(written.length).toBeLessThan(MOST / 4);
  });

  it('stands in a file under a policy of its own, before anything of the sender', () => {
    const file = bodyFile('<p>x</p>', '</title><script>x</script>');
    expect(file).toMatch(
      /^<!doctype html><html data-scheme="light"><head><meta charset="utf-8"><meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]+=*'; form-action 'none'; base-uri 'none'">/,
    );
    expect(file).toContain('<title>&lt;/title&gt;&lt;script&gt;');
  });
});
