// Frames of messages: exact addresses, one document each, 404 for what is gone, and headers that are safe alone.
import { describe, expect, it } from 'vitest';
import { createShownBodies } from '../../../../main/messages/shown-bodies.ts';
import { bodyFonts } from '../../../../main/shell/body-fonts.ts';
import { bodyDocument } from '../../../../main/messages/body-document.ts';
import { bodyHeaders, openBodyFrames } from '../../../../main/shell/body-frames.ts';

const origins = {
  electron: { before: 'app-msg://', after: '/', ancestor: 'app:' },
  chromium: {
    before: 'https://',
    after: '.message.steward.local/',
    ancestor: 'https://steward.local',
  },
} as const;
const body = { html: '<p>Hei</p>', scheme: 'light', title: 'Brev' } as const;

describe.each(Object.entries(origins))('bodies in %s', (_shell, origin) => {
  function world() {
    const bodies = createShownBodies();
    const frames = openBodyFrames(
      origin,
      (name) => bodies.find(name),
      () => '',
    );
    const show = () => {
      const name = bodies.add(body);
      return { name, address: `${origin.before}${name}${origin.after}` };
    };
    return { bodies, frames, show };
  }

  it('CSP-05 each is at an address nobody can guess, and is served with its headers', () => {
    const { frames, show } = world();
    const [one, other] = [show(), show()];
    expect(one.name).toMatch(/^[0-9a-f]{32}$/);
    expect(one.name).not.toBe(other.name);
    const answer = frames.answer(one.address);
    expect(answer.status).toBe(200);
    expect(answer.body.toString()).toContain('<p>Hei</p>');
    expect(answer.headers['content-security-policy']).toContain(
      `frame-ancestors ${origin.ancestor}`,
    );
  });

  it('answers 404 to anything that is not exactly the address of a body, under the same headers', () => {
    const { frames, show } = world();
    const { name, address } = show();
    const others = [
      `${address}x`,
      `${address}?x`,
      `${address}#x`,
      `${address}index.html`,
      address.slice(0, -1),
      address.toUpperCase(),
      address.replace(name, name.toUpperCase().replace(/\d/, 'A')),
      address.replace(name, ''),
      address.replace(name, 'toString'),
      address.replace(name, '0'.repeat(32)),
      address.replace(name, `kari@${name}`),
      address.replace(name, `${name}.${name}`),
      `x${address}`,
      '',
    ];
    expect(others.filter((one) => frames.answer(one).status !== 404)).toEqual([]);
    for (const method of ['POST', 'HEAD', 'PUT', 'get']) {
      expect(frames.answer(address, method).status).toBe(404);
    }
    const gone = frames.answer(others[0] ?? '');
    expect(gone.headers).toEqual(frames.answer(address).headers);
    expect(gone.body.toString()).not.toContain('Hei');
  });

  it('MEM-02 after the lock, and after some others, its address is nothing', () => {
    const { bodies, frames, show } = world();
    const first = show();
    for (let i = 0; i < 8; i += 1) show();
    expect(frames.answer(first.address).status).toBe(404);
    const last = show();
    expect(frames.answer(last.address).status).toBe(200);
    bodies.clear();
    expect(frames.answer(last.address).status).toBe(404);
  });

  it('covers addresses of bodies alone', () => {
    const { frames, show } = world();
    const { name, address } = show();
    expect(frames.covers(address)).toBe(true);
    expect(frames.covers(`${address}?x`)).toBe(true);
    const others = [
      'https://steward.local/index.html',
      'app://steward/index.html',
      `http://${name}.message.steward.local/`,
      'https://message.steward.local.evil.example/',
      `https://evil.example/${name}.message.steward.local/`,
      `https://evil.example?${name}.message.steward.local/`,
      'about:blank',
      'data:text/html,x',
      '',
    ];
    expect(others.filter((one) => frames.covers(one))).toEqual([]);
  });

  it('NAV-01 a frame is let in once: what it asks for later, the message asks for', () => {
    const { frames, show } = world();
    const page = { frameTreeNodeId: 1, parent: null };
    const frame = { frameTreeNodeId: 7, parent: page };
    const into = (url: string, given: Partial<Parameters<typeof frames.admits>[0]> = {}) =>
      frames.admits({ url, isMainFrame: false, frame, ...given }, page);
    const { address } = show();
    // Not the page, no frame in a frame, nowhere else; none of it uses the frame or the body up.
    expect(into(address, { isMainFrame: true, frame: page })).toBe(false);
    expect(into(address, { frame: { frameTreeNodeId: 8, parent: frame } })).toBe(false);
    expect(into('https://example.org/')).toBe(false);
    expect(into('about:srcdoc')).toBe(false);
    expect(into(`${address}?x`)).toBe(false);
    expect(into(address)).toBe(true);
    expect(into(address)).toBe(false);
    expect(into(show().address)).toBe(false);
    const another = { frame: { frameTreeNodeId: 9, parent: page } };
    expect(into(address, another)).toBe(false);
    expect(into(show().address, another)).toBe(true);
  });

  it('NAV-01 a pressed link is its number in the body that the frame shows, and nothing else is one', () => {
    const { bodies, frames, show } = world();
    const [one, other] = [show(), show()];
    const press = (address: string, within = one.address) => frames.linkPressed(address, within);
    expect(press(`${one.address}7`)).toEqual({ body: one.name, link: 7 });
    expect(press(`${one.address}200`)).toEqual({ body: one.name, link: 200 });
    const none = [
      ...['', '#7', '?7', '0', '07', '7/', '7?x', '7#x', '-1', '1e1', '1000', '７', 'x', '/7'].map(
        (rest) => `${one.address}${rest}`,
      ),
      // Of another body, of no body, and of a frame that a refused navigation has emptied.
      `${other.address}7`,
      `${origin.before}${'0'.repeat(32)}${origin.after}7`,
      'https://example.org/7',
      'app://steward/7',
    ];
    expect(none.filter((address) => press(address) !== undefined)).toEqual([]);
    for (const within of [
      '',
      'about:blank',
      `${one.address}#x`,
      `${one.address}7`,
      'app://steward/',
    ])
      expect(press(`${within}7`, within)).toBeUndefined();
    // There is no document at such an address, and none is let in.
    expect(frames.answer(`${one.address}7`).status).toBe(404);
    const page = { frameTreeNodeId: 1, parent: null };
    const navigation = { url: `${one.address}7`, isMainFrame: false };
    expect(frames.admits({ ...navigation, frame: null }, page)).toBe(false);
    bodies.clear();
    expect(press(`${one.address}7`)).toBeUndefined();
  });

  it('NAV-01 a frame that is not there yet is let in by the name of its body, once', () => {
    const { frames, show } = world();
    const page = { frameTreeNodeId: 1, parent: null };
    const into = (url: string) => frames.admits({ url, isMainFrame: false, frame: null }, page);
    const { address } = show();
    expect(into('https://example.org/')).toBe(false);
    expect(into(address.replace(/[0-9a-f]{32}/, '0'.repeat(32)))).toBe(false);
    expect([into(address), into(address)]).toEqual([true, false]);
    expect(into(show().address)).toBe(true);
  });
});

