// A corpus of hrefs: own origin accepted, former hosts rebased, everything else refused.
import { describe, expect, it } from 'vitest';
import { randomInt } from 'node:crypto';
import { decideLink } from '../../../../main/http/links.ts';

const base = new URL('https://api.example.no/base');
const former = ['old.example.no', 'tt02.example.no'];
const decide = (href: unknown, at = new URL('https://api.example.no')) =>
  decideLink(href, at, former);
const addressOf = (href: unknown) => {
  const decision = decide(href);
  return decision.use ? decision.address.href : null;
};

const own = 'https://api.example.no';
const accepted: readonly [string, string][] = [
  [`${own}/api/my/messages`, `${own}/api/my/messages`],
  ['HTTPS://API.EXAMPLE.NO/api/x', `${own}/api/x`],
  [`${own}:443/api/x`, `${own}/api/x`],
  ['/api/x?a=b', `${own}/api/x?a=b`],
  ['//api.example.no/api/x', `${own}/api/x`],
  [
    `${own}/api/x?$skip=50&dateFrom=2018-01-01T00:00:00`,
    `${own}/api/x?$skip=50&dateFrom=2018-01-01T00:00:00`,
  ],
  [`${own}/api/x?a=two words&b=c d`, `${own}/api/x?a=two%20words&b=c%20d`],
  [
    `${own}/api/x?url=https://evil.example//a/../b`,
    `${own}/api/x?url=https://evil.example//a/../b`,
  ],
  [`${own}/api/x#part`, `${own}/api/x`],
  [`${own}/api/navn%20med%20%C3%A6`, `${own}/api/navn%20med%20%C3%A6`],
  // LNK-02: hosts of the list, http and https, keep path and query and lose their origin
  ['https://old.example.no/api/x?a=1', `${own}/api/x?a=1`],
  ['http://old.example.no/api/x', `${own}/api/x`],
  ['http://TT02.example.no/api/x', `${own}/api/x`],
];

const refused: readonly unknown[] = [
  'https://api.example.no.evil.example/api/x',
  'https://api.example.noevil.example/api/x',
  'https://evil-api.example.no/api/x',
  'https://evilapi.example.no/api/x',
  'https://evil.example/api.example.no/api/x',
  'https://evil.example/?https://api.example.no/api/x',
  'https://evil.example/#https://api.example.no/api/x',
  'https://api.example.no@evil.example/api/x',
  'https://evil.example\\@api.example.no/api/x',
  'https://api.example.no\\.evil.example/api/x',
  'https://user:pass@api.example.no/api/x',
  'https://user@api.example.no/api/x',
  'https://@api.example.no/api/x',
  'https://api.example.no:8443/api/x',
  'https://api.example.no:80/api/x',
  'http://api.example.no/api/x',
  'http://api.example.no:443/api/x',
  'https://api.example.no./api/x',
  'https://api.example.no%2eevil.example/api/x',
  'https://api%2Eexample.no/api/x',
  'https://арі.example.no/api/x',
  'https://api。example.no/api/x',
  'https://ａpi.example.no/api/x',
  'https://api.example.no\u200b/api/x',
  '//evil.example/api/x',
  '///evil.example/api/x',
  '/\\evil.example/api/x',
  '\\\\evil.example\\api\\x',
  'https:/evil.example/api/x',
  'https:evil.example/api/x',
  'javascript:alert(1)',
  'data:text/html,/api/x',
  'file:///api/x',
  'ftp://api.example.no/api/x',
  'blob:https://api.example.no/api/x',
  'wss://api.example.no/api/x',
  ' https://api.example.no/api/x',
  'https://api.example.no/api/x ',
  'https://api.example.no/ api/x',
  'https://api.example.no/api/a b',
  'ht\ntps://api.example.no/api/x',
  'https://api.example.no/api/\tx',
  'https://api.example.no/api/x\r\nHost: evil.example',
  'https://api.example.no/api/\0x',
  'https://api.example.no/api/../admin',
  'https://api.example.no/api/x/../../admin',
  'https://api.example.no/x/../api/y',
  'https://api.example.no/api/%2e%2e/admin',
  'https://api.example.no/api/%2E%2e%2fadmin',
  'https://api.example.no/api/%252e%252e/x',
  'https://api.example.no/api/a%5cb',
  'https://api.example.no/api//x',
  'https://api.example.no//api/x',
  'https://api.example.no/apix/x',
  'https://api.example.no/API/x',
  'https://api.example.no/api/',
  'https://api.example.no/api',
  'https://api.example.no/',
  'https://api.example.no/ui/login',
  'https://old.example.no:8443/api/x',
  'https://sub.old.example.no/api/x',
  'https://old.example.no/ui/x',
  'https://user@old.example.no/api/x',
  'ftp://old.example.no/api/x',
  `https://api.example.no/api/${'x'.repeat(4096)}`,
  '',
  '?a=b',
  '#a',
  'https://',
  'https://[::1]/api/x',
  'https://127.0.0.1/api/x',
  null,
  undefined,
  7,
  {},
  ['https://api.example.no/api/x'],
];

describe('LNK-01 and LNK-02: which links are used', () => {
  it('the corpus has at least 55 hrefs', () => {
    expect(accepted.length + refused.length).toBeGreaterThanOrEqual(55);
  });
  it.each(accepted)('LNK-01 LNK-02 %j is asked as %j', (href, expected) => {
    expect(addressOf(href)).toBe(expected);
  });
  it.each(refused.map((href) => [href]))('LNK-01 %j is refused', (href) => {
    expect(addressOf(href)).toBeNull();
  });

  it('LNK-02 says when a link was rebased, and rebases no host that is not on the list', () => {
    expect(decide('https://old.example.no/api/x')).toMatchObject({ use: true, rebased: true });
    expect(decide(`${own}/api/x`)).toMatchObject({ use: true, rebased: false });
    expect(decideLink('https://old.example.no/api/x', new URL(own), [])).toMatchObject({
      use: false,
    });
  });

  it('LNK-01 below a base address with a path only that path is ours', () => {
    const at = (href: string) => decideLink(href, base, former).use;
    expect(at(`${own}/base/api/x`)).toBe(true);
    expect(at(`${own}/api/x`)).toBe(false);
    expect(at(`${own}/basement/api/x`)).toBe(false);
    expect(at('https://old.example.no/base/api/x')).toBe(true);
  });

  it('LNK-01 whatever the host is made of, an accepted address is on the origin', () => {
    const signs = [...'ap.i-example/:@\\%#?[]éа。no \t\u200b\u202e'];
    const pick = () => signs[randomInt(signs.length)] ?? '';
    for (let i = 0; i < 5000; i++) {
      const host = Array.from({ length: randomInt(1, 20) }, pick).join('');
      for (const href of [
        `https://${host}/api/x`,
        `https://api.example.no${host}/api/x`,
        `//${host}/api/x`,
      ]) {
        const decision = decide(href);
        if (decision.use) expect([href, decision.address.origin]).toEqual([href, own]);
        if (decision.use && !decision.rebased) expect(new URL(href, own).origin).toBe(own);
      }
    }
  });
});

it('a link to another host names it, where it could be a former name of the platform', () => {
  expect(decide('https://new.example.no/api/x')).toEqual({
    use: false,
    because: 'other-origin',
    host: 'new.example.no',
  });
  // No former name: another port is another server, and the rest is no address that a person should look at.
  for (const href of ['https://new.example.no:8443/api/x', 'https://user@new.example.no/api/x'])
    expect(decide(href)).not.toHaveProperty('host');
});
