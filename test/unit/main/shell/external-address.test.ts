// Which addresses reach the system browser.
import { describe, expect, it } from 'vitest';
import {
  checkedExternalAddress,
  externalAddress,
} from '../../../../main/shell/external-address.ts';
import { openInSystemBrowser } from '../../../../main/shell/system-browser.ts';

const good: readonly (readonly [string, string])[] = [
  ['https://portal.example.org', 'portal.example.org'],
  ['https://portal.example.org/a/b?c=d&e=%20#f', 'portal.example.org'],
  ['HTTPS://Portal.Example.ORG/', 'portal.example.org'],
  ['https://portal.example.org:8443/', 'portal.example.org:8443'],
  ['https://127.0.0.1:8443/', '127.0.0.1:8443'],
  ['https://[::1]:8443/', '[::1]:8443'],
  ['https://localhost/', 'localhost'],
  ['https://bücher.example/', 'xn--bcher-kva.example'],
  ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example'],
  ['https://аррӏе.example/', 'xn--80ak6aa92e.example'],
];
const bad = [
  'http://portal.example.org',
  'ftp://portal.example.org',
  'file:///etc/passwd',
  'file://server/share',
  'smb://server/share',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'blob:https://portal.example.org/1',
  'about:blank',
  'chrome://settings',
  'ms-settings:privacy',
  'ms-msdt:/id PCWDiagnostic',
  'ms-officecmd:x',
  'search-ms:query=x',
  'vscode://file/etc/passwd',
  'steam://run/1',
  'mailto:kari@example.org',
  'tel:+4722222222',
  'ssh://kari@example.org',
  'view-source:https://portal.example.org',
  'ws://portal.example.org',
  '\\\\server\\share',
  '//server/share',
  'portal.example.org',
  '',
  ' ',
  'https:',
  'https:/',
  'https://',
  'https:///',
  'https:///portal.example.org',
  'https:portal.example.org',
  'https:/portal.example.org',
  'https:\\\\portal.example.org',
  'https://portal.example.org\\@evil.example',
  'https://kari@portal.example.org',
  'https://kari:pass@portal.example.org',
  'https://@portal.example.org',
  'https://:@portal.example.org',
  'https://portal.example.org@evil.example/',
  'https://portal.example.org%2f@evil.example/',
  'https://portal%2eexample.org/',
  ' https://portal.example.org',
  'https://portal.example.org ',
  'https://portal.example.org/a b',
  'https://portal.example.org/\tx',
  'java\nscript:alert(1)',
  'ht\ntps://portal.example.org',
  'https://portal.example.org/\0',
  'https://portal.example.org/\u202egnp.exe',
  'https://portal\u200b.example.org/',
  'https://portal.example.org:99999/',
  'https://portal..example.org/',
  'https://-/--/ ',
  'https://portal.example.org./',
  'https://exa_mple.org/',
  'https://exa<mple.org/',
  'https://[::1/',
  `https://portal.example.org/${'a'.repeat(3000)}`,
];

describe('NAV-06 the system browser', () => {
  it(`gets ${String(good.length)} plain https addresses, with the host the person is shown in ASCII`, () => {
    expect(good.map(([text]) => externalAddress(text)?.host)).toEqual(good.map(([, host]) => host));
  });

  it(`does not get ${String(bad.length)} others`, () => {
    expect(good.length + bad.length).toBeGreaterThanOrEqual(55);
    expect(bad.filter((text) => externalAddress(text) !== undefined)).toEqual([]);
  });

  it('is started with the address as one argument, never through a command interpreter', () => {
    const runs: (readonly [string, readonly string[]])[] = [];
    const address = new URL('https://portal.example.org/?a=1&b=$(id)|%PATH%');
    openInSystemBrowser(address, (program, args) => runs.push([program, args]));
    expect(runs).toHaveLength(1);
    expect(runs[0]?.[1].at(-1)).toBe(address.href);
    expect(['xdg-open', 'open', 'rundll32.exe']).toContain(runs[0]?.[0]);
  });

  it('is not started for an address that is refused', () => {
    const runs: string[] = [];
    for (const text of bad.filter((one) => URL.canParse(one))) {
      const address = new URL(text);
      // What the parser has made whole is judged as it is now; what is still wrong is refused.
      if (externalAddress(address.href)) continue;
      expect(() => {
        openInSystemBrowser(address, (program) => runs.push(program));
      }).toThrow();
      expect(() => checkedExternalAddress(address)).toThrow();
    }
    expect(runs).toEqual([]);
  });
});
