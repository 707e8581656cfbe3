// Finds the one session cookie among many, including hostile ones.
import { describe, expect, it } from 'vitest';
import { signInCookieOf } from '../../../../main/auth/password-sign-in.ts';

const now = new Date('2026-03-01T12:00:00Z');
const host = 'platform.example.test';
const found = (...lines: string[]) => signInCookieOf(lines, host, now);

describe('LNK-10 the sign-in cookie', () => {
  it('LNK-10 is found among others, the newest counts', () => {
    const others = ['ASP.NET_SessionId=x; path=/', 'PortalLanguage=1044'];
    expect(found(...others)).toBeUndefined();
    expect(found(...others, '.ASPXAUTH=AB12; path=/; secure; HttpOnly')).toEqual({ value: 'AB12' });
    expect(found('.ASPXAUTH=A', '.ASPXAUTH=B; Secure', 'x=y')).toEqual({ value: 'B' });
  });

  it.each([
    '.ASPXAUTH2=A',
    'X.ASPXAUTH=A',
    '.aspxauth=A',
    '.ASPXAUTH',
    '.ASPXAUTH=A; Domain=evil.example.test',
    '.ASPXAUTH=A; Domain=atform.example.test',
    '.ASPXAUTH=A B',
    '.ASPXAUTH=A,B',
    '.ASPXAUTH="A"',
    '.ASPXAUTH=\u00e6',
    `.ASPXAUTH=${'A'.repeat(1_000_000)}`,
  ])('LNK-10 is not taken from %.60s', (line) => {
    expect(found(line)).toBeUndefined();
  });

  it('LNK-10 a domain above the host makes no difference: it is sent to one origin only', () => {
    expect(found('.ASPXAUTH=A; Domain=.example.test')).toEqual({ value: 'A' });
    expect(found('.ASPXAUTH=A; domain=PLATFORM.example.test; Path=/')).toEqual({ value: 'A' });
  });

  it.each([
    '.ASPXAUTH=; path=/',
    '.ASPXAUTH=A; Max-Age=0',
    '.ASPXAUTH=A; Max-Age=-1; Expires=Fri, 01 Jan 2100 00:00:00 GMT',
    '.ASPXAUTH=A; expires=Tue, 12-Oct-1999 00:00:00 GMT',
  ])('AUE-01 the platform takes it back with %s', (line) => {
    expect(found(line)).toBe('ended');
  });

  it('LNK-10 a hundred cookies are none of our business', () => {
    const many = Array.from({ length: 100 }, (_, at) => `c${at}=${'x'.repeat(4000)}`);
    expect(found(...many, '.ASPXAUTH=A', ...many)).toEqual({ value: 'A' });
  });
});