describe('CSP-05 the headers', () => {
  const headers = bodyHeaders('https://steward.local');
  const policy = (headers['content-security-policy'] ?? '').split('; ');

  it('forbid script, requests, forms and bases, and sandbox the document even without its frame', () => {
    expect(policy).toEqual([
      'sandbox',
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
      'font-src data:',
      "form-action 'none'",
      "base-uri 'none'",
      'frame-ancestors https://steward.local',
    ]);
  });

  it('say where it came from to nobody, resolve no names, keep nothing, and fit the page that frames it', () => {
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'x-dns-prefetch-control': 'off',
      'referrer-policy': 'no-referrer',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'no-store',
    });
    expect(Object.isFrozen(headers)).toBe(true);
  });
});

describe('the document', () => {
  const shown = { html: '<p>Hei</p>', scheme: 'dark', title: 'Vedtak' } as const;

  it('is the body in our typography, in the scheme of the page', () => {
    const text = bodyDocument(shown, '');
    expect(text).toMatch(/^<!doctype html><html data-scheme="dark">/);
    expect(text).toMatch(/<body tabindex="0"><p>Hei<\/p><\/body><\/html>$/);
    expect(bodyDocument({ ...shown, scheme: 'light' }, '')).toContain('data-scheme="light"');
  });

  it('its title is text, and its style asks for nothing', () => {
    const text = bodyDocument({ ...shown, title: '</title><script>x</script>&' }, '');
    expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;&amp;</title>');
    expect(text).not.toMatch(/url\(|@import|@font-face|<script|<link/);
  });

  it('has the fonts of the page in itself, by the names that the build gave them', () => {
    const paths = [
      '/assets/inter-latin-ext-wght-normal-DO1A_j-S.woff2',
      '/assets/inter-latin-wght-normal-Dx4kXJAl.woff2',
      '/assets/jetbrains-mono-latin-wght-normal-B9CIFXIH.woff2',
      '/assets/index.js',
    ];
    const asked: string[] = [];
    const fonts = bodyFonts(
      {
        paths,
        answer(address) {
          asked.push(address);
          return { status: 200, headers: {}, body: Buffer.from(address) };
        },
      },
      'app://steward',
    );
    expect(asked.toSorted()).toEqual(paths.slice(0, 3).map((one) => `app://steward${one}`));
    const rules = fonts.match(/@font-face \{[^}]+\}/g) ?? [];
    expect(rules.map((rule) => /font-family: '([^']+)'/.exec(rule)?.[1])).toEqual([
      'Inter Variable',
      'Inter Variable',
      'JetBrains Mono Variable',
    ]);
    const text = bodyDocument(shown, fonts);
    const addresses = [...text.matchAll(/url\(([^)]*)\)/g)].map(([, address]) => address);
    expect(addresses).toHaveLength(3);
    expect(addresses.filter((one) => one?.startsWith('data:font/woff2;base64,') !== true)).toEqual(
      [],
    );
  });
});
