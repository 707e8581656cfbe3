// The system proxy as environment variables give it.
import { expect, it } from 'vitest';
import { proxyFromVariables } from '../../../../main/shell/proxy-variables.ts';
import { failureOf } from '../../../../main/problem.ts';

const PLATFORM = 'https://platform.example.org/api';

/** As a person reads it: the proxy with its user and password, `direct`, or what is wrong. */
function ask(env: Record<string, string>, address = PLATFORM): string {
  try {
    const proxy = proxyFromVariables(new URL(address), env);
    if (proxy === undefined) return 'direct';
    const { host, port, userName, password } = proxy;
    const pair = userName === undefined ? '' : `${userName}:${password?.expose() ?? ''}@`;
    return `${pair}${host}:${port}`;
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind !== 'unreachable') throw error;
    expect(JSON.stringify(failure)).not.toContain('s3cr3t');
    return `${failure.problem} ${failure.detail ?? ''}`;
  }
}

it.each([
  [{}, 'direct'],
  [{ HTTPS_PROXY: '' }, 'direct'],
  [{ HTTPS_PROXY: 'http://proxy.example.org:3128' }, 'proxy.example.org:3128'],
  [{ https_proxy: 'proxy.example.org:3128/' }, 'proxy.example.org:3128'],
  [{ ALL_PROXY: 'http://proxy.example.org' }, 'proxy.example.org:80'],
  [{ HTTP_PROXY: 'http://proxy.example.org:1' }, 'direct'],
  [{ HTTPS_PROXY: '', https_proxy: 'http://p:1' }, 'p:1'],
  [{ HTTPS_PROXY: '', all_proxy: 'p:1' }, 'p:1'],
  [{ HTTPS_PROXY: '  http://p:3128 ' }, 'p:3128'],
  [{ HTTPS_PROXY: 'HTTP://P.Example.org:3128/' }, 'p.example.org:3128'],
  [{ HTTPS_PROXY: 'http://[::1]:3128' }, '::1:3128'],
  [{ HTTPS_PROXY: 'http://10.0.0.1:3128\n' }, '10.0.0.1:3128'],
])('FLD-11 %o is %s', (env, expected) => {
  expect(ask(env)).toBe(expected);
});

it.each([
  ['https://proxy.example.org:443', 'proxy-unsupported HTTPS_PROXY (https)'],
  ['socks5://proxy.example.org:1080', 'proxy-unsupported HTTPS_PROXY (socks5)'],
  ['socks5h://kari:s3cr3t@p:1080', 'proxy-unsupported HTTPS_PROXY (socks5h)'],
  ['SOCKS4://p', 'proxy-unsupported HTTPS_PROXY (socks4)'],
  ['http://proxy.example.org:0', 'proxy-unreadable HTTPS_PROXY'],
  ['http://proxy.example.org:99999', 'proxy-unreadable HTTPS_PROXY'],
  ['http://proxy.example.org:http', 'proxy-unreadable HTTPS_PROXY'],
  ['http://proxy.example.org:', 'proxy-unreadable HTTPS_PROXY'],
  ['http://proxy.example.org:3128/pac', 'proxy-unreadable HTTPS_PROXY'],
  ['http://wpad.example.org/wpad.dat', 'proxy-script HTTPS_PROXY'],
  ['https://files.example.org/proxy.pac', 'proxy-script HTTPS_PROXY'],
  ['function FindProxyForURL(u, h) { return "PROXY p:1"; }', 'proxy-script HTTPS_PROXY'],
  ['PROXY proxy.example.org:3128; DIRECT', 'proxy-script HTTPS_PROXY'],
  ['"PROXY proxy.example.org:3128; DIRECT"', 'proxy-script HTTPS_PROXY'],
  ['DIRECT', 'proxy-script HTTPS_PROXY'],
  ['SOCKS5 proxy.example.org:1080', 'proxy-script HTTPS_PROXY'],
  ['http://kari:s3cr3t@', 'proxy-unreadable HTTPS_PROXY'],
  ['http://proxy example.org:1', 'proxy-unreadable HTTPS_PROXY'],
  ['"http://proxy.example.org:1"', 'proxy-unreadable HTTPS_PROXY'],
  ['http:proxy.example.org:1', 'proxy-unreadable HTTPS_PROXY'],
  ['http://[', 'proxy-unreadable HTTPS_PROXY'],
  ['http://', 'proxy-unreadable HTTPS_PROXY'],
  ['   ', 'proxy-unreadable HTTPS_PROXY'],
])('FLD-11 HTTPS_PROXY=%j is never taken for none: %s', (HTTPS_PROXY, expected) => {
  expect(ask({ HTTPS_PROXY })).toBe(expected);
});

