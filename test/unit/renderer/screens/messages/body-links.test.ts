// The links of a message: which may be opened, why others may not, and link texts that name another host.
import { describe, expect, it } from 'vitest';
import { bodyLink, type Verdict } from '../../../../../renderer/screens/messages/body-links.ts';
import { externalAddress } from '../../../../../main/shell/external-address.ts';

const verdicts: readonly (readonly [string, Verdict])[] = [
  ['https://portal.example.org/brev?id=1#a', 'open'],
  ['  HTTPS://Portal.Example.org:8443/x  ', 'open'],
  ['https:\\\\portal.example.org\\x', 'open'],
  ['https://xn--sknad-vua.example.org/', 'open'],
  ['https://søknad.example.org/', 'open'],
  ['https://[::1]/', 'open'],
  ['https://portal.example.org/æ ø', 'open'],
  ['http://portal.example.org/', 'insecure'],
  ['mailto:post@example.org', 'mail'],
  ['tel:+4712345678', 'phone'],
  ['sms:12345678', 'phone'],
  ['#del2', 'within'],
  ['', 'within'],
  ['/brev/1', 'within'],
  ['brev.html', 'within'],
  ['//evil.example/x', 'within'],
  ['javascript:alert(1)', 'program'],
  ['java\tscr\nipt:alert(1)', 'program'],
  ['\u0001javascript:alert(1)', 'program'],
  ['data:text/html,x', 'program'],
  ['blob:https://steward.local/1', 'program'],
  ['file:///etc/passwd', 'program'],
  ['ms-settings:privacy', 'program'],
  ['vscode://file/x', 'program'],
  ['app-msg://x/', 'program'],
  ['ftp://example.org/', 'program'],
  ['https://portal.example.org@evil.example/', 'user-name'],
  ['https://a:b@evil.example/', 'user-name'],
  ['https://@evil.example/', 'user-name'],
  ['\u0001https://a@evil.example/', 'user-name'],
  ['\u0001https://:b@evil.example/', 'user-name'],
  ['https://portal.example.org?x=\\y', 'unreadable'],
  ['https://exa_mple.org/', 'unreadable'],
  ['https://', 'unreadable'],
  ['https://a b/', 'unreadable'],
  [`https://portal.example.org/${'x'.repeat(2000)}`, 'too-long'],
];

describe('NAV-06 what becomes of a link', () => {
  it.each(verdicts)('%j is %s', (written, verdict) => {
    expect(bodyLink(1, 'Brevet', written).verdict).toBe(verdict);
  });

  it('promises nothing that the shell would refuse', () => {
    const promised = verdicts.map(([written]) => bodyLink(1, '', written));
    const open = promised.filter(({ verdict }) => verdict === 'open');
    expect(open).toHaveLength(7);
    expect(open.filter(({ address }) => externalAddress(address) === undefined)).toEqual([]);
  });

  it('is opened with 2000 characters as the browser asks for it, and not with one more', () => {
    const longest = 'https://portal.example.org/'.padEnd(2000, 'x');
    expect(bodyLink(1, '', longest)).toMatchObject({ verdict: 'open', address: longest });
    const longer = bodyLink(1, '', `${longest}x`);
    expect([longer.verdict, longer.address.length]).toEqual(['too-long', 2001]);
  });

  it('shows the host as the browser would ask for it', () => {
    expect(bodyLink(1, '', 'HTTPS://Søknad.Example.org:443/x')).toMatchObject({
      host: 'xn--sknad-vua.example.org',
      address: 'https://xn--sknad-vua.example.org/x',
    });
    expect(bodyLink(1, '', 'brev.html').host).toBeNull();
    expect(bodyLink(1, '', `x${'y'.repeat(5000)}`).address).toHaveLength(300);
  });
});

describe('words that name another host', () => {
  const claims = (text: string, to = 'https://evil.example/x') => bodyLink(1, text, to).claims;

  it('are pointed out, however they name it', () => {
    expect(claims('https://portal.example.org/brev')).toBe('portal.example.org');
    expect(claims('Gå til www.example.org.')).toBe('www.example.org');
    expect(claims('portal.example.org')).toBe('portal.example.org');
    expect(claims(' Portal.Example.org/brev?x')).toBe('portal.example.org');
    expect(claims('Søknad.example.org')).toBe('xn--sknad-vua.example.org');
    expect(claims('(se http://portal.example.org)')).toBe('portal.example.org');
    expect(claims('example.org', 'https://example.org.evil.example/')).toBe('example.org');
    expect(claims('login.example.org', 'https://example.org/')).toBe('login.example.org');
    expect(claims('example.org', 'https://notexample.org/')).toBe('example.org');
    expect(claims('example.org', 'http://evil.example/')).toBe('example.org');
  });

  it('are not where they say the same, a part of it, or no host at all', () => {
    expect(claims('evil.example')).toBeNull();
    expect(claims('www.evil.example/x')).toBeNull();
    expect(claims('https://evil.example:443/y')).toBeNull();
    expect(claims('example.org', 'https://login.example.org/')).toBeNull();
    expect(claims('Les brevet')).toBeNull();
    expect(claims('vedtak.pdf')).toBeNull();
    expect(claims('Kari.Nordmann skrev')).toBeNull();
    expect(claims('kl. 12.30')).toBeNull();
    expect(claims('')).toBeNull();
    expect(claims('portal.example.org', 'mailto:post@evil.example')).toBeNull();
  });
});
