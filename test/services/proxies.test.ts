// The system's proxy as variables name it, with the platform behind it: used, or refused with words, never passed by.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTerminalShell } from '../../main/shell/terminal-shell.ts';
import { failureWords } from '../../renderer/texts/failure-words.ts';
import { en } from '../../renderer/texts/en.ts';
import { type Platform, startPlatform } from '../platform/platform.ts';
import { connectionTo, openConnectionDesk } from '../support/connection-desk.ts';
import { type RawProxy, type RawProxyOptions, startRawProxy } from '../support/raw-proxy.ts';

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform({ users: 1 });
});
afterAll(() => platform.stop());

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

/** The test of a connection by the system's proxy, on a computer with these variables. */
async function tested(options: RawProxyOptions, variables: (port: number) => Variables) {
  const proxy = await startRawProxy(options);
  const shell = createTerminalShell({
    dataFolder: '',
    materialsFolder: '',
    keychain: 'memory',
    managed: null,
    untrustedSettings: null,
    ask: async () => true,
    env: variables(proxy.port),
  });
  const held = {
    certificates: {
      certificate: { keyPem: platform.clientKeyPem, chainPem: platform.clientCertificatePem },
    },
    apiKeys: { key: platform.apiKey },
  };
  const desk = await openConnectionDesk(held, [], (address) => shell.systemProxy(address));
  stops.push(
    () => {
      desk.stop();
    },
    () => {
      proxy.stop();
    },
  );
  const made = await desk.service.create(
    connectionTo(platform.address, {
      proxy: { use: 'system' },
      extraCaFile: desk.handles.issue(platform.caFile),
    }),
    desk.call,
  );
  const before = platform.control.requests.length;
  const { passed, steps } = await desk.test(made.id);
  return { proxy, passed, steps, reached: platform.control.requests.length - before };
}

type Variables = Readonly<Record<string, string>>;

const used = (proxy: RawProxy) => new Set(proxy.signIns);

it.each<[string, RawProxyOptions, (port: number) => Variables, string | undefined]>([
  ['its address', {}, (port) => ({ HTTPS_PROXY: `http://127.0.0.1:${port}` }), undefined],
  ['blanks around it', {}, (port) => ({ https_proxy: ` 127.0.0.1:${port}/ ` }), undefined],
  [
    'user name and password',
    { takes: 'CORP\\kari:p@ss' },
    (port) => ({ HTTPS_PROXY: `http://CORP\\kari:p%40ss@127.0.0.1:${port}` }),
    'CORP\\kari:p@ss',
  ],
])(
  'FLD-11 a variable with %s: the platform is reached through it',
  async (_, options, env, pair) => {
    const { proxy, passed } = await tested(options, env);
    expect(passed).toBe(true);
    expect(used(proxy)).toEqual(new Set([pair]));
  },
);

it.each<[string, RawProxyOptions, (port: number) => Variables, RegExp]>([
  [
    'a proxy over TLS',
    {},
    (port) => ({ HTTPS_PROXY: `https://127.0.0.1:${port}` }),
    /^Steward can’t use this kind of proxy\..*HTTPS_PROXY \(https\)$/,
  ],
  [
    'a SOCKS proxy',
    {},
    (port) => ({ ALL_PROXY: `socks5://127.0.0.1:${port}` }),
    /^Steward can’t use this kind of proxy\..*ALL_PROXY \(socks5\)$/,
  ],
  [
    'a port out of range',
    {},
    () => ({ HTTPS_PROXY: 'http://127.0.0.1:99999' }),
    /^The system’s proxy is not a valid address\..*HTTPS_PROXY$/,
  ],
  [
    'what a proxy script answers',
    {},
    (port) => ({ HTTPS_PROXY: `"PROXY 127.0.0.1:${port}; DIRECT"` }),
    /^The system’s proxy is set to a proxy script, or to what one answers\. Set it to the address of the proxy.*HTTPS_PROXY$/,
  ],
  [
    'blanks alone',
    {},
    () => ({ HTTPS_PROXY: '  ' }),
    /^The system’s proxy is not a valid address\..*HTTPS_PROXY$/,
  ],
  [
    'a proxy nobody listens at',
    {},
    () => ({ HTTPS_PROXY: 'http://127.0.0.1:9' }),
    /^The proxy does not respond\./,
  ],
  [
    'a wrong password',
    { takes: 'kari:right', says: ['Proxy-Authenticate: Basic realm="corp"'] },
    (port) => ({ HTTPS_PROXY: `http://kari:wrong@127.0.0.1:${port}` }),
    /^The proxy refused the user name or password\./,
  ],
  [
    'a proxy for Negotiate alone',
    { refuses: '407 Authenticate', says: ['Proxy-Authenticate: Negotiate'] },
    (port) => ({ HTTPS_PROXY: `http://kari:right@127.0.0.1:${port}` }),
    /^Steward can’t sign in to this proxy\..*Negotiate$/,
  ],
])('FLD-11 %s is said, and nothing goes past it', async (_, options, env, words) => {
  const { passed, steps, reached } = await tested(options, env);
  expect([passed, reached]).toEqual([false, 0]);
  const [{ failure, advice } = { failure: null, advice: null }] = steps.filter(
    ({ state }) => state === 'failed',
  );
  if (failure === null) throw new Error('No step failed.');
  const said = failureWords(failure, en);
  const facts = said.facts.map(([, value]) => value);
  expect([`${said.what}.`, said.advice, ...facts].join(' ')).toMatch(words);
  expect([advice, said.fix]).toEqual(['check-proxy', 'open-connection']);
  expect(JSON.stringify(steps)).not.toMatch(/wrong|right/);
});
