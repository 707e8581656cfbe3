// Which hosts may be called at all, after the parser has normalised their names.
import { describe, expect, it } from 'vitest';
import { isAcceptableHost, isLoopbackHost, leadsInside } from '../../../../main/http/host-names.ts';

/** As URL.hostname gives it, or null when the parser itself refuses. */
const parsed = (host: string): string | null => {
  try {
    return new URL(`https://${host}/`).hostname;
  } catch {
    return null;
  }
};

describe('TLS-04 hosts', () => {
  const hosts: readonly [string, string | null][] = [
    ['api.example.no', 'api.example.no'],
    ['API.Example.NO', 'api.example.no'],
    ['localhost', 'localhost'],
    ['127.0.0.1', '127.0.0.1'],
    ['[::1]', '[::1]'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['１２７.0.0.1', '127.0.0.1'],
    ['api。example.no', 'api.example.no'],
    ['0x7f.1', '127.0.0.1'],
    ['api.example.no.', null],
    ['api..example.no', null],
    ['.example.no', null],
    ['api\0.example.no', null],
    ['api%00.example.no', null],
    ['api%2eexample.no', 'api.example.no'],
    ['api example.no', null],
    ['-api.example.no', null],
    ['api-.example.no', null],
    [`${'a'.repeat(64)}.no`, null],
    [`${'a.'.repeat(130)}no`, null],
    ['', null],
    ['*.example.no', null],
    ["api'.example.no", null],
  ];
  it.each(hosts)('TLS-04 %j is asked as %j', (host, expected) => {
    const name = parsed(host);
    expect(name !== null && isAcceptableHost(name) ? name : null).toBe(expected);
  });

  it('knows what is this computer', () => {
    expect(['localhost', 'a.localhost', '127.9.9.9', '[::1]'].map(isLoopbackHost)).not.toContain(
      false,
    );
    expect(
      ['localhost.example', '128.0.0.1', '[::2]', '10.0.0.1'].map(isLoopbackHost),
    ).not.toContain(true);
  });
});

describe('LNK-07 a public name that leads into the own network', () => {
  it.each([
    ...['10.0.0.7', '172.16.0.1', '172.31.255.255', '192.168.1.1', '127.0.0.1', '169.254.169.254'],
    ...['100.64.0.1', '0.0.0.0', '::1', 'fe80::1%eth0', 'fd12:3456::1', '::ffff:10.0.0.7'],
  ])('LNK-07 is noticed at %s', (address) => {
    expect(leadsInside('platform.example.no', address)).toBe(true);
  });

  it.each([
    ['platform.example.no', '93.184.216.34'],
    ['platform.example.no', '172.32.0.1'],
    ['platform.example.no', '2606:2800:220:1::1'],
    ['platform.example.no', 'proxy 10.0.0.1:8080'],
    ['platform', '10.0.0.7'],
    ['platform.internal', '10.0.0.7'],
    ['localhost', '127.0.0.1'],
    ['10.0.0.7', '10.0.0.7'],
    ['[::1]', '::1'],
  ])('LNK-07 %s at %s is what it says', (host, address) => {
    expect(leadsInside(host, address)).toBe(false);
  });
});