it.each([
  ['http://kari:s3cr3t@p:1', 'kari:s3cr3t@p:1'],
  ['kari:s3cr3t@p:1', 'kari:s3cr3t@p:1'],
  ['http://kari@p:1', 'kari:@p:1'],
  ['http://kari:@p:1', 'kari:@p:1'],
  ['http://kari:p%40ss%3Aword@p:1', 'kari:p@ss:word@p:1'],
  ['http://kari:p@ss/w#rd?@p:1', 'kari:p@ss/w#rd?@p:1'],
  ['http://kari:100%@p:1', 'kari:100%@p:1'],
  ['http://CORP\\kari:s3cr3t@p:1/', 'CORP\\kari:s3cr3t@p:1'],
])('FLD-11 the user name and password in %s are used', (HTTPS_PROXY, expected) => {
  expect(ask({ HTTPS_PROXY })).toBe(expected);
});

it.each([
  ['*', PLATFORM, 'direct'],
  ['other, .example.org', PLATFORM, 'direct'],
  ['.example.org', 'https://example.org', 'direct'],
  ['*.example.org', PLATFORM, 'direct'],
  ['*.Example.org:443', PLATFORM, 'direct'],
  ['*.example.org', 'https://example.org.other.net', 'p:1'],
  ['localhost platform.example.org', PLATFORM, 'direct'],
  ['localhost;platform.example.org', PLATFORM, 'direct'],
  [' platform.example.org. ', PLATFORM, 'direct'],
  ['https://platform.example.org/', PLATFORM, 'direct'],
  ['platform.example.org:443', PLATFORM, 'direct'],
  ['platform.example.org:8443', PLATFORM, 'p:1'],
  ['ple.org', PLATFORM, 'p:1'],
  ['platformXexample.org', PLATFORM, 'p:1'],
  ['platform*example.org', PLATFORM, 'direct'],
  ['blåbær.no', 'https://www.blåbær.no', 'direct'],
  ['10.0.0.0/8', 'https://10.20.30.40', 'direct'],
  ['10.0.0.0/8', 'https://11.20.30.40', 'p:1'],
  ['10.0.0.0/8', PLATFORM, 'p:1'],
  ['10.0.0.0/99', 'https://10.20.30.40', 'p:1'],
  ['192.168.*', 'https://192.168.1.2', 'direct'],
  ['127.0.0.1:8443', 'https://127.0.0.1:8443', 'direct'],
  ['0.1', 'https://127.0.0.1', 'p:1'],
  ['fd00::/8', 'https://[fd12::1]', 'direct'],
  ['[::1]:8443', 'https://[::1]:8443', 'direct'],
  ['0:0:0:0:0:0:0:1', 'https://[::1]', 'direct'],
])('FLD-11 NO_PROXY=%j: to %s %s', (NO_PROXY, address, expected) => {
  expect(ask({ HTTPS_PROXY: 'p:1', NO_PROXY }, address)).toBe(expected);
  expect(ask({ HTTPS_PROXY: 'p:1', NO_PROXY: '', no_proxy: NO_PROXY }, address)).toBe(expected);
});
