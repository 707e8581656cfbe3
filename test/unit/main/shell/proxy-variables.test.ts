// The system proxy as environment variables give it.
import { expect, it } from 'vitest';
import { proxyFromVariables } from '../../../../main/shell/proxy-variables.ts';

const ask = (env: Record<string, string>, address = 'https://platform.example.org/api') =>
  proxyFromVariables(new URL(address), env);

it.each([
  [{}, 'DIRECT'],
  [{ HTTPS_PROXY: '' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'http://proxy.example.org:3128' }, 'PROXY proxy.example.org:3128'],
  [{ https_proxy: 'proxy.example.org:3128/' }, 'PROXY proxy.example.org:3128'],
  [{ ALL_PROXY: 'http://proxy.example.org' }, 'PROXY proxy.example.org:80'],
  [{ HTTP_PROXY: 'http://proxy.example.org:1' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'socks5://proxy.example.org:1' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'http://[' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'p:1', NO_PROXY: '*' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'p:1', NO_PROXY: 'other, .example.org' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'p:1', NO_PROXY: 'platform.example.org:443' }, 'DIRECT'],
  [{ HTTPS_PROXY: 'p:1', NO_PROXY: 'platform.example.org:8443' }, 'PROXY p:1'],
  [{ HTTPS_PROXY: 'p:1', no_proxy: 'ple.org' }, 'PROXY p:1'],
])('%o is %s', (env, expected) => {
  expect(ask(env)).toBe(expected);
});
