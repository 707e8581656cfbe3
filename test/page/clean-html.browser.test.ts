// The two that clean a sender's HTML, of the window and of an exported page, keep the same of it: in a real browser.
import { describe, expect, it } from 'vitest';
import { cleanHtml } from '../../main/messages/clean-html.ts';
import { cleanBody } from '../../renderer/screens/messages/clean-body.ts';
import { hostileBodies } from '../support/hostile-bodies.ts';

/** What a browser makes of it: text, and each element with its attributes. The list of addresses is the page's own. */
function read(html: string) {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  // The window's links can be pressed: their only address is their number, and a pointer above them reads the real host.
  for (const link of body.querySelectorAll('a[data-link]')) {
    expect(link.getAttribute('href') ?? numberOf(link)).toBe(numberOf(link));
    link.removeAttribute('href');
    link.removeAttribute('title');
  }
  body.querySelector(':scope > hr:last-of-type + ol:last-child')?.remove();
  body.querySelector(':scope > hr:last-child')?.remove();
  const elements = [...body.querySelectorAll('*')].map(
    (one) =>
      `${one.localName} ${[...one.attributes]
        .map(({ name, value }) => `${name}=${value}`)
        .sort()
        .join(' ')}`,
  );
  return { text: body.textContent.replaceAll(/\s+/g, ' ').trim(), elements };
}

const numberOf = (link: Element) => `/${link.getAttribute('data-link') ?? ''}`;

const LETTERS: Readonly<Record<string, string>> = {
  plain: 'Hei\n\n1 < 2 & 3 &aring;',
  letter:
    '<html><head><title>x</title><style>p{color:red}</style></head><body><h1>Vedtak</h1><p>Hei &aring; <b>p&#229;</b><br>deg',
  table:
    '<table border=1><caption>Tall</caption><thead><tr><th scope=col>A<tbody><tr><td colspan=2 align=right>1</table>',
  lists: '<ol start=3><li>en<li>to<ul><li>tre</ul></ol><dl><dt>a<dd>b</dl>',
  links: '<p><a href="https://a.test/x" title=T>en</a> <a name=b>to</a> <a href=/c>tre</a></p>',
  nested: '<p>en<div>to<p>tre</div>fire</p><font color=red>fem</font><form>seks<input></form>',
};

describe('ATK-08 the same rules', () => {
  it.each(Object.entries(LETTERS))('keep the same of a letter: %s', (_name, html) => {
    expect(read(cleanHtml(html))).toEqual(read(cleanBody(html).html));
  });

  it('give a link no address but its number in the list, and the host that it leads to as its hint', () => {
    const { html, links } = cleanBody(
      '<a href="https://a.test/x" title="https://bank.test/" target=_top ping=/p download>en</a> <a name=b href>to</a> <a>tre</a>',
    );
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    const attributes = [...body.querySelectorAll('a')].map((one) =>
      Object.fromEntries([...one.attributes].map(({ name, value }) => [name, value])),
    );
    expect(attributes).toEqual([
      { 'data-link': '1', href: '/1', title: 'a.test' },
      { 'data-link': '2', href: '/2', title: '' },
      {},
    ]);
    expect(links.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('give no address to a link that no list shows', () => {
    const many = Array.from(
      { length: 203 },
      (_, at) => `<a href="https://a.test/${String(at)}">x</a>`,
    );
    const { body } = new DOMParser().parseFromString(cleanBody(many.join(' ')).html, 'text/html');
    expect(body.querySelectorAll('a[data-link]')).toHaveLength(203);
    expect(body.querySelectorAll('a[href]')).toHaveLength(200);
  });

  it('let no tag and no attribute through in an exported page that the window takes out', () => {
    const bodies = hostileBodies((name) => `https://attacker.invalid/${name}`, 'attacker.invalid');
    const allowed = new Set(
      [...bodies, ...Object.values(LETTERS).map((html) => ({ html }))].flatMap(({ html }) =>
        read(cleanBody(html).html).elements.flatMap((one) => one.match(/^\S+|[a-z-]+(?==)/g) ?? []),
      ),
    );
    for (const { html } of bodies)
      for (const element of read(cleanHtml(html)).elements)
        for (const name of element.match(/^\S+|(?<= )[a-z-]+(?==)/g) ?? [])
          expect([...allowed]).toContain(name);
  });
});
