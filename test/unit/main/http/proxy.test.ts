// The connection through a proxy: CONNECT, Basic sign-in, its refusals, and no data of ours visible to it.
import { afterEach, expect, it } from 'vitest';
import { placeOfProxy, proxyFromPac } from '../../../../main/http/proxy.ts';
import { createTransport } from '../../../../main/http/transport.ts';
import type { ExchangeProblem, Limits, Route } from '../../../../main/http/exchange.ts';
import { Secret } from '../../../../main/secret.ts';
import { failureOf } from '../../../../main/problem.ts';
import { type RawProxy, type RawProxyOptions, startRawProxy } from '../../../support/raw-proxy.ts';
import { routeTo, startRawServer, testPki } from '../../../support/raw-server.ts';

const stops: (() => unknown)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

async function startProxy(options: RawProxyOptions = {}): Promise<RawProxy> {
  const proxy = await startRawProxy(options);
  stops.push(() => {
    proxy.stop();
  });
  return proxy;
}

type Given = Omit<NonNullable<Route['proxy']>, 'password'> & { readonly password?: string };

async function setUp(
  { password, ...proxy }: Given,
  limits: Partial<Limits> = {},
  place = placeOfProxy(proxy),
) {
  const pki = await testPki();
  const server = await startRawServer({ server: pki.server, asks: true });
  const transport = createTransport({ limits });
  stops.push(
    () => server.stop(),
    () => {
      transport.close();
    },
  );
  const secret = password === undefined ? {} : { password: new Secret(password, place) };
  const route: Route = {
    ...routeTo(server.origin, pki, pki.client),
    proxy: { ...proxy, ...secret },
  };
  const ask = () =>
    transport.exchange({
      route,
      method: 'GET',
      address: new URL(`${server.origin}/api/x`),
      headers: {},
      credentials: { ApiKey: new Secret('marker-key', new URL(server.origin).host) },
    });
  return { server, ask };
}

it('TLS-06 a call goes through the tunnel; the proxy sees neither key, certificate nor path', async () => {
  const proxy = await startProxy();
  const { server, ask } = await setUp({
    host: '127.0.0.1',
    port: proxy.port,
    userName: 'kari',
    password: 'påss:word',
  });
  expect((await ask()).status).toBe(200);
  expect(server.requests[0]).toMatchObject({ certificate: 'Testvik AS' });
  expect(new Set(proxy.targets)).toEqual(new Set([`localhost:${server.port}`]));
  expect(new Set(proxy.signIns)).toEqual(new Set(['kari:påss:word']));
  expect(proxy.through()).not.toMatch(/marker-key|Testvik|\/api\/x/);
});

it('ATK-28 the password of another proxy is not shown to this one', async () => {
  const proxy = await startProxy();
  const { server, ask } = await setUp(
    { host: '127.0.0.1', port: proxy.port, userName: 'kari', password: 'påss:word' },
    {},
    'proxy.example:8080',
  );
  const error = (await ask().catch((e: unknown) => e)) as ExchangeProblem;
  expect([error.failure.kind, error.broken.sent]).toEqual(['internal', 'nothing']);
  expect([proxy.targets, server.connections()]).toEqual([[], 0]);
});

const asks = (...ways: readonly string[]): RawProxyOptions => ({
  refuses: '407 Proxy Authentication Required',
  says: ways.map((way) => `Proxy-Authenticate: ${way}`),
});
const pair = { userName: 'kari', password: 'mistyped' };
const taken = (detail: string) => ({ problem: 'proxy-sign-in-unsupported', detail });

