// The document of a message's frame and its headers: they must be safe by themselves, whatever the body contains.
import { describe, expect, it } from 'vitest';
import { bodyDocument, bodyHeaders } from '../../../../main/messages/body-document.ts';

describe('CSP-05 the headers', () => {
  const headers = bodyHeaders('https://steward.local');
  const policy = (headers['content-security-policy'] ?? '').split('; ');

  it('forbid script, requests, forms and bases, and sandbox the document even without its frame', () => {
    expect(policy).toEqual([
      'sandbox',
      "default-src 'none'",
      "style-src 'unsafe-inline'",
      'img-src data:',
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
    const text = bodyDocument(shown);
    expect(text).toMatch(/^<!doctype html><html data-scheme="dark">/);
    expect(text).toMatch(/<body tabindex="0"><p>Hei<\/p><\/body><\/html>$/);
    expect(bodyDocument({ ...shown, scheme: 'light' })).toContain('data-scheme="light"');
  });

  it('its title is text, and its style asks for nothing', () => {
    const text = bodyDocument({ ...shown, title: '</title><script>x</script>&' });
    expect(text).toContain('<title>&lt;/title&gt;&lt;script&gt;x&lt;/script&gt;&amp;</title>');
    expect(text).not.toMatch(/url\(|@import|@font-face|<script|<link/);
  });
});