it.each<[string, RawProxyOptions, Partial<Given>, Record<string, unknown>]>([
  ['no words on how', asks(), {}, { problem: 'proxy-sign-in-needed', status: 407 }],
  ['no words on how', asks(), pair, { problem: 'proxy-sign-in-refused', status: 407 }],
  ['Basic', asks('Basic realm="a, NTLM b"'), {}, { problem: 'proxy-sign-in-needed' }],
  ['basic', asks('basic realm="x"'), pair, { problem: 'proxy-sign-in-refused' }],
  ['Negotiate and NTLM', asks('Negotiate', 'NTLM'), {}, taken('Negotiate, NTLM')],
  ['Negotiate and NTLM', asks('Negotiate, NTLM'), pair, taken('Negotiate, NTLM')],
  ['Digest', asks('Digest realm="r, Basic x", qop="auth", nonce=abc'), pair, taken('Digest')],
  ['NTLM or Basic', asks('NTLM', 'Basic realm="r"'), pair, { problem: 'proxy-sign-in-refused' }],
  [
    'NTLM or Basic in a line',
    asks('NTLM, Basic realm="r"'),
    {},
    { problem: 'proxy-sign-in-needed' },
  ],
  [
    'a gateway that fails',
    { refuses: '502 Bad Gateway' },
    {},
    { problem: 'proxy-refused', status: 502, reason: 'Bad Gateway' },
  ],
  ['a rule', { refuses: '403 Not this site' }, {}, { problem: 'proxy-refused', status: 403 }],
  ['no HTTP', { garbles: '\x15\x03\x01\x00\x02\x02\x16' }, {}, { problem: 'proxy-refused' }],
  ['nothing at all', { silent: true }, {}, { problem: 'proxy-unreachable' }],
])(
  'FLD-11 a proxy that answers with %s (%o) is told as what it is',
  async (_, options, how, said) => {
    const proxy = await startProxy(options);
    const limits = options.silent === true ? { connectMs: 500 } : {};
    const { server, ask } = await setUp({ host: '127.0.0.1', port: proxy.port, ...how }, limits);
    const error = (await ask().catch((e: unknown) => e)) as ExchangeProblem;
    expect(error.failure).toMatchObject({ kind: 'unreachable', host: '127.0.0.1', ...said });
    expect(error.broken.sent).toBe('nothing');
    expect(server.connections()).toBe(0);
  },
);

it('FLD-11 a proxy that nobody listens at, or whose name is not known, does not respond', async () => {
  const gone = await startProxy();
  gone.stop();
  for (const [host, port, words] of [
    ['127.0.0.1', gone.port, /listens/],
    ['proxy.invalid', 8080, /name is not known/],
  ] as const) {
    const { server, ask } = await setUp({ host, port });
    const { failure } = (await ask().catch((e: unknown) => e)) as ExchangeProblem;
    expect(failure).toMatchObject({ kind: 'unreachable', host, problem: 'proxy-unreachable' });
    expect(failure.message).toMatch(words);
    expect(server.connections()).toBe(0);
  }
});

it('reads the answer of the system', () => {
  expect(proxyFromPac('DIRECT')).toBeUndefined();
  expect(proxyFromPac('PROXY proxy.example:3128')).toEqual({ host: 'proxy.example', port: 3128 });
  expect(proxyFromPac('SOCKS5 s:1; PROXY [::1]:8080; DIRECT')).toEqual({ host: '::1', port: 8080 });
  expect(proxyFromPac('DIRECT; PROXY late:1')).toBeUndefined();
  expect(proxyFromPac('')).toBeUndefined();
});

it.each([
  ['PROXY p.example', 'p.example', 80],
  ['HTTP p.example; DIRECT', 'p.example', 80],
  ['PROXY [::1]', '::1', 80],
  ['SOCKS s.example; PROXY p.example', 'p.example', 80],
])('FLD-11 %s has the port that browsers take', (answer, host, port) => {
  expect(proxyFromPac(answer)).toEqual({ host, port });
});

it.each([
  ['SOCKS5 s.example:1080', 'proxy-unsupported'],
  ['HTTPS p.example:443; SOCKS s.example:1', 'proxy-unsupported'],
  ['PROXY p.example:99999', 'proxy-unreadable'],
  ['PROXY p.example:', 'proxy-unreadable'],
  ['PROXY', 'proxy-unreadable'],
  ['HTTPS p.example', 'proxy-unsupported'],
  ['QUIC p.example', 'proxy-unsupported'],
  ['"PROXY p.example:8080; DIRECT"', 'proxy-script'],
  ['"DIRECT"', 'proxy-script'],
  ['function FindProxyForURL(url, host) { return "DIRECT"; }', 'proxy-script'],
  ['http://wpad.example/wpad.dat', 'proxy-script'],
  ['p.example:8080', 'proxy-unreadable'],
])('FLD-11 the answer of the system %s is no leave to go past it', (answer, problem) => {
  const failure = failureOf(thrownBy(() => proxyFromPac(answer)));
  expect(failure).toMatchObject({ kind: 'unreachable', problem });
});

function thrownBy(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}
